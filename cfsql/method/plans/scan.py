"""The plan `scan`: every pair, one by one."""

from __future__ import annotations

from cfsql.engines.queries import query
from cfsql.method.plans.costs import TIMED_PAIRS, seconds_of, stage_few
from cfsql.method.plans.plan import Plan
from cfsql.method.plans.setting import Setting
from cfsql.method.plans.steps import SEARCH, Step


def scan_step(
    setting: Setting, task: str, distance: int, n_seekers: int, *, pair: float
) -> Step:
    """A step that compares every seeker with every partner."""
    # A search takes two: how far the nearest is, then which they are.
    passes = 2 if task == SEARCH else 1
    n_pairs = passes * n_seekers * setting.n_partners(task)
    key = setting.key(task)
    if key:
        # A join on what is frozen.
        n_rows = n_seekers + setting.n_partners(task)
        (n_agreeing,) = setting.count_pairs([key], n_rows)
        n_pairs = passes * round(setting.scale * n_agreeing)
        pair = max(pair, setting.join_costs.candidate(task))
    return Step(task, distance, Scan.name, n_seekers, passes, n_pairs, n_pairs * pair)


class Scan(Plan):
    """Every pair, one by one: best for few rows, and always possible."""

    name = "scan"
    is_quick_to_weigh = True

    def __init__(self, setting: Setting) -> None:
        """Guess the cost of a pair until it is measured."""
        super().__init__(setting)
        self.pair = 8e-9

    def needs_met(self, task: str) -> bool:
        """It needs nothing."""
        return True

    def weigh(
        self,
        task: str,
        distance: int,
        n_seekers: int,
        *,
        best: Step | None = None,
        n_blocks: int | None = None,
    ) -> Step:
        """All pairs, or those that agree on what is frozen."""
        return scan_step(self.setting, task, distance, n_seekers, pair=self.pair)

    def search(self, step: Step) -> None:
        """Find how far the nearest are, then which, a batch of targets at a time."""
        session = self.setting.session
        found = session.fetch(query("search/target_batches"))
        batches = sorted({batch for _, batch, _ in found})
        furthest = self.setting.problem.furthest
        for batch in self.setting.track(step, batches):
            session.stage(
                query("scan/nearest"),
                distance=step.distance,
                furthest=furthest,
                batch=batch,
            )
            session.append(query("scan/minimal"), batch=batch)

    def count(self, step: Step) -> None:
        """Count by distance and label, a batch of centres at a time."""
        batches = range(self.setting.n_batches(step.n_seekers))
        for batch in self.setting.track(step, batches):
            self.setting.session.append(query("scan/balls"), **step.reach, batch=batch)

    def measure(self) -> None:
        """Compare a few instances with all."""
        session, n_instances = self.setting.session, self.setting.n_instances
        few = max(1, TIMED_PAIRS // n_instances)
        with session.scope():
            stage_few(session, few)
            seconds = seconds_of(
                lambda: session.stage(
                    query("scan/balls"), into="timed", radius=1, batch=0
                )
            )
        self.pair = seconds / (few * n_instances)

    def learn(self, step: Step, seconds: float) -> None:
        """A pair of a long scan costs what it cost."""
        if step.n_pairs >= TIMED_PAIRS:
            self.pair = seconds / step.n_pairs

    def take_costs(self, other: Plan) -> None:
        """What another run of the plan has learnt."""
        assert isinstance(other, Scan)
        self.pair = other.pair
