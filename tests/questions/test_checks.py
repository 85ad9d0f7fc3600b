"""Each check finds what offends it, and on answers that are right none finds any."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Iterator
from pathlib import Path

import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import cfsql
import cfsql.questions.check
from cfsql import example
from cfsql.engines.duckdb import Session
from cfsql.engines.queries import parse, queries, query
from cfsql.method.selection import Selection
from cfsql.progress import Silent
from cfsql.questions.check import check
from tests.cli.test_bad_input import FAILED, WRONG_USE, assert_refused
from tests.conftest import Run, run_here
from tests.method.test_against_brute_force import crowded_tables, frame_of, many, tables
from tests.oracle.brute_force import Case

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


# All that can be wrong with answers, as rows in the place of others.
DOCTORED = ("ranked", "summary", "factual", "half_pairs")
(OUTCOME,) = parse(
    "tests", "-- fetch: outcome\n-- grain:  one row per offence\nfrom outcome"
).values()


class Checked:
    """The answers of all rows of a table, which hold, and what the checks read."""

    def __init__(self, session: Session, table: cfsql.Table) -> None:
        """Stage the answers and check them."""
        assert check(session, table.facts, Selection(), Silent()).hold
        self.session = session
        for relation in DOCTORED:
            session.bind(f"right_{relation}", relation)

    def offending(self, **wrong: str) -> dict[str, list[dict[str, object]]]:
        """What each check finds, if it finds any, with other rows in a relation."""
        if "factual" in wrong:
            wrong["factual_sets"] = query("checked/factual_sets").body
        found = {}
        for each in queries("checks"):
            self.session.view_as("outcome", each, reads=wrong)
            found[each.name] = self.session.fetch_records(OUTCOME)
        return {name: rows for name, rows in found.items() if rows}

    def offended(self, **wrong: str) -> list[str]:
        """The names of these checks."""
        return list(self.offending(**wrong))


@pytest.fixture(scope="module")
def recidivism() -> Iterator[Checked]:
    """The running example, which has three classes."""
    frame = pl.read_csv(io.StringIO(example.CSV))
    with cfsql.connect() as database, database.session() as session:
        yield Checked(session, database.load(frame))


@pytest.fixture(scope="module")
def two_classes() -> Iterator[Checked]:
    """A table with two classes."""
    with cfsql.connect() as database, database.session() as session:
        yield Checked(session, database.load(TWO_CLASSES))


@pytest.fixture(scope="module")
def one_class() -> Iterator[Checked]:
    """A table in which nothing could have been different."""
    with cfsql.connect() as database, database.session() as session:
        yield Checked(session, database.load(ONE_CLASS))


# What each check is there to find. Of row 1 of the running example, the counterfactuals
# are 2 (sex, race) and 7 (sex, age); 8 is farther, 3 farther still, and can be reduced
# to 8; 6 has the label of row 1 and is as far as 2.

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

    found = recidivism.offending(ranked=first_ranked(**{column: value}))

    assert list(found) == [name]
    assert {row["row_id"] for row in found[name]} == {1}


def first_ranked(**columns: object) -> str:
    """The counterfactuals, with other values in the first one of row 1."""
    replaced = ", ".join(
        f"case when row_id = 1 and counterfactual_id = 2 then {value} "
        f"else {column} end as {column}"
        for column, value in columns.items()
    )
    return f"select * replace ({replaced}) from right_ranked"


def test_a_farther_answer_is_found(recidivism: Checked) -> None:
    wrong = first_ranked(counterfactual_id=8, distance=3)

    assert recidivism.offended(ranked=wrong) == ["counterfactuals_are_the_nearest"]


def test_an_answer_that_can_be_reduced_is_found(recidivism: Checked) -> None:
    wrong = first_ranked(counterfactual_id=3, distance=4)

    found = recidivism.offending(ranked=wrong)

    # What can be reduced is never the nearest.
    assert list(found) == ["counterfactuals_are_the_nearest", "minimal_is_irreducible"]
    assert found["minimal_is_irreducible"] == [
        {"row_id": 1, "counterfactual_id": 3, "other_id": 8}
    ]


def test_an_answer_whose_ball_is_too_small_for_the_row_is_found(
    recidivism: Checked,
) -> None:
    # The row is 2 away from the answer, so a ball of radius 1 is without it.
    assert recidivism.offended(ranked=first_ranked(distance=1)) == [
        "counterfactuals_are_the_nearest",
        "row_is_in_the_ball",
    ]


@pytest.mark.parametrize("answer", [1, 99])
def test_an_answer_that_is_no_other_case_is_found(
    recidivism: Checked, answer: int
) -> None:
    wrong = first_ranked(counterfactual_id=answer)

    assert "counterfactuals_are_the_nearest" in recidivism.offended(ranked=wrong)


@pytest.mark.parametrize("column", ["power", "ball_size", "distance"])
def test_a_figure_that_is_missing_is_found(recidivism: Checked, column: str) -> None:
    assert recidivism.offended(ranked=first_ranked(**{column: "null"}))


HALVED = "select * replace (capacity / 2 as capacity) from right_ranked"


def test_capacity_and_universality_that_differ_are_found(two_classes: Checked) -> None:
    assert two_classes.offended(ranked=HALVED) == ["capacity_is_universality"]


def test_with_three_classes_capacity_and_universality_may_differ(
    recidivism: Checked,
) -> None:
    assert recidivism.offended(ranked=HALVED) == []


def test_an_answer_that_is_left_out_is_found(recidivism: Checked) -> None:
    found = recidivism.offending(
        summary="select * replace (if(row_id = 1, 0, n_minimal) as n_minimal) "
        "from right_summary"
    )

    assert found == {
        "counterfactual_unless_no_other_outcome": [
            {"row_id": 1, "n_minimal": 0, "n_unlike": 4}
        ]
    }


def test_an_answer_where_there_is_none_is_found(one_class: Checked) -> None:
    wrong = "select * replace (1 as n_minimal) from right_summary"

    assert one_class.offended(summary=wrong) == [
        "counterfactual_unless_no_other_outcome"
    ]


def test_a_row_that_is_left_out_of_the_summary_is_found(recidivism: Checked) -> None:
    wrong = "from right_summary where row_id != 1"

    assert "counterfactual_unless_no_other_outcome" in recidivism.offended(
        summary=wrong
    )


# Factual explanations. Those of row 1 are age and race (2 cases), sex and age, sex and
# race, and sex and recid (1 case each).


def one_factual(**columns: str) -> str:
    """The factual explanations, with other values in row 1's by sex and age."""
    replaced = ", ".join(
        f"case when row_id = 1 and features = ['sex', 'age'] then {value} "
        f"else {column} end as {column}"
        for column, value in columns.items()
    )
    return f"select * replace ({replaced}) from right_factual"


def test_an_explanation_that_covers_another_number_of_cases_is_found(
    recidivism: Checked,
) -> None:
    assert recidivism.offending(factual=one_factual(coverage="2")) == {
        "factual_holds": [
            {
                "row_id": 1,
                "features": ["sex", "age"],
                "coverage": 2,
                "n_like": 1,
                "n_unlike": 0,
            }
        ]
    }


def test_an_explanation_that_needs_less_is_found(recidivism: Checked) -> None:
    wrong = one_factual(features="['sex', 'age', 'degree']")

    assert recidivism.offending(factual=wrong) == {
        "factual_is_minimal": [{"row_id": 1, "features": ["sex", "age", "degree"]}]
    }


def test_an_explanation_that_needs_more_is_found(recidivism: Checked) -> None:
    found = recidivism.offending(factual=one_factual(features="['sex']"))

    # Rows 3 and 8 are male too, and High: one thing, seen from two sides.
    assert list(found) == ["factual_holds", "factual_meets_every_counterfactual"]
    assert {
        row["counterfactual_id"] for row in found["factual_meets_every_counterfactual"]
    } == {3, 8}


def test_an_explanation_by_every_case_that_needs_more_is_found(
    recidivism: Checked,
) -> None:
    assert recidivism.offended(factual=one_factual(features="[]")) == [
        "factual_holds",
        "factual_meets_every_counterfactual",
    ]


def test_an_explanation_by_every_case_that_covers_fewer_is_found(
    one_class: Checked,
) -> None:
    wrong = "select * replace (3 as coverage) from right_factual"

    assert one_class.offended(factual=wrong) == ["factual_holds"]


def test_an_explanation_that_needs_nothing_at_all_is_found(one_class: Checked) -> None:
    wrong = "select * replace (['f'] as features, 2 as coverage) from right_factual"

    assert one_class.offended(factual=wrong) == ["factual_is_minimal"]


# What is found where only half of the cases are known.


@pytest.mark.parametrize(
    "pair",
    ["(1, 2, 1)", "(1, 6, 2)", "(1, 99, 2)", "(1, 1, 0)"],
    ids=["nearer than it is", "of the same label", "no case", "the row itself"],
)
def test_a_counterfactual_that_only_half_of_the_cases_give_is_found(
    recidivism: Checked, pair: str
) -> None:
    wrong = f"from right_half_pairs union all values {pair}"

    assert recidivism.offended(half_pairs=wrong) == [
        "fewer_cases_give_no_other_counterfactual"
    ]


def test_half_of_the_cases_may_give_a_farther_counterfactual(
    recidivism: Checked,
) -> None:
    farther = "from right_half_pairs union all values (1, 8, 3)"

    assert recidivism.offended(half_pairs=farther) == []


@pytest.mark.parametrize(
    "options",
    [
        '{"freeze": ["sex"]}',
        '{"target": "High"}',
        '{"max-changes": 1}',
        '{"min-support": 2}',
    ],
)
def test_a_stored_answer_that_violates_a_constraint_is_found(
    tmp_path: Path, options: str
) -> None:
    csv = tmp_path / "recidivism.csv"
    csv.write_text(example.CSV, encoding="utf-8")
    with cfsql.connect(tmp_path / "t.duckdb") as database:
        table = database.load(csv)
        table.rank()
        assert table.check().hold
        database.connection.execute(
            "update cfsql.runs set options = $options where command = 'rank'",
            {"options": options},
        )
        offended = [each.name for each in table.check().checks if not each.holds]
    assert offended == ["constraints_hold"]


def test_every_check_has_found_what_offends_it() -> None:
    tests = Path(__file__).read_text(encoding="utf-8")

    assert [name for name in CHECKS if f'"{name}"' not in tests] == []


# Answers that are right.


@settings(many, max_examples=12)
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
        "n_counterfactuals": 8,
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

(FAILING,) = parse(
    "checks",
    "-- fetch: nothing_is_right\n-- Nothing is right.\n--\n"
    "-- grain:  one row per counterfactual\n"
    "select row_id, counterfactual_id, changes from ranked "
    "order by row_id, counterfactual_id",
).values()


@pytest.fixture
def failing(monkeypatch: pytest.MonkeyPatch) -> None:
    """One check more, which fails."""
    monkeypatch.setattr(
        cfsql.questions.check, "queries", lambda step: [*queries(step)[:2], FAILING]
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
    assert query(f"checks/{name}").kind == "fetch"
