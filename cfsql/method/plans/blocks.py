"""Blocks of features, and the choices of them that find every near pair.

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

from cfsql.method.packing import Field

Block = tuple[Field, ...]

# The chance to agree on a feature whose every value is unique is not quite nothing.
_LEAST_AGREEMENT = 1e-9


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
