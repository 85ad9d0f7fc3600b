"""The sentence says how sure the answer is, and is the same wherever it is read."""

from __future__ import annotations

import csv
import io
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import polars as pl
import pytest

import cfsql
from tests.support.commands import Run

# Loans of which most were refused, whatever the one sentence about them says.
LOANS = [
    *[("clerk", "town", "no")] * 3,
    *[("clerk", "town", "yes")] * 2,
    *[("cook", "town", "yes")] * 25,
    *[("cook", "town", "no")] * 1015,
    ("baker", "village", "no"),
    ("baker", "hamlet", "no"),
    ("baker", None, "yes"),
    (" ", "hamlet", "yes"),
    *[("smith", "port", "yes")] * 2,
    *[("smith", "hamlet", "maybe")] * 3,
]
COLUMNS = ["job", "place", "loan"]

CONTRADICTED = (
    "Of the 5 cases with exactly the values of this one, 2 had another loan than no. "
)
UNSURE = (
    "Had job been cook instead of clerk, loan could have been yes instead of no, as it "
    "was for 25 of the 1,040 cases with exactly these values"
)


@pytest.fixture(scope="module")
def loans() -> Iterator[cfsql.Table]:
    """A table that contradicts itself."""
    frame = pl.DataFrame(LOANS, schema=COLUMNS, orient="row")
    with cfsql.connect() as database:
        yield database.load(frame, table="loans", label="loan")


@pytest.fixture
def loans_csv(tmp_path: Path) -> Path:
    """The same as a file."""
    path = tmp_path / "loans.csv"
    pl.DataFrame(LOANS, schema=COLUMNS, orient="row").write_csv(path)
    return path


# One row of each kind.
ROWS = [1, 4, 6, 31, 1046, 1047, 1048, 1049, 1050, 1052]

WAYS: list[dict[str, Any]] = [
    {},
    {"count": "distinct", "by": "dag"},
    {"anonymous": True},
    {"anonymous": True, "nearest": 2, "diverse": True},
    {"target": "each"},
    {"target": "each", "anonymous": True},
    {"target": "maybe"},
    {"freeze": ["job"]},
    {"freeze": ["job"], "target": "yes", "min_share": 0.5},
    {"min_share": 1, "max_changes": 1},
    {"require": "b.place = a.place"},
    {"require": "b.row_id > 2", "ignore": ["place"]},
    {"min_support": 20},
]


@pytest.mark.parametrize("options", WAYS, ids=str)
def test_the_stored_sentence_is_the_one_of_explain(
    loans: cfsql.Table, options: dict[str, Any]
) -> None:
    ranking = loans.rank(rows=ROWS, **options)
    summary = ranking.summary.pl().to_dicts()
    stored = ranking.pl().to_dicts()
    assert [row["row_id"] for row in summary] == ROWS
    for row in summary:
        explanation = loans.explain(row["row_id"], **options)
        assert explanation.sentence == row["sentence"]
        assert explanation.margin == row["margin"]
        best = explanation.optimal
        assert (best is None) == (row["n_minimal"] == 0)
        told = row["sentence"]
        assert ("Of the " in told[:7]) == row["is_contradicted"]
        if best is not None:
            assert ("would have been" in told) == (best.share == 1)
            assert ("could have been" in told) == (best.share < 1)
            shares = [
                each["share"]
                for each in stored
                if each["row_id"] == row["row_id"]
                and each["is_optimal"]
                and each["explanation"] == row["explanation"]
                and each["counterfactual_label"] == best.counterfactual_label
            ]
            assert best.share in shares


def test_the_words_of_every_kind_of_answer(loans: cfsql.Table) -> None:
    assert loans.explain(1).sentence == f"{CONTRADICTED}{UNSURE}, row 6 among them."
    assert loans.explain(1, anonymous=True).sentence == f"{CONTRADICTED}{UNSURE}."
    assert loans.explain(1049).sentence.startswith("Had job been baker instead of ' '")
    assert loans.explain(1048).sentence == (
        "Had place been hamlet instead of missing, loan would have been no instead of "
        "yes, as it was for row 1047."
    )
    sure = loans.explain(1, min_share=0.9, min_support=2, target="yes")
    assert sure.sentence == (
        f"{CONTRADICTED}Had job been smith instead of clerk and place port instead of "
        "town, loan would have been yes instead of no, as it was for row 1050 and one "
        "equal to it."
    )
    nothing = loans.explain(1, min_share=1, freeze=["job"])
    assert nothing.blocked_by == "freeze job"
    nothing = loans.explain(6, min_share=1, min_support=3, target="no")
    assert nothing.blocked_by == "min-share"
    assert nothing.sentence == (
        "Of the 1,040 cases with exactly the values of this one, 1,015 had another "
        "loan than yes. No case whose loan is no meets the conditions: min-share "
        "excluded the last of them."
    )


def test_a_new_case_is_not_counted_among_its_equals(loans: cfsql.Table) -> None:
    def told(job: str, place: str, label: str) -> str:
        return loans.explain({"job": job, "place": place}, label=label).sentence

    first = "with exactly the values of this one"
    assert told("clerk", "town", "no").startswith(CONTRADICTED)
    assert told("baker", "hamlet", "yes").startswith(f"The only case {first} had ")
    assert told("smith", "hamlet", "no").startswith(f"All 3 cases {first} had another ")
    assert told("smith", "hamlet", "maybe").startswith("Had ")


def test_every_output_says_first_that_the_row_is_contradicted(
    run: Run, loans_csv: Path, loans: cfsql.Table
) -> None:
    run("load", loans_csv)
    asked = ("explain", "--table", "loans", "--row", 1)
    shown = run(*asked).stdout
    assert " ".join(shown.split()).startswith(
        f"Row 1 of loans: loan is no {CONTRADICTED}{UNSURE}, row 6 among them."
    )
    assert " share " in shown
    found = json.loads(run(*asked, "--format", "json").stdout)
    assert next(iter(found)) == "sentence"
    assert found["sentence"].startswith(f"{CONTRADICTED}{UNSURE}")
    assert found["counterfactuals"][0]["share"] == 25 / 1040
    for page in (loans.explain(1)._repr_html_(), loans.rank().report(rows=[1]).html()):
        assert page.index(CONTRADICTED.strip()) < page.index(UNSURE)
        assert "would have been" not in page


def test_a_file_of_cases_has_a_sentence_for_each(
    run: Run, loans_csv: Path, tmp_path: Path
) -> None:
    cases = tmp_path / "cases.csv"
    cases.write_text(
        "job,place,loan\nclerk,town,no\nsmith,hamlet,maybe\ncook,coast,no\n",
        encoding="utf-8",
    )
    run("load", loans_csv)
    asked = ("explain", "--table", "loans", "--file", cases, "--min-support", 3)
    rows = json.loads(run(*asked, "--format", "json").stdout)
    assert rows[0]["sentence"] == f"{CONTRADICTED}{UNSURE}, row 6 among them."
    assert {row["row_id"] for row in rows} == {1, 2, 3}
    out = tmp_path / "answers.csv"
    printed = run(*asked, "--max-changes", 1, "--format", "csv", "--out", out).stdout
    assert out.read_text(encoding="utf-8-sig") == printed
    listed = list(csv.DictReader(io.StringIO(printed)))
    # A case without an answer has a line too.
    (last,) = (row for row in listed if row["row_id"] == "2")
    assert (last["counterfactual_id"], last["sentence"]) == (
        "",
        "No case with another loan than maybe meets the conditions: max-changes "
        "excluded the last of them.",
    )
    assert UNSURE in " ".join(run(*asked).stdout.split())


def test_only_shares_that_are_asked_for_are_answers(loans: cfsql.Table) -> None:
    shares = loans.rank(min_share=0.9).pl()["share"]
    assert shares.min() >= 0.9  # type: ignore[operator]
    every = loans.rank().pl()["share"]
    assert every.min() == 25 / 1040
    assert loans.rank(min_share=0).pl()["share"].to_list() == every.to_list()


def test_the_figures_of_a_ranking_are_the_same_without_names() -> None:
    chance = random.Random(3)
    rows = [[chance.randrange(3) for _ in range(5)] for _ in range(200)]
    frame = pl.DataFrame(rows, schema=["a", "b", "c", "d", "y"], orient="row")
    table = cfsql.connect().load(frame, table="t", label="y")
    named = table.rank(target="1").overview()
    for _ in range(5):
        found = table.rank(target="1", anonymous=True).overview()
        assert found.n_unsure == named.n_unsure > 0
        assert found.mean_metrics == pytest.approx(named.mean_metrics)
