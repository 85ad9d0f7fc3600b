"""The plan `blocked`: a hash join for each choice of blocks of features."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate

from cfsql.engines.queries import query
from cfsql.method.packing import join_on
from cfsql.method.plans.blocks import Block, choices, n_choices, partition
from cfsql.method.plans.costs import TIMED_PAIRS
from cfsql.method.plans.joins import append_join
from cfsql.method.plans.plan import Plan
from cfsql.method.plans.steps import Step

# Seconds: a step that takes no longer is not worth another thought.
QUICK = 0.1
# Of the cost of the best plan so far, the share that looking for a better one may take.
_PLANNING_SHARE = 0.2
# Joins, or sets of features, that one step may go through.
MOST_SETS = 20_000


class Blocked(Plan):
    """Joins that find every near pair: best for small distances and selective keys."""

    name = "blocked"
    is_by_level = True
    is_weighed_by_level = True

    def needs_met(self, task: str) -> bool:
        """There must be features that may differ."""
        return bool(self.setting.fields(task))

    def weigh(
        self,
        task: str,
        distance: int,
        n_seekers: int,
        *,
        best: Step | None = None,
        n_blocks: int | None = None,
    ) -> Step | None:
        """The cheapest number of blocks, by the exact number of pairs of its joins."""
        found: Step | None = None
        for number in self._block_counts(task, distance, n_blocks):
            if best is not None and best.seconds < QUICK:
                break
            step = self._weigh_blocks(task, distance, n_seekers, number, best)
            if step is not None and (best is None or step.seconds < best.seconds):
                found = best = step
        return found

    def _block_counts(
        self, task: str, distance: int, chosen: int | None
    ) -> Iterator[int]:
        """The numbers of blocks worth a thought, fewest first."""
        weights = sorted(field.weight for field in self.setting.fields(task))
        n_features = len(weights)
        # One more than can differ.
        n_near = sum(far <= distance for far in accumulate(weights))
        fewest = min(n_near + 1, n_features)
        if chosen is None:
            yield from range(fewest, n_features + 1)
            return
        n_blocks = min(max(chosen, fewest), n_features)
        n_joins = n_choices(self._blocks(task, n_blocks), distance)
        yield n_blocks if n_joins <= MOST_SETS else fewest

    def _blocks(self, task: str, n_blocks: int) -> list[Block]:
        setting = self.setting
        return partition(setting.fields(task), setting.agreement, n_blocks)

    def _weigh_blocks(
        self, task: str, distance: int, n_seekers: int, n_blocks: int, best: Step | None
    ) -> Step | None:
        """A number of blocks; None when it cannot be best."""
        setting, costs = self.setting, self.setting.join_costs
        blocks = self._blocks(task, n_blocks)
        n_joins = n_choices(blocks, distance)
        n_rows = n_seekers + setting.n_partners(task)
        overhead = n_joins * (costs.statement + n_rows * costs.joined_row)
        if best is not None and overhead > _PLANNING_SHARE * best.seconds:
            return None
        n_pairs, seconds = 0, overhead
        keys = [
            choice.kept
            for choice in choices(blocks, distance, frozen=setting.key(task))
        ]
        for counted in setting.count_pairs(keys, n_rows):
            n_pairs += round(setting.scale * counted)
            seconds = overhead + n_pairs * costs.candidate(task)
            if best is not None and seconds >= best.seconds:
                return None
        return Step(
            task, distance, self.name, n_seekers, n_joins, n_pairs, seconds, n_blocks
        )

    def search(self, step: Step) -> None:
        """Join on every choice; a pair that several find is kept once."""
        session = self.setting.session
        session.forget("found_pairs")
        self._join(step, "blocked/minimal")
        session.append(query("blocked/distinct_pairs"))

    def count(self, step: Step) -> None:
        """Join on every choice, each of which keeps the pairs that are its own."""
        self._join(step, "blocked/balls")

    def _join(self, step: Step, path: str) -> None:
        setting = self.setting
        assert step.n_blocks is not None
        blocks = self._blocks(step.task, step.n_blocks)
        found = list(choices(blocks, step.distance, frozen=setting.key(step.task)))
        setting.bind(step.task)
        for choice in setting.track(step, found, is_level=True):
            join = join_on(choice.kept, choice.must_differ)
            append_join(setting.session, query(path), join, **step.reach)

    def learn(self, step: Step, seconds: float) -> None:
        """A candidate costs the time of a long step, less its rows and statements."""
        if step.n_pairs < TIMED_PAIRS:
            return
        costs = self.setting.join_costs
        overhead = step.seconds - step.n_pairs * costs.candidate(step.task)
        candidate = max(seconds - overhead, seconds / 4) / step.n_pairs
        self.setting.join_costs = costs.with_candidate(step.task, candidate)
