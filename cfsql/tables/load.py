"""Loading: from a file or a frame to a table with row ids, encoded and described."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from cfsql.engines import Engine
from cfsql.engines.duckdb import Session
from cfsql.engines.queries import query
from cfsql.errors import BadFile, UnknownName, WrongUse
from cfsql.method import encode
from cfsql.options import LAST, one_by_one
from cfsql.tables import bins as intervals
from cfsql.tables import catalog, records
from cfsql.tables.bins import Cut
from cfsql.tables.catalog import LoadedTable
from cfsql.tables.frames import Held, Rows
from cfsql.tables.sources import open_file, stage_file, stage_frame
from cfsql.words import many

ROW_ID = "row_id"

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


@dataclass(frozen=True)
class Roles:
    """What each column of a table is for."""

    label: str
    id: str | None
    ignored: list[str]
    features: list[str]
    cuts: dict[str, Cut]


def load(
    session: Session,
    source: object,
    *,
    table: str | None = None,
    label: str | int | None = None,
    id: str | None = None,
    ignore: Sequence[str] = (),
    bins: Mapping[str, object] | None = None,
    replace: bool = False,
    text: bool = False,
    encoding: str = "utf-8",
) -> str:
    """Load a path or a frame as a table; its name."""
    started = time.monotonic()
    wanted = {name: intervals.parse(name, cut) for name, cut in (bins or {}).items()}
    if isinstance(source, str):
        with open_file(source) as file:
            name, source_name = table or file.stem, file.name
            _refuse_existing(session, name, replace=replace)
            written = stage_file(session, file, text=text, encoding=encoding)
    else:
        name, source_name = table or "data", type(source).__name__
        _refuse_existing(session, name, replace=replace)
        written = stage_frame(session, source)
    if text:
        session.stage(query("load/as_texts"))
    columns = _incoming(session, source_name)
    roles = find_roles(columns, written, source_name, label, id, ignore, wanted)
    if roles.id is not None:
        refuse_bad_ids(session, roles.id, dict(columns)[roles.id], source_name)
    if session.fetch_one(query("load/labelled_size"), label=roles.label) == (0,):
        raise BadFile(f"{source_name}: column '{roles.label}' is NULL in every row")
    with session.transaction():
        records.prepare(session)
        records.forget_table(session, name)
        _store(session, name, roles, source_name)
        records.remember_table(
            session,
            table_name=name,
            source=source_name,
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
                "source": source_name,
                "label": roles.label,
                "id": roles.id,
                "ignore": roles.ignored or None,
                "bin": {name: str(cut) for name, cut in roles.cuts.items()} or None,
                "text": text or None,
                "replace": replace or None,
            },
            rows=catalog.loaded_table(session, name).n_rows,
            seconds=time.monotonic() - started,
        )
        intervals.keep_view(session, name, list(roles.cuts))
    return name


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
    )


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
    encode.bind(session, table.name)
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
        schema=session.schema,
        table_name=table.name,
        label=table.label,
        id=table.id,
        ignored=table.ignored,
    )


# What is refused before anything is written.


def _refuse_existing(session: Session, name: str, *, replace: bool) -> None:
    if not name.strip():
        raise WrongUse("the table needs a name; give one with --table")
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


def _incoming(session: Session, source_name: str) -> list[tuple[str, str]]:
    """The names and types of what was read."""
    columns: list[tuple[str, str]] = session.column_types("incoming")
    if not session.size("incoming"):
        raise BadFile(f"{source_name} has no rows")
    if len(columns) < 2:
        raise BadFile(
            f"{source_name} has only one column, '{columns[0][0]}'; "
            "a table needs a label and at least one feature"
        )
    return columns


def find_roles(
    incoming: Sequence[tuple[str, str]],
    written: Sequence[str],
    source_name: str,
    label: str | int | None,
    id: str | None,
    ignore: Sequence[str],
    cuts: Mapping[str, Cut],
) -> Roles:
    """Which column is what; names match whatever their case, as in SQL.

    DuckDB renames the later of two columns that differ in case alone, or not at all;
    a name that is written just so is the column meant.
    """
    columns = [name for name, _ in incoming]
    known = {column.lower(): column for column in columns}
    if len(written) == len(columns):
        known |= dict(reversed(list(zip(written, columns, strict=True))))

    def find(name: str) -> str:
        found = known.get(name) or known.get(name.lower())
        if found is None:
            raise UnknownName("column", name, columns, source_name)
        return found

    def is_known(name: str) -> bool:
        return name in known or name.lower() in known

    id = None if id is None else find(id)
    ignored = [
        find(name) for name in one_by_one("ignore", ignore, is_known, of="column")
    ]
    taken = next((column for column in columns if column.lower() == ROW_ID), None)
    if taken is not None and id != taken:
        raise WrongUse(
            f"{source_name} has a column '{taken}', the name of cfsql's own "
            f"row number; use it as such with --id {taken}, or rename it"
        )
    if label is None:
        raise WrongUse(
            f"which column of {source_name} is the outcome? Name it with "
            f"label={columns[-1]!r}, or another; label={LAST} is the last one"
        )
    if isinstance(label, int) and not -len(columns) <= label < len(columns):
        raise WrongUse(f"{source_name} has no column {label}, but {len(columns)}")
    label = columns[label] if isinstance(label, int) else find(label)
    if label == id:
        raise WrongUse(f"column '{label}' cannot be both the label and the id")
    if label in ignored:
        raise WrongUse(f"column '{label}' cannot be both the label and ignored")
    features = [c for c in columns if c not in (label, id) and c not in ignored]
    if not features:
        raise WrongUse(f"{source_name} has no feature left besides the label '{label}'")
    found: dict[str, Cut] = {}
    for name, cut in cuts.items():
        column = find(name)
        if column in found:
            raise WrongUse(f"--bin names column '{column}' twice")
        if column not in features:
            role = "the label" if column == label else "ignored"
            role = "the id" if column == id else role
            raise WrongUse(
                f"column '{column}' is {role}, no feature: leave --bin {column} out"
            )
        intervals.refuse_type(column, dict(incoming)[column], source_name)
        found[column] = cut
    in_order = {feature: found[feature] for feature in features if feature in found}
    return Roles(label=label, id=id, ignored=ignored, features=features, cuts=in_order)


def refuse_bad_ids(session: Engine, id: str, kind: str, source_name: str) -> None:
    """Refuse a column as the id that is not unique, or is NULL somewhere."""
    no_ids = ("ARRAY", "MAP", "STRUCT", "TUPLE", "UNION")
    if kind.endswith("]") or kind.startswith(no_ids):
        raise WrongUse(f"column '{id}' of {source_name} is a {kind}, which is no id")
    for value, n_rows in session.fetch(query("load/bad_ids"), id=id):
        problem = "is NULL" if value is None else f"is {value!r}"
        raise WrongUse(
            f"column '{id}' of {source_name} {problem} in {n_rows} "
            f"row{'s' if n_rows > 1 else ''}; an id must be unique and not NULL"
        )


# What is written, inside the transaction of the load.


def _store(session: Session, name: str, roles: Roles, source_name: str) -> None:
    table = session.public(name)
    if roles.id is None:
        session.store_query(query("load/numbered_rows"), table)
    else:
        session.store_query(query("load/identified_rows"), table, id=roles.id)
    session.comment(
        "table", table, f"Loaded by cfsql from {source_name}; label: {roles.label}"
    )
    if roles.cuts:
        intervals.stage(session, table, source_name, roles.label, roles.cuts)
        intervals.keep(session, name)
    encode.encode(session, table=name, label=roles.label, features=roles.features)
    encode.keep(session, name)
