"""The sections of a report that are there when the table was audited."""

from __future__ import annotations

from dataclasses import asdict

from cfsql.questions.audit import Audit, UnequalPair
from cfsql.show.figures import Bar, bars, captioned
from cfsql.show.markup import Child, Html, element, fragment, linked, value
from cfsql.show.pages.effort import both_ways, effort, near, tests
from cfsql.show.pages.pieces import NO_LINKS, Links, plain_table, separated
from cfsql.words import many, percent

# What is listed one by one.
_N_CLASSES = 12
_N_DIRECTIONS = 12
_N_STEPS = 6
_N_VALUES = 24


def unequal(audit: Audit, links: Links = NO_LINKS) -> Html:
    """Cases that only protected columns tell apart, and that have another outcome."""
    return fragment(
        element("p", _found(audit)),
        element("p", _rates(audit)) if audit.unequal_rate is not None else None,
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
            "Each pair is two real cases. It shows that these columns and nothing "
            "else in the table told them apart; what the table does not hold, it "
            "does not show. It is not causal.",
        ),
    )


def _columns(audit: Audit) -> list[Child]:
    return separated(element("b", value(name, longest=60)) for name in audit.protected)


def _found(audit: Audit) -> list[Child]:
    columns, label = _columns(audit), value(audit.label_column, longest=60)
    if audit.n_pairs:
        return [
            f"{many(audit.n_pairs, 'pair')} of cases "
            f"{'is' if audit.n_pairs == 1 else 'are'} equal in everything but ",
            *columns,
            f", and {'differs' if audit.n_pairs == 1 else 'differ'} in ",
            label,
            f": {audit.n_unequal:,} of the {many(audit.n_comparable, 'row')} that can "
            "be compared.",
        ]
    if audit.n_comparable:
        return [
            "No two cases that are equal in everything but ",
            *columns,
            " differ in ",
            label,
            f": the {many(audit.n_comparable, 'row')} that can be compared are treated "
            "alike.",
        ]
    return [
        "No two cases are equal in everything but ",
        *columns,
        ": there is nothing to compare.",
    ]


def _rates(audit: Audit) -> list[Child]:
    rate = 0.0 if audit.unequal_rate is None else audit.unequal_rate
    text: list[Child] = [
        "Of two rows that are equal in everything but these, ",
        element("b", percent(rate, 1)),
        " have different outcomes",
    ]
    if audit.twin_rate is None:
        return [*text, "; no two of these rows are equal in everything."]
    return [
        *text,
        "; of two of these rows that are equal in all columns, ",
        element("b", percent(audit.twin_rate, 1)),
        ". Where the two shares are alike, outcomes differ as often without any "
        "difference in these columns.",
    ]


def _by_column(audit: Audit, links: Links) -> Html:
    alone = audit.n_pairs_alone
    rows = [
        Bar(
            fragment(value(name, longest=60), " alone"),
            n,
            (f"{n:,}", percent(n, audit.n_pairs)),
            links.pairs(feature=name) if n else None,
        )
        for name, n in alone.items()
    ]
    n_several = audit.n_pairs - sum(alone.values())
    if n_several:
        rows.append(
            Bar(
                "several of these",
                n_several,
                (f"{n_several:,}", percent(n_several, audit.n_pairs)),
                links.pairs(),
            )
        )
    n_unclear = audit.n_pairs - audit.n_clear_pairs
    return fragment(
        captioned(
            "Pairs of cases by what differs", bars(("column", "pairs", "share"), rows)
        ),
        element(
            "p",
            f"In {n_unclear:,} of them one of the cases is contradicted: a row that "
            "equals it in all columns has another outcome too.",
        )
        if n_unclear
        else None,
    )


def _directions(audit: Audit, links: Links) -> Html:
    found = sorted(audit.directions, key=lambda each: -each.n_pairs)
    shown = found[:_N_DIRECTIONS]
    return fragment(
        captioned(
            "Who has which outcome, where one column alone differs",
            bars(
                ("one case, the other", "pairs"),
                [
                    Bar(
                        both_ways(each),
                        each.n_pairs,
                        (each.n_pairs,),
                        links.pairs(**asdict(each)),
                    )
                    for each in shown
                ],
            ),
        ),
        element("p", f"{len(found) - len(shown):,} rarer ones are left out.")
        if len(found) > len(shown)
        else None,
    )


def _values(audit: Audit) -> Html | None:
    found = [each for each in audit.values if each.n_comparable]
    if not found:
        return None
    shown = found[:_N_VALUES]
    return fragment(
        captioned(
            "Rows by protected value, where a case differs in that column alone",
            plain_table(
                ("column", "value", "rows", "comparable", "unequal", "share"),
                (
                    (
                        value(each.feature, longest=40),
                        value(each.value, longest=40),
                        f"{each.n_rows:,}",
                        f"{each.n_comparable:,}",
                        f"{each.n_unequal:,}",
                        percent(each.n_unequal, each.n_comparable),
                    )
                    for each in shown
                ),
                n_words=2,
            ),
        ),
        element("p", f"{len(found) - len(shown):,} more values are left out.")
        if len(found) > len(shown)
        else None,
    )


def _pairs(audit: Audit, links: Links) -> Html:
    is_cut = audit.n_pairs > len(audit.pairs)
    return captioned(
        f"The {len(audit.pairs)} pairs that say most" if is_cut else "The pairs",
        plain_table(
            ("case", "the other case", "differs in", "cases", "others"),
            (
                (
                    _case(each.row_id, each.label, links),
                    _case(each.other_id, each.other_label, links),
                    _differs(each),
                    f"{each.n_rows:,}",
                    f"{each.n_other_rows:,}",
                )
                for each in audit.pairs
            ),
            n_words=3,
        ),
    )


def _case(row_id: object, label: str, links: Links) -> Html:
    return fragment(
        element("b", value(label, longest=40)),
        " ",
        element(
            "span",
            "(",
            linked(links.row(row_id), "row ", value(row_id, longest=40)),
            ")",
            class_="quiet",
        ),
    )


def _differs(pair: UnequalPair) -> Html:
    return fragment(
        separated(
            fragment(
                value(each.feature, longest=40),
                ": ",
                value(each.from_value, longest=40),
                " / ",
                value(each.to_value, longest=40),
            )
            for each in pair.changes
        )
    )


def coverage(audit: Audit, links: Links = NO_LINKS) -> Html:
    """The number of rows with a counterfactual within 1, 2, … changes."""
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
            "Rows with a counterfactual within "
            + ("such a distance" if audit.is_weighted else "so many changes"),
            bars(
                ("distance" if audit.is_weighted else "changes", "rows", "share"),
                [
                    Bar(
                        f"within {each.n_changes:,}",
                        each.n_reached,
                        (f"{each.n_reached:,}", percent(each.n_reached, each.n_rows)),
                        links.rows(within=each.n_changes),
                    )
                    for each in overall
                ],
                whole=audit.n_rows,
            ),
        ),
        captioned(
            "The same by class",
            plain_table(
                ("class", "rows", *(f"within {each.n_changes:,}" for each in steps)),
                (
                    (
                        value(label, longest=40),
                        f"{n_rows[label]:,}",
                        *classes[label][:_N_STEPS],
                    )
                    for label in largest
                ),
            ),
        ),
        element("p", f"{many(n_others, 'smaller class')} left out.")
        if n_others
        else None,
        effort(audit),
    )
