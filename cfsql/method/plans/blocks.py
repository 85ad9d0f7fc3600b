"""Blocks of features, and the choices of them that find every near pair.

Two rows that differ in at most r features differ in at most r of m > r blocks, so for
some choice of r blocks to drop they agree on all the others.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

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
    weights = [0.0] * n_blocks
    for field in sorted(fields, key=lambda each: agreement[each.feature_id]):
        lightest = min(range(n_blocks), key=lambda block: weights[block])
        blocks[lightest].append(field)
        chance = max(agreement[field.feature_id], _LEAST_AGREEMENT)
        weights[lightest] -= math.log2(chance)
    return [tuple(block) for block in blocks]


def choices(
    blocks: Sequence[Block], n_dropped: int, *, frozen: Block = ()
) -> Iterator[Choice]:
    """All ways to drop blocks; `frozen` features belong to every key.

    A pair that differs in fewer blocks is found by several choices. It belongs to the
    one that drops, besides those, only blocks before the first kept one: so each
    dropped block after the first kept one must differ.
    """
    for dropped in combinations(range(len(blocks)), n_dropped):
        kept = [position for position in range(len(blocks)) if position not in dropped]
        first_kept = kept[0] if kept else len(blocks)
        yield Choice(
            kept=frozen + tuple(field for block in kept for field in blocks[block]),
            must_differ=tuple(blocks[each] for each in dropped if each > first_kept),
        )
