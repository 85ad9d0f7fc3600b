"""A plan: one way to find pairs, or to count the rows around centres."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import ClassVar

from cfsql.method.plans.setting import Setting
from cfsql.method.plans.steps import Step


class Plan(ABC):
    """What a plan needs, what it costs and how it runs.

    All plans give the same rows. They are listed in `planner.PLANS`.
    """

    name: ClassVar[str]
    # The engines that can run it.
    runs_on: ClassVar[tuple[str, ...]] = ("duckdb", "spark")

    # Whether its cost is known without counting pairs.
    is_quick_to_weigh: ClassVar[bool] = False
    # Whether a search by it finds one level, and leaves the next to be planned anew.
    is_by_level: ClassVar[bool] = False
    # Whether the cost of a search by it is that of one level, though it finds more.
    is_weighed_by_level: ClassVar[bool] = False
    # Whether it costs as much for small hyperballs as for the largest.
    takes_all_radii: ClassVar[bool] = False

    def __init__(self, setting: Setting) -> None:
        """Take what all plans of a run share."""
        self.setting = setting

    @abstractmethod
    def needs_met(self, task: str) -> bool:
        """Whether the plan can do a task here, if the engine has it."""

    @abstractmethod
    def weigh(
        self,
        task: str,
        distance: int,
        n_seekers: int,
        *,
        best: Step | None = None,
        n_blocks: int | None = None,
    ) -> Step | None:
        """The step with its expected cost; None if it cannot beat the best so far.

        `n_blocks` is what the user chose, for a plan that has blocks.
        """

    @abstractmethod
    def search(self, step: Step) -> None:
        """Append to `minimal` for the `open_targets`."""

    @abstractmethod
    def count(self, step: Step) -> None:
        """Append to `ball_parts` for the `open_centres`."""

    def defer(self, step: Step) -> bool:
        """Whether to run a step of the count later, with those of other radii."""
        return False

    def deferred(self) -> tuple[Step, list[int]] | None:
        """The steps that were deferred as one, and their radii."""
        return None

    def levels_run(self, levels: list[Step]) -> list[Step]:
        """The levels of a search that are gone through one by one, of all it has.

        The last of them may find all that are further.
        """
        return levels

    def note_planned(self, step: Step) -> None:
        """Take note of a step that will go by this plan, where that changes costs."""
        return

    def measure(self) -> None:
        """Time the plan on a few instances; most need nothing beyond joins."""
        return

    def learn(self, step: Step, seconds: float) -> None:
        """Correct the costs by a step that was run, where that says something."""
        return

    def take_costs(self, other: Plan) -> None:
        """Take over what the same plan of another run has learnt of its costs."""
        return

    def forget_candidates(self) -> None:
        """Take note of other candidates, where anything was made of the old ones."""
        return
