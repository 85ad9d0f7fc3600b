"""cfsql against the SQL that one would write first: a self-join on text columns.

Both answer for the first rows of a loaded table, in the same process.
"""

from __future__ import annotations

import cfsql
from cfsql.engines.identifiers import quote
from cfsql.options import Plan

# row_id, counterfactual_id, distance, power, ball_size
Answer = tuple[int, int, int, int, int]


def with_cfsql(table: cfsql.Table, limit: int, plan: Plan = "auto") -> list[Answer]:
    """The whole of `rank`: searched, counted, ranked, measured and stored."""
    ranking = table.rank(limit=limit, plan=plan)
    return (
        ranking.relation()
        .project("row_id, counterfactual_id, distance, power, ball_size")
        .order("row_id, counterfactual_id")
        .fetchall()
    )


def with_naive_sql(table: cfsql.Table, limit: int) -> list[Answer]:
    """Minimal counterfactuals, powers and ball sizes; nothing else."""
    naive = Naive(table)
    naive.find_minimal(limit)
    naive.count_balls()
    return naive.answers()


class Naive:
    """The self-joins, step by step, on temporary tables."""

    def __init__(self, table: cfsql.Table) -> None:
        """Copy the table with every value as text."""
        features = [name for name, _, role, _ in table.columns() if role == "feature"]
        self._features = [quote(name) for name in features]
        self._label = quote(table.label)
        self._cursor = table.database.connection.cursor()
        texts = ", ".join(
            f"cast({name} as varchar) as {name}" for name in self._features
        )
        case = ", ".join([*self._features, self._label])
        self._cursor.execute(
            f"create or replace temp table naive as "
            f"select row_id, {texts}, cast({self._label} as varchar) as {self._label}, "
            f"min(row_id) over (partition by {case}) as representative "
            f"from {quote(table.name)}"
        )

    def find_minimal(self, limit: int) -> None:
        """Compare the first rows with all of another label; keep the nearest."""
        self._cursor.execute(
            f"create or replace temp table distances as "
            f"select a.row_id, b.representative, "
            f"{self._distance('a', 'b')} as distance "
            f"from naive as a inner join naive as b "
            f"on a.{self._label} <> b.{self._label} where a.row_id <= {limit}"
        )
        self._cursor.execute(
            "create or replace temp table minimal as "
            "select distinct row_id, representative, distance from distances "
            "semi join (select row_id, min(distance) as distance from distances "
            "where distance > 0 group by row_id) as nearest using (row_id, distance)"
        )

    def count_balls(self) -> None:
        """Compare each counterfactual with all rows, for each of its distances."""
        self._cursor.execute(
            f"create or replace temp table balls as "
            f"select centres.representative, centres.distance, count(*) as ball_size, "
            f"count(*) filter (where b.{self._label} <> x.{self._label}) as power "
            f"from (select distinct representative, distance from minimal) as centres "
            f"inner join naive as b on b.row_id = centres.representative "
            f"inner join naive as x on {self._distance('b', 'x')} <= centres.distance "
            f"group by all"
        )

    def answers(self) -> list[Answer]:
        """What was found and counted."""
        return self._cursor.execute(
            "select row_id, representative, distance, power, ball_size "
            "from minimal inner join balls using (representative, distance) "
            "order by row_id, representative"
        ).fetchall()

    def _distance(self, left: str, right: str) -> str:
        return " + ".join(
            f"({left}.{name} is distinct from {right}.{name})::int"
            for name in self._features
        )
