"""Cases that an explanation covers, but that have another label."""

from __future__ import annotations

import json

import polars as pl

import cfsql
from cfsql.show.terminal.why import why_lines
from tests.questions.why.answers import RunWhy


def test_exceptions_are_listed_for_programs(why: RunWhy) -> None:
    done = why(
        *("--table", "recidivism", "--row", 1, "--precision", "0.75"),
        *("--format", "json"),
    )

    found = json.loads(done.stdout)
    assert found["sentence"] == "3 of the 4 cases with age <25 (75.0%) are Med."
    assert [
        (one["features"], one["coverage"], one["precision"], one["exceptions"])
        for one in found["factuals"]
    ] == [
        (["age"], 4, 0.75, [{"row_id": 2, "label": "Low"}]),
        (["sex", "race"], 1, 1.0, []),
        (["sex", "recid"], 1, 1.0, []),
    ]


def test_of_many_exceptions_the_first_are_listed_and_the_others_counted() -> None:
    frame = pl.DataFrame(
        {
            "f": ["u"] * 20 + ["v"] * 12,
            "y": ["p"] * 12 + ["q"] * 20,
        }
    )
    with cfsql.connect() as database:
        found = database.load(frame, label=-1).why(1, precision=0.6)

    lines = " ".join(" ".join(why_lines(found, n_shown=10)).split())
    assert "12 of the 20 cases with f u (60.0%) are p." in lines
    assert "f: u: except row 13 (q)" in lines
    assert "row 17 (q) and 3 more" in lines
