"""Sixty-three rows at a time: distances by bitwise operations on slices of the table.

A slice holds as many instances as a word has bits, turned on its side: for every bit of
the code a plane, a word with that bit of each instance. A row is compared with a whole
slice by an xor per plane; the planes of a feature, joined by or, say in which instances
it differs; and the features are added up as numbers are, digit by digit, for all
instances at once.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cfsql.engines import Engine
from cfsql.engines.functions import Function
from cfsql.engines.queries import Query, generated, query
from cfsql.method.order import Direction
from cfsql.method.packing import WORD_BITS, Field

# Instances in a slice: one per bit of a word.
N_SLOTS = WORD_BITS


class Slices:
    """Instances in slices, and the seekers that these are compared with."""

    def __init__(
        self,
        session: Engine,
        fields: Sequence[Field],
        instances: str = "population",
        directions: Sequence[Direction] = (),
    ) -> None:
        """Take a relation of instances that is staged in the layout of `fields`.

        Only those are compared that fall in nothing that may only rise.
        """
        self.session = session
        self.fields = fields
        self.instances = instances
        self.directions = directions
        self.n_sliced: int | None = None

    def stage(self, n_instances: int, *, are_all: bool = True) -> None:
        """Slice all instances, or the first of them, if that is not done."""
        session = self.session
        if n_instances != self.n_sliced:
            session.bind("sliced_instances", self.instances)
            session.define(*slice_functions(self.fields))
            if not are_all:
                session.stage(query("sliced/first_instances"), n_sliced=n_instances)
            session.stage(query("sliced/slots"), n_slots=N_SLOTS)
            session.stage(query("sliced/slices"))
            session.rename("slots", f"{self.instances}_slots")
            session.rename("slices", f"{self.instances}_slices")
            self.n_sliced = n_instances
        session.bind("slots", f"{self.instances}_slots")
        session.bind("slices", f"{self.instances}_slices")

    def seek(
        self, seekers: Query, *, n_seekers: int, furthest: int, **parameters: object
    ) -> None:
        """Compare the seekers of a query with all slices from now on."""
        self.session.stage_shards(
            seekers, key="seeker_id", n_rows=n_seekers, **parameters
        )
        self.session.view(_sliced_pairs(self.fields, self.directions))
        self.session.define(count_function(total_weight(self.fields), furthest))


def total_weight(fields: Sequence[Field]) -> int:
    """The greatest distance that there can be."""
    return sum(field.weight for field in fields)


def slice_functions(fields: Sequence[Field]) -> list[Function]:
    """What turns codes into slices, and reads how far these are."""
    planes = [plane for field in fields for plane in _planes(field)]
    sliced = [f"{name}: bit_or(({bit}) << slot)" for name, bit in planes]
    used = "used: bit_or(cast(1 as bigint) << slot)"
    spread = [f"{name}: -({bit})" for name, bit in planes]
    return [
        Function("slice_up", ("code", "slot"), _struct([used, *sliced])),
        Function("spread", ("code",), _struct(spread)),
        _rows_at(total_weight(fields)),
    ]


def count_function(greatest: int, furthest: int) -> Function:
    """An aggregate: the instances at each distance from 0 to the furthest, listed."""
    n_digits = greatest.bit_length()
    counts = []
    for distance in range(min(furthest, greatest) + 1):
        ones = [f"digits.d{n}" for n in range(n_digits) if distance >> n & 1]
        zeros = [f"digits.d{n}" for n in range(n_digits) if not distance >> n & 1]
        rows = ["used", *ones, *([f"~({' | '.join(zeros)})"] if zeros else [])]
        counts.append(f"sum(bit_count({' & '.join(rows)}))")
    return Function("n_by_distance", ("used", "digits"), f"[{', '.join(counts)}]")


def _planes(field: Field) -> Iterator[tuple[str, str]]:
    """The name of each plane of a feature, and the bit of a code that it holds."""
    for name, bit in _bits(field):
        yield name, f"(code.w{field.word} >> {bit.bit_length() - 1}) & 1"


def _bits(field: Field) -> Iterator[tuple[str, int]]:
    """The name of each plane of a feature, and its bit of the word, lowest first."""
    for place in range(max(1, (field.n_values - 1).bit_length())):
        yield f"p{field.feature_id}_{place}", 1 << (field.shift + place)


def _falling(direction: Direction) -> str:
    """The instances of a slice that a direction leaves out, as the bits of a word.

    The highest bit of the place in which they differ decides. Where the kinds differ,
    nothing can be compared.
    """
    field, falling, others = direction.of.field, "0", []
    for name, bit in _bits(field):
        own, theirs = f"masks.{name}", f"planes.{name}"
        if bit & direction.of.kinds:
            others.append(f"xor({own}, {theirs})")
        elif bit & direction.of.places:
            lower = theirs if direction.is_down else own
            differs = f"xor({own}, {theirs})"
            falling = f"(({differs} & {lower}) | (~{differs} & {falling}))"
    return " | ".join([falling, *others])


def _sliced_pairs(
    fields: Sequence[Field], directions: Sequence[Direction] = ()
) -> Query:
    """A relation: every seeker with every slice, and their distances in digits."""
    kept = "seeker_id, slice_id, label_id, weight, used"
    differing = {}
    digits: list[list[str]] = [[] for _ in range(total_weight(fields).bit_length())]
    for field in fields:
        planes = [f"xor(masks.{name}, planes.{name})" for name, _ in _planes(field)]
        name = f"f{field.feature_id}"
        differing[name] = " | ".join(planes)
        # It counts where the digits of its weight are 1.
        for place, columns in enumerate(digits):
            if field.weight >> place & 1:
                columns.append(name)
    used = " & ".join(["planes.used", *(f"~({_falling(each)})" for each in directions)])
    body = (
        f"select seeker_id, slice_id, label_id, weight, {used} as used, "
        f"{_named(differing)}\nfrom spread_seekers cross join slices"
    )
    for layer in _adders(digits):
        body = f"select {kept}, {_named(layer)}\nfrom (\n{body}\n)"
    numbers = _struct(
        f"d{place}: {digit[0] if digit else 'cast(0 as bigint)'}"
        for place, digit in enumerate(digits)
    )
    body = f"select {kept}, {numbers} as digits\nfrom (\n{body}\n)"
    return generated("sliced_pairs", body)


def _adders(digits: list[list[str]]) -> Iterator[dict[str, str]]:
    """Layers of adders that leave one column per digit; each gives all its columns.

    Three columns of one digit become one of it and a carry to the next. Two are added
    when no carry can come to them any more; the last digit has no carry.
    """
    n_digits = len(digits)
    n_adders = 0
    while any(len(columns) > 1 for columns in digits):
        added: list[list[str]] = [[] for _ in range(n_digits)]
        layer: dict[str, str] = {}
        for place, columns in enumerate(digits):
            left = list(columns)
            is_next = all(len(lower) <= 1 for lower in digits[:place])
            while len(left) >= 3 or (is_next and len(left) == len(columns) == 2):
                a, b, *more = [left.pop() for _ in range(min(3, len(left)))]
                n_adders += 1
                total, carry = f"xor({a}, {b})", f"{a} & {b}"
                for c in more:
                    carry = f"({carry}) | ({c} & {total})"
                    total = f"xor({total}, {c})"
                layer[f"s{n_adders}"] = total
                added[place].append(f"s{n_adders}")
                if place + 1 < n_digits:
                    layer[f"c{n_adders}"] = carry
                    added[place + 1].append(f"c{n_adders}")
            for column in left:
                layer[column] = column
                added[place].append(column)
        digits[:] = added
        yield layer


def _rows_at(greatest: int) -> Function:
    """The rows of a slice at one distance, as the bits of a word."""
    rows = ["used"]
    for place in range(greatest.bit_length()):
        flip = f"((cast(distance as bigint) >> {place}) & 1) - 1"
        rows.append(f"xor(digits.d{place}, {flip})")
    return Function("rows_at", ("used", "digits", "distance"), " & ".join(rows))


def _struct(members: Iterator[str] | Sequence[str]) -> str:
    return f"{{{', '.join(members)}}}"


def _named(columns: dict[str, str]) -> str:
    return ", ".join(f"{body} as {name}" for name, body in columns.items())
