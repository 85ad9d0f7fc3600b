"""The plan `compiled` on a cluster: instances are sent once, and tasks walk.

No pair is moved between processes. All that knows numba is in `kernels`.
"""

from __future__ import annotations

from dataclasses import replace
from threading import Lock
from typing import TYPE_CHECKING, cast

from cfsql.engines.queries import query
from cfsql.method.plans.compiled import Compiled
from cfsql.method.plans.kernels import cache
from cfsql.method.plans.setting import Setting
from cfsql.method.plans.steps import COUNT, PARTNERS, SEARCH, Step

if TYPE_CHECKING:
    from cfsql.engines.spark.session import Session
    from cfsql.method.plans.kernels.spread import Spread
    from cfsql.method.plans.kernels.table import Cases
    from cfsql.method.plans.kernels.tasks import Shared


# Bytes of an instance of one word, and how many times seekers and partners are held.
_BYTES_PER_INSTANCE, _COPIES = 28, 3

# Whoever comes second waits.
_LOADING = Lock()


def load_kernels() -> None:
    """Load the kernels, which are compiled where they were not before."""
    with _LOADING:
        from cfsql.method.plans.kernels.warm import warm_up

        warm_up()


def task_bytes(n_instances: int, n_words: int) -> int:
    """What a task takes at most: all instances, and room to split seekers and them."""
    each = _BYTES_PER_INSTANCE + 8 * (n_words - 1)
    return each * n_instances * (1 + 2 * _COPIES)


class CompiledTasks(Compiled):
    """The walk as a list of tasks, for whichever process is free."""

    runs_on = ("spark",)

    def __init__(self, setting: Setting) -> None:
        """Read and send nothing yet."""
        super().__init__(setting)
        self._instances: Cases | None = None
        self._sent: Shared[Cases] | None = None

    @property
    def cluster(self) -> Session:
        """Spark, which runs tasks."""
        return cast("Session", self.setting.session)

    def needs_met(self, task: str) -> bool:
        """The extra, here and wherever tasks run; no condition in SQL in a search."""
        is_refined = task == SEARCH and self.setting.problem.is_refined
        return cache.is_installed() and self.cluster.can_compile and not is_refined

    def weigh(
        self,
        task: str,
        distance: int,
        n_seekers: int,
        *,
        best: Step | None = None,
        n_blocks: int | None = None,
    ) -> Step | None:
        """What one machine would take on as many cores, in so many tasks."""
        step = super().weigh(task, distance, n_seekers, best=best, n_blocks=n_blocks)
        if step is None:
            return None
        from cfsql.method.plans.kernels.spread import n_tasks

        n_cores = self.cluster.n_cores
        return replace(step, n_joins=n_tasks(step.seconds * n_cores, n_cores))

    def _startup(self, task: str, n_seekers: int) -> float:
        return 0.0

    def _limits(self) -> tuple[int, int]:
        return self.cluster.n_cores, self.cluster.n_bytes

    def search(self, step: Step) -> None:
        """Walk level by level; what is found here is added in the end."""
        from cfsql.method.plans.kernels.spread import some_of, targets_of
        from cfsql.method.plans.kernels.table import in_batches

        instances = self._all_instances()
        candidates, cases = None, instances
        if self.setting.problem.constraints.choose:
            self.cluster.bind("partners", PARTNERS[SEARCH])
            wanted = self.cluster.fetch_arrow(query("compiled/partner_ids"))
            candidates, cases = some_of(instances, wanted)
        wanted = self.cluster.fetch_arrow(query("compiled/target_ids"))
        found = self._spread(step, candidates).search(
            targets_of(instances, wanted),
            cases,
            self._kernel_fields(SEARCH),
            nearest=step.distance,
            furthest=self.setting.problem.furthest,
        )
        for pairs in in_batches(found):
            self.cluster.append_arrow(
                query("compiled/minimal"), "compiled_pairs", pairs
            )

    def count(self, step: Step) -> None:
        """Walk once for the hyperballs of all radii."""
        from cfsql.method.plans.kernels.spread import centres_of
        from cfsql.method.plans.kernels.table import in_batches

        instances = self._all_instances()
        wanted = self.cluster.fetch_arrow(query("compiled/centre_ids"))
        counted = self._spread(step, None).count(
            centres_of(instances, wanted), instances, self._kernel_fields(COUNT)
        )
        for counts in in_batches(counted):
            self.cluster.append_arrow(
                query("compiled/balls"), "compiled_counts", counts
            )

    def _all_instances(self) -> Cases:
        from cfsql.method.plans.kernels.table import Cases

        if self._instances is None:
            self.cluster.bind("partners", PARTNERS[COUNT])
            rows = self.cluster.fetch_arrow(query("compiled/partners"))
            self._instances = Cases.of(rows)
        return self._instances

    def _spread(self, step: Step, candidates: object) -> Spread:
        from cfsql.method.plans.kernels.spread import Spread

        load_kernels()
        instances = self._all_instances()
        if self._sent is None:
            self._sent = self.cluster.share(instances)
        return Spread(
            self.cluster.n_threads,
            self.cluster.n_bytes,
            self._seconds(step.task),
            lambda: None,
            lambda distance, n_seekers, seconds: self._watch(
                replace(step, distance=distance, n_seekers=n_seekers), seconds
            ),
            self.cluster,
            self._sent,
            instances,
            candidates,
        )
