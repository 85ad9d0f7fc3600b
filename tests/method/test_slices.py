"""Slices: distances of many rows at once are the distances of each."""

from __future__ import annotations

import random

import duckdb
from hypothesis import given
from hypothesis import strategies as st

from cfsql.engines.duckdb import Session
from cfsql.engines.queries import query
from cfsql.method.packing import Feature, code_layout, layout
from cfsql.method.plans.slices import N_SLOTS, Slices
from tests.support.examples import examples


@examples(25)
@given(
    sizes=st.lists(st.integers(1, 300), min_size=1, max_size=70),
    n_rows=st.sampled_from([1, N_SLOTS, N_SLOTS + 1, 3 * N_SLOTS]),
    seed=st.integers(0, 1000),
)
def test_slices_count_the_rows_at_each_distance(
    sizes: list[int], n_rows: int, seed: int
) -> None:
    chance = random.Random(seed)
    # Few of the values of each feature occur, so that all distances do.
    rows = [
        [min(chance.randrange(3), size - 1) for size in sizes] for _ in range(n_rows)
    ]
    labels = [chance.randrange(3) for _ in rows]
    weights = [chance.randrange(1, 4) for _ in rows]
    fields = layout(
        Feature(n, f"f{n}", size, 0.5) for n, size in enumerate(sizes, start=1)
    )
    words = 1 + max(field.word for field in fields)
    expected: dict[tuple[int, int, int], int] = {}
    for centre, values in enumerate(rows, start=1):
        for other, label, weight in zip(rows, labels, weights, strict=True):
            distance = sum(a != b for a, b in zip(values, other, strict=True))
            key = (centre, distance, label)
            expected[key] = expected.get(key, 0) + weight

    with duckdb.connect() as connection, Session(connection) as session:
        session.define_layout(code_layout(fields))
        codes = []
        for values in rows:
            packed = [0] * words
            for field, value in zip(fields, values, strict=True):
                packed[field.word] |= value << field.shift
            codes.append({f"w{word}": bits for word, bits in enumerate(packed)})
        session._execute(
            "create temp table population as select instance_id, label_id, code, weight"
            " from (select unnest($rows, recursive := false) as r), "
            "lateral (select r.instance_id::bigint as instance_id, "
            "r.label_id::bigint as label_id, r.weight::bigint as weight, "
            f"{{{', '.join(f'w{n}: r.code.w{n}::bigint' for n in range(words))}}} "
            "as code)",
            {
                "rows": [
                    {
                        "instance_id": n,
                        "label_id": label,
                        "weight": weight,
                        "code": code,
                    }
                    for n, (label, weight, code) in enumerate(
                        zip(labels, weights, codes, strict=True), start=1
                    )
                ]
            },
        )
        session._execute(
            "create temp view open_centres as "
            "select instance_id as centre_id, code, 0 as batch from population"
        )
        slices = Slices(session, fields)
        slices.stage(n_rows)
        slices.seek(
            query("sliced/spread_centres"),
            n_seekers=n_rows,
            furthest=len(fields),
            batch=0,
        )
        found = {
            (centre, distance, label): n
            for centre, distance, label, n in session.fetch(query("sliced/balls"))
        }
    assert found == expected
