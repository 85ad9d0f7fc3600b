"""The page that lists rows: all of a table, those behind a figure, or those found."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from cfsql.errors import UnknownName, WrongUse
from cfsql.speech import many, say, shown_column
from cfsql.tables.catalog import Stored
from cfsql.ui.addresses import address
from cfsql.ui.jobs import Job, Waiting
from cfsql.ui.links import TableLinks
from cfsql.ui.listing import pairs
from cfsql.ui.listing.asked import N_PER_PAGE, Asked, number_text, read_asked
from cfsql.ui.listing.columns import FIGURES, shown_columns, usual_columns
from cfsql.ui.listing.lister import Around, Facet, lister
from cfsql.ui.pages import LONG, Pages
from cfsql.ui.parameters import VALUE, WrongAddress
from cfsql.ui.rendering import page
from cfsql.ui.row_filter import CLEAR_SHORT, RowFilter
from cfsql.ui.store import Store, TableFacts

# The facets that are open from the start.
_N_OPEN = 3


@dataclass(frozen=True)
class ListPage:
    """A page of a list, and what can be chosen in the list."""

    rows: list[dict[str, Any]]
    around: Around
    changing: list[str]


async def rows_page(pages: Pages, request: Request) -> Response:
    """A list of rows, or of the pairs of an audit."""
    facts = await pages.facts(request)
    asked, stored = read_list(facts, request)
    if asked.figure.is_pairs:
        return await _pairs_page(pages, request, facts, asked, stored)
    key = ("rows", stored and stored.name, tuple(asked.parameters()), facts.name)
    found = await pages.wait(
        request, key, _list_page(pages.store, facts, asked, stored)
    )
    context: dict[str, Any] = {
        "title": f"{say('Rows')} · {facts.name[:60]}",
        "here": "rows",
        "table": facts.name,
        "facts": facts,
        "label_column": facts.loaded.label,
        "asked": asked,
        "is_ranked": stored is not None,
        "figure": asked.figure.parameters(),
        "conditions": _conditions(asked),
        "example": _example(facts),
        "waiting": None,
        "links": TableLinks(facts.name, None),
    }
    if isinstance(found, Waiting):
        return page("rows.html", **context | {"heading": say("Rows"), "waiting": found})
    around = found.around
    if not found.rows and asked.page > 1:
        raise WrongAddress(f"this list has no page {asked.page}", without=["page"])
    searched = [place for part in around.parts for place in part.codes if place]
    features = [[*facts.features][place - 1] for place in searched]
    names = list_columns(facts, asked, features + found.changing, stored)
    first = (asked.page - 1) * N_PER_PAGE + 1
    last = first + len(found.rows) - 1 if found.rows else 0
    return page(
        "rows.html",
        **context
        | {
            "heading": _heading(asked, around),
            "rows": found.rows,
            "around": around,
            "first": first,
            "last": last,
            "columns": shown_columns(names, [*facts.features], facts.loaded.label),
            "sorts": lambda name: _sort(asked, name),
            "choices": _choices(facts, asked, list(names), stored is not None),
            "facets": _facets(asked, around, found.changing, facts.loaded.label),
            "distances": _distances(asked, around),
            "clearness": _clearness(asked, around),
            "number_text": number_text,
            "previous": _turned(asked, -1) if asked.page > 1 else None,
            "following": _turned(asked, 1) if 0 < last < around.n_rows else None,
            "is_hidden": around.n_rows > 0 and not found.rows,
        },
    )


def read_list(facts: TableFacts, request: Request) -> tuple[Asked, Stored | None]:
    """The list that an address asks for, and the ranking that it is of."""
    label = facts.loaded.label
    asked = read_asked(facts.name, request.query_params, facts.features, label)
    _refuse_unknown(facts, asked)
    stored = facts.ranking_named(asked.figure.ranking)
    if stored is None and (asked.figure.needs_ranking or asked.figure.is_pairs):
        raise WrongUse(
            f"table '{facts.name}' is not ranked yet, and only a ranking knows "
            f"this; run: {facts.command('rank', call='rank()')}"
        )
    return asked, stored


def list_columns(
    facts: TableFacts,
    asked: Asked,
    changing: list[str],
    stored: Stored | None,
) -> tuple[str, ...]:
    """The columns of a list: those that are asked for, or the usual ones.

    Features with conditions come first, then those that change, in their order.
    A stored sentence names the row of the answer.
    """
    features = [name for name in asked.conditioned if name != facts.loaded.label]
    first = list(dict.fromkeys(features + changing))
    usual = usual_columns(
        first, is_ranked=stored is not None, by=stored.by if stored else "power"
    )
    names = asked.columns or usual
    return tuple(n for n in names if n != "sentence" or not facts.is_anonymous)


def _refuse_unknown(facts: TableFacts, asked: Asked) -> None:
    """Refuse classes and columns that the table does not have; any value may be."""
    label, figure = facts.loaded.label, asked.figure
    columns = [*facts.features]
    if figure.is_pairs:
        # An audit also compares by columns that are no features.
        columns += [name for each in facts.audits.values() for name in each.protected]
    known = {
        **dict.fromkeys(("label", "to_label", "other_label"), (label, facts.classes)),
        "feature": ("column" if figure.is_pairs else "feature", columns),
    }
    texts = [
        *figure.texts.items(),
        *(("label", v) for v in asked.values.get(label, ())),
    ]
    for name, text in texts:
        kind, names = known.get(name, ("", None))
        if text is not None and names is not None and text not in names:
            raise WrongAddress(str(UnknownName(kind, text, names, facts.name)))


def _list_page(
    store: Store, facts: TableFacts, asked: Asked, stored: Stored | None
) -> Callable[[Job], ListPage]:
    def work(job: Job) -> ListPage:
        with store.ready(job, facts.loaded, lister(stored)) as ready:
            around = ready.around(asked)
            # Whoever is meant is found; the others are not shown.
            is_shown = around.n_rows == 1 or not facts.is_anonymous
            rows = ready.page(asked) if is_shown else []
            return ListPage(rows, around, ready.changing)

    return work


def _heading(asked: Asked, around: Around) -> str:
    """How many rows there are, and what of the search they fit."""
    text = " ".join(part.text for part in around.parts if part.is_understood)
    found = say("that fit ‘{text}’", text=text) if text else ""
    return " ".join(filter(None, [many(around.n_rows, "row"), asked.title(), found]))


def _example(facts: TableFacts) -> str:
    """How a search may look."""
    first, *others = list(facts.features)[:2]
    label, classes = facts.loaded.label, list(facts.classes)
    name = others[0] if others else first
    return f"{first[:20]}=… {name[:20]}=… {label[:20]}={classes[0][:20]}"


def _conditions(asked: Asked) -> list[tuple[str, str]]:
    """What narrows the list, each with the address without it."""
    found = [(words, fewer.url) for words, fewer in asked.conditions()]
    figure = asked.figure
    if figure.narrows:
        plain = RowFilter({}, {}, ranking=figure.ranking)
        words = ", ".join(figure.phrases(asked.label))
        found.append((words, asked.but(figure=plain).url))
    return found


def _turned(asked: Asked, by: int) -> str:
    return asked.but(page=asked.page + by).url


def _sort(asked: Asked, name: str) -> tuple[str, str | None]:
    """Where the heading of a column leads, and how the list is sorted by it now."""
    if asked.by != name:
        return asked.but(sort=name).url, None
    if asked.is_down:
        return asked.but(sort=name).url, "descending"
    return asked.but(sort=f"-{name}").url, "ascending"


@dataclass(frozen=True)
class Choice:
    """A column that a list has or could have, and where its buttons lead."""

    heading: str
    is_shown: bool
    toggled: str
    earlier: str | None = None
    later: str | None = None


def _choices(
    facts: TableFacts, asked: Asked, names: list[str], is_ranked: bool
) -> list[Choice]:
    """The columns of a list in their order, and then those that it could have."""
    figures = [*FIGURES] if is_ranked else ["label"]
    if facts.is_anonymous and is_ranked:
        figures.remove("sentence")
    every = [*figures, *(f"{VALUE}{name}" for name in facts.features)]

    def heading(name: str) -> str:
        if name == "label":
            return shown_column(facts.loaded.label)
        return say(FIGURES[name]) if name in FIGURES else _feature(name)

    found = []
    for place, name in enumerate(names):
        moved = [names[:place] + names[place + 1 :] for _ in range(3)]
        moved[1].insert(place - 1, name)
        moved[2].insert(place + 1, name)
        less, left, right = (asked.but(columns=tuple(each)).url for each in moved)
        found.append(
            Choice(
                heading(name),
                True,
                less,
                left if place else None,
                right if place < len(names) - 1 else None,
            )
        )
    for name in every:
        if name not in names:
            more = asked.but(columns=(*names, name)).url
            found.append(Choice(heading(name), False, more))
    return found


def _feature(name: str) -> str:
    return shown_column(name.removeprefix(VALUE))


def _facets(
    asked: Asked, around: Around, changing: list[str], label: str
) -> list[tuple[Facet, bool]]:
    """The columns to choose by, the outcome first, and whether each is open."""
    order = {name: place for place, name in enumerate([label, *changing])}
    facets = sorted(around.facets, key=lambda each: order[each.column])
    return [
        (each, place < _N_OPEN or each.column in asked.conditioned)
        for place, each in enumerate(facets)
    ]


def _distances(asked: Asked, around: Around) -> list[tuple[str, int, str]]:
    """The distances in a list, the rows at each, and the list of these."""
    figure = asked.figure
    found = []
    for distance, n_rows in around.distances.items():
        if distance is not None:
            chosen = replace(figure, numbers={**figure.numbers, "distance": distance})
            url = asked.but(figure=chosen).url
            found.append((many(distance, "change"), n_rows, url))
    return found


def _clearness(asked: Asked, around: Around) -> list[tuple[str, int, str]]:
    """How clear the answers in a list are, the rows of each kind, and their list."""
    figure = asked.figure
    found = []
    for clear, words in CLEAR_SHORT.items():
        if clear in around.clearness:
            chosen = replace(figure, texts={**figure.texts, "clear": clear})
            url = asked.but(figure=chosen).url
            found.append((say(words), around.clearness[clear], url))
    return found


async def _pairs_page(
    pages: Pages,
    request: Request,
    facts: TableFacts,
    asked: Asked,
    stored: Stored | None,
) -> Response:
    """The pairs of an audit that a figure counts together."""
    assert stored is not None
    if facts.is_anonymous:
        raise WrongUse(say("pairs name people, and this session names nobody"))
    if stored.name not in facts.audits:
        raise WrongUse(f"'{stored.name}' is not audited")
    figure = asked.figure
    skip = (asked.page - 1) * N_PER_PAGE
    work = pairs.listed_pairs(
        pages.store, stored.name, skip=skip, n_shown=N_PER_PAGE, **figure.of_audit
    )
    key = ("pairs", facts.name, tuple(asked.parameters()))
    found = await pages.wait(request, key, work, patience=LONG)
    assert not isinstance(found, Waiting)
    if not found.rows and asked.page > 1:
        raise WrongAddress(f"this list has no page {asked.page}", without=["page"])
    return page(
        "pairs.html",
        title=f"{say('Pairs')} · {facts.name[:60]}",
        here="rows",
        table=facts.name,
        label_column=facts.loaded.label,
        heading=f"{many(found.n_rows, 'pair')} {asked.title()}",
        rows=found.rows,
        n_rows=found.n_rows,
        first=skip + 1,
        last=skip + len(found.rows),
        previous=_turned(asked, -1) if asked.page > 1 else None,
        following=_turned(asked, 1) if skip + len(found.rows) < found.n_rows else None,
        links=TableLinks(facts.name, None),
        all_rows=address(facts.name, "rows"),
    )
