"""Efforts and tests of an audit in words, as terminal and pages have them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cfsql.questions.audit import Audit, Effort, EffortWithin, UnequalTest

# What is listed of each kind; the stored tables have all.
N_AIMS = 3
N_VALUES = 6
N_CHANGED = 3
N_TESTS = 8
STEPS = (1, 2, 3)
_EVEN = 0.5

MATCHED = (
    "Rows that are equal in everything else are paired at random, each row in one "
    "pair of a test. The test assumes that labels would fall either way alike if the "
    "column made no difference, and that pairs are independent. It does not show why "
    "they differ, nor that the column is the cause. That a test finds nothing does not "
    "show that there is nothing: with few pairs it cannot."
)
EFFORT = (
    "Intervals are of 95 %: what other rows of the same kind would have given. A value "
    "with fewer rows has fewer cases beside it, and tends to need more changes for "
    "that reason alone. The figures compare all rows with a value, not rows that are "
    "alike."
)
MAY_CHANGE = (
    "Answers may change protected columns themselves: to keep them, rank with --freeze "
    "{columns} first, then audit again."
)
MAY_AIM = "For each outcome by itself, rank with --target each first, then audit again."


def effort_aims(audit: Audit) -> list[str | None]:
    """The outcomes to reach, each by itself where that is known, most rows first."""
    overall = {x.to_label: x.n_rows for x in audit.effort if x.feature is None}
    aims = sorted(overall, key=lambda aim: -overall[aim])
    single: list[str | None] = [aim for aim in aims if aim is not None]
    return single[:N_AIMS] or aims


def efforts_to(audit: Audit, aim: str | None) -> list[Effort]:
    """The efforts to reach an outcome: of all rows, then by value of each column."""
    found = [x for x in audit.effort if x.to_label == aim]
    shown = [x for x in found if x.feature is None]
    for column in audit.protected:
        shown += [x for x in found if x.feature == column][:N_VALUES]
    return shown


def n_left_out(audit: Audit) -> int:
    """The values of protected columns that are not listed."""
    n_values = {
        column: len({x.value for x in audit.effort if x.feature == column})
        for column in audit.protected
    }
    return sum(max(0, n - N_VALUES) for n in n_values.values())


def mean_text(each: Effort) -> str:
    """The mean number of changes, with its interval."""
    if each.mean_changes is None:
        return "not reached"
    if each.mean_low is None:
        return f"{each.mean_changes:.2f}"
    return f"{each.mean_changes:.2f} ({each.mean_low:.2f}–{each.mean_high:.2f})"


def quantiles_text(each: Effort) -> str:
    """What half of the rows need, and what nine tenths need; some may never reach."""
    half, most = ("∞" if x is None else f"{x:,}" for x in (each.q50, each.q90))
    return f"{half}–{most}"


def compared_text(each: Effort) -> str:
    """Whether rows with a value need more changes than others, and how much more."""
    if each.superiority is None:
        return ""
    if each.effect == "negligible":
        return "as many"
    return f"{'more' if each.superiority > _EVEN else 'fewer'}, {each.effect}"


def within_texts(audit: Audit, effort: Effort) -> list[str]:
    """The shares within 1, 2 and 3 changes, with their intervals."""
    own = {x.n_changes: x for x in audit.effort_within if _is_of(x, effort)}
    return [share_text(own[step]) for step in STEPS]


def share_text(each: EffortWithin | UnequalTest) -> str:
    """A share with its interval, in percent."""
    low, high = 100 * each.share_low, 100 * each.share_high
    return f"{each.share:.0%} ({low:.0f}–{high:.0f})"


def changed_text(audit: Audit, effort: Effort) -> str:
    """What rows with a value change most often."""
    own = [x for x in audit.effort_features if _is_of(x, effort)]
    return ", ".join(f"{x.changed_feature} {x.share:.0%}" for x in own[:N_CHANGED])


def _is_of(figure: object, effort: Effort) -> bool:
    names = ("feature", "value", "to_label")
    return all(getattr(figure, name) == getattr(effort, name) for name in names)


def p_text(p_value: float) -> str:
    """A p-value, as short as it may be."""
    return "< 0.001" if p_value < 0.001 else f"{p_value:.3f}"


def tests_sentence(tests: Sequence[UnequalTest]) -> str:
    """How many of the tests have found more than chance."""
    n_found = sum(each.is_significant for each in tests)
    corrected = "after Holm's correction (p < 0.05)"
    if len(tests) == 1:
        more = "is" if n_found else "is not"
        return f"The one test {more} more than chance (p < 0.05)."
    if not n_found:
        return f"None of the {len(tests):,} tests is more than chance {corrected}."
    verb = "is" if n_found == 1 else "are"
    return f"{n_found:,} of {len(tests):,} tests {verb} more than chance {corrected}."


def effort_notes(audit: Audit) -> str:
    """What efforts do not show, and how to ask for more."""
    notes = [EFFORT]
    changed = {x.changed_feature for x in audit.effort_features}
    movable = [name for name in audit.protected if name in changed]
    if movable:
        notes.append(MAY_CHANGE.format(columns=",".join(movable)))
    if effort_aims(audit) == [None]:
        notes.append(MAY_AIM)
    return " ".join(notes)
