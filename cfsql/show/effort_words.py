"""Efforts and tests of an audit in words, as terminal and pages have them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cfsql.questions.audit.hardest import (
    EVEN,
    aims,
    effect_text,
    hardest,
    of_column,
    worst_off,
)
from cfsql.speech import column as in_sentence
from cfsql.speech import figure, listing, marked, say, shown_column

if TYPE_CHECKING:
    from cfsql.questions.audit import Audit, Effort, EffortWithin, UnequalTest

# What is listed of each kind; the stored tables have all.
N_AIMS = 3
N_VALUES = 6
N_CHANGED = 3
N_TESTS = 8
STEPS = (1, 2, 3)
# Templates, to be said.
MATCHED = marked(
    "Rows that are equal in everything else are paired at random, each row in one "
    "pair of a test. The test assumes that labels would fall either way alike if the "
    "column made no difference, and that pairs are independent. It does not show why "
    "they differ, nor that the column is the cause. That a test finds nothing does not "
    "show that there is nothing: with few pairs it cannot."
)
_EFFORT = marked(
    "The mean is of the rows that reach it. Intervals are of 95 %: what other rows of "
    "the same kind would have given. A value "
    "with fewer rows has fewer cases beside it, and tends to need more changes for "
    "that reason alone. The figures compare all rows with a value, not rows that are "
    "alike."
)
_MAY_CHANGE = marked(
    "Answers may change protected columns themselves: to keep them, rank with --freeze "
    "{columns} first, then audit again."
)
_ANY_AIM = marked(
    "Counted are the changes to another outcome, better or worse. To ask for one "
    "outcome, rank with --target and its name first, then audit again; for each by "
    "itself, with --target each."
)
_ONE_AIM = marked(
    "Counted are the changes to reach an outcome, of the rows that do not have it."
)
_KEPT = marked(
    "Answers keep {columns}: every row is compared only with rows that have the same "
    "{columns} as itself."
)
HEADINGS = marked(
    "‘Than others’: whether rows with this value need more changes than rows with the "
    "other values of the column, and how large the difference is. ‘90 %’: nine of ten "
    "rows need so many changes or fewer."
)


def effort_aims(audit: Audit) -> list[str | None]:
    """The outcomes to reach that are shown, most rows first."""
    return aims(audit.effort)[:N_AIMS]


def hardest_sentence(audit: Audit, aim: str | None) -> str:
    """Of each protected column, which value is clearly worse off than the others."""
    return hardest(audit.effort, aim, audit.protected, audit.label_column)


def efforts_to(audit: Audit, aim: str | None) -> list[Effort]:
    """The efforts to reach an outcome: of all rows, then by value, worst off first.

    Of a column with many values the most frequent ones, and the one that is worst off.
    """
    shown = [x for x in audit.effort if x.to_label == aim and x.feature is None]
    for column in audit.protected:
        own = of_column(audit.effort, aim, column)
        frequent = sorted(own, key=lambda x: -x.n_rows)[:N_VALUES]
        worst = worst_off(own)
        shown += [x for x in own if x in frequent or x is worst]
    return shown


def n_left_out(audit: Audit) -> int:
    """The values of protected columns that are not listed."""
    aim = effort_aims(audit)[0]
    n_values = len([x for x in audit.effort if x.to_label == aim])
    return n_values - len(efforts_to(audit, aim))


def aims_sentence(audit: Audit) -> str:
    """Which outcome is meant, and how to ask for one."""
    return say(_ANY_AIM if effort_aims(audit) == [None] else _ONE_AIM)


def reached_text(each: Effort) -> str:
    """How many rows reach the outcome, of how many."""
    return say("{n} of {n_all}", n=each.n_reached, n_all=each.n_rows)


def mean_text(each: Effort) -> str:
    """The mean number of changes, with its interval."""
    if each.mean_changes is None:
        return say("not reached")
    mean = figure(each.mean_changes, ".2f")
    if each.mean_low is None or each.mean_high is None:
        return mean
    return f"{mean} ({figure(each.mean_low, '.2f')}–{figure(each.mean_high, '.2f')})"


def quantiles_text(each: Effort) -> str:
    """What half of the rows need, and what nine tenths need; some may never reach."""
    half, most = ("∞" if x is None else figure(x) for x in (each.q50, each.q90))
    return f"{half}–{most}"


def compared_text(each: Effort) -> str:
    """Whether rows with a value need more changes than others, and how much more."""
    if each.superiority is None or each.effect is None:
        return ""
    if each.effect == "negligible":
        return say("as many")
    more = say("more" if each.superiority > EVEN else "fewer")
    return f"{more}, {effect_text(each.effect)}"


def left_out(n_values: int) -> str:
    """How many values are not listed."""
    return say("{n:# rarer value is|# rarer values are} left out.", n=n_values)


def within_texts(audit: Audit, effort: Effort) -> list[str]:
    """The shares within 1, 2 and 3 changes, with their intervals."""
    own = {x.n_changes: x for x in audit.effort_within if _is_of(x, effort)}
    return [share_text(own[step]) for step in STEPS]


def share_text(each: EffortWithin | UnequalTest) -> str:
    """A share with its interval, in percent."""
    low, high = 100 * each.share_low, 100 * each.share_high
    return f"{figure(each.share, '.0%')} ({low:.0f}–{high:.0f})"


def changed_text(audit: Audit, effort: Effort) -> str:
    """What rows with a value change most often."""
    own = [x for x in audit.effort_features if _is_of(x, effort)]
    return ", ".join(
        f"{shown_column(x.changed_feature)} {figure(x.share, '.0%')}"
        for x in own[:N_CHANGED]
    )


def _is_of(figure: object, effort: Effort) -> bool:
    names = ("feature", "value", "to_label")
    return all(getattr(figure, name) == getattr(effort, name) for name in names)


def p_text(p_value: float) -> str:
    """A p-value, as short as it may be."""
    least = 0.001
    return f"< {figure(least, '.3f')}" if p_value < least else figure(p_value, ".3f")


def held_fixed(audit: Audit) -> str:
    """What the answers of the ranking keep; whether they change protected columns."""
    kept = listing([in_sentence(name) for name in audit.kept])
    told = [say(_KEPT, columns=kept)] if kept else []
    return " ".join(told + _may_change(audit))


def _may_change(audit: Audit) -> list[str]:
    changed = {x.changed_feature for x in audit.effort_features}
    movable = [name for name in audit.protected if name in changed]
    return [say(_MAY_CHANGE, columns=",".join(movable))] if movable else []


def outcome_share(audit: Audit, each: Effort) -> float | None:
    """The share of the ranked rows with a value that have the outcome already.

    It is known where each outcome has efforts of its own.
    """
    labels = {x.label for x in audit.coverage if x.label is not None}
    of_value = [
        x for x in audit.effort if (x.feature, x.value) == (each.feature, each.value)
    ]
    aims = {x.to_label for x in audit.effort}
    if aims != labels or len(labels) == 1:
        return None
    # A row has an effort to every outcome but its own.
    n_rows = sum(x.n_rows for x in of_value) / (len(labels) - 1)
    return 1 - each.n_rows / n_rows


def effort_notes(audit: Audit, *, is_fixed_told: bool = False) -> str:
    """What efforts do not show, and how to ask for more."""
    notes = [say(_EFFORT)]
    if not is_fixed_told:
        notes += _may_change(audit)
    return " ".join(notes)
