"""Which rows are asked about. S is the whole table, whichever they are."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING

from cfsql.engines import Engine
from cfsql.engines.duckdb import text_of
from cfsql.engines.queries import query
from cfsql.errors import BadCondition, UnknownRow, WrongUse
from cfsql.method.packing import sort_function
from cfsql.options import (
    SelectionOptions,
    changed_options,
    given_among,
    one_by_one,
    refuse_wrong_values,
)
from cfsql.tables.catalog import LoadedTable

if TYPE_CHECKING:
    from cfsql.method.constraints import Problem

# A part, such as 2/16; and all ids between two numbers, such as 1-5.
_PART = re.compile(r"([0-9]{1,9})\s*/\s*([0-9]{1,9})")
_RANGE = re.compile(r"(-?[0-9]{1,18})\s*-\s*(-?[0-9]{1,18})")

# The rows without a label that are named.
_MOST_NAMED = 5


@dataclass(frozen=True)
class Selection:
    """The rows that match `where` and `rows`; of these the first `limit`, or a sample.

    Without any of them, all rows that have a label.
    """

    limit: int | None = None
    sample: int | None = None
    seed: int = 0
    rows: Sequence[object] | None = None
    where: Sequence[str] = ()

    def __post_init__(self) -> None:
        """Refuse what cannot be meant."""
        refuse_wrong_values(SelectionOptions, vars(self))
        if self.limit is not None and self.sample is not None:
            raise WrongUse("give --limit or --sample, not both")
        if self.rows is not None and not self.rows:
            raise WrongUse("--rows needs at least one row id")

    @classmethod
    def of(cls, options: Mapping[str, object]) -> Selection:
        """The selection among the options of a call."""
        return cls(**given_among(options, SelectionOptions))

    @property
    def options(self) -> dict[str, object]:
        """The selection as cf.runs has it; the seed matters to a sample alone."""
        changed = changed_options(SelectionOptions, vars(self))
        return {**changed, "seed": self.seed if self.sample else None}


def select_rows(session: Engine, table: LoadedTable, selection: Selection) -> int:
    """Stage `asked_rows` from a bound table; how many they are."""
    if not selection.where:
        session.stage(query("select/every_row"))
    for place, condition in enumerate(selection.where):
        match_rows(session, condition, also=place > 0)
    named: list[str] = []
    if selection.rows is not None:
        named = stage_listed(session, selection.rows)
        refuse_missing(session, table, named)
        leave_out_unlabelled(session, table)
        session.stage(query("select/listed_rows"))
    if selection.limit is not None:
        session.stage(query("select/first_rows"), limit=selection.limit)
    elif selection.sample is not None:
        session.stage(
            query("select/sampled_rows"), sample=selection.sample, seed=selection.seed
        )
    else:
        session.stage(query("select/asked_rows"))
    n_rows = session.size("asked_rows")
    if not n_rows:
        refuse_unknown(session, table, named)
        given = {"--where": selection.where, "--rows": selection.rows}
        asked = " and ".join(option for option, value in given.items() if value)
        raise WrongUse(f"no row of {table.name} that has a label matches {asked}")
    return n_rows


@dataclass(frozen=True)
class Part:
    """One of several parts of the rows that are asked about."""

    number: int
    of: int

    @classmethod
    def parse(cls, text: str) -> Part:
        """Read 2/16: the second of sixteen."""
        found = _PART.fullmatch(text.strip())
        part = None if found is None else cls(int(found[1]), int(found[2]))
        if part is None or not 1 <= part.number <= part.of:
            raise WrongUse(
                f"--part takes I/N, such as 2/16 for the second of 16, not '{text}'"
            )
        return part

    def __str__(self) -> str:
        """The part as it is given."""
        return f"{self.number}/{self.of}"


def take_part(session: Engine, problem: Problem, part: Part) -> int:
    """Leave one part in `asked_rows`; how many rows it has, which may be none.

    Which they are depends on the table and on what is asked, and on nothing else.
    """
    values = session.fetch(query("encode/feature_values"))
    agreement = {feature_id: share for feature_id, _, share in values}
    # No pair differs in what is frozen; few do in a feature of few values.
    fields = sorted(
        problem.fields,
        key=lambda field: (
            field not in problem.frozen,
            -agreement[field.feature_id],
            field.feature_id,
        ),
    )
    has_two_labels = session.size("labels") == 2
    session.define(sort_function(fields, has_two_labels=has_two_labels))
    session.stage(query("select/rows_of_part"), part=part.number, n_parts=part.of)
    return session.size("asked_rows")


def match_rows(session: Engine, where: str, *, also: bool) -> None:
    """Stage the rows of the table that satisfy a condition, or this one also."""
    if not where.strip():
        raise WrongUse("--where needs a condition, such as 'age > 60'")
    relation = "also_matching_rows" if also else "matching_rows"
    try:
        session.stage_where(relation, "source_rows", where)
    except BadCondition as error:
        raise WrongUse(f"--where: {error.line}") from error
    if also:
        session.stage(query("select/rows_in_both"))


def stage_listed(session: Engine, rows: Sequence[object]) -> list[str]:
    """Stage `listed_ids` of a bound table; the ids that were named one by one."""
    listed = _listed(session, rows)
    named = [each for each in listed if isinstance(each, str)]
    session.stage(query("select/named_ids"), rows=named)
    for each in listed:
        if isinstance(each, _Range):
            session.append(
                query("select/ids_between"), first_id=each.first, last_id=each.last
            )
    return named


def row_ids(session: Engine, rows: Sequence[object]) -> list[str]:
    """The ids of a bound table that are listed, as texts and in the given order."""
    found: list[str] = []
    for each in _listed(session, rows):
        if isinstance(each, str):
            found.append(each)
        else:
            found += _ids_between(session, each)
    return found


@dataclass(frozen=True)
class _Range:
    """All ids between two numbers, as 1-5 names them."""

    first: int
    last: int


def _listed(session: Engine, rows: Sequence[object]) -> list[str | _Range]:
    """The ids and ranges of ids that are listed.

    A text that is no id itself may be several with commas between them; 1-5 stands
    for all ids from 1 to 5, unless it is one.
    """
    texts = [value_text(row) for row in rows]
    parts = [part.strip() for text in texts for part in text.split(",")]
    asked = list(dict.fromkeys([*texts, *parts]))
    known = {row for (row,) in session.fetch(query("select/known_ids"), rows=asked)}
    listed: list[str | _Range] = []
    for text in one_by_one("rows", texts, known.__contains__, of="row id"):
        found = None if text in known else _RANGE.fullmatch(text)
        each = None if found is None else _Range(int(found[1]), int(found[2]))
        if each is not None and each.first > each.last:
            _refuse_backwards(session, text, each)
        is_range = each is not None and _ids_between(session, each, limit=1)
        listed.append(each if each is not None and is_range else text)
    return listed


def _refuse_backwards(session: Engine, text: str, each: _Range) -> None:
    """Say how a range was meant, unless it is rather an id, such as 2024-02."""
    forwards = _Range(each.last, each.first)
    is_plain = text.replace(" ", "") == f"{each.first}-{each.last}"
    if is_plain and _ids_between(session, forwards, limit=1):
        raise WrongUse(
            f"--rows {text} goes backwards; did you mean {each.last}-{each.first}?"
        )


def _ids_between(session: Engine, each: _Range, limit: int | None = None) -> list[str]:
    found = session.fetch(
        query("select/texts_between"),
        first_id=each.first,
        last_id=each.last,
        limit=limit,
    )
    return [row for (row,) in found]


def refuse_missing(session: Engine, table: LoadedTable, rows: list[str]) -> None:
    """Refuse ids that no row of a bound table has."""
    for row, is_there in session.fetch(query("select/unknown_rows"), rows=rows):
        if not is_there:
            first, last, nearest = session.fetch_one(
                query("select/nearest_row"), row=row
            )
            raise UnknownRow(row, table.name, nearest=nearest, first=first, last=last)


def leave_out_unlabelled(session: Engine, table: LoadedTable) -> None:
    """Say which of the listed rows have no label, and so no part in the answers."""
    found = [row for (row,) in session.fetch(query("select/unlabelled_listed"))]
    if len(found) == 1:
        session.remarks.append(f"row {found[0]} has no {table.label}; it is left out")
    elif found:
        named = ", ".join(found[:_MOST_NAMED])
        others = f" and {len(found) - _MOST_NAMED:,} more"
        session.remarks.append(
            f"rows {named}{others if len(found) > _MOST_NAMED else ''} have no "
            f"{table.label}; they are left out"
        )


def refuse_unknown(session: Engine, table: LoadedTable, rows: list[str]) -> None:
    """Refuse ids that no row of a bound table has, or none that has a label."""
    if not rows:
        return
    refuse_missing(session, table, rows)
    for row, _ in session.fetch(query("select/unknown_rows"), rows=rows):
        raise WrongUse(
            f"row {row} of {table.name} has no {table.label}, "
            "so there is nothing to explain"
        )


def value_text(value: object) -> str:
    """A row id or a label as DuckDB writes it."""
    if isinstance(value, bool):
        return str(value).lower()
    is_plain = isinstance(value, str | int | float | Decimal)
    return str(value) if is_plain else text_of(value)
