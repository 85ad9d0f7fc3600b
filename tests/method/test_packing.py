"""The packed words: every field in its place, and distances that count fields."""

from __future__ import annotations

import duckdb
from hypothesis import given
from hypothesis import strategies as st

from cfsql.method.packing import WORD_BITS, Feature, Field, code_layout, layout
from tests.support.examples import examples


def layout_of(sizes: list[int]) -> list[Field]:
    return layout(
        Feature(feature_id, f"f{feature_id}", size, 1 / size)
        for feature_id, size in enumerate(sizes, start=1)
    )


def packed(fields: list[Field], codes: list[int]) -> str:
    """The codes as a SQL value: a struct of BIGINT words, as the tables have it."""
    words = {field.word: 0 for field in fields}
    for field, code in zip(fields, codes, strict=True):
        words[field.word] |= code << field.shift
    return (
        f"{{{', '.join(f'w{word}: {bits}::bigint' for word, bits in words.items())}}}"
    )


@given(st.lists(st.integers(1, 2**40), min_size=1, max_size=60))
def test_no_two_fields_share_a_bit_and_words_are_not_full(sizes: list[int]) -> None:
    fields = layout_of(sizes)
    taken: dict[int, int] = {}
    for field in fields:
        assert field.n_values <= 2**field.n_bits
        assert taken.get(field.word, 0) & field.mask == 0
        taken[field.word] = taken.get(field.word, 0) | field.mask
    assert all(bits < 2**WORD_BITS for bits in taken.values())
    assert sorted(taken) == list(range(len(taken)))


@examples(60)
@given(
    st.one_of(
        st.lists(st.integers(1, 2**35), min_size=1, max_size=40),
        st.lists(st.integers(1, 4), min_size=50, max_size=200),
    ),
    st.data(),
)
def test_hamming_and_disagreement_see_exactly_the_fields_that_differ(
    sizes: list[int], data: st.DataObject
) -> None:
    fields = layout_of(sizes)
    left = [data.draw(st.integers(0, size - 1)) for size in sizes]
    right = [
        data.draw(st.sampled_from([code, 0, size - 1]))
        for code, size in zip(left, sizes, strict=True)
    ]
    differing = [
        field.feature_id
        for field, a, b in zip(fields, left, right, strict=True)
        if a != b
    ]
    with duckdb.connect() as connection:
        for function in code_layout(fields).functions:
            connection.execute(
                f"create temp macro {function.name}"
                f"({', '.join(function.parameters)}) as {function.body}"
            )
        found = connection.execute(
            f"select hamming(a, b), "
            f"list_filter({[field.feature_id for field in fields]}, "
            f"lambda id: bit_count(disagreement(a, b) & feature_bit(id)) = 1) from "
            f"(select {packed(fields, left)} as a, {packed(fields, right)} as b)"
        ).fetchall()
    assert found == [(len(differing), differing)]
