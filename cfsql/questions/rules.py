"""The strongest rules of a class: values that come with its label wherever they occur.

A rule is a factual explanation of every case of the class that contains it. The rules
with the greatest coverage are found level by level, one literal more at a time, from
the rules that have too many exceptions. What cannot reach the coverage of the best
rules known so far is left out; the explanations of a few cases are known at once.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from time import monotonic
from typing import Any

from cfsql.engines.duckdb import Session
from cfsql.engines.queries import query
from cfsql.errors import UnknownName, WrongUse
from cfsql.method import encode
from cfsql.method.packing import WORD_BITS
from cfsql.method.rank import Method, stage_population
from cfsql.options import RULE_SECONDS
from cfsql.progress import Silent
from cfsql.questions.factual import FactualOptions, Search, pose_reasons
from cfsql.questions.why import Literal, rule_sentence
from cfsql.speech import Speech, column, current, say, shown_value
from cfsql.tables.bins import class_of
from cfsql.tables.catalog import LoadedTable
from cfsql.tables.frames import Held, Rows
from cfsql.tables.nearly_unique import NearlyUnique, leading

# Cases whose explanations are rules to begin with, and how many of each.
N_SAMPLED = 40
PER_SAMPLED = 20

# Instances in a slice: one per bit of a word.
N_SLOTS = WORD_BITS

# Words of bits that are put together at a time.
WORDS_PER_CHUNK = 20_000_000


@dataclass(frozen=True)
class Rule:
    """Values that come with a label."""

    features: list[str]
    literals: list[Literal]
    size: int
    coverage: int
    precision: float


@dataclass(frozen=True, repr=False)
class Rules(Held):
    """The minimal rules of a class with the greatest coverage, best first.

    Unless `is_complete`, there may be better ones. `leading` are nearly unique
    features in the first of them.
    """

    table: str
    label_column: str
    label: str
    n_cases: int
    n_wanted: int
    is_complete: bool
    rules: list[Rule]
    leading: Sequence[NearlyUnique] = ()
    speech: Speech = field(default_factory=current, repr=False)

    def sentence(self, rule: Rule) -> str:
        """A rule in words."""
        with self.speech.spoken():
            return rule_sentence(
                rule.literals,
                self.label_column,
                self.label,
                rule.coverage,
                rule.precision,
            )

    @property
    def notes(self) -> list[str]:
        """What to know beside the rules, as Python says it."""
        return [each.in_python for each in self.leading]

    def to_dict(self) -> dict[str, Any]:
        """The rules for programs, as `cfsql why --format json` prints them."""
        record = super().to_dict()
        for rule, given in zip(self.rules, record["rules"], strict=True):
            given["sentence"] = self.sentence(rule)
        return record

    @property
    def headline(self) -> str:
        """How many rules there are, in one line."""
        with self.speech.spoken():
            return say(
                "{n:# rule|# rules} for {label_column} {label} in {table}",
                n=len(self.rules),
                label_column=column(self.label_column),
                label=shown_value(self.label_column, self.label),
                table=self.table,
            )

    def _rows(self) -> Rows:
        """The rules, with the columns of `_factual`."""
        return Rows(Rule, self.rules, {"label": (str, self.label)})


def rules(
    session: Session,
    table: LoadedTable,
    label: str,
    n_wanted: int,
    options: FactualOptions,
    method: Method,
) -> Rules:
    """Find the strongest rules of a class, without writing to the database."""
    if n_wanted < 1:
        raise WrongUse(f"--limit takes a number from 1 on, not {n_wanted}")
    fields = encode.bind(session, table.name)
    classes = dict(session.fetch(query("constrain/label_ids")))
    if table.label in table.bins:
        label = class_of(session, table.name, table.label, label)
    if label not in classes:
        raise UnknownName(table.label, label, classes, table.name)
    label_id = classes[label]
    problem = pose_reasons(session, table, fields, options)
    stage_population(session, problem, method)
    n_like, n_unlike = session.fetch_one(query("rules/class_size"), label_id=label_id)
    n_cases, share = n_like + n_unlike, n_like / (n_like + n_unlike)
    found, is_complete = [], True
    least = options.min_cases or 1
    if share >= options.precision:
        # Every rule contains this one, which says nothing of a case.
        found = [Rule([], [], 0, n_cases, share)] if n_cases >= least else []
    elif options.max_size != 0:
        search = _RuleSearch(session, problem.n_instances, label_id, n_wanted, options)
        with session.any_order():
            is_complete = search.run()
        for record in session.fetch_records(
            query("rules/rules"), n_wanted=n_wanted, min_cases=least
        ):
            record["literals"] = [Literal(**literal) for literal in record["literals"]]
            found.append(Rule(**record))
    return Rules(
        table=table.name,
        label_column=table.label,
        label=label,
        n_cases=n_like,
        n_wanted=n_wanted,
        is_complete=is_complete,
        rules=found,
        leading=leading(session, table, found[0].features if found else ()),
    )


class _RuleSearch:
    """The search for the rules of one class."""

    def __init__(
        self,
        session: Session,
        n_instances: int,
        label_id: int,
        n_wanted: int,
        options: FactualOptions,
    ) -> None:
        self.session = session
        self.n_instances = n_instances
        self.label_id = label_id
        self.n_wanted = n_wanted
        self.options = options
        self.deadline = monotonic() + (options.time_limit or math.inf)

    def run(self) -> bool:
        """Stage `found_rules`; whether the best of them are the best there are."""
        session = self.session
        n_slices = self._stage_literals()
        self._stage_known()
        session.stage(query("rules/single_bits"))
        session.stage(query("rules/single_rules"))
        n_next = self._sort_out(is_first=True)
        size = 1
        while n_next and size != self.options.max_size:
            session.rename("next_rules", "failed_rules")
            session.rename("next_bits", "failed_bits")
            session.stage(query("rules/joined_rules"))
            n_candidates = session.stage(query("rules/candidate_rules"))
            per_chunk = max(1, WORDS_PER_CHUNK // n_slices)
            n_next = 0
            for first in range(1, n_candidates + 1, per_chunk):
                if monotonic() > self.deadline:
                    return False
                session.stage(
                    query("rules/candidate_bits"),
                    first_rule=first,
                    last_rule=first + per_chunk - 1,
                )
                session.stage(query("rules/counted_rules"))
                n_next += self._sort_out(is_first=first == 1)
            size += 1
        return True

    def _stage_literals(self) -> int:
        """Stage what rules are made of, and where it occurs; the number of slices."""
        session = self.session
        session.stage(query("rules/slots"), n_slots=N_SLOTS)
        session.stage(query("rules/literal_bits"), label_id=self.label_id)
        session.stage(query("rules/literals"))
        return 1 + self.n_instances // N_SLOTS

    def _stage_known(self) -> None:
        """Stage `found_rules`: the explanations of a few cases of the class."""
        session = self.session
        session.stage(
            query("rules/sampled_rows"), label_id=self.label_id, n_sampled=N_SAMPLED
        )
        n_targets = session.stage(query("search/targets"))
        known = FactualOptions(
            precision=self.options.precision,
            max_size=self.options.max_size,
            per_row=PER_SAMPLED,
            time_limit=(self.options.time_limit or RULE_SECONDS) / 4,
        )
        search = Search(session, known, Silent())
        search.run(n_targets=n_targets, n_instances=self.n_instances)
        session.stage(query("rules/known_rules"))

    def _sort_out(self, *, is_first: bool) -> int:
        """Keep the counted rules that hold, and those to go on with; how many.

        The first chunk of a level begins `next_rules` and `next_bits` anew.
        """
        session, precision = self.session, self.options.precision
        threshold = self._threshold()
        if session.append(
            query("rules/found_rules"), precision=precision, threshold=threshold
        ):
            threshold = self._threshold()
        go_on = session.stage if is_first else session.append
        n_next = go_on(
            query("rules/next_rules"), precision=precision, threshold=threshold
        )
        go_on(query("rules/next_bits"))
        return n_next

    def _threshold(self) -> int:
        """The coverage that a rule must have to be among those that are wanted."""
        (coverage,) = self.session.fetch_one(
            query("rules/threshold"), n_wanted=self.n_wanted
        )
        return max(int(coverage), self.options.min_cases or 1)
