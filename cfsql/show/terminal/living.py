"""Tables that change in the terminal: updates, differences and freshness."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from cfsql.errors import refresh_command
from cfsql.living.differences import answer_words, reason_words
from cfsql.show.formats import text_table
from cfsql.speech import say
from cfsql.words import listing, many

if TYPE_CHECKING:
    from cfsql.living.differences import ChangedAnswer, Difference
    from cfsql.living.fresh import Freshness
    from cfsql.living.update import Remade, Update

_N_SHOWN = 10


def update_lines(made: Update) -> list[str]:
    """What changed, and what became of each stored result."""
    lines = [made.headline]
    if not made.results:
        return lines
    figures = "last time" if made.is_dry_run else "answers changed"
    columns = ["result", "how", figures, "why"]
    rows = [
        (
            each.result,
            each.how,
            _last_time(each) if made.is_dry_run else each.n_changed,
            each.why,
        )
        for each in made.results
    ]
    if not any(each.why for each in made.results):
        columns.pop()
        rows = [row[:-1] for row in rows]  # type: ignore[misc]
    return [*lines, "", *text_table(columns, rows, indent="  ", missing="–")]


def _last_time(each: Remade) -> str | None:
    return None if each.seconds is None else f"in {each.seconds:.1f} s"


def update_hints(made: Update) -> Iterator[str]:
    """What to do next."""
    yield from made.remarks
    if made.is_repeated:
        n_added = many(made.n_added, "row")
        yield (
            f"note: all that came, {n_added}, equal rows that are there; to read a "
            f"changed source again: {refresh_command(made.table)}"
        )
    if made.is_dry_run:
        yield "nothing was written"
        return
    for each in made.results:
        if each.how in ("stale", "dropped"):
            yield f"warning: {each.result} is {each.how}: {each.why}"
    told = []
    if made.n_answers_changed:
        told.append(f"{many(made.n_answers_changed, 'answer')} changed")
    if made.n_ties_changed:
        told.append(f"{many(made.n_ties_changed, 'answer')} stayed with other ties")
    if told:
        yield f"{listing(told)}; see: cfsql sql 'from \"{made.table}_changes\"'"


def difference_lines(found: Difference) -> list[str]:
    """The rows whose answers differ, the first of them in words."""
    lines = [found.headline]
    alone = found.n_before + found.n_after - 2 * found.n_in_both
    if alone:
        only = say("{n:# row|# rows} in one of them alone", n=alone)
        lines.append(f"  {only}")
    for each in found.answers[:_N_SHOWN]:
        row = say("row {row}", row=str(each.row_id))
        lines += ["", f"  {row}: {reason_words(each.reason)}", *_answers(found, each)]
    more = len(found.answers) - _N_SHOWN
    if more > 0:
        lines += ["", "  " + say("… and {n} more; --format csv lists all", n=more)]
    return lines


def _answers(found: Difference, each: ChangedAnswer) -> Iterator[str]:
    width = max(len(found.before), len(found.after))
    both = zip((found.before, found.after), answer_words(each), strict=True)
    return (f"    {name:<{width}}  {told}" for name, told in both)


def freshness_lines(compared: Freshness) -> list[str]:
    """Each stored result, and how many of its rows differ from the same made anew."""
    rows = [
        (
            each.relation,
            each.n_rows,
            each.note or ("as if made anew" if each.is_fresh else "DIFFERS"),
            each.n_missing,
            each.n_extra,
        )
        for each in compared.compared
    ]
    columns = ("result", "rows", "is", "rows missing", "rows too many")
    return [compared.headline, "", *text_table(columns, rows, indent="  ")]
