"""The page that lists the tables of the database."""

from __future__ import annotations

import shlex
from dataclasses import dataclass

from starlette.requests import Request
from starlette.responses import Response

from cfsql.errors import refresh_command
from cfsql.show.markup import Child, Html, called_value, element, fragment
from cfsql.show.pages.pieces import separated
from cfsql.speech import figure, many, say
from cfsql.tables import catalog
from cfsql.ui.jobs import Job, Waiting
from cfsql.ui.pages import LONG, Pages
from cfsql.ui.rendering import page
from cfsql.ui.store import TableFacts

# The classes of a table that are named in the list.
_N_CLASSES = 3


@dataclass(frozen=True)
class ListedTable:
    """A table of the database, in a line."""

    facts: TableFacts
    classes: Html
    ranked: Html


async def tables_page(pages: Pages, request: Request) -> Response:
    """The page of the database: its tables."""

    def work(job: Job) -> list[TableFacts]:
        with pages.store.session(job) as session:
            names = list(catalog.loaded_tables(session))
        return [pages.store.facts(job, name) for name in names]

    found = await pages.wait(request, ("tables",), work, patience=LONG)
    assert not isinstance(found, Waiting)
    return page(
        "tables.html",
        title=say("Tables"),
        here="tables",
        table=None,
        heading=say(
            "{n:# table|# tables} in {database}",
            n=len(found),
            database=pages.store.name,
        ),
        path=shlex.quote(pages.store.path or "FILE"),
        tables=[ListedTable(each, _classes(each), _ranked(each)) for each in found],
    )


def _classes(facts: TableFacts) -> Html:
    parts: list[Child] = [
        fragment(
            called_value(facts.loaded.label, label, longest=30),
            " ",
            element("span", figure(n), class_="quiet"),
        )
        for label, n in list(facts.classes.items())[:_N_CLASSES]
    ]
    if len(facts.classes) > _N_CLASSES:
        parts.append(say("{n} more", n=len(facts.classes) - _N_CLASSES))
    return fragment(separated(parts))


def _ranked(facts: TableFacts) -> Html:
    stored = facts.ranking
    if facts.change is not None:
        commands = [
            refresh_command(facts.name, way, database=facts.database)
            for way in facts.ways or (None,)
        ]
        return fragment(
            element("strong", say("changed since")),
            ": ",
            facts.change,
            "; ",
            separated(element("code", command) for command in commands),
        )
    if stored is None:
        return element("span", say("not yet"), class_="quiet")
    return fragment(
        many(stored.n_rows, "row"),
        " ",
        element("span", f"{stored.made_at:%Y-%m-%d %H:%M}", class_="quiet"),
    )
