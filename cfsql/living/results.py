"""The stored results of a table: how each was made, and making it so again.

The options are in the log of runs, `cf.runs`. A sample keeps the rows that were drawn:
else every change would draw others, and nobody could say whose answer is another.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from cfsql.engines.duckdb import CF_SCHEMA, Session
from cfsql.engines.queries import query
from cfsql.errors import WrongUse
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

_OF_FACTUALS = ("precision", "max_size", "per_row", "time_limit", "min_cases")

# Which of the tables of a result lists all rows that it was asked about. A cover has
# only those to be reached: whoever has the outcome already is in none of its tables.
_ROWS_OF = {RANKING: "summary", FACTUAL: "factual_summary", STABILITY: "stability"}


@dataclass(frozen=True)
class Recipe:
    """A stored result, and the options that it was made with, if these are known.

    `seconds` is what it took then. `drawn` are the rows of its sample, `refusal` is why
    it is not made again.
    """

    kind: Kind
    name: str
    options: dict[str, Any] | None
    seconds: float | None = None
    drawn: list[str] | None = None
    refusal: str | None = None

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
        given = given_among(self.options or {}, SelectionOptions)
        if self.drawn is None:
            return Selection(**given)
        logged = Selection(**given).options
        where = given.get("where", ())
        return DrawnRows(rows=self.drawn, where=where, logged=logged)

    @property
    def method(self) -> Method:
        """How its answers are found, ranked and counted."""
        return Method.of(self.options or {})


@dataclass(frozen=True)
class DrawnRows(Selection):
    """The rows of a sample that was drawn before; the log has the sample."""

    logged: Mapping[str, object] = field(default_factory=dict)

    @property
    def options(self) -> dict[str, object]:
        """The selection as cf.runs has it."""
        return dict(self.logged)


def recipes(session: Session, table: LoadedTable) -> list[Recipe]:
    """The stored results of a table, in the order in which they are to be made."""
    found = []
    for stored in catalog.all_stored(session):
        if stored.table == table.name and stored.kind in _MAKERS:
            recipe = _recipe(session, stored.kind, stored.name)
            if (recipe.options or {}).get("sample") and recipe.refusal is None:
                recipe = _with_drawn_rows(session, recipe)
            found.append(recipe)
    return found


def _recipe(session: Session, kind: Kind, name: str) -> Recipe:
    logged = _logged(session, kind.command, name)
    if kind == AUDIT:
        given, seconds = logged or ({}, None)
        audited = catalog.stored_audits(session)[name]
        options = {"protected": audited.protected, "near": given.get("near")}
        return Recipe(kind, name, options, seconds)
    if logged is not None:
        return Recipe(kind, name, *logged)
    return Recipe(
        kind, name, None, refusal="the log of runs does not say how it was made"
    )


def _with_drawn_rows(session: Session, recipe: Recipe) -> Recipe:
    """A recipe with the rows of its sample."""
    relation = _ROWS_OF.get(recipe.kind)
    if relation is None:
        return replace(recipe, refusal="its sample is not kept; choose again")
    session.bind("sampled", session.public(f"{recipe.name}_{relation}"))
    rows = session.fetch(query("change/sampled_ids"))
    return replace(recipe, drawn=[text for (text,) in rows])


def _logged(
    session: Session, command: str, name: str
) -> tuple[dict[str, Any], float] | None:
    """The options of the run that made a result, by the names that Python has.

    And the seconds that it took.
    """
    if "runs" not in catalog.relations(session, CF_SCHEMA):
        return None
    session.bind("runs", session.cf("runs"))
    for text, seconds in session.fetch(
        query("change/last_run"), command=command, result=name
    ):
        given = json.loads(text)
        options = {key.replace("-", "_"): value for key, value in given.items()}
        return options, seconds
    return None


def without_gone_rows(session: Session, recipe: Recipe) -> Recipe:
    """A recipe for the rows that are left, on a table that is bound."""
    if recipe.drawn is not None:
        asked = session.fetch(query("change/asked_cases"), rows=recipe.drawn)
        if not asked:
            raise WrongUse("the rows of its sample are gone")
        return replace(recipe, drawn=[text for (text,) in asked])
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
    return replace(recipe, options={**recipe.options, "rows": kept})


def _several(listed: object) -> Sequence[object]:
    return listed if isinstance(listed, list) else [listed]


def make(
    session: Session, table: LoadedTable, recipe: Recipe, progress: Progress
) -> None:
    """Make a result from the beginning, in the place of what is stored."""
    if recipe.refusal is not None:
        raise WrongUse(recipe.refusal)
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
    if (recipe.name, RANKING.register) in catalog.stale_results(session):
        raise WrongUse("the ranking that it is of is stale")
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


def give_up(session: Session, recipe: Recipe, why: str, *, has_gone: bool) -> None:
    """Mark a result that is not made again as stale.

    Where rows are gone it is dropped: it may name them.
    """
    if has_gone:
        records.forget_results(session, recipe.name, recipe.kind)
    else:
        records.mark_stale(session, recipe.name, recipe.kind, why)
