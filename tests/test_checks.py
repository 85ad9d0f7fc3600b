"""Each check finds what offends it, and on answers that are right none finds any."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import polars as pl
import pytest
from brute_force import Case
from conftest import Run
from hypothesis import given, settings
from hypothesis import strategies as st
from test_against_brute_force import frame_of, many, tables
from test_bad_input import FAILED, WRONG_USE, assert_refused
from test_logic_against_brute_force import crowded_tables
from test_why import run_here

import cfsql
import cfsql.check
from cfsql import example
from cfsql.check import check
from cfsql.engines.duckdb import Session
from cfsql.progress import Silent
from cfsql.queries import parse, queries, query
from cfsql.selection import Selection

CHECKS = [each.name for each in queries("checks")]

# Row 1 is nearest to 2, and differs from row 4 in all features.
TWO_CLASSES = pl.DataFrame(
    {
        "f": ["x", "x", "y", "y"],
        "g": ["x", "y", "x", "y"],
        "y": ["p", "q", "p", "q"],
    }
)
ONE_CLASS = TWO_CLASSES.with_columns(y=pl.lit("p"))


@dataclass
class Checked:
    """A session in which all that the checks read is staged."""

    session: Session

    def doctor(self, relation: str, rows: str) -> None:
        """Put other rows into the place of a relation; `held` is what it was."""
        kind = "view" if relation in ("ranked", "summary") else "table"
        self.session.store(relation, "temp.held")
        self.session.drop(kind, f"temp.{relation}")
        self.session.bind(relation, f"({rows})")
        if relation == "factual":
            self.session.stage(query("checked/factual_sets"))

    def offended(self) -> list[str]:
        """The checks that find something."""
        return [each.name for each in queries("checks") if self.session.fetch(each)]

    def offending(self, name: str) -> list[dict[str, object]]:
        """What a check finds."""
        return self.session.fetch_records(query(f"checks/{name}"))


def checked_answers(database: cfsql.Database, table: cfsql.Table) -> Iterator[Checked]:
    """The answers of all rows of a table, as they are checked."""
    with database.session() as session:
        found = check(session, table.facts, Selection(), Silent())
        assert found.hold
        yield Checked(session)


@pytest.fixture
def recidivism(tmp_path: Path) -> Iterator[Checked]:
    """The checked answers of the running example, which has three classes."""
    path = tmp_path / "recidivism.csv"
    path.write_text(example.CSV, encoding="utf-8")
    with cfsql.connect() as database:
        yield from checked_answers(database, database.load(path))


@pytest.fixture
def two_classes() -> Iterator[Checked]:
    """The checked answers of a table with two classes."""
    with cfsql.connect() as database:
        yield from checked_answers(database, database.load(TWO_CLASSES))


@pytest.fixture
def one_class() -> Iterator[Checked]:
    """The checked answers of a table in which nothing could have been different."""
    with cfsql.connect() as database:
        yield from checked_answers(database, database.load(ONE_CLASS))


# What each check is there to find. Of row 1 of the running example, the counterfactuals
# are 2 (sex, race) and 7 (sex, age); 8 is farther, 3 farther still, and can be reduced
# to 8; 6 has the label of row 1 and is as far as 2.

FIRST = "row_id = 1 and counterfactual_id = 2"

WRONG_RANKED = {
    "no power": ("power", "0", "power_is_at_least_one"),
    "typicality above 1": ("typicality", "1.5", "metrics_are_shares"),
    "capacity below 0": ("capacity", "-0.5", "metrics_are_shares"),
    "no typicality": ("typicality", "null", "metrics_are_shares"),
    "a ball of one case": ("ball_size", "1", "row_is_in_the_ball"),
    "a ball without the row": ("universality", "0.0", "row_is_in_the_ball"),
    "a ball without the answer": ("typicality", "0.0", "row_is_in_the_ball"),
    "no changes": ("changes", "[]", "row_and_changes_are_inconsistent"),
    "a change to what is": (
        "changes",
        "list_transform(changes, lambda change, place: case when place = 1 then "
        "struct_update(change, to_value := change['from_value']) else change end)",
        "changes_are_no_part_of_the_row",
    ),
    "a change from what is not": (
        "changes",
        "list_transform(changes, lambda change: "
        "struct_update(change, from_value := 'nothing'))",
        "changes_are_no_part_of_the_row",
    ),
    "an answer of the same label": (
        "counterfactual_id",
        "6",
        "counterfactuals_are_the_nearest",
    ),
}


@pytest.mark.parametrize("wrong", WRONG_RANKED)
def test_a_wrong_counterfactual_is_found_by_its_check_alone(
    recidivism: Checked, wrong: str
) -> None:
    column, value, name = WRONG_RANKED[wrong]

    recidivism.doctor(
        "ranked",
        f"select * replace (case when {FIRST} then {value} else {column} end "
        f"as {column}) from temp.held",
    )

    assert recidivism.offended() == [name]
    assert {row["row_id"] for row in recidivism.offending(name)} == {1}


def replace_first(answer: int, distance: int) -> str:
    """The rows of `ranked`, with another answer in the place of row 1's first."""
    return (
        f"select * replace (case when {FIRST} then {answer} else counterfactual_id end "
        f"as counterfactual_id, case when {FIRST} then {distance} else distance end "
        "as distance) from temp.held"
    )


def test_a_farther_answer_is_found(recidivism: Checked) -> None:
    recidivism.doctor("ranked", replace_first(answer=8, distance=3))

    assert recidivism.offended() == ["counterfactuals_are_the_nearest"]


def test_an_answer_that_can_be_reduced_is_found(recidivism: Checked) -> None:
    recidivism.doctor("ranked", replace_first(answer=3, distance=4))

    # What can be reduced is never the nearest.
    assert recidivism.offended() == [
        "counterfactuals_are_the_nearest",
        "minimal_is_irreducible",
    ]
    assert recidivism.offending("minimal_is_irreducible") == [
        {"row_id": 1, "counterfactual_id": 3, "other_id": 8}
    ]


def test_an_answer_outside_of_its_ball_is_found(recidivism: Checked) -> None:
    recidivism.doctor("ranked", replace_first(answer=2, distance=1))

    # The row is 2 away from the answer, so the ball of radius 1 is without it.
    assert recidivism.offended() == [
        "counterfactuals_are_the_nearest",
        "row_is_in_the_ball",
    ]


@pytest.mark.parametrize("answer", [1, 99])
def test_an_answer_that_is_no_other_case_is_found(
    recidivism: Checked, answer: int
) -> None:
    recidivism.doctor("ranked", replace_first(answer=answer, distance=2))

    assert "counterfactuals_are_the_nearest" in recidivism.offended()


@pytest.mark.parametrize("column", ["power", "universality", "ball_size"])
def test_a_figure_that_is_missing_is_found(recidivism: Checked, column: str) -> None:
    recidivism.doctor("ranked", f"select * replace (null as {column}) from temp.held")

    assert recidivism.offended()


def test_capacity_and_universality_that_differ_are_found(two_classes: Checked) -> None:
    two_classes.doctor(
        "ranked", "select * replace (capacity / 2 as capacity) from temp.held"
    )

    assert two_classes.offended() == ["capacity_is_universality"]


def test_with_three_classes_capacity_and_universality_may_differ(
    recidivism: Checked,
) -> None:
    recidivism.doctor(
        "ranked", "select * replace (capacity / 2 as capacity) from temp.held"
    )

    assert recidivism.offended() == []


def test_an_answer_that_is_left_out_is_found(recidivism: Checked) -> None:
    recidivism.doctor(
        "summary",
        "select * replace (if(row_id = 1, 0, n_minimal) as n_minimal) from temp.held",
    )

    name = "counterfactual_unless_no_other_outcome"
    assert recidivism.offended() == [name]
    assert recidivism.offending(name) == [
        {"row_id": 1, "n_minimal": 0, "n_unlike": 4},
    ]


def test_an_answer_where_there_is_none_is_found(one_class: Checked) -> None:
    one_class.doctor("summary", "select * replace (1 as n_minimal) from temp.held")

    assert one_class.offended() == ["counterfactual_unless_no_other_outcome"]


def test_a_row_that_is_left_out_of_the_summary_is_found(recidivism: Checked) -> None:
    recidivism.doctor("summary", "from temp.held where row_id != 1")

    assert "counterfactual_unless_no_other_outcome" in recidivism.offended()


# Factual explanations. Of row 1 they are age and race (2 cases), sex and age, sex and
# race, and sex and recid (1 case each).

OWN = "row_id = 1 and features = ['sex', 'age']"


def replace_features(features: str) -> str:
    """The rows of `factual`, with other features in the place of sex and age."""
    return (
        f"select * replace (case when {OWN} then {features} else features end "
        "as features) from temp.held"
    )


def test_an_explanation_that_covers_other_cases_is_found(recidivism: Checked) -> None:
    recidivism.doctor(
        "factual",
        f"select * replace (coverage + if({OWN}, 1, 0) as coverage) from temp.held",
    )

    assert recidivism.offended() == ["factual_holds"]
    assert recidivism.offending("factual_holds") == [
        {
            "row_id": 1,
            "features": ["sex", "age"],
            "coverage": 2,
            "n_like": 1,
            "n_unlike": 0,
        }
    ]


def test_an_explanation_that_needs_less_is_found(recidivism: Checked) -> None:
    recidivism.doctor("factual", replace_features("['sex', 'age', 'degree']"))

    assert recidivism.offended() == ["factual_is_minimal"]
    assert recidivism.offending("factual_is_minimal") == [
        {"row_id": 1, "features": ["sex", "age", "degree"]}
    ]


def test_an_explanation_that_needs_more_is_found(recidivism: Checked) -> None:
    recidivism.doctor("factual", replace_features("['sex']"))

    # Rows 3 and 8 are male too, and High: two sides of the same thing.
    assert recidivism.offended() == [
        "factual_holds",
        "factual_meets_every_counterfactual",
    ]
    assert {
        row["counterfactual_id"]
        for row in recidivism.offending("factual_meets_every_counterfactual")
    } == {3, 8}


def test_an_explanation_by_nothing_that_needs_more_is_found(
    recidivism: Checked,
) -> None:
    recidivism.doctor("factual", replace_features("[]"))

    assert recidivism.offended() == [
        "factual_holds",
        "factual_meets_every_counterfactual",
    ]


def test_an_explanation_by_something_that_needs_nothing_is_found(
    one_class: Checked,
) -> None:
    one_class.doctor(
        "factual",
        "select * replace (['f'] as features, 2 as coverage) from temp.held",
    )

    assert one_class.offended() == ["factual_is_minimal"]


# What is found where only half of the cases are known.


@pytest.mark.parametrize(
    "pair",
    ["(1, 2, 1)", "(1, 6, 2)", "(1, 99, 2)", "(1, 1, 0)"],
    ids=["nearer than it is", "same label", "no case", "itself"],
)
def test_a_counterfactual_of_half_of_the_cases_only_is_found(
    recidivism: Checked, pair: str
) -> None:
    recidivism.doctor(
        "half_pairs",
        f"from temp.held union all values {pair}",
    )

    assert recidivism.offended() == ["fewer_cases_give_no_other_counterfactual"]


def test_half_of_the_cases_may_give_a_farther_counterfactual(
    recidivism: Checked,
) -> None:
    recidivism.doctor("half_pairs", "from temp.held union all values (1, 8, 3)")

    assert recidivism.offended() == []


# Answers that are right.


@settings(many, max_examples=25)
@given(st.one_of(tables(), crowded_tables()))
def test_all_checks_hold_for_random_tables(table: tuple[list[str], list[Case]]) -> None:
    features, cases = table
    with cfsql.connect() as database:
        found = database.load(frame_of(features, cases), table="t").check()

    assert {each.name: each.offending for each in found.checks if not each.holds} == {}
    assert found.n_rows == len([case for case in cases if case.label is not None])
    assert [each.name for each in found.checks] == CHECKS


@pytest.mark.parametrize(
    "frame",
    [
        pl.DataFrame({"f": ["x"], "y": ["p"]}),
        ONE_CLASS,
        pl.DataFrame({"f": ["x", "x", "x"], "y": ["p", "q", "r"]}),
        pl.DataFrame({"f": [None, None, "x"], "g": [None] * 3, "y": ["p", "q", "q"]}),
        pl.DataFrame({"f": [1.5, -1.5, None], "y": [True, False, None]}),
        pl.DataFrame({f"c{n}": ["x", "y", "x"] for n in range(70)} | {"y": [1, 2, 2]}),
    ],
    ids=["a row", "a class", "all contradicting", "gaps", "numbers", "wide"],
)
def test_all_checks_hold_for_odd_tables(frame: pl.DataFrame) -> None:
    with cfsql.connect() as database:
        assert database.load(frame).check().hold


def test_all_checks_hold_where_ids_are_texts() -> None:
    with cfsql.connect() as database:
        frame = TWO_CLASSES.with_columns(key=pl.Series(["b 2", "A-1", "it's", ""]))
        found = database.load(frame, id="key", label="y").check(rows=["b 2", ""])

    assert found.hold
    assert found.n_rows == 2


# The command.


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """A database with the running example, where `run` finds it."""
    (tmp_path / "recidivism.csv").write_text(example.CSV, encoding="utf-8")
    path = tmp_path / "cfsql.duckdb"
    with cfsql.connect(path) as database:
        database.load(tmp_path / "recidivism.csv")
    return path


def test_every_check_is_listed_with_what_it_claims(run: Run, database: Path) -> None:
    before = database.read_bytes()

    done = run("check", "--table", "recidivism")

    assert (done.returncode, done.stderr) == (0, "")
    headline, _, *lines = done.stdout.splitlines()
    assert headline.startswith("recidivism: 8 rows, 21 minimal counterfactuals and 36")
    said = " ".join(" ".join(lines).split())
    assert said == " ".join(f"holds {each.about}" for each in queries("checks"))
    assert database.read_bytes() == before


def test_every_check_is_listed_for_programs(database: Path) -> None:
    done = run_here(
        *("check", "--table", "recidivism", "--rows", "1,3"),
        *("--format", "json", "--db", database),
    )

    found = json.loads(done.stdout)
    assert done.returncode == 0
    assert found.pop("checks") == [
        {"name": each.name, "claim": each.about, "offending": [], "holds": True}
        for each in queries("checks")
    ]
    assert found == {
        "table": "recidivism",
        "n_rows": 2,
        "n_counterfactuals": 6,
        "n_factual": 11,
    }


@pytest.mark.parametrize(
    ("options", "n_rows"),
    [
        (["--limit", "3"], 3),
        (["--sample", "4"], 4),
        (["--where", "sex = 'female'"], 5),
        (["--rows", "1,2"], 2),
    ],
    ids=lambda value: value[0] if isinstance(value, list) else "",
)
def test_the_rows_to_check_may_be_chosen(
    database: Path, options: list[str], n_rows: int
) -> None:
    done = run_here("check", "--table", "recidivism", *options, "--db", database)

    assert done.stdout.startswith(f"recidivism: {n_rows} rows, ")
    assert done.returncode == 0


def test_a_sample_is_checked_of_a_large_table() -> None:
    frame = pl.DataFrame({"f": list(range(150)), "y": ["p", "q"] * 75})
    with cfsql.connect() as database:
        assert database.load(frame).check().n_rows == 100


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--table", "recidivsm"], "did you mean 'recidivism'?"),
        (["--table", "recidivism", "--rows", "9"], "no row 9 in recidivism"),
        (["--table", "recidivism", "--limit", "0"], "--limit takes a number from 1 on"),
        (["--table", "recidivism", "--where", "sx = 1"], "--where: "),
        (["--table", "recidivism", "--format", "csv"], "--format is table, json"),
    ],
    ids=lambda value: " ".join(value[2:]) if isinstance(value, list) else "",
)
def test_a_wrong_request_is_refused(
    database: Path, options: list[str], said: str
) -> None:
    assert_refused(run_here("check", *options, "--db", database), WRONG_USE, said)


# A check that fails.

FAILING = parse(
    "checks/nothing_is_right",
    "-- name: nothing_is_right\n-- Nothing is right.\n--\n"
    "-- reads:  ranked\n-- grain:  one row per counterfactual\n"
    "select row_id, counterfactual_id, changes from ranked "
    "order by row_id, counterfactual_id",
)


@pytest.fixture
def failing(monkeypatch: pytest.MonkeyPatch) -> None:
    """One check more, which fails."""
    monkeypatch.setattr(
        cfsql.check, "queries", lambda step: [*queries(step)[:2], FAILING]
    )


@pytest.mark.usefixtures("failing")
def test_a_check_that_fails_shows_what_offends_it(database: Path) -> None:
    done = run_here("check", "--table", "recidivism", "--db", database)

    assert done.returncode == FAILED
    assert done.stderr.splitlines() == [
        "cfsql: not all properties hold for recidivism: nothing_is_right"
    ]
    assert done.stdout.count("  holds  ") == 2
    _, failed = done.stdout.split("  FAILS  Nothing is right.\n\n")
    header, _, *rows = failed.splitlines()
    assert header.split() == ["row_id", "counterfactual_id", "changes"]
    assert [row.split()[:2] for row in rows[:2]] == [["1", "2"], ["1", "7"]]
    assert [line.strip() for line in rows[5:]] == ["… 21 in all", ""]


@pytest.mark.usefixtures("failing")
def test_a_check_that_fails_lists_all_that_offends_it_for_programs(
    database: Path,
) -> None:
    done = run_here(
        *("check", "--table", "recidivism", "--rows", "1", "--format", "json"),
        *("--db", database),
    )

    assert done.returncode == FAILED
    assert "nothing_is_right" in done.stderr
    *_, failed = json.loads(done.stdout)["checks"]
    assert (failed["name"], failed["holds"]) == ("nothing_is_right", False)
    assert [
        (row["row_id"], row["counterfactual_id"]) for row in failed["offending"]
    ] == [(1, 2), (1, 7)]
    assert failed["offending"][1]["changes"][0] == {
        "feature": "sex",
        "from_value": "male",
        "to_value": "female",
    }


@pytest.mark.usefixtures("failing")
def test_a_check_that_fails_is_no_error_in_python(database: Path) -> None:
    with cfsql.connect(database, read_only=True) as opened:
        found = opened.table("recidivism").check(rows=[1])

    assert not found.hold
    assert [each.holds for each in found.checks] == [True, True, False]


@pytest.mark.parametrize("name", CHECKS)
def test_a_check_says_in_one_sentence_what_holds(name: str) -> None:
    about = query(f"checks/{name}").about

    assert re.fullmatch(r"[A-Z][^.]+\.", about), about
    assert query(f"checks/{name}").writes is None
