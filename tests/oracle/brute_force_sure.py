"""How sure an answer is, in a word and why: the oracle of its tests.

It shares no code with the package. The word is taken from its definition, and the
reason by itself: it has to fit the word.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from tests.oracle.brute_force_words import duplicates, twins

if TYPE_CHECKING:
    from tests.oracle.brute_force import Case

ONE_CASE = "only one case is like this answer; without it "


def how_sure(
    a: Case, b: Case | None, powers: list[int], sample: list[Case]
) -> tuple[str | None, str | None]:
    """The word and the reason for a's first answer b; the powers are of all minimal."""
    if b is None:
        return None, None
    best, *others = sorted(powers, reverse=True)
    lead = best - others[0] if others else None
    gap = None if lead is None else Fraction(lead, best) if best else Fraction(0)
    support, equal = len(duplicates(b, sample)), len(twins(b, sample))
    share = Fraction(support, equal)
    is_contradicted = a.label is not None and any(
        x.label != a.label for x in twins(a, sample)
    )
    is_unique = powers.count(best) == 1
    margin = support if lead is None else min(support, lead)

    is_shaky = is_contradicted or not is_unique or share < Fraction(8, 10)
    if is_shaky or (gap is not None and gap < Fraction(1, 10)):
        word = "shaky"
    elif share == 1 and margin >= 2 and (gap is None or gap >= Fraction(2, 10)):
        word = "firm"
    else:
        word = "fair"
    reasons = {
        "shaky": shaky_reason(is_contradicted, powers.count(best), support, equal),
        "fair": fair_reason(support, equal, lead),
        "firm": f"{support:,} cases are like this answer, and "
        + ("no other answer is as near" if lead is None else at_least_a_fifth),
    }
    return word, reasons[word]


at_least_a_fifth = "the next best one is at least 20% behind"


def shaky_reason(is_contradicted: bool, n_best: int, support: int, equal: int) -> str:
    """The worst that can be said."""
    if is_contradicted:
        return "exactly the values of this case came with another outcome too"
    if n_best > 1:
        return f"{n_best:,} answers are equally good"
    if support * 10 < equal * 8:
        of_them = f"of the {equal:,} cases with the values of this answer"
        return f"only {support:,} {of_them} had its outcome"
    return "the next best answer is less than 10% behind"


def fair_reason(support: int, equal: int, lead: int | None) -> str:
    """What is lacking for an answer to be firm."""
    if support < equal:
        of_them = f"of the {equal:,} cases with the values of this answer"
        return f"{equal - support:,} {of_them} had another outcome"
    if support == 1 and lead is None:
        return f"{ONE_CASE}the answer would be a farther one, or none"
    if support == 1:
        return f"{ONE_CASE}another answer would be the best"
    if lead == 1:
        return "the next best answer is only one case behind"
    return "the next best answer is less than 20% behind"
