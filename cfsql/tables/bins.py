"""Numbers compared by intervals: how a column is cut, and what is kept of it.

The table keeps its values. What is compared, and shown as the value of the feature,
is the interval; of the label it is the class. The intervals are in cf.<table>_bins, so
that a new value can be told its own later.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from decimal import Decimal
from fractions import Fraction
from itertools import pairwise
from numbers import Real

from cfsql.engines.duckdb import INTERNAL_SCHEMA, Session
from cfsql.engines.functions import Function
from cfsql.engines.queries import query
from cfsql.errors import WrongUse
from cfsql.tables.row_sources import rows_of

# Into how many intervals a column may be cut by quantiles or by width.
FEWEST, MOST = 2, 100

# A column with more numbers than these measures something: intervals are offered, and
# a number between two others is nothing new.
MANY_NUMBERS = 20

# Numbers, and texts that may hold some; what else there is has no intervals.
FLOATS = ("FLOAT", "DOUBLE")
_NUMBERS = re.compile(
    r"U?(TINY|SMALL|BIG|HUGE)?INT(EGER)?|FLOAT|DOUBLE|BIGNUM|DECIMAL\(.*\)"
)
_TEXTS = re.compile(r"VARCHAR|ENUM\(.*\)", re.DOTALL)

_NUMBER = re.compile(
    r"[+-]?([0-9]{1,500}\.?[0-9]{0,500}|\.[0-9]{1,500})([eE][+-]?[0-9]{1,3})?"
)
_PARTS = re.compile(r"([qw])\s*([0-9]+)", re.IGNORECASE)

# Edges of equal widths are rounded to this many digits of the width.
_DIGITS = 6

# Beyond these powers of ten a number is written with an exponent.
_SHORTEST, _LONGEST = -10, 40

QUANTILES, WIDTHS, EDGES = "q", "w", "edges"


@dataclass(frozen=True)
class Cut:
    """How one column is to be cut: by quantiles, by equal widths, or at edges."""

    how: str
    n_intervals: int
    edges: tuple[str, ...] = ()

    def __str__(self) -> str:
        """The cut as an option says it."""
        if self.how == EDGES:
            return ",".join(self.edges)
        return f"{self.how}{self.n_intervals}"


@dataclass(frozen=True)
class Interval:
    """From `low` on, or just after it if `is_open`; what has no end is None."""

    feature_id: int
    feature: str
    place: int
    low: str | None
    high: str | None
    text: str
    is_open: bool = False


# What is asked for.


def parse(column: str, given: object) -> Cut:
    """The cut of a column, from an option's text or from numbers."""
    if isinstance(given, str):
        parts = _PARTS.fullmatch(given.strip())
        if parts:
            n_intervals = int(parts[2])
            if not FEWEST <= n_intervals <= MOST:
                raise WrongUse(
                    f"--bin {column}={given} asks for {n_intervals:,} intervals; "
                    f"it takes from {FEWEST} to {MOST}"
                )
            return Cut(parts[1].lower(), n_intervals)
        edges: Sequence[object] = given.split(",")
    elif isinstance(given, Iterable):
        edges = list(given)
    else:
        edges = [given]
    numbers = sorted(_edge(column, given, edge) for edge in edges)
    if not numbers:
        raise WrongUse(f"--bin {column} needs an edge at least, such as {column}=25,45")
    for number, following in pairwise(numbers):
        if number == following:
            raise WrongUse(f"--bin {column} has the edge {number_text(number)} twice")
    return Cut(EDGES, len(numbers) + 1, tuple(map(number_text, numbers)))


def _edge(column: str, given: object, edge: object) -> Fraction:
    text = str(edge).strip()
    is_number = isinstance(edge, (str, Decimal, Real)) and not isinstance(edge, bool)
    if not is_number or not _NUMBER.fullmatch(text):
        shown = ",".join(map(str, given)) if isinstance(given, (list, tuple)) else given
        raise WrongUse(
            f"--bin {column} takes edges such as 25,45, or q4 for four quantiles, or "
            f"w10 for ten equal widths, not '{shown}'"
        )
    return Fraction(text)


def refuse_type(column: str, kind: str, source_name: str) -> None:
    """Refuse to cut a column that holds no numbers by its type."""
    if not is_number(kind) and not is_text(kind):
        raise WrongUse(
            f"column '{column}' of {source_name} is a {kind}; --bin is for numbers"
        )


def is_number(kind: str) -> bool:
    """Whether a type of DuckDB is one of numbers."""
    return _NUMBERS.fullmatch(kind) is not None


def is_text(kind: str) -> bool:
    """Whether a type of DuckDB is one of texts, or of listed words."""
    return _TEXTS.fullmatch(kind) is not None


# Numbers.


def number_text(number: Fraction) -> str:
    """A number in as few characters as say it exactly: 25, 0.1, 1e+300."""
    digits, power = _decimal(number)
    if not digits:
        return "0"
    sign = "-" if number < 0 else ""
    point = len(digits) + power
    if not _SHORTEST < point <= _LONGEST:
        fraction = f".{digits[1:]}" if len(digits) > 1 else ""
        return f"{sign}{digits[0]}{fraction}e{point - 1:+}"
    if power >= 0:
        return f"{sign}{digits}{'0' * power}"
    padded = digits.rjust(1 - power, "0")
    return f"{sign}{padded[:power]}.{padded[power:]}"


def _decimal(number: Fraction) -> tuple[str, int]:
    """The digits of a decimal fraction without zeros around them, and their power."""
    power = 0
    numerator, denominator = abs(number.numerator), number.denominator
    while denominator % 10 == 0:
        denominator //= 10
        power -= 1
    for factor, other in ((2, 5), (5, 2)):
        while denominator % factor == 0:
            denominator //= factor
            numerator *= other
            power -= 1
    assert denominator == 1, f"{number} is no decimal fraction"
    digits = str(numerator)
    stripped = digits.rstrip("0")
    return stripped, power + len(digits) - len(stripped)


def _shown(text: str) -> str:
    """A value of the data as an edge."""
    word = text.strip().lower().lstrip("+")
    if "inf" in word:
        return "-inf" if word.startswith("-") else "inf"
    return number_text(Fraction(word))


def equal_widths(least: str, greatest: str, n_intervals: int) -> list[str]:
    """The edges between two numbers, rounded to six digits of the width."""
    low, high = Fraction(least), Fraction(greatest)
    width = (high - low) / n_intervals
    if not width:
        return []
    unit = Fraction(10) ** (_magnitude(width) - _DIGITS + 1)
    return [
        number_text(round((low + place * width) / unit) * unit)
        for place in range(1, n_intervals)
    ]


def _magnitude(number: Fraction) -> int:
    """The power of ten of a positive number's first digit."""
    power = len(str(number.numerator)) - len(str(number.denominator))
    return power if number >= Fraction(10) ** power else power - 1


# Intervals.


def _at_edges(feature_id: int, feature: str, edges: Sequence[str]) -> list[Interval]:
    """All numbers, cut at these edges."""
    texts = [
        f"< {edges[0]}",
        *(f"[{low}, {high})" for low, high in pairwise(edges)),
        f"≥ {edges[-1]}",
    ]
    ends = [None, *edges, None]
    return [
        Interval(feature_id, feature, place, ends[place - 1], ends[place], text)
        for place, text in enumerate(texts, start=1)
    ]


def _between(
    feature_id: int, feature: str, least: str, edges: Sequence[str], greatest: str
) -> list[Interval]:
    """What there is in the data, cut at these edges, and what may come around it."""
    ends = [least, *edges, greatest]
    found = [Interval(feature_id, feature, 0, None, least, f"< {least}")]
    for place, (low, high) in enumerate(pairwise(ends), start=1):
        bracket = "]" if place == len(ends) - 1 else ")"
        text = f"[{low}, {high}{bracket}"
        found.append(Interval(feature_id, feature, place, low, high, text))
    beyond = f"> {greatest}"
    found.append(
        Interval(feature_id, feature, len(ends), greatest, None, beyond, is_open=True)
    )
    return found


# In the database.


def stage(
    session: Session,
    source: str,
    source_name: str,
    label: str,
    cuts: dict[str, Cut],
    *,
    kept: str | None = None,
) -> None:
    """Stage the intervals of the quoted table `source`, and those of its rows.

    The intervals may be `kept` in a quoted table from before.
    """
    features = list(cuts)
    session.bind_view("source_rows", source)
    for relation in ("feature_rows", "wanted_rows"):
        session.bind(relation, "source_rows")
    session.stage(query("encode/row_labels"), label=label)
    session.stage(query("encode/texts"), features=features)
    session.view(query("encode/cells"))
    session.stage(query("bins/number_values"))
    for feature_id, value, row in session.fetch(query("bins/no_number")):
        column = features[feature_id - 1]
        raise WrongUse(
            f"{column} is '{value}' in row {row} of {source_name}, which is no "
            f"number; leave --bin {column} out, or such values empty"
        )
    if kept is None:
        found = [
            asdict(interval)
            for feature_id, (feature, cut) in enumerate(cuts.items(), start=1)
            for interval in _intervals(session, feature_id, feature, cut)
        ]
        session.stage(query("bins/bins"), intervals=found)
    else:
        session.bind("bins", kept)
    session.stage(query("bins/value_intervals"))
    session.define(_listed(len(features)))
    session.stage(query("bins/row_intervals"))


def _listed(n_features: int) -> Function:
    """An aggregate: the texts of some features, in their order.

    `list(… order by …)` would sort the texts of each row, which takes thrice the time.
    """
    texts = (
        f"any_value(feature_text) filter (where feature_id = {place})"
        for place in range(1, n_features + 1)
    )
    return Function("listed", ("feature_id", "feature_text"), f"[{', '.join(texts)}]")


def _intervals(
    session: Session, feature_id: int, feature: str, cut: Cut
) -> list[Interval]:
    if cut.how == EDGES:
        return _at_edges(feature_id, feature, cut.edges)
    least, greatest = session.fetch_one(query("bins/extremes"), feature_id=feature_id)
    if least is None:
        raise WrongUse(
            f"column '{feature}' has no numbers to be cut; leave --bin {feature} out"
        )
    least, greatest = _shown(least), _shown(greatest)
    if cut.how == QUANTILES:
        edges = [
            _shown(edge)
            for (edge,) in session.fetch(
                query("bins/quantile_edges"),
                feature_id=feature_id,
                n_intervals=cut.n_intervals,
            )
        ]
    elif "inf" in f"{least}{greatest}":
        raise WrongUse(
            f"column '{feature}' has infinite values, which have no widths; "
            f"give edges, such as --bin {feature}=0,1, or quantiles"
        )
    else:
        edges = equal_widths(least, greatest, cut.n_intervals)
    return _between(feature_id, feature, least, edges, greatest)


def keep(session: Session, table: str) -> None:
    """Store what was staged."""
    session.store_query(query("bins/kept_bins"), session.internal(f"{table}_bins"))
    keep_alias(session, table)
    session.store("row_intervals", session.internal(f"{table}_intervals"))


def keep_alias(session: Session, table: str) -> None:
    """Store the view of the intervals that people read."""
    session.store_alias(session.cf(f"{table}_bins"), INTERNAL_SCHEMA, f"{table}_bins")


def keep_view(session: Session, table: str, features: Sequence[str]) -> None:
    """Store the view of a table as its rows are compared, for macros."""
    session.store_feature_rows(
        feature_rows(session, table),
        rows_of(session, table, is_stored=True),
        f"{table}_intervals",
        features,
    )


def forget(session: Session, table: str) -> None:
    """Drop what is kept of a table's intervals."""
    session.drop("view", feature_rows(session, table))
    session.drop("table", session.internal(f"{table}_intervals"))
    session.drop("view", session.cf(f"{table}_bins"))
    session.drop("table", session.internal(f"{table}_bins"))


def feature_rows(session: Session, table: str) -> str:
    """The quoted name of the view of a table as its rows are compared."""
    return session.internal(f"{table}_feature_rows")


def bind(session: Session, table: str, rows: str = "source_rows") -> list[str]:
    """Let queries read the rows of a table as they are compared; what is cut of it.

    The `rows` may be some of them.
    """
    features = bind_kept(session, table)
    session.bind_feature_rows(rows, f"{table}_intervals", features)
    return features


def bind_kept(session: Session, table: str) -> list[str]:
    """Let queries read the intervals of a table that may be gone; what is cut of it."""
    kept = session.internal(f"{table}_bins")
    rows = session.fetch_kept("kept_bins", kept, query("bins/binned_features"))
    return [name for (name,) in rows]


def class_of(session: Session, table: str, label: str, text: str) -> str:
    """The class that a text means where the label is cut: of a number its interval."""
    session.bind("kept_bins", session.internal(f"{table}_bins"))
    (found,) = session.fetch_one(query("bins/class_of"), label=label, label_text=text)
    return str(found)


def originals(
    session: Session, features: Sequence[str]
) -> dict[str, dict[str, str | None]]:
    """The values that these features have in the `wanted_rows` of a bound table.

    By row id, as text.
    """
    if not features:
        return {}
    session.bind("feature_rows", "source_rows")
    session.stage(query("encode/texts"), features=list(features))
    return {
        str(row_id): dict(zip(features, texts, strict=True))
        for row_id, texts in session.fetch(query("results/row_texts"))
    }
