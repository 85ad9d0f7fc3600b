"""The page of a table: its classes, and the figures of its ranking."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from cfsql.method.rank import Method, compute
from cfsql.method.selection import Selection
from cfsql.questions.overview import bind_ranking
from cfsql.questions.report import Report, read_figures
from cfsql.show.figures import Bar, bars
from cfsql.show.markup import Html, called_value, fragment
from cfsql.show.pages.answers import clearness, constraints, distances, numbers, reach
from cfsql.show.pages.audit import coverage, unequal
from cfsql.show.pages.changes import changes, transitions
from cfsql.show.pages.data import contradictions, the_table
from cfsql.show.pages.effort import effort
from cfsql.show.pages.in_short import cards, in_short, leading
from cfsql.show.pages.pieces import Links
from cfsql.speech import figure, percent, say, say_each
from cfsql.tables.catalog import RANKING, Stored
from cfsql.tables.profile import profile
from cfsql.tables.runs import StoredRun, run_of
from cfsql.ui.jobs import Job, Waiting
from cfsql.ui.links import SampleLinks, TableLinks
from cfsql.ui.pages import LONG, Pages
from cfsql.ui.parameters import Accepted, is_on
from cfsql.ui.rendering import page
from cfsql.ui.store import Store, TableFacts
from cfsql.ui.views.conclusions import conclusion

# What the address of an overview may have.
OVERVIEW_PARAMETERS = Accepted(("ranking", "sample"))

# The rows of a sample that is ranked for a table without results.
N_SAMPLE = 200


async def overview_page(pages: Pages, request: Request) -> Response:
    """A table and the figures of its ranking, or the command that makes one."""
    facts = await pages.facts(request)
    stored = facts.ranking_named(request.query_params.get("ranking"))
    is_sample = is_on(request.query_params, "sample") and stored is None
    context: dict[str, Any] = {
        "title": f"{say('Overview')} · {facts.name[:60]}",
        "here": "overview",
        "table": facts.name,
        "facts": facts,
        "waiting": None,
        "stored": stored,
        "is_sample": is_sample,
        "n_sample": min(N_SAMPLE, facts.loaded.n_labelled),
        "command": facts.command("rank", call="rank()"),
        "audit_command": facts.command("audit", call="audit()")
        if facts.loaded.declared.protected
        else facts.command(
            "audit", "--protected", "COLUMNS", call='audit(["COLUMNS"])'
        ),
        "protected": facts.loaded.declared.protected_words,
        "sections": (),
        "lede": (),
        "leading": (),
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
    if facts.is_anonymous:
        found = found.without_people()
    sections = [
        (
            f"s-{anchor}",
            title,
            content,
            anchor in ("distance", "number"),
            conclusion(anchor, found) if found.overview.n_answered else None,
        )
        for anchor, title, content in _sections(found, links)
    ]
    return page(
        "overview.html",
        **context
        | {
            "sections": sections,
            "lede": fragment(in_short(found)),
            "leading": leading(found),
            "cards": cards(found),
            "has_audit": found.audit is not None and bool(found.audit.protected),
        },
    )


def _sections(report: Report, links: Links) -> list[tuple[str, str, Html]]:
    """The figures, in the order in which an auditor asks.

    Who is treated unequally, and who is further from another outcome; then what the
    data can tell at all; then how far, how clearly and by what.
    """
    audit, is_answered = report.audit, report.overview.n_answered > 0
    found: list[tuple[str, str, Html]] = []
    if audit is not None and audit.protected:
        alone = [each.feature for each in report.profile.nearly_unique]
        pairs = unequal(audit, links, nearly_unique=alone)
        found.append(("unequal", say("Unequal pairs"), pairs))
        groups = effort(audit)
        if groups is not None:
            found.append(("effort", say("Protected groups side by side"), groups))
    if is_answered:
        # The groups have a section of their own.
        content = (
            reach(report, links)
            if audit is None
            else coverage(audit, links, has_groups=False)
        )
        found.append(("coverage", say("Within reach"), content))
    found += [
        ("table", say("Classes"), the_table(report, links)),
        ("contradictions", say("Contradictions"), contradictions(report, links)),
    ]
    if report.overview.constraints:
        found.append(("constraints", say("What was asked for"), constraints(report)))
    if is_answered:
        turned = transitions(report, links)
        found += [
            ("distance", say("How far"), distances(report, links)),
            ("number", say("How many"), numbers(report, links)),
            ("clearness", say("How clear"), clearness(report, links)),
            ("changes", say("What changes"), changes(report, links)),
            ("classes", say("Which class turns into which"), turned),
        ]
    return found


def _read_stored(store: Store, facts: TableFacts, stored: Stored) -> Any:
    def work(job: Job) -> Report:
        with store.session(job) as session:
            described = profile(session, facts.loaded)
            bind_ranking(session, stored)
            run = run_of(stored)
            return read_figures(session, stored, run, facts.loaded, described)

    return work


def _read_sample(store: Store, facts: TableFacts) -> Any:
    """Rank a few rows now; nothing is stored."""

    def work(job: Job) -> Report:
        table = facts.loaded
        n_rows = min(N_SAMPLE, table.n_labelled)
        with store.session(job) as session:
            compute(session, table, Selection(sample=n_rows), Method(), job)
            said = {"by": "power", "count": "rows", "n_rows": n_rows}
            sample = Stored(RANKING, table.name, table.name, {}, said)
            described = profile(session, table)
            return read_figures(session, sample, StoredRun(), table, described)

    return work


async def _described(
    pages: Pages, request: Request, facts: TableFacts
) -> dict[str, Any]:
    """The classes and counts of a table without results."""

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

    links = TableLinks(facts.name, None)
    whole = sum(facts.classes.values())
    shown = list(facts.classes.items())[:40]
    return bars(
        say_each("class", "rows", "share"),
        [
            Bar(
                called_value(facts.loaded.label, label, longest=60),
                n,
                (figure(n), percent(n, whole)),
                links.rows(label=label),
            )
            for label, n in shown
        ],
    )
