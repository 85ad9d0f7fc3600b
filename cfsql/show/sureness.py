"""How sure answers are: the word `sureness` with its reason, and how often they stay.

Summaries have the word and the reason; sql/functions.sql says what decides them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from cfsql.speech import figure, marked, percent, say

if TYPE_CHECKING:
    from cfsql.questions.explanation import Explanation
    from cfsql.questions.stability import Stability, StableRow

# The words, the best first.
_WORDS = {
    "firm": marked("firm"),
    "fair": marked("fair"),
    "shaky": marked("shaky"),
}


def sure_word(sureness: str) -> str:
    """How sure an answer is, in a word of the language that is spoken."""
    return say(_WORDS[sureness])


def sure_line(sureness: str, reason: str) -> str:
    """How sure an answer is, and what decides it."""
    word = sure_word(sureness)
    return say(
        "How sure? {word}: {reason}.",
        word=f"{word[:1].upper()}{word[1:]}",
        reason=reason,
    )


def sure_of(explanation: Explanation) -> str | None:
    """The line below the sentence of an explanation; None where there is no word."""
    if explanation.sureness is None or explanation.sureness_reason is None:
        return None
    return sure_line(explanation.sureness, explanation.sureness_reason)


def sure_counts(counts: Mapping[str, int]) -> str:
    """How many answers are firm, fair and shaky."""
    whole = sum(counts.values())
    return ", ".join(
        say(
            "{word} {n} ({share})",
            word=sure_word(each),
            n=figure(counts.get(each, 0)),
            share=percent(counts.get(each, 0), whole),
        )
        for each in _WORDS
    )


# Subsamples.


def ceiling(keep: float) -> str:
    """In how many subsamples an answer that rests on one row can stay."""
    return say(
        "An answer that rests on one row can stay in about {keep:.1%} at most: in the "
        "other subsamples this row is missing.",
        keep=keep,
    )


def stays_by(found: Stability) -> dict[str, int]:
    """Rows by how often their answer stays where its own rows are there."""
    return {
        say("always"): found.n_always,
        say("{share} or more", share=figure(0.9, ".0%")): found.n_mostly,
        say("less than half"): found.n_rarely,
    }


def present(row: StableRow) -> str | None:
    """How often the rows of an answer are there, and how often it stays then."""
    if row.given_share is None:
        return None
    return say(
        "its own rows are in {present:.1%}, and of these it stays in {given:.1%}",
        present=row.n_present / row.n_repeats,
        given=row.given_share,
    )
