"""An update: a table changes, and what is stored of it is made again.

All of it is one transaction. Rankings, factual explanations, covers and audits are made
again from the options that they were made with. Rankings are compared with what they
were before: `T_changes`.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from cfsql.engines.duckdb import CF_SCHEMA, Session
from cfsql.engines.queries import query
from cfsql.errors import WrongUse
from cfsql.living import changing, differences, encoding, results
from cfsql.living.changing import Base
from cfsql.living.results import Recipe
from cfsql.method import encode
from cfsql.method.selection import value_text
from cfsql.progress import Part, Progress
from cfsql.tables import catalog, declarations, records
from cfsql.tables.catalog import EXPERIMENT, RANKING, STABILITY, LoadedTable, Stored
from cfsql.tables.changed import change
from cfsql.tables.frames import Held, Rows
from cfsql.tables.load import describe
from cfsql.tables.stored import store_changes
from cfsql.words import listing, many

How = Literal["made again", "stale", "dropped"]

# Why subsamples are not drawn again, unless they are asked for.
_ONLY_WITH_ALL = "only --all makes it again"
_MEASURED = "it was measured before the table changed"
_MERGED = "it was merged from parts; rank these again, and merge them"


@dataclass(frozen=True)
class Remade:
    """A stored result, and what becomes of it when its table changes.

    `seconds` is what it took to make it, or when nothing is written yet, the last time.
    `n_changed` are the rows of a ranking whose optimal answer changed, `n_ties` those
    where only a tie came or went. `why` is said where it is not made again.
    """

    result: str
    how: How
    why: str | None = None
    seconds: float | None = None
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
    results: list[Remade]
    # Whether all rows that were added equal rows that were there.
    is_repeated: bool = False
    # What else is to be said, such as that a column is a feature now.
    remarks: list[str] = field(default_factory=list)

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
        return Rows(Remade, self.results)


def update(
    session: Session,
    table: LoadedTable,
    command: str,
    stage: Callable[[], Base],
    progress: Progress,
    *,
    options: Mapping[str, object],
    rebin: bool = False,
    is_all: bool = False,
    is_dry_run: bool = False,
) -> Update:
    """Change a table as `stage` stages it, and make again what is stored of it.

    With `is_all` that includes how often answers stay in subsamples. Everything appears
    at once at the end, or nothing does.
    """
    started = time.monotonic()
    if table.place is not None and command != "refresh":
        raise WrongUse(
            f"{table.name} is {table.source}, which is used where it is; change it "
            f"there, then: cfsql refresh {table.name}"
        )
    base = stage()
    sizes = changing.sizes(session, table)
    is_repeated = command == "append" and changing.are_held(session, table)
    n_rows = table.n_rows + sizes.n_added - sizes.n_removed

    def made(remade: list[Remade], remarks: Sequence[str] = ()) -> Update:
        return Update(
            table.name,
            command,
            sizes.n_added,
            sizes.n_removed,
            sizes.n_changed,
            n_rows,
            is_dry_run,
            remade,
            is_repeated,
            list(remarks),
        )

    is_another = sizes.n_in_all or rebin or change(session, table.name) is not None
    if not (is_another or is_dry_run):
        return made([])
    recipes = [
        _unless_elsewhere(recipe, is_all=is_all)
        for recipe in results.recipes(session, table)
    ]
    if is_dry_run:
        experiments = _stale_experiments(session, table)
        has_gone = sizes.n_removed > 0
        expected = [_expected(each, has_gone=has_gone) for each in recipes]
        return made([*expected, *experiments])
    with session.transaction():
        records.prepare(session)
        table, remarks = _store_rows(session, table, base, rebin=rebin)
        has_gone = sizes.n_removed > 0
        remade = _make_again(session, table, recipes, progress, has_gone=has_gone)
        for stored in _experiments(session, table):
            records.mark_stale(session, stored, _MEASURED)
        found = made([*remade, *_stale_experiments(session, table)], remarks)
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
                "answers_changed": found.n_answers_changed,
                "results": {each.result: each.how for each in found.results} or None,
            },
            rows=table.n_rows,
            seconds=time.monotonic() - started,
        )
        session.made = found
    return found


def _unless_elsewhere(recipe: Recipe, *, is_all: bool) -> Recipe:
    """A recipe that is refused where it takes long, or was made in parts."""
    if recipe.refusal is not None:
        return recipe
    if recipe.is_merged:
        return replace(recipe, refusal=_MERGED)
    if recipe.stored.kind == STABILITY and not is_all:
        return replace(recipe, refusal=_ONLY_WITH_ALL)
    return recipe


def _expected(recipe: Recipe, *, has_gone: bool) -> Remade:
    """What would become of a result."""
    how: How = "made again"
    if recipe.refusal is not None:
        how = "dropped" if has_gone else "stale"
    return Remade(recipe.relation, how, recipe.refusal, recipe.stored.seconds)


def _store_rows(
    session: Session, table: LoadedTable, base: Base, *, rebin: bool
) -> tuple[LoadedTable, list[str]]:
    """Store the change of the rows, and their encoding; and what is to be said."""
    before = features = encoding.features_of(session, table)
    if table.place is None:
        if base == "as encoded":
            _restore_rows(session, table)
        _change_rows(session, table, has_changed=base == "as it stands")
    if base == "as it stands":
        features = encoding.take_columns(session, table)
    records.remember_rows(session, table.name)
    encoding.encode_anew(session, table, features, rebin=rebin)
    table = _measure(session, table)
    declarations.checked(
        session, table, encode.bind(session, table.name), table.declared
    )
    session.stage(query("change/forgotten_rows"))
    return table, encoding.came_and_went(before, features)


def _make_again(
    session: Session,
    table: LoadedTable,
    recipes: Sequence[Recipe],
    progress: Progress,
    *,
    has_gone: bool,
) -> list[Remade]:
    """Make all results again, and store whose answers changed."""
    session.forget("changed_answers")
    remade = []
    for place, recipe in enumerate(recipes):
        part = Part(progress, place / len(recipes), (place + 1) / len(recipes))
        started = time.monotonic()
        try:
            encode.bind(session, table.name)
            left = results.without_gone_rows(session, recipe)
            if recipe.stored.kind == RANKING:
                _stage_answers(session, recipe, "stored_answers_before")
            results.make(session, table, left, part)
        except WrongUse as error:
            why = error.line
            results.give_up(session, recipe, why, has_gone=has_gone)
            how: How = "dropped" if has_gone else "stale"
            remade.append(Remade(recipe.relation, how, why))
            continue
        counts: tuple[int, ...] = ()
        if recipe.stored.kind == RANKING:
            _stage_answers(session, recipe, "stored_answers_after")
            counts = differences.stage_changed(
                session,
                recipe.stored.name,
                "stored_answers_before",
                "stored_answers_after",
            )
        seconds = round(time.monotonic() - started, 3)
        remade.append(Remade(recipe.relation, "made again", None, seconds, *counts))
    if session.is_staged("changed_answers"):
        store_changes(session, table)
    else:
        # What is there is of the change before, and may name rows that are gone.
        records.forget_results(session, table.name, catalog.CHANGES)
    return remade


def _stage_answers(session: Session, recipe: Recipe, into: str) -> None:
    ranking = catalog.stored_by_name(session, RANKING)[recipe.stored.name]
    differences.stage_answers(session, ranking, into)


def _experiments(session: Session, table: LoadedTable) -> list[Stored]:
    """The experiments of which the database has measurements on a table."""
    return [
        stored
        for stored in catalog.register(session)
        if (stored.kind, stored.table) == (EXPERIMENT, table.name)
    ]


def _stale_experiments(session: Session, table: LoadedTable) -> list[Remade]:
    """What becomes of the measurements on a table: nobody waits for them."""
    found = [stored.name for stored in _experiments(session, table)]
    if not found:
        return []
    why = f"{listing(found)} {'was' if len(found) == 1 else 'were'} measured before"
    return [Remade(f"cf.{catalog.EXPERIMENT_TABLES[-1]}", "stale", why)]


def _restore_rows(session: Session, table: LoadedTable) -> None:
    """Leave a table only what was not edited, with the columns that were encoded."""
    name = session.public(table.name)
    present = catalog.relations(session, session.schema)
    session.drop(present.get(table.name, "table"), name)
    session.store("as_encoded", name)
    describe(session, table.name, table.source, table.label)


def _change_rows(session: Session, table: LoadedTable, *, has_changed: bool) -> None:
    """Store the change of the rows alone, unless they have changed already."""
    name = session.public(table.name)
    if table.id is None:
        last = changing.last_id(session, table)
        records.remember_last_id(session, table.name, last)
    if has_changed:
        return
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
