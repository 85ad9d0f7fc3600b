"""What each column of a table is for: label, id, feature, or nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from cfsql.engines import Engine
from cfsql.engines.queries import query
from cfsql.errors import UnknownName, WrongUse
from cfsql.options import LAST, one_by_one
from cfsql.tables import bins as intervals
from cfsql.tables.bins import Cut

ROW_ID = "row_id"


@dataclass(frozen=True)
class Roles:
    """What each column of a table is for."""

    label: str
    id: str | None
    ignored: list[str]
    features: list[str]
    cuts: dict[str, Cut]


def find_roles(
    incoming: Sequence[tuple[str, str]],
    written: Sequence[str],
    source_name: str,
    *,
    label: str | int | None,
    id: str | None,
    ignore: Sequence[str],
    features: Sequence[str],
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
    others = [c for c in columns if c not in (label, id) and c not in ignored]
    wanted = [
        find(name) for name in one_by_one("features", features, is_known, of="column")
    ]
    for name in wanted:
        if name not in others:
            role = "the label" if name == label else "ignored"
            role = "the id" if name == id else role
            raise WrongUse(f"column '{name}' is {role}: leave it out of --features")
    if wanted:
        ignored = [c for c in columns if c not in (label, id) and c not in wanted]
        others = [c for c in others if c in wanted]
    if not others:
        raise WrongUse(f"{source_name} has no feature left besides the label '{label}'")
    found: dict[str, Cut] = {}
    for name, cut in cuts.items():
        column = find(name)
        if column in found:
            raise WrongUse(f"--bin names column '{column}' twice")
        if column not in others and column != label:
            role = "the id" if column == id else "ignored"
            raise WrongUse(
                f"column '{column}' is {role}, no feature: leave --bin {column} out"
            )
        intervals.refuse_type(column, dict(incoming)[column], source_name)
        found[column] = cut
    # As the columns stand: that is how their values are read.
    in_order = {name: found[name] for name in columns if name in found}
    return Roles(label=label, id=id, ignored=ignored, features=others, cuts=in_order)


def refuse_bad_ids(session: Engine, id: str, kind: str, source_name: str) -> None:
    """Refuse a column as the id that is not unique, or is NULL somewhere."""
    refuse_no_id(id, kind, source_name)
    refuse_repeated(id, session.fetch(query("load/bad_ids"), id=id), source_name)


def refuse_no_id(id: str, kind: str, source_name: str) -> None:
    """Refuse a column as the id whose type is none of an id's."""
    no_ids = ("ARRAY", "MAP", "STRUCT", "TUPLE", "UNION")
    if kind.endswith("]") or kind.startswith(no_ids):
        raise WrongUse(f"column '{id}' of {source_name} is a {kind}, which is no id")


def refuse_repeated(id: str, found: Sequence[Sequence[Any]], source_name: str) -> None:
    """Refuse a column as the id of which these values come more than once."""
    for value, n_rows in found:
        problem = "is NULL" if value is None else f"is {value!r}"
        raise WrongUse(
            f"column '{id}' of {source_name} {problem} in {n_rows} "
            f"row{'s' if n_rows > 1 else ''}; an id must be unique and not NULL"
        )


def refuse_hidden_numbers(columns: Sequence[str], source_name: str) -> None:
    """Refuse a column that has the name of the numbers of rows, which are the ids."""
    if "rowid" in map(str.lower, columns):
        raise WrongUse(
            f"{source_name} has a column 'rowid', which hides the numbers of its rows; "
            "name its key with --id"
        )
