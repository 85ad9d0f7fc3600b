"""Stability, written out literally: every subsample is a table that is ranked anew.

It shares no code with the package. `rank` says what the answers of a table are.
"""

from collections.abc import Callable, Collection
from hashlib import md5
from math import sqrt

from tests.oracle.brute_force import Case, Ranking

Answers = Callable[[list[Case], Collection[int | str]], Ranking]


def stays(case: Case, keep: float, seed: int, repeat: int) -> bool:
    """Whether a row other than the explained one is in a subsample."""
    drawn = md5(f"{seed}:{repeat}:{case.row_id}".encode()).hexdigest()
    return int(drawn[:13], 16) < int(keep * 16**13)


def first(ranking: Ranking) -> dict[str, object] | None:
    """The answer that is listed first, of a ranking of one row."""
    return ranking.ranked[0] if ranking.ranked else None


def stability(
    cases: list[Case],
    rank: Answers,
    *,
    keep: float,
    repeats: int,
    seed: int = 0,
) -> dict[int | str, tuple[int, int, int, int] | None]:
    """Of each row: how often answer, features and distance stay; None without any.

    And how often the answer is one that could be given: its own rows are there.
    """
    found: dict[int | str, tuple[int, int, int, int] | None] = {}
    for a in cases:
        if a.label is None:
            continue
        before = first(rank(cases, [a.row_id]))
        if before is None:
            found[a.row_id] = None
            continue
        counts = [0, 0, 0, 0]
        for repeat in range(1, repeats + 1):
            left = [x for x in cases if x == a or stays(x, keep, seed, repeat)]
            answers = rank(left, [a.row_id])
            after = first(answers)
            if after is None:
                continue
            is_same = [
                told(after) == told(before),
                features(after) == features(before),
                after["distance"] == before["distance"],
                any(told(each) == told(before) for each in answers.ranked),
            ]
            counts = [n + same for n, same in zip(counts, is_same, strict=True)]
        found[a.row_id] = (counts[0], counts[1], counts[2], counts[3])
    return found


def rows_are_there(
    cases: list[Case],
    row_id: object,
    answer_id: object,
    *,
    keep: float,
    seed: int,
    repeats: int,
) -> int:
    """How many subsamples for a row have one of the rows that its answer stands for."""
    by_id: dict[object, Case] = {case.row_id: case for case in cases}
    a, b = by_id[row_id], by_id[answer_id]
    own = [x for x in cases if (x.values, x.label) == (b.values, b.label)]
    return sum(
        any(x == a or stays(x, keep, seed, repeat) for x in own)
        for repeat in range(1, repeats + 1)
    )


def told(answer: dict[str, object]) -> tuple[object, object]:
    """What a person is told: the changes, and the label that they lead to."""
    return answer["changes"], answer["counterfactual_label"]


def features(answer: dict[str, object]) -> list[str]:
    """The features that an answer changes."""
    changes = answer["changes"]
    assert isinstance(changes, list)
    return [change["feature"] for change in changes]


def wilson(n_hits: int, n_tries: int) -> tuple[float, float]:
    """Wilson's interval of a share, at 95 %."""
    z = 1.959963984540054
    share = n_hits / n_tries
    middle = share + z * z / (2 * n_tries)
    spread = z * sqrt(share * (1 - share) / n_tries + z * z / (4 * n_tries**2))
    whole = 1 + z * z / n_tries
    return (middle - spread) / whole, (middle + spread) / whole
