"""The plan `blocked`: a hash join for each choice of blocks of features. It is exact.

Two rows that differ in at most r features differ in at most r of m > r blocks, so for
some choice of r blocks to drop they agree on all the others. Where features have
weights, a block weighs what its lightest feature does, and r blocks are blocks that
weigh no more than r.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate

from cfsql.engines import Engine
from cfsql.engines.functions import Function
from cfsql.engines.queries import Query, query
from cfsql.method.packing import Field, join_on
from cfsql.method.search.setting import (
    COUNT,
    PARTNERS,
    SEARCH,
    SEEKERS,
    PlanStep,
    Setting,
)

NAME = "blocked"

Block = tuple[Field, ...]

# What a join costs, in pairs of a scan: its statement, a row of either side, and a pair
# that it brings together.
_STATEMENT, _ROW, _CANDIDATE = 150_000, 10, {SEARCH: 0.9, COUNT: 2.5}

# Pairs are counted with so many rows of either side, if there are more.
_COUNTED_ROWS = 8_000
# What it costs to count the pairs of one join, and what part of the best plan so far
# the counting for another may cost.
_COUNTING, _SHARE = 300_000, 0.2

# Joins that one step may go through.
_MOST_JOINS = 20_000

# The chance to agree on a feature whose every value is unique is not quite nothing.
_LEAST_AGREEMENT = 1e-9


class PairCounts:
    """How many pairs of one step agree on some features.

    Of many rows a part is counted, the same part each time.
    """

    def __init__(self, setting: Setting, task: str, n_seekers: int) -> None:
        """Take a step whose seekers are staged, or a sample of them."""
        self.setting = setting
        self.task = task
        self.n_seekers = n_seekers
        # The seekers that each pair stands for, times the partners; 0 if not known.
        self._scale = 0.0
        self._counted: dict[Block, int] = {}

    def of(self, key: Block) -> int:
        """The pairs of seekers and partners that agree on these features."""
        if key not in self._counted:
            if not self._scale:
                self._stage()
            counting = query("blocked/candidates")
            define_called(self.setting.session, counting, join_on(key))
            (counted,) = self.setting.session.fetch_one(counting)
            self._counted[key] = round(self._scale * counted)
        return self._counted[key]

    def _stage(self) -> None:
        session, task = self.setting.session, self.task
        n_staged = session.size(SEEKERS[task])
        n_partners = self.setting.n_partners(task)
        of_partners = max(1, n_partners // _COUNTED_ROWS)
        of_seekers = max(1, n_staged // _COUNTED_ROWS)
        session.bind("all_partners", PARTNERS[task])
        session.stage(query("blocked/partners"), one_in=of_partners)
        seekers = query("blocked/targets" if task == SEARCH else "blocked/centres")
        session.stage(seekers, run=of_partners, one_in=of_seekers)
        n_counted = session.size("seekers")
        self._scale = of_partners * self.n_seekers / max(1, n_counted)


def planned(
    setting: Setting,
    task: str,
    distance: int,
    n_seekers: int,
    counts: PairCounts,
    *,
    most_work: float,
    n_blocks: int | None = None,
) -> PlanStep | None:
    """The number of blocks with the least work, if that is less than another plan's."""
    best: PlanStep | None = None
    n_rows = n_seekers + setting.n_partners(task)
    for number in _block_counts(setting, task, distance, n_blocks):
        blocks = _blocks(setting, task, number)
        n_joins = n_choices(blocks, distance)
        overhead = n_joins * (_STATEMENT + n_rows * _ROW)
        if max(overhead, n_joins * _COUNTING / _SHARE) >= most_work:
            break
        n_pairs, work = 0, float(overhead)
        for choice in choices(blocks, distance, frozen=setting.key(task)):
            n_pairs += counts.of(choice.kept)
            work = overhead + n_pairs * _CANDIDATE[task]
            if work >= most_work:
                break
        if work < most_work:
            most_work = work
            best = PlanStep(
                task, distance, NAME, n_seekers, n_joins, n_pairs, round(work), number
            )
        elif best is not None:
            # More blocks bring fewer pairs and more joins: it gets worse from here.
            break
    return best


def search(setting: Setting, step: PlanStep) -> None:
    """Join on every choice; a pair that several find is kept once."""
    session = setting.session
    session.forget("found_pairs")
    _join(setting, step, query("blocked/minimal"), distance=step.distance)
    session.append(query("blocked/distinct_pairs"))


def count(setting: Setting, step: PlanStep) -> None:
    """Join on every choice, each of which keeps the pairs that are its own."""
    _join(setting, step, query("blocked/balls"), radius=step.distance)


def _join(setting: Setting, step: PlanStep, joining: Query, **reach: int) -> None:
    assert step.n_blocks is not None
    blocks = _blocks(setting, step.task, step.n_blocks)
    found = list(choices(blocks, step.distance, frozen=setting.key(step.task)))
    for choice in setting.track(step, found, is_level=True):
        join = join_on(choice.kept, choice.must_differ)
        define_called(setting.session, joining, join)
        setting.session.append(joining, **reach)


def define_called(session: Engine, query: Query, join: Sequence[Function]) -> None:
    """Define the functions of a join that a query calls."""
    session.define(*(each for each in join if each.name in query.body))


def _block_counts(
    setting: Setting, task: str, distance: int, chosen: int | None
) -> Iterator[int]:
    """The numbers of blocks worth a thought, fewest first."""
    weights = sorted(field.weight for field in setting.fields(task))
    n_features = len(weights)
    # One more than can differ.
    n_near = sum(far <= distance for far in accumulate(weights))
    fewest = min(n_near + 1, n_features)
    if chosen is None:
        yield from range(max(1, fewest), n_features + 1)
    elif n_features:
        n_blocks = min(max(chosen, fewest), n_features)
        n_joins = n_choices(_blocks(setting, task, n_blocks), distance)
        yield n_blocks if n_joins <= _MOST_JOINS else fewest


def _blocks(setting: Setting, task: str, n_blocks: int) -> list[Block]:
    return partition(setting.fields(task), setting.agreement, n_blocks)


@dataclass(frozen=True)
class Choice:
    """One join: its key, and what must differ for a pair to be its own."""

    kept: Block
    must_differ: tuple[Block, ...]


def partition(
    fields: Sequence[Field], agreement: Mapping[int, float], n_blocks: int
) -> list[Block]:
    """Blocks that agree by chance about equally rarely.

    The most selective features come first, each into the block with the least so far.
    """
    blocks: list[list[Field]] = [[] for _ in range(n_blocks)]
    selectivity = [(0.0, block) for block in range(n_blocks)]
    for field in sorted(fields, key=lambda each: agreement[each.feature_id]):
        so_far, least = selectivity[0]
        blocks[least].append(field)
        chance = max(agreement[field.feature_id], _LEAST_AGREEMENT)
        heapq.heapreplace(selectivity, (so_far - math.log2(chance), least))
    return [tuple(block) for block in blocks]


def choices(
    blocks: Sequence[Block], reach: int, *, frozen: Block = ()
) -> Iterator[Choice]:
    """All ways to drop blocks within reach; `frozen` features belong to every key.

    A pair that differs in fewer blocks is found by several choices. It belongs to the
    one that drops, besides those, only blocks before the first kept one, and as many
    of these as it can: so each dropped block after the first kept one must differ.
    """
    for dropped in _dropped(_weights(blocks), reach):
        kept = [position for position in range(len(blocks)) if position not in dropped]
        first_kept = kept[0] if kept else len(blocks)
        yield Choice(
            kept=frozen + tuple(field for block in kept for field in blocks[block]),
            must_differ=tuple(blocks[each] for each in dropped if each > first_kept),
        )


def n_choices(blocks: Sequence[Block], reach: int) -> int:
    """How many ways there are, counted without making them."""
    weights = _weights(blocks)
    total = before = sum(weights)
    if total <= reach:
        return 1
    if total == len(weights):
        return math.comb(total, reach)
    # The sets of blocks that come after one, by their weight.
    n_sets = [1] + [0] * reach
    found = 0
    for weight in reversed(weights):
        before -= weight
        most = reach - before
        if most >= 0:
            found += sum(n_sets[max(0, most - weight + 1) : most + 1])
        n_sets = [
            n + (n_sets[each - weight] if each >= weight else 0)
            for each, n in enumerate(n_sets)
        ]
    return found


def _weights(blocks: Sequence[Block]) -> list[int]:
    """What the blocks weigh: a pair that differs in one is at least so far."""
    return [min((field.weight for field in block), default=1) for block in blocks]


def _dropped(weights: Sequence[int], reach: int) -> Iterator[tuple[int, ...]]:
    """The places within reach to which the first that is left cannot be added."""
    if sum(weights) <= reach:
        yield tuple(range(len(weights)))
        return
    for first_kept, weight in enumerate(weights):
        before = tuple(range(first_kept))
        most = reach - sum(weights[:first_kept])
        if most < 0:
            return
        least = max(0, most - weight + 1)
        for others in _between(weights, first_kept + 1, least, most):
            yield before + others


def _between(
    weights: Sequence[int], start: int, least: int, most: int
) -> Iterator[tuple[int, ...]]:
    """The places from one on whose weights add up to something between two numbers."""
    if sum(weights[start:]) < least:
        return
    if start == len(weights) or most == 0:
        yield ()
        return
    if weights[start] <= most:
        left = max(0, least - weights[start]), most - weights[start]
        for others in _between(weights, start + 1, *left):
            yield (start, *others)
    yield from _between(weights, start + 1, least, most)
