"""What kinds of values the features of a table have, for values given as texts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from cfsql.engines.duckdb import Session
from cfsql.engines.queries import query
from cfsql.errors import UnreadableValue
from cfsql.speech import marked
from cfsql.tables import bins
from cfsql.tables.catalog import LoadedTable

# What a value of a type should be; of any other type it is a value of that type.
_EXPECTED = {
    "BOOLEAN": marked("true or false"),
    "DATE": marked("a date"),
    "TIME": marked("a time"),
}
_WHOLE, _NUMBER = marked("a whole number"), marked("a number")
_MOMENT = marked("a date and a time")
_OF_TYPE = marked("a value of the type {type}")


@dataclass(frozen=True)
class Kinds:
    """The types of features by name; `binned` are cut into intervals."""

    types: Mapping[str, str]
    binned: tuple[str, ...]

    @classmethod
    def of(cls, session: Session, table: LoadedTable, features: list[str]) -> Kinds:
        """The kinds of the features of a table whose rows are bound."""
        types = dict(session.column_types("source_rows"))
        binned = tuple(name for name in features if name in table.bins)
        return cls({name: types[name] for name in features}, binned)

    @property
    def texts(self) -> list[str]:
        """Features that take any text."""
        return [name for name, kind in self.types.items() if bins.is_text(kind)]

    @property
    def exact(self) -> list[str]:
        """Features of numbers that are read as they are, or not at all."""
        return [name for name in self.numbers if self.types[name] not in bins.FLOATS]

    @property
    def numbers(self) -> list[str]:
        """Features of numbers that are compared as such."""
        return [
            name
            for name, kind in self.types.items()
            if bins.is_number(kind) and name not in self.binned
        ]

    @property
    def days(self) -> list[str]:
        """Features of dates, which leave no room for a time."""
        return [name for name, kind in self.types.items() if kind == "DATE"]

    @property
    def dates(self) -> list[str]:
        """Features of dates, with or without a time."""
        return [
            name
            for name, kind in self.types.items()
            if kind == "DATE" or kind.startswith("TIMESTAMP")
        ]

    def refuse_unreadable(
        self, session: Session, table: LoadedTable, *, is_one: bool
    ) -> None:
        """Refuse the first of the given cells that is no value of its column."""
        for row, feature, text in session.fetch(query("cases/unreadable_values")):
            (example,) = session.fetch_one(
                query("cases/least_value"), columns=[feature]
            )
            raise UnreadableValue(
                feature,
                table.name,
                text,
                None if is_one else row,
                expected=self._expected(feature),
                type=self.types[feature],
                example=example,
            )

    def _expected(self, feature: str) -> str:
        kind = self.types[feature]
        if feature in self.binned:
            return _NUMBER
        if bins.is_number(kind):
            return _NUMBER if kind in bins.FLOATS or "(" in kind else _WHOLE
        if kind.startswith("TIMESTAMP"):
            return _MOMENT
        return _EXPECTED.get(kind, _OF_TYPE)
