"""Random problems for the kernel, solved by it and by plain Python.

    python -m tests.kernel.problems 30 1

tries problems for 30 seconds, from seed 1 on: for a night, or, by sanitized.py, with
addresses and overflows watched.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import count
from time import monotonic
from typing import Any

import pyarrow as pa

from cfsql import kernel
from cfsql.kernel import _native
from cfsql.method import outcomes
from tests.oracle.brute_force_pairs import Asked, Balls, Instance, Pairs, balls, nearest

# Costs by which all groups are split, by which none is, and by which small ones are:
# with tasks as small as can be. And the usual ones.
SPLIT = kernel.Seconds(split=0, row=0, seeker=1, pair=1, scanned=99, task=1e-9)
SCAN = kernel.Seconds(split=1, row=1, seeker=0, pair=0, scanned=0, task=1e-9)
MIXED = kernel.Seconds(split=4, row=0, seeker=1, pair=0.2, scanned=9, task=1e-9)
USUAL = kernel.Seconds()
SECONDS = (SPLIT, SCAN, MIXED, USUAL)

# Features with which to split whatever comes does not take forever.
MOST_SPLIT = 6

# Features with which plain Python compares more than a few rows, and which may weigh
# much: all weigh at most 32,767.
MOST_OF_ALL_ROWS = 200

# Of so many problems one has more rows than plain Python compares, and all ways to walk
# are compared with a scan.
ONE_IS_LARGE_IN = 40


@dataclass(frozen=True)
class Problem:
    """Cases, who seeks among them, and where their features are in the words."""

    fields: list[kernel.Field]
    cases: list[Instance]
    targets: list[Instance]
    centres: list[tuple[Instance, int]]
    asked: Asked

    @property
    def n_words(self) -> int:
        """The words of a code."""
        return 1 + max(field.word for field in self.fields)


def problem(seed: int, **given: int) -> Problem:
    """A random problem; what is given of its shape is so."""
    chance = random.Random(seed)
    shape = {
        "n_features": chance.choice([1, 2, 3, 4, 5, 6, 7, 14, 40, 70, 200, 5000]),
        "n_rows": chance.choice([0, 1, 5, 40, 150, 300]),
        "n_values": chance.choice([1, 2, 3, 9, 300, 70_000]),
        "n_labels": chance.choice([1, 2, 3, 50]),
        "most_weight": chance.choice([1, 1, 1, 5, 100]),
        **given,
    }
    if shape["n_features"] > MOST_OF_ALL_ROWS:
        shape["n_rows"] = min(shape["n_rows"], 20)
        shape["most_weight"] = min(shape["most_weight"], 6)
    n_values = [
        chance.randint(1, shape["n_values"]) for _ in range(shape["n_features"])
    ]
    weights = [chance.randint(1, shape["most_weight"]) for _ in n_values]
    fields = _placed(chance, n_values, weights)
    cases = _instances(chance, n_values, shape["n_rows"], shape["n_labels"])
    chosen = [each for each in cases if chance.random() < 0.7]
    total = sum(weights)
    centres = [(each, chance.choice([0, 1, 1, 2, 3, total])) for each in chosen]
    n_frozen = chance.choice([0, 0, 0, 1, 2, len(fields)])
    asked = Asked(
        weights,
        min(n_frozen, len(fields)),
        [place for place in range(len(fields)) if chance.random() < 0.2]
        if chance.random() < 0.3
        else [],
        chance.choice([1, 1, 1, 2, 3]),
        chance.choice([total, total, 2]),
        chance.choice([1, 1, 1, 6]),
    )
    return Problem(fields, cases, chosen, centres, asked)


def _placed(
    chance: random.Random, n_values: list[int], weights: list[int]
) -> list[kernel.Field]:
    """Fields as cfsql/method/packing.py places them, a bit above the codes."""
    fields, word, used = [], 0, 0
    for values, weight in zip(n_values, weights, strict=True):
        # At least three values: the field then has a bit above its codes, which
        # directions need.
        n_bits = max(2, values - 1).bit_length() + 1
        if values <= 2 and chance.random() < 0.5:
            n_bits = 3
        if used + n_bits > 63 or chance.random() < 0.02:
            word, used = word + 1, 0
        fields.append(kernel.Field(word, used, n_bits, weight, 1 / values))
        used += n_bits
    return fields


def _instances(
    chance: random.Random, n_values: list[int], n_rows: int, n_labels: int
) -> list[Instance]:
    """Rows that are like an earlier one but for a few values, or like none."""
    rows: list[tuple[int, ...]] = []
    for _ in range(n_rows):
        row = [chance.randrange(values) for values in n_values]
        if len(rows) > 2 and chance.random() < 0.9:
            fresh, row = row, list(chance.choice(rows[-30:]))
            for place in chance.sample(range(len(row)), min(len(row), 4)):
                row[place] = chance.choice([row[place], fresh[place]])
        rows.append(tuple(row))
    return [
        Instance(
            10 * number + 7,
            row,
            3 * chance.randrange(n_labels),
            chance.choice([1, 1, 1, 4, 0, 10**12]),
        )
        for number, row in enumerate(rows)
    ]


# What the kernel says.


def limits(
    seconds: kernel.Seconds = USUAL, n_threads: int = 2, n_bytes: int = 1 << 30
) -> kernel.Limits:
    """What the kernel may use, with nobody to stop it."""
    return kernel.Limits(n_threads, n_bytes, lambda: None, seconds)


def unwatched(*_: object) -> Any:
    """Take no note of how far it is."""
    return lambda _: None


def table_of(problem: Problem, rows: list[Instance], **more: list[int]) -> pa.Table:
    """Rows as the plan reads them."""
    words: list[list[int]] = [[0] * len(rows) for _ in range(problem.n_words)]
    for place, row in enumerate(rows):
        for field, value in zip(problem.fields, row.values, strict=True):
            words[field.word][place] |= value << field.shift
    codes = pa.StructArray.from_arrays(
        [pa.array(word, pa.int64()) for word in words],
        [f"w{number}" for number in range(len(words))],
    )
    columns = {name: pa.array(values, pa.int64()) for name, values in more.items()}
    return pa.table({**columns, "code": codes})


def label_ids(problem: Problem) -> dict[int, int]:
    """The ids of labels; where they must be apart, those of outcomes.py."""
    labels = sorted({row.label for row in problem.cases})
    if problem.asked.apart == 1:
        return {label: label for label in labels}
    apart, bits = problem.asked.apart, outcomes.BITS
    found = {}
    for place, label in enumerate(labels):
        near = [n for n, other in enumerate(labels) if abs(other - label) < apart]
        found[label] = near[0] << 2 * bits | near[-1] + 1 << bits | place
    return found


def cases_of(problem: Problem) -> kernel.Cases:
    """The cases in the kernel's order."""
    ids = label_ids(problem)
    rows = sorted(problem.cases, key=lambda row: (ids[row.label], row.weight != 1))
    return kernel.Cases(
        table_of(
            problem,
            rows,
            instance_id=[row.id for row in rows],
            label_id=[ids[row.label] for row in rows],
            weight=[row.weight for row in rows],
        )
    )


def _rows(tables: Iterable[pa.Table]) -> list[tuple[int, ...]]:
    """All rows, each once."""
    rows = [tuple(row.values()) for table in tables for row in table.to_pylist()]
    assert len(rows) == len(set(rows))
    return rows


def found(problem: Problem, given: kernel.Limits) -> Pairs:
    """The pairs that the kernel finds."""
    ids, asked = label_ids(problem), problem.asked
    targets = sorted(problem.targets, key=lambda row: ids[row.label])
    directions = {word: [0, 0, 0, 0] for word in range(problem.n_words)}
    for place in asked.rising:
        field = problem.fields[place]
        directions[field.word][1] |= field.low
        directions[field.word][2] |= field.flag
    fields = kernel.Fields(
        problem.fields,
        asked.n_frozen,
        {word: (t, p, tops, k) for word, (t, p, tops, k) in directions.items()}
        if asked.rising
        else {},
    )
    reached = 1
    for weight in asked.weights[asked.n_frozen :]:
        reached |= reached << weight
    tables = cases_of(problem).search(
        table_of(
            problem,
            targets,
            instance_id=[row.id for row in targets],
            label_id=[ids[row.label] for row in targets],
            n_wanted=[asked.n_wanted for _ in targets],
        ),
        fields,
        [
            d
            for d in range(1, min(sum(asked.weights), asked.furthest) + 1)
            if reached >> d & 1
        ],
        given,
        unwatched,
        apart_bits=0 if asked.apart == 1 else outcomes.BITS,
    )
    return {(a, b, d) for a, b, d in _rows(tables)}


def counted(problem: Problem, given: kernel.Limits) -> Balls:
    """The rows that the kernel counts."""
    centres = sorted(problem.centres, key=lambda each: -each[1])
    labels = {id: label for label, id in label_ids(problem).items()}
    tables = cases_of(problem).count(
        table_of(
            problem,
            [row for row, _ in centres],
            centre_id=[row.id for row, _ in centres],
            radius=[radius for _, radius in centres],
        ),
        kernel.Fields(problem.fields),
        given,
        unwatched,
    )
    return {(id, far, labels[label], n) for id, far, label, n in _rows(tables)}


def check(problem: Problem, given: kernel.Limits) -> None:
    """Fail if the kernel says anything else than plain Python."""
    if len(problem.fields) > MOST_SPLIT and given.seconds in (SPLIT, MIXED):
        given = replace(given, seconds=USUAL)
    asked = problem.asked
    assert found(problem, given) == nearest(asked, problem.targets, problem.cases)
    assert counted(problem, given) == balls(asked, problem.centres, problem.cases)


def check_large(seed: int, given: kernel.Limits) -> None:
    """Fail if the kernel finds anything else than by comparing all pairs."""
    chance = random.Random(seed)
    n_features, n_rows = chance.choice([(3, 8000), (6, 4000), (40, 2000)])
    large = problem(seed, n_features=n_features, n_rows=n_rows, n_values=70_000)
    if n_features > MOST_SPLIT:
        given = replace(given, seconds=USUAL)
    reference = limits(SCAN, n_threads=1)
    assert found(large, given) == found(large, reference)
    assert counted(large, given) == counted(large, reference)


def main(seconds: float, first: int) -> None:
    """Try problems, each with other instructions, costs, threads and memory."""
    ends = monotonic() + seconds
    for seed in count(first):
        if monotonic() > ends:
            break
        chance = random.Random(seed)
        _native.instructions(chance.choice(_native.instructions()))
        n_threads = chance.choice([1, 2, 5])
        n_bytes = chance.choice([1, 20_000, 1 << 30])
        some = limits(chance.choice(SECONDS), n_threads, n_bytes)
        print(f"seed {seed}", flush=True)
        if seed % ONE_IS_LARGE_IN:
            check(problem(seed), some)
        else:
            check_large(seed, some)
    print(f"{seed - first} problems")


if __name__ == "__main__":
    main(float(sys.argv[1]), int(sys.argv[2]))
