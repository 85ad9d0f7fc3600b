"""Declared options as JSON schemas, and arguments that are checked against them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, get_args

from cfsql.errors import UnknownName, WrongUse
from cfsql.options import Option

Schema = dict[str, Any]

_TYPES = {int: "integer", float: "number", bool: "boolean", str: "string"}


def of_options(declared: Mapping[str, Option]) -> dict[str, Schema]:
    """The schema of each option."""
    return {name: _of_option(option) for name, option in declared.items()}


def _of_option(option: Option) -> Schema:
    schema: Schema = {"description": option.help}
    if option.is_list:
        schema |= {"type": "array", "items": {"type": "string"}}
    else:
        kinds = [_TYPES[each] for each in _kinds(option.type) if each in _TYPES]
        schema["type"] = kinds[0] if kinds else ["string", "number", "boolean"]
    if option.choices:
        schema["enum"] = list(option.choices)
    if option.least is not None:
        schema["minimum"] = option.least
    if option.most is not None:
        schema["maximum"] = option.most
    return schema


def _kinds(hint: Any) -> tuple[Any, ...]:
    return get_args(hint) or (hint,)


def check(
    tool: str,
    given: Mapping[str, Any],
    schemas: Mapping[str, Schema],
    required: tuple[str, ...],
) -> None:
    """Refuse arguments that a tool does not take, with the nearest that it does."""
    from jsonschema import Draft202012Validator

    for name in given:
        if name not in schemas:
            raise UnknownName("argument", name, schemas, tool)
    for name in required:
        if name not in given:
            raise WrongUse(f"{tool} needs the argument '{name}'")
    for name, value in given.items():
        for error in Draft202012Validator(schemas[name]).iter_errors(value):
            raise WrongUse(f"argument '{name}' of {tool}: {error.message}")
