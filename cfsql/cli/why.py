"""The command that says why: of one row, of many, or of a whole class."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, Any

from cfsql.cli.common import (
    Common,
    check_output,
    presenting,
    result_lines,
    show_result,
)
from cfsql.cli.declared import command
from cfsql.cli.options import (
    Bom,
    Into,
    Out,
    Show,
    TableName,
    any_format,
    declared,
    limit_or_sample,
)
from cfsql.errors import WrongUse
from cfsql.options import (
    Option,
    ReasonOptions,
    SelectionOptions,
    SpeechOptions,
    Usual,
    flag,
)

# Options that one row and one class have no use for.
_OF_MANY_ROWS = ("sample", "rows", "where", "per_row", "into")


def why(
    common: Common,
    *,
    table: TableName,
    row: Annotated[str | None, Usual("Why this row has its label.", "ID")] = None,
    label: Annotated[
        str | None,
        Usual("The strongest rules of a class.", "LABEL"),
    ] = None,
    limit: Annotated[
        int | None,
        Usual(
            "With --row or --label, only N explanations; else the first N rows.", "N"
        ),
    ] = None,
    selection: SelectionOptions,
    precision: Annotated[
        float,
        Usual("Share of cases that must have the label, such as 0.95.", "SHARE"),
    ] = 1.0,
    max_size: Annotated[
        int | None,
        Usual("Only explanations of at most N features.", "N"),
    ] = None,
    reasons: ReasonOptions,
    per_row: Annotated[int | None, Option("Only the first N of each row.", "N")] = None,
    time_limit: Annotated[
        float | None,
        Option(
            "How long to look.  [default: --row 10, --label 30, else 600]", "SECONDS"
        ),
    ] = None,
    count: Annotated[str, declared("count")] = "rows",
    speech: SpeechOptions,
    show_: Show = 10,
    into: Into = None,
    out: Out = None,
    bom: Bom = False,
    format: Annotated[
        str, any_format("A text to read, or the explanations.")
    ] = "table",
) -> None:
    """Say why rows have their outcome: values that always come with it.

    A factual explanation is a set of the row's own values such that every case with
    them has the row's label; none of them can be left out. With --row, one row is
    explained; with --label, the rules that cover most of a class are found, and
    nothing is stored. Otherwise all rows, or those asked for, are explained, and the
    answers are stored as T_factual and T_factual_summary.

    Example: cfsql why --table adult --row 42
    """
    from cfsql.show.terminal.why import factual_overview_lines, rules_lines, why_lines
    from cfsql.words import many

    check_output(format, out, bom=bom)
    if row is not None and label is not None:
        raise WrongUse("give --row or --label, not both")
    asked: dict[str, Any] = {
        "precision": precision,
        "max_size": max_size,
        "count": count,
        **reasons,
    }
    if limit is not None:
        asked["limit"] = limit
    if time_limit is not None:
        asked["time_limit"] = time_limit
    if row is not None or label is not None:
        given = {**selection, "per_row": per_row, "into": into}
        for name in _OF_MANY_ROWS:
            if given[name] not in (None, ()):
                one = "--label" if row is None else "--row"
                raise WrongUse(
                    f"{flag(name)} is for many rows; leave it out with {one}"
                )
    output: Any = {"format": format, "out": out, "bom": bom}
    started = time.monotonic()
    if row is not None:
        with common.reading() as database:
            answer = database.table(table).why(row, **asked, **speech)
        show_result(
            common,
            answer,
            lambda: why_lines(answer, n_shown=show_),
            record=answer.to_dict,
            **output,
        )
    elif label is not None:
        with common.reading() as database:
            rules = database.table(table).rules(label, **asked, **speech)
        show_result(
            common,
            rules,
            lambda: rules_lines(rules, n_shown=show_),
            record=rules.to_dict,
            **output,
        )
    else:
        with common.writing() as database:
            loaded = database.table(table)

            def present(_: object) -> Iterable[str]:
                found = database.factual(into or loaded.name)
                return result_lines(
                    common,
                    found,
                    lambda: factual_overview_lines(
                        found.overview(), loaded.facts.n_rows
                    ),
                    **output,
                )

            with presenting(database, present):
                result = loaded.why_rows(
                    **asked,
                    **selection,
                    per_row=per_row,
                    into=into,
                    progress=common.progress(),
                )
            names = f"{result.name}, {result.summary.name}"
        seconds = time.monotonic() - started
        common.tell(
            f"{many(result.facts.n_rows, 'row')} in {seconds:.1f} s; "
            f"stored {names} in {common.path}"
        )


def _conflicts(given: Mapping[str, Any]) -> Iterator[str]:
    """The settings that contradict the command line."""
    if "row" in given or "label" in given:
        yield from ("row", "label", *_OF_MANY_ROWS)
    elif any(name in given for name in _OF_MANY_ROWS):
        yield from ("row", "label")
    yield from limit_or_sample(given)


command(why, conflicts=_conflicts)
