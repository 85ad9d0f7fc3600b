"""The forms in which Python callers take a result, and how it shows itself.

All results have all forms: what is stored reads its table (`Result`, in `api`), and
what Python holds says what its rows are (`Held`).
"""

from __future__ import annotations

import os
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields, is_dataclass, replace
from functools import cache
from types import NoneType
from typing import TYPE_CHECKING, Any, Literal, get_args, get_origin, get_type_hints

from cfsql.engines import duckdb as engine
from cfsql.errors import WrongUse
from cfsql.speech import cut

if TYPE_CHECKING:
    import duckdb
    import pandas
    import polars
    import pyarrow

# The characters of a result that is printed.
_LONGEST = 240

# Numbers that the result tables keep in four bytes.
_SMALL = ("distance", "min_distance", "size")

# What a result knows for itself alone.
_NOT_TOLD = ("id_type", "speech")

Column = tuple[type, object]


class Frames(ABC):
    """A result: something with rows."""

    @abstractmethod
    def relation(self) -> duckdb.DuckDBPyRelation:
        """The rows as a DuckDB relation."""

    def _read(self) -> duckdb.DuckDBPyRelation:
        """The rows as a relation that nobody else uses."""
        return self.relation()

    @property
    @abstractmethod
    def headline(self) -> str:
        """The result in one line."""

    @property
    def notes(self) -> Sequence[str]:
        """What to know beside the result, a sentence each."""
        return ()

    def pl(self) -> polars.DataFrame:
        """The rows as a polars frame."""
        frame: polars.DataFrame = engine.in_form(self._read(), engine.FRAME).pl()
        return frame

    def arrow(self) -> pyarrow.Table:
        """The rows as an Arrow table."""
        return engine.in_form(self._read(), engine.FRAME).to_arrow_table()

    def df(self) -> pandas.DataFrame:
        """The rows as a pandas frame; pandas must be installed."""
        try:
            import pandas  # noqa: F401
        except ImportError as error:
            raise WrongUse("df() needs pandas: pip install pandas") from error
        return engine.in_form(self._read(), engine.PANDAS).df()

    def to_parquet(self, path: str | os.PathLike[str]) -> None:
        """Write the rows to a Parquet file.

        Parameters:
            path: the file.
        """
        from cfsql import export

        export.write(self._read(), self._target(path), ending=".parquet")

    def to_xlsx(self, path: str | os.PathLike[str]) -> None:
        """Write the rows to a workbook, with what each column means.

        It has the summary too, if there is one. xlsxwriter must be installed.

        Parameters:
            path: the file, which ends in .xlsx.
        """
        from cfsql import export

        given = os.fspath(path)
        export.check(given, (".xlsx",))
        self.to_file(given)

    def to_file(self, path: str | os.PathLike[str], *, bom: bool = False) -> list[str]:
        """Write the rows to a file: .parquet, .csv, .json, .jsonl or .xlsx.

        What was changed for a spreadsheet is returned, a sentence each.

        Parameters:
            path: the file.
            bom: whether a CSV file is one for spreadsheets: it begins with a byte order
                mark, and an apostrophe stands before what would be a formula.
        """
        from cfsql import export

        return export.write(
            self._read(), self._target(path), summary=self._beside(), bom=bom
        )

    def _target(self, path: str | os.PathLike[str]) -> str:
        """The file to write, if it may be replaced."""
        return os.fspath(path)

    def _beside(self) -> duckdb.DuckDBPyRelation | None:
        """A row for each case, for the second sheet of a workbook."""
        return None

    def to_dict(self) -> dict[str, Any]:
        """The result for programs, with its rows as dicts."""
        return {"headline": self.headline, "rows": self.pl().to_dicts()}

    def _beginning(self, n_rows: int) -> tuple[int, duckdb.DuckDBPyRelation]:
        """How many rows there are, and the first of them."""
        rows = self._read()
        return len(rows), rows.limit(n_rows)

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {cut(self.headline, _LONGEST)}>"

    def __str__(self) -> str:
        return "\n".join([repr(self), *self.notes])

    def _repr_html_(self) -> str:
        from cfsql.show.notebook import result_html

        return result_html(self)


@dataclass(frozen=True)
class Rows:
    """Dataclasses as rows: a field is a column, unless it is a dict or left out.

    `before` are columns in front of theirs, each with its type and the one value that
    all rows have. A column of type `object` holds row ids; `id_type` is their type
    in the database, None for the numbers that cfsql gives.
    """

    kind: type
    each: Sequence[object]
    before: Mapping[str, Column] = field(default_factory=dict)
    without: tuple[str, ...] = ()
    id_type: str | None = None

    def relation(self) -> duckdb.DuckDBPyRelation:
        """The rows as a DuckDB relation of their own."""
        return together([self])

    def columns(self) -> dict[str, list[object]]:
        """The values of each column."""
        columns: dict[str, list[object]] = {
            name: [value] * len(self.each) for name, (_, value) in self.before.items()
        }
        for name in _columns(self.kind):
            if name not in self.without:
                columns[name] = [_plain(getattr(each, name)) for each in self.each]
        return columns


def together(parts: Sequence[Rows]) -> duckdb.DuckDBPyRelation:
    """Rows with the same columns, one after the other, as one relation."""
    first, *_ = parts
    before = {name: kind for name, (kind, _) in first.before.items()}
    kinds = {**_columns(first.kind), **before}
    columns: dict[str, list[object]] = {}
    for part in parts:
        for name, values in part.columns().items():
            columns.setdefault(name, []).extend(values)
    types = {
        name: _arrow_type(name, kinds[name])
        for name in columns
        if kinds[name] is not object
    }
    return engine.relation_of(columns, types, id_type=first.id_type or "BIGINT")


class Held(Frames):
    """A result that Python holds: a dataclass, whose rows are other dataclasses."""

    @abstractmethod
    def _rows(self) -> Rows:
        """What the rows are."""

    def relation(self) -> duckdb.DuckDBPyRelation:
        """The rows as a DuckDB relation."""
        return self._rows().relation()

    def _beginning(self, n_rows: int) -> tuple[int, duckdb.DuckDBPyRelation]:
        """How many rows there are, and the first of them."""
        rows = self._rows()
        return len(rows.each), replace(rows, each=rows.each[:n_rows]).relation()

    def to_dict(self) -> dict[str, Any]:
        """The result for programs."""
        assert is_dataclass(self)
        record = asdict(self)
        for name in _NOT_TOLD:
            record.pop(name, None)
        return record


@cache
def _columns(kind: type) -> dict[str, Any]:
    """The fields of a dataclass that are columns, with their types."""
    hints = get_type_hints(kind)
    found = {each.name: _without_none(hints[each.name]) for each in fields(kind)}
    return {name: kind for name, kind in found.items() if get_origin(kind) is not dict}


def _without_none(hint: Any) -> Any:
    """`int` of `int | None`: every column may hold NULL."""
    left = [each for each in get_args(hint) if each is not NoneType]
    return left[0] if NoneType in get_args(hint) and len(left) == 1 else hint


def _arrow_type(name: str, kind: Any) -> pyarrow.DataType:
    import pyarrow as pa

    if get_origin(kind) is list:
        (member,) = get_args(kind)
        return pa.list_(_arrow_type(name, member))
    if get_origin(kind) is Literal:
        return pa.string()
    if is_dataclass(kind):
        members = _columns(kind)  # type: ignore[arg-type]
        return pa.struct(
            [(each, _arrow_type(each, of)) for each, of in members.items()]
        )
    if kind is int:
        return pa.int32() if name in _SMALL else pa.int64()
    return {float: pa.float64(), bool: pa.bool_(), str: pa.string()}[kind]


def _plain(value: object) -> object:
    """A value as Arrow takes it: dataclasses as dicts."""
    if isinstance(value, list):
        return [_plain(each) for each in value]
    return vars(value) if is_dataclass(value) else value
