"""A question as the address of a page holds it: a link is an answer."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from starlette.datastructures import QueryParams

from cfsql.errors import UnknownName, WrongUse
from cfsql.method.constraints import Constraints
from cfsql.method.rank import Method
from cfsql.method.weights import MOST
from cfsql.options import ConstraintOptions, changed_options, command_words
from cfsql.speech import current, marked, say, shown_column
from cfsql.tables.declarations import NOTHING, Declared
from cfsql.ui.addresses import address
from cfsql.ui.parameters import VALUE, WEIGHT, Accepted, WrongAddress, folded, is_on
from cfsql.ui.told_errors import told
from cfsql.words import as_sentence

# The alternatives that are listed at once.
N_SHOWN = 10

# The numbers of a question, as the form calls them, to be said.
WORDS = {
    "max_changes": marked("Maximum changes"),
    "min_support": marked("Minimum support"),
    "min_share": marked("Minimum share"),
}

# By how much outcomes that are numbers must differ, as the form calls it.
DIFFERS_BY = marked("Minimum difference")

# A condition over both rows, as the form calls it, and the way out of it.
CONDITION = marked("A condition in SQL")
WITHOUT_CONDITION = marked("Ask without the condition")

# The parameters of any question, of the page of a row, of a new case.
_OPTIONS = (
    "target",
    "differs_by",
    *WORDS,
    "anonymous",
    "changed",
    "find",
    "show",
    "asked",
    "require",
)

# Those that name features: what may not change, not fall, not rise.
WAYS = ("freeze", "only_up", "only_down")

ROW_PARAMETERS = Accepted(("row", *_OPTIONS), repeated=WAYS, of_columns_once=(WEIGHT,))

CASE_PARAMETERS = Accepted(
    ("label", "from", *_OPTIONS), repeated=WAYS, of_columns_once=(VALUE, WEIGHT)
)

WHY_PARAMETERS = Accepted(("row",))


@dataclass(frozen=True)
class Question:
    """A row or a new case of a table, with constraints on its answers.

    `values` are those of a new case, None for a row of the table; `changed` and
    `find` say which features are shown, `n_shown` how many alternatives.
    """

    table: str
    row: str | None = None
    values: Mapping[str, str] | None = None
    label: str | None = None
    freeze: tuple[str, ...] = ()
    only_up: tuple[str, ...] = ()
    only_down: tuple[str, ...] = ()
    target: str | None = None
    differs_by: float | None = None
    max_changes: int | None = None
    min_support: int | None = None
    min_share: float | None = None
    # How much a change weighs, as age=3; and a condition over both rows, in SQL.
    weight: tuple[str, ...] = ()
    require: str = ""
    # Whether answers are told without their row ids.
    anonymous: bool = False
    changed: bool = False
    find: str = ""
    n_shown: int = N_SHOWN
    # What is declared of the table: kept, unless the address says what is asked.
    declared: Declared = field(default=NOTHING, compare=False)
    # Problems with parameters of the address, as sentences.
    problems: tuple[str, ...] = field(default=(), compare=False)

    @property
    def method(self) -> Method:
        """The question as the library takes it."""
        return Method(
            declared=self.kept_as_declared,
            constraints=Constraints(
                freeze=self.kept,
                only_up=self.only_up,
                only_down=self.only_down,
                order=self.declared.order,
                target=self.target,
                differs_by=self.differs_by,
                max_changes=self.max_changes,
                min_support=self.min_support,
                min_share=self.min_share,
                weight=self.weight,
                require=(self.require,) if self.require else (),
            ),
            anonymous=self.anonymous,
            speech=current(),
        )

    @property
    def kept(self) -> tuple[str, ...]:
        """What may not change; not what is declared so and has no value here."""
        return tuple(name for name in self.freeze if name not in self.unkept)

    @property
    def unkept(self) -> list[str]:
        """The features that are declared immutable, and left empty in a new case."""
        if self.values is None:
            return []
        immutable = self.declared.immutable
        return [n for n in self.freeze if n in immutable and not self.values[n]]

    @property
    def kept_as_declared(self) -> Declared:
        """What is declared of the table, and asked for."""
        declared = self.declared
        return replace(
            declared,
            protected=(),
            immutable=tuple(n for n in declared.immutable if n in self.kept),
            only_up=tuple(n for n in declared.only_up if n in self.only_up),
            only_down=tuple(n for n in declared.only_down if n in self.only_down),
        )

    @property
    def is_directed(self) -> bool:
        """Whether any feature may only rise or only fall."""
        return bool(self.only_up or self.only_down)

    @property
    def has_own_layout(self) -> bool:
        """Whether the table is made ready for this question alone."""
        return bool(self.weight or self.require)

    @property
    def weights(self) -> dict[str, str]:
        """How much a change of each feature weighs that does not weigh 1."""
        parts = (each.rpartition("=") for each in self.weight)
        return {name: number for name, _, number in parts}

    @property
    def key(self) -> tuple[object, ...]:
        """The parts of the question that the answer depends on."""
        values = None if self.values is None else tuple(self.values.items())
        names = (*WAYS, "target", "differs_by", *WORDS, "weight", "require")
        asked = (getattr(self, name) for name in (*names, "anonymous"))
        return (self.table, self.row, values, self.label, *asked)

    @property
    def is_constrained(self) -> bool:
        """Whether any case may not be an answer."""
        return self.method.constraints.choose

    def parameters(self) -> list[tuple[str, str]]:
        """The question as the address has it."""
        found: list[tuple[str, str]] = []
        if self.row is not None:
            found.append(("row", self.row))
        if self.values is not None:
            found += [(f"{VALUE}{name}", text) for name, text in self.values.items()]
            found.append(("label", self.label or ""))
        for way in WAYS:
            found += [(way, name) for name in getattr(self, way)]
        if self.declared.is_binding:
            found.append(("asked", "1"))
        if self.target is not None:
            found.append(("target", self.target))
        if self.differs_by is not None:
            found.append(("differs_by", _number_text(self.differs_by)))
        for name in WORDS:
            if getattr(self, name) is not None:
                found.append((name, _number_text(getattr(self, name))))
        found += [(f"{WEIGHT}{name}", text) for name, text in self.weights.items()]
        if self.require:
            found.append(("require", self.require))
        if self.anonymous:
            found.append(("anonymous", "1"))
        if self.changed:
            found.append(("changed", "1"))
        if self.find:
            found.append(("find", self.find))
        if self.n_shown != N_SHOWN:
            found.append(("show", str(self.n_shown)))
        return found

    @property
    def url(self) -> str:
        """The address of the page that answers."""
        page = "row" if self.values is None else "case"
        return address(self.table, page, self.parameters())

    def but(self, **changes: Any) -> Question:
        """The question with something else in it."""
        return replace(self, **changes)

    def thawed(self, *features: str) -> Question:
        """The question with these features free to change."""
        return self.but(
            **{
                option: tuple(n for n in getattr(self, option) if n not in features)
                for option in WAYS
            }
        )

    @property
    def options(self) -> list[str]:
        """The options of `cfsql explain` for this question."""
        words: list[str] = []
        if self.values is None:
            words += ["--row", str(self.row)]
        else:
            words += ["--values", _json(self.given)]
            if self.label is not None:
                words += ["--label", self.label]
        words += command_words(self._asked) + ["--anonymous"] * self.anonymous
        return words + ["--no-defaults"] * self.declared.is_binding

    @property
    def call(self) -> str:
        """The call of `Table.explain` for this question."""
        asked = {name.replace("-", "_"): each for name, each in self._asked.items()}
        if self.values is not None and self.label is not None:
            asked["label"] = self.label
        if self.anonymous:
            asked["anonymous"] = True
        if self.declared.is_binding:
            asked["no_defaults"] = True
        about = self.row if self.values is None else self.given
        given = [repr(about)]
        for name, each in asked.items():
            given.append(f"{name}={list(each) if isinstance(each, tuple) else each!r}")
        return f"explain({', '.join(given)})"

    @property
    def _asked(self) -> dict[str, Any]:
        """The constraints that are asked for, as the command line names them."""
        constraints = self.method.constraints
        if not self.is_directed:
            constraints = replace(constraints, order=())
        return changed_options(ConstraintOptions, vars(constraints))

    @property
    def given(self) -> dict[str, str]:
        """The values of a new case that are given; an empty field is a missing one."""
        return {name: text for name, text in (self.values or {}).items() if text}


def row_question(
    table: str,
    parameters: QueryParams,
    features: Iterable[str],
    first_row: object,
    declared: Declared = NOTHING,
) -> Question:
    """The question about a row that an address asks; the first row if it names none."""
    given = parameters.get("row")
    row = given.strip() if given is not None and given.strip() else first_row
    row = None if row is None else str(row)
    question = Question(table, row=row, declared=declared)
    return _with_options(question, parameters, features)


def case_question(
    table: str,
    parameters: QueryParams,
    features: Sequence[str],
    start: Mapping[str, str | None],
    declared: Declared = NOTHING,
) -> Question:
    """The question about a new case that an address asks.

    Features that the address does not have are as they are at the start.
    """
    given = {
        folded(name.removeprefix(VALUE)): text
        for name, text in parameters.items()
        if name.startswith(VALUE)
    }
    values = {name: given.get(folded(name), start.get(name) or "") for name in features}
    label = parameters.get("label") or None
    question = Question(table, values=values, label=label, declared=declared)
    return _with_options(question, parameters, features)


def _with_options(
    question: Question, parameters: QueryParams, features: Iterable[str]
) -> Question:
    problems: list[str] = []
    known = {folded(name): name for name in features}
    ways: dict[str, list[str]] = {way: [] for way in WAYS}
    for way, named in ways.items():
        for name in parameters.getlist(way):
            feature = known.get(folded(name))
            if feature is None:
                error = UnknownName("feature", name, known.values(), question.table)
                problems.append(as_sentence(told(error)))
            elif feature not in named:
                named.append(feature)
    switches: dict[str, Any] = {"changed": False, "anonymous": False, "asked": False}
    for name in switches:
        try:
            switches[name] = is_on(parameters, name)
        except WrongAddress as error:
            problems.append(as_sentence(told(error)))
    if not switches.pop("asked"):
        ways["freeze"] += question.declared.immutable
        ways["only_up"] += question.declared.only_up
        ways["only_down"] += question.declared.only_down
    for way in ("only_up", "only_down"):
        # What may not change goes no way.
        ways[way] = [name for name in ways[way] if name not in ways["freeze"]]
    for name in ways["only_up"]:
        if name in ways["only_down"]:
            problems.append(
                say(
                    "{column} is to go only up and only down: keep it instead.",
                    column=name,
                )
            )
    numbers: dict[str, int | None] = {}
    for name, words in {**WORDS, "show": marked("show")}.items():
        text = parameters.get(name, "").strip()
        if name == "min_share":
            continue
        numbers[name] = int(text) if _is_number(text) else None
        if text and numbers[name] is None:
            problems.append(
                say(
                    "{field} takes a number from 1 on, not '{text}'.",
                    field=say(words),
                    text=text,
                )
            )
    given_share = parameters.get("min_share", "").strip()
    min_share = _share(given_share)
    if given_share and min_share is None:
        problems.append(
            say(
                "{field} takes a number from 0 to 1, not '{text}'.",
                field=say(WORDS["min_share"]),
                text=given_share,
            )
        )
    given_least = parameters.get("differs_by", "").strip()
    differs_by = _amount(given_least)
    if given_least and differs_by is None:
        problems.append(
            say(
                "{field} takes a number above 0, not '{text}'.",
                field=say(DIFFERS_BY),
                text=given_least,
            )
        )
    weight = []
    for name, text in parameters.items():
        number = text.strip()
        if not name.startswith(WEIGHT) or number in ("", "1"):
            continue
        feature = known[folded(name.removeprefix(WEIGHT))]
        if not _is_number(number) or int(number) > MOST:
            problems.append(
                say(
                    "{column} counts from 1 to {most} times, not '{text}'.",
                    column=shown_column(feature),
                    most=MOST,
                    text=number,
                )
            )
        else:
            weight.append(f"{feature}={int(number)}")
    target = parameters.get("target") or None
    if target is not None and differs_by is not None:
        problems.append(
            say(
                "{field} is for any other outcome: choose no single one.",
                field=say(DIFFERS_BY),
            )
        )
        differs_by = None
    in_order: dict[str, Any] = {
        way: tuple(name for name in known.values() if name in named)
        for way, named in ways.items()
    }
    return replace(
        question,
        **in_order,
        **switches,
        target=target,
        differs_by=differs_by,
        find=parameters.get("find", "").strip(),
        n_shown=numbers["show"] or N_SHOWN,
        problems=tuple(problems),
        max_changes=numbers["max_changes"],
        min_support=numbers["min_support"],
        min_share=min_share,
        weight=tuple(weight),
        require=parameters.get("require", "").strip()[:1000],
    )


def refuse_unknown_label(
    label: str | None, classes: Iterable[str], column: str, table: str
) -> None:
    """Refuse a class that the table does not have."""
    classes = list(classes)
    if label is not None and label not in classes:
        raise UnknownName(column, label, classes, table)


def refuse_problems(question: Question) -> None:
    """Refuse parameters of the address that make no sense."""
    if question.problems:
        raise WrongUse(" ".join(question.problems))


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 10 and int(text) > 0


def _number_text(number: float) -> str:
    """A number of a question as the address has it, never with an exponent."""
    if isinstance(number, int):
        return str(number)
    return f"{number:.9f}".rstrip("0").removesuffix(".")


def _share(text: str) -> float | None:
    """A share such as 0.9, written plainly; None if it is none."""
    if not re.fullmatch(r"[01]|[01]?\.[0-9]{1,9}", text) or float(text) > 1:
        return None
    return float(text)


def _amount(text: str) -> float | None:
    """A number above 0, written plainly; None if it is none."""
    if not re.fullmatch(r"[0-9]{1,15}(\.[0-9]{1,9})?|\.[0-9]{1,9}", text):
        return None
    return float(text) or None


def _json(values: Mapping[str, str]) -> str:
    return json.dumps(values, ensure_ascii=False)
