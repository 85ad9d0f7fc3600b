"""The report of a ranking as a page: its sections in their order."""

from __future__ import annotations

import shlex

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
from cfsql.show.pages.stability import how_sure
from cfsql.version import __version__
from cfsql.words import cut, many, percent

PAPER = "https://arxiv.org/abs/2503.15817"
_LONGEST_COMMAND = 400

# The sections that share a line where there is room.
_SIDE_BY_SIDE = ("distance", "number")


def report_page(report: Report) -> str:
    """The whole report."""
    sections = [("table", "The table", the_table(report))]
    sections.append(("contradictions", "Contradictions", contradictions(report)))
    if report.audit is not None:
        if report.audit.protected:
            sections.append(("unequal", "Unequal treatment", unequal(report.audit)))
        if report.overview.n_answered:
            sections.append(("coverage", "Within reach", coverage(report.audit)))
    if report.overview.constraints:
        sections.append(("constraints", "What was asked for", constraints(report)))
    if report.overview.n_answered:
        sections += [
            ("distance", "How far", distances(report)),
            ("number", "How many", numbers(report)),
            ("clearness", "How clear", clearness(report)),
            ("changes", "What changes", changes(report)),
            ("classes", "Which class turns into which", transitions(report)),
            ("metrics", "The three metrics", metrics(report)),
        ]
    if report.stability is not None:
        sections.append(("sure", "How sure", how_sure(report.stability)))
    sections += [
        ("rows", "Row by row", _rows(report)),
        ("words", "The words", _glossary()),
        ("origin", "How this was made", _origin(report)),
    ]
    links = (element("a", title, href=f"#{anchor}") for anchor, title, _ in sections)
    return page(
        f"{cut(report.ranking.name, 80)}: counterfactual explanations",
        element("header", _head(report)),
        element("nav", links, aria_label="Sections"),
        element(
            "main",
            (
                element(
                    "section",
                    element("h2", title),
                    content,
                    id=anchor,
                    class_="half" if anchor in _SIDE_BY_SIDE else None,
                )
                for anchor, title, content in sections
            ),
        ),
        script="report.js",
    )


def _head(report: Report) -> Html:
    stored = report.ranking
    title: list[Child] = [value(stored.table)]
    if stored.name != stored.table:
        title += [" ", element("small", "ranking ", value(stored.name))]
    return fragment(
        element("p", "Counterfactual explanations", class_="kicker"),
        element("h1", title),
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


def _glossary() -> Html:
    return element(
        "dl",
        (
            element("div", element("dt", word), element("dd", f"{meaning}."))
            for word, meaning in GLOSSARY.items()
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
