"""The plan `sliced`: every pair, sixty-three instances at a time."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

from cfsql.engines.queries import query
from cfsql.method.plans.costs import TIMED_PAIRS, seconds_of, stage_few
from cfsql.method.plans.plan import Plan
from cfsql.method.plans.scan import scan_step
from cfsql.method.plans.setting import PAIRS_PER_BATCH, Setting
from cfsql.method.plans.slices import N_SLOTS, Slices, total_weight
from cfsql.method.plans.steps import PARTNERS, SEARCH, Step

# Instances that are sliced to time the plan, and seekers that are compared with them:
# a few, then more of a narrow table than of a wide one, whose slices take longer.
_TIMED_INSTANCES, _FEW_SEEKERS, _TIMED_CELLS = 8_000, 400, 40_000
# Distances that are counted then: these, and up to that many.
_NEAR, _FAR = 1, 15


@dataclass(frozen=True)
class SliceCosts:
    """Seconds of a statement, of an instance to slice, and of a seeker with a slice.

    Every slice is compared; each distance of which instances are counted costs more.
    """

    statement: float = 2e-2
    instance: float = 2e-6
    compared: float = 1e-7
    counted: float = 1e-8

    def times(self, factor: float) -> SliceCosts:
        """All costs, so many times as high."""
        return SliceCosts(
            *(
                factor * each
                for each in (
                    self.statement,
                    self.instance,
                    self.compared,
                    self.counted,
                )
            )
        )


class Sliced(Plan):
    """Every pair in slices: best where hyperballs hold much of the table."""

    name = "sliced"
    is_quick_to_weigh = True
    takes_all_radii = True

    def __init__(self, setting: Setting) -> None:
        """Guess costs until they are measured; slice nothing yet."""
        super().__init__(setting)
        self.costs = SliceCosts()
        problem = setting.problem
        fields = problem.fields
        self.population = self.candidates = Slices(setting.session, fields)
        if problem.constraints.choose:
            self.candidates = Slices(
                setting.session, fields, PARTNERS[SEARCH], problem.directions
            )

    @cached_property
    def _slices_per_instance(self) -> float:
        """One in sixty-three, if each label and weight has many instances."""
        (n_slices,) = self.setting.session.fetch_one(
            query("sliced/n_slices"), n_slots=N_SLOTS
        )
        return float(n_slices) / self.setting.n_instances

    def needs_met(self, task: str) -> bool:
        """Slices compare everything with everything: no key, and no condition."""
        problem = self.setting.problem
        return task != SEARCH or not (problem.frozen or problem.is_refined)

    def weigh(
        self,
        task: str,
        distance: int,
        n_seekers: int,
        *,
        best: Step | None = None,
        n_blocks: int | None = None,
    ) -> Step:
        """All pairs of different labels in a search, all pairs in a count."""
        setting, costs = self.setting, self.costs
        scan = scan_step(setting, task, distance, n_seekers, pair=0.0)
        is_search = task == SEARCH
        share = setting.unlike_share if is_search else 1.0
        n_pairs = round(scan.n_pairs * share)
        n_slices = n_pairs / scan.n_joins * self._slices_per_instance
        # A search counts at all distances, to find the nearest; then it looks which.
        furthest = setting.problem.furthest if is_search else distance
        n_counted = 1 + min(furthest, total_weight(setting.problem.fields))
        seconds = n_slices * (scan.n_joins * costs.compared + n_counted * costs.counted)
        n_batches = 1 + n_pairs // PAIRS_PER_BATCH
        n_statements = scan.n_joins * max(n_batches, setting.n_labels * is_search)
        seconds += n_statements * costs.statement
        if self._slices(task).n_sliced != setting.n_instances:
            seconds += setting.n_instances * costs.instance
        return replace(scan, kind=self.name, n_pairs=n_pairs, seconds=seconds)

    def _slices(self, task: str) -> Slices:
        return self.candidates if task == SEARCH else self.population

    def forget_candidates(self) -> None:
        """Other candidates are not sliced yet."""
        if self.candidates is not self.population:
            self.candidates.n_sliced = None

    def search(self, step: Step) -> None:
        """Find how far the nearest are, then which, by label and batch of targets."""
        session = self.setting.session
        furthest = self.setting.problem.furthest
        self.candidates.stage(self.setting.n_instances)
        batches = session.fetch(query("search/target_batches"))
        for label_id, batch, n_targets in self.setting.track(step, batches):
            self.candidates.seek(
                query("sliced/spread_targets"),
                n_seekers=n_targets,
                furthest=furthest,
                label_id=label_id,
                batch=batch,
            )
            session.stage(
                query("sliced/nearest"),
                label_id=label_id,
                distance=step.distance,
                furthest=furthest,
            )
            session.append(query("sliced/minimal"), label_id=label_id)

    def count(self, step: Step) -> None:
        """Count by distance and label, a batch of centres at a time."""
        self.population.stage(self.setting.n_instances)
        batches = range(self.setting.n_batches(step.n_seekers))
        for batch in self.setting.track(step, batches):
            self.population.seek(
                query("sliced/spread_centres"),
                n_seekers=step.n_seekers // len(batches),
                furthest=step.distance,
                batch=batch,
            )
            self.setting.session.append(query("sliced/balls"))

    def measure(self) -> None:
        """Slice a few instances, and count few and many seekers, near and far."""
        session, n_instances = self.setting.session, self.setting.n_instances
        fields = self.setting.problem.fields
        n_sliced = min(n_instances, _TIMED_INSTANCES)
        few = min(n_instances, _FEW_SEEKERS)
        many = min(n_instances, max(2 * few, _TIMED_CELLS // len(fields)))
        far = min(len(fields), _FAR)
        if many <= few or far <= _NEAR:
            return
        with session.scope():
            slices = Slices(session, fields)
            slicing = seconds_of(lambda: slices.stage(n_sliced, are_all=False))
            n_slices = session.size("slices")

            def seconds(n_seekers: int, furthest: int) -> float:
                stage_few(session, n_seekers)
                slices.seek(
                    query("sliced/spread_centres"),
                    n_seekers=n_seekers,
                    furthest=furthest,
                    batch=0,
                )
                return seconds_of(
                    lambda: session.stage(query("sliced/balls"), into="timed")
                )

            short, long, longest = (
                seconds(few, _NEAR),
                seconds(many, _NEAR),
                seconds(many, far),
            )
        n_pairs = many * n_slices
        # A busy machine may take longer for less; something is always to be paid.
        near = max((long - short) / (n_pairs - few * n_slices), long / n_pairs / 4)
        counted = max(0.0, longest - long) / (n_pairs * (far - _NEAR))
        self.costs = SliceCosts(
            statement=max(0.0, short - few * n_slices * near),
            instance=slicing / n_sliced,
            compared=max(near - (1 + _NEAR) * counted, near / 4),
            counted=counted,
        )

    def learn(self, step: Step, seconds: float) -> None:
        """A long step costs what it cost."""
        if step.n_pairs >= TIMED_PAIRS:
            self.costs = self.costs.times(seconds / step.seconds)

    def take_costs(self, other: Plan) -> None:
        """What another run of the plan has learnt."""
        assert isinstance(other, Sliced)
        self.costs = other.costs
