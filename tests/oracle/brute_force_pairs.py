"""What the kernel finds and counts, written out literally, over lists of values."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass

# From, to, distance; and centre, distance, label, rows.
Pairs = set[tuple[int, int, int]]
Balls = set[tuple[int, int, int, int]]


@dataclass(frozen=True)
class Instance:
    """A row as the kernel knows it."""

    id: int
    values: tuple[int, ...]
    label: int
    weight: int


@dataclass(frozen=True)
class Asked:
    """What may change and how, and what is wanted."""

    weights: Sequence[int]
    n_frozen: int = 0
    # The features that may only rise.
    rising: Collection[int] = ()
    n_wanted: int = 1
    furthest: int = 1 << 30
    # By how much another label differs.
    apart: int = 1


def distance(asked: Asked, a: Instance, b: Instance) -> int:
    """The weights of the features in which two rows differ."""
    both = zip(a.values, b.values, asked.weights, strict=True)
    return sum(weight for x, y, weight in both if x != y)


def may_become(asked: Asked, a: Instance, b: Instance) -> bool:
    """Whether a may become b: another label, nothing frozen changed, nothing fallen."""
    return (
        abs(a.label - b.label) >= asked.apart
        and a.values[: asked.n_frozen] == b.values[: asked.n_frozen]
        and all(b.values[feature] >= a.values[feature] for feature in asked.rising)
    )


def nearest(asked: Asked, targets: list[Instance], cases: list[Instance]) -> Pairs:
    """The pairs at the nearest distances of each target."""
    found: Pairs = set()
    for a in targets:
        others = [b for b in cases if may_become(asked, a, b)]
        far = {b.id: distance(asked, a, b) for b in others}
        there = sorted({d for d in far.values() if 1 <= d <= asked.furthest})
        wanted = there[: asked.n_wanted]
        found |= {(a.id, id, d) for id, d in far.items() if d in wanted}
    return found


def balls(
    asked: Asked, centres: list[tuple[Instance, int]], cases: list[Instance]
) -> Balls:
    """The rows within a radius of each centre, by distance and label."""
    found: Balls = set()
    for centre, radius in centres:
        counts: Counter[tuple[int, int]] = Counter()
        for b in cases:
            far = distance(asked, centre, b)
            if far <= radius:
                counts[far, b.label] += b.weight
        found |= {(centre.id, *kind, n) for kind, n in counts.items() if n}
    return found
