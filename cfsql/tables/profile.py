"""What a loaded table looks like: its rows, classes, columns and their values."""

from __future__ import annotations

from dataclasses import dataclass

from cfsql.engines.duckdb import Session
from cfsql.engines.queries import query
from cfsql.method import encode
from cfsql.tables import bins as intervals
from cfsql.tables.catalog import LoadedTable
from cfsql.tables.frames import Held, Rows
from cfsql.tables.nearly_unique import NearlyUnique, about, nearly_unique
from cfsql.words import many

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
    def nearly_unique(self) -> list[NearlyUnique]:
        """Features with a value of their own for most rows, as ids and weights have."""
        return [
            about(
                feature,
                self.features[feature],
                self.n_labelled,
                is_number=feature in self.numbers,
            )
            for feature in nearly_unique(self.features, self.n_labelled)
        ]

    @property
    def many_numbers(self) -> dict[str, int]:
        """Features with many numbers, which intervals may describe better."""
        return {
            feature: self.features[feature]
            for feature in self.numbers
            if self.features[feature] > intervals.MANY_NUMBERS
        }


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
    )
