"""The command that explains one row, or new cases."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cfsql.cli.common import Common, emphasis, show_answer, show_json, show_rows
from cfsql.cli.declared import command
from cfsql.cli.options import Bom, Out, TableName, declared, of_csv_files
from cfsql.cli.output import show
from cfsql.errors import WrongUse
from cfsql.options import (
    OUTPUT,
    FileOptions,
    MethodOptions,
    Option,
    SpeechOptions,
    Usual,
    changed_options,
    flag,
    options_of,
)

if TYPE_CHECKING:
    from cfsql.questions.explanation import Explanation
    from cfsql.questions.new_cases.explain import NewCases

# What a person is shown at once.
_N_SHOWN = 10

# What is explained: one of these.
_SUBJECTS = ("row", "values", "file")


def explain(
    common: Common,
    *,
    table: TableName,
    row: Annotated[str | None, Usual("The row to explain.", "ID")] = None,
    values: Annotated[
        str | None,
        Usual('A new case, such as \'{"age": "<25", …}\', instead of a row.', "JSON"),
    ] = None,
    file: Annotated[
        str | None,
        Usual("Many new cases, instead of a row.", "FILE"),
    ] = None,
    label: Annotated[
        str | None, Usual("The outcome of the new cases.", "LABEL")
    ] = None,
    all_: Annotated[
        bool,
        Usual("All counterfactuals, also those that are not minimal."),
    ] = False,
    options: MethodOptions,
    show_: Annotated[
        int | None,
        Usual("How many to list: 10, in JSON all.", "N", least=1, heading=OUTPUT),
    ] = None,
    all_features: Annotated[
        bool,
        Option(
            "Show all features of a case, also of more than 20 those that do not "
            "change.",
            heading=OUTPUT,
        ),
    ] = False,
    format: Annotated[
        str,
        Usual(
            "For a person or programs; --file: also jsonl, csv, markdown.",
            "table|json",
            heading=OUTPUT,
        ),
    ] = "table",
    out: Out = None,
    bom: Bom = False,
    id: Annotated[str | None, declared("id")] = None,
    reading: FileOptions,
) -> None:
    """Explain a row or new cases: what would have changed the outcome.

    A row need not be ranked before, and nothing is stored. A new case is explained
    against the table and is no part of it. With --all, every case with another outcome
    is listed, the nearest first, with whether it is minimal and whether it is
    irreducible, by subsets and by literals.

    Example: cfsql explain --table adult --row 42
    """
    from cfsql import export
    from cfsql.api.doors import refuse_source
    from cfsql.show import formats
    from cfsql.show.terminal.counterfactuals import counterfactuals_lines

    formats.check(format, formats.FORMATS if file else ("table", "json"))
    export.check_bom(bom, format, out)
    subjects = {"--row": row, "--values": values, "--file": file}
    chosen = [option for option, value in subjects.items() if value is not None]
    if not chosen:
        raise WrongUse("explain what? Give --row ID, --values JSON or --file FILE")
    if len(chosen) > 1:
        raise WrongUse(f"give only one of {' and '.join(chosen)}")
    if row is not None and label is not None:
        raise WrongUse("--label is for new cases; a row has its own")
    if out is not None:
        if file is None:
            raise WrongUse("--out is for --file; one answer is printed")
        export.check(out)
        if Path(out).resolve() == Path(file).resolve():
            raise WrongUse(f"{out} has the cases; write to another file")
    spoken = options_of(SpeechOptions)
    changed = {
        name: value
        for name, value in changed_options(MethodOptions, options).items()
        if name.replace("-", "_") not in spoken
    }
    if all_ and changed:
        option = flag(next(iter(changed)))
        raise WrongUse(f"--all lists every counterfactual, whatever {option} says")
    for option in ["id"] if id else changed_options(FileOptions, reading):
        # A settings file has them for every file.
        if file is None and flag(option) not in common.configured:
            raise WrongUse(f"{flag(option)} is for --file")
    if all_ and row is None:
        raise WrongUse("--all is for a row of the table; give --row ID")
    if file is not None:
        with common.reading() as database:
            if out is not None:
                refuse_source(database, out)
            cases = database.table(table).explain_cases(
                file,
                label=label,
                id=id,
                **reading,
                progress=common.progress(),
                **options,
            )
        _show_cases(
            common, table, cases, format=format, n_shown=show_, out=out, bom=bom
        )
    elif all_:
        limit = show_ if format == "json" else show_ or _N_SHOWN
        with common.reading() as database:
            speech: Any = {name: options[name] for name in spoken}  # type: ignore[literal-required]
            found = database.table(table).counterfactuals(row, limit=limit, **speech)
        show_answer(format, found.to_dict(), counterfactuals_lines(found))
    else:
        with common.reading() as database:
            case = row if values is None else _values(values)
            explanation = database.table(table).explain(case, label=label, **options)
        _show_one(
            common,
            explanation,
            format=format,
            n_shown=show_,
            all_features=all_features,
        )


def _values(text: str) -> dict[str, object]:
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


def _show_cases(
    common: Common,
    table: str,
    cases: NewCases,
    *,
    format: str,
    n_shown: int | None,
    out: str | None,
    bom: bool,
) -> None:
    from cfsql.show.terminal.explanation import new_cases_lines

    for remark in cases.remarks:
        common.tell(remark)
    notes = [] if out is None else cases.to_file(out, bom=bom)
    if format == "table":
        show(new_cases_lines(table, cases, n_shown=n_shown or _N_SHOWN))
    else:
        show_rows(format, cases.answers, bom=bom)
    for note in notes:
        common.tell(note)
    if out is not None:
        common.tell(f"wrote the counterfactuals of {cases.n_cases:,} cases to {out}")


def _show_one(
    common: Common,
    explanation: Explanation,
    *,
    format: str,
    n_shown: int | None,
    all_features: bool,
) -> None:
    from cfsql.show.terminal.explanation import explanation_lines

    for remark in explanation.remarks:
        common.tell(remark)
    if format == "json":
        first = explanation.counterfactuals[:n_shown]
        show_json(replace(explanation, counterfactuals=first).to_dict())
    else:
        lines = explanation_lines(
            explanation,
            n_shown=n_shown or _N_SHOWN,
            emphasis=emphasis(),
            all_features=all_features,
        )
        show(lines)


def _conflicts(given: Mapping[str, Any]) -> Iterator[str]:
    """The settings that contradict the command line; --all takes no method."""
    spoken = options_of(SpeechOptions)
    of_method = tuple(name for name in options_of(MethodOptions) if name not in spoken)
    if given.get("all_"):
        yield from of_method
    if any(name in given for name in of_method):
        yield "all_"
    for one in _SUBJECTS:
        if one in given:
            yield from (other for other in _SUBJECTS if other != one)
    if "row" in given:
        yield "label"
    if "row" in given or "values" in given:
        yield from ("id", *options_of(FileOptions))
    yield from of_csv_files(given)


command(explain, conflicts=_conflicts)
