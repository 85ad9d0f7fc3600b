"""The plan in machine code as tasks: the same rows, in any order and however often."""

from __future__ import annotations

import pickle
import random
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import numpy as np
import pyarrow as pa
import pytest

from cfsql.method.packing import Feature, layout
from cfsql.method.plans.kernels import spread, tasks
from cfsql.method.plans.kernels.spread import Spread, centres_of, some_of, targets_of
from cfsql.method.plans.kernels.table import Cases
from cfsql.method.plans.kernels.work import Fields, Work
from cfsql.method.plans.lattice import Seconds

Pairs = set[tuple[int, int, int]]


class Sent:
    """A value as another process has it: a copy."""

    def __init__(self, value: Any) -> None:
        self.value = pickle.loads(pickle.dumps(value))


class Notes:
    """Bits that are joined."""

    value = 0

    def add(self, bits: int) -> None:
        self.value |= bits


class Processes:
    """Tasks in any order, some tried twice: of each the rows of one try are kept."""

    n_cores = 3

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.n_tasks: list[int] = []
        self.pairs: list[pa.RecordBatch] = []
        self.counts: list[pa.RecordBatch] = []

    def share(self, value: Any) -> Sent:
        return Sent(value)

    def notes(self) -> Notes:
        return Notes()

    def find_pairs(self, run: Any, n_tasks: int, done: Callable[[int], None]) -> None:
        self.pairs += self._run(run, n_tasks, done)

    def count_rows(
        self,
        run: Any,
        sum_up: Any,
        n_parts: int,
        n_tasks: int,
        done: Callable[[int], None],
    ) -> None:
        by_part: dict[int, list[pa.RecordBatch]] = {}
        for batch in self._run(run, n_tasks, done):
            by_part.setdefault(batch.column(0)[0].as_py(), []).append(batch)
        for counted in by_part.values():
            self.counts += sum_up(counted)

    def _run(
        self, run: Any, n_tasks: int, done: Callable[[int], None]
    ) -> Iterator[pa.RecordBatch]:
        self.n_tasks.append(n_tasks)
        numbers = self.chance.sample(range(n_tasks), n_tasks)
        for n_done, number in enumerate(numbers):
            if self.chance.random() < 0.3:
                list(run(number))
            yield from run(number)
            done(n_done)


def instances(n_rows: int, n_features: int, seed: int) -> pa.Table:
    """Packed rows in no order, with gaps between their ids."""
    draw = np.random.default_rng(seed)
    codes = np.unique(draw.integers(0, 4**n_features, n_rows))
    draw.shuffle(codes)
    return pa.table(
        {
            "instance_id": draw.permutation(len(codes)) * 7 + 3,
            "label_id": draw.integers(0, 3, len(codes)) * 2,
            "weight": draw.integers(1, 4, len(codes)),
            "code": pa.StructArray.from_arrays([pa.array(codes)], ["w0"]),
        }
    )


def fields_of(n_features: int, n_frozen: int = 0) -> Fields:
    places = layout(Feature(n + 1, f"f{n}", 4, 0.25) for n in range(n_features))
    return Fields.of([(field, 0.25) for field in places], n_frozen)


def working(cls: Any, seconds: Seconds, *more: Any) -> Any:
    return cls(1, 1 << 26, seconds, lambda: None, lambda *_: lambda _: None, *more)


def rows_of(tables: Iterable[pa.Table | pa.RecordBatch]) -> list[tuple[int, ...]]:
    found = [tuple(row.values()) for each in tables for row in each.to_pylist()]
    assert len(set(found)) == len(found), "a row came twice"
    return sorted(found)


@pytest.fixture(autouse=True)
def always_tasks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every step is worth a job, and has several tasks."""
    monkeypatch.setattr(spread, "WORTH_A_JOB", 0.0)
    monkeypatch.setattr(spread, "LEAST_TASK", 0.0)


COSTS = {
    "splits": Seconds(split=0, row=0, seeker=1, pair=1, scanned=99),
    "scans": Seconds(split=1, row=1, seeker=0, pair=1e-9, scanned=1e-9),
    "usual": Seconds(),
}


@pytest.mark.parametrize("costs", COSTS)
@pytest.mark.parametrize(("n_wanted", "n_frozen", "share"), [(1, 0, 1), (2, 1, 0.4)])
def test_tasks_find_the_pairs_that_threads_find(
    costs: str, n_wanted: int, n_frozen: int, share: float
) -> None:
    table, fields = instances(900, 5, seed=n_wanted), fields_of(5, n_frozen)
    population = Cases.of(table)
    chosen = table.select(["instance_id"]).slice(0, int(table.num_rows * share))
    places, candidates = some_of(population, chosen)
    wanted = chosen.append_column("n_wanted", pa.array([n_wanted] * chosen.num_rows))
    targets = targets_of(population, wanted)
    given: Any = (targets, candidates, fields)
    usual = working(Work, COSTS[costs]).search(*given, nearest=1, furthest=5)
    cluster = Processes(seed=1)
    spreading = working(
        Spread, COSTS[costs], cluster, Sent(population), population, places
    )
    here = list(spreading.search(*given, nearest=1, furthest=5))
    assert here == []
    assert max(cluster.n_tasks) > 3
    assert rows_of(cluster.pairs) == rows_of(usual)


@pytest.mark.parametrize("costs", COSTS)
def test_tasks_count_the_rows_that_threads_count(costs: str) -> None:
    table, fields = instances(900, 5, seed=3), fields_of(5)
    population = Cases.of(table)
    draw = np.random.default_rng(2)
    ids = table.column("instance_id").slice(0, 300)
    radii = pa.array(draw.integers(1, 4, 300))
    centres = centres_of(population, pa.table({"centre_id": ids, "radius": radii}))
    usual = working(Work, COSTS[costs]).count(centres, population, fields)
    cluster = Processes(seed=2)
    spreading = working(
        Spread, COSTS[costs], cluster, Sent(population), population, None
    )
    assert list(spreading.count(centres, population, fields)) == []
    assert max(cluster.n_tasks) > 3
    assert rows_of(cluster.counts) == rows_of(usual)


def test_a_machine_that_splits_otherwise_is_noticed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table, fields = instances(900, 5, seed=3), fields_of(5)
    population = Cases.of(table)
    cluster = Processes(seed=2)
    wanted = pa.table(
        {"instance_id": population.ids, "n_wanted": [1] * len(population)}
    )
    spreading = working(
        Spread, COSTS["splits"], cluster, Sent(population), population, None
    )
    cut = tasks.cut

    def other_costs(*given: Any) -> list[tasks.Task]:
        return [tasks.Task(each.paths, seconds=99) for each in cut(*given)]

    monkeypatch.setattr(spread, "cut", other_costs)
    targets = targets_of(population, wanted)
    found = spreading.search(targets, population, fields, nearest=1, furthest=5)
    with pytest.raises(RuntimeError, match="the same versions of cfsql and numba"):
        list(found)


def test_flags_are_bits() -> None:
    for n_flags in (0, 1, 7, 8, 9, 100):
        flags = np.random.default_rng(n_flags).random(n_flags) < 0.3
        assert (tasks.from_bits(tasks.to_bits(flags), n_flags) == flags).all()
