"""The few cases that are near the most rows, written out literally.

It shares no code with the package. Which cases may answer a row is decided by the
oracle of constraints; every choice of cases is tried for the best one.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from itertools import combinations

from tests.oracle.brute_force import Case, duplicates, id_order, representative
from tests.oracle.brute_force_constraints import Constraints, Record, allowed

Reach = dict[Case, set[int | str]]


@dataclass(frozen=True)
class Choice:
    """The chosen cases, the rows that each adds, and the rows that any case reaches."""

    cases: list[Case]
    added: list[set[int | str]]
    reach: Reach
    rows: list[Case]
    sample: list[Case]

    @property
    def reachable(self) -> set[int | str]:
        """The rows that some case reaches, chosen or not."""
        return set().union(*self.reach.values())


def cover(
    features: list[str],
    cases: list[Case],
    records: Mapping[int | str, Record],
    constraints: Constraints,
    *,
    n_cases: int,
    within: int,
    rows: Collection[int | str] | None = None,
) -> Choice:
    """Choose cases one by one, each by the rows that it adds to those before."""
    left = [i for i, name in enumerate(features) if name not in constraints.ignore]
    features = [features[i] for i in left]
    sample = [
        replace(case, values=tuple(case.values[i] for i in left))
        for case in cases
        if case.label is not None
    ]
    constraints = replace(constraints, max_changes=within)
    wanted = [
        a
        for a in sorted(sample, key=id_order)
        if (rows is None or a.row_id in rows) and a.label != constraints.target
    ]
    reach: Reach = {}
    for a in wanted:
        near, _ = allowed(features, a, sample, records, constraints)
        for b in near:
            reach.setdefault(representative(b, sample), set()).add(a.row_id)
    chosen: list[Case] = []
    added: list[set[int | str]] = []
    for _ in range(n_cases):
        reached = set().union(*added)
        gains = {b: found - reached for b, found in reach.items()}
        open_cases = [b for b, gain in gains.items() if gain]
        if not open_cases:
            break
        best = min(
            open_cases,
            key=lambda b: (
                -len(gains[b]),
                -len(duplicates(b, sample)),
                id_order(b),
            ),
        )
        chosen.append(best)
        added.append(gains[best])
    return Choice(chosen, added, reach, wanted, sample)


def best_possible(reach: Reach, n_cases: int) -> int:
    """The most rows that any choice of so many cases reaches, trying all."""
    few = min(n_cases, len(reach))
    return max(
        (len(set().union(*sets)) for sets in combinations(reach.values(), few)),
        default=0,
    )
