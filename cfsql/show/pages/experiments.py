"""The experiments as a page: each figure, and whether the paper's claims hold."""

from __future__ import annotations

from collections.abc import Sequence

from cfsql.experiments.claims import Finding, findings
from cfsql.experiments.results import Experiments
from cfsql.experiments.words import (
    STUDY_COLUMNS,
    remarks,
    samples_in_words,
    study_figures,
)
from cfsql.show.figures import (
    captioned,
)
from cfsql.show.markup import Html, element, fragment, value
from cfsql.show.pages import page
from cfsql.show.pages.experiment_figures import SECTIONS
from cfsql.show.pages.pieces import plain_table
from cfsql.show.pages.report import PAPER
from cfsql.version import __version__
from cfsql.words import many


def experiments_page(found: Experiments) -> str:
    """The whole page."""
    judged = findings(found)
    sections = [("claims", "What the paper says, and what was found", _claims(judged))]
    for name, title, draw in SECTIONS:
        rows = found.rows(name)
        if rows:
            verdicts = [
                _verdict(each) for each in judged if each.claim.experiment == name
            ]
            sections.append((name, title, fragment(draw(rows), *verdicts)))
    sections += [
        ("tables", "The tables", _tables(found)),
        ("origin", "How this was made", _origin(found)),
    ]
    links = (element("a", title, href=f"#{anchor}") for anchor, title, _ in sections)
    return page(
        "Experiments with counterfactual explanations",
        element("header", _head(found)),
        element("nav", links, aria_label="Sections"),
        element(
            "main",
            (
                element("section", element("h2", title), content, id=anchor)
                for anchor, title, content in sections
            ),
        ),
    )


def _head(found: Experiments) -> Html:
    names = [study.title for study in found.studies if study.n_rows is not None]
    if len(names) <= 1:
        title = names[0] if names else "Synthetic tables"
    else:
        title = f"{len(names)} tables"
    return fragment(
        element("p", "The experiments of the paper", class_="kicker"),
        element("h1", value(title)),
        element("p", f"{samples_in_words(found)}.".capitalize(), class_="lede"),
        (
            element("p", value(remark), ".", class_="notice")
            for remark in remarks(found)
        ),
    )


def _claims(judged: Sequence[Finding]) -> Html:
    return captioned(
        "Each claim, held against every table",
        plain_table(
            ("claim", "here"),
            (
                (
                    fragment(element("b", each.claim.title), ": ", each.claim.says),
                    value(each.in_short, longest=400),
                )
                for each in judged
            ),
            n_words=2,
        ),
    )


def _verdict(finding: Finding) -> Html:
    return fragment(
        element(
            "p",
            element("b", "The paper: "),
            finding.claim.says,
            ". ",
            element("b", "Here: "),
            value(finding.in_short, longest=400),
            ".",
            class_="verdict" if finding.holds else "verdict fails",
        ),
        element(
            "details",
            element("summary", "Table by table"),
            element(
                "div",
                plain_table(
                    ("", "holds", finding.claim.title),
                    (
                        (
                            value(each.subject),
                            {True: "yes", False: "no", None: "–"}[each.holds],
                            each.evidence,
                        )
                        for each in finding.verdicts
                    ),
                    n_words=3,
                ),
                class_="scroll",
            ),
        ),
    )


def _tables(found: Experiments) -> Html:
    return captioned(
        "What the samples were drawn from",
        plain_table(
            STUDY_COLUMNS,
            ((value(each.title), *study_figures(each)) for each in found.studies),
        ),
    )


def _origin(found: Experiments) -> Html:
    drawn = {
        "any": "among all minimal ones",
        "remaining": "among the minimal ones that remain without the optimal one",
    }
    return fragment(
        element(
            "p",
            "A sample is a table of its own: counterfactuals, hyperballs and classes "
            "are those inside it. The one drawn at random was drawn "
            f"{drawn[found.protocol.random]}. The same seed gives the same samples on "
            f"every machine: here it was {found.protocol.seed}. "
            f"{many(len(found.measurements), 'measurement')} are in ",
            element("code", "cf.experiment_results"),
            ", their means in ",
            element("code", "cf.experiment_summary"),
            f". Made by cfsql {__version__} after ",
            element(
                "a", "Ranking counterfactual explanations", href=PAPER, rel="noreferrer"
            ),
            " (Lim, Prade, Richard).",
        ),
    )
