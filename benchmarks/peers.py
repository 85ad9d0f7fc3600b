"""What the notebooks of docs/peers/ share: one question for all programs, and a judge.

Values are compared as texts, so that 40 and 40.0 are one value. The judge knows nothing
of cfsql: it looks at every known case.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from statistics import mean, median
from time import perf_counter
from typing import Any

import numpy as np

from benchmarks.packed import Array

# The values of a case by feature, in the order of the table.
Case = Mapping[str, object]


@dataclass(frozen=True)
class Question:
    """Which cases are known, which outcome is wanted, and what may not change.

    `known` is a pandas frame of features, `outcomes` says of each whether it has the
    wanted outcome, and `predict` says so of any other frame.
    """

    known: Any
    outcomes: Array
    predict: Callable[[Any], Array]
    frozen: Sequence[str] = ()
    only_up: Sequence[str] = ()

    def allowed(self, case: Case, answer: Case) -> bool:
        """Whether nothing changes that may not."""
        return all(text(case[name]) == text(answer[name]) for name in self.frozen) and (
            all(float(str(answer[n])) >= float(str(case[n])) for n in self.only_up)
        )

    def nearest(self, case: Case) -> tuple[int, set[tuple[str, ...]]]:
        """The fewest changes to a known case with the outcome, and all such cases.

        Where there is none, more changes than there are features.
        """
        may_be = np.array(self.outcomes, dtype=bool)
        n_changes = np.zeros(len(self.known), dtype=int)
        for name in self.known:
            column = self.known[name]
            differs = (column.map(text) != text(case[name])).to_numpy()
            n_changes += differs
            if name in self.frozen:
                may_be &= ~differs
            if name in self.only_up:
                may_be &= (column >= case[name]).to_numpy()
        fewest = int(n_changes[may_be].min(initial=1 + self.known.shape[1]))
        found = self.known[may_be & (n_changes == fewest)]
        return fewest, {key(row) for row in found.to_dict("records")}


def text(value: object) -> str:
    """A value as it is compared: a whole number has no point."""
    number = isinstance(value, float | np.floating) and float(value).is_integer()
    return str(int(value)) if number else str(value)  # type: ignore[call-overload]


def key(case: Case) -> tuple[str, ...]:
    """The values of a case."""
    return tuple(text(value) for value in case.values())


def changes(case: Case, answer: Case) -> str:
    """What an answer changes, in words."""
    return ", ".join(
        f"{name}: {text(case[name])} → {text(answer[name])}"
        for name in case
        if text(case[name]) != text(answer[name])
    )


def n_changes(case: Case, answer: Case) -> int:
    """How many features differ."""
    return sum(text(case[name]) != text(answer[name]) for name in case)


@dataclass(frozen=True)
class Answered:
    """What a program answered to each case, and how long it took for it."""

    answers: list[list[Case]]
    seconds: list[float]


def ask(explain: Callable[[Case], list[Case]], cases: Sequence[Case]) -> Answered:
    """Ask a program about one case after the other."""
    answers, seconds = [], []
    for case in cases:
        started = perf_counter()
        answers.append(explain(case))
        seconds.append(perf_counter() - started)
    return Answered(answers, seconds)


def judge(
    question: Question, cases: Sequence[Case], answered: Answered
) -> dict[str, str]:
    """What can be said of the answers of one program, by looking at all known cases."""
    import pandas as pd

    pairs = [
        (case, answer)
        for case, answers in zip(cases, answered.answers, strict=True)
        for answer in answers
    ]
    known = {key(row) for row in question.known.to_dict("records")}
    frame = pd.DataFrame([answer for _, answer in pairs])[list(question.known)]
    fewest = [
        (min(n_changes(case, answer) for answer in answers), question.nearest(case)[0])
        for case, answers in zip(cases, answered.answers, strict=True)
        if answers
    ]
    return {
        "seconds a case, median": f"{median(answered.seconds):.2f}",
        "cases answered": f"{len(fewest)} of {len(cases)}",
        "answers": f"{len(pairs)}",
        "the model says so": _share(question.predict(frame)),
        "nothing forbidden changes": _share(
            [question.allowed(*pair) for pair in pairs]
        ),
        "is a known case": _share([key(answer) in known for _, answer in pairs]),
        "changes of the nearest, mean": f"{mean(ours for ours, _ in fewest):.2f}",
        "fewer changes than any known case": _share([a < b for a, b in fewest]),
        "as few as the nearest known case": _share([a == b for a, b in fewest]),
    }


def _share(flags: Sequence[bool] | Array) -> str:
    return f"{100 * float(np.mean(flags)):.0f} %"
