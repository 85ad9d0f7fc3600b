"""Options are declared once: what is derived from the declaration agrees with it."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from dataclasses import fields

import pytest

import cfsql
from cfsql.experiments import Experiments, Protocol
from cfsql.method.constraints import Constraints
from cfsql.method.rank import Method
from cfsql.method.selection import Selection
from cfsql.options import (
    AnswerOptions,
    ConstraintOptions,
    DeclareOptions,
    ExperimentOptions,
    MethodOptions,
    RankOptions,
    SelectionOptions,
    command_words,
    options_of,
)
from cfsql.questions.report import Report
from cfsql.spelling import as_keywords
from cfsql.tables.declarations import Declared


@pytest.mark.parametrize(
    ("kind", "holder"),
    [
        (SelectionOptions, Selection),
        (ConstraintOptions, Constraints),
        (AnswerOptions, Method),
        (DeclareOptions, Declared),
        (ExperimentOptions, Protocol),
    ],
)
def test_an_option_is_a_field_with_the_declared_default(
    kind: type, holder: type
) -> None:
    held = {
        field.name: field.default
        for field in fields(holder)
        if field.name not in ("plan", "constraints", "speech", "declared")
    }
    declared = options_of(kind)
    assert held == {name: option.default for name, option in declared.items()}


@pytest.mark.parametrize("name", ["rank", "dry_run", "explain", "explain_cases"])
def test_signatures_and_docstrings_spell_the_options_out(name: str) -> None:
    function = getattr(cfsql.Table, name)
    takes_plan = name in ("rank", "dry_run")
    declared = options_of(RankOptions if takes_plan else MethodOptions)
    parameters = inspect.signature(function).parameters
    assert "options" not in parameters
    for option, facts in declared.items():
        assert parameters[option].default == facts.default
        assert f"{option}: {as_keywords(facts.help)}" in function.__doc__
    assert ("plan" in parameters) == takes_plan


PUBLIC = (
    *(cfsql.Database, cfsql.Table, cfsql.Ranking, cfsql.FactualResult),
    *(cfsql.Explanation, cfsql.Why, Report, Experiments),
)


@pytest.mark.parametrize("kind", PUBLIC)
def test_docstrings_say_what_each_parameter_is(kind: type) -> None:
    functions = inspect.getmembers(kind, inspect.isfunction)
    named: dict[str, Callable[..., object]] = {"connect": cfsql.connect}
    named |= {name: each for name, each in functions if not name.startswith("_")}
    for name, function in named.items():
        text = inspect.getdoc(function) or ""
        for parameter in inspect.signature(function).parameters:
            said = re.search(rf"^\s+{parameter}: \S", text, re.MULTILINE)
            assert said or parameter in ("self", "rule"), (name, parameter)
        # Options are called as Python calls them, and a letter is explained.
        assert not re.search(r"^\s+\w+: .*--[a-z]", text, re.MULTILINE), name
        for line in text.splitlines():
            assert ("At most K features" in line) == ("change. K is this" in line)


def test_an_unknown_keyword_is_refused_with_the_nearest_name() -> None:
    with cfsql.connect() as database:
        table = database.load(_frame(), label=-1)
        with pytest.raises(TypeError, match=r"rank\(\).*'max_change'.*'max_changes'"):
            table.rank(max_change=1)  # type: ignore[call-arg]
        with pytest.raises(TypeError, match="unexpected keyword argument 'plan'"):
            table.explain(1, plan="auto")  # type: ignore[call-overload]


def test_a_run_names_the_options_that_were_given() -> None:
    given = {"freeze": "a", "max_changes": 2, "diverse": True, "target": 7}
    assert Method.of(given).options == {
        "by": "power",
        "count": "rows",
        "freeze": ("a",),
        "target": "7",
        "max-changes": 2,
        "diverse": True,
    }
    assert Selection.of({"sample": 3}).options["seed"] == 0
    assert Selection.of({"seed": 3}).options["seed"] is None


def test_options_are_written_as_a_command_line_takes_them() -> None:
    options = {"freeze": ["a", "b"], "rows": [1, 5], "diverse": True, "min-support": 2}
    words = "--freeze a --freeze b --rows 1,5 --diverse --min-support 2"
    assert command_words(options) == words.split()


def _frame() -> object:
    import polars as pl

    return pl.DataFrame({"a": [1, 2], "outcome": ["no", "yes"]})
