"""The columns and values that new cases are given with, and remarks on them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from cfsql.engines.duckdb import Session
from cfsql.engines.queries import query
from cfsql.errors import BadFile, UnknownName, WrongUse, nearest_name
from cfsql.questions.new_cases.kinds import Kinds
from cfsql.questions.new_cases.values import values_frame
from cfsql.speech import column, cut, listing, many, said, say
from cfsql.tables import sources
from cfsql.tables.bins import MANY_NUMBERS
from cfsql.tables.catalog import LoadedTable
from cfsql.tables.reading import Reading
from cfsql.tables.roles import ROW_ID, refuse_bad_ids
from cfsql.tables.sources.files import OneFile

# Values that the table does not have, to be named of each feature; those that it has
# and that are like one of these; and the characters of each.
_N_SHOWN, _N_NEAREST, _LONGEST = 3, 3, 60

_AS_MOST_ARE = Reading()


@dataclass(frozen=True)
class GivenCases:
    """New cases as they are given: a path or a data frame, and a label for all."""

    source: object
    label: str | None
    reading: Reading = _AS_MOST_ARE
    id: str | None = None
    # Whether it is a single case, given by its values.
    is_one: bool = False


def one_case(values: Mapping[str, object], label: str | None) -> GivenCases:
    """A case by its values."""
    return GivenCases(values_frame(values), label, is_one=True)


@dataclass(frozen=True)
class Given:
    """The columns of the table, each with the given column that it comes from."""

    columns: dict[str, str | None]
    label: str | None
    id: str | None
    remarks: list[str]
    is_one: bool


def read_cases(
    session: Session, table: LoadedTable, features: list[str], cases: GivenCases
) -> Given:
    """Stage `incoming`, all texts, and find the columns of the table in it."""
    found, reading = sources.find(session, cases.source), cases.reading
    if isinstance(found, OneFile):
        # What is no column of the table is told below: a header is not looked for.
        has_header = reading.header is not False and not reading.names
        reading = replace(reading, header=reading.header or has_header)
    found.stage(session, reading, text=True)
    if not session.stage(query("load/as_texts")):
        raise BadFile("there is no case to explain")
    incoming = [name for name, _ in session.column_types("incoming")]
    own = session.columns("source_rows")
    id = _id(session, table, {name.lower(): name for name in incoming}, cases)
    return match_columns(table, features, own, incoming, cases, id=id)


def match_columns(
    table: LoadedTable,
    features: list[str],
    columns_there: Sequence[str],
    incoming: Sequence[str],
    cases: GivenCases,
    *,
    id: str | None = None,
) -> Given:
    """Find the columns that are in a table among those that cases are given with."""
    known = {name.lower(): name for name in incoming}
    own = [name for name in columns_there if name != "row_id"]
    columns = {name: known.get(name.lower()) for name in own}
    if not any(columns[feature] for feature in features):
        raise UnknownName("feature", incoming[0], features, table.name)
    remarks = []
    missing = [column(name) for name in features if columns[name] is None]
    if missing:
        remarks.append(
            say(
                "{columns} {n:is|are} not given for the case, and taken as missing"
                if cases.is_one
                else "{columns} {n:is|are} not given for each case, and taken as "
                "missing",
                columns=listing(missing),
                n=len(missing),
            )
        )
    extra = [
        name
        for name in incoming
        if name.lower() not in [each.lower() for each in own] and name != id
    ]
    if extra:
        remarks.append(
            say(
                "{columns} {n:is no column|are no columns} of {table}, and not looked "
                "at",
                columns=listing(extra),
                n=len(extra),
                table=table.name,
            )
            + _meant(extra, [name for name in own if columns[name] is None])
        )
    given_label = columns[table.label]
    if given_label is not None and cases.label is not None:
        remarks.append(
            say(
                "the label {label} stands for the {label_column} of the case"
                if cases.is_one
                else "the label {label} stands for the {label_column} of each case",
                label=said(table.label, cases.label),
                label_column=column(table.label),
            )
        )
    return Given(columns, given_label, id, remarks, cases.is_one)


def _id(
    session: Session, table: LoadedTable, known: dict[str, str], cases: GivenCases
) -> str | None:
    """The column with the ids of the cases: one that is named, or the table's own."""
    source = cases.source if isinstance(cases.source, str) else "the cases"
    if cases.id is not None and cases.id.lower() not in known:
        raise UnknownName("column", cases.id, known.values(), source)
    id = known.get((cases.id or table.id or ROW_ID).lower())
    if id is not None:
        try:
            refuse_bad_ids(session, id, "VARCHAR", source)
        except WrongUse as error:
            raise WrongUse(f"{error}; name another column with --id") from error
    return id


def _meant(extra: list[str], not_given: list[str]) -> str:
    """The columns that are not given and that unknown ones may stand for."""
    found = [nearest_name(name, not_given) for name in extra]
    meant = dict.fromkeys(f"'{name}'" for name in found if name is not None)
    return say("; did you mean {names}?", names=listing(list(meant))) if meant else ""


def unseen_values(session: Session, given: Given, kinds: Kinds) -> list[str]:
    """A remark on each feature with values that the table does not have.

    A number, or a date, between the least and the greatest of many is ordinary.
    """
    has_missing = {
        feature: is_missing
        for feature, is_missing in session.fetch(query("cases/unseen_features"))
        if given.columns[feature] is not None
    }
    if not has_missing:
        return []
    unseen: dict[str, list[str]] = {
        feature: [_said(feature, None)] * is_missing
        for feature, is_missing in has_missing.items()
    }
    n_more: dict[str, int] = {}
    for feature, value, n_values, nearest in session.fetch(
        query("cases/unseen_values"),
        features=list(unseen),
        numbers=kinds.numbers,
        intervals=list(kinds.binned),
        dates=kinds.dates,
        n_many=MANY_NUMBERS,
        n_shown=_N_SHOWN,
        n_nearest=_N_NEAREST,
    ):
        unseen[feature].append(_with_nearest(feature, value, nearest))
        n_more[feature] = n_values - _N_SHOWN
    remarks = []
    for feature, values in unseen.items():
        if n_more.get(feature, 0) > 0:
            values.append(many(n_more[feature], "other value"))
        if values:
            remarks.append(
                say(
                    "no row has {column} {values}: every row differs in it",
                    column=column(feature),
                    values=listing(values),
                )
            )
    return remarks


def _with_nearest(feature: str, value: str, nearest: list[str]) -> str:
    """A value that no row has, and those that are nearest to it."""
    if not nearest:
        return _said(feature, value)
    return say(
        "{value} (nearest: {values})",
        value=_said(feature, value),
        values=", ".join(_said(feature, each) for each in nearest),
    )


def _said(feature: str, value: str | None) -> str:
    return cut(said(feature, value), _LONGEST)
