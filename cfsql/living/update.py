"""An update: a table changes, and all that is stored of it, in one transaction."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from cfsql.engines.duckdb import CF_SCHEMA, Session
from cfsql.engines.queries import query
from cfsql.errors import WrongUse
from cfsql.living import changing, differences, encoding, results
from cfsql.living.changing import Sizes
from cfsql.living.choice import choose
from cfsql.living.follow import KNOWN, Follower
from cfsql.living.results import Recipe
from cfsql.method import encode
from cfsql.method.selection import value_text
from cfsql.progress import Part, Progress
from cfsql.tables import catalog, declarations, records
from cfsql.tables.catalog import RANKING, LoadedTable
from cfsql.tables.changed import change
from cfsql.tables.frames import Held, Rows
from cfsql.tables.stored import store_changes
from cfsql.words import listing, many

# How results follow.
INCREMENTAL, FRESH = "incremental", "fresh"

_MERGED = "it was merged from parts; rank these again, and merge them"


@dataclass(frozen=True)
class Followed:
    """A stored result, and how it follows a change of its table.

    `how` is incremental, fresh, stale or dropped; `n_changed` are the rows of a ranking
    whose optimal answer changed, `n_ties` those where only a tie came or went.
    """

    result: str
    how: str
    why: str
    n_changed: int | None = None
    n_ties: int | None = None


@dataclass(frozen=True, repr=False)
class Update(Held):
    """A change of a table, and what became of its stored results."""

    table: str
    command: str
    n_added: int
    n_removed: int
    n_changed: int
    n_rows: int
    is_dry_run: bool
    results: list[Followed]
    # Whether all rows that were added equal rows that were there.
    is_repeated: bool = False

    @property
    def headline(self) -> str:
        """What changed in one line."""
        counts = {
            "added": self.n_added,
            "removed": self.n_removed,
            "changed": self.n_changed,
        }
        would = "would be " if self.is_dry_run else ""
        told = [f"{many(n, 'row')} {would}{verb}" for verb, n in counts.items() if n]
        when = "then" if self.is_dry_run else "now"
        said = listing(told) or "no row is another"
        return f"{self.table}: {said}, {many(self.n_rows, 'row')} {when}"

    @property
    def n_answers_changed(self) -> int:
        """The answers that changed, in all rankings."""
        return sum(each.n_changed or 0 for each in self.results)

    @property
    def n_ties_changed(self) -> int:
        """The answers that stay, while a tie came or went, in all rankings."""
        return sum(each.n_ties or 0 for each in self.results)

    def _rows(self) -> Rows:
        return Rows(Followed, self.results)


def update(
    session: Session,
    table: LoadedTable,
    command: str,
    stage: Callable[[], None],
    progress: Progress,
    *,
    options: Mapping[str, object],
    rebin: bool = False,
    is_dry_run: bool = False,
) -> Update:
    """Change a table as `stage` stages it, and all that is stored of it.

    Everything appears at once at the end, or nothing does.
    """
    started = time.monotonic()
    if table.place is not None and command != "refresh":
        raise WrongUse(
            f"{table.name} is {table.source}, which is used where it is; change it "
            f"there, then: cfsql refresh {table.name}"
        )
    stage()
    sizes = changing.sizes(session, table)
    is_repeated = command == "append" and changing.are_held(session, table)
    found = results.recipes(session, table)
    n_rows = table.n_rows + sizes.n_added - sizes.n_removed
    is_stale = change(session, table.name) is not None
    if is_dry_run or not (sizes.n_in_all or rebin or is_stale):
        followed = []
        if is_dry_run:
            refused = _refusal(table, rebin, is_stale)
            followed = _expected(session, table, found, sizes, refused)
        return Update(
            table.name,
            command,
            *_counts(sizes),
            n_rows,
            is_dry_run,
            followed,
            is_repeated,
        )
    with session.transaction():
        records.prepare(session)
        changed, followed = _apply(
            session,
            table,
            found,
            sizes,
            progress,
            rebin=rebin,
            refused=_refusal(table, rebin, is_stale),
        )
        made = Update(
            table.name, command, *_counts(sizes), n_rows, False, followed, is_repeated
        )
        if sizes.n_removed:
            _forget_ids(session, table)
        records.remember_run(
            session,
            command=command,
            table=table.name,
            options={
                **options,
                "added": sizes.n_added,
                "removed": sizes.n_removed,
                "changed": sizes.n_changed,
                "answers_changed": made.n_answers_changed,
                "results": {each.result: each.how for each in followed} or None,
            },
            rows=changed.n_rows,
            seconds=time.monotonic() - started,
        )
    return made


def _counts(sizes: Sizes) -> tuple[int, int, int]:
    return sizes.n_added, sizes.n_removed, sizes.n_changed


def _refusal(table: LoadedTable, rebin: bool, is_stale: bool) -> str | None:
    """Why nothing can follow by what changed, whatever it is."""
    if rebin:
        return "--rebin gives all rows other values"
    if table.place is not None or is_stale:
        return "what the rows were before they changed is not known any more"
    return None


def _expected(
    session: Session,
    table: LoadedTable,
    found: Sequence[Recipe],
    sizes: Sizes,
    refused: str | None,
) -> list[Followed]:
    """How results would follow."""
    expected = []
    for place, recipe in enumerate(found):
        plan = _Plan(session, table, recipe, place, sizes, refused)
        how = FRESH if plan.follower is None else INCREMENTAL
        is_left = recipe.options is None or recipe.is_merged
        how = "stale" if is_left else how
        expected.append(Followed(recipe.relation, how, plan.why))
    return expected


def _apply(
    session: Session,
    table: LoadedTable,
    found: Sequence[Recipe],
    sizes: Sizes,
    progress: Progress,
    *,
    rebin: bool,
    refused: str | None,
) -> tuple[LoadedTable, list[Followed]]:
    """Store the change, the encoding and all results; what became of them."""
    plans = [
        _Plan(session, table, recipe, place, sizes, refused)
        for place, recipe in enumerate(found)
    ]
    for plan in plans:
        plan.prepare(table)
    recoding = None if refused else encoding.Recoding(session, table)
    if table.place is None:
        _change_rows(session, table)
    records.remember_rows(session, table.name)
    if recoding is None or not recoding.recode():
        encoding.encode_anew(session, table, rebin=rebin)
    table = _measure(session, table)
    declarations.checked(
        session, table, encode.bind(session, table.name), table.declared
    )
    has_gone = bool(sizes.n_removed or sizes.n_changed)
    session.stage(query("change/forgotten_rows"))
    session.forget("changed_answers")
    followed = []
    for place, plan in enumerate(plans):
        part = Part(progress, place / len(found), (place + 1) / len(found))
        followed.append(plan.follow(table, part, has_gone=has_gone))
    if "changed_answers" in session.relations:
        store_changes(session, table)
        records.remember_changes(
            session,
            result_name=table.name,
            table_name=table.name,
            n_rows=session.size("changed_answers"),
        )
    return table, followed


class _Plan:
    """How one stored result follows a change: with what changed, or from the beginning.

    Only rankings can do the first.
    """

    def __init__(
        self,
        session: Session,
        table: LoadedTable,
        recipe: Recipe,
        place: int,
        sizes: Sizes,
        refused: str | None,
    ) -> None:
        """Decide, as far as is known before the change."""
        self.session = session
        self.recipe = recipe
        self.before, self.after = f"before {place}", f"after {place}"
        self.follower: Follower | None = None
        self.why = "only rankings follow by what changed"
        if recipe.is_merged:
            self.why = _MERGED
        elif recipe.options is None:
            self.why = "the log of runs does not say how it was made"
        elif refused is not None:
            self.why = refused
        elif recipe.kind == RANKING:
            follower = Follower(session, recipe, place)
            unable = follower.refusal(table)
            if unable is not None:
                self.why = unable
                return
            choice = choose(session, table, recipe.name, sizes)
            self.why = choice.why
            self.follower = None if choice.is_fresh else follower

    def prepare(self, table: LoadedTable) -> None:
        """Stage what is known only before the change."""
        if self.follower is not None:
            self.follower.prepare(table)

    def follow(
        self, table: LoadedTable, progress: Progress, *, has_gone: bool
    ) -> Followed:
        """Bring the result up to date; or say why that cannot be."""
        session, recipe = self.session, self.recipe
        started = time.monotonic()
        try:
            if recipe.is_merged:
                raise WrongUse(_MERGED)
            encode.bind(session, table.name)
            recipe = results.without_gone_rows(session, recipe)
            if self.follower is not None:
                refused = self.follower.follow(table, recipe, progress)
                if refused is None:
                    return self._followed(table, recipe, started)
                self.why = refused
            if recipe.kind == RANKING:
                ranking = catalog.stored_rankings(session)[recipe.name]
                differences.stage_answers(session, ranking, self.before)
            results.make(session, table, recipe, progress)
        except WrongUse as error:
            how = results.give_up(session, recipe, error, has_gone=has_gone)
            return Followed(recipe.relation, how, error.line)
        counts: tuple[int, ...] = ()
        if recipe.kind == RANKING:
            ranking = catalog.stored_rankings(session)[recipe.name]
            differences.stage_answers(session, ranking, self.after)
            counts = differences.stage_changed(
                session, recipe.name, self.before, self.after
            )
        return Followed(recipe.relation, FRESH, self.why, *counts)

    def _followed(self, table: LoadedTable, recipe: Recipe, started: float) -> Followed:
        """Store what the follower has staged, and say what it is."""
        session = self.session
        assert self.follower is not None
        differences.stage_retold(
            session, self.follower.method, KNOWN, self.before, self.after
        )
        counts = differences.stage_changed(
            session, recipe.name, self.before, self.after
        )
        self.follower.store(table, recipe, started)
        n_affected, n_targets = self.follower.n_affected, session.size("wanted_targets")
        why = f"{n_affected:,} of {n_targets:,} cases looked at again"
        return Followed(recipe.relation, INCREMENTAL, why, *counts)


def _change_rows(session: Session, table: LoadedTable) -> None:
    """Store the change of the rows alone."""
    name = session.public(table.name)
    if table.id is None:
        last = changing.last_id(session, table)
        records.remember_last_id(session, table.name, last)
    session.delete_listed(name, "gone_rows")
    session.insert("added_rows", name)


def _measure(session: Session, table: LoadedTable) -> LoadedTable:
    """Note how large a table is now."""
    encode.bind(session, table.name)
    n_rows, n_labelled, n_instances = session.fetch_one(query("change/table_sizes"))
    session.change(
        session.internal("tables"),
        of={"table_name": table.name},
        n_rows=n_rows,
        n_labelled=n_labelled,
        n_instances=n_instances,
    )
    return catalog.loaded_tables(session)[table.name]


def _forget_ids(session: Session, table: LoadedTable) -> None:
    """Take the ids of rows that are gone out of the log of runs."""
    if "runs" not in catalog.relations(session, CF_SCHEMA):
        return
    gone = {text for (text,) in session.fetch(query("change/gone_ids"))}
    session.bind("runs", session.cf("runs"))
    for run_id, text in session.fetch(
        query("change/listing_runs"), table_name=table.name
    ):
        options = json.loads(text)
        if "rows" not in options:
            continue
        listed = options["rows"]
        given = listed if isinstance(listed, list) else [listed]
        kept = [
            part.strip()
            for each in given
            for part in ([each] if value_text(each) in gone else str(each).split(","))
            if value_text(part).strip() not in gone
        ]
        if kept != given:
            session.change(
                session.cf("runs"),
                of={"run_id": run_id},
                options=json.dumps({**options, "rows": kept}, default=str),
            )
