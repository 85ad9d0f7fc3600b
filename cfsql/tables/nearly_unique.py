"""Columns with a value of their own for most rows: ids, weights, amounts of money.

Features are compared for equality alone, so such a column differs between nearly any
two rows, and stands in nearly every answer. Where it leads, every face says so, in the
sentence that is here.
"""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from cfsql.engines.duckdb import Session
from cfsql.speech import column, say
from cfsql.tables import bins
from cfsql.tables.catalog import LoadedTable
from cfsql.tables.row_sources import rows_of

# In a small table half is chance; there only a value for every row counts.
_SMALL, _SMALLEST = 50, 5

# The share of many answers that a column leads in.
_MOST = 0.5

# Into how many intervals it is offered to cut a column, by quantiles.
_QUANTILES = "q5"


@dataclass(frozen=True)
class NearlyUnique:
    """A column of this kind, and what there is to say of it.

    `sentence` names options as the command line does.
    """

    feature: str
    n_values: int
    n_rows: int
    is_number: bool
    sentence: str

    @property
    def in_python(self) -> str:
        """The sentence with the keywords that Python has in the place of options."""
        options = {
            _bin(self.feature): f"bins={{{self.feature!r}: {_QUANTILES!r}}}",
            _ignore(self.feature): f"ignore={self.feature!r}",
        }
        sentence = self.sentence
        for option, keyword in options.items():
            sentence = sentence.replace(option, keyword)
        return sentence


def nearly_unique(n_values: Mapping[str, int], n_rows: int) -> list[str]:
    """The features with values for more than half of the labelled rows."""
    return [
        feature
        for feature, n in n_values.items()
        if n > n_rows / 2 and (n_rows >= _SMALL or n == n_rows >= _SMALLEST)
    ]


def about(feature: str, n_values: int, n_rows: int, *, is_number: bool) -> NearlyUnique:
    """What there is to say of such a column."""
    words: dict[str, object] = {
        "column": column(feature),
        "n_values": n_values,
        "n": n_rows,
        "ignore": _ignore(feature),
    }
    if is_number:
        sentence = say(
            "{column} has {n_values} values in {n} rows, so nearly all rows differ in "
            "it, whatever their outcome. If it is an id or a weight, leave it out with "
            "{ignore}; if its size matters, load the table again with {bin}, which "
            "compares it by intervals.",
            **words,
            bin=_bin(feature),
        )
    else:
        sentence = say(
            "{column} has {n_values} values in {n} rows, so nearly all rows differ in "
            "it, whatever their outcome. If it is an id or a weight, leave it out with "
            "{ignore}.",
            **words,
        )
    return NearlyUnique(feature, n_values, n_rows, is_number, sentence)


def _ignore(feature: str) -> str:
    return f"--ignore {shlex.quote(feature)}"


def _bin(feature: str) -> str:
    return f"--bin {shlex.quote(f'{feature}={_QUANTILES}')}"


def leading(
    session: Session, table: LoadedTable, used: Iterable[str]
) -> list[NearlyUnique]:
    """Those of the features that an answer uses that are nearly unique.

    The number of values is known since the table was loaded: no row is looked at.
    """
    names = set(used)
    found = {feature: n for feature, n in _of_table(session, table) if feature in names}
    if not found:
        return []
    kinds = dict(session.column_types(rows_of(session, table.name)))
    return [
        about(
            feature,
            n_values,
            table.n_labelled,
            is_number=feature not in table.bins and bins.is_number(kinds[feature]),
        )
        for feature, n_values in found.items()
    ]


def leading_most(
    session: Session,
    table: LoadedTable,
    find_shares: Callable[[], Mapping[str, float]],
) -> list[NearlyUnique]:
    """Those that at least half of the answers use, where there are many answers.

    Only where some feature is nearly unique, `find_shares` gives the share of the
    answers that use each feature.
    """
    if not _of_table(session, table):
        return []
    shares = find_shares()
    return leading(
        session, table, [name for name, share in shares.items() if share >= _MOST]
    )


def _of_table(session: Session, table: LoadedTable) -> list[tuple[str, int]]:
    """The nearly unique features of a table, with the number of their values."""
    if table.n_labelled < _SMALLEST:
        return []
    kept = session.fetch_stored(session.internal(f"{table.name}_features"))
    n_values = {each["feature"]: each["n_values"] for each in kept}
    return [
        (feature, n_values[feature])
        for feature in nearly_unique(n_values, table.n_labelled)
    ]
