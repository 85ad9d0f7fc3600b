"""How much memory a ranking will take: the most that the process will have in RAM.

It begins with what a dry run has had, which reads the same table by the same queries.
To that come the relations that grow with the answers. Their rows are so many bytes
wide; beside a relation stands, for a while, the hash table that it is made from.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping

# Bytes. A pair: found, measured and ranked, fourteen numbers, and sorted for its rank.
_PAIR = 270
# An instance, beside its words: in the population, and as a target and a candidate.
_INSTANCE, _WORD, _INSTANCE_COPIES = 48, 8, 3
# A text of a feature: read, joined, and kept in the list of an instance.
_TEXT = 3 * 16
# The rows of a label at a distance from a centre: four numbers, grouped and added up.
_COUNT = 3 * 32

# What Python and DuckDB take themselves, where the system does not say.
_PROCESS = 120_000_000


def expected_memory(
    *,
    n_instances: int,
    n_words: int,
    n_features: int,
    n_shown: float,
    n_pairs: float,
    n_labels: int,
    centres: Mapping[int, int],
) -> int:
    """The bytes of a ranking; `centres` says how many have which radius."""
    n_counts = n_labels * sum((1 + radius) * n for radius, n in centres.items())
    return round(
        _had_so_far()
        + n_pairs * _PAIR
        + n_instances * (_INSTANCE + _WORD * n_words) * _INSTANCE_COPIES
        + n_shown * n_features * _TEXT
        + n_counts * _COUNT
    )


def _had_so_far() -> int:
    """The most memory that this process has had."""
    if sys.platform == "win32":
        return _PROCESS
    import resource

    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit
