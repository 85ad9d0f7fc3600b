"""What is declared once for a table: what nobody can change, or only in one direction.

Declarations are the defaults of every question, and can be lifted for one. Whom the law
protects is read by audits alone. They are in cf.declared, one row per column.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from cfsql import speech
from cfsql.engines.duckdb import Session
from cfsql.engines.identifiers import quote
from cfsql.engines.queries import query
from cfsql.errors import UnknownName, WrongUse
from cfsql.options import (
    DeclareOptions,
    DefaultOptions,
    changed_options,
    command_words,
    given_among,
    one_by_one,
    pairs_of,
)
from cfsql.speech import say
from cfsql.words import listing

if TYPE_CHECKING:
    from cfsql.method.packing import Field
    from cfsql.tables.catalog import LoadedTable

# The ways in which a column may change, as cf.declared has them.
NEVER, UP, DOWN = "never", "only up", "only down"
_PROTECTED = "protected"

# What audits cannot compare by. What is ignored is no feature: cases that are equal in
# all features may differ in it, and are compared.
_UNPROTECTABLE = {
    "label": "the label of {table}: it is what may differ",
    "id": "the id of the rows of {table}: every row has its own",
    "row id": "the id of the rows of {table}: every row has its own",
}


@dataclass(frozen=True)
class Declared:
    """How columns may change, and the order of their words."""

    immutable: tuple[str, ...] = ()
    only_up: tuple[str, ...] = ()
    only_down: tuple[str, ...] = ()
    order: tuple[str, ...] = ()
    # What should make no difference: audits compare by it, and nothing keeps it.
    protected: tuple[str, ...] = ()

    @classmethod
    def of(cls, options: Mapping[str, Any]) -> Declared:
        """What the options of a call declare, or a record of them."""
        given = {name.replace("-", "_"): each for name, each in options.items()}
        return cls(**given_among(given, DeclareOptions))

    @property
    def options(self) -> dict[str, list[str]]:
        """What is declared, as options have it."""
        return {
            name.replace("_", "-"): list(value)
            for name, value in vars(self).items()
            if value
        }

    @property
    def is_binding(self) -> bool:
        """Whether any answer may be left out: an order alone leaves none out."""
        return bool(self.immutable or self.only_up or self.only_down)

    @property
    def ways(self) -> dict[str, str]:
        """How each column may change."""
        listed = ((UP, self.only_up), (DOWN, self.only_down), (NEVER, self.immutable))
        return {column: way for way, columns in listed for column in columns}

    @property
    def orders(self) -> dict[str, tuple[str, ...]]:
        """The words of each column that has an order, the least first."""
        from cfsql.method.order import parse

        return parse(self.order)

    @property
    def columns(self) -> list[str]:
        """The columns that something is declared of."""
        return list(dict.fromkeys([*self.ways, *self.orders, *self.protected]))

    @property
    def words(self) -> str | None:
        """What binds, as a part of a sentence; None if nothing does."""
        of_way: dict[str, list[str]] = {}
        for column, way in self.ways.items():
            of_way.setdefault(way, []).append(speech.column(column))
        listed = {way: speech.listing(columns) for way, columns in of_way.items()}
        n = {way: len(columns) for way, columns in of_way.items()}
        found = []
        if NEVER in listed:
            found.append(
                say(
                    "{columns} {n:does|do} not change",
                    columns=listed[NEVER],
                    n=n[NEVER],
                )
            )
        if UP in listed:
            found.append(
                say("{columns} {n:does|do} not fall", columns=listed[UP], n=n[UP])
            )
        if DOWN in listed:
            found.append(
                say("{columns} {n:does|do} not rise", columns=listed[DOWN], n=n[DOWN])
            )
        return say("; ").join(found) or None

    @property
    def protected_words(self) -> str | None:
        """What audits compare by, as a sentence; None if nothing is protected."""
        if not self.protected:
            return None
        columns = speech.listing([speech.column(name) for name in self.protected])
        return say("Protected in audits, as declared: {columns}.", columns=columns)

    def without(self, columns: Iterable[str]) -> Declared:
        """The same without how some columns may change; all else stays."""
        gone = {column.lower() for column in columns}

        def left(names: Sequence[str]) -> tuple[str, ...]:
            return tuple(name for name in names if name.lower() not in gone)

        return replace(
            self,
            immutable=left(self.immutable),
            only_up=left(self.only_up),
            only_down=left(self.only_down),
        )

    def named(self, option: str, given: Sequence[str]) -> list[str]:
        """The columns that an option names, of which something is declared."""
        known = {column.lower(): column for column in self.columns}
        if not known:
            return []
        names = one_by_one(
            option, given, lambda text: text.lower() in known, of="feature"
        )
        return [known[name.lower()] for name in names if name.lower() in known]


NOTHING = Declared()


# For one question.


def with_defaults(table: LoadedTable, options: Mapping[str, Any]) -> dict[str, Any]:
    """The options of a question, with what is declared of the table and not lifted."""
    given = dict(options)
    lifts_all = given.pop("no_defaults", False)
    declared, lifted = table.declared, lifted_of(table, given.pop("free", None))
    ignored = declared.named("ignore", _several(given.get("ignore")))
    in_force = NOTHING if lifts_all else declared.without([*lifted, *ignored])
    in_force = replace(in_force, protected=())
    for option, ways, other in (
        ("only_down", in_force.only_up, UP),
        ("only_up", in_force.only_down, DOWN),
    ):
        for name in declared.named(option, _several(given.get(option))):
            if name in ways:
                raise WrongUse(
                    f"{name} is declared to go {other}; to lift that: --free {name}"
                )
    for option, columns in (
        ("freeze", in_force.immutable),
        ("only_up", in_force.only_up),
        ("only_down", in_force.only_down),
    ):
        own = declared.named(option, _several(given.get(option)))
        more = [column for column in columns if column not in own]
        if more:
            given[option] = (*_several(given.get(option)), *more)
    if declared.order:
        given["order"] = _orders(declared, given.get("order"), ignored)
    return {**given, "declared": in_force.options if in_force.is_binding else {}}


def with_protected(
    table: LoadedTable, names: Sequence[str], options: Mapping[str, Any]
) -> list[str]:
    """The columns that an audit protects: the named ones, and those declared."""
    lifted = lifted_of(table, options.get("free"))
    if options.get("no_defaults"):
        lifted = list(table.declared.protected)
    declared = (name for name in table.declared.protected if name not in lifted)
    return [*_several(names), *declared]


def refuse_lifting(
    table: LoadedTable, kept: Declared, options: Mapping[str, Any]
) -> None:
    """Refuse to lift what a stored ranking has kept, where that ranking is read."""
    lifted = lifted_of(table, options.get("free"))
    if options.get("no_defaults"):
        lifted = kept.columns
    if kept.named("free", lifted):
        given = changed_options(DefaultOptions, options)
        raise WrongUse(
            f"{table.name} is ranked, and an audit reads that ranking; rank it anew "
            f"first, with {shlex.join(command_words(given))}"
        )


def lifted_of(table: LoadedTable, free: Any) -> list[str]:
    """The columns of which a question lifts what is declared; refuse others."""
    names, declared = _several(free), table.declared
    lifted = declared.named("free", names)
    if names and not lifted:
        known = listing(declared.columns) if declared.columns else "nothing"
        raise WrongUse(
            f"--free takes a column that something is declared of, not '{names[0]}'; "
            f"of {table.name} that is {known}"
        )
    return lifted


def _several(given: Any) -> tuple[str, ...]:
    if given is None:
        return ()
    return (given,) if isinstance(given, str) else tuple(given)


def _orders(declared: Declared, given: Any, ignored: list[str]) -> tuple[str, ...]:
    """The orders that are given, and those declared of other columns that count."""
    from cfsql.method.order import parse

    own = pairs_of(given) if isinstance(given, Mapping) else _several(given)
    taken = {column.lower() for column in (*parse(own), *ignored)}
    others = {
        column: words
        for column, words in declared.orders.items()
        if column.lower() not in taken
    }
    return (*own, *pairs_of(others))


# For a table.


def checked(
    session: Session, table: LoadedTable, fields: list[Field], declared: Declared
) -> Declared:
    """What is declared of a bound table, with names as they are; refuse what is not so.

    A value that an order does not have is refused, and a direction without an order.
    """
    from cfsql.method.constraints import named_features
    from cfsql.method.order import find_orders, refuse_outside, refuse_without

    names = [field.feature for field in fields]

    def found(option: str, given: Sequence[str]) -> tuple[str, ...]:
        return tuple(dict.fromkeys(named_features(given, names, table, option)))

    spelled = Declared(
        immutable=found("immutable", declared.immutable),
        only_up=found("only_up", declared.only_up),
        only_down=found("only_down", declared.only_down),
        order=pairs_of(
            {
                column: words
                for given, words in declared.orders.items()
                for (column,) in [named_features([given], names, table, "order")]
            }
        ),
        protected=tuple(protected_columns(session, table, declared.protected)),
    )
    for name in spelled.only_up:
        if name in spelled.only_down:
            raise WrongUse(
                f"--only-up and --only-down contradict each other on {name}; what "
                f"cannot change at all: --immutable {name}"
            )
    for option, directed in (
        ("--only-up", spelled.only_up),
        ("--only-down", spelled.only_down),
    ):
        for name in directed:
            if name in spelled.immutable:
                raise WrongUse(
                    f"--immutable and {option} contradict each other on {name}; give "
                    "one of them"
                )
    if len(spelled.immutable) == len(names):
        raise WrongUse("--immutable leaves no feature to change")
    orders = spelled.orders
    ways = [*spelled.only_up, *spelled.only_down]
    some = [each for each in fields if each.feature in {*orders, *ways}]
    known = find_orders(session, some, orders, has_bins=bool(table.bins))
    for each in some:
        refuse_without(session, table.name, each, known.get(each.feature))
    if known:
        refuse_outside(session, table.name, list(known.values()))
    return spelled


def protected_columns(
    session: Session, table: LoadedTable, names: Sequence[str]
) -> list[str]:
    """The columns that are meant, in their order; refuse what cannot be protected.

    Names match whatever their case. One that is no column may be several, with
    commas between them.
    """
    from cfsql.tables.profile import columns

    if not names:
        return []
    roles = {name: role for name, _, role, _ in columns(session, table)}
    known = {name.lower(): name for name in roles}
    found = set()
    wanted = one_by_one(
        "protected",
        _several(names),
        lambda text: text.lower() in known,
        of="column",
    )
    for name in wanted:
        column = name if name in roles else known.get(name.lower())
        if column is None:
            able = [each for each, role in roles.items() if role not in _UNPROTECTABLE]
            raise UnknownName("column", name, able, table.name)
        if roles[column] in _UNPROTECTABLE:
            why = _UNPROTECTABLE[roles[column]].format(table=table.name)
            raise WrongUse(f"column '{column}' is {why}, so it cannot be protected")
        found.add(column)
    return [column for column in roles if column in found]


def merged(before: Declared, new: Declared, free: Sequence[str]) -> Declared:
    """What is declared once some columns are declared anew, and others not any more."""
    lifted = before.named("free", free)
    if free and not before.columns:
        raise WrongUse(
            f"--free {free[0]}: nothing is declared of the table; to declare "
            f"something: --immutable {free[0]}"
        )
    for name in free:
        if not before.named("free", [name]):
            raise UnknownName("declared column", name, before.columns, "the table")
    anew = before.named("immutable", (*new.immutable, *new.only_up, *new.only_down))
    kept = before.without([*lifted, *anew])
    orders = {name: each for name, each in before.orders.items() if name not in lifted}
    again = {name.lower() for name in new.orders}
    orders = {name: each for name, each in orders.items() if name.lower() not in again}
    return Declared(
        immutable=(*kept.immutable, *new.immutable),
        only_up=(*kept.only_up, *new.only_up),
        only_down=(*kept.only_down, *new.only_down),
        order=pairs_of({**orders, **new.orders}),
        protected=tuple(
            dict.fromkeys(
                [
                    *(name for name in before.protected if name not in lifted),
                    *new.protected,
                ]
            )
        ),
    )


def remember(session: Session, table: LoadedTable, declared: Declared) -> None:
    """Note what is declared of a table, in the place of what was before."""
    forget(session, table.name)
    before = table.declared
    for column in declared.columns:
        session.add_rows(
            query("catalog/declaration"),
            session.cf("declared"),
            table_name=table.name,
            column_name=column,
            change=declared.ways.get(column),
            words=list(declared.orders.get(column, ())) or None,
            is_protected=column in declared.protected,
        )
    if table.place is not None:
        # A table that is used where it is is not ours.
        return
    for column in dict.fromkeys([*before.columns, *declared.columns]):
        place = f"{session.public(table.name)}.{quote(column)}"
        session.comment("column", place, _comment(declared, column))


def _comment(declared: Declared, column: str) -> str:
    """What a column is declared to be, for whoever looks at it."""
    way, words = declared.ways.get(column), declared.orders.get(column)
    said = [f"changes: {way}"] if way else []
    said += [f"order: {' < '.join(words)}"] if words else []
    return "; ".join(said + ["protected"] * (column in declared.protected))


def forget(session: Session, table: str) -> None:
    """Forget what is declared of a table."""
    if session.is_there(session.cf("declared")):
        session.delete(session.cf("declared"), table_name=table)


def all_declared(session: Session) -> dict[str, Declared]:
    """What is declared, by the name of the table."""
    if not session.is_there(session.cf("declared")):
        return {}
    found: dict[str, dict[str, list[tuple[str, Any]]]] = {}
    for row in session.fetch_stored(session.cf("declared")):
        own = found.setdefault(row["table_name"], {})
        column, words = row["column_name"], row["words"]
        own.setdefault(row["may_change"] or "", []).append((column, None))
        if words is not None:
            own.setdefault("order", []).append((column, words))
        if row["is_protected"]:
            own.setdefault(_PROTECTED, []).append((column, None))
    return {
        table: Declared(
            immutable=_names(own, NEVER),
            only_up=_names(own, UP),
            only_down=_names(own, DOWN),
            order=pairs_of(dict(own.get("order", ()))),
            protected=_names(own, _PROTECTED),
        )
        for table, own in found.items()
    }


def _names(own: Mapping[str, list[tuple[str, Any]]], way: str) -> tuple[str, ...]:
    return tuple(column for column, _ in own.get(way, ()))
