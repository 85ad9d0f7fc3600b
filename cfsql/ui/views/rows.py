"""The page that lists rows: all of a table, or those behind a figure."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from cfsql.errors import UnknownName, WrongUse
from cfsql.tables.catalog import StoredRanking
from cfsql.ui import lists
from cfsql.ui.addresses import address
from cfsql.ui.jobs import Waiting
from cfsql.ui.links import TableLinks
from cfsql.ui.pages import LONG, Pages
from cfsql.ui.parameters import WrongAddress
from cfsql.ui.rendering import page
from cfsql.ui.row_filter import RowFilter, read_filter
from cfsql.ui.store import Store, TableFacts
from cfsql.words import many


async def rows_page(pages: Pages, request: Request) -> Response:
    """The rows behind a figure, or all of them."""
    facts = await pages.facts(request)
    chosen = read_filter(request.query_params)
    _refuse_unknown(facts, chosen)
    known, stored = facts.ranking_named(chosen.ranking), None
    if chosen.needs_ranking or chosen.is_pairs:
        stored = known
        if stored is None:
            raise WrongUse(
                f"table '{facts.name}' is not ranked yet, and only a ranking knows "
                f"this; run: {facts.command('rank')}"
            )
    work = _listing(pages.store, facts, chosen, stored)
    key = ("rows", facts.name, tuple(chosen.parameters()))
    found = await pages.wait(request, key, work, patience=LONG)
    assert not isinstance(found, Waiting)
    noun = "pair" if chosen.is_pairs else "row"
    if not found.rows and chosen.page > 1:
        raise WrongAddress(f"this list has no page {chosen.page}", without=["page"])
    title = chosen.title(facts.loaded.label)
    first = chosen.skip + 1
    last = chosen.skip + len(found.rows)
    return page(
        "rows.html",
        title=f"Rows · {facts.name[:60]}",
        here="rows",
        table=facts.name,
        label_column=facts.loaded.label,
        heading=f"{many(found.n_rows, noun)} {title}".strip(),
        rows=found.rows,
        n_rows=found.n_rows,
        first=first,
        last=last,
        is_pairs=chosen.is_pairs,
        is_ranked=stored is not None and not chosen.is_pairs,
        is_all=not title,
        previous=_page_url(facts, chosen, chosen.page - 1) if chosen.page > 1 else None,
        following=_page_url(facts, chosen, chosen.page + 1)
        if last < found.n_rows
        else None,
        links=TableLinks(facts.name, None),
    )


def _refuse_unknown(facts: TableFacts, chosen: RowFilter) -> None:
    """Refuse classes and columns that the table does not have; any value may be."""
    label = facts.loaded.label
    columns = [*facts.features]
    if chosen.is_pairs:
        # An audit also compares by columns that are no features.
        columns += [name for each in facts.audits.values() for name in each.protected]
    known = {
        **dict.fromkeys(("label", "to_label", "other_label"), (label, facts.classes)),
        "feature": ("column" if chosen.is_pairs else "feature", columns),
    }
    for name, text in chosen.texts.items():
        kind, names = known.get(name, ("", None))
        if text is not None and names is not None and text not in names:
            raise WrongAddress(str(UnknownName(kind, text, names, facts.name)))


def _listing(
    store: Store, facts: TableFacts, chosen: RowFilter, stored: StoredRanking | None
) -> Any:
    if chosen.is_pairs:
        assert stored is not None
        if stored.name not in facts.audits:
            raise WrongUse(f"'{stored.name}' is not audited")
        return lists.listed_pairs(store, stored.name, **chosen.of_audit)
    if stored is not None:
        return lists.listed_answers(store, facts, stored.name, **chosen.of_ranking)
    return lists.listed_rows(store, facts, **chosen.of_table)


def _page_url(facts: TableFacts, chosen: RowFilter, number: int) -> str:
    return address(facts.name, "rows", chosen.on(number).parameters())
