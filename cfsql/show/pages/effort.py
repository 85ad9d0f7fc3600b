"""For whom it is harder, and which unequal pairs are chance, on a page."""

from __future__ import annotations

from cfsql.questions.audit import Audit, Direction, Effort, UnequalTest
from cfsql.questions.audit.hardest import effect_text
from cfsql.show import effort_words as words
from cfsql.show.figures import captioned
from cfsql.show.markup import (
    Child,
    Html,
    called,
    called_value,
    element,
    fragment,
    spoken,
    value,
)
from cfsql.show.pages.pieces import plain_table
from cfsql.speech import figure, percent, say, say_each


def tests(audit: Audit) -> Html | None:
    """The sign tests, what they found, and what they assume."""
    if not audit.tests:
        return None
    shown = audit.tests[: words.N_TESTS]
    n_more = len(audit.tests) - len(shown)
    return fragment(
        captioned(
            say("Is that more than chance? Rows paired, exact sign tests"),
            plain_table(
                (
                    *say_each("one row, the other", "effect", "pairs", "reversed"),
                    *say_each("share (95 %)", "p", "p, Holm"),
                ),
                (
                    (
                        both_ways(each, audit.label_column),
                        effect_text(each.effect),
                        figure(each.n_pairs),
                        figure(each.n_reversed),
                        words.share_text(each),
                        words.p_text(each.p_value),
                        words.p_text(each.p_holm),
                    )
                    for each in shown
                ),
                n_words=2,
            ),
        ),
        element("p", say("{n:# more test is|# more tests are} left out.", n=n_more))
        if n_more
        else None,
        element(
            "p",
            say(words.MATCHED),
        ),
    )


def both_ways(each: Direction | UnequalTest, label_column: str) -> Html:
    """Which value has which outcome in a pair."""
    return fragment(
        element("small", called(each.feature, longest=40), class_="quiet"),
        " ",
        called_value(each.feature, each.value, longest=40),
        ": ",
        element("b", called_value(label_column, each.label, longest=40)),
        ", ",
        called_value(each.feature, each.other_value, longest=40),
        ": ",
        element("b", called_value(label_column, each.other_label, longest=40)),
    )


def near(audit: Audit) -> Html | None:
    """Pairs of rows that are nearly equal, with other or equal protected values."""
    if not audit.near:
        return None
    return captioned(
        say("Pairs of rows by how many other features differ"),
        plain_table(
            say_each(
                "other features that differ",
                *("pairs, protected differs", "unequal"),
                *("pairs, protected equal", "unequal"),
            ),
            (
                (
                    figure(each.n_differences),
                    figure(each.n_row_pairs),
                    _share(each.share),
                    figure(each.n_like_row_pairs),
                    _share(each.like_share),
                )
                for each in audit.near
            ),
        ),
    )


def _share(share: float | None) -> str:
    return "–" if share is None else percent(share)


def effort(audit: Audit) -> Html | None:
    """How many changes the rows with each protected value need."""
    if not audit.effort:
        return None
    n_more = words.n_left_out(audit)
    fixed = words.held_fixed(audit)
    return fragment(
        element(
            "p",
            " ".join(filter(None, [words.aims_sentence(audit), fixed])),
        ),
        element("p", say(words.HEADINGS)),
        *(_to_reach(audit, aim) for aim in words.effort_aims(audit)),
        element("p", words.left_out(n_more)) if n_more else None,
        element("p", words.effort_notes(audit, is_fixed_told=True)),
    )


def _to_reach(audit: Audit, aim: str | None) -> Html:
    label = audit.label_column
    caption = (
        say("For whom is it harder? Changes needed to reach another outcome")
        if aim is None
        else spoken(
            "For whom is it harder? Changes needed to reach {label_column} {label}",
            label_column=called(label, longest=60),
            label=called_value(label, aim, longest=40),
        )
    )
    shown = words.efforts_to(audit, aim)
    shares = [words.outcome_share(audit, each) for each in shown]
    has_shares = None not in shares
    return fragment(
        element("p", words.hardest_sentence(audit, aim), class_="verdict"),
        captioned(
            caption,
            plain_table(
                (
                    *say_each(
                        "column", "value", "than others", "reached", "mean (95 %)"
                    ),
                    *say_each("median", "90 %"),
                    *(say("within {n}", n=step) for step in words.STEPS),
                    *[say("have it already")] * has_shares,
                ),
                (
                    (
                        *_group(each),
                        words.compared_text(each),
                        words.reached_text(each),
                        words.mean_text(each),
                        _changes(each.q50),
                        _changes(each.q90),
                        *words.within_texts(audit, each),
                        *[_share(share)] * has_shares,
                    )
                    for each, share in zip(shown, shares, strict=True)
                ),
                n_words=3,
            ),
        ),
        captioned(
            say("What they change most often"),
            plain_table(
                say_each("column", "value", "features"),
                (
                    (
                        *_group(each),
                        value(words.changed_text(audit, each), longest=120),
                    )
                    for each in shown
                ),
                n_words=3,
            ),
        ),
    )


def _changes(changes: int | None) -> str:
    return "∞" if changes is None else figure(changes)


def _group(each: Effort) -> tuple[Child, Child]:
    if each.feature is None:
        return say("all"), ""
    return (
        called(each.feature, longest=40),
        called_value(each.feature, each.value, longest=40),
    )
