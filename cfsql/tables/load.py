"""Loading: from a file or a frame to a table with row ids, encoded and described."""

from __future__ import annotations

import dataclasses
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cfsql.engines.duckdb import Session
from cfsql.engines.queries import query
from cfsql.errors import BadFile, WrongUse
from cfsql.method import encode
from cfsql.options import ReadOptions, given_among
from cfsql.tables import bins as intervals
from cfsql.tables import catalog, records, sources
from cfsql.tables.catalog import LoadedTable
from cfsql.tables.frames import Held, Rows
from cfsql.tables.reading import Reading
from cfsql.tables.roles import Roles, find_roles, refuse_bad_ids
from cfsql.tables.row_sources import RowSource, rows_of
from cfsql.tables.sources import Source
from cfsql.words import listing, many

if TYPE_CHECKING:
    from typing_extensions import Unpack

# Name, type, role and, of a feature, the number of values.
Column = tuple[str, str, str, int | None]


@dataclass(frozen=True)
class FeatureValues:
    """A feature, and how many values it has."""

    feature: str
    n_values: int


@dataclass(frozen=True, repr=False)
class Profile(Held):
    """What a loaded table looks like, before any question is asked."""

    table: str
    label: str
    n_rows: int
    n_unlabelled: int
    n_distinct: int
    n_duplicates: int
    n_contradicted: int
    n_contradictions: int
    classes: dict[str, int]
    features: dict[str, int]
    intervals: dict[str, dict[str, int]]
    numbers: list[str]
    missing: dict[str, int]

    @property
    def headline(self) -> str:
        """The table in one line."""
        return (
            f"{self.table}, {many(self.n_rows, 'row')}, "
            f"{many(len(self.features), 'feature')}, label {self.label}"
        )

    def _rows(self) -> Rows:
        """The features."""
        each = [FeatureValues(*feature) for feature in self.features.items()]
        return Rows(FeatureValues, each)

    @property
    def n_labelled(self) -> int:
        """The rows of S."""
        return self.n_rows - self.n_unlabelled

    @property
    def nearly_unique(self) -> list[str]:
        """Features with a value of its own for most rows, as ids and weights have.

        In a small table half is chance; there only a value for every row counts.
        """
        few = 50
        return [
            feature
            for feature, n_values in self.features.items()
            if n_values > self.n_labelled / 2
            and (self.n_labelled >= few or n_values == self.n_labelled >= 5)
        ]

    @property
    def many_numbers(self) -> dict[str, int]:
        """Features with many numbers, which intervals may describe better."""
        many = 20
        return {
            feature: self.features[feature]
            for feature in self.numbers
            if self.features[feature] > many
        }


def load(
    session: Session,
    source: object,
    *,
    table: str | None = None,
    label: str | int | None = None,
    ignore: Sequence[str] = (),
    bins: Mapping[str, object] | None = None,
    replace: bool = False,
    from_: str | None = None,
    sql: str | None = None,
    **options: Unpack[ReadOptions],
) -> tuple[str, list[str]]:
    """Load a source as a table; its name, and remarks on what was read."""
    started = time.monotonic()
    reading = Reading.of(options)
    text = options.get("text", False)
    wanted = {name: intervals.parse(name, cut) for name, cut in (bins or {}).items()}
    found = sources.find(session, source, from_=from_, sql=sql)
    name = table or found.stem
    if name is None:
        raise WrongUse(f"{found.name} has no name; give its table one with --table")
    _refuse_existing(session, name, found, replace=replace)
    named = [str(each) for each in (label, options.get("id")) if each is not None]
    written = found.stage(session, reading, text=text, named=named)
    remarks: list[str] = []
    if found.place is None:
        if text:
            session.stage(query("load/as_texts"))
        written, remarks = _leave_out_unnamed(session, written, found.name)
    columns = _incoming(session, found.name)
    roles = find_roles(
        columns,
        written,
        found.name,
        label=label,
        id=options.get("id"),
        ignore=ignore,
        features=given_among(options, ReadOptions).get("features", ()),
        cuts=wanted,
    )
    if found.place is not None:
        _refuse_in_place(found, roles, written, text=text)
    if roles.id is not None:
        refuse_bad_ids(session, roles.id, dict(columns)[roles.id], found.name)
    if session.fetch_one(query("load/labelled_size"), label=roles.label) == (0,):
        raise BadFile(f"{found.name}: column '{roles.label}' is NULL in every row")
    with session.transaction():
        records.prepare(session)
        records.forget_table(session, name)
        how = {**reading.options, "text": text or None}
        _store(session, name, roles, found, how)
        records.remember_table(
            session,
            table_name=name,
            source=found.name,
            label=roles.label,
            id=roles.id,
            ignored=roles.ignored,
            binned=list(roles.cuts),
            cuts=[str(cut) for cut in roles.cuts.values()],
        )
        records.remember_run(
            session,
            command="load",
            table=name,
            options={
                "source": found.name,
                "sql": sql,
                "label": roles.label,
                "id": roles.id,
                "ignore": roles.ignored or None,
                "features": roles.features if options.get("features") else None,
                **reading.options,
                "bin": {name: str(cut) for name, cut in roles.cuts.items()} or None,
                "text": text or None,
                "replace": replace or None,
            },
            rows=catalog.loaded_table(session, name).n_rows,
            seconds=time.monotonic() - started,
        )
        intervals.keep_view(session, name, list(roles.cuts))
    return name, remarks


def profile(session: Session, table: LoadedTable) -> Profile:
    """Describe a loaded table."""
    fields = encode.bind(session, table.name)
    counts = session.fetch_one(query("profile/row_counts"))
    n_labelled, n_distinct, n_duplicates, n_contradicted, n_contradictions = counts
    types = {name: kind for name, kind, *_ in _column_roles(session, table)}
    return Profile(
        table=table.name,
        label=table.label,
        n_rows=table.n_rows,
        n_unlabelled=table.n_rows - n_labelled,
        n_distinct=n_distinct,
        n_duplicates=n_duplicates,
        n_contradicted=n_contradicted,
        n_contradictions=n_contradictions,
        classes=dict(session.fetch(query("profile/class_counts"))),
        features={field.feature: field.n_values for field in fields},
        intervals=_interval_counts(session, table),
        numbers=[
            field.feature
            for field in fields
            if intervals.is_number(types[field.feature])
            and field.feature not in table.bins
        ],
        missing=_missing(session),
    )


def _missing(session: Session) -> dict[str, int]:
    """The columns of a bound table, each with the rows that have no value in it."""
    names = session.columns("source_rows")
    counts = session.fetch_one(query("profile/missing_values"))
    return dict(zip(names, counts, strict=True))


def _interval_counts(session: Session, table: LoadedTable) -> dict[str, dict[str, int]]:
    """The intervals of each feature that has some, in order, and the rows in each."""
    counts: dict[str, dict[str, int]] = {}
    if table.bins:
        session.bind("bins", session.internal(f"{table.name}_bins"))
        for feature, text, n_rows in session.fetch(query("profile/interval_counts")):
            counts.setdefault(feature, {})[text] = n_rows
    return counts


def columns(session: Session, table: LoadedTable) -> list[Column]:
    """The columns of a table, and what each is for."""
    encode.bind(session, table.name, is_checked=False)
    counts = _interval_counts(session, table)
    return [
        (name, kind, f"{role}, {many(len(counts[name]), 'interval')}", n_values)
        if name in counts
        else (name, kind, role, n_values)
        for name, kind, role, n_values in _column_roles(session, table)
    ]


def _column_roles(session: Session, table: LoadedTable) -> list[Column]:
    return session.fetch(
        query("profile/column_roles"),
        catalog=session.catalog,
        schema=(table.place or (session.schema, ""))[0],
        table_name=(table.place or ("", table.name))[1],
        label=table.label,
        id=table.id,
        ignored=table.ignored,
    )


# What is refused before anything is written.


def _refuse_existing(
    session: Session, name: str, found: Source, *, replace: bool
) -> None:
    """Refuse a name that something else has; a table in its place has its own."""
    if not name.strip():
        raise WrongUse("the table needs a name; give one with --table")
    if found.place is not None:
        _refuse_results(session, found)
    loaded = {known.lower() for known in catalog.loaded_tables(session)}
    present = {known.lower() for known in catalog.relations(session, session.schema)}
    for stored in catalog.all_stored(session):
        if stored.name.lower() == name.lower() != stored.table.lower():
            raise WrongUse(
                f"'{stored.name}' holds results of {stored.table}; "
                "choose another name with --table"
            )
    if name.lower() not in present | loaded:
        return
    if name.lower() not in loaded:
        if found.place == (session.schema, name):
            return
        raise WrongUse(
            f"'{name}' is in the database already and was not loaded by cfsql; "
            "choose another name with --table"
        )
    catalog.refuse_other_schema(session, name)
    if not replace:
        raise WrongUse(
            f"table '{name}' exists already; replace it with --replace, "
            "or choose another name with --table"
        )


def _refuse_results(session: Session, found: Source) -> None:
    """Refuse to load what cfsql has made itself."""
    schema, table = found.place or ("", "")
    for stored in catalog.all_stored(session):
        if schema == session.schema and table in stored.relations:
            raise WrongUse(f"'{table}' is a result table of {stored.table}")


def _refuse_in_place(
    found: Source, roles: Roles, columns: Sequence[str], *, text: bool
) -> None:
    """Refuse what needs a copy, and rows that nothing tells apart."""
    if text:
        raise WrongUse(
            f"--text changes values, and {found.name} stays as it is; "
            f"copy it with: --sql 'from {found.name}'"
        )
    if roles.id is not None:
        return
    if found.kind == "a view":
        raise WrongUse(
            f"{found.name} is a view, whose rows have no numbers; name its key with "
            f"--id, or copy it with: --sql 'from {found.name}'"
        )
    if "rowid" in map(str.lower, columns):
        raise WrongUse(
            f"{found.name} has a column 'rowid', which hides the numbers of its rows; "
            "name its key with --id"
        )


def _leave_out_unnamed(
    session: Session, written: list[str], source_name: str
) -> tuple[list[str], list[str]]:
    """Leave columns without names and values out, as a mark at the end makes them.

    The names that are left, and remarks.
    """
    columns = session.columns("incoming")
    if len(columns) != len(written):
        return written, []
    empty = [
        place
        for place, name in enumerate(written)
        if not name.strip()
        and session.fetch_one(query("load/labelled_size"), label=columns[place]) == (0,)
    ]
    if not empty or len(empty) == len(written):
        return written, []
    kept = [name for place, name in enumerate(columns) if place not in empty]
    session.stage(query("load/kept_columns"), names=kept)
    left = [name for place, name in enumerate(written) if place not in empty]
    places = listing([f"{place + 1}" for place in empty])
    what = f"column {places} has" if len(empty) == 1 else f"columns {places} have"
    return left, [f"{source_name}: left out, {what} no name and no values"]


def _incoming(session: Session, source_name: str) -> list[tuple[str, str]]:
    """The names and types of what was read."""
    columns: list[tuple[str, str]] = session.column_types("incoming")
    if not session.size("incoming"):
        raise BadFile(f"{source_name} has no rows")
    if len(columns) < 2:
        raise BadFile(
            f"{source_name} has only one column, '{columns[0][0][:40]}'; a table needs "
            "a label and at least one feature; if there are more, say --delimiter"
        )
    return columns


# What is written, inside the transaction of the load.


def _store(
    session: Session,
    name: str,
    roles: Roles,
    found: Source,
    reading: dict[str, object],
) -> None:
    """Copy the rows, unless they are in the database; encode them."""
    if found.place is None:
        _copy(session, name, roles, found.name)
    place = found.place or (None, None)
    source = RowSource(
        table=name,
        kind=found.kind,
        address=found.address,
        reading={option: value for option, value in reading.items() if value},
        home_schema=session.schema,
        columns=[],
        rows_schema=place[0],
        rows_name=place[1],
        rows_id=roles.id,
    )
    records.remember_source(session, source)
    rows = rows_of(session, name)
    # In its place the column of ids is there twice, and is the same.
    own = None if found.place is None else roles.id
    columns = [each for each in session.columns(rows) if each != own]
    records.remember_source(session, dataclasses.replace(source, columns=columns))
    records.remember_rows(session, name)
    if roles.cuts:
        intervals.stage(session, rows, found.name, roles.label, roles.cuts)
        intervals.keep(session, name)
    encode.encode(
        session,
        table=name,
        label=roles.label,
        features=roles.features,
        is_numbered=roles.id is None and found.place is None,
    )
    encode.keep(session, name)


def _copy(session: Session, name: str, roles: Roles, source_name: str) -> None:
    table = session.public(name)
    if roles.id is None:
        session.store_query(query("load/numbered_rows"), table)
    else:
        session.store_query(query("load/identified_rows"), table, id=roles.id)
    session.comment(
        "table", table, f"Loaded by cfsql from {source_name}; label: {roles.label}"
    )
