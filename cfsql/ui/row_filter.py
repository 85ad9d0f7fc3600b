"""Which rows a list holds: those that a figure counts together."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from starlette.datastructures import QueryParams

from cfsql.errors import nearest_name
from cfsql.speech import column, marked, said, say
from cfsql.ui.parameters import VALUE, WrongAddress, folded, is_on
from cfsql.words import listing

# NULL is no text: an address names the parameters that are NULL in this one.
NULLS = "null"

TEXTS = (
    *("label", "to_label", "feature", "from_value", "to_value", "value"),
    *("other_value", "other_label", "clear"),
)

NUMBERS = ("distance", "within", "least", "most", "gap_tenth")

_SWITCHES = ("contradicted", "pairs", "ranked")

# The parameters of an address that say which figure is meant.
ROW_NAMES = (*TEXTS, *NUMBERS, *_SWITCHES, "ranking")

# The ways in which an answer is clear, as a list of rows says it.
CLEAR = {
    "only": marked("with a single minimal counterfactual"),
    "best": marked("with one best counterfactual of several"),
    "tied": marked("with several optimal counterfactuals"),
    "none": marked("without a counterfactual"),
}

# The same, as something to choose.
CLEAR_SHORT = {
    "only": marked("a single answer"),
    "best": marked("one best of several"),
    "tied": marked("several best"),
    "none": marked("no answer"),
}

# The filters that only a ranking can answer.
_OF_RANKING = {
    *("to_label", "from_value", "to_value", "clear", *NUMBERS),
}

# What tells pairs of an audit apart that differ in one column: all, or none.
_OF_PAIR = ("value", "label", "other_value", "other_label")


@dataclass(frozen=True)
class RowFilter:
    """Which rows a list holds: those that a figure counts together."""

    texts: Mapping[str, str | None]
    numbers: Mapping[str, int]
    is_contradicted: bool = False
    is_pairs: bool = False
    is_ranked: bool = False
    ranking: str | None = None

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
    def narrows(self) -> bool:
        """Whether any row may be left out."""
        switches = self.is_contradicted or self.is_ranked
        return bool(self.texts or self.numbers) or switches

    @property
    def of_rows(self) -> dict[str, Any]:
        """The parameters of `explorer/fitting_cases`."""
        return {
            **{name: self.numbers.get(name) for name in NUMBERS},
            "clear": self.texts.get("clear"),
            "contradicted": self.is_contradicted,
            "ranked": self.is_ranked,
            "has_answers": self.has_answers,
        }

    @property
    def has_answers(self) -> bool:
        """Whether it depends on the answers which rows are meant."""
        return not {"to_label", "feature"}.isdisjoint(self.texts)

    @property
    def of_answers(self) -> dict[str, Any]:
        """The parameters of `explorer/fitting_answers`."""
        names = ("to_label", "feature", "from_value", "to_value")
        return {
            **{name: self.texts.get(name) for name in names},
            "has_values": "from_value" in self.texts,
        }

    def apart(self) -> tuple[RowFilter, list[tuple[str | None, str | None]]]:
        """What a ranking knows, and the values that rows are to have.

        Each value has its feature, or None for the label.
        """
        if self.is_pairs:
            return self, []
        texts = dict(self.texts)
        values: list[tuple[str | None, str | None]] = []
        if "label" in texts:
            values.append((None, texts.pop("label")))
        if "value" in texts:
            values.append((texts.pop("feature"), texts.pop("value")))
        return replace(self, texts=texts), values

    @property
    def of_audit(self) -> dict[str, object]:
        """The parameters of `ui/listed_pairs`."""
        names = ("feature", "value", "label", "other_value", "other_label")
        return {
            **{name: self.texts.get(name) for name in names},
            "has_values": "other_label" in self.texts,
        }

    def phrases(self, label: str) -> list[str]:
        """The filter in words, to stand after `rows`; `label` is the outcome."""
        texts, numbers = self.texts, self.numbers
        if self.is_pairs:
            return [self._pairs_title(label)]
        parts = []
        if "to_label" in texts:
            to_label = said(label, texts["to_label"])
            parts.append(say("that would have become {label}", label=to_label))
        feature = texts.get("feature") or ""
        if "from_value" in texts:
            parts.append(
                say(
                    "whose {column} would change from {from_value} to {to_value}",
                    column=column(feature),
                    from_value=said(feature, texts["from_value"]),
                    to_value=said(feature, texts["to_value"]),
                )
            )
        elif self.is_changed:
            parts.append(say("whose {column} would change", column=column(feature)))
        if "clear" in texts:
            parts.append(say(CLEAR[texts["clear"] or ""]))
        if "distance" in numbers:
            n_needed = numbers["distance"]
            parts.append(say("that need {n:# change|# changes}", n=n_needed))
        if "within" in numbers:
            parts.append(say("within {n:# change|# changes}", n=numbers["within"]))
        if "least" in numbers or "most" in numbers:
            parts.append(self._minimal_title())
        if "gap_tenth" in numbers:
            parts.append(self._gap_title())
        if self.is_contradicted:
            parts.append(say("in contradictions"))
        if self.is_ranked:
            parts.append(say("that are ranked"))
        return parts

    def _minimal_title(self) -> str:
        least, most = self.numbers.get("least", 0), self.numbers.get("most")
        if most is None:
            return say("with {n} minimal counterfactuals or more", n=least)
        if least == most:
            return say(
                "with {n:# minimal counterfactual|# minimal counterfactuals}", n=least
            )
        return say(
            "with {least} to {most} minimal counterfactuals", least=least, most=most
        )

    def _gap_title(self) -> str:
        tenth = self.numbers["gap_tenth"]
        if not tenth:
            return say("with a tie at the top")
        return say(
            "with a gap above {least:g} and up to {most:g}",
            least=(tenth - 1) / 10,
            most=tenth / 10,
        )

    def _pairs_title(self, label: str) -> str:
        texts = self.texts
        feature = texts.get("feature")
        if feature is None:
            return say("that differ in several protected columns")
        if "other_label" not in texts:
            return say("that differ in {column} alone", column=column(feature))
        return say(
            "that differ in {column} alone: {value} has {label}, {other_value} has "
            "{other_label}",
            column=column(feature),
            value=said(feature, texts["value"]),
            label=said(label, texts["label"]),
            other_value=said(feature, texts["other_value"]),
            other_label=said(label, texts["other_label"]),
        )

    def parameters(self) -> list[tuple[str, str]]:
        """The filter as the parameters of an address."""
        found = [(name, text) for name, text in self.texts.items() if text is not None]
        found += [(NULLS, name) for name, text in self.texts.items() if text is None]
        found += [(name, str(number)) for name, number in self.numbers.items()]
        if self.is_contradicted:
            found.append(("contradicted", "1"))
        if self.is_pairs:
            found.append(("pairs", "1"))
        if self.is_ranked:
            found.append(("ranked", "1"))
        if self.ranking is not None:
            found.append(("ranking", self.ranking))
        return found


def read_filter(parameters: QueryParams, columns: Iterable[str]) -> RowFilter:
    """The filter that an address states."""
    known = [*TEXTS, *(f"{VALUE}{folded(name)}" for name in columns)]
    texts: dict[str, str | None] = {
        name: parameters[name] for name in TEXTS if parameters.get(name)
    }
    for name in parameters.getlist(NULLS):
        if (
            name.startswith(VALUE)
            and f"{VALUE}{folded(name.removeprefix(VALUE))}" in known
        ):
            continue
        if name not in TEXTS:
            near = nearest_name(name, known)
            meant = f"; did you mean '{near}'?" if near else ", such as 'value'"
            raise WrongAddress(f"{NULLS} names a parameter, not '{name}'{meant}")
        texts[name] = None
    if texts.get("clear", "only") not in CLEAR:
        raise WrongAddress(f"clear is {' or '.join(CLEAR)}, not '{texts['clear']}'")
    for name, partner in (
        *(("value", "feature"), ("from_value", "to_value"), ("to_value", "feature")),
        ("from_value", "feature"),
    ):
        if name in texts and partner not in texts:
            raise WrongAddress(f"an address with {name} needs {partner}, too")
    numbers = {
        name: _number(name, parameters[name])
        for name in NUMBERS
        if parameters.get(name)
    }
    found = RowFilter(
        texts,
        numbers,
        is_contradicted=is_on(parameters, "contradicted"),
        is_pairs=is_on(parameters, "pairs"),
        is_ranked=is_on(parameters, "ranked"),
        ranking=parameters.get("ranking") or None,
    )
    _refuse_unread(found)
    return found


def _refuse_unread(found: RowFilter) -> None:
    """Refuse parameters that the list would not look at beside the others."""
    given = {name for name, _ in found.parameters() if name != NULLS} | {*found.texts}
    if found.is_pairs:
        unread = given - {"pairs", "ranking", "feature", *_OF_PAIR}
        some = given & {*_OF_PAIR}
        missing = {"feature", *_OF_PAIR} - given
        if not unread and some and missing:
            raise WrongAddress(
                f"pairs with {min(some)} need {listing(sorted(missing))}, too"
            )
        beside = "pairs"
    elif "value" in given:
        unread = given & {"from_value", "to_value", "other_value", "other_label"}
        beside = "rows with a value"
    else:
        unread = given & {"other_value", "other_label"}
        beside = "rows"
    if unread:
        raise WrongAddress(
            f"a list of {beside} is not told apart by {listing(sorted(unread))}", unread
        )


def _number(name: str, text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise WrongAddress(f"{name} is a number, not '{text}'")
    return int(text)
