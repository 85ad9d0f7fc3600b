"""What the plans of one run share: session, table, constraints and counted pairs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeVar

from cfsql.engines import Engine
from cfsql.engines.queries import query
from cfsql.method.constraints import Problem
from cfsql.method.packing import Field, join_on
from cfsql.method.plans.blocks import Block
from cfsql.method.plans.costs import JoinCosts, measured_joins
from cfsql.method.plans.joins import n_joined
from cfsql.method.plans.steps import PARTNERS, SEARCH, SEEKERS, Step
from cfsql.progress import Progress
from cfsql.words import many

# Pairs that one statement of a scan compares: enough to keep the cores busy, few
# enough for progress to move.
PAIRS_PER_BATCH = 400_000_000

# The shares of a run that search and count usually take; ranking and storing are rest.
SEARCH_SHARE, COUNT_SHARE = 0.45, 0.4

Item = TypeVar("Item")


class Setting:
    """The table of a run, its constraints, and the state that plans look at."""

    def __init__(self, session: Engine, problem: Problem, progress: Progress) -> None:
        """Take a session in which `population` is staged."""
        self.session = session
        self.problem = problem
        self.progress = progress
        self.n_instances = problem.n_instances
        # The instances that the search looks through.
        self.n_candidates = problem.n_instances
        # The targets of the search, answered or not.
        self.n_targets = 0
        # The centres of hyperballs, and how many of them progress has come to.
        self.n_centres = 0
        self._n_counted = 0
        # The number of seekers that each staged one stands for.
        self.scale = 1.0
        values = session.fetch(query("encode/feature_values"))
        self.agreement = {feature_id: agreement for feature_id, _, agreement in values}
        n_in_all, n_like_pairs, n_labels = session.fetch_one(query("plan/like_pairs"))
        self.unlike_share = 1 - float(n_like_pairs) / float(n_in_all) ** 2
        self.n_labels = int(n_labels)
        self.join_costs = JoinCosts()
        # The pairs counted for the step at hand, by the features of the key.
        self._n_pairs: dict[Block, int] = {}

    def fields(self, task: str) -> list[Field]:
        """The features that may differ."""
        fields = self.problem.fields
        if task == SEARCH:
            return [field for field in fields if field not in self.problem.frozen]
        return fields

    def key(self, task: str) -> Block:
        """The features that are part of every key."""
        return self.problem.frozen if task == SEARCH else ()

    def n_partners(self, task: str) -> int:
        """The instances that each seeker is compared with."""
        return self.n_candidates if task == SEARCH else self.n_instances

    def bind(self, task: str) -> None:
        """Let queries read what is compared with what."""
        self.session.bind("seekers", SEEKERS[task])
        self.session.bind("partners", PARTNERS[task])

    def open_step(self, task: str) -> None:
        """Begin to plan another step: nothing is counted for it yet."""
        self._n_pairs.clear()
        self.bind(task)

    def count_pairs(self, keys: Sequence[Block], n_rows: int) -> Iterator[int]:
        """The pairs that a join of `n_rows` on each key would look at."""
        for key in keys:
            if key not in self._n_pairs:
                self._n_pairs[key] = n_joined(self.session, join_on(key))
            yield self._n_pairs[key]

    def measure(self) -> None:
        """Time joins of this table on this machine."""
        self.join_costs = measured_joins(
            self.session,
            self.problem.fields,
            self.agreement,
            n_instances=self.n_instances,
        )

    def n_batches(self, n_seekers: int) -> int:
        """The statements that a scan for these seekers is split into."""
        return max(1, n_seekers * self.n_instances // PAIRS_PER_BATCH)

    def track(
        self, step: Step, items: Sequence[Item], *, is_level: bool = False
    ) -> Iterator[Item]:
        """Go through the parts of a step, and show how far it is."""
        if step.task == SEARCH:
            n_answered = self.n_targets - step.n_seekers
            further = "" if is_level else " and more"
            about = (
                f"{many(step.distance, 'change')}{further}: "
                f"{n_answered:,} of {self.n_targets:,} answered"
            )
        else:
            about = f"counting {step.n_seekers:,} hyperballs to radius {step.distance}"
        until = self._share_after(step, is_level=is_level)
        for position in self.progress.track(about, range(len(items)), until=until):
            yield items[position]

    def _share_after(self, step: Step, *, is_level: bool) -> float:
        """How much of a run is about done after a step, as runs usually go.

        The last rows to be answered take the longest; of those that are open, a level
        answers about half.
        """
        if step.task == SEARCH:
            n_open = step.n_seekers / 2 if is_level else 0
            return SEARCH_SHARE * (1 - n_open / max(1, self.n_targets)) ** 3
        self._n_counted += step.n_seekers
        share = min(1.0, self._n_counted / max(1, self.n_centres))
        return SEARCH_SHARE + COUNT_SHARE * share
