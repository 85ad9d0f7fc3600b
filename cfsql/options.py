"""The options that functions and commands share, each declared once.

A declaration is a `TypedDict`, because type checkers and editors read the keywords of
a function from `**options: Unpack[MethodOptions]` and from nothing else that can be
shared. Signatures and docstrings (`keywords.py`), commands (`cli/command.py`),
settings files, the log of runs and the command reference are derived from it.

A new option is an entry here, and a field of the dataclass that acts on it:
`Selection`, `Constraints`, `Method` or `Protocol`. A test compares the two.
"""

from __future__ import annotations

import csv
import io
import json
import math
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import (
    Annotated,
    Any,
    Final,
    Literal,
    TypedDict,
    get_args,
    get_origin,
    get_type_hints,
)

from cfsql.errors import WrongUse
from cfsql.speech import DEFAULT, codes

# How much of a long list a caller gets unless more is asked for.
N_SHOWN = 10

# How long to look for the explanations of one row, for the rules of a class, and for
# the explanations of many rows, unless another limit is set.
ONE_ROW_SECONDS = 10.0
RULE_SECONDS = 30.0
MANY_ROWS_SECONDS = 600.0
# How long to check rows.
CHECK_SECONDS = 10.0

# The experiments of the paper, or all of them.
Experiment = Literal["hamming", "unique", "gap", "metrics", "relevance", "all"]
ALL: Final = "all"

# What the help of a command lists options under.
READING = "Reading a file"
ROWS = "Which rows"
CONSTRAINTS = "Which answers"
ANSWERS = "How answers are given"
DECLARED = "What can change"
RUNNING = "How it runs"
SAMPLES = "Samples"
OUTPUT = "Output"


# One name, or several: one text stands for a list of one.
Names = str | Sequence[str]

# What answers are ranked by, how rows are counted, what pairs are compared by, and what
# an experiment compares the optimal answer with.
By = Literal["power", "dag"]
Count = Literal["rows", "distinct"]
Plan = Literal["auto", "scan", "blocked", "compiled"]
Random = Literal["any", "remaining"]

# What a table that SQL has edited is brought up to date from.
Keep = Literal["source", "table"]

_LIST = get_origin(Sequence[str])

# A time, and its units.
_DURATION = re.compile(r"(\d+\.?\d*|\.\d+) *(ms|s|m|h|)")
_UNITS = {"ms": 1e-3, "s": 1.0, "": 1.0, "m": 60.0, "h": 3600.0}


@dataclass(frozen=True)
class Option:
    """What an option means, which values it takes, and its default.

    `metavar` stands for the value in the help; `least` and `most` bound a number;
    `choices` are all words that can be given, those of a Literal unless the metavar has
    them; `heading` is what the help lists it under; `short` is another spelling. The
    type is that of the declaration.
    """

    help: str
    metavar: str | None = None
    default: Any = None
    least: int | None = None
    most: int | None = None
    choices: tuple[str, ...] = ()
    heading: str = ""
    short: str | None = None
    type: Any = None

    @property
    def about(self) -> str:
        """The help where no metavar stands beside it: a letter of it is explained."""
        letter = self.metavar or ""
        if len(letter) != 1 or not re.search(rf"\b{letter}\b", self.help):
            return self.help
        return f"{self.help} {letter} is this number."

    @property
    def is_list(self) -> bool:
        """Whether it takes several values: what is given twice adds up."""
        kinds = (self.type, *get_args(self.type))
        return any(get_origin(each) is _LIST for each in kinds)

    @property
    def is_sql(self) -> bool:
        """Whether its text is run by the database; a comma is part of it then."""
        return self.metavar == "SQL"


class Usual(Option):
    """An option that many need: help that does not fit a screen has no others."""


class FileOptions(TypedDict, total=False):
    """How a file is read, if it is not as most are."""

    header: Annotated[
        bool | None,
        Option(
            "The first line has names; --no-header: it is a row.  [default: detected]"
        ),
    ]
    names: Annotated[
        Names,
        Option("The names of the columns, such as a,b,c.", "NAMES", default=()),
    ]
    delimiter: Annotated[
        str | None,
        Option("What is between cells, such as ; or tab.  [default: detected]", "C"),
    ]
    quote: Annotated[str, Option("What is around cells.", "C", default='"')]
    decimal: Annotated[
        str, Option("The decimal point, which may be a comma.", "C", default=".")
    ]
    missing: Annotated[
        Names,
        Option("What stands for a missing value, such as ?,NA.", "WORDS", default=()),
    ]
    rename_duplicates: Annotated[
        bool, Option("Keep columns of the same name apart.", default=False)
    ]
    encoding: Annotated[
        str,
        Option("The encoding of a CSV file, such as latin-1.", default="utf-8"),
    ]


# The last column, which is the label of a file unless the command line names one.
LAST = -1


class LabelOption(TypedDict, total=False):
    """Which column is the outcome: on the command line alone it may be left out."""

    label: Annotated[
        str | None,
        Usual("The outcome.  [default: the last column]", "COL"),
    ]


class ReadOptions(FileOptions, total=False):
    """How a source is read, and what its columns are for."""

    id: Annotated[
        str | None,
        Usual("The column with the row ids; it is not compared.", "COL"),
    ]
    features: Annotated[
        Names,
        Option("The only columns that are features.", "COL", default=()),
    ]
    text: Annotated[bool, Option("Keep every column as text.", default=False)]


class OriginOptions(TypedDict, total=False):
    """Which rows of a database are read."""

    from_: Annotated[
        str | None,
        Option("The table of a database that is the SOURCE.", "NAME"),
    ]
    sql: Annotated[
        str | None,
        Option("A query on that database; without a SOURCE, on --db.", "QUERY"),
    ]


class SourceOptions(LabelOption, ReadOptions, total=False):
    """What the command line is told of a file."""


class SelectionOptions(TypedDict, total=False):
    """Which rows are asked about."""

    limit: Annotated[int | None, Usual("Only the first N rows.", "N", least=1)]
    sample: Annotated[int | None, Option("Only N rows, drawn at random.", "N", least=1)]
    seed: Annotated[int, Option("Another seed draws another sample.", default=0)]
    rows: Annotated[
        str | Sequence[object] | None,
        Usual("Only these rows, such as 1-5,9.", "IDS"),
    ]
    where: Annotated[
        Names,
        Usual("Only rows with this, such as 'age > 60'.", "SQL", default=()),
    ]


_IGNORE = Usual("A column to leave out.", "COL", default=())


class DirectionOptions(TypedDict, total=False):
    """In which direction features can change, and the order of their words."""

    only_up: Annotated[
        Names,
        Usual("A feature that can only rise.", "COL", default=()),
    ]
    only_down: Annotated[
        Names,
        Option("A feature that can only fall.", "COL", default=()),
    ]
    order: Annotated[
        Names | Mapping[str, Sequence[str]],
        Option(
            "The order of words, the least first, such as size=small,medium,large.",
            "COL=WORDS",
            default=(),
        ),
    ]


class ConstraintOptions(DirectionOptions, total=False):
    """Which cases may be chosen as counterfactuals, and which features count."""

    freeze: Annotated[
        Names,
        Usual("A feature that may not change.", "COL", default=()),
    ]
    target: Annotated[
        object | None,
        Usual("The outcome to reach; each: every other by itself.", "LABEL"),
    ]
    differs_by: Annotated[
        float | None,
        Option("The outcome, a number, must differ by at least D.", "D"),
    ]
    require: Annotated[
        Names,
        Option(
            "A condition on the row a and the answer b, such as 'b.age >= a.age'.",
            "SQL",
            default=(),
        ),
    ]
    max_changes: Annotated[
        int | None,
        Usual("At most K features may change.", "K", least=1),
    ]
    min_support: Annotated[
        int | None,
        Option("Only answers that at least K rows share.", "K", least=1),
    ]
    min_share: Annotated[
        float | None,
        Option(
            "Only answers whose values came with their outcome at least so often, "
            "such as 0.9.",
            "S",
            least=0,
            most=1,
        ),
    ]
    ignore: Annotated[Names, _IGNORE]
    weight: Annotated[
        Names | Mapping[str, int],
        Option(
            "A feature that counts K times in a distance, such as age=3.",
            "COL=K",
            default=(),
        ),
    ]


_BY = Option(
    "Rank answers by power, or by dag count.",
    default="power",
    heading=ANSWERS,
)
_COUNT = Option(
    "Count duplicate rows each, or once.",
    default="rows",
    heading=ANSWERS,
)
_ANONYMOUS = Option(
    "Leave the row ids of the answers out.", default=False, heading=ANSWERS
)
_PLAN = Option(
    "How pairs are compared; all give the same answer. Also blocked:M.",
    "|".join(get_args(Plan)),
    default="auto",
    heading=RUNNING,
)


class DeclareOptions(DirectionOptions, total=False):
    """What is declared of a table, once for all questions."""

    immutable: Annotated[
        Names,
        Usual("A feature that nobody can change.", "COL", default=()),
    ]
    protected: Annotated[
        Names,
        Usual(
            "A column that audits compare by, such as sex. Nothing else keeps it.",
            "COL",
            default=(),
        ),
    ]


class DefaultOptions(TypedDict, total=False):
    """What is not asked for, though it is declared."""

    no_defaults: Annotated[
        bool, Option("Lift all that is declared of the table.", default=False)
    ]
    free: Annotated[
        Names,
        Option("Lift what is declared of this feature.", "COL", default=()),
    ]


class LoadOptions(ReadOptions, DeclareOptions, total=False):
    """How a source is read, and what is declared of its table."""


class AnswerOptions(TypedDict, total=False):
    """How the answers are listed, ranked and counted."""

    nearest: Annotated[
        int,
        Option(
            "Answers at the K smallest distances, not only at one.",
            "K",
            default=1,
            least=1,
        ),
    ]
    diverse: Annotated[
        bool,
        Usual("Only the best answer for each set of features.", default=False),
    ]
    anonymous: Annotated[bool, _ANONYMOUS]
    by: Annotated[By, _BY]
    count: Annotated[Count, _COUNT]


_DISPLAY_NAMES = Option("Names for readers: a CSV of column, value, text.", "FILE")


class SpeechOptions(TypedDict, total=False):
    """In which language answers are given, and with which names for things."""

    language: Annotated[
        str,
        Option(
            "The language of sentences and headings.",
            "|".join(codes()),
            default=DEFAULT,
            choices=codes(),
        ),
    ]
    display_names: Annotated[object | None, _DISPLAY_NAMES]


class PageSpeechOptions(TypedDict, total=False):
    """How the page of a ranking speaks, unless it speaks as the ranking does."""

    language: Annotated[
        str | None,
        Option(
            "The language of the page.  [default: the ranking's]",
            "|".join(codes()),
            choices=codes(),
        ),
    ]
    display_names: Annotated[object | None, _DISPLAY_NAMES]


class MethodOptions(
    ConstraintOptions, DefaultOptions, AnswerOptions, SpeechOptions, total=False
):
    """What an explanation takes: which answers there are, and how they are given."""


class CaseOptions(FileOptions, MethodOptions, total=False):
    """What an explanation of many new cases takes."""


class ReasonOptions(TypedDict, total=False):
    """Which factual explanations there are."""

    ignore: Annotated[Names, _IGNORE]
    min_cases: Annotated[
        int | None,
        Option("Only explanations that cover at least K cases.", "K", least=1),
    ]


class WhyOptions(ReasonOptions, SpeechOptions, total=False):
    """What is asked of one row or class: which explanations, and how they are said."""


class WhyRowsOptions(SelectionOptions, ReasonOptions, total=False):
    """What is asked of many rows: which of them, and which explanations."""


class RankOptions(SelectionOptions, MethodOptions, total=False):
    """What a ranking takes: rows, the method, and the plan."""

    plan: Annotated[Plan, _PLAN]


class StabilityOptions(
    SelectionOptions, ConstraintOptions, DefaultOptions, total=False
):
    """What is asked of subsamples: which rows, which answers, how many subsamples."""

    keep: Annotated[
        float,
        Usual(
            "The chance of every other row to stay in a subsample.",
            "SHARE",
            default=0.95,
            heading=SAMPLES,
        ),
    ]
    repeats: Annotated[
        int,
        Usual("The samples to draw.", "N", default=200, least=1, heading=SAMPLES),
    ]
    by: Annotated[By, _BY]
    count: Annotated[Count, _COUNT]
    plan: Annotated[Plan, _PLAN]


class RefreshOptions(TypedDict, total=False):
    """What a table that SQL has edited is brought up to date from."""

    keep: Annotated[
        Keep | None,
        Option(
            "Of a table that was edited by SQL: the source reads it again and loses "
            "that, the table takes it as it stands.",
            choices=("source", "table"),
            heading=RUNNING,
        ),
    ]


class CoverOptions(SelectionOptions, ConstraintOptions, DefaultOptions, total=False):
    """What is asked of a few cases: which rows they reach, and how near they are."""

    cases: Annotated[
        int,
        Usual("How many cases to choose.", "N", default=5, least=1, heading=ANSWERS),
    ]
    within: Annotated[
        int,
        Usual(
            "How many features may differ.", "K", default=2, least=1, heading=ANSWERS
        ),
    ]
    anonymous: Annotated[bool, _ANONYMOUS]
    plan: Annotated[Plan, _PLAN]


class ExperimentOptions(TypedDict, total=False):
    """How an experiment draws its samples."""

    sample: Annotated[int, Usual("The rows of a sample.", "N", default=1000, least=1)]
    repeats: Annotated[int, Usual("The samples to draw.", "N", default=100, least=1)]
    seed: Annotated[int, Option("Other samples for another seed.", default=0)]
    random: Annotated[
        Random,
        Option(
            "What metrics compares the optimal one with: any minimal one, or one of "
            "the others.",
            default="any",
        ),
    ]
    whole: Annotated[bool, Option("The whole table instead of samples.", default=False)]


_HEADINGS: dict[type, str] = {
    FileOptions: READING,
    OriginOptions: READING,
    SourceOptions: READING,
    SelectionOptions: ROWS,
    ConstraintOptions: CONSTRAINTS,
    DeclareOptions: DECLARED,
    DefaultOptions: CONSTRAINTS,
    ReasonOptions: CONSTRAINTS,
    AnswerOptions: ANSWERS,
    SpeechOptions: ANSWERS,
    PageSpeechOptions: ANSWERS,
    ExperimentOptions: SAMPLES,
}


@cache
def options_of(kind: type) -> Mapping[str, Option]:
    """The options that a TypedDict declares, by name, with their types."""
    found = {}
    for name, hint in get_type_hints(kind, include_extras=True).items():
        declared, option = get_args(hint)
        heading = option.heading or _heading(kind, name)
        choices = option.choices
        if get_origin(declared) is Literal and option.metavar is None:
            choices = get_args(declared)
        found[name] = replace(option, type=declared, heading=heading, choices=choices)
    return found


def _heading(kind: type, name: str) -> str:
    """The heading of the declaration that an option comes from."""
    first = [kind] if kind in _HEADINGS else list(_HEADINGS)
    return next(_HEADINGS[each] for each in first if name in each.__annotations__)


def given_among(options: Mapping[str, object], kind: type) -> dict[str, Any]:
    """Those of the options that a TypedDict declares; one text stands for a list."""
    given: dict[str, Any] = {}
    for name, option in options_of(kind).items():
        if name not in options:
            continue
        value: Any = options[name]
        if option.is_list and value is None:
            value = option.default
        elif isinstance(value, Mapping):
            value = pairs_of(value)
        elif option.is_list:
            value = (value,) if isinstance(value, str) else tuple(value)
        given[name] = value
    return given


def pairs_of(given: Mapping[str, Any]) -> tuple[str, ...]:
    """A dict of columns as the command line has it: age=3, size=S,M,L.

    A word with a comma is quoted.
    """
    found = []
    for column, given_words in given.items():
        is_one = isinstance(given_words, str | int | float)
        words = [given_words] if is_one else given_words
        line = io.StringIO()
        csv.writer(line, lineterminator="").writerow([str(word) for word in words])
        found.append(f"{column}={line.getvalue()}")
    return tuple(found)


def refuse_wrong_values(kind: type, values: Mapping[str, Any]) -> None:
    """Refuse numbers that are too small, and words that are no choice."""
    for name, option in options_of(kind).items():
        value = values.get(name)
        if value is None:
            continue
        if option.choices and value not in option.choices:
            known = " or ".join(option.choices)
            raise WrongUse(f"{flag(name)} is {known}, not '{value}'")
        # Written so that nan is refused too.
        is_small = option.least is not None and not value >= option.least
        is_large = option.most is not None and not value <= option.most
        if is_small or is_large:
            up_to = "on" if option.most is None else f"to {option.most}"
            raise WrongUse(
                f"{flag(name)} takes a number from {option.least} {up_to}, not {value}"
            )


def changed_options(kind: type, values: Mapping[str, Any]) -> dict[str, Any]:
    """The options whose values are not the defaults, as cf.runs names them."""
    return {
        name.replace("_", "-"): (
            values[name][0]
            if option.is_sql and len(values[name]) == 1
            else values[name]
        )
        for name, option in options_of(kind).items()
        if name in values and values[name] != option.default
    }


def one_by_one(
    option: str, given: Iterable[str], is_known: Callable[[str], bool], *, of: str
) -> list[str]:
    """What a list names: texts that are known as they are, and others by commas."""
    found: list[str] = []
    for text in [given] if isinstance(given, str) else given:
        if is_known(text):
            found.append(text)
            continue
        parts = [part.strip() for part in text.split(",") if part.strip()]
        if not parts:
            raise WrongUse(f"{flag(option)} needs at least one {of}")
        found += parts
    return found


def all_of(conditions: Sequence[str]) -> str | None:
    """Conditions that must hold together, as one text for a person."""
    if len(conditions) < 2:
        return conditions[0] if conditions else None
    return " and ".join(f"({each.strip()})" for each in conditions)


def duration(given: object, name: str) -> float:
    """Seconds, given as a number or as a text such as 30s, 5m or 1h."""
    if isinstance(given, int | float) and not isinstance(given, bool):
        seconds = float(given)
    else:
        found = _DURATION.fullmatch(str(given).strip().lower())
        seconds = float(found[1]) * _UNITS[found[2]] if found else 0.0
    if not 0 < seconds < math.inf:
        raise WrongUse(
            f"{flag(name)} takes seconds, or a time such as 30s or 5m; not '{given}'"
        )
    return seconds


def given_name(option: str, name: str | None) -> str | None:
    """A name that is given, or None; refuse an empty one, such as an unset variable."""
    if name is not None and not name.strip():
        raise WrongUse(f"{flag(option)} is empty; give a name, or leave it out")
    return name


def flag(name: str) -> str:
    """An option as the command line spells it."""
    return f"--{name.rstrip('_').replace('_', '-')}"


def command_words(options: Mapping[str, Any]) -> list[str]:
    """Options as the words of a command line, in the order in which they are given."""
    declared = {**options_of(RankOptions), **options_of(DeclareOptions)}
    words: list[str] = []
    for name, value in options.items():
        option = declared.get(name.replace("-", "_"))
        is_list = option is not None and option.is_list
        if value is True:
            words.append(flag(name))
        elif not is_list or isinstance(value, str):
            words += [flag(name), _word(value)]
        elif name == "rows":
            words += [flag(name), ",".join(map(str, value))]
        else:
            for each in value:
                words += [flag(name), str(each)]
    return words


def _word(value: object) -> str:
    """A value as a word of a command line: what is no text or number is JSON."""
    if isinstance(value, float):
        return str(value).removesuffix(".0")
    if isinstance(value, str | int):
        return str(value)
    return json.dumps(value, ensure_ascii=False)
