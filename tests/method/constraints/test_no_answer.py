"""Why a constraint leaves no answer, and what is said of those it leaves."""

from __future__ import annotations

from typing import Any

import polars as pl

import cfsql
from tests.support.commands import Run


def test_the_constraint_that_took_the_last_counterfactual_is_named() -> None:
    frame = pl.DataFrame(
        {
            "x": ["a", "a", "b", "b", "b"],
            "y": ["k", "l", "k", "m", "m"],
            "z": ["p", "p", "p", "q", "q"],
            "size": [1, 2, 3, 4, 4],
            "label": ["no", "yes", "yes", "maybe", "maybe"],
        }
    )
    # Of row 1: 2 (y, size), 3 (x, size), and 4 with 5 (all four).
    with cfsql.connect() as database:
        table = database.load(frame, table="t", label=-1)

        def blocked(**options: Any) -> str | None:
            explained = table.explain(1, **options)
            assert not explained.counterfactuals
            return explained.blocked_by

        assert blocked(target="no") == "target"
        assert blocked(target="yes", min_support=2) == "min-support"
        assert blocked(min_support=3) == "min-support"
        # One after the other, in the order of the columns.
        assert blocked(freeze=["y", "x"]) == "freeze y"
        assert blocked(freeze=["size"], target="yes") == "freeze size"
        assert blocked(freeze=["X", "z"], min_support=2) == "freeze x"
        assert blocked(max_changes=1) == "max-changes"
        assert blocked(max_changes=1, require="b.size < a.size") == "max-changes"
        assert blocked(max_changes=2, require="b.size > 3") == "require"
        assert blocked(target="maybe", max_changes=3) == "max-changes"
        assert blocked(target="each", require="b.size > 9") == "require"
        # Nothing was there to be taken.
        same = database.load(frame.drop("label"), table="same", label="z", replace=True)
        alone = database.load(
            pl.DataFrame({"x": ["a", "a"], "label": ["u", "v"]}),
            table="contradicted",
            label=-1,
        )
        assert same.explain(1, max_changes=1).blocked_by == "max-changes"
        assert alone.explain(1, max_changes=1).blocked_by is None
        assert "blocked_by" in table.rank(target="each").summary.pl().columns
        assert "blocked_by" not in table.rank(ignore=["z"]).summary.pl().columns
        assert (
            "blocked_by" not in table.rank(nearest=2, diverse=True).summary.pl().columns
        )


def test_a_row_that_has_the_outcome_to_reach_needs_no_change(loaded: Run) -> None:
    done = loaded("explain", "--table", "recidivism", "--row", 1, "--target", "Med")
    assert (
        "The score is Med already, which is the one to reach: nothing has to change."
        in " ".join(done.stdout.split())
    )
    ranked = loaded("rank", "--table", "recidivism", "--target", "Med").stdout
    assert "no change needed  4 rows (50.0%), which are Med already" in ranked
    assert "excluded" not in ranked
    assert "no counterfactual" not in ranked


def test_what_is_listed_is_told_apart_from_what_is_minimal(loaded: Run) -> None:
    done = loaded("rank", "--table", "recidivism", "--nearest", 2)
    n_listed = loaded(
        *("sql", "select count(*) from recidivism_ranked", "--format", "csv")
    ).stdout.split()[1]
    assert f"minimal ones, 2.6 per row; {n_listed} listed, the nearest" in done.stdout
