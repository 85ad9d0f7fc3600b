"""What the plans of one run share: the table, its constraints, and how far they are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

from cfsql.engines import Engine
from cfsql.engines.queries import Query, query
from cfsql.method.constraints import Problem
from cfsql.method.packing import Field
from cfsql.progress import Progress
from cfsql.words import many

SEARCH, COUNT = "search", "count"

# The relations that each task pairs.
SEEKERS = {SEARCH: "open_targets", COUNT: "open_centres"}
PARTNERS = {SEARCH: "candidates", COUNT: "population"}

# Pairs that one statement of a scan compares: enough to keep the cores busy, few
# enough for progress to move.
PAIRS_PER_BATCH = 400_000_000

# The shares of a run that search and count usually take; ranking and storing are rest.
SEARCH_SHARE, COUNT_SHARE = 0.45, 0.4

Item = TypeVar("Item")


@dataclass(frozen=True)
class PlanStep:
    """A level of the search or a radius of the count, and the plan that it goes by.

    `distance` is the level or the radius. `work` is what it costs: the pairs that it
    compares, and what its statements and rows cost, counted in pairs of a scan.
    """

    task: str
    distance: int
    kind: str
    n_seekers: int
    n_joins: int
    n_pairs: int
    work: int
    n_blocks: int | None = None

    @property
    def name(self) -> str:
        """The plan in a word."""
        return self.kind if self.n_blocks is None else f"{self.kind}:{self.n_blocks}"


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
        # The parts of the seekers that are open, for the statements of a scan.
        self.n_batches = 1
        values = session.fetch(query("encode/feature_values"))
        self.agreement = {feature_id: agreement for feature_id, _, agreement in values}

    def fields(self, task: str) -> list[Field]:
        """The features that may differ."""
        fields = self.problem.fields
        if task == SEARCH:
            return [field for field in fields if field not in self.problem.frozen]
        return fields

    def key(self, task: str) -> tuple[Field, ...]:
        """The features that are part of every key."""
        return self.problem.frozen if task == SEARCH else ()

    def n_partners(self, task: str) -> int:
        """The instances that each seeker is compared with."""
        return self.n_candidates if task == SEARCH else self.n_instances

    def bind(self, task: str) -> None:
        """Let queries read what is compared with what."""
        self.session.bind("seekers", SEEKERS[task])
        self.session.bind("partners", PARTNERS[task])

    def open(
        self, query: Query, *, key: str, n_rows: int, **parameters: object
    ) -> None:
        """Stage about `n_rows` seekers, in batches for a scan."""
        self.n_batches = max(1, n_rows * self.n_instances // PAIRS_PER_BATCH)
        self.session.stage_shards(
            query, key=key, n_rows=n_rows, n_batches=self.n_batches, **parameters
        )

    def track(
        self, step: PlanStep, items: Sequence[Item], *, is_level: bool = False
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

    def _share_after(self, step: PlanStep, *, is_level: bool) -> float:
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
