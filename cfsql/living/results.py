"""The stored results of a table: how each was made, and making it so again."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from cfsql.engines.duckdb import CF_SCHEMA, Session
from cfsql.engines.queries import query
from cfsql.errors import CfsqlError, WrongUse
from cfsql.method.rank import Method, rank
from cfsql.method.selection import Selection, value_text
from cfsql.options import SelectionOptions, given_among
from cfsql.progress import Progress
from cfsql.questions.audit import audit
from cfsql.questions.cover import Few, cover
from cfsql.questions.factual import FactualOptions
from cfsql.questions.stability import Subsamples, stability
from cfsql.questions.why import why_rows
from cfsql.tables import catalog, records
from cfsql.tables.catalog import (
    AUDIT,
    COVER,
    FACTUAL,
    RANKING,
    STABILITY,
    Kind,
    LoadedTable,
)
from cfsql.tables.runs import MERGED

# The command that makes results of each kind, as the log has it.
_COMMANDS = {
    RANKING: "rank",
    FACTUAL: "why",
    STABILITY: "stability",
    COVER: "cover",
}
_OF_FACTUALS = ("precision", "max_size", "per_row", "time_limit", "min_cases")


@dataclass(frozen=True)
class Recipe:
    """A stored result, and the options that it was made with, if these are known."""

    kind: Kind
    name: str
    options: dict[str, Any] | None

    @property
    def relations(self) -> list[str]:
        """The names of its tables."""
        return [f"{self.name}_{relation}" for relation in self.kind.relations]

    @property
    def relation(self) -> str:
        """The first of its tables."""
        return self.relations[0]

    @property
    def is_merged(self) -> bool:
        """Whether it was ranked in parts, elsewhere: it is not made again here."""
        return MERGED in (self.options or {})

    @property
    def into(self) -> str | None:
        """The name that it was asked to be stored under."""
        return None if self.options is None else self.options.get("into")

    @property
    def selection(self) -> Selection:
        """The rows that it is about."""
        return Selection(**given_among(self.options or {}, SelectionOptions))

    @property
    def method(self) -> Method:
        """How its answers are found, ranked and counted."""
        return Method.of(self.options or {})


def recipes(session: Session, table: LoadedTable) -> list[Recipe]:
    """The stored results of a table, in the order in which they are to be made."""
    found = []
    for stored in catalog.all_stored(session):
        if stored.table != table.name or stored.kind not in _MAKERS:
            continue
        if stored.kind == AUDIT:
            audited = catalog.stored_audits(session)[stored.name]
            given = _logged(session, "audit", stored.name) or {}
            options: dict[str, Any] | None = {
                "protected": audited.protected,
                "near": given.get("near"),
            }
        else:
            options = _logged(session, _COMMANDS[stored.kind], stored.name)
        found.append(Recipe(stored.kind, stored.name, options))
    return found


def _logged(session: Session, command: str, name: str) -> dict[str, Any] | None:
    """The options of the run that made a result, by the names that Python has."""
    if "runs" not in catalog.relations(session, CF_SCHEMA):
        return None
    session.bind("runs", session.cf("runs"))
    for (text,) in session.fetch(
        query("change/last_run"), command=command, result=name
    ):
        given = json.loads(text)
        return {key.replace("-", "_"): value for key, value in given.items()}
    return None


def without_gone_rows(session: Session, recipe: Recipe) -> Recipe:
    """A recipe for the rows that are left, on a table that is bound."""
    if recipe.options is None or not recipe.options.get("rows"):
        return recipe
    listed = recipe.options["rows"]
    texts = [value_text(each) for each in _several(listed)]
    parts = [part.strip() for text in texts for part in text.split(",")]
    asked = session.fetch(query("change/asked_cases"), rows=[*texts, *parts])
    there = {text for (text,) in asked}
    kept: list[str] = []
    for text in texts:
        found = [text] if text in there else [each.strip() for each in text.split(",")]
        kept += [each for each in found if each in there or "-" in each[1:]]
    if not kept:
        raise WrongUse("the rows that it was about are gone")
    return Recipe(recipe.kind, recipe.name, {**recipe.options, "rows": kept})


def _several(listed: object) -> Sequence[object]:
    return listed if isinstance(listed, list) else [listed]


def make(
    session: Session, table: LoadedTable, recipe: Recipe, progress: Progress
) -> None:
    """Make a result from the beginning, in the place of what is stored."""
    if recipe.options is None:
        raise WrongUse("the log of runs does not say how it was made")
    with session.scope():
        _MAKERS[recipe.kind](session, table, recipe, progress)


def _rank(
    session: Session, table: LoadedTable, recipe: Recipe, progress: Progress
) -> None:
    rank(session, table, recipe.selection, recipe.method, progress, into=recipe.into)


def _explain(
    session: Session, table: LoadedTable, recipe: Recipe, progress: Progress
) -> None:
    options = recipe.options or {}
    given: dict[str, Any] = {name: options.get(name) for name in _OF_FACTUALS}
    factual = FactualOptions(**given, ignore=options.get("ignore") or ())
    if factual.per_row is not None:
        # Of which explanations are left out, the order of features has a say.
        raise WrongUse("with --per-row it is made anew by hand alone")
    method = Method(count=options.get("count", "rows"))
    why_rows(
        session,
        table,
        recipe.selection,
        factual,
        method,
        progress,
        into=recipe.into,
    )


def _audit(
    session: Session, table: LoadedTable, recipe: Recipe, progress: Progress
) -> None:
    ranking = catalog.stored_rankings(session).get(recipe.name)
    if ranking is None:
        raise WrongUse("the ranking that it is of is gone")
    options = recipe.options or {}
    audit(session, ranking, table, options["protected"], near=options["near"])


def _draw(
    session: Session, table: LoadedTable, recipe: Recipe, progress: Progress
) -> None:
    stability(
        session,
        table,
        recipe.selection,
        recipe.method,
        Subsamples.of(recipe.options or {}),
        progress,
        into=recipe.into,
    )


def _choose(
    session: Session, table: LoadedTable, recipe: Recipe, progress: Progress
) -> None:
    cover(
        session,
        table,
        recipe.selection,
        recipe.method,
        Few.of(recipe.options or {}),
        progress,
        into=recipe.into,
    )


_Maker = Callable[[Session, LoadedTable, Recipe, Progress], None]
_MAKERS: Mapping[Kind, _Maker] = {
    RANKING: _rank,
    FACTUAL: _explain,
    AUDIT: _audit,
    STABILITY: _draw,
    COVER: _choose,
}


def give_up(
    session: Session, recipe: Recipe, error: CfsqlError, *, has_gone: bool
) -> str:
    """Mark a result that could not be made again; what became of it.

    Where rows are gone it goes too: it may name them.
    """
    if has_gone:
        records.forget_results(session, recipe.name, recipe.kind)
        return "dropped"
    records.mark_stale(session, recipe.name, recipe.kind, error.line)
    return "stale"
