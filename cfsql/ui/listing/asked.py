"""Which list an address asks for: conditions, a search, columns, an order, a page."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from starlette.datastructures import QueryParams

from cfsql.errors import nearest_name
from cfsql.speech import column as quoted
from cfsql.speech import listing, said, say, shown_column
from cfsql.ui.addresses import address
from cfsql.ui.listing.columns import FIGURES
from cfsql.ui.parameters import MAX, MIN, VALUE, Accepted, WrongAddress, folded
from cfsql.ui.row_filter import NULLS, ROW_NAMES, RowFilter, read_filter

N_PER_PAGE = 50

# The parameters that the address of a list may have.
ROWS_PARAMETERS = Accepted(
    (*ROW_NAMES, "find", "sort", "page"),
    repeated=(NULLS, "column"),
    of_columns_once=(MIN, MAX),
    of_columns=(VALUE,),
)

Range = tuple[float | None, float | None]


@dataclass(frozen=True)
class Asked:
    """A list of rows of a table, as its address asks for it.

    `values` are those that a column may have, the label's among them; `ranges` those
    that its numbers lie in. `figure` is what a figure of the ranking counts together.
    """

    table: str
    label: str
    figure: RowFilter
    values: Mapping[str, tuple[str | None, ...]] = field(default_factory=dict)
    ranges: Mapping[str, Range] = field(default_factory=dict)
    find: str = ""
    sort: str = "row"
    columns: tuple[str, ...] = ()
    page: int = 1

    @property
    def is_down(self) -> bool:
        """Whether the greatest come first."""
        return self.sort.startswith("-")

    @property
    def by(self) -> str:
        """The column that the list is sorted by."""
        return self.sort.removeprefix("-")

    @property
    def is_all(self) -> bool:
        """Whether nothing narrows the list."""
        return not (self.values or self.ranges or self.find or self.figure.narrows)

    @property
    def conditioned(self) -> list[str]:
        """The columns with a condition, in the order of the table."""
        return list(dict.fromkeys([*self.values, *self.ranges]))

    @property
    def key(self) -> tuple[object, ...]:
        """What the rows of the list depend on, not their order."""
        return (
            self.table,
            tuple(self.but(sort="row", columns=(), page=1).parameters()),
        )

    def parameters(self) -> list[tuple[str, str]]:
        """The list as the parameters of an address."""
        found = self.figure.parameters()
        for name, texts in self.values.items():
            for text in texts:
                pair = (f"{VALUE}{name}", text) if text is not None else None
                found.append(pair or (NULLS, f"{VALUE}{name}"))
        for name, (least, most) in self.ranges.items():
            if least is not None:
                found.append((f"{MIN}{name}", number_text(least)))
            if most is not None:
                found.append((f"{MAX}{name}", number_text(most)))
        if self.find:
            found.append(("find", self.find))
        if self.sort != "row":
            found.append(("sort", self.sort))
        found += [("column", name) for name in self.columns]
        if self.page > 1:
            found.append(("page", str(self.page)))
        return found

    @property
    def url(self) -> str:
        """The address of the list."""
        return self.at("rows")

    def at(self, page: str) -> str:
        """The address of another page for the same list."""
        return address(self.table, page, self.parameters())

    def but(self, **changes: Any) -> Asked:
        """The list with something else in it; it begins at its first page."""
        return replace(self, **{"page": 1, **changes})

    def without(self, column: str) -> Asked:
        """The list without the condition on a column."""
        return self.but(
            values={k: v for k, v in self.values.items() if k != column},
            ranges={k: v for k, v in self.ranges.items() if k != column},
        )

    def without_value(self, column: str, text: str | None) -> Asked:
        """The list without one of the values that a column may have."""
        left = tuple(each for each in self.values[column] if each != text)
        values = {**self.values, column: left}
        return self.but(values={k: v for k, v in values.items() if v})

    def conditions(self) -> list[tuple[str, Asked]]:
        """The conditions on columns in words, each with the list without it."""
        found = []
        for name, texts in self.values.items():
            for text in texts:
                words = f"{shown_column(name)} {said(name, text)}"
                found.append((words, self.without_value(name, text)))
        for name, (least, most) in self.ranges.items():
            others = {k: v for k, v in self.ranges.items() if k != name}
            words = f"{shown_column(name)} {_range_words(least, most)}"
            found.append((words, self.but(ranges=others)))
        return found

    def title(self) -> str:
        """The conditions in words, to stand after `rows`."""
        parts = [
            say(
                "with {column} {values}",
                column=quoted(name),
                values=say(" or ").join(said(name, text) for text in texts),
            )
            for name, texts in self.values.items()
        ]
        parts += [
            say(
                "with {column} {values}",
                column=quoted(name),
                values=_range_words(*ends),
            )
            for name, ends in self.ranges.items()
        ]
        return listing([*parts, *self.figure.phrases(self.label)])


def _range_words(least: float | None, most: float | None) -> str:
    if least is None:
        assert most is not None
        return say("up to {most}", most=number_text(most))
    if most is None:
        return say("from {least} on", least=number_text(least))
    return say(
        "from {least} to {most}", least=number_text(least), most=number_text(most)
    )


def number_text(number: float) -> str:
    """A number as an address has it, without a needless fraction."""
    return str(int(number)) if number == int(number) else repr(number)


def read_asked(
    table: str, parameters: QueryParams, features: Iterable[str], label: str
) -> Asked:
    """The list that an address asks for."""
    known = {folded(name): name for name in (*features, label)}
    figure = read_filter(parameters, known.values())
    values: dict[str, list[str | None]] = {}
    ranges: dict[str, list[float | None]] = {}
    for name, text in parameters.multi_items():
        if name.startswith(VALUE):
            values.setdefault(_column(known, name, VALUE), []).append(text)
        elif name.startswith((MIN, MAX)) and text.strip():
            prefix = MIN if name.startswith(MIN) else MAX
            ends = ranges.setdefault(_column(known, name, prefix), [None, None])
            ends[prefix == MAX] = _end(name, text)
        elif name == NULLS and text.startswith(VALUE):
            values.setdefault(_column(known, text, VALUE), []).append(None)
    # A class, and a value of a feature, are conditions like any other.
    figure, others = figure.apart()
    for column, given in others:
        values.setdefault(label if column is None else column, []).append(given)
    columns = [
        _list_column(name, known, label, [*FIGURES])
        for name in parameters.getlist("column")
    ]
    sort = parameters.get("sort") or "row"
    by = _list_column(sort.removeprefix("-"), known, label, ["row", *FIGURES])
    order = {name: place for place, name in enumerate(known.values())}
    return Asked(
        table,
        label,
        figure,
        values={
            name: tuple(dict.fromkeys(values[name]))
            for name in sorted(values, key=order.__getitem__)
        },
        ranges={
            name: (ranges[name][0], ranges[name][1])
            for name in sorted(ranges, key=order.__getitem__)
        },
        find=parameters.get("find", "").strip()[:400],
        sort=f"-{by}" if sort.startswith("-") else by,
        columns=tuple(dict.fromkeys(columns)),
        page=page_number(parameters.get("page") or "1"),
    )


def page_number(text: str) -> int:
    """The number of a page that an address has."""
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise WrongAddress(f"page is a number, not '{text}'")
    return max(1, int(text))


def _column(known: Mapping[str, str], name: str, prefix: str) -> str:
    return known[folded(name.removeprefix(prefix))]


def _end(name: str, text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not math.isfinite(number):
        raise WrongAddress(f"{name} is a number, not '{text}'", [name])
    return number


def _list_column(
    name: str, known: Mapping[str, str], label: str, figures: list[str]
) -> str:
    """The column of a list that is called so in an address."""
    if name in figures:
        return name
    column = known.get(folded(name.removeprefix(VALUE)))
    if name.startswith(VALUE) and column is not None:
        return "label" if column == label else f"{VALUE}{column}"
    names = [*figures, *(f"{VALUE}{each}" for each in known.values())]
    near = nearest_name(name, names) or nearest_name(f"{VALUE}{name}", names)
    meant = f"; did you mean '{near}'?" if near else ""
    raise WrongAddress(f"a list has no column '{name[:60]}'{meant}", ["sort", "column"])
