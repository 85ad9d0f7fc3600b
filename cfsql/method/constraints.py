"""Constraints on the counterfactual: conditions of the search, not filters after it.

Power and metrics keep their definitions: the cases around a counterfactual are those
of the whole table, whatever may be chosen from it.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain

from cfsql.engines import Engine
from cfsql.engines.functions import Function
from cfsql.engines.identifiers import quote
from cfsql.engines.queries import query
from cfsql.errors import BadCondition, NotOneCondition, UnknownName, WrongUse
from cfsql.method import encode
from cfsql.method.order import (
    Direction,
    Ordered,
    directed_function,
    find_orders,
    parse,
    put_in_order,
    refuse_without,
)
from cfsql.method.outcomes import number_outcomes, outcome_range, unlike_function
from cfsql.method.packing import Field, agree_function, hamming_function
from cfsql.method.selection import value_text
from cfsql.method.weights import distances, read_weights, weigh
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
    only_up: Sequence[str] = ()
    only_down: Sequence[str] = ()
    order: Sequence[str] = ()
    target: str | None = None
    differs_by: float | None = None
    require: Sequence[str] = ()
    max_changes: int | None = None
    min_support: int | None = None
    min_share: float | None = None
    ignore: Sequence[str] = ()
    weight: Sequence[str] = ()

    def __post_init__(self) -> None:
        """Refuse what cannot be meant."""
        refuse_wrong_values(ConstraintOptions, vars(self))
        if not all(condition.strip() for condition in self.require):
            raise WrongUse("--require needs a condition, such as 'b.age >= a.age'")
        parse(self.order)
        if self.differs_by is None:
            return
        # Written so that nan is refused too.
        if not 0 < self.differs_by < math.inf:
            raise WrongUse(
                f"--differs-by takes a number above 0, not {self.differs_by:g}"
            )
        if self.target is not None:
            raise WrongUse(
                "--differs-by takes any outcome that is far enough, and --target one; "
                "give one of them"
            )

    @classmethod
    def of(cls, options: Mapping[str, object]) -> Constraints:
        """The constraints among the options of a call; a label may have any type."""
        given = given_among(options, ConstraintOptions)
        if given.get("target") is not None:
            given["target"] = value_text(given["target"])
        return cls(**given)

    @property
    def choose(self) -> bool:
        """Whether some may not be chosen; --ignore, --order and --weight let all be."""
        return replace(self, ignore=(), order=(), weight=()) != NONE


NONE = Constraints()


@dataclass(frozen=True)
class Step:
    """A constraint that takes cases away, with all that were applied before it."""

    name: str | None
    limits: dict[str, object]
    frozen: tuple[Field, ...] = ()
    directions: tuple[Direction, ...] = ()
    is_apart: bool = False


@dataclass(frozen=True)
class Problem:
    """A search as it is posed: the features that count, and what may be chosen."""

    fields: list[Field]
    n_instances: int
    constraints: Constraints = NONE
    frozen: tuple[Field, ...] = ()
    directions: tuple[Direction, ...] = ()
    # The features whose codes are in order, and may be asked to rise or fall.
    ordered: Mapping[str, Ordered] = field(default_factory=dict)
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
    def is_apart(self) -> bool:
        """Whether another outcome is one that differs by enough."""
        return self.constraints.differs_by is not None

    @property
    def furthest(self) -> int:
        """The greatest distance that is looked at."""
        free = sum(self._free_weights)
        return min(self.constraints.max_changes or free, free)

    @property
    def distances(self) -> list[int]:
        """The distances at which there can be a case, the nearest first."""
        return distances(self._free_weights, self.furthest)

    @property
    def _free_weights(self) -> list[int]:
        """The weights of the features that may change."""
        return [field.weight for field in self.fields if field not in self.frozen]

    @property
    def steps(
        self,
    ) -> Iterator[Step]:
        """The constraints that take cases away, one by one.

        Each with the limits of a case so far, and with what is frozen and directed.
        """
        so_far, step = NONE, Step(None, self.case_limits(NONE))
        yield step
        if self.is_apart:
            step = replace(step, name="differs-by", is_apart=True)
            yield step
        for name in _OF_CASES:
            value = getattr(self.constraints, name)
            if value is not None:
                so_far = replace(so_far, **{name: value})
                limits = self.case_limits(so_far)
                step = replace(step, name=name.replace("_", "-"), limits=limits)
                yield step
        for place, each in enumerate(self.frozen, start=1):
            name = f"freeze {each.feature}"
            step = replace(step, name=name, frozen=self.frozen[:place])
            yield step
        for place, direction in enumerate(self.directions, start=1):
            directed = self.directions[:place]
            yield replace(step, name=direction.name, directions=directed)

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
    ordered: Mapping[str, Ordered] | None = None,
) -> Problem:
    """Make the instances and functions of a search in a session with a bound table.

    Where values may come that the table does not have, codes have room for one. Codes
    that are in order already are `ordered`, and stay as they are; so do then the ids of
    classes.
    """
    n_instances = table.n_instances
    names = [each.feature for each in fields]
    ignored = named_features(constraints.ignore, names, table, "ignore")
    frozen = named_features(constraints.freeze, names, table, "freeze")
    weights = read_weights(
        constraints.weight,
        lambda text: text.lower() in {name.lower() for name in names},
        lambda name: _feature(name, names, table, "weight"),
    )
    orders = {
        _feature(name, names, table, "order"): words
        for name, words in parse(constraints.order).items()
    }
    for option, chosen_names in (
        ("freeze", frozen),
        ("weight", weights),
        ("order", orders),
    ):
        for name in chosen_names:
            if name in ignored:
                raise WrongUse(
                    f"--{option} and --ignore contradict each other on {name}"
                )
    ways = _ways(constraints, names, table, ignored)
    kept = [each for each in fields if each.feature not in ignored]
    if not kept:
        raise WrongUse("--ignore leaves no feature to compare")
    if constraints.choose and all(each.feature in frozen for each in kept):
        raise WrongUse("--freeze leaves no feature to change")
    targets = _targets(session, table, constraints.target)
    columns = _require(session, table, constraints.require)
    least, greatest = outcome_range(session, constraints.differs_by)
    session.stage(
        query("constrain/wanted"),
        label_column=table.label,
        target_label=None if constraints.target == EACH else constraints.target,
        is_required=bool(constraints.require),
        differs_by=constraints.differs_by,
        least=least,
        greatest=greatest,
    )
    if ignored or columns or has_new_values:
        fields = encode.recode(session, kept, n_spare=int(has_new_values))
        n_instances = _bind_instances(
            session, is_refined=bool(columns), is_numbered=table.is_numbered
        )
    if ordered is None:
        wanted = [name for name in ways if name not in frozen]
        fields, ordered = _in_order(
            session, table, fields, orders, wanted, has_new_values=has_new_values
        )
        if constraints.differs_by is not None:
            number_outcomes(session, table, constraints.differs_by)
    fields = weigh(fields, weights)
    session.define(hamming_function(fields))
    for each in fields:
        if each.feature in ways and each.feature not in {*frozen, *ordered}:
            refuse_without(session, table.name, each, None)
    chosen = tuple(each for each in fields if each.feature in frozen)
    directions = tuple(
        Direction(ordered[name], is_down)
        for name, is_down in ways.items()
        if name not in frozen
    )
    session.define(agree_function("frozen_agree", chosen))
    session.define(directed_function(directions))
    session.define(unlike_function(is_apart=constraints.differs_by is not None))
    return Problem(
        fields=fields,
        n_instances=n_instances,
        # Lists as they were read: a column may have a comma in its name.
        constraints=replace(
            constraints,
            freeze=tuple(frozen),
            only_up=tuple(name for name, is_down in ways.items() if not is_down),
            only_down=tuple(name for name, is_down in ways.items() if is_down),
            ignore=tuple(ignored),
            weight=tuple(f"{name}={weight}" for name, weight in weights.items()),
        ),
        is_about_new_cases=has_new_values,
        frozen=chosen,
        directions=directions,
        ordered=ordered,
        targets=targets,
        columns=columns,
    )


def put_all_in_order(
    session: Engine,
    table: LoadedTable,
    fields: list[Field],
    *,
    has_new_values: bool = False,
) -> tuple[list[Field], Mapping[str, Ordered]]:
    """Give codes an order in all features that have one, for any direction to come."""
    given = table.declared.orders
    orders = find_orders(session, fields, given, has_bins=bool(table.bins))
    return put_in_order(
        session,
        table.name,
        fields,
        list(orders.values()),
        has_new_values=has_new_values,
    )


def _ways(
    constraints: Constraints,
    names: Sequence[str],
    table: LoadedTable,
    ignored: Sequence[str],
) -> dict[str, bool]:
    """The features that may only rise, then those that may only fall: True."""
    up = named_features(constraints.only_up, names, table, "only_up")
    down = named_features(constraints.only_down, names, table, "only_down")
    for name in up:
        if name in down:
            raise WrongUse(
                f"--only-up and --only-down contradict each other on {name}; to keep "
                f"it as it is: --freeze {name}"
            )
    ways = dict.fromkeys(up, False) | dict.fromkeys(down, True)
    for name in ways:
        if name in ignored:
            option = "--only-down" if ways[name] else "--only-up"
            raise WrongUse(f"{option} and --ignore contradict each other on {name}")
    return {
        name: ways[name]
        for is_down in (False, True)
        for name in names
        if ways.get(name) is is_down
    }


def _in_order(
    session: Engine,
    table: LoadedTable,
    fields: list[Field],
    given: Mapping[str, Sequence[str]],
    wanted: Sequence[str],
    *,
    has_new_values: bool,
) -> tuple[list[Field], Mapping[str, Ordered]]:
    """Give codes an order in the features that may only rise or only fall."""
    if not wanted:
        return fields, {}
    some = [each for each in fields if each.feature in wanted]
    orders = find_orders(session, some, given, has_bins=bool(table.bins))
    for each in some:
        refuse_without(session, table.name, each, orders.get(each.feature))
    return put_in_order(
        session,
        table.name,
        fields,
        list(orders.values()),
        has_new_values=has_new_values,
    )


def named_features(
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
        session.define(Function("required", ("a", "b"), "true"))
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
    session.define(Function("required", ("a", "b"), body))
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
