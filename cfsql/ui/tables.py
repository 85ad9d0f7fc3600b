"""The pages on tables: which there are, what one is like, and lists of its rows."""

from __future__ import annotations

import shlex
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from cfsql.errors import UnknownName, WrongUse
from cfsql.method.rank import Method, compute
from cfsql.method.selection import Selection
from cfsql.questions.overview import bind_ranking
from cfsql.questions.report import Report, read_figures
from cfsql.show.markup import Child, Html, element, fragment, value
from cfsql.show.pages.answers import clearness, constraints, distances, numbers, reach
from cfsql.show.pages.audit import coverage, unequal
from cfsql.show.pages.changes import changes, transitions
from cfsql.show.pages.data import contradictions, the_table
from cfsql.show.pages.pieces import Links, separated
from cfsql.show.pages.report import cards, in_short
from cfsql.tables import catalog
from cfsql.tables.catalog import StoredRanking
from cfsql.tables.load import profile
from cfsql.tables.runs import RankedRun, ranked_run
from cfsql.ui import answers
from cfsql.ui.jobs import Job, Waiting
from cfsql.ui.links import SampleLinks, TableLinks, Wanted, wanted_rows
from cfsql.ui.pages import LONG, Pages
from cfsql.ui.parameters import Taken, WrongAddress, is_on
from cfsql.ui.question import address
from cfsql.ui.rendering import page
from cfsql.ui.store import Store, TableFacts
from cfsql.words import many

# What the address of an overview may have.
OF_OVERVIEW = Taken(("ranking", "sample"))

# The classes of a table that are named in the list.
_N_CLASSES = 3

# The rows of a sample that is ranked for a table without results.
N_SAMPLE = 200


@dataclass(frozen=True)
class ListedTable:
    """A table of the database, in a line."""

    facts: TableFacts
    classes: Html
    ranked: Html


async def tables_page(pages: Pages, request: Request) -> Response:
    """What is in the database."""

    def work(job: Job) -> list[TableFacts]:
        with pages.store.session(job) as session:
            names = list(catalog.loaded_tables(session))
        return [pages.store.facts(job, name) for name in names]

    found = await pages.wait(request, ("tables",), work, patience=LONG)
    assert not isinstance(found, Waiting)
    return page(
        "tables.html",
        title="Tables",
        here="tables",
        table=None,
        heading=f"{many(len(found), 'table')} in {pages.store.name}",
        path=shlex.quote(pages.store.path),
        tables=[ListedTable(each, _classes(each), _ranked(each)) for each in found],
    )


def _classes(facts: TableFacts) -> Html:
    parts: list[Child] = [
        fragment(
            value(label, longest=30), " ", element("span", f"{n:,}", class_="quiet")
        )
        for label, n in list(facts.classes.items())[:_N_CLASSES]
    ]
    if len(facts.classes) > _N_CLASSES:
        parts.append(f"{len(facts.classes) - _N_CLASSES:,} more")
    return fragment(separated(parts))


def _ranked(facts: TableFacts) -> Html:
    stored = facts.ranking
    if stored is None:
        return element("span", "not yet", class_="quiet")
    return fragment(
        many(stored.n_rows, "row"),
        " ",
        element("span", f"{stored.ranked_at:%Y-%m-%d %H:%M}", class_="quiet"),
    )


# One table.


async def overview_page(pages: Pages, request: Request) -> Response:
    """What a table and its results are like; without results, which command helps."""
    facts = await pages.facts(request)
    stored = _ranking(facts, request.query_params.get("ranking"))
    is_sample = is_on(request.query_params, "sample") and stored is None
    context: dict[str, Any] = {
        "title": f"Overview · {facts.name[:60]}",
        "here": "overview",
        "table": facts.name,
        "facts": facts,
        "waiting": None,
        "stored": stored,
        "is_sample": is_sample,
        "n_sample": min(N_SAMPLE, facts.loaded.n_labelled),
        "command": facts.command("rank"),
        "audit_command": facts.command("audit", "--protected", "COLUMNS"),
        "sections": (),
        "lede": (),
        "cards": (),
        "others": [name for name in facts.rankings if stored and name != stored.name],
    }
    if stored is not None:
        work = _read_stored(pages.store, facts, stored)
        links: Links = TableLinks(facts.name, stored.name)
        key = stored.name
    elif is_sample:
        work, links = _read_sample(pages.store, facts), SampleLinks(facts.name, None)
        key = ""
    else:
        described = await _described(pages, request, facts)
        return page("overview.html", **context | described)
    found = await pages.wait(request, ("overview", facts.name, key), work)
    if isinstance(found, Waiting):
        return page("overview.html", **context | {"waiting": found})
    sections = [
        (f"s-{anchor}", title, content, anchor in ("distance", "number"))
        for anchor, title, content in _sections(found, links)
    ]
    return page(
        "overview.html",
        **context
        | {
            "sections": sections,
            "lede": fragment(in_short(found)),
            "cards": cards(found),
            "has_audit": found.audit is not None and bool(found.audit.protected),
        },
    )


def _ranking(facts: TableFacts, name: str | None) -> StoredRanking | None:
    """The ranking of a name; without a name, the table's own or any other."""
    if name is None:
        return facts.ranking
    if name not in facts.rankings:
        raise UnknownName("ranking", name, facts.rankings, facts.name)
    return facts.rankings[name]


def _sections(report: Report, links: Links) -> list[tuple[str, str, Html]]:
    found = [
        ("table", "Classes", the_table(report, links)),
        ("contradictions", "Contradictions", contradictions(report, links)),
    ]
    if report.overview.constraints:
        found.append(("constraints", "What was asked for", constraints(report)))
    if report.overview.n_answered:
        found += [
            ("distance", "How far", distances(report, links)),
            ("number", "How many", numbers(report, links)),
            ("clearness", "How clear", clearness(report, links)),
            ("changes", "What changes", changes(report, links)),
            ("classes", "Which class turns into which", transitions(report, links)),
        ]
    audit = report.audit
    if report.overview.n_answered:
        content = reach(report, links) if audit is None else coverage(audit, links)
        found.append(("coverage", "Within reach", content))
    if audit is not None and audit.protected:
        found.append(("unequal", "Unequal treatment", unequal(audit, links)))
    return found


def _read_stored(store: Store, facts: TableFacts, stored: StoredRanking) -> Any:
    def work(job: Job) -> Report:
        with store.session(job) as session:
            described = profile(session, facts.loaded)
            bind_ranking(session, stored)
            run = ranked_run(session, stored.name)
            return read_figures(session, stored, run, facts.loaded, described)

    return work


def _read_sample(store: Store, facts: TableFacts) -> Any:
    """Rank a few rows now, in a session of its own; nothing is stored."""

    def work(job: Job) -> Report:
        table = facts.loaded
        n_rows = min(N_SAMPLE, table.n_labelled)
        with store.session(job) as session:
            compute(session, table, Selection(sample=n_rows), Method(), job)
            sample = StoredRanking(
                name=table.name,
                table=table.name,
                by="power",
                count="rows",
                n_rows=n_rows,
                ranked_at=datetime.now(),
            )
            described = profile(session, table)
            return read_figures(session, sample, RankedRun(), table, described)

    return work


async def _described(
    pages: Pages, request: Request, facts: TableFacts
) -> dict[str, Any]:
    """What a table is like that has no results."""

    def work(job: Job) -> Any:
        with pages.store.session(job) as session:
            return profile(session, facts.loaded)

    found = await pages.wait(request, ("profile", facts.name), work, patience=LONG)
    links = TableLinks(facts.name, None)
    return {
        "profile": found,
        "class_links": links.rows,
        "class_bars": _class_bars(facts),
    }


def _class_bars(facts: TableFacts) -> Html:
    from cfsql.show.figures import Bar, bars
    from cfsql.words import percent

    links = TableLinks(facts.name, None)
    whole = sum(facts.classes.values())
    shown = list(facts.classes.items())[:40]
    return bars(
        ("class", "rows", "share"),
        [
            Bar(
                value(label, longest=60),
                n,
                (f"{n:,}", percent(n, whole)),
                links.rows(label=label),
            )
            for label, n in shown
        ],
    )


# Lists of rows.


async def rows_page(pages: Pages, request: Request) -> Response:
    """The rows behind a figure, or all of them."""
    facts = await pages.facts(request)
    wanted = wanted_rows(request.query_params)
    _refuse_unknown(facts, wanted)
    known, stored = _ranking(facts, wanted.ranking), None
    if wanted.needs_ranking or wanted.is_pairs:
        stored = known
        if stored is None:
            raise WrongUse(
                f"table '{facts.name}' is not ranked yet, and only a ranking knows "
                f"this; run: {facts.command('rank')}"
            )
    work = _listing(pages.store, facts, wanted, stored)
    key = ("rows", facts.name, tuple(wanted.parameters()))
    found = await pages.wait(request, key, work, patience=LONG)
    assert not isinstance(found, Waiting)
    what = "pair" if wanted.is_pairs else "row"
    if not found.rows and wanted.page > 1:
        raise WrongAddress(f"this list has no page {wanted.page}", without=["page"])
    told = wanted.title(facts.loaded.label)
    first = wanted.skip + 1
    last = wanted.skip + len(found.rows)
    return page(
        "rows.html",
        title=f"Rows · {facts.name[:60]}",
        here="rows",
        table=facts.name,
        label_column=facts.loaded.label,
        heading=f"{many(found.n_rows, what)} {told}".strip(),
        rows=found.rows,
        n_rows=found.n_rows,
        first=first,
        last=last,
        is_pairs=wanted.is_pairs,
        is_ranked=stored is not None and not wanted.is_pairs,
        is_all=not told,
        previous=_page_url(facts, wanted, wanted.page - 1) if wanted.page > 1 else None,
        following=_page_url(facts, wanted, wanted.page + 1)
        if last < found.n_rows
        else None,
        links=TableLinks(facts.name, None),
    )


def _refuse_unknown(facts: TableFacts, wanted: Wanted) -> None:
    """Refuse classes and columns that the table does not have; any value may be."""
    label = facts.loaded.label
    columns = [*facts.features]
    if wanted.is_pairs:
        # An audit also compares by columns that are no features.
        columns += [name for each in facts.audits.values() for name in each.protected]
    known = {
        **dict.fromkeys(("label", "to_label", "other_label"), (label, facts.classes)),
        "feature": ("column" if wanted.is_pairs else "feature", columns),
    }
    for name, text in wanted.texts.items():
        kind, names = known.get(name, ("", None))
        if text is not None and names is not None and text not in names:
            raise WrongAddress(str(UnknownName(kind, text, names, facts.name)))


def _listing(
    store: Store, facts: TableFacts, wanted: Wanted, stored: StoredRanking | None
) -> Any:
    if wanted.is_pairs:
        assert stored is not None
        if stored.name not in facts.audits:
            raise WrongUse(f"'{stored.name}' is not audited")
        return answers.listed_pairs(store, stored.name, **wanted.of_audit)
    if stored is not None:
        return answers.listed_answers(store, facts, stored.name, **wanted.of_ranking)
    return answers.listed_rows(store, facts, **wanted.of_table)


def _page_url(facts: TableFacts, wanted: Wanted, number: int) -> str:
    return address(facts.name, "rows", wanted.on(number).parameters())
