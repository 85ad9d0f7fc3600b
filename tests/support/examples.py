"""How many random examples a test tries.

A test says how many it is worth, and tries the share of them that the profile of
hypothesis gives as its `max_examples`, in percent. tests/conftest.py has the profiles.
"""

from __future__ import annotations

from collections.abc import Collection
from math import ceil

from hypothesis import HealthCheck, Phase, settings

_FEWEST = 2
TAKES_ALL = settings().max_examples >= 100

# No search for a smaller table, which takes minutes where a table takes half a second.
WITHOUT_SHRINKING = (Phase.explicit, Phase.reuse, Phase.generate)


def examples(
    n_examples: int,
    *,
    whole: int | None = None,
    phases: Collection[Phase] = tuple(Phase),
    suppress: Collection[HealthCheck] = (),
) -> settings:
    """Settings for this many examples, or for the profile's share of them.

    Where the profile takes all of them, they may be more: `whole`.
    """
    share = settings().max_examples / 100
    if whole is not None and TAKES_ALL:
        n_examples = whole
    return settings(
        max_examples=max(_FEWEST, ceil(n_examples * share)),
        deadline=None,
        phases=phases,
        suppress_health_check=[
            HealthCheck.too_slow,
            HealthCheck.data_too_large,
            *suppress,
        ],
    )
