"""The plan `sliced`: every pair, sixty-three instances at a time."""

from __future__ import annotations

from dataclasses import replace
from time import perf_counter

from cfsql.engines.queries import query
from cfsql.method.plans.costs import seconds_of, stage_few
from cfsql.method.plans.plan import Plan
from cfsql.method.plans.scan import scan_step
from cfsql.method.plans.setting import PAIRS_PER_BATCH, Setting
from cfsql.method.plans.slices import Slices
from cfsql.method.plans.steps import PARTNERS, SEARCH, Step

# Instances that are sliced to time the plan, and those compared with them.
_TIMED_INSTANCES, _TIMED_SEEKERS = 8_000, 4_000


class Sliced(Plan):
    """Every pair in slices: best where hyperballs hold much of the table."""

    name = "sliced"
    runs_on = ("duckdb",)
    is_quick_to_weigh = True
    takes_all_radii = True

    def __init__(self, setting: Setting) -> None:
        """Guess costs until they are measured; slice nothing yet."""
        super().__init__(setting)
        self.pair = 2e-9
        self.instance = 2e-6
        self.statement = 5e-2
        fields = setting.problem.fields
        self.population = self.candidates = Slices(setting.session, fields)
        if setting.problem.constraints.choose:
            self.candidates = Slices(setting.session, fields, PARTNERS[SEARCH])

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
        scan = scan_step(self.setting, task, distance, n_seekers, pair=self.pair)
        share = self.setting.unlike_share if task == SEARCH else 1.0
        n_pairs = round(scan.n_pairs * share)
        n_statements = scan.n_joins * (1 + n_pairs // PAIRS_PER_BATCH)
        seconds = n_pairs * self.pair + n_statements * self.statement
        n_instances = self.setting.n_instances
        if self._slices(task).n_sliced != n_instances:
            seconds += n_instances * self.instance
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
        """Slice a few instances and compare some; less what none of them take."""
        session = self.setting.session
        n_sliced = min(self.setting.n_instances, _TIMED_INSTANCES)
        n_seekers = min(self.setting.n_instances, _TIMED_SEEKERS)
        slicing, comparing = [], []
        with session.scope():
            for share in (0, 1):
                slices = Slices(session, self.setting.problem.fields)
                started = perf_counter()
                slices.stage(share * n_sliced)
                slicing.append(perf_counter() - started)
                stage_few(session, share * n_seekers)
                slices.seek(
                    query("sliced/spread_centres"),
                    n_seekers=n_seekers,
                    furthest=4,
                    batch=0,
                )
                comparing.append(
                    seconds_of(
                        lambda: session.stage(query("sliced/balls"), into="timed")
                    )
                )
        self.statement = comparing[0]
        self.instance = max(0.0, slicing[1] - slicing[0]) / n_sliced
        self.pair = max(0.0, comparing[1] - comparing[0]) / (n_sliced * n_seekers)
