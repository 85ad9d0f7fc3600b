"""The command that looks at a whole table at once."""

from __future__ import annotations

import time
from collections.abc import Iterable
from typing import TYPE_CHECKING, Annotated

from cfsql.cli.common import Common, answer_lines, presenting, refuse_unknown_names
from cfsql.cli.declared import command
from cfsql.cli.options import TableOrJson
from cfsql.options import N_SHOWN, OUTPUT, DefaultOptions, Option, SpeechOptions, Usual

if TYPE_CHECKING:
    from cfsql.questions.audit import Audit


class AuditOptions(DefaultOptions, total=False):
    """How an audit is made, beside its protected columns."""

    near: int | None
    n_shown: int | None
    replace: bool


def audit(
    common: Common,
    *,
    table: Annotated[
        str,
        Usual("A loaded table, or the name of a ranking.", "T"),
    ],
    protected: Annotated[
        list[str] | None,
        Usual("Columns that should make no difference, such as sex,race.", "COLS"),
    ] = None,
    near: Annotated[
        int | None,
        Usual(
            "Also count pairs that differ in up to this many other features.",
            "K",
            least=0,
        ),
    ] = None,
    show_: Annotated[
        int | None,
        Usual(
            "How many pairs and answers to list.  [default: 10; json: all]",
            "N",
            least=1,
            heading=OUTPUT,
        ),
    ] = None,
    out: Annotated[
        str | None,
        Usual("Also write the result tables as Parquet files.", "DIR", heading=OUTPUT),
    ] = None,
    overwrite: Annotated[
        bool, Option("Replace the files of an earlier audit.", heading=OUTPUT)
    ] = False,
    replace: Annotated[
        bool,
        Usual(
            "Replace a stored audit that says more: of other protected columns, or "
            "with a greater --near.",
            heading=OUTPUT,
        ),
    ] = False,
    options: DefaultOptions,
    speech: SpeechOptions,
    format: TableOrJson = "table",
) -> None:
    """Audit a table: what decides, and who is treated unequally.

    With --protected, or where such columns are declared, all pairs of cases are found
    that differ in these columns alone and have another outcome, and tested against
    chance; and for each of their values, how many rows reach another outcome, and by
    how many changes. What decides comes first, in words. Then, from the ranking of the
    table: how many rows are within 1, 2, 3 changes of another outcome, which features
    change most often, which class turns into which, and which few cases answer the most
    rows. A table that is not ranked yet is ranked first, with what is declared of it,
    unless --free or --no-defaults lifts that. The figures are stored as
    T_audit_features, T_audit_unequal and others, and `cfsql report` shows them.

    Example: cfsql audit --table adult --protected sex,race
    """
    from cfsql import export
    from cfsql.api.results import audit_names
    from cfsql.show import formats
    from cfsql.show.terminal.audit import audit_lines
    from cfsql.words import many

    formats.check(format, ("table", "json"))
    n_shown = show_ or (None if format == "json" else N_SHOWN)
    started = time.monotonic()
    with common.writing() as database:
        ranked = {each.name.lower() for each in database.rankings()}
        known = {each.name.lower() for each in database.tables()}
        is_ranked = table.lower() not in known - ranked
        if is_ranked:
            name = database.ranking(table).facts.name
            loaded = database.table(database.ranking(name).facts.table)
        else:
            loaded = database.table(table)
            name = loaded.name
        refuse_unknown_names(loaded, speech)
        columns = loaded.protected(protected or ())
        how: AuditOptions = {
            "near": near,
            "n_shown": n_shown,
            "replace": replace,
            **options,
        }
        if out is not None:
            export.free_paths(audit_names(name), out, overwrite=overwrite)
        if not is_ranked:
            n_rows = many(loaded.facts.n_labelled, "row")
            common.tell(f"{name} is not ranked yet; ranking {n_rows} first")

        def present(made: Audit) -> Iterable[str]:
            tables = database.ranking(name).audit_tables()
            if out is not None:
                written = export.write_all(tables, out, overwrite=overwrite)
            lines = answer_lines(format, made.to_dict(), audit_lines(made))
            if made.protected:
                told = {*made.protected, *(each.feature for each in made.leading)}
                for each in loaded.profile().nearly_unique:
                    if each.feature not in told:
                        common.tell(f"warning: {each.sentence}")
            if out is not None:
                common.tell(f"wrote {many(len(written), 'file')} to {out}")
            return lines

        with presenting(database, present):
            if is_ranked:
                made = database.ranking(table).audit(columns, **how)
            else:
                made = loaded.audit(columns, progress=common.progress(), **how)
    seconds = time.monotonic() - started
    common.tell(
        f"{many(made.n_rows, 'row')} in {seconds:.1f} s; stored "
        f"{made.name}_audit_features and {len(audit_names(made.name)) - 1} others in "
        f"{common.path}"
    )


command(audit)
