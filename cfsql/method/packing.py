"""Where each feature's code sits in the packed words, and the functions made of it.

A feature with k values gets the bits that k - 1 needs, and one above them in which a
sum can say whether any of these is set; two values need only the one bit. Words hold
at most 63 bits, so that sums of them stay positive.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from cfsql.engines.functions import Function, Layout

WORD_BITS = 63

# A BIGINT as a BIT string; and how many words one number, a HUGEINT, can hold.
_BITS_OF_A_BIGINT = 64
_MOST_WORDS_OF_A_NUMBER = 2

# A bit_count is a TINYINT, and so is a sum of them.
_TINYINT_MAX = 127


@dataclass(frozen=True)
class Field:
    """The place of one feature: `n_bits` from bit `shift` of word `word` on.

    It counts `weight` times in a distance.
    """

    feature_id: int
    feature: str
    n_values: int
    word: int
    shift: int
    n_bits: int
    weight: int = 1

    @property
    def flag(self) -> int:
        """The top bit of the field, which no code of more than two values sets."""
        return 1 << (self.shift + self.n_bits - 1)

    @property
    def low(self) -> int:
        """All bits of the field but its top one."""
        return self.flag - (1 << self.shift)

    @property
    def mask(self) -> int:
        """The bits that codes are in."""
        return self.low or self.flag


@dataclass(frozen=True)
class Feature:
    """What the layout needs to know of a feature."""

    feature_id: int
    feature: str
    n_values: int
    agreement: float

    @property
    def n_bits(self) -> int:
        """The bits that its codes need, and the flag above them."""
        return n_bits(self.n_values)

    @property
    def density(self) -> float:
        """How often a bit of it tells two rows apart."""
        return (1 - self.agreement) / self.n_bits


def n_bits(n_values: int) -> int:
    """The bits of a field for `n_values` values."""
    return 1 if n_values <= 2 else (n_values - 1).bit_length() + 1


def layout(features: Iterable[Feature]) -> list[Field]:
    """Give each feature its place; the fields in column order.

    The features that tell most rows apart per bit come first: the keys of most joins
    are then in few words.
    """
    fields: list[Field] = []
    used: list[int] = []
    for each in sorted(features, key=lambda each: -each.density):
        word = next(
            (word for word, bits in enumerate(used) if bits + each.n_bits <= WORD_BITS),
            len(used),
        )
        if word == len(used):
            used.append(0)
        place = (word, used[word], each.n_bits)
        fields.append(Field(each.feature_id, each.feature, each.n_values, *place))
        used[word] += each.n_bits
    return sorted(fields, key=lambda field: field.feature_id)


def code_layout(fields: Sequence[Field]) -> Layout:
    """The words of codes with these fields, and what reads and writes them."""
    functions = (
        _pack(fields),
        hamming_function(fields),
        *_set_functions(fields),
        _value_codes(fields),
    )
    return Layout(tuple(sorted(_words(fields))), functions)


def key_function(kept: Sequence[Field], name: str = "kept_key") -> Function:
    """What a join on these features compares, as a value to group by."""
    return Function(name, ("code",), _as_value(_keys("code", masks(kept))))


def hamming_function(fields: Sequence[Field]) -> Function:
    """The number of fields in which two codes differ, each as often as it weighs."""
    total = sum(field.weight for field in fields)
    counts = []
    for word, members in _words(fields).items():
        low = sum(field.low for field in members)
        for weight in sorted({field.weight for field in members}):
            flags = sum(field.flag for field in members if field.weight == weight)
            count = f"bit_count({_differing(word, low, flags)})"
            if total > _TINYINT_MAX:
                count = f"cast({count} as integer)"
            counts.append(count if weight == 1 else f"{weight} * {count}")
    return Function("hamming", ("a", "b"), f"cast({' + '.join(counts)} as integer)")


def agree_function(name: str, fields: Sequence[Field]) -> Function:
    """Whether two codes agree on these features."""
    return Function(name, ("a", "b"), agree(fields))


def recode_function(moves: Sequence[tuple[Field, Field]]) -> Function:
    """Codes of one layout in another; what is not moved is left out."""
    words: dict[int, list[str]] = {}
    for old, new in moves:
        bits = f"((code.w{old.word} & {old.mask}) >> {old.shift}) << {new.shift}"
        words.setdefault(new.word, []).append(f"({bits})")
    members = ", ".join(f"w{word}: {' | '.join(words[word])}" for word in sorted(words))
    return Function("recode", ("code",), f"{{{members}}}")


def sort_function(fields: Iterable[Field], *, has_two_labels: bool) -> Function:
    """A number to sort instances by: by the first of these features, then the others.

    It holds as many features as its bits have room for. Of two labels, one comes first.
    """
    n_free = WORD_BITS - 1
    codes = [f"((label_id & {int(has_two_labels)}) << {n_free})"]
    for field in fields:
        n_free -= field.mask.bit_length() - field.shift
        if n_free < 0:
            break
        codes.append(
            f"(((code.w{field.word} & {field.mask}) >> {field.shift}) << {n_free})"
        )
    return Function("sort_key", ("label_id", "code"), " | ".join(codes))


def unmet_function(
    fields: Sequence[Field], conditions: Sequence[Mapping[int, Sequence[int]]]
) -> Function:
    """Which conditions a case does not meet, a bit for each.

    A condition is met by any of these codes in any of these features; feature 0 is the
    label.
    """
    places = {
        field.feature_id: f"((code.w{field.word} & {field.mask}) >> {field.shift})"
        for field in fields
    } | {0: "label_id"}
    bits = ["cast(0 as bigint)"]
    for place, condition in enumerate(conditions):
        met = [
            f"{places[feature_id]} in ({', '.join(map(str, codes))})"
            for feature_id, codes in condition.items()
            if codes
        ]
        bits.append(
            f"case when {' or '.join(met) or 'false'} then 0 else {1 << place} end"
        )
    return Function("unmet", ("code", "label_id"), " | ".join(bits))


def join_on(
    kept: Sequence[Field], must_differ: Sequence[Sequence[Field]] = ()
) -> tuple[Function, ...]:
    """What joins codes that agree on some features, and differ in some blocks."""
    differs = [f"not ({agree(block)})" for block in must_differ]
    return (
        key_function(kept),
        agree_function("kept_agree", kept),
        Function("dropped_differ", ("a", "b"), " and ".join(differs) or "true"),
    )


def _as_value(words: list[str]) -> str:
    """Words as one value to compare: a number where one will do, else a struct."""
    if len(words) <= 1:
        return words[0] if words else "0"
    return f"{{{', '.join(f'w{n}: {word}' for n, word in enumerate(words))}}}"


def masks(fields: Sequence[Field]) -> dict[int, int]:
    """The bits of these features, by word."""
    return {
        word: sum(field.mask for field in members)
        for word, members in _words(fields).items()
    }


def agree(fields: Sequence[Field]) -> str:
    """The condition that the codes `a` and `b` agree on these features."""
    kept = masks(fields)
    keys = zip(_keys("a", kept), _keys("b", kept), strict=True)
    return " and ".join(f"({a}) = ({b})" for a, b in keys) or "true"


def _keys(code: str, masks: dict[int, int]) -> list[str]:
    """The masked words of a code, as few as their bits can be moved into."""
    keys: list[tuple[int, str]] = []
    for word, mask in masks.items():
        bits = f"({code}.w{word} & {mask})"
        for place, (taken, key) in enumerate(keys):
            shift = _shift_beside(mask, taken)
            if shift is not None:
                moved = f"({bits} {'<<' if shift >= 0 else '>>'} {abs(shift)})"
                keys[place] = (taken | _shifted(mask, shift), f"{key} | {moved}")
                break
        else:
            keys.append((mask, bits))
    return [key for _, key in keys]


def _shift_beside(mask: int, taken: int) -> int | None:
    """How far to move a mask so that it meets no bit that is taken; None if nowhere."""
    lowest = (mask & -mask).bit_length() - 1
    for shift in range(-lowest, WORD_BITS - mask.bit_length() + 1):
        if not _shifted(mask, shift) & taken:
            return shift
    return None


def _shifted(mask: int, shift: int) -> int:
    return mask << shift if shift >= 0 else mask >> -shift


def _words(fields: Sequence[Field]) -> dict[int, list[Field]]:
    words: dict[int, list[Field]] = {}
    for field in fields:
        words.setdefault(field.word, []).append(field)
    return words


def _pack(fields: Sequence[Field]) -> Function:
    """An aggregate: the code of a row from its features' shifted bits."""
    words = ", ".join(
        f"w{word}: bit_or(bits) filter (where word = {word})" for word in _words(fields)
    )
    return Function("pack", ("word", "bits"), f"{{{words}}}")


def _differing(word: int, low: int, flags: int) -> str:
    """One bit per field of a word in which two codes differ, of those with flags.

    Adding `low` carries into a field's flag exactly when one of its lower bits is
    set, and never out of the field.
    """
    return f"(xor(a.w{word}, b.w{word}) + {low}) & {flags}"


def _set_functions(fields: Sequence[Field]) -> list[Function]:
    """Sets of features as the bits of one value: what two codes disagree on.

    The flags of all words are moved beside each other: into one word where they fit,
    else into two as a HUGEINT, else into a BIT string.
    """
    places, n_words = _places(fields)
    words = [""] * n_words
    for word, members in _words(fields).items():
        at, shift = places[word]
        low = sum(field.low for field in members)
        flags = f"({_differing(word, low, sum(field.flag for field in members))})"
        moved = f"({flags} {'<<' if shift >= 0 else '>>'} {abs(shift)})"
        words[at] = f"{words[at]} | {moved}" if words[at] else moved
    bit = _feature_bit(fields, places, n_words)
    has_bit = "bit_count(features & own_bit) = 1"
    return [
        Function("disagreement", ("a", "b"), _joined(words)),
        Function("feature_bit", ("feature_id",), bit),
        Function("has_feature", ("features", "own_bit"), has_bit),
    ]


def _feature_bit(
    fields: Sequence[Field],
    places: dict[int, tuple[int, int]],
    n_words: int,
) -> str:
    """The bit of a feature in a set of features.

    In a BIT string it is set by its position: to spell all words of each feature
    would take a text that grows with the square of the features.
    """
    as_bits = n_words > _MOST_WORDS_OF_A_NUMBER
    bits = []
    for field in fields:
        at, shift = places[field.word]
        flag = _shifted(field.flag, shift)
        if as_bits:
            value = str((at + 1) * _BITS_OF_A_BIGINT - flag.bit_length())
        else:
            own = ["cast(0 as bigint)"] * n_words
            own[at] = f"cast({flag} as bigint)"
            value = _joined(own)
        bits.append(f"when {field.feature_id} then {value}")
    chosen = f"case feature_id {' '.join(bits)} end"
    if not as_bits:
        return chosen
    empty = f"cast(repeat('0', {n_words * _BITS_OF_A_BIGINT}) as bit)"
    return f"set_bit({empty}, {chosen}, 1)"


def _value_codes(fields: Sequence[Field]) -> Function:
    """The codes of all features, as a list in column order."""
    codes = ", ".join(
        f"(code.w{field.word} & {field.mask}) >> {field.shift}" for field in fields
    )
    return Function("value_codes", ("code",), f"[{codes}]")


def _places(fields: Sequence[Field]) -> tuple[dict[int, tuple[int, int]], int]:
    """For each word, the word its flags go to and how far they are shifted."""
    places: dict[int, tuple[int, int]] = {}
    taken: list[int] = []
    for word, members in _words(fields).items():
        flags = sum(field.flag for field in members)
        shifts = (_shift_beside(flags, bits) for bits in taken)
        found = ((at, shift) for at, shift in enumerate(shifts) if shift is not None)
        at, shift = next(found, (len(taken), 0))
        if at == len(taken):
            taken.append(0)
        taken[at] |= _shifted(flags, shift)
        places[word] = (at, shift)
    return places, len(taken)


def _joined(words: list[str]) -> str:
    """Words side by side, in the smallest type that takes them."""
    if len(words) == 1:
        return words[0]
    if len(words) == _MOST_WORDS_OF_A_NUMBER:
        return f"(cast({words[0]} as hugeint) << {WORD_BITS}) | ({words[1]})"
    bits = " || ".join(f"cast({word} as bit)" for word in words)
    return f"cast({bits} as bit)"
