"""The sections of a report on the table itself."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import PurePath

from cfsql.questions.audit import Contradiction, Member
from cfsql.questions.report import ClassAnswers, Report
from cfsql.show.figures import Bar, bars, captioned
from cfsql.show.markup import (
    Child,
    Html,
    called,
    called_value,
    element,
    fragment,
    linked,
    spoken,
    value,
)
from cfsql.show.pages.pieces import NO_LINKS, Links, plain_table, separated
from cfsql.speech import figure, many, percent, say, say_each

# What is listed one by one.
_N_CLASSES = 12
_N_MEMBERS = 8


def the_table(report: Report, links: Links = NO_LINKS) -> Html:
    """The size of the table, and how each class was answered."""
    described, table = report.profile, report.table
    facts: list[tuple[str, Child | list[Child]]] = [
        (say("source"), value(PurePath(table.source).name)),
        (say("outcome"), called(table.label)),
        (say("rows"), figure(described.n_rows)),
        (say("features"), figure(len(described.features))),
        (say("classes"), figure(len(described.classes))),
        (say("duplicates"), figure(described.n_duplicates)),
        (say("without an outcome"), figure(described.n_unlabelled)),
    ]
    if table.ignored:
        facts.append((say("left out"), separated(map(called, table.ignored))))
    return fragment(
        element(
            "dl",
            (
                element("div", element("dt", name), element("dd", fact))
                for name, fact in facts
            ),
            class_="facts",
        ),
        (
            element("p", each.sentence, class_="notice")
            for each in described.nearly_unique
            if each not in report.leading
        ),
        _classes(report, links),
    )


def _classes(report: Report, links: Links) -> Html:
    listed, rest = report.classes[:_N_CLASSES], report.classes[_N_CLASSES:]
    rows = [
        _class(
            called_value(report.table.label, each.label, longest=40),
            each,
            links.rows(label=each.label),
        )
        for each in listed
    ]
    if rest:
        others = say("{n:# other|# others}", n=len(rest))
        rows.append(_class(others, _together(rest), is_drawn=False))
    head = (
        *say_each("class", "rows", "ranked"),
        say("mean distance" if report.overview.is_weighted else "mean changes"),
        *say_each("unique", "contradicted"),
    )
    return element(
        "div",
        captioned(
            say("The classes, and how their ranked rows were answered"),
            bars(head, rows),
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
            figure(each.n_rows),
            figure(each.n_ranked),
            "–" if each.mean_distance is None else figure(each.mean_distance, ".2f"),
            percent(each.n_unique, each.n_ranked) if each.n_ranked else "–",
            figure(each.n_contradicted),
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
            "p",
            say("None: no two rows have the same features and different outcomes."),
        )
    is_cut = described.n_contradictions > len(report.contradictions)
    return fragment(
        element(
            "p",
            say(
                "{n:# row|# rows} ({share}) are in {n_groups:# group|# groups} with "
                "the same features and different outcomes; {n_ranked} of them were "
                "ranked. Nothing in the features tells them apart, so they are never "
                "offered as counterfactuals of each other.",
                n=described.n_contradicted,
                share=percent(described.n_contradicted, described.n_labelled),
                n_groups=described.n_contradictions,
                n_ranked=report.overview.n_contradicted,
            ),
        ),
        _all_contradicted(links),
        _groups(report, links, is_cut=is_cut) if report.contradictions else None,
    )


def _groups(report: Report, links: Links, *, is_cut: bool) -> Html:
    return captioned(
        say("The largest groups" if is_cut else "The groups"),
        plain_table(
            say_each("outcomes", "rows"),
            (
                (
                    fragment(separated(_members(group, report.table.label, links))),
                    figure(group.n_rows),
                )
                for group in report.contradictions
            ),
        ),
    )


def _all_contradicted(links: Links) -> Html | None:
    href = links.rows(contradicted=1)
    if href is None:
        return None
    return element("p", element("a", say("All of them"), href=href))


def _such_as(member: Member, links: Links) -> Html:
    named = spoken("row {row}", row=value(member.row_id))
    row = linked(links.row(member.row_id), named)
    return row if member.n_rows == 1 else spoken("such as {row}", row=row)


def _members(group: Contradiction, label_column: str, links: Links) -> list[Child]:
    listed = group.members[:_N_MEMBERS]
    members: list[Child] = [
        fragment(
            element("b", called_value(label_column, member.label, longest=40)),
            f" {many(member.n_rows, 'row')} ",
            element(
                "span",
                *("(", _such_as(member, links), ")"),
                class_="quiet",
            ),
        )
        for member in listed
    ]
    if len(group.members) > len(listed):
        members.append(many(len(group.members) - len(listed), "other outcome"))
    return members
