"""A stored ranking follows a change of its table: what changed is searched and counted.

With rows that come, an answer can only come nearer: an instance looks at what is new,
as far as the answers that it has. With rows that go, only who has lost an answer looks
at all again. Hyperballs gain and lose what came and went within them. Everything else
is as it is stored. The result is that of a ranking from the beginning.
"""

from __future__ import annotations

import time
from dataclasses import replace
from typing import Any

from cfsql.engines.duckdb import Session
from cfsql.engines.queries import Query, query
from cfsql.living.results import Recipe
from cfsql.method import encode
from cfsql.method.blame import blame
from cfsql.method.constraints import EACH, Problem
from cfsql.method.plans.compiled import Compiled
from cfsql.method.plans.kernels.cache import is_compiled
from cfsql.method.plans.run import Run
from cfsql.method.plans.steps import AUTO, PlanChoice
from cfsql.method.rank import (
    Method,
    pose_problem,
    spell,
    stage_population,
    summarise,
)
from cfsql.method.selection import select_rows
from cfsql.progress import Part, Progress, Silent
from cfsql.tables import catalog, records, renewal
from cfsql.tables.catalog import LoadedTable
from cfsql.tables.runs import FOLLOWED

# What is staged before the change, and read after it.
_KEPT = (
    "labels_before",
    "lost_cases",
    "moves",
    "touched_codes_before",
    "candidates_before",
    "lost_balls",
)

# What is stored of a ranking, by the names that queries know it by.
KNOWN = {
    "known_pairs": "pairs",
    "known_balls": "label_balls",
    "known_classes": "class_sizes",
    "known_asked": "asked_rows",
    "known_instances": "spelled_instances",
    "known_sets": "disagreement_sets",
    "known_summaries": "instance_summaries",
    "known_told": "told_instances",
}

# Pairs of an instance and a new one that are compared one by one, without a plan.
_FEW_PAIRS = 100_000_000


def _plan(n_pairs: int) -> PlanChoice:
    """How to look at few instances from many: to weigh plans may take longer."""
    is_much = n_pairs > _FEW_PAIRS
    return PlanChoice(Compiled.name) if is_much and is_compiled() else AUTO


class _Centres(Run):
    """A run that counts around centres, whether these are in `population` or not."""

    def _open_centres(self, radii: list[int], n_centres: int) -> None:
        self.session.stage_shards(
            query("follow/coded_centres"),
            key="centre_id",
            n_rows=n_centres,
            radii=radii,
            n_batches=self.setting.n_batches(n_centres),
        )


class Follower:
    """One stored ranking, before and after a change of its table."""

    def __init__(self, session: Session, recipe: Recipe, place: int) -> None:
        """Take a ranking; `place` tells it apart from others that follow the change."""
        self.session = session
        self.recipe = recipe
        self.place = place
        self.method: Method = recipe.method
        self.is_each = self.method.constraints.target == EACH
        self.n_rows = self.n_affected = 0
        self._steps: list[dict[str, object]] = []
        self._plans: list[str] = []

    @property
    def _limits(self) -> dict[str, Any] | None:
        """What a case must have to be an answer, but for its label."""
        asked = self.method.constraints
        if asked.min_support is None and asked.min_share is None:
            return None
        return {
            "min_support": asked.min_support or 1,
            "min_share": asked.min_share or 0.0,
        }

    def refusal(self, table: LoadedTable) -> str | None:
        """Why it has to be made from the beginning, as far as is known by now."""
        if not table.is_numbered:
            return "rows with ids of their own may come in any order"
        if self.method.constraints.only_up or self.method.constraints.only_down:
            return "values that come and go move the others in their order"
        if self.method.constraints.differs_by is not None:
            return "outcomes that come and go move the others in their order"
        if self.method.constraints.require and self.method.count == "distinct":
            return "--require tells apart what --count distinct counts as one"
        if renewal.is_older(self.session, self.recipe.name):
            return "an older version has stored it"
        if self.session.fetch(query("follow/unnumbered_instances")):
            return "an older version has loaded the table"
        return None

    # Before the change.

    def prepare(self, table: LoadedTable) -> None:
        """Stage what goes, and what hyperballs lose with it."""
        session, method = self.session, self.method
        fields = encode.bind(session, table.name)
        problem = pose_problem(session, table, fields, method)
        stage_population(session, problem, method)
        self._bind_stored()
        session.stage(query("follow/labels_before"))
        session.stage(query("follow/lost_cases"))
        session.stage(query("follow/moves"))
        session.stage(query("follow/touched_codes_before"))
        if self._limits is not None:
            session.stage(query("follow/candidates_before"), **self._limits)
        else:
            session.bind("candidates_before", "lost_cases")
        n_lost = session.stage(query("follow/lost_population"), count=method.count)
        self._count_around(
            problem,
            "lost_population",
            "lost_balls",
            n_lost,
            query("follow/known_centres"),
        )
        for relation in _KEPT:
            session.bind(f"{relation} {self.place}", relation)

    def _bind_stored(self) -> None:
        session, name = self.session, self.recipe.name
        for relation, stored in KNOWN.items():
            session.bind(relation, session.internal(f"{name}_{stored}"))

    def _count_around(
        self,
        problem: Problem,
        population: str,
        into: str,
        n_instances: int,
        centres: Query,
    ) -> None:
        """Count a few instances in all hyperballs of the stored ranking."""
        session = self.session
        if not n_instances:
            session.stage(query("follow/no_balls"), into=into)
            return
        session.bind("whole_population", "population")
        session.bind("population", population)
        n_centres = session.stage(centres)
        counted = replace(problem, n_instances=n_instances)
        plan = _plan(n_centres * n_instances)
        run = _Centres(session, counted, plan, Silent())
        run.count_centres()
        self._note(run)
        session.bind(into, "balls")
        session.bind("population", "whole_population")

    def _note(self, run: Run) -> None:
        """Take note of how a part was run."""
        self._steps += run.report
        self._plans += [run.plan] * bool(run.plan)

    # After it.

    def bind_kept(self) -> None:
        """Let queries read what was staged before the change."""
        for relation in _KEPT:
            self.session.bind(relation, f"{relation} {self.place}")

    def follow(
        self, table: LoadedTable, recipe: Recipe, progress: Progress
    ) -> str | None:
        """Stage what is different; or why that cannot be told from what is stored."""
        session, method = self.session, self.method
        fields = encode.bind(session, table.name)
        self.bind_kept()
        self._bind_stored()
        problem = pose_problem(session, table, fields, method)
        self.n_rows = select_rows(session, table, recipe.selection)
        session.stage(query("follow/renumbered_sets"))
        (_, before), (_, now) = session.column_types("renumbered_sets")
        if before != now:
            return "other values need another layout of the codes"
        self._renumber()
        stage_population(session, problem, method)
        with session.any_order():
            self._search(problem, progress)
            self._count(problem)
            self._weigh(problem)
            self._tell(problem)
        return None

    def _renumber(self) -> None:
        """Give sets of features and classes the numbers that they have now."""
        session, name = self.session, self.recipe.name
        if session.stage(query("follow/other_sets")):
            for stored in ("pairs", "disagreement_sets"):
                kept = session.internal(f"{name}_{stored}")
                session.renumber(kept, "other_sets", "disagreement")
            session.stage(query("follow/other_first_sets"))
            kept = session.internal(f"{name}_instance_summaries")
            session.renumber(kept, "other_first_sets", "optimal_disagreement")
        if session.stage(query("follow/renumbered_labels")):
            for stored in ("label_balls", "spelled_instances", "class_sizes"):
                kept = session.internal(f"{name}_{stored}")
                session.renumber(kept, "renumbered_labels", "label_id")

    def _search(self, problem: Problem, progress: Progress) -> None:
        """Stage `found`: the pairs that are new."""
        session, method = self.session, self.method
        # Of the parts of a case only one is stored: what else there is, is not known.
        any_loss = problem.is_refined
        session.stage(query("follow/gained_cases"))
        session.stage(query("follow/touched_instances"))
        if self._limits is None:
            n_gained = session.stage(query("follow/gained_candidates"))
            session.stage(query("follow/lost_candidates"), any_loss=any_loss)
        else:
            n_gained = session.stage(query("follow/newly_eligible"), **self._limits)
            session.stage(
                query("follow/no_more_eligible"), **self._limits, any_loss=any_loss
            )
        session.stage(query("follow/wanted_targets"))
        session.stage(query("follow/known_targets"))
        session.stage(query("follow/lost_pairs"), each=self.is_each)
        session.stage(query("follow/reopened"), each=self.is_each, any_loss=any_loss)
        n_opened = session.stage(query("follow/opened"))
        session.stage(query("follow/nothing_found"))
        if n_opened:
            self._list_targets("opened")
            self._look(problem, Part(progress, 0, 0.5))
        if not n_gained:
            return
        if method.nearest > 1 or self.is_each:
            n_labels = session.size("labels")
            n_bounds = session.stage(
                query("follow/bounds"),
                each=self.is_each,
                n_nearest=method.nearest,
                n_targets=n_labels - 1 if self.is_each else 1,
                furthest=problem.furthest,
            )
        else:
            n_bounds = session.stage(
                query("follow/nearest_bounds"), furthest=problem.furthest
            )
        n_pairs = n_gained * n_bounds
        if n_pairs <= _FEW_PAIRS:
            (target_id, *others) = problem.targets
            session.stage(
                query("follow/near_pairs"), target_id=None if others else target_id
            )
            session.append(query("follow/found"))
            return
        session.bind("whole_population", "population")
        for bound, _ in session.fetch(query("follow/bound_sizes")):
            session.bind("population", "whole_population")
            session.stage(query("follow/bounded_instances"), bound=bound)
            session.stage(query("follow/listed_targets"))
            session.bind("population", "gained_candidates")
            near = replace(problem.constraints, max_changes=bound)
            among = replace(problem, n_instances=n_gained, constraints=near)
            self._look(among, Part(progress, 0.5, 0.9))
        session.bind("population", "whole_population")

    def _list_targets(self, instances: str) -> None:
        """Stage `targets`: the instances of a relation."""
        self.session.bind("listed_instances", instances)
        self.session.stage(query("follow/listed_targets"))

    def _look(self, problem: Problem, progress: Progress) -> None:
        """Search with the targets and the population that are staged."""
        session = self.session
        plan = AUTO
        if not problem.is_refined:
            plan = _plan(session.size("targets") * problem.n_instances)
        run = Run(session, problem, plan, progress)
        run.search_targets()
        self._note(run)
        session.append(query("follow/found"))

    def _count(self, problem: Problem) -> None:
        """Stage the pairs that are new as `minimal`, and `label_balls` as of now."""
        session, method = self.session, self.method
        n_gained = session.stage(query("follow/gained_population"), count=method.count)
        self._count_around(
            problem,
            "gained_population",
            "gained_balls",
            n_gained,
            query("follow/moved_centres"),
        )
        session.stage(query("follow/changed_balls"))
        session.stage(query("follow/ball_changes"))
        session.stage(query("follow/changed_label_balls"))
        session.stage(query("follow/paired_anew"))
        session.stage(query("follow/kept_known"))
        session.stage(
            query("follow/merged_pairs"), each=self.is_each, n_nearest=method.nearest
        )
        if problem.is_refined:
            session.stage(query("search/one_of_each_case"))
        n_unknown = session.stage(query("follow/unknown_centres"))
        if n_unknown:
            plan = _plan(n_unknown * problem.n_instances)
            run = _Centres(session, problem, plan, Silent())
            run.count_centres()
            self._note(run)
            session.stage(query("rank/measured_balls"))
            session.view(query("rank/label_balls"), into="counted_balls")
            session.append(query("follow/all_balls"))

    def _weigh(self, problem: Problem) -> None:
        """Stage what there is to say of instances, and whose answers are others."""
        session, method = self.session, self.method
        session.stage(query("rank/class_sizes"))
        self.n_affected = session.stage(query("follow/affected"))
        self._list_targets("paired_anew")
        n_targets = session.size("labels") if self.is_each else 1
        session.stage(query("follow/weighed_pairs"), n_targets=n_targets)
        session.view(query("rank/pairs"))
        session.stage(query("rank/disagreement_sets"))
        session.stage(query("follow/new_sets"))
        session.view(query("follow/all_sets"))
        summarise(session, method)
        session.stage(query("follow/all_summaries"))
        session.stage(query("follow/summaries_before"))
        session.stage(query("follow/other_firsts"))
        is_plain = method.by == "power" and not self.is_each
        session.stage(query("follow/other_ties"), is_plain=is_plain)
        session.stage(query("follow/retold"))
        session.stage(query("follow/rows_before"))
        session.stage(query("follow/rows_now"))
        session.stage(query("follow/respelled_instances"))
        session.stage(query("results/shown_instances"))
        spell(session, problem, method)
        session.bind("respelled_words", "spelled_instances")
        session.stage(query("follow/dropped_instances"))
        session.view(query("follow/all_spelled"))

    def _tell(self, problem: Problem) -> None:
        """Stage the words of who has another answer, or none."""
        session = self.session
        session.stage(query("follow/told_anew"))
        if self.method.constraints.choose:
            session.stage(query("follow/left_unanswered"))
            session.stage(query("follow/listed_targets"))
            blame(Run(session, problem, AUTO, Silent()))
        else:
            session.stage(query("constrain/nothing_blamed"))
        session.view(query("follow/told_firsts"))
        session.view(
            query("results/worded_pairs"),
            into="first_spelled",
            reads={"ranked_pairs": "first_pairs"},
        )
        session.view(
            query("results/told_instances"),
            into="told_words",
            reads={"asked_rows": "told_anew"},
        )
        session.stage(query("follow/new_told"))

    def store(self, table: LoadedTable, recipe: Recipe, started: float) -> None:
        """Write what is different, in the place of what it was.

        What changes in most places is written whole: that takes less time than to
        find them.
        """
        session, name = self.session, recipe.name
        for block in (
            query("follow/dropped_told"),
            query("follow/dropped_pairs"),
            query("follow/new_pairs"),
            query("follow/new_asked"),
            query("follow/dropped_asked"),
        ):
            session.stage(block)
        for stored, dropped, key, added in (
            (
                "spelled_instances",
                "dropped_instances",
                "instance_id",
                "respelled_words",
            ),
            ("pairs", "dropped_pairs", "from_id", "new_pairs"),
            ("told_instances", "dropped_told", "instance_id", "new_told"),
            ("asked_rows", "dropped_asked", "row_id", "new_asked"),
        ):
            kept = session.internal(f"{name}_{stored}")
            if session.size(dropped):
                session.delete_listed(kept, dropped, key)
            if session.size(added):
                session.insert(added, kept)
        session.insert("new_sets", session.internal(f"{name}_disagreement_sets"))
        for stored, relation in (
            ("label_balls", "label_balls"),
            ("class_sizes", "class_sizes"),
            ("instance_summaries", "all_summaries"),
        ):
            kept = session.internal(f"{name}_{stored}")
            session.drop("table", kept)
            session.store(relation, kept)
        session.change(
            session.internal(catalog.RANKING.register),
            of={"result_name": name},
            n_rows=self.n_rows,
        )
        records.remember_run(
            session,
            command="rank",
            table=table.name,
            result=name,
            options={
                **recipe.method.options,
                **recipe.selection.options,
                "into": recipe.into,
            },
            plan="; ".join([FOLLOWED, *self._plans]),
            steps=self._steps,
            rows=self.n_rows,
            seconds=time.monotonic() - started,
        )
