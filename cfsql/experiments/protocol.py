"""The experiments by name, and how samples are drawn for them."""

from __future__ import annotations

from dataclasses import dataclass

from cfsql.errors import WrongUse
from cfsql.options import ALL, ExperimentOptions, refuse_wrong_values
from cfsql.tables.catalog import LoadedTable

# What is measured on a table, by which query.
ON_TABLES = {
    "hamming": "experiment/hamming",
    "unique": "experiment/unique",
    "gap": "experiment/gap",
    "metrics": "experiment/metrics",
}


RELEVANCE = "relevance"
EXPERIMENTS = (*ON_TABLES, RELEVANCE)

# What `metrics` compares the optimal counterfactual with: a minimal one drawn at
# random, from all of them or from those that remain without the optimal one.
ANY = "any"
REMAINING = "remaining"

_LARGEST_SEED = 2**63 - 1


@dataclass(frozen=True)
class Protocol:
    """How samples are drawn, and how many; with `whole`, one that is the table."""

    sample: int = 1000
    repeats: int = 100
    seed: int = 0
    random: str = ANY
    whole: bool = False

    def __post_init__(self) -> None:
        """Refuse numbers and words that make no sense."""
        refuse_wrong_values(ExperimentOptions, vars(self))
        if not -_LARGEST_SEED <= self.seed <= _LARGEST_SEED:
            raise WrongUse(f"--seed {self.seed} is too large")

    def sample_of(self, table: LoadedTable) -> int:
        """The rows of a sample of this table."""
        return table.n_labelled if self.whole else min(self.sample, table.n_labelled)


def named(name: str) -> tuple[str, ...]:
    """The experiments that a name stands for."""
    if name == ALL:
        return EXPERIMENTS
    if name not in EXPERIMENTS:
        known = f"{', '.join(EXPERIMENTS)} or {ALL}"
        raise WrongUse(f"no experiment '{name}'; it is {known}")
    return (name,)
