"""The values of a new case, as JSON or as a mapping."""

from __future__ import annotations

import json
from collections.abc import Mapping

from cfsql.errors import WrongUse


def parse_values(text: str) -> dict[str, object]:
    """The values of a case, as JSON."""
    try:
        values = json.loads(text, object_pairs_hook=_once_each)
    except json.JSONDecodeError as error:
        raise WrongUse(
            f'--values takes JSON such as \'{{"age": "<25"}}\': {error.msg} at '
            f"character {error.pos + 1}"
        ) from error
    if not isinstance(values, dict):
        raise WrongUse('--values takes a JSON object, such as \'{"age": "<25"}\'')
    return values


def _once_each(members: list[tuple[str, object]]) -> dict[str, object]:
    """The members of an object; of two with one name, which is meant is not known."""
    names = [name.lower() for name, _ in members]
    for name, _ in members:
        if names.count(name.lower()) > 1:
            raise WrongUse(f"--values has '{name}' more than once")
    return dict(members)


def values_frame(values: Mapping[str, object]) -> object:
    """The values of a case as a data frame of texts; refuse values of other shapes."""
    import polars as pl

    for name, value in values.items():
        if isinstance(value, (dict, list, tuple, set)):
            raise WrongUse(f"the value of {name} should be a text or a number")
    if not values:
        raise WrongUse("a case needs at least one value")
    return pl.DataFrame(
        {str(name): [value_as_text(value)] for name, value in values.items()}
    )


def value_as_text(value: object) -> str | None:
    """A value as the table would write it."""
    if value is None:
        return None
    return str(value).lower() if isinstance(value, bool) else str(value)
