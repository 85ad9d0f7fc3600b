"""How sure an answer is, in a word with its reason: at every door, in every language.

The random tables of tests/method compare word and reason with a brute force.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import polars as pl
import pytest

import cfsql
from cfsql.speech import codes
from tests.support.commands import Run
from tests.support.ui_server import serving_pages
from tests.ui.reading import opened, text

Rows = list[tuple[str, str, str]]

# A table whose first row has an answer of each kind.
ONE: Rows = [("a", "x", "no"), ("b", "x", "yes")]
CAUSES: dict[str, tuple[str, str, Rows]] = {
    "contradicted": (
        "shaky",
        "exactly the values of this case came with another outcome too",
        [*ONE, ("a", "x", "yes")],
    ),
    "tied": ("shaky", "2 answers are equally good", [*ONE, ("c", "x", "yes")]),
    "mixed": (
        "shaky",
        "only 1 of the 2 cases with the values of this answer had its outcome",
        [*ONE, ("b", "x", "no")],
    ),
    "exceptions": (
        "fair",
        "1 of the 6 cases with the values of this answer had another outcome",
        [*ONE, *[("b", "x", "yes")] * 4, ("b", "x", "no")],
    ),
    "one case alone": (
        "fair",
        "only one case is like this answer; without it the answer would be a farther "
        "one, or none",
        ONE,
    ),
    "one case": (
        "fair",
        "only one case is like this answer; without it another answer would be the "
        "best",
        [*ONE, ("a", "y", "yes"), *[("b", "z", "no")] * 3],
    ),
    "one ahead": (
        "fair",
        "the next best answer is only one case behind",
        [*ONE, ("b", "x", "yes"), ("a", "y", "yes"), ("b", "z", "no")],
    ),
    "near": (
        "fair",
        "the next best answer is less than 20% behind",
        [
            *[*ONE, ("b", "x", "yes"), ("a", "y", "yes")],
            *[*[("b", "z", "no")] * 11, *[("c", "y", "no")] * 9],
        ],
    ),
    "close": (
        "shaky",
        "the next best answer is less than 10% behind",
        [
            *[*ONE, ("b", "x", "yes"), ("a", "y", "yes")],
            *[*[("b", "z", "no")] * 11, *[("c", "y", "no")] * 10],
        ],
    ),
    "only": (
        "firm",
        "2 cases are like this answer, and no other answer is as near",
        [*ONE, ("b", "x", "yes")],
    ),
    "ahead": (
        "firm",
        "2 cases are like this answer, and the next best one is at least 20% behind",
        [*ONE, ("b", "x", "yes"), ("a", "y", "yes"), *[("b", "z", "no")] * 3],
    ),
}


def load(rows: Rows, into: cfsql.Database | None = None) -> cfsql.Table:
    frame = pl.DataFrame(rows, schema=["job", "town", "loan"], orient="row")
    return (into or cfsql.connect()).load(frame, table="t", label="loan")


def sure(found: Any) -> tuple[str | None, str | None]:
    return found.sureness, found.sureness_reason


def row_1(result: Any) -> dict[str, Any]:
    (row,) = (each for each in result.pl().to_dicts() if each["row_id"] in (1, 0))
    return dict(row)


@pytest.mark.parametrize("cause", CAUSES)
def test_each_reason_is_stored_and_explained(cause: str) -> None:
    word, reason, rows = CAUSES[cause]
    table = load(rows)
    stored = row_1(table.rank().summary)
    assert (stored["sureness"], stored["sureness_reason"]) == (word, reason)
    assert sure(table.explain(1)) == (word, reason)


@pytest.mark.parametrize("cause", ["tied", "exceptions", "only"])
def test_a_reason_is_said_at_every_door(cause: str, tmp_path: Path) -> None:
    word, reason, rows = CAUSES[cause]
    table = load(rows)
    ranking = table.rank()
    stored = row_1(ranking.summary)
    line = f"How sure? {word.capitalize()}: {reason}."
    assert line in " ".join(str(table.explain([1, 1])).split())
    assert line in table.explain(1)._repr_html_()
    assert line in ranking.report().html()
    for n in (1, 2):
        table.rank_part(f"{n}/2", out=str(tmp_path / str(n)))
    merged = table.merge(tmp_path / "1", tmp_path / "2", into="merged")
    assert row_1(merged.summary) == stored


@pytest.mark.parametrize("cause", sorted(set(CAUSES) - {"contradicted"}))
def test_a_new_case_is_told_the_same_as_a_row_that_is_left_out(cause: str) -> None:
    _, _, rows = CAUSES[cause]
    (job, town, label), *others = rows
    # A new case is in no ball: one row more with its values stands for it.
    table = load([*others, (job, town, label)])
    case = {"job": job, "town": town}
    asked = table.explain(case, label=label)
    own = table.explain(len(rows))
    assert sure(asked) == sure(own)
    many = table.explain_cases(pl.DataFrame([case]), label=label)
    told = many.summary.pl().to_dicts()[0]
    assert (told["sureness"], told["sureness_reason"]) == sure(own)
    answers = many.pl().to_dicts()
    assert {(each["sureness"], each["sureness_reason"]) for each in answers} == {
        sure(own)
    }


def test_every_reason_is_said_in_every_language() -> None:
    for cause, (word, reason, rows) in CAUSES.items():
        table = load(rows)
        told = {code: table.explain(1, language=code) for code in codes()}
        assert sure(told["en"]) == (word, reason)
        assert {each.sureness for each in told.values()} == {word}, cause
        reasons = [each.sureness_reason or "" for each in told.values()]
        assert len(set(reasons)) == len(codes()), cause


@pytest.mark.parametrize(
    "asked",
    [{"by": "dag"}, {"target": "each"}, {"target": "no"}, {"freeze": ["job"]}],
    ids=["by dag", "each target", "there already", "no answer"],
)
def test_nothing_is_said_where_power_does_not_decide(asked: dict[str, Any]) -> None:
    table = load(ONE)
    stored = row_1(table.rank(**asked).summary)
    assert (stored["sureness"], stored["sureness_reason"]) == (None, None)
    assert sure(table.explain(1, **asked)) == (None, None)
    assert "How sure" not in table.explain(1, **asked)._repr_html_()


def test_the_command_line_and_its_json_say_it(run: Run, example_csv: Path) -> None:
    run("load", str(example_csv), "--label", "score")
    name = example_csv.stem
    assert "how sure          firm 0 (0.0%), fair 3 (37.5%), shaky 5 (62.5%)" in (
        run("rank", "--table", name).stdout
    )
    shown = run("explain", "--table", name, "--row", "2").stdout
    assert "How sure? Shaky: 2 answers are equally good." in shown
    asked = run("explain", "--table", name, "--row", "2", "--format", "json").stdout
    assert json.loads(asked)["sureness"] == "shaky"


def test_pages_have_the_word_and_its_reason(example_csv: Path, tmp_path: Path) -> None:
    path = tmp_path / "sure.duckdb"
    with cfsql.connect(path) as database:
        name = database.load(example_csv, label=-1).rank().facts.name
    with serving_pages(path) as served, opened(served) as client:
        row = text(client.get(f"/t/{name}/row?row=2"))
        assert "How sure? Shaky: 2 answers are equally good." in row
        listed = client.get(f"/t/{name}/rows").text
        assert listed.count("2 answers are equally good") == 5
        assert listed.count("<summary>fair</summary>") == 3
        first = client.get(f"/t/{name}/rows?sort=sure").text
        assert "<summary>shaky" in first.partition("<summary>fair")[0]
        overview = text(client.get(f"/t/{name}"))
        assert "firm 0 (0.0%), fair 3 (37.5%), shaky 5 (62.5%)" in overview


def test_the_listing_of_diverse_answers_and_what_is_said_of_a_row_agree() -> None:
    rows = [("a", "x", "no"), *[(job, "x", "yes") for job in "bcdef"]]
    table = load([*rows, ("a", "y", "yes"), ("a", "z", "yes")])
    everything, some = table.rank(), table.rank(into="some", diverse=True)
    whole, told = row_1(everything.summary), row_1(some.summary)
    assert whole["n_listed"] == whole["n_minimal"] == 7
    assert told == {**whole, "n_listed": 2}
    listed = [each for each in some.pl().to_dicts() if each["row_id"] == 1]
    assert len(listed) == told["n_listed"]
    assert [each["changes"][0]["feature"] for each in listed] == ["job", "town"]
    of_each = {
        feature: [
            each
            for each in everything.pl().to_dicts()
            if each["row_id"] == 1 and each["changes"][0]["feature"] == feature
        ]
        for feature in ("job", "town")
    }
    assert listed == [of_each["job"][0], of_each["town"][0]]
    shown = " ".join(str(some.overview()).split())
    assert some.overview().n_listed == len(some), shown
