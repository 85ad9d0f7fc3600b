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
from cfsql.engines.queries import query
from cfsql.living.results import Recipe
from cfsql.method import encode
from cfsql.method.constraints import EACH, Problem
from cfsql.method.plans.run import Run
from cfsql.method.plans.steps import AUTO
from cfsql.method.rank import (
    Method,
    pose_problem,
    rank_found,
    spell,
    stage_population,
    summary_query,
    view_results,
)
from cfsql.method.selection import select_rows
from cfsql.progress import Part, Progress, Silent
from cfsql.tables import catalog, records
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

# Pairs of an instance and a new one that are compared one by one, without a plan.
_FEW_PAIRS = 100_000_000


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
        if self.method.diverse:
            return "of the answers that --diverse leaves out nothing is stored"
        if self.method.constraints.only_up or self.method.constraints.only_down:
            return "values that come and go move the others in their order"
        if self.method.constraints.require and self.method.count == "distinct":
            return "--require tells apart what --count distinct counts as one"
        stored = self.session.internal(f"{self.recipe.name}_ranked_pairs")
        self.session.bind("stored_pairs", stored)
        kept = query("results/kept_pairs").body
        if any(column not in kept for column in self.session.columns("stored_pairs")):
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
        session.bind("minimal", "known_pairs")
        n_lost = session.stage(query("follow/lost_population"), count=method.count)
        self._count_around(problem, "lost_population", "lost_balls", n_lost)
        for relation in _KEPT:
            session.bind(f"{relation} {self.place}", relation)

    def _bind_stored(self) -> None:
        session, name = self.session, self.recipe.name
        for relation, stored in (
            ("known_pairs", "ranked_pairs"),
            ("known_asked", "asked_rows"),
            ("known_instances", "spelled_instances"),
            ("known_sets", "disagreement_sets"),
        ):
            session.bind(relation, session.internal(f"{name}_{stored}"))
        session.bind("known_summary", session.public(f"{name}_summary"))

    def _count_around(
        self, problem: Problem, population: str, into: str, n_instances: int
    ) -> None:
        """Count a few instances in all hyperballs of the pairs that are `minimal`."""
        session = self.session
        if not n_instances:
            session.stage(query("follow/no_balls"), into=into)
            return
        session.bind("whole_population", "population")
        session.bind("population", population)
        session.stage(query("count/centres"))
        counted = replace(problem, n_instances=n_instances)
        run = _Centres(session, counted, AUTO, Silent())
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
        if session.fetch(query("follow/other_labels")):
            return "there are other classes"
        problem = pose_problem(session, table, fields, method)
        self.n_rows = select_rows(session, table, recipe.selection)
        session.stage(query("follow/renumbered_sets"))
        (_, before), (_, now) = session.column_types("renumbered_sets")
        if before != now:
            return "other values need another layout of the codes"
        session.stage(query("follow/other_sets"))
        stage_population(session, problem, method)
        with session.any_order():
            self._search(problem, progress)
            self._count(problem)
            self._rank(problem)
        return None

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
        n_labels = session.size("labels")
        session.stage(
            query("follow/bounds"),
            each=self.is_each,
            n_nearest=method.nearest,
            n_targets=n_labels - 1 if self.is_each else 1,
            furthest=problem.furthest,
        )
        n_pairs = n_gained * session.size("bounds")
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
        run = Run(self.session, problem, AUTO, progress)
        run.search_targets()
        self._note(run)
        self.session.append(query("follow/found"))

    def _count(self, problem: Problem) -> None:
        """Stage `affected`, their pairs as `minimal`, and the balls of these."""
        session, method = self.session, self.method
        session.view(query("follow/mapped_pairs"))
        n_gained = session.stage(query("follow/gained_population"), count=method.count)
        self._count_around(problem, "gained_population", "gained_balls", n_gained)
        session.stage(query("follow/changed_balls"))
        self.n_affected = session.stage(query("follow/affected"))
        self._list_targets("affected")
        session.stage(query("follow/kept_known"))
        session.stage(
            query("follow/merged_pairs"), each=self.is_each, n_nearest=method.nearest
        )
        if problem.is_refined:
            session.stage(query("search/one_of_each_case"))
        session.stage(query("follow/known_balls"))
        n_unknown = session.stage(query("follow/unknown_centres"))
        session.bind("counted_centres", "centres")
        if n_unknown:
            run = _Centres(session, problem, AUTO, Silent())
            run.count_centres()
            self._note(run)
            session.bind("counted_balls", "balls")
        else:
            session.stage(query("follow/no_balls"), into="counted_balls")
        session.stage(query("follow/all_balls"))

    def _rank(self, problem: Problem) -> None:
        """Stage what is stored of affected instances, and told of their rows."""
        session, method = self.session, self.method
        run = Run(session, problem, AUTO, Silent())
        rank_found(session, run, method, is_counted=True)
        session.bind("all_asked", "asked_rows")
        session.stage(query("follow/affected_rows"))
        session.stage(query("follow/retold"))
        session.stage(query("follow/rows_before"))
        session.stage(query("follow/rows_now"))
        session.stage(query("follow/respelled_instances"))
        session.stage(query("results/shown_instances"))
        spell(session, problem, method)
        session.bind("respelled_words", "spelled_instances")
        session.stage(query("follow/dropped_instances"))
        session.view(query("follow/all_spelled"))
        view_results(session, method)

    def store(self, table: LoadedTable, recipe: Recipe, started: float) -> None:
        """Write what is different, in the place of what it was."""
        session, name = self.session, recipe.name
        summary = session.public(f"{name}_summary")
        pairs, asked, instances, sets = (
            session.internal(f"{name}_{relation}")
            for relation in (
                "ranked_pairs",
                "asked_rows",
                "spelled_instances",
                "disagreement_sets",
            )
        )
        for block in (
            query("follow/dropped_pairs"),
            query("follow/dropped_rows"),
            query("follow/new_asked"),
            query("follow/dropped_asked"),
        ):
            session.stage(block)
        if session.size("other_sets"):
            for stored in (pairs, sets):
                session.renumber(stored, "other_sets", "disagreement")
        session.stage(query("follow/new_sets"))
        session.delete_listed(instances, "dropped_instances", "instance_id")
        session.insert("respelled_words", instances)
        session.bind("spelled_instances", instances)
        session.delete_listed(pairs, "dropped_pairs", "from_id")
        session.insert_query(query("results/kept_pairs"), pairs)
        session.delete_listed(summary, "dropped_rows")
        session.insert_query(summary_query(self.method), summary)
        session.delete_listed(asked, "dropped_asked")
        session.insert("new_asked", asked)
        session.insert("new_sets", sets)
        session.stage(query("follow/answer_classes"))
        session.rescale(pairs, "answer_classes")
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
