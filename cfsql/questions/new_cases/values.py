"""The values of a new case, as a mapping or a row of a frame."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cfsql.errors import WrongUse
from cfsql.words import many

# What frames can do, and ids cannot: of pandas, polars, Arrow, DuckDB.
_OF_FRAMES = ("iloc", "to_arrow", "to_pylist", "to_arrow_table")


def case_values(row: Any) -> Mapping[str, object] | None:
    """The values of a case by column; None for what is no case, but an id.

    A case is a dict, a row of pandas (a Series), or a frame with one row.
    """
    if isinstance(row, Mapping):
        values = row
    elif hasattr(row, "to_frame") and hasattr(row, "index"):
        values = row.to_dict()
    elif not any(hasattr(row, name) for name in _OF_FRAMES):
        return None
    else:
        records = _records(row)
        if len(records) != 1:
            raise WrongUse(
                f"explain takes one case, and this frame has "
                f"{many(len(records), 'row')}; explain_cases takes them all"
            )
        (values,) = records
    return {name: _known(value) for name, value in values.items()}


def _records(frame: Any) -> list[dict[str, object]]:
    """The rows of a pandas, polars or Arrow frame."""
    if hasattr(frame, "iloc"):
        found: list[dict[str, object]] = frame.to_dict("records")
    elif hasattr(frame, "to_arrow_table"):
        found = frame.to_arrow_table().to_pylist()
    elif hasattr(frame, "to_pylist"):
        found = frame.to_pylist()
    elif hasattr(frame, "to_dicts"):
        found = frame.to_dicts()
    else:
        raise WrongUse(
            "a column of polars has no names; give a row as a dict, such as "
            "frame.row(0, named=True)"
        )
    return found


def _known(value: Any) -> object:
    """A value of a frame as Python has it: what is missing is None."""
    if hasattr(value, "item"):
        value = value.item()
    is_missing = value is None or type(value).__name__ in ("NAType", "NaTType")
    # NaN alone is not itself.
    return None if is_missing or value != value else value


def values_frame(values: Mapping[str, object]) -> object:
    """The values of a case as a table of texts; refuse values of other shapes."""
    import pyarrow as pa

    for name, value in values.items():
        if isinstance(value, (dict, list, tuple, set)):
            raise WrongUse(f"the value of {name} should be a text or a number")
    if not values:
        raise WrongUse("a case needs at least one value")
    return pa.table(
        {
            str(name): pa.array([value_as_text(value)], pa.string())
            for name, value in values.items()
        }
    )


def value_as_text(value: object) -> str | None:
    """A value as the table would write it."""
    if value is None:
        return None
    return str(value).lower() if isinstance(value, bool) else str(value)
