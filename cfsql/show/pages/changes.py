"""The sections of a report on changes of features, values and classes."""

from __future__ import annotations

from cfsql.questions.report import Report, Transitions
from cfsql.show.figures import Bar, Cell, bars, captioned, heat_matrix
from cfsql.show.markup import (
    Child,
    Html,
    called,
    called_value,
    element,
    fragment,
    linked,
)
from cfsql.show.pages.pieces import NO_LINKS, Links, plain_table, shared_rows
from cfsql.speech import figure, many, percent, rows_or_parts, say, say_each

# The features that are listed at once; the others are a click away.
_N_FEATURES = 24


def changes(report: Report, links: Links = NO_LINKS) -> Html:
    """Which features change most often, and how."""
    n_answered = report.overview.n_answered
    rows = [
        Bar(
            called(each.feature, longest=60),
            each.n_changed,
            (percent(each.n_changed, n_answered), figure(each.n_values)),
            links.rows(feature=each.feature) if each.n_changed else None,
        )
        for each in report.features
    ]
    head = say_each("feature", "share", "values")
    first, rest = rows[:_N_FEATURES], rows[_N_FEATURES:]
    return fragment(
        element(
            "p",
            say(
                "A feature that changes for most rows is one that the outcomes depend "
                "on in these data, or one in which hardly two rows are alike. Where "
                "several counterfactuals of a row are optimal, each counts for its "
                "part of the row."
            ),
        ),
        element(
            "div",
            captioned(
                say("How often the optimal counterfactual changes each feature"),
                bars(head, first, whole=n_answered),
            ),
            _common(report, links),
            class_="pair",
        ),
        element(
            "details",
            element("summary", many(len(rest), "other feature")),
            bars(head, rest, whole=n_answered),
        )
        if rest
        else None,
    )


def _common(report: Report, links: Links) -> Html:
    return captioned(
        say("The most common changes")
        + shared_rows(change.n_changed for change in report.changes),
        plain_table(
            say_each("feature", "from", "to", "rows"),
            (
                (
                    called(change.feature, longest=40),
                    called_value(change.feature, change.from_value, longest=40),
                    called_value(change.feature, change.to_value, longest=40),
                    linked(
                        links.rows(
                            feature=change.feature,
                            from_value=change.from_value,
                            to_value=change.to_value,
                        ),
                        rows_or_parts(change.n_changed),
                    ),
                )
                for change in report.changes
            ),
            n_words=3,
        ),
    )


def transitions(report: Report, links: Links = NO_LINKS) -> Html:
    """From which class to which the optimal counterfactuals lead."""
    found = report.transitions
    n_named = len(found.classes)
    column = report.table.label
    names: list[Child] = [
        called_value(column, label, longest=40) for label in found.classes
    ]
    if found.n_others:
        names.append(element("i", many(found.n_others, "other class")))
    rows = [place for place in range(len(names)) if sum(found.n_rows[place])]
    return fragment(
        element(
            "p",
            say(
                "Where the rows of a class go: the class of their optimal "
                "counterfactual. Read along a line; the stronger the shade, the more "
                "of its rows. No class turns into itself (–)."
            ),
            " "
            + say(
                "The {n} classes with most answers are named, the others are taken "
                "together.",
                n=n_named,
            )
            if found.n_others
            else "",
        ),
        captioned(
            say(
                "From the class of the row (down) to that of its counterfactual "
                "(across)"
            )
            + shared_rows(n for line in found.n_rows for n in line),
            heat_matrix(
                say("from ↓ to →"),
                [_from(names[row], sum(found.n_rows[row])) for row in rows],
                names,
                [
                    [_cell(found, row, column, links) for column in range(len(names))]
                    for row in rows
                ],
            ),
        ),
    )


def _from(name: Child, n_rows: float) -> Html:
    return fragment(name, element("small", rows_or_parts(n_rows), class_="quiet"))


def _cell(found: Transitions, row: int, column: int, links: Links) -> Cell | None:
    if row == column and row < len(found.classes):
        return None
    n_rows = found.n_rows[row][column]
    share = n_rows / sum(found.n_rows[row])
    rounded = f"<{figure(0.01, '.0%')}" if 0 < share < 0.005 else figure(share, ".0%")
    n_named = len(found.classes)
    href = (
        links.rows(label=found.classes[row], to_label=found.classes[column])
        if row < n_named and column < n_named
        else links.rows(label=found.classes[row])
        if row < n_named
        else links.rows(to_label=found.classes[column])
        if column < n_named
        else None
    )
    return Cell(share, rounded, rows_or_parts(n_rows), href)
