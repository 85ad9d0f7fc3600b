"""The report of a ranking as a page: its sections in their order."""

from __future__ import annotations

import os
import shlex
from collections.abc import Iterable, Sequence

from cfsql.questions.report import Report
from cfsql.show.glossary import GLOSSARY
from cfsql.show.markup import Child, Html, element, fragment, value
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
from cfsql.show.pages.logo import logo_picture
from cfsql.show.pages.pieces import NO_LINKS, Links
from cfsql.show.pages.sections import (
    PageLinks,
    Section,
    chosen_sections,
    section_names,
)
from cfsql.show.pages.stability import how_sure
from cfsql.version import __version__
from cfsql.words import cut, many, percent

PAPER = "https://arxiv.org/abs/2503.15817"
_LONGEST_COMMAND = 400

# The sections that share a line where there is room.
_SIDE_BY_SIDE = ("distance", "number")

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
        cut(title or f"{report.ranking.name}: counterfactual explanations", 120),
        element(
            "header",
            logo_picture(logo) if logo is not None else None,
            _head(report, title),
        ),
        element("nav", contents, aria_label="Sections"),
        element("main", (_section(each, figures) for each in shown)),
        script="report.js",
    )


def _sections(report: Report, links: Links) -> list[Section]:
    """All sections that there is something to say in."""
    found = [
        Section("table", "The table", the_table(report)),
        Section("contradictions", "Contradictions", contradictions(report, links)),
    ]
    if report.audit is not None:
        if report.audit.protected:
            content = unequal(report.audit, links)
            found.append(Section("unequal", "Unequal treatment", content))
        if report.overview.n_answered:
            found.append(Section("coverage", "Within reach", coverage(report.audit)))
    if report.overview.constraints:
        content = constraints(report)
        found.append(Section("constraints", "What was asked for", content))
    if report.overview.n_answered:
        found += [
            Section("distance", "How far", distances(report)),
            Section("number", "How many", numbers(report)),
            Section("clearness", "How clear", clearness(report)),
            Section("changes", "What changes", changes(report)),
            Section("classes", "Which class turns into which", transitions(report)),
            Section("metrics", "The three metrics", metrics(report)),
        ]
    if report.stability is not None:
        found.append(Section("sure", "How sure", how_sure(report.stability)))
    return [
        *found,
        Section("rows", "Row by row", _rows(report)),
        Section("words", "The words", _words(GLOSSARY)),
        Section("origin", "How this was made", _origin(report)),
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
        name += [" ", element("small", "ranking ", value(stored.name))]
    kicker: list[Child] = ["Counterfactual explanations"]
    if title is not None:
        kicker += [" of ", *name]
    return fragment(
        element("p", kicker, class_="kicker"),
        element("h1", name if title is None else value(title)),
        element("p", in_short(report), class_="lede"),
        element("dl", (_card(*card) for card in cards(report)), class_="cards"),
    )


def in_short(report: Report) -> list[Child]:
    """The answer in a few sentences."""
    seen, table = report.overview, report.table
    text: list[Child] = [
        "What would have had to be different for another ",
        value(table.label),
        "? ",
    ]
    if not seen.n_answered:
        return [
            *text,
            "The data have no answer: no row has a counterfactual",
            " that may be chosen" if seen.blocked else "",
            ".",
        ]
    distance = report.spreads["distance"]
    most = report.features[0]
    if seen.n_unanswered:
        verb = "has" if seen.n_answered == 1 else "have"
        who = f"{seen.n_answered:,} of {seen.n_rows:,} ranked rows {verb}"
    elif seen.n_rows == 1:
        who = "The ranked row has"
    else:
        who = f"All {seen.n_rows:,} ranked rows have"
    n_middle = int(distance.middle)
    # No answer differs in less than one feature.
    or_fewer = " or fewer" if n_middle > 1 else ""
    return [
        *text,
        f"{who} an answer in the data: a real case with another outcome. Half of "
        f"them would have had to change in {many(n_middle, 'feature')}{or_fewer}. "
        "What changes most often is ",
        element("b", value(most.feature, longest=60)),
        f", for {percent(most.n_changed, seen.n_answered)} of them; "
        f"{percent(seen.n_unique, seen.n_answered)} of them have a single best answer."
        + (
            f" The answer of {percent(seen.n_unsure, seen.n_answered)} is not sure: "
            "its values came with another outcome too."
            if seen.n_unsure
            else ""
        ),
    ]


def cards(report: Report) -> list[tuple[str, str, str]]:
    seen, described = report.overview, report.profile
    cards = [
        ("rows ranked", f"{seen.n_rows:,}", f"of {described.n_rows:,}"),
        (
            "in contradictions",
            f"{described.n_contradicted:,}",
            f"rows, {percent(described.n_contradicted, described.n_labelled)}",
        ),
    ]
    if not seen.n_answered:
        return [*cards, ("with a counterfactual", "0", "rows")]
    distance, number = report.spreads["distance"], report.spreads["n_minimal"]
    cards += [
        (
            "distance needed" if seen.is_weighted else "changes needed",
            f"{distance.average:.2f}",
            f"mean, {distance.smallest:.0f} to {distance.largest:.0f}"
            if distance.deviation
            else "for every row",
        ),
        (
            "counterfactuals",
            f"{number.average:.1f}",
            f"per row, median {number.middle:g}",
        ),
        (
            "unique optimal",
            percent(seen.n_unique, seen.n_rows),
            many(seen.n_unique, "row"),
        ),
    ]
    if seen.mean_gap is not None:
        cards.append(
            (
                "mean gap",
                f"{seen.mean_gap:.3f}",
                f"over {many(report.spreads['gap'].n_rows, 'row')}",
            )
        )
    return cards


def _card(name: str, figure: str, note: str) -> Html:
    return element(
        "div",
        element("dt", name),
        element("dd", element("b", figure), " ", element("span", note)),
    )


def _rows(report: Report) -> Html:
    if not report.rows:
        return element("p", "No row was ranked.")
    n_rows, n_ranked = len(report.rows), report.overview.n_rows
    if n_rows == n_ranked:
        text = "The ranked row" if n_rows == 1 else f"All {n_rows:,} ranked rows"
    else:
        text = f"{many(n_rows, 'row')} of {n_ranked:,}"
    if report.overview.n_answered:
        text += ", each with the case that would have changed its outcome"
    return fragment(
        element(
            "p",
            f"{text}. Open a row to read it. These are real cases: before you pass "
            "this page on, ask whether you may.",
        ),
        explained_rows(report.rows),
    )


def _words(words: Iterable[str]) -> Html:
    """What words mean."""
    return element(
        "dl",
        (
            element("div", element("dt", word), element("dd", f"{GLOSSARY[word]}."))
            for word in words
        ),
        class_="words",
    )


def _origin(report: Report) -> Html:
    stored = report.ranking
    by = {"power": "counterfactual power", "dag": "size of disagreement set"}
    text: list[Child] = [
        f"Ranked by {by[stored.by]}, ",
        "duplicates counted once, "
        if stored.count == "distinct"
        else "every row counted as a case, ",
        f"on {stored.ranked_at:%Y-%m-%d at %H:%M}",
        f" with cfsql {report.run.version}" if report.run.version else "",
        f"; this page is by cfsql {__version__}.",
    ]
    if report.command is not None:
        text += [" The ranking was made with:"]
    return fragment(
        element("p", text),
        element("pre", element("code", cut(report.command, _LONGEST_COMMAND)))
        if report.command is not None
        else None,
        element(
            "p",
            "Counterfactuals are looked for in the whole table, whichever rows are "
            "ranked. Features are compared for equality only. A counterfactual says "
            "what other cases have, not what would happen if something changed: it "
            "is not causal. Every figure comes from a query under ",
            element("code", "sql/report"),
            " over ",
            element("code", value(f"{stored.name}_summary")),
            " and ",
            element("code", value(f"{stored.name}_ranked")),
            "; any row can be explained with ",
            element(
                "code",
                cut(
                    shlex.join(["cfsql", "explain", "--table", stored.table])
                    + " --row ID",
                    _LONGEST_COMMAND,
                ),
            ),
            ". The method is that of ",
            element(
                "a",
                "Ranking counterfactual explanations",
                href=PAPER,
                rel="noreferrer",
            ),
            " (Lim, Prade, Richard).",
        ),
    )
