"""From figures to the rows behind them, and what such a list of rows is a list of."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from starlette.datastructures import QueryParams

from cfsql.errors import nearest_name
from cfsql.ui.parameters import Taken, WrongAddress, is_on
from cfsql.ui.question import address
from cfsql.words import listing, many, said

# What an address says of NULL, which is no text: its own parameter.
_NULLS = "null"

_TEXTS = (
    *("label", "to_label", "feature", "from_value", "to_value", "value"),
    *("other_value", "other_label", "clear"),
)
_NUMBERS = ("distance", "within", "least", "most", "gap_tenth")
_SWITCHES = ("contradicted", "pairs", "ranked")

# What the address of a list may have.
OF_ROWS = Taken((*_TEXTS, *_NUMBERS, *_SWITCHES, "ranking", "page"), repeated=(_NULLS,))

# The ways in which an answer is clear, as a list of rows says it.
_CLEAR = {
    "only": "with a single minimal counterfactual",
    "best": "with one best counterfactual of several",
    "tied": "with several optimal counterfactuals",
    "none": "without a counterfactual",
}
# What only a ranking knows.
_OF_RANKING = {
    *("to_label", "from_value", "to_value", "clear", *_NUMBERS),
}

N_PER_PAGE = 50


@dataclass(frozen=True)
class Wanted:
    """Which rows a list is of: those that are counted together in a figure."""

    texts: Mapping[str, str | None]
    numbers: Mapping[str, int]
    is_contradicted: bool = False
    is_pairs: bool = False
    is_ranked: bool = False
    ranking: str | None = None
    page: int = 1

    @property
    def needs_ranking(self) -> bool:
        """Whether a ranking has to be looked at."""
        has = {*self.texts, *self.numbers} & _OF_RANKING
        return bool(has) or self.is_ranked or self.is_changed

    @property
    def is_changed(self) -> bool:
        """Whether a feature is one that changes, not one that has a value."""
        return "feature" in self.texts and "value" not in self.texts

    @property
    def skip(self) -> int:
        """The rows on the pages before."""
        return (self.page - 1) * N_PER_PAGE

    @property
    def of_table(self) -> dict[str, object]:
        """What `ui/listed_rows` is told."""
        return {
            "label": self.texts.get("label"),
            "feature": self.texts.get("feature"),
            "value": self.texts.get("value"),
            "has_feature": "feature" in self.texts,
            "contradicted": self.is_contradicted,
            "skip": self.skip,
            "n_shown": N_PER_PAGE,
        }

    @property
    def of_ranking(self) -> dict[str, object]:
        """What `ui/listed_answers` is told."""
        names = ("label", "to_label", "feature", "from_value", "to_value", "clear")
        return {
            **{name: self.texts.get(name) for name in names},
            **{name: self.numbers.get(name) for name in _NUMBERS},
            "has_values": "from_value" in self.texts,
            "answered": None,
            "contradicted": self.is_contradicted,
            "skip": self.skip,
            "n_shown": N_PER_PAGE,
        }

    @property
    def of_audit(self) -> dict[str, object]:
        """What `ui/listed_pairs` is told."""
        names = ("feature", "value", "label", "other_value", "other_label")
        return {
            **{name: self.texts.get(name) for name in names},
            "has_values": "other_label" in self.texts,
            "skip": self.skip,
            "n_shown": N_PER_PAGE,
        }

    def title(self, label_column: str) -> str:
        """What the rows have in common, after `rows`."""
        texts, numbers = self.texts, self.numbers
        if self.is_pairs:
            return self._pairs_title()
        parts = []
        if "label" in texts:
            parts.append(f"with {label_column} {said(texts['label'])}")
        if "value" in texts:
            parts.append(f"with {texts['feature']} {said(texts['value'])}")
        if "to_label" in texts:
            parts.append(f"that would have become {said(texts['to_label'])}")
        if "from_value" in texts:
            parts.append(
                f"whose {texts['feature']} would change from "
                f"{said(texts['from_value'])} to {said(texts['to_value'])}"
            )
        elif self.is_changed:
            parts.append(f"whose {texts['feature']} would change")
        if "clear" in texts:
            parts.append(_CLEAR[texts["clear"] or ""])
        if "distance" in numbers:
            parts.append(f"that need {many(numbers['distance'], 'change')}")
        if "within" in numbers:
            parts.append(f"within {many(numbers['within'], 'change')}")
        if "least" in numbers or "most" in numbers:
            parts.append(self._minimal_title())
        if "gap_tenth" in numbers:
            parts.append(self._gap_title())
        if self.is_contradicted:
            parts.append("in contradictions")
        return listing(parts)

    def _minimal_title(self) -> str:
        least, most = self.numbers.get("least", 0), self.numbers.get("most")
        if most is None:
            return f"with {least} minimal counterfactuals or more"
        if least == most:
            return f"with {many(least, 'minimal counterfactual')}"
        return f"with {least} to {most} minimal counterfactuals"

    def _gap_title(self) -> str:
        tenth = self.numbers["gap_tenth"]
        if not tenth:
            return "with a tie at the top"
        return f"with a gap above {(tenth - 1) / 10:g} and up to {tenth / 10:g}"

    def _pairs_title(self) -> str:
        texts = self.texts
        if "feature" not in texts:
            return "that differ in several protected columns"
        if "other_label" not in texts:
            return f"that differ in {texts['feature']} alone"
        return (
            f"that differ in {texts['feature']} alone: {said(texts['value'])} has "
            f"{said(texts['label'])}, {said(texts['other_value'])} has "
            f"{said(texts['other_label'])}"
        )

    def parameters(self) -> list[tuple[str, str]]:
        """What the address has."""
        found = [(name, text) for name, text in self.texts.items() if text is not None]
        found += [(_NULLS, name) for name, text in self.texts.items() if text is None]
        found += [(name, str(number)) for name, number in self.numbers.items()]
        if self.is_contradicted:
            found.append(("contradicted", "1"))
        if self.is_pairs:
            found.append(("pairs", "1"))
        if self.is_ranked:
            found.append(("ranked", "1"))
        if self.ranking is not None:
            found.append(("ranking", self.ranking))
        if self.page > 1:
            found.append(("page", str(self.page)))
        return found

    def on(self, page: int) -> Wanted:
        """Another page of the same list."""
        return replace(self, page=page)


def wanted_rows(parameters: QueryParams) -> Wanted:
    """The rows that an address asks for."""
    texts: dict[str, str | None] = {
        name: parameters[name] for name in _TEXTS if parameters.get(name)
    }
    for name in parameters.getlist(_NULLS):
        if name not in _TEXTS:
            near = nearest_name(name, _TEXTS)
            meant = f"; did you mean '{near}'?" if near else ", such as 'value'"
            raise WrongAddress(f"{_NULLS} names a parameter, not '{name}'{meant}")
        texts[name] = None
    if texts.get("clear", "only") not in _CLEAR:
        raise WrongAddress(f"clear is {' or '.join(_CLEAR)}, not '{texts['clear']}'")
    for name, partner in (
        *(("value", "feature"), ("from_value", "to_value"), ("to_value", "feature")),
        ("from_value", "feature"),
    ):
        if name in texts and partner not in texts:
            raise WrongAddress(f"an address with {name} needs {partner}, too")
    numbers = {
        name: _number(name, parameters[name])
        for name in _NUMBERS
        if parameters.get(name)
    }
    return Wanted(
        texts,
        numbers,
        is_contradicted=is_on(parameters, "contradicted"),
        is_pairs=is_on(parameters, "pairs"),
        is_ranked=is_on(parameters, "ranked"),
        ranking=parameters.get("ranking") or None,
        page=max(1, _number("page", parameters.get("page") or "1")),
    )


def _number(name: str, text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise WrongAddress(f"{name} is a number, not '{text}'")
    return int(text)


@dataclass(frozen=True)
class TableLinks:
    """Where the rows behind the figures of a ranking are."""

    table: str
    ranking: str | None

    def rows(self, **wanted: object) -> str | None:
        """The address of the rows that are counted together in a figure."""
        return self._address(wanted, is_pairs=False)

    def pairs(self, **wanted: object) -> str | None:
        """The address of the pairs that are counted together in a figure."""
        return self._address(wanted, is_pairs=True)

    def row(self, row_id: object) -> str | None:
        """The address of a row."""
        return address(self.table, "row", [("row", str(row_id))])

    def _address(self, given: Mapping[str, Any], *, is_pairs: bool) -> str:
        texts = {name: value for name, value in given.items() if name in _TEXTS}
        numbers = {
            name: int(value)
            for name, value in given.items()
            if name in _NUMBERS and value is not None
        }
        wanted = Wanted(
            texts,
            numbers,
            is_contradicted=bool(given.get("contradicted")),
            is_pairs=is_pairs,
            is_ranked=set(given) == {"label"} and self.ranking is not None,
            ranking=None if self.ranking == self.table else self.ranking,
        )
        return address(self.table, "rows", wanted.parameters())


@dataclass(frozen=True)
class SampleLinks(TableLinks):
    """The same for a sample that was made now: only what the table knows."""

    def rows(self, **wanted: object) -> str | None:
        """The rows by label and contradiction; of a sample, nothing is stored."""
        known = {"label", "contradicted"}
        return super().rows(**wanted) if set(wanted) <= known else None
