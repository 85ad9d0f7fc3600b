"""For whom it is harder, and which unequal pairs are chance, on a page."""

from __future__ import annotations

from cfsql.questions.audit import Audit, Direction, Effort, UnequalTest
from cfsql.show import effort_words as words
from cfsql.show.figures import captioned
from cfsql.show.markup import Child, Html, element, fragment, value
from cfsql.show.pages.pieces import plain_table
from cfsql.words import percent


def tests(audit: Audit) -> Html | None:
    """The sign tests, what they found, and what they assume."""
    if not audit.tests:
        return None
    shown = audit.tests[: words.N_TESTS]
    n_more = len(audit.tests) - len(shown)
    return fragment(
        captioned(
            "Is that more than chance? Rows paired, exact sign tests",
            plain_table(
                (
                    *("one row, the other", "effect", "pairs", "reversed"),
                    *("share (95 %)", "p", "p, Holm"),
                ),
                (
                    (
                        both_ways(each),
                        each.effect,
                        f"{each.n_pairs:,}",
                        f"{each.n_reversed:,}",
                        words.share_text(each),
                        words.p_text(each.p_value),
                        words.p_text(each.p_holm),
                    )
                    for each in shown
                ),
                n_words=2,
            ),
        ),
        element("p", f"{n_more:,} more tests are left out.") if n_more else None,
        element(
            "p", element("b", words.tests_sentence(audit.tests)), " ", words.MATCHED
        ),
    )


def both_ways(each: Direction | UnequalTest) -> Html:
    """Which value has which outcome in a pair."""
    return fragment(
        element("small", value(each.feature, longest=40), class_="quiet"),
        " ",
        value(each.value, longest=40),
        ": ",
        element("b", value(each.label, longest=40)),
        ", ",
        value(each.other_value, longest=40),
        ": ",
        element("b", value(each.other_label, longest=40)),
    )


def near(audit: Audit) -> Html | None:
    """Pairs of rows that are nearly equal, with other or equal protected values."""
    if not audit.near:
        return None
    return captioned(
        "Pairs of rows by how many other features differ",
        plain_table(
            (
                "other features that differ",
                *("pairs, protected differs", "unequal"),
                *("pairs, protected equal", "unequal"),
            ),
            (
                (
                    f"{each.n_differences:,}",
                    f"{each.n_row_pairs:,}",
                    _share(each.share),
                    f"{each.n_like_row_pairs:,}",
                    _share(each.like_share),
                )
                for each in audit.near
            ),
        ),
    )


def _share(share: float | None) -> str:
    return "–" if share is None else percent(share, 1)


def effort(audit: Audit) -> Html | None:
    """How many changes the rows with each protected value need."""
    if not audit.effort:
        return None
    n_more = words.n_left_out(audit)
    return fragment(
        *(_to_reach(audit, aim) for aim in words.effort_aims(audit)),
        element("p", f"{n_more:,} rarer values are left out.") if n_more else None,
        element("p", words.effort_notes(audit)),
    )


def _to_reach(audit: Audit, aim: str | None) -> Html:
    caption: list[Child] = ["For whom is it harder? Changes needed to reach "]
    if aim is None:
        caption.append("another outcome")
    else:
        caption += [value(audit.label_column, longest=60), " ", value(aim, longest=40)]
    shown = words.efforts_to(audit, aim)
    return fragment(
        captioned(
            fragment(*caption),
            plain_table(
                (
                    *("column", "value", "than others", "rows", "mean (95 %)"),
                    *("median", "90 %", *(f"within {step}" for step in words.STEPS)),
                ),
                (
                    (
                        *_group(each),
                        words.compared_text(each),
                        f"{each.n_rows:,}",
                        words.mean_text(each),
                        _changes(each.q50),
                        _changes(each.q90),
                        *words.within_texts(audit, each),
                    )
                    for each in shown
                ),
                n_words=3,
            ),
        ),
        captioned(
            "What they change most often",
            plain_table(
                ("column", "value", "features"),
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
    return "∞" if changes is None else f"{changes:,}"


def _group(each: Effort) -> tuple[Child, Child]:
    if each.feature is None:
        return "all", ""
    return value(each.feature, longest=40), value(each.value, longest=40)
