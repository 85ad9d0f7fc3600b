"""Constraints on the counterfactual: conditions of the search, not filters after it.

Power and metrics keep their definitions: the cases around a counterfactual are those
of the whole table, whatever may be chosen from it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain

from cfsql.engines import Engine
from cfsql.engines.functions import Function
from cfsql.engines.identifiers import quote
from cfsql.engines.queries import query
from cfsql.errors import BadCondition, NotOneCondition, UnknownName, WrongUse
from cfsql.method import encode
from cfsql.method.packing import Field, agree_function
from cfsql.method.selection import value_text
from cfsql.options import (
    ConstraintOptions,
    given_among,
    one_by_one,
    refuse_wrong_values,
)
from cfsql.tables.catalog import LoadedTable

# Every other label is a target of its own.
EACH = "each"


@dataclass(frozen=True)
class Constraints:
    """Which cases may be chosen as counterfactuals, as the user says it."""

    freeze: Sequence[str] = ()
    target: str | None = None
    require: Sequence[str] = ()
    max_changes: int | None = None
    min_support: int | None = None
    min_share: float | None = None
    ignore: Sequence[str] = ()

    def __post_init__(self) -> None:
        """Refuse what cannot be meant."""
        refuse_wrong_values(ConstraintOptions, vars(self))
        if not all(condition.strip() for condition in self.require):
            raise WrongUse("--require needs a condition, such as 'b.age >= a.age'")

    @classmethod
    def of(cls, options: Mapping[str, object]) -> Constraints:
        """The constraints among the options of a call; a label may have any type."""
        given = given_among(options, ConstraintOptions)
        if given.get("target") is not None:
            given["target"] = value_text(given["target"])
        return cls(**given)

    @property
    def choose(self) -> bool:
        """Whether some cases may not be chosen; --ignore alone lets all be."""
        return replace(self, ignore=()) != NONE


NONE = Constraints()


@dataclass(frozen=True)
class Problem:
    """A search as it is posed: the features that count, and what may be chosen."""

    fields: list[Field]
    n_instances: int
    constraints: Constraints = NONE
    frozen: tuple[Field, ...] = ()
    # Whether cases are asked about that are not in the table.
    is_about_new_cases: bool = False
    # The label of the target, or all labels, one after the other; None is any other.
    targets: tuple[int | None, ...] = (None,)
    # The columns that a condition over both rows looks at.
    columns: Sequence[str] = ()
    n_nearest: int = 1

    @property
    def is_refined(self) -> bool:
        """Whether instances are told apart by what a condition looks at, too."""
        return bool(self.columns)

    @property
    def furthest(self) -> int:
        """The greatest distance that is looked at."""
        free = len(self.fields) - len(self.frozen)
        return min(self.constraints.max_changes or free, free)

    @property
    def steps(
        self,
    ) -> Iterator[tuple[str | None, dict[str, object], tuple[Field, ...]]]:
        """The constraints that take cases away, one by one.

        Each with the limits of a case so far, and with the features frozen so far.
        """
        so_far = NONE
        yield None, self.case_limits(so_far), ()
        for name in _OF_CASES:
            value = getattr(self.constraints, name)
            if value is not None:
                so_far = replace(so_far, **{name: value})
                yield name.replace("_", "-"), self.case_limits(so_far), ()
        limits = self.case_limits(so_far)
        for place, field in enumerate(self.frozen, start=1):
            yield f"freeze {field.feature}", limits, self.frozen[:place]

    def case_limits(self, constraints: Constraints) -> dict[str, object]:
        """What a case must have by itself, as parameters of a query.

        Several targets are searched one after the other: together, they are no limit.
        """
        has_one_target = constraints.target is not None and len(self.targets) == 1
        return {
            "target_id": self.targets[0] if has_one_target else None,
            "min_support": constraints.min_support or 1,
            "min_share": constraints.min_share or 0.0,
        }


# The constraints that a case meets or not by itself, in the order in which a row
# without an answer is told of them.
_OF_CASES = ("target", "min_support", "min_share")


def stage_candidates(session: Engine, problem: Problem, target_id: int | None) -> int:
    """Stage the instances that may be counterfactuals; how many they are."""
    asked = problem.constraints
    if all(getattr(asked, name) is None for name in _OF_CASES):
        # What is frozen, and how far one may go, is for the search to see to.
        session.bind("candidates", "population")
        return problem.n_instances
    limits = {**problem.case_limits(asked), "target_id": target_id}
    session.stage_shards(
        query("constrain/candidates"),
        key="instance_id",
        n_rows=problem.n_instances,
        **limits,
    )
    return session.size("candidates")


def pose(
    session: Engine,
    table: LoadedTable,
    fields: list[Field],
    constraints: Constraints,
    *,
    has_new_values: bool = False,
) -> Problem:
    """Make the instances and functions of a search in a session with a bound table.

    Where values may come that the table does not have, codes have room for one.
    """
    n_instances = table.n_instances
    names = [field.feature for field in fields]
    ignored = _features(constraints.ignore, names, table, "ignore")
    frozen = _features(constraints.freeze, names, table, "freeze")
    for name in frozen:
        if name in ignored:
            raise WrongUse(f"--freeze and --ignore contradict each other on {name}")
    kept = [field for field in fields if field.feature not in ignored]
    if not kept:
        raise WrongUse("--ignore leaves no feature to compare")
    if constraints.choose and all(field.feature in frozen for field in kept):
        raise WrongUse("--freeze leaves no feature to change")
    targets = _targets(session, table, constraints.target)
    columns = _require(session, table, constraints.require)
    session.stage(
        query("constrain/wanted"),
        label_column=table.label,
        target_label=None if constraints.target == EACH else constraints.target,
        is_required=bool(constraints.require),
    )
    if ignored or columns or has_new_values:
        fields = encode.recode(session, kept, n_spare=int(has_new_values))
        # On Spark row ids are large, and far apart.
        is_numbered = table.is_numbered and session.name == "duckdb"
        n_instances = _bind_instances(
            session, is_refined=bool(columns), is_numbered=is_numbered
        )
    chosen = tuple(field for field in fields if field.feature in frozen)
    session.define(agree_function("frozen_agree", chosen))
    return Problem(
        fields=fields,
        n_instances=n_instances,
        # Lists as they were read: a column may have a comma in its name.
        constraints=replace(constraints, freeze=tuple(frozen), ignore=tuple(ignored)),
        is_about_new_cases=has_new_values,
        frozen=chosen,
        targets=targets,
        columns=columns,
    )


def _features(
    given: Sequence[str], features: Sequence[str], table: LoadedTable, option: str
) -> list[str]:
    """The features that an option names, in whatever case."""
    own = [*features, table.label, *table.ignored]
    known = {name.lower() for name in own}
    wanted = one_by_one(option, given, lambda text: text.lower() in known, of="feature")
    return [_feature(name, features, table, option) for name in wanted]


def _feature(
    name: str, features: Sequence[str], table: LoadedTable, option: str
) -> str:
    """The feature of this name, in whatever case."""
    for feature in features:
        if feature.lower() == name.lower():
            return feature
    if name.lower() == table.label.lower():
        raise WrongUse(f"{table.label} is the label of {table.name}, not a feature")
    if name.lower() in [each.lower() for each in table.ignored]:
        raise WrongUse(
            f"{name} was left out of {table.name} when it was loaded"
            + (
                f"; to keep it as it is: --require 'b.{quote(name)} = a.{quote(name)}'"
                if option == "freeze"
                else ""
            )
        )
    raise UnknownName("feature", name, features, table.name)


def _targets(
    session: Engine, table: LoadedTable, target: str | None
) -> tuple[int | None, ...]:
    if target is None:
        return (None,)
    labels = dict(session.fetch(query("constrain/label_ids")))
    if target in labels:
        return (labels[target],)
    if target == EACH:
        return tuple(labels.values())
    raise UnknownName(table.label, target, labels, table.name)


# A condition over both rows.


def _require(
    session: Engine, table: LoadedTable, conditions: Sequence[str]
) -> list[str]:
    """Define `required`: all conditions hold. The columns that they look at.

    Each is tried by itself, so that none can reach into another.
    """
    if not conditions:
        session.define(Function("required", ("a", "b"), "true", of="case"))
        return []
    try:
        found = [_columns(session, table, each) for each in conditions]
        columns = list(dict.fromkeys(chain.from_iterable(found)))
        session.stage(query("constrain/row_values"), names=columns)
        kinds = [session.try_condition(each) for each in conditions]
    except BadCondition as error:
        raise WrongUse(f"--require: {error.line}") from error
    for kind in kinds:
        if kind != "BOOLEAN":
            raise WrongUse(f"--require: it should be true or false, and is {kind}")
    all_hold = " and ".join(f"({each}\n)" for each in conditions)
    body = f"coalesce({all_hold}, false)"
    session.define(Function("required", ("a", "b"), body, of="case"))
    return columns


def _columns(session: Engine, table: LoadedTable, require: str) -> list[str]:
    known = {name.lower(): name for name in session.columns("source_rows")}
    found = []
    for names in session.references(require):
        if len(names) < 2 or names[0].lower() not in ("a", "b"):
            raise BadCondition(
                f"{'.'.join(names)} should say whose it is, "
                f"a.{names[-1]} or b.{names[-1]}"
            )
        column = known.get(names[1].lower())
        if column is None:
            raise UnknownName("column", names[1], known.values(), table.name)
        found.append(column)
    if not found:
        raise NotOneCondition
    return found


# Another layout.


def _bind_instances(session: Engine, *, is_refined: bool, is_numbered: bool) -> int:
    """Bind the instances of `coded_rows`, and which row is which; how many."""
    if is_refined:
        session.view(query("constrain/parts"))
        encode.number_instances(session, is_numbered=is_numbered)
        session.stage(query("constrain/instances"))
        session.stage(query("constrain/cases"))
    else:
        encode.stage_instances(session, is_numbered=is_numbered)
    return session.size("instances")
