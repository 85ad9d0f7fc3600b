"""A table made ready once, to list its rows one list after the other."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

from cfsql.engines.duckdb import Session
from cfsql.engines.queries import query
from cfsql.method import encode
from cfsql.method.packing import unmet_function
from cfsql.questions.overview import bind_ranking
from cfsql.speech import current
from cfsql.tables.catalog import LoadedTable, Stored
from cfsql.ui.listing.asked import N_PER_PAGE, Asked
from cfsql.ui.listing.columns import WORDED
from cfsql.ui.listing.search import Codes, Part, Searcher
from cfsql.ui.parameters import VALUE, WrongAddress

# The values of a column that are offered at once.
N_OFFERED = 8


@dataclass(frozen=True)
class Offered:
    """A value of a column that can be chosen, and the rows that have it."""

    text: str | None
    n_rows: int
    is_chosen: bool


@dataclass(frozen=True)
class Facet:
    """A column, its most frequent values in the list, and how many others there are.

    Of numbers, `ends` are the least and the greatest in the table.
    """

    column: str
    values: tuple[Offered, ...]
    n_values: int
    ends: tuple[float, float] | None


@dataclass(frozen=True)
class Around:
    """What can be chosen in a list, and how many rows it has."""

    n_rows: int
    facets: tuple[Facet, ...]
    distances: dict[int | None, int]
    clearness: dict[str, int]
    parts: tuple[Part, ...]
    # The row whose id was searched for, as the table has it.
    row: object | None


class Lister:
    """The rows of a table, ready to be chosen, counted and sorted."""

    def __init__(
        self, session: Session, table: LoadedTable, ranking: Stored | None
    ) -> None:
        """Stage the rows with the answers of a ranking, if there is one."""
        self.session = session
        self.table = table
        self.fields = encode.bind(session, table.name)
        self.features = [field.feature for field in self.fields]
        if ranking is None:
            session.stage(query("explorer/no_summary"))
            session.stage(query("explorer/no_shares"))
        else:
            bind_ranking(session, ranking)
            session.stage(query("explorer/told_shares"))
        session.stage(query("explorer/listed_cases"))
        session.stage(query("explorer/searched_values"))
        numbers = session.fetch(query("explorer/number_features"))
        self.numbers = {place: (least, most) for place, least, most in numbers}
        self.changing = self.features
        if ranking is not None:
            changing = session.fetch(query("explorer/changing_features"))
            self.changing = [name for (name,) in changing]
        self.searcher = Searcher(session, [table.label, *self.features], self.numbers)
        self._chosen: tuple[object, ...] | None = None
        self._own_bits: list[int] = []
        self._codes: list[list[int]] = []
        self._parts: tuple[Part, ...] = ()
        self._around: Around | None = None

    def choose(self, asked: Asked) -> None:
        """Stage the rows of a list, unless they are those of the last one."""
        if self._chosen == asked.key:
            return
        self._chosen = self._around = None
        self._parts = tuple(self.searcher.parts(asked.find)) if asked.find else ()
        columns = [self.table.label, *self.features]
        self._own_bits = [0] * len(columns)
        self._codes = [[] for _ in columns]
        conditions: list[Codes] = []
        for name in asked.conditioned:
            place = columns.index(name)
            if name in asked.ranges and place not in self.numbers:
                raise WrongAddress(f"{name} is no number: it has no least and greatest")
            self._own_bits[place] = 1 << len(conditions)
            wanted = self._wanted(asked, name, place)
            if name in asked.values:
                self._codes[place] = wanted
            conditions.append({place: tuple(wanted)})
        conditions += [part.codes for part in self._parts if part.is_understood]
        self.session.define(unmet_function(self.fields, conditions))
        figure = asked.figure
        if figure.has_answers:
            self.session.stage(query("explorer/fitting_answers"), **figure.of_answers)
        else:
            self.session.stage(query("explorer/any_answers"))
        self.session.stage(query("explorer/fitting_cases"), **figure.of_rows)
        self._chosen = asked.key

    def _wanted(self, asked: Asked, name: str, place: int) -> list[int]:
        texts = asked.values.get(name, ())
        least, most = asked.ranges.get(name, (None, None))
        found = self.session.fetch(
            query("explorer/wanted_codes"),
            feature_id=place,
            texts=[text for text in texts if text is not None],
            has_null=None in texts,
            least=least,
            most=most,
            has_range=name in asked.ranges,
        )
        return [code for (code,) in found]

    def around(self, asked: Asked) -> Around:
        """What can be chosen in a list, whatever its order and page."""
        self.choose(asked)
        if self._around is None:
            self._around = self._read_around(asked)
        return self._around

    def _read_around(self, asked: Asked) -> Around:
        session, columns = self.session, [self.table.label, *self.features]
        offered: dict[int, list[Offered]] = defaultdict(list)
        n_values: dict[int, int] = {}
        for place, text, n_rows, n, is_chosen in session.fetch(
            query("explorer/facet_values"),
            own_bits=self._own_bits,
            chosen=self._codes,
            n_shown=N_OFFERED,
        ):
            offered[place].append(Offered(text, n_rows, is_chosen))
            n_values[place] = n
        facets = (
            Facet(
                name,
                tuple(offered[place]),
                n_values.get(place, 0),
                self.numbers.get(place),
            )
            for place, name in enumerate(columns)
        )
        distances = dict(session.fetch(query("explorer/fitting_distances")))
        row = session.fetch(query("select/one_row"), row=asked.find)
        return Around(
            sum(distances.values()),
            tuple(facets),
            distances,
            dict(session.fetch(query("explorer/fitting_clearness"))),
            self._parts,
            row[0][0] if row else None,
        )

    def page(self, asked: Asked) -> list[dict[str, Any]]:
        """The rows of a page of a list."""
        skip = (asked.page - 1) * N_PER_PAGE
        self.stage_page(asked, skip=skip, n_shown=N_PER_PAGE)
        self.session.speak(current())
        return self.session.fetch_records(query("explorer/page_rows"))

    def stage_page(self, asked: Asked, *, skip: int, n_shown: int | None) -> None:
        """Stage the ids of a page, or of all rows, in the order of the list."""
        self.choose(asked)
        self._stage_keys(asked, skip, n_shown)
        self.session.stage(query("explorer/ordered_cases"), is_down=asked.is_down)

    def _stage_keys(self, asked: Asked, skip: int, n_shown: int | None) -> None:
        if asked.by in WORDED:
            self.session.stage(
                query("explorer/worded_page"),
                by=asked.by,
                is_down=asked.is_down,
                skip=skip,
                n_shown=n_shown,
            )
            return
        feature = asked.by.removeprefix(VALUE)
        place = self.features.index(feature) + 1 if asked.by != feature else 0
        self.session.stage(query("explorer/value_places"), feature_id=place)
        self.session.stage(
            query("explorer/placed_page"),
            by="feature" if place else asked.by,
            feature_id=max(1, place),
            sign=-1 if asked.is_down else 1,
            skip=skip,
            n_shown=n_shown,
        )


@cache
def lister(ranking: Stored | None) -> Callable[[Session, LoadedTable], Lister]:
    """How a table is made ready with a ranking: one function for each, to be kept."""

    def prepare(session: Session, table: LoadedTable) -> Lister:
        return Lister(session, table, ranking)

    return prepare
