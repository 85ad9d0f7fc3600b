"""The report of a ranking as a page: its sections in their order."""

from __future__ import annotations

import os
import shlex
from collections.abc import Iterable, Sequence

from cfsql.questions.report import Report
from cfsql.show.glossary import GLOSSARY
from cfsql.show.markup import Child, Html, element, fragment, spoken, value
from cfsql.show.pages import page
from cfsql.show.pages.answers import (
    clearness,
    constraints,
    distances,
    metrics,
    numbers,
)
from cfsql.show.pages.audit import coverage, unequal
from cfsql.show.pages.changes import changes, transitions
from cfsql.show.pages.data import contradictions, the_table
from cfsql.show.pages.explanations import explained_rows
from cfsql.show.pages.figure_data import Figures
from cfsql.show.pages.in_short import cards, in_short, leading
from cfsql.show.pages.logo import logo_picture
from cfsql.show.pages.pieces import NO_LINKS, Links
from cfsql.show.pages.sections import (
    PageLinks,
    Section,
    chosen_sections,
    section_names,
)
from cfsql.show.pages.stability import how_stable
from cfsql.speech import cut, marked, say
from cfsql.version import __version__

PAPER = "https://arxiv.org/abs/2503.15817"
_LONGEST_COMMAND = 400

# The sections that share a line where there is room.
_SIDE_BY_SIDE = ("distance", "number")

# How answers were ranked, and what counted as a case.
_BY = {
    "power": marked("counterfactual power"),
    "dag": marked("size of disagreement set"),
}
_COUNTED = {
    "rows": marked("every row counted as a case"),
    "distinct": marked("duplicates counted once"),
}

# The words that a section needs, explained below its figures.
_TERMS = {
    "distance": ("counterfactual",),
    "number": ("minimal",),
    "clearness": ("rank, optimal", "unique", "power", "gap"),
    "metrics": ("ball",),
    "rows": (
        *("power", "ball", "typicality", "capacity", "universality", "support"),
        *("share", "contradicted"),
    ),
}


def report_page(
    report: Report,
    *,
    title: str | None = None,
    logo: str | os.PathLike[str] | None = None,
    sections: Sequence[str] | None = None,
) -> str:
    """The whole report, or these sections of it."""
    names = section_names(sections)
    links = NO_LINKS if names and "rows" not in names else PageLinks.of(report)
    shown = chosen_sections(_sections(report, links), names)
    figures = Figures()
    contents = (element("a", each.title, href=f"#{each.anchor}") for each in shown)
    return page(
        cut(
            title
            or say("{name}: counterfactual explanations", name=report.ranking.name),
            120,
        ),
        element(
            "header",
            logo_picture(logo) if logo is not None else None,
            _head(report, title),
        ),
        element("nav", contents, aria_label=say("Sections")),
        element("main", (_section(each, figures) for each in shown)),
        script="report.js",
    )


def _sections(report: Report, links: Links) -> list[Section]:
    """All sections that there is something to say in."""
    found = [
        Section("table", say("The table"), the_table(report)),
        Section("contradictions", say("Contradictions"), contradictions(report, links)),
    ]
    if report.audit is not None:
        if report.audit.protected:
            alone = [each.feature for each in report.profile.nearly_unique]
            content = unequal(report.audit, links, nearly_unique=alone)
            found.append(Section("unequal", say("Unequal pairs"), content))
        if report.overview.n_answered:
            content = coverage(report.audit)
            found.append(Section("coverage", say("Within reach"), content))
    if report.overview.constraints:
        content = constraints(report)
        found.append(Section("constraints", say("What was asked for"), content))
    if report.overview.n_answered:
        found += [
            Section("distance", say("How far"), distances(report)),
            Section("number", say("How many"), numbers(report)),
            Section("clearness", say("How clear"), clearness(report)),
            Section("changes", say("What changes"), changes(report)),
            Section(
                "classes", say("Which class turns into which"), transitions(report)
            ),
            Section("metrics", say("The three metrics"), metrics(report)),
        ]
    if report.stability is not None:
        found.append(
            Section("sure", say("How often answers stay"), how_stable(report.stability))
        )
    return [
        *found,
        Section("rows", say("Row by row"), _rows(report)),
        Section("words", say("The words"), _words(GLOSSARY)),
        Section("origin", say("How this was made"), _origin(report)),
    ]


def _section(each: Section, figures: Figures) -> Html:
    words = _TERMS.get(each.anchor, ())
    # The tables of a row have the address of the row.
    is_figures = each.anchor != "rows"
    return element(
        "section",
        element("h2", each.title),
        figures.numbered(each.content) if is_figures else each.content,
        _words(words) if words else None,
        id=each.anchor,
        class_="half" if each.anchor in _SIDE_BY_SIDE else None,
    )


def _head(report: Report, title: str | None) -> Html:
    stored = report.ranking
    name: list[Child] = [value(stored.table)]
    if stored.name != stored.table:
        own = spoken("ranking {name}", name=value(stored.name))
        name += [" ", element("small", own)]
    kicker: Child = say("Counterfactual explanations")
    if title is not None:
        kicker = spoken("Counterfactual explanations of {name}", name=fragment(*name))
    return fragment(
        element("p", kicker, class_="kicker"),
        element("h1", name if title is None else value(title)),
        element("p", in_short(report), class_="lede"),
        leading(report),
        element("dl", (_card(*card) for card in cards(report)), class_="cards"),
    )


def _card(name: str, figure: str, note: str) -> Html:
    return element(
        "div",
        element("dt", name),
        element("dd", element("b", figure), " ", element("span", note)),
    )


def _rows(report: Report) -> Html:
    if not report.rows:
        return element("p", say("No row was ranked."))
    n_rows, n_ranked = len(report.rows), report.overview.n_rows
    if n_rows < n_ranked:
        rows = say("{n:# row|# rows} of {n_all}", n=n_rows, n_all=n_ranked)
    elif n_rows == 1:
        rows = say("The ranked row")
    else:
        rows = say("All {n} ranked rows", n=n_rows)
    text = (
        say(
            "{rows}, each with the case that would have changed its outcome.", rows=rows
        )
        if report.overview.n_answered
        else f"{rows}."
    )
    return fragment(
        element(
            "p",
            text,
            " ",
            say(
                "Open a row to read it. These are real cases: before you pass this "
                "page on, ask whether you may."
            ),
        ),
        explained_rows(report.rows),
    )


def _words(words: Iterable[str]) -> Html:
    """What words mean."""
    return element(
        "dl",
        (
            element(
                "div",
                element("dt", say(word)),
                element("dd", f"{say(GLOSSARY[word])}."),
            )
            for word in words
        ),
        class_="words",
    )


def _origin(report: Report) -> Html:
    stored = report.ranking
    command = report.command
    return fragment(
        element(
            "p",
            say(
                "Ranked by {by}, {counted}, on {day} at {hour}{version}; this page is "
                "by cfsql {own_version}.",
                by=say(_BY[stored.by]),
                counted=say(_COUNTED[stored.count]),
                day=f"{stored.made_at:%Y-%m-%d}",
                hour=f"{stored.made_at:%H:%M}",
                version=say(" with cfsql {version}", version=report.run.version)
                if report.run.version
                else "",
                own_version=__version__,
            ),
            " " + say("The ranking was made with:") if command is not None else "",
        ),
        element("pre", element("code", cut(command, _LONGEST_COMMAND)))
        if command is not None
        else None,
        element("p", _method(stored.name, stored.table)),
    )


def _method(name: str, table: str) -> Html:
    explain = f"{shlex.join(['cfsql', 'explain', '--table', table])} --row ID"
    return spoken(
        "Counterfactuals are looked for in the whole table, whichever rows are ranked. "
        "Features are compared for equality only. A counterfactual says what other "
        "cases have, not what would happen if something changed: it is not causal. "
        "Every figure comes from a query in {file} over {summary} and {ranked}; "
        "any row can be explained with {explain}. The method is that of {paper} "
        "(Lim, Prade, Richard).",
        file=element("code", "sql/questions/report.sql"),
        summary=element("code", value(f"{name}_summary")),
        ranked=element("code", value(f"{name}_ranked")),
        explain=element("code", cut(explain, _LONGEST_COMMAND)),
        paper=element(
            "a", "Ranking counterfactual explanations", href=PAPER, rel="noreferrer"
        ),
    )
