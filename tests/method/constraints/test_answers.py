"""No answer violates a constraint, stored or explained."""

from __future__ import annotations

from typing import Any

import pytest

import cfsql
from tests.method.constraints.samples import random_sample
from tests.support.tables import mixed_table


@pytest.mark.parametrize(
    "options",
    [
        {"freeze": ("feature 2",), "nearest": 2, "diverse": True},
        {"target": "each", "min_support": 2},
        {"require": "b.note = A.Note", "max_changes": 1, "by": "dag"},
        {"ignore": ("feature 1",), "count": "distinct"},
    ],
)
def test_explaining_a_row_says_what_ranking_it_stores(
    database: cfsql.Database, options: dict[str, Any]
) -> None:
    table = random_sample(4, "ab", 30).load(database)
    ranking = table.rank(**options)
    ranked = ranking.pl().to_dicts()
    by_row = {row["row_id"]: row for row in ranking.summary.pl().to_dicts()}
    unanswered = [row_id for row_id, row in by_row.items() if not row["n_minimal"]]
    for row_id in [1, 30, *unanswered[:1]]:
        explained = table.explain(row_id, **options)
        assert explained.pl().to_dicts() == [
            row for row in ranked if row["row_id"] == row_id
        ]
        summary = by_row[row_id]
        assert {name: getattr(explained, name) for name in summary} == summary


def test_no_stored_answer_violates_a_constraint_and_none_is_missed() -> None:
    table = mixed_table(n_labels=3)
    table.rank(
        freeze=["a"],
        require="b.b >= a.b and b.d is distinct from a.d",
        max_changes=2,
        min_support=2,
        ignore=["e"],
        into="allowed",
    )
    database = table.database
    # Whatever plan and layout there is: the rows as they were loaded, cell by cell.
    database.connection.execute(
        """
        create or replace temp view pairs as
        with supports as (
            select a, b, c, d, y, count(*) as support
            from mixed
            group by all
        )
        select
            x.row_id,
            z.row_id as counterfactual_id,
            (x.a is distinct from z.a)::int + (x.b is distinct from z.b)::int
            + (x.c is distinct from z.c)::int + (x.d is distinct from z.d)::int
                as distance,
            x.y <> z.y
            and x.a is not distinct from z.a
            and z.b >= x.b
            and z.d is distinct from x.d
            and distance between 1 and 2
            and supports.support >= 2 as is_allowed
        from mixed as x
        cross join mixed as z
        inner join supports
            on
                supports.a is not distinct from z.a
                and (supports.b, supports.c, supports.d, supports.y)
                = (z.b, z.c, z.d, z.y)
        """
    )
    assert database.sql("from allowed_ranked").fetchall()
    violating = """
        select ranked.row_id, ranked.counterfactual_id
        from allowed_ranked as ranked
        left join pairs using (row_id, counterfactual_id)
        where pairs.is_allowed is distinct from true
            or pairs.distance <> ranked.distance
    """
    assert database.sql(violating).fetchall() == []
    wrong = """
        select summary.row_id
        from allowed_summary as summary
        left join pairs
            on summary.row_id = pairs.row_id and pairs.is_allowed
        group by summary.row_id, summary.min_distance, summary.blocked_by
        having min(pairs.distance) is distinct from summary.min_distance
            or (min(pairs.distance) is null) <> (summary.blocked_by is not null)
    """
    assert database.sql(wrong).fetchall() == []
