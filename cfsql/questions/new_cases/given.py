"""The columns and values that new cases are given with, and remarks on them."""

from __future__ import annotations

from dataclasses import dataclass, replace

from cfsql.engines.duckdb import Session
from cfsql.engines.queries import query
from cfsql.errors import BadFile, UnknownName, WrongUse, nearest_name
from cfsql.tables import sources
from cfsql.tables.catalog import LoadedTable
from cfsql.tables.reading import Reading
from cfsql.tables.roles import ROW_ID, refuse_bad_ids
from cfsql.tables.sources.files import OneFile
from cfsql.words import listing, many, said

# Values that the table does not have, to be named of each feature.
_N_SHOWN = 3


_AS_MOST_ARE = Reading()


@dataclass(frozen=True)
class Cases:
    """New cases as they are given: a path or a data frame, and a label for all.

    `name` is what remarks and errors call them.
    """

    source: object
    label: str | None
    name: str
    reading: Reading = _AS_MOST_ARE
    id: str | None = None


@dataclass(frozen=True)
class Given:
    """The columns of the table, each with the given column that it comes from."""

    columns: dict[str, str | None]
    label: str | None
    id: str | None
    remarks: list[str]


def read_cases(
    session: Session, table: LoadedTable, features: list[str], cases: Cases
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
    known = {name.lower(): name for name in incoming}
    own = [name for name in session.columns("source_rows") if name != "row_id"]
    columns = {name: known.get(name.lower()) for name in own}
    if not any(columns[feature] for feature in features):
        raise UnknownName("feature", incoming[0], features, table.name)
    id = _id(session, table, known, cases)
    remarks = []
    missing = [feature for feature in features if columns[feature] is None]
    if missing:
        verb = "is" if len(missing) == 1 else "are"
        remarks.append(
            f"{listing(missing)} {verb} not given for {cases.name}, "
            "and taken as missing"
        )
    extra = [
        name
        for name in incoming
        if name.lower() not in [each.lower() for each in own] and name != id
    ]
    if extra:
        verb = "is no column" if len(extra) == 1 else "are no columns"
        remarks.append(
            f"{listing(extra)} {verb} of {table.name}, and not looked at"
            + _meant(extra, [name for name in own if columns[name] is None])
        )
    given_label = columns[table.label]
    if given_label is not None and cases.label is not None:
        remarks.append(
            f"the label {cases.label} stands for the {table.label} of {cases.name}"
        )
    return Given(columns, given_label, id, remarks)


def _id(
    session: Session, table: LoadedTable, known: dict[str, str], cases: Cases
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
    return f"; did you mean {listing(list(meant))}?" if meant else ""


def unseen_values(session: Session, given: Given) -> list[str]:
    """A remark on the values that the table does not have, if there are any."""
    unseen: dict[str, list[str]] = {}
    for feature, value in session.fetch(query("cases/unseen_values")):
        if given.columns[feature] is not None:
            unseen.setdefault(feature, []).append(said(value))
    found = []
    for feature, values in unseen.items():
        shown = values[:_N_SHOWN]
        if len(values) > len(shown):
            shown.append(many(len(values) - len(shown), "other value"))
        found.append(f"{feature} {listing(shown)}")
    if not found:
        return []
    return [f"no row has {'; '.join(found)}: such a value differs from every row's"]
