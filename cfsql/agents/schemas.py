"""Declared options as JSON schemas, and arguments that are checked against them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, get_args

from cfsql.errors import UnknownName, WrongUse
from cfsql.options import Option
from cfsql.spelling import as_arguments

Schema = dict[str, Any]

_TYPES = {int: "integer", float: "number", bool: "boolean", str: "string"}

# What is said of an argument of the wrong type.
_TAKES = {
    "array": 'it takes a list, such as ["a", "b"]',
    "integer": "it takes a whole number",
    "number": "it takes a number",
    "boolean": "it takes true or false",
    "object": 'it takes an object, such as {"column": "value"}',
}


def of_options(declared: Mapping[str, Option]) -> dict[str, Schema]:
    """The schema of each option."""
    return {name: _of_option(option) for name, option in declared.items()}


def _of_option(option: Option) -> Schema:
    schema: Schema = {"description": as_arguments(option.about)}
    if option.is_list:
        each = f"{option.help[0].lower()}{option.help[1:]}"
        schema["description"] = f"A list; each entry: {each}"
        schema |= {"type": "array", "items": {"type": "string"}}
    else:
        kinds = [_TYPES[each] for each in _kinds(option.type) if each in _TYPES]
        schema["type"] = kinds[0] if kinds else ["string", "number", "boolean"]
    if option.choices:
        schema["type"] = "string"
        schema["enum"] = list(option.choices)
    if option.least is not None:
        schema["minimum"] = option.least
    if option.most is not None:
        schema["maximum"] = option.most
    return schema


def _kinds(hint: Any) -> tuple[Any, ...]:
    return get_args(hint) or (hint,)


def checked(
    tool: str,
    given: Mapping[str, Any],
    schemas: Mapping[str, Schema],
    required: tuple[str, ...],
) -> dict[str, Any]:
    """Arguments as a tool takes them; others are refused, with the nearest that it has.

    Models often give 1.0 for 1, "sex" for ["sex"], and null for what they leave out.
    """
    from jsonschema import Draft202012Validator

    for name in given:
        if name not in schemas:
            raise UnknownName("argument", name, schemas, tool)
    taken = {name: _as_type(each, schemas[name]) for name, each in given.items()}
    taken = {
        name: each
        for name, each in taken.items()
        if each is not None or "null" in schemas[name]["type"]
    }
    for name in required:
        if name not in taken:
            raise WrongUse(f"{tool} needs the argument '{name}'")
    for name, value in taken.items():
        for error in Draft202012Validator(schemas[name]).iter_errors(value):
            is_type = error.validator == "type" and not error.path
            takes = _TAKES.get(str(schemas[name]["type"])) if is_type else None
            hint = f"; {takes}" if takes else ""
            raise WrongUse(f"argument '{name}' of {tool}: {error.message}{hint}")
    return taken


def _as_type(value: Any, schema: Schema) -> Any:
    """A value in the type that is asked for, if it says the same in another."""
    kind = schema["type"]
    kinds = [kind] if isinstance(kind, str) else kind
    if isinstance(value, float) and value.is_integer() and "integer" in kinds:
        return int(value)
    if not isinstance(value, str) or "string" in kinds:
        return value
    try:
        meant = json.loads(value)
    except ValueError:
        meant = value
    if "array" in kinds:
        return meant if isinstance(meant, list) else [value]
    return meant
