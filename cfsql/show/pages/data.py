"""The sections of a report on the table itself."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import PurePath

from cfsql.questions.audit import Contradiction
from cfsql.questions.report import ClassAnswers, Report
from cfsql.show.figures import Bar, bars, captioned
from cfsql.show.markup import Child, Html, element, fragment, linked, value
from cfsql.show.pages.pieces import NO_LINKS, Links, plain_table, separated
from cfsql.words import many, percent

# What is listed one by one.
_N_CLASSES = 12
_N_MEMBERS = 8


def the_table(report: Report, links: Links = NO_LINKS) -> Html:
    """The size of the table, and how each class was answered."""
    described, table = report.profile, report.table
    facts: list[tuple[str, Child | list[Child]]] = [
        ("source", value(PurePath(table.source).name)),
        ("outcome", value(table.label)),
        ("rows", f"{described.n_rows:,}"),
        ("features", f"{len(described.features):,}"),
        ("classes", f"{len(described.classes):,}"),
        ("duplicates", f"{described.n_duplicates:,}"),
        ("without an outcome", f"{described.n_unlabelled:,}"),
    ]
    if table.ignored:
        facts.append(("left out", separated(map(value, table.ignored))))
    return fragment(
        element(
            "dl",
            (
                element("div", element("dt", name), element("dd", fact))
                for name, fact in facts
            ),
            class_="facts",
        ),
        (_notice(report, feature) for feature in described.nearly_unique),
        _classes(report.classes, links, is_weighted=report.overview.is_weighted),
    )


def _notice(report: Report, feature: str) -> Html:
    described = report.profile
    return element(
        "p",
        element("b", value(feature, longest=60)),
        f" has {described.features[feature]:,} values in {described.n_labelled:,} "
        "rows, so nearly all rows differ in it, whatever their outcome. If it is an "
        "id or a weight, load the table again and leave it out with --ignore.",
        class_="notice",
    )


def _classes(
    classes: Sequence[ClassAnswers], links: Links, *, is_weighted: bool
) -> Html:
    listed, rest = classes[:_N_CLASSES], classes[_N_CLASSES:]
    rows = [
        _class(value(each.label, longest=40), each, links.rows(label=each.label))
        for each in listed
    ]
    if rest:
        rows.append(_class(f"{len(rest)} others", _together(rest), is_drawn=False))
    mean = "mean distance" if is_weighted else "mean changes"
    head = ("class", "rows", "ranked", mean, "unique", "contradicted")
    return element(
        "div",
        captioned(
            "The classes, and how their ranked rows were answered", bars(head, rows)
        ),
        class_="classes",
    )


def _class(
    name: Child, each: ClassAnswers, href: str | None = None, *, is_drawn: bool = True
) -> Bar:
    return Bar(
        name,
        each.n_rows if is_drawn else None,
        (
            f"{each.n_rows:,}",
            f"{each.n_ranked:,}",
            "–" if each.mean_distance is None else f"{each.mean_distance:.2f}",
            percent(each.n_unique, each.n_ranked) if each.n_ranked else "–",
            f"{each.n_contradicted:,}",
        ),
        href,
    )


def _together(classes: Sequence[ClassAnswers]) -> ClassAnswers:
    """Several classes as if they were one."""
    n_answered = sum(each.n_answered for each in classes)
    n_changes = sum(each.n_answered * (each.mean_distance or 0) for each in classes)
    return ClassAnswers(
        label="",
        n_rows=sum(each.n_rows for each in classes),
        n_ranked=sum(each.n_ranked for each in classes),
        n_answered=n_answered,
        n_unique=sum(each.n_unique for each in classes),
        n_contradicted=sum(each.n_contradicted for each in classes),
        mean_distance=n_changes / n_answered if n_answered else None,
    )


def contradictions(report: Report, links: Links = NO_LINKS) -> Html:
    """The rows that nothing in the features tells apart."""
    described = report.profile
    if not described.n_contradicted:
        return element(
            "p", "None: no two rows have the same features and different outcomes."
        )
    is_cut = described.n_contradictions > len(report.contradictions)
    return fragment(
        element(
            "p",
            f"{many(described.n_contradicted, 'row')} "
            f"({percent(described.n_contradicted, described.n_labelled)}) are in "
            f"{many(described.n_contradictions, 'group')} with the same features and "
            f"different outcomes; {report.overview.n_contradicted:,} of them were "
            "ranked. Nothing in the features tells them apart, so they are never "
            "offered as counterfactuals of each other.",
        ),
        _all_contradicted(links),
        _groups(report, links, is_cut=is_cut) if report.contradictions else None,
    )


def _groups(report: Report, links: Links, *, is_cut: bool) -> Html:
    return captioned(
        "The largest groups" if is_cut else "The groups",
        plain_table(
            ("outcomes", "rows"),
            (
                (fragment(separated(_members(group, links))), f"{group.n_rows:,}")
                for group in report.contradictions
            ),
        ),
    )


def _all_contradicted(links: Links) -> Html | None:
    href = links.rows(contradicted=1)
    return (
        None if href is None else element("p", element("a", "All of them", href=href))
    )


def _members(group: Contradiction, links: Links) -> list[Child]:
    listed = group.members[:_N_MEMBERS]
    members: list[Child] = [
        fragment(
            element("b", value(member.label, longest=40)),
            f" {many(member.n_rows, 'row')} ",
            element(
                "span",
                "(" if member.n_rows == 1 else "(such as ",
                linked(links.row(member.row_id), value(member.row_id)),
                ")",
                class_="quiet",
            ),
        )
        for member in listed
    ]
    if len(group.members) > len(listed):
        members.append(many(len(group.members) - len(listed), "other outcome"))
    return members
