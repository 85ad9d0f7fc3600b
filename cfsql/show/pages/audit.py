"""The sections of a report that are there when the table was audited."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict

from cfsql.questions.audit import Audit, UnequalPair
from cfsql.show.figures import Bar, bars, captioned
from cfsql.show.markup import (
    Html,
    called,
    called_value,
    element,
    fragment,
    in_sentence,
    linked,
    spoken,
    value,
)
from cfsql.show.pages.answers import there_already
from cfsql.show.pages.effort import both_ways, effort, near, tests
from cfsql.show.pages.pieces import NO_LINKS, Links, plain_table, separated
from cfsql.speech import cut, figure, percent, say, say_each

# The characters of a verdict: it names columns and values.
_LONGEST_VERDICT = 1000

# What is listed one by one.
_N_CLASSES = 12
_N_DIRECTIONS = 12
_N_STEPS = 6
_N_VALUES = 24


def unequal(
    audit: Audit, links: Links = NO_LINKS, *, nearly_unique: Sequence[str] = ()
) -> Html:
    """Cases that only protected columns tell apart, and that have another outcome.

    `nearly_unique` are features with nearly as many values as there are rows.
    """
    return fragment(
        element("p", cut(audit.verdict or "", _LONGEST_VERDICT), class_="verdict"),
        element("p", _found(audit)) if audit.n_pairs else None,
        None if audit.n_comparable else _why_nothing(audit, nearly_unique),
        _by_column(audit, links) if audit.n_pairs else None,
        element(
            "div",
            element("div", _directions(audit, links)) if audit.directions else None,
            element("div", _values(audit)),
            class_="pair",
        )
        if audit.n_comparable
        else None,
        tests(audit),
        _pairs(audit, links) if audit.pairs else None,
        near(audit),
        element(
            "p",
            say(
                "Each pair is two real cases. It shows that these columns and nothing "
                "else in the table told them apart; what the table does not hold, it "
                "does not show. It is not causal."
            ),
            " "
            + say(
                "Where outcomes differ as often between rows that are equal in all "
                "columns, these columns make no visible difference."
            )
            if audit.twin_rate is not None
            else "",
        ),
    )


def _found(audit: Audit) -> Html:
    """How many pairs there are, of how many rows."""
    columns = fragment(
        separated(
            element("b", in_sentence(name, longest=60)) for name in audit.protected
        )
    )
    label = in_sentence(audit.label_column, longest=60)
    return spoken(
        "{n:# pair of cases is|# pairs of cases are} equal in everything but "
        "{columns}, and {n:differs|differ} in {label_column}: {n_unequal} of the "
        "{n_comparable:# row|# rows} that can be compared.",
        n=audit.n_pairs,
        columns=columns,
        label_column=label,
        n_unequal=audit.n_unequal,
        n_comparable=audit.n_comparable,
    )


def _why_nothing(audit: Audit, nearly_unique: Sequence[str]) -> Html:
    """That nothing was compared is no finding: what is the likely reason for it."""
    unlike = [name for name in nearly_unique if name not in audit.protected]
    if not unlike:
        return element(
            "p",
            say(
                "So nothing was tested: this does not say that all are treated alike. "
                "No two rows are equal in all other columns. Fewer columns, or numbers "
                "in bins (--bin), make rows comparable."
            ),
            class_="notice",
        )
    columns = separated(element("b", in_sentence(n, longest=60)) for n in unlike)
    return element(
        "p",
        spoken(
            "So nothing was tested: this does not say that all are treated alike. The "
            "likely reason is {columns}, with nearly as many values as there are rows: "
            "hardly two rows are equal in it. If it is an id or a weight, load the "
            "table again with {option}, then rank and audit again.",
            columns=fragment(columns),
            option=element("code", "--ignore ", ",".join(unlike)),
        ),
        class_="notice",
    )


def _by_column(audit: Audit, links: Links) -> Html:
    alone = audit.n_pairs_alone
    rows = [
        Bar(
            spoken("{column} alone", column=called(name, longest=60)),
            n,
            (figure(n), percent(n, audit.n_pairs)),
            links.pairs(feature=name) if n else None,
        )
        for name, n in alone.items()
    ]
    n_several = audit.n_pairs - sum(alone.values())
    if n_several:
        rows.append(
            Bar(
                say("several of these"),
                n_several,
                (figure(n_several), percent(n_several, audit.n_pairs)),
                links.pairs(),
            )
        )
    n_unclear = audit.n_pairs - audit.n_clear_pairs
    return fragment(
        captioned(
            say("Pairs of cases by what differs: shares of pairs, not of people"),
            bars(say_each("column", "pairs", "of all pairs"), rows),
        ),
        element(
            "p",
            say(
                "In {n} of them one of the cases is contradicted: a row that equals it "
                "in all columns has another outcome too.",
                n=n_unclear,
            ),
        )
        if n_unclear
        else None,
    )


def _directions(audit: Audit, links: Links) -> Html:
    found = sorted(audit.directions, key=lambda each: -each.n_pairs)
    shown = found[:_N_DIRECTIONS]
    return fragment(
        captioned(
            say("Pairs by who has which outcome, where one column alone differs"),
            bars(
                say_each("one case, the other", "pairs"),
                [
                    Bar(
                        both_ways(each, audit.label_column),
                        each.n_pairs,
                        (figure(each.n_pairs),),
                        links.pairs(**asdict(each)),
                    )
                    for each in shown
                ],
            ),
        ),
        element(
            "p",
            say(
                "{n:# rarer one is|# rarer ones are} left out.",
                n=len(found) - len(shown),
            ),
        )
        if len(found) > len(shown)
        else None,
    )


def _values(audit: Audit) -> Html | None:
    found = [
        (each.feature, each)
        for each in audit.values
        if each.n_comparable and each.feature is not None
    ]
    if not found:
        return None
    shown = found[:_N_VALUES]
    return fragment(
        captioned(
            say("Rows by protected value, where a case differs in that column alone"),
            plain_table(
                say_each("column", "value", "rows", "comparable", "unequal", "share"),
                (
                    (
                        called(feature, longest=40),
                        called_value(feature, each.value, longest=40),
                        figure(each.n_rows),
                        figure(each.n_comparable),
                        figure(each.n_unequal),
                        percent(each.n_unequal, each.n_comparable),
                    )
                    for feature, each in shown
                ),
                n_words=2,
            ),
        ),
        element(
            "p",
            say(
                "{n:# more value is|# more values are} left out.",
                n=len(found) - len(shown),
            ),
        )
        if len(found) > len(shown)
        else None,
    )


def _pairs(audit: Audit, links: Links) -> Html:
    is_cut = audit.n_pairs > len(audit.pairs)

    def label(text: str) -> Html:
        return called_value(audit.label_column, text, longest=40)

    return captioned(
        say("The {n} clearest pairs", n=len(audit.pairs))
        if is_cut
        else say("The pairs"),
        plain_table(
            say_each("case", "the other case", "differs in", "cases", "others"),
            (
                (
                    _case(each.row_id, label(each.label), links),
                    _case(each.other_id, label(each.other_label), links),
                    _differs(each),
                    figure(each.n_rows),
                    figure(each.n_other_rows),
                )
                for each in audit.pairs
            ),
            n_words=3,
        ),
    )


def _case(row_id: object, label: Html, links: Links) -> Html:
    row = spoken("row {row}", row=value(row_id, longest=40))
    return fragment(
        element("b", label),
        " ",
        element("span", "(", linked(links.row(row_id), row), ")", class_="quiet"),
    )


def _differs(pair: UnequalPair) -> Html:
    return fragment(
        separated(
            fragment(
                called(each.feature, longest=40),
                ": ",
                called_value(each.feature, each.from_value, longest=40),
                " / ",
                called_value(each.feature, each.to_value, longest=40),
            )
            for each in pair.changes
        )
    )


def coverage(audit: Audit, links: Links = NO_LINKS, *, has_groups: bool = True) -> Html:
    """The number of rows with a counterfactual within 1, 2, … changes.

    With `has_groups` protected groups are set side by side.
    """
    overall = [each for each in audit.coverage if each.label is None]
    classes: dict[str, list[str]] = {}
    n_rows: dict[str, int] = {}
    for each in audit.coverage:
        if each.label is not None:
            classes.setdefault(each.label, []).append(
                percent(each.n_reached, each.n_rows)
            )
            n_rows[each.label] = each.n_rows
    largest = sorted(classes, key=lambda label: (-n_rows[label], label))[:_N_CLASSES]
    steps = overall[:_N_STEPS]
    n_others = len(classes) - len(largest)
    return fragment(
        captioned(
            say(
                "Rows with a counterfactual within such a distance"
                if audit.is_weighted
                else "Rows with a counterfactual within so many changes"
            ),
            bars(
                (
                    say("distance" if audit.is_weighted else "changes"),
                    *say_each("rows", "share"),
                ),
                [
                    Bar(
                        say("within {n}", n=each.n_changes),
                        each.n_reached,
                        (
                            figure(each.n_reached),
                            percent(each.n_reached, each.n_rows),
                        ),
                        links.rows(within=each.n_changes),
                    )
                    for each in overall
                ],
                whole=audit.n_wanting,
            ),
        ),
        there_already(audit.n_rows - audit.n_wanting),
        captioned(
            say("The same by class"),
            plain_table(
                (
                    *say_each("class", "rows"),
                    *(say("within {n}", n=each.n_changes) for each in steps),
                ),
                (
                    (
                        called_value(audit.label_column, label, longest=40),
                        figure(n_rows[label]),
                        *classes[label][:_N_STEPS],
                    )
                    for label in largest
                ),
            ),
        ),
        element(
            "p",
            say("{n:# smaller class|# smaller classes} left out.", n=n_others),
        )
        if n_others
        else None,
        effort(audit) if has_groups else None,
    )
