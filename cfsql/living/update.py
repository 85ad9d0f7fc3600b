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
from cfsql.living.results import Recipe
from cfsql.method import encode
from cfsql.method.selection import value_text
from cfsql.progress import Part, Progress
from cfsql.tables import catalog, records
from cfsql.tables.catalog import RANKING, LoadedTable
from cfsql.tables.changed import change
from cfsql.tables.frames import Held, Rows
from cfsql.tables.stored import store_changes
from cfsql.words import listing, many


@dataclass(frozen=True)
class Followed:
    """A stored result, and how it follows a change of its table.

    `how` is fresh, stale or dropped; `n_changed` are the rows of a ranking whose
    optimal answer changed.
    """

    result: str
    how: str
    why: str
    n_changed: int | None = None


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
    found = results.recipes(session, table)
    n_rows = table.n_rows + sizes.n_added - sizes.n_removed
    is_stale = change(session, table.name) is not None
    if is_dry_run or not (sizes.n_in_all or rebin or is_stale):
        followed = [_expected(recipe) for recipe in found] if is_dry_run else []
        return Update(
            table.name, command, *_counts(sizes), n_rows, is_dry_run, followed
        )
    with session.transaction():
        records.prepare(session)
        changed, followed = _apply(session, table, found, sizes, progress, rebin=rebin)
        made = Update(table.name, command, *_counts(sizes), n_rows, False, followed)
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


def _expected(recipe: Recipe) -> Followed:
    """How a result would follow."""
    if recipe.options is None:
        return Followed(
            recipe.relation, "stale", "the log does not say how it was made"
        )
    return Followed(recipe.relation, "fresh", "it is made from the beginning")


def _apply(
    session: Session,
    table: LoadedTable,
    found: Sequence[Recipe],
    sizes: Sizes,
    progress: Progress,
    *,
    rebin: bool,
) -> tuple[LoadedTable, list[Followed]]:
    """Store the change, the encoding and all results; what became of them."""
    rankings = [each.name for each in found if each.kind == RANKING]
    for place, name in enumerate(rankings):
        ranking = catalog.stored_rankings(session)[name]
        differences.stage_answers(session, ranking, f"before_{place}")
    if table.place is None:
        _change_rows(session, table)
    records.remember_rows(session, table.name)
    encoding.encode_anew(session, table, rebin=rebin)
    table = _measure(session, table)
    has_gone = bool(sizes.n_removed or sizes.n_changed)
    followed: dict[str, Followed] = {}
    for place, recipe in enumerate(found):
        part = Part(progress, place / len(found), (place + 1) / len(found))
        followed[recipe.relation] = _follow(session, table, recipe, part, has_gone)
    session.stage(query("change/forgotten_rows"))
    session.forget("changed_answers")
    for place, name in enumerate(rankings):
        relation = f"{name}_{RANKING.relations[0]}"
        if followed[relation].how in ("stale", "dropped"):
            continue
        ranking = catalog.stored_rankings(session)[name]
        differences.stage_answers(session, ranking, f"after_{place}")
        n_changed = differences.stage_changed(
            session, name, f"before_{place}", f"after_{place}"
        )
        made = followed[relation]
        followed[relation] = Followed(relation, made.how, made.why, n_changed)
    if "changed_answers" in session.relations:
        store_changes(session, table)
        records.remember_changes(
            session,
            result_name=table.name,
            table_name=table.name,
            n_rows=session.size("changed_answers"),
        )
    return table, list(followed.values())


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


def _follow(
    session: Session,
    table: LoadedTable,
    recipe: Recipe,
    progress: Progress,
    has_gone: bool,
) -> Followed:
    """Bring one result up to date; or say why that cannot be."""
    try:
        encode.bind(session, table.name)
        recipe = results.without_gone_rows(session, recipe)
        results.make(session, table, recipe, progress)
    except WrongUse as error:
        how = results.give_up(session, recipe, error, has_gone=has_gone)
        return Followed(recipe.relation, how, error.line)
    return Followed(recipe.relation, "fresh", "made from the beginning")


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
