"""Functions that take declared options as keywords: `**options: Unpack[RankOptions]`.

Type checkers and editors know these keywords. `takes` makes the rest of Python know
them: a wrong name is refused, and the signature and docstring list every option.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Mapping
from inspect import Parameter
from typing import Any, TypeVar, cast

from cfsql.errors import nearest_name
from cfsql.options import Option, options_of
from cfsql.spelling import as_keywords

F = TypeVar("F", bound=Callable[..., Any])


def takes(kind: type) -> Callable[[F], F]:
    """Let a function with `**options` take those that a TypedDict declares."""
    declared = options_of(kind)

    def decorate(function: F) -> F:
        signature = _spelled_out(inspect.signature(function), declared)
        known = [
            name
            for name, parameter in signature.parameters.items()
            if parameter.kind is not Parameter.POSITIONAL_ONLY
        ]

        @functools.wraps(function)
        def checked(*arguments: Any, **options: Any) -> Any:
            for name in options:
                if name not in known:
                    raise TypeError(_unknown(function.__qualname__, name, known))
            return function(*arguments, **options)

        # Tools that look below a wrapper would show `**options`.
        del checked.__wrapped__
        checked.__signature__ = signature  # type: ignore[attr-defined]
        checked.__doc__ = _with_options(inspect.getdoc(function), declared)
        return cast(F, checked)

    return decorate


def _spelled_out(
    signature: inspect.Signature, declared: Mapping[str, Option]
) -> inspect.Signature:
    """A signature with the options in the place of `**options`.

    Of the function's own keywords, those that must be given stand first.
    """
    own = list(signature.parameters.values())[:-1]
    options = [
        Parameter(
            name, Parameter.KEYWORD_ONLY, default=option.default, annotation=option.type
        )
        for name, option in declared.items()
    ]
    keywords = [each for each in own if each.kind is Parameter.KEYWORD_ONLY]
    required = [each for each in keywords if each.default is Parameter.empty]
    others = [each for each in keywords if each not in required]
    positional = [each for each in own if each not in keywords]
    return signature.replace(parameters=[*positional, *required, *options, *others])


def _with_options(text: str | None, declared: Mapping[str, Option]) -> str:
    """A docstring with a line for each option."""
    lines = [
        f"    {name}: {as_keywords(option.about)}" for name, option in declared.items()
    ]
    return "\n".join([text or "", "", "Other Parameters:", *lines])


def _unknown(function: str, name: str, known: list[str]) -> str:
    near = nearest_name(name, known)
    hint = f"; did you mean '{near}'?" if near else ""
    return f"{function}() got an unexpected keyword argument '{name}'{hint}"
