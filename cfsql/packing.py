"""Where each feature's code sits in the packed words, and the functions made of it.

A feature with k values gets the bits that k - 1 needs, at least one. Words hold at
most 62 bits, so that sums of fields stay positive on engines without unsigned types.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

WORD_BITS = 62


@dataclass(frozen=True)
class Field:
    """The place of one feature: `n_bits` from bit `shift` of word `word` on."""

    feature_id: int
    feature: str
    n_values: int
    word: int
    shift: int
    n_bits: int

    @property
    def mask(self) -> int:
        """All bits of the field."""
        return ((1 << self.n_bits) - 1) << self.shift

    @property
    def high(self) -> int:
        """The top bit of the field."""
        return 1 << (self.shift + self.n_bits - 1)

    @property
    def low(self) -> int:
        """All bits of the field but its top one."""
        return self.mask ^ self.high


@dataclass(frozen=True)
class Function:
    """A SQL function whose body depends on the layout of one table."""

    name: str
    parameters: tuple[str, ...]
    body: str


def layout(features: Iterable[tuple[str, int]]) -> list[Field]:
    """Give each (feature, number of values) its place, in column order."""
    fields: list[Field] = []
    word = shift = 0
    for feature_id, (feature, n_values) in enumerate(features, start=1):
        n_bits = max(1, (n_values - 1).bit_length())
        if shift + n_bits > WORD_BITS:
            word, shift = word + 1, 0
        fields.append(Field(feature_id, feature, n_values, word, shift, n_bits))
        shift += n_bits
    return fields


def functions(fields: list[Field]) -> list[Function]:
    """The functions that read and write codes of this layout."""
    return [_pack(fields), _hamming(fields), _changed(fields)]


def _words(fields: list[Field]) -> dict[int, list[Field]]:
    words: dict[int, list[Field]] = {}
    for field in fields:
        words.setdefault(field.word, []).append(field)
    return words


def _pack(fields: list[Field]) -> Function:
    """An aggregate: the code of a row from its features' shifted bits."""
    words = ", ".join(
        f"w{word}: bit_or(bits) filter (where word = {word})" for word in _words(fields)
    )
    return Function("pack", ("word", "bits"), f"{{{words}}}")


def _hamming(fields: list[Field]) -> Function:
    """The number of fields in which two codes differ.

    Adding `low` carries into a field's top bit exactly when one of its lower bits
    is set, and never out of the field; so one bit per differing field remains.
    """
    counts = []
    for word, members in _words(fields).items():
        low = sum(field.low for field in members)
        high = sum(field.high for field in members)
        differs = f"xor(a.w{word}, b.w{word})"
        count = f"bit_count(((({differs} & {low}) + {low}) | {differs}) & {high})"
        # A count is a TINYINT, and so is a sum of counts.
        counts.append(f"cast({count} as integer)" if len(fields) > 127 else count)
    return Function("hamming", ("a", "b"), f"cast({' + '.join(counts)} as integer)")


def _changed(fields: list[Field]) -> Function:
    """The disagreement set of two codes, as a list of feature ids in column order."""
    flags = ", ".join(
        f"case when xor(a.w{field.word}, b.w{field.word}) & {field.mask} <> 0 "
        f"then {field.feature_id} end"
        for field in fields
    )
    body = f"list_filter([{flags}], lambda feature_id: feature_id is not null)"
    return Function("changed", ("a", "b"), body)
