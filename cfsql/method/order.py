"""Features whose values have an order: numbers, dates, or words as they are listed.

The codes of such a feature are numbered in this order, so that a comparison of two
packed codes says whether a value has fallen. Values that are equal as numbers share a
place, and differ in the bits below it. What is missing has a place nowhere: it may stay
missing, and is compared with nothing else.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass

from cfsql.engines import Engine
from cfsql.engines.functions import Function
from cfsql.engines.identifiers import literal
from cfsql.engines.queries import query
from cfsql.errors import WrongUse, nearest_name
from cfsql.method import encode
from cfsql.method.packing import Feature, Field, layout
from cfsql.words import said

NUMBERS, DATES, LISTED = "numbers", "dates", "order"

# Between words that are passed on as one text.
_SEPARATOR = chr(31)

# Words that are named of an order, or of a column without one.
_N_SHOWN = 4


@dataclass(frozen=True)
class Order:
    """How the values of a feature are compared; as `words` are listed, if they are."""

    feature_id: int
    feature: str
    how: str
    words: tuple[str, ...] = ()


@dataclass(frozen=True)
class Ordered:
    """A feature whose codes are in order: bits for ties, then places, then kinds."""

    field: Field
    tie_bits: int
    place_bits: int
    kind_bits: int

    @property
    def places(self) -> int:
        """The bits that say which of two values is above the other."""
        return ((1 << self.place_bits) - 1) << (self.field.shift + self.tie_bits)

    @property
    def kinds(self) -> int:
        """The bits in which values that can be compared agree."""
        shift = self.field.shift + self.tie_bits + self.place_bits
        return ((1 << self.kind_bits) - 1) << shift


@dataclass(frozen=True)
class Direction:
    """A feature that may only rise, or only fall."""

    of: Ordered
    is_down: bool

    @property
    def name(self) -> str:
        """The direction as a row without an answer is told of it."""
        return f"{'only-down' if self.is_down else 'only-up'} {self.of.field.feature}"


@dataclass(frozen=True)
class Bits:
    """The bits of one word in which directions are decided.

    To fall is to rise where the bits of places are turned round: `turned`. `tops` are
    bits above the places, which only a place that is below another takes away.
    """

    turned: int
    places: int
    tops: int
    kinds: int


def bits_of(directions: Iterable[Direction]) -> dict[int, Bits]:
    """The bits that decide these directions, by word."""
    words: dict[int, list[Direction]] = {}
    for each in directions:
        words.setdefault(each.of.field.word, []).append(each)
    return {
        word: Bits(
            turned=sum(each.of.places for each in members if each.is_down),
            places=sum(each.of.places for each in members),
            tops=sum(each.of.field.flag for each in members),
            kinds=sum(each.of.kinds for each in members),
        )
        for word, members in sorted(words.items())
    }


def wrong_ways_function(directions: Sequence[Direction]) -> Function:
    """The features that go the wrong way from the code `a` to `b`, as a list."""
    names = [
        f"case when not ({directed_function([each]).body}) "
        f"then {literal(each.of.field.feature)} end"
        for each in directions
    ]
    listed = f"cast([{', '.join(names)}] as varchar[])"
    body = f"list_filter({listed}, lambda name: name is not null)"
    return Function("wrong_ways", ("a", "b"), body)


def directed_function(directions: Iterable[Direction]) -> Function:
    """Whether no value falls that may only rise from the code `a` to `b`, or rises."""
    conditions = []
    for word, bits in bits_of(directions).items():
        a, b = (f"({code}.w{word} & {bits.places})" for code in ("a", "b"))
        if bits.turned:
            a, b = (f"(xor({each}, {bits.turned}))" for each in (a, b))
        conditions.append(f"((({b} | {bits.tops}) - {a}) & {bits.tops}) = {bits.tops}")
        if bits.kinds:
            kinds = (f"({code}.w{word} & {bits.kinds})" for code in ("a", "b"))
            conditions.append(" = ".join(kinds))
    return Function("directed", ("a", "b"), " and ".join(conditions) or "true")


# What is said about orders.


def parse(given: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """The columns and words of options such as size=small,medium,large."""
    found: dict[str, tuple[str, ...]] = {}
    for text in given:
        column, sign, listed = text.partition("=")
        column = column.strip()
        rows = list(csv.reader([listed.strip()], skipinitialspace=True))
        words = tuple(word.strip() for word in (rows[0] if rows else ()))
        if not sign or not column or not all(words) or len(words) < 2:
            raise WrongUse(
                "--order takes COL=WORDS, the least first, such as "
                f"size=small,medium,large; not '{text}'"
            )
        for word in words:
            if words.count(word) > 1:
                raise WrongUse(f"--order {column} has '{word}' twice")
        if column.lower() in map(str.lower, found):
            raise WrongUse(f"--order names column '{column}' twice")
        found[column] = words
    return found


def find_orders(
    session: Engine,
    fields: Sequence[Field],
    given: Mapping[str, Sequence[str]],
    *,
    has_bins: bool,
) -> dict[str, Order]:
    """How the values of these features of a bound table are compared, where they can.

    A feature has the order that is `given`, or that of its intervals; or its values are
    all numbers, or all dates.
    """
    intervals: dict[str, Sequence[str]] = {}
    if has_bins:
        intervals = dict(session.fetch(query("order/interval_texts")))
    ids = [field.feature_id for field in fields]
    kinds = {row[0]: row[1:] for row in _kinds(session, ids)}
    found = {}
    for field in fields:
        name, id = field.feature, field.feature_id
        are_numbers, are_dates, _ = kinds[id]
        words = given.get(name) or intervals.get(name)
        if words is not None:
            found[name] = Order(id, name, LISTED, tuple(words))
        elif are_numbers or are_dates:
            found[name] = Order(id, name, NUMBERS if are_numbers else DATES)
    return found


def _kinds(session: Engine, ids: list[int]) -> list[tuple[int, bool, bool, str]]:
    return session.fetch(query("order/kinds_of_values"), feature_ids=ids) if ids else []


def refuse_without(
    session: Engine, table: str, field: Field, order: Order | None
) -> None:
    """Refuse a direction of a feature whose values have no order."""
    if order is not None:
        return
    ((*_, other),) = _kinds(session, [field.feature_id])
    name = field.feature
    raise WrongUse(
        f"{name} of {table} has words, such as {said(other)}; to say which is more, "
        f"list them, the least first: --order '{name}=…,…'"
    )


def refuse_outside(session: Engine, table: str, orders: Sequence[Order]) -> None:
    """Stage the values with their places' keys; refuse one that has no place."""
    session.stage(
        query("order/value_orders"),
        orders=[
            {
                "feature_id": each.feature_id,
                "how": each.how,
                "words": _SEPARATOR.join(each.words),
            }
            for each in orders
        ],
    )
    session.stage(query("order/keyed_values"))
    by_id = {each.feature_id: each for each in orders}
    for feature_id, text in session.fetch(query("order/outside_order")):
        order = by_id[feature_id]
        if order.how != LISTED:
            raise WrongUse(
                f"{order.feature} of {table} is {said(text)} in some row, and the "
                f"others are {order.how}"
            )
        near = nearest_name(text, order.words)
        shown = ", ".join([*order.words[:_N_SHOWN], *["…"][: len(order.words) // 5]])
        raise WrongUse(
            f"{order.feature} of {table} is {said(text)} in some row, which its order "
            f"{shown} does not have"
            + (f"; is it '{near}'?" if near else "; say where it goes in --order")
        )


# Codes in order.


def put_in_order(
    session: Engine,
    table: str,
    fields: Sequence[Field],
    orders: Sequence[Order],
    *,
    has_new_values: bool,
) -> tuple[list[Field], dict[str, Ordered]]:
    """Give the bound instances codes in the order of some features; the layout.

    Where values may come that the table does not have, there are gaps for them.
    """
    refuse_outside(session, table, orders)
    session.stage(query("order/placed_values"), is_spaced=has_new_values)
    sizes = {
        id: _bits(int(place), int(tie), int(kind), has_new_values)
        for id, place, tie, kind in session.fetch(query("order/place_sizes"))
    }
    agreement = {
        row[0]: row[2] for row in session.fetch(query("encode/feature_values"))
    }
    recoded = layout(
        Feature(
            field.feature_id,
            field.feature,
            sizes[field.feature_id][3] if field.feature_id in sizes else field.n_values,
            agreement[field.feature_id],
        )
        for field in fields
    )
    session.stage(
        query("order/place_bits"),
        places=[
            {"feature_id": id, "tie_bits": ties, "place_bits": places}
            for id, (ties, places, *_) in sizes.items()
        ],
    )
    session.stage(query("order/recoded_values"))
    session.stage(query("order/instance_codes"))
    session.view(query("order/instance_cells"))
    session.stage(query("encode/features"), fields=[asdict(field) for field in recoded])
    encode.define_layout(session, recoded)
    session.stage(query("order/instances"))
    session.stage(query("order/dictionary"))
    session.stage(query("encode/feature_bits"))
    return recoded, {
        field.feature: Ordered(field, *sizes[field.feature_id][:3])
        for field in recoded
        if field.feature_id in sizes
    }


def _bits(
    place: int, tie: int, kind: int, has_new_values: bool
) -> tuple[int, int, int, int]:
    """The bits of ties, places and kinds, and how many codes there may be.

    A new case may have a number after all others, one that is written in another way
    than in the table, nothing, or what has no place. At least three codes: of two, the
    field has no bit above them.
    """
    if has_new_values:
        place, tie, kind = place + 1, tie + 1, 2
    ties, places = tie.bit_length(), place.bit_length()
    last = (kind << (ties + places)) if kind else (place << ties) | tie
    return ties, places, kind.bit_length(), max(3, last + 1)
