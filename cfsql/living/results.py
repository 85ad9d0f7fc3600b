"""The stored results of a table: how each was made, and making it so again.

The options are in the register of results. A sample keeps the rows that were drawn:
else every change would draw others, and nobody could say whose answer is another.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from cfsql.engines.duckdb import Session
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
    Stored,
)
from cfsql.tables.runs import MERGED

_OF_FACTUALS = ("precision", "max_size", "per_row", "time_limit", "min_cases")

# Which of the tables of a result lists all rows that it was asked about. A cover has
# only those to be reached: whoever has the outcome already is in none of its tables.
_ROWS_OF = {RANKING: "summary", FACTUAL: "factual_summary", STABILITY: "stability"}


@dataclass(frozen=True)
class Recipe:
    """A stored result, and the options that it was made with.

    `drawn` are the rows of its sample, `refusal` is why it is not made again.
    """

    stored: Stored
    options: dict[str, Any]
    drawn: list[str] | None = None
    refusal: str | None = None

    @property
    def relation(self) -> str:
        """The first of its tables."""
        return self.stored.relations[0]

    @property
    def is_merged(self) -> bool:
        """Whether it was ranked in parts, elsewhere: it is not made again here."""
        return MERGED in self.options

    @property
    def into(self) -> str | None:
        """The name that it was asked to be stored under."""
        return self.options.get("into")

    @property
    def selection(self) -> Selection:
        """The rows that it is about."""
        given = given_among(self.options, SelectionOptions)
        if self.drawn is None:
            return Selection(**given)
        logged = Selection(**given).options
        where = given.get("where", ())
        return DrawnRows(rows=self.drawn, where=where, logged=logged)

    @property
    def method(self) -> Method:
        """How its answers are found, ranked and counted."""
        return Method.of(self.options)


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
            recipe = Recipe(stored, _by_python_names(stored.options))
            if recipe.options.get("sample"):
                recipe = _with_drawn_rows(session, recipe)
            found.append(recipe)
    return found


def _by_python_names(options: Mapping[str, Any]) -> dict[str, Any]:
    return {name.replace("-", "_"): value for name, value in options.items()}


def _with_drawn_rows(session: Session, recipe: Recipe) -> Recipe:
    """A recipe with the rows of its sample."""
    relation = _ROWS_OF.get(recipe.stored.kind)
    if relation is None:
        return replace(recipe, refusal="its sample is not kept; choose again")
    session.bind("sampled", session.public(f"{recipe.stored.name}_{relation}"))
    rows = session.fetch(query("change/sampled_ids"))
    return replace(recipe, drawn=[text for (text,) in rows])


def without_gone_rows(session: Session, recipe: Recipe) -> Recipe:
    """A recipe for the rows that are left, on a table that is bound."""
    if recipe.drawn is not None:
        asked = session.fetch(query("change/asked_cases"), rows=recipe.drawn)
        if not asked:
            raise WrongUse("the rows of its sample are gone")
        return replace(recipe, drawn=[text for (text,) in asked])
    if not recipe.options.get("rows"):
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
        _MAKERS[recipe.stored.kind](session, table, recipe, progress)


def _rank(
    session: Session, table: LoadedTable, recipe: Recipe, progress: Progress
) -> None:
    rank(session, table, recipe.selection, recipe.method, progress, into=recipe.into)


def _explain(
    session: Session, table: LoadedTable, recipe: Recipe, progress: Progress
) -> None:
    options = recipe.options
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
    ranking = catalog.stored_by_name(session, RANKING).get(recipe.stored.name)
    if ranking is None:
        raise WrongUse("the ranking that it is of is gone")
    if ranking.stale is not None:
        raise WrongUse("the ranking that it is of is stale")
    protected = recipe.options.get("protected", ())
    audit(session, ranking, table, protected, near=recipe.options.get("near"))


def _draw(
    session: Session, table: LoadedTable, recipe: Recipe, progress: Progress
) -> None:
    stability(
        session,
        table,
        recipe.selection,
        recipe.method,
        Subsamples.of(recipe.options),
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
        Few.of(recipe.options),
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
        records.forget_results(session, recipe.stored.name, recipe.stored.kind)
    else:
        records.mark_stale(session, recipe.stored, why)
