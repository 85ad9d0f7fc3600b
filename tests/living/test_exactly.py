"""After any changes, what is stored is what it would be, were the table loaded so."""

from __future__ import annotations

import atexit
from functools import cache
from typing import Any

from hypothesis import given, note, settings
from hypothesis import strategies as st

import cfsql
from cfsql.errors import WrongUse
from tests.living.compared import changed, told
from tests.living.sequences import OPTIONS, Life, results


@cache
def databases() -> tuple[cfsql.Database, cfsql.Database]:
    """One that lives, and one that is made anew each time."""
    atexit.register(databases.cache_clear)
    return cfsql.connect(), cfsql.connect()


RANKINGS = st.lists(st.sampled_from(OPTIONS), min_size=1, max_size=3, unique_by=str)


@settings(max_examples=6)
@given(st.integers(0, 2**32 - 1), RANKINGS, st.integers(1, 3))
def test_results_are_as_if_the_table_was_loaded_as_it_is_now(
    seed: int, rankings: list[dict[str, Any]], n_changes: int
) -> None:
    living, anew = databases()
    life = Life.drawn(seed)
    table = life.load(living, has_id=life.has_id)
    options = {f"r{place}": each for place, each in enumerate(rankings)}
    make(table, life, options)
    for name in drawn(living, options):
        options[name] = {**options[name], "drawn": rows_of(living, name)}

    for _ in range(n_changes):
        before = {
            name: told(living, name, options[name]) for name in results_of(living)
        }
        done = life.change(table)
        note(done)
        if done == "nothing":
            continue
        assert living.sql("from t").pl().sort("row_id").equals(life.sorted_frame)

        fresh = life.load(anew, has_id=True)
        there = {each.name for each in living.rankings()}
        make(fresh, life, {name: options[name] for name in options if name in there})
        assert results(living) == results(anew)
        assert table.profile() == fresh.profile()

        after = {name: told(living, name, options[name]) for name in results_of(living)}
        named = [name for name in after if not options[name].get("anonymous")]
        for name in before.keys() & after.keys():
            expected = set(changed(before[name], after[name], life.rows))
            found = changes(living, name)
            if name in named:
                assert found == expected
            else:
                # Which of them is the first is not to be seen.
                assert {each[0] for each in found} == {each[0] for each in expected}
        for name in named:
            first = named[0]
            found = {
                (each.row_id, each.reason) for each in table.diff(first, name).answers
            }
            expected = set(changed(after[first], after[name], life.rows))
            assert found == {each[:2] for each in expected}


def make(table: cfsql.Table, life: Life, rankings: dict[str, dict[str, Any]]) -> None:
    """Store all rankings that can be made, an audit and factual explanations."""
    for name, given_options in rankings.items():
        options = dict(given_options)
        there = {str(id) for id, row in life.rows.items() if row["y"] is not None}
        try:
            if "rows" in options:
                options["rows"] = life.there(options["rows"])
            if "drawn" in options:
                del options["sample"], options["seed"]
                kept = [id for id in options.pop("drawn") if str(id) in there]
                options["rows"] = kept
            table.rank(into=name, **options)
        except WrongUse:
            continue
    if life.n_features % 2:
        table.why_rows(
            limit=3, time_limit=None, per_row=2 if life.n_values % 2 else None
        )
    if "r0" in {each.name for each in table.database.rankings()}:
        table.database.ranking("r0").audit(["f1"])


def drawn(database: cfsql.Database, rankings: dict[str, dict[str, Any]]) -> list[str]:
    """The rankings of samples."""
    return [each for each in results_of(database) if "sample" in rankings[each]]


def rows_of(database: cfsql.Database, name: str) -> list[Any]:
    """The rows that a ranking is of."""
    return [
        id for (id,) in database.sql(f"select row_id from {name}_summary").fetchall()
    ]


def results_of(database: cfsql.Database) -> list[str]:
    """The rankings that are stored and not stale."""
    there = results(database)
    return [each.name for each in database.rankings() if f"{each.name}_ranked" in there]


def changes(database: cfsql.Database, name: str) -> set[tuple[Any, ...]]:
    """What the database says of answers of a ranking that changed."""
    return set(
        database.sql(
            "select row_id, reason, before_label, before_explanation, after_label, "
            "after_explanation, before_n_optimal, after_n_optimal "
            f"from t_changes where ranking = '{name}'"
        ).fetchall()
    )
