"""New cases: every column equals the definitions, and what is odd is said."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import duckdb
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

import cfsql
from cfsql.errors import WrongUse
from tests.oracle.brute_force import (
    Case,
    changes,
    dag_count,
    distance,
    duplicates,
    explanation,
    hyperball,
    minimal_counterfactuals,
    power,
    ranks,
    representative,
    share,
)
from tests.oracle.brute_force_words import sentence
from tests.support.commands import Run
from tests.support.examples import examples
from tests.support.random_tables import frame_of, load, tables


def expected(
    features: list[str], cases: list[Case], new: Case, target: str | None
) -> list[dict[str, object]]:
    """The counterfactuals of a case that is not in the table, best first."""
    sample = [case for case in cases if case.label is not None]
    answers = [
        x
        for x in sample
        if x == representative(x, sample) and target in (None, x.label)
    ]
    minimal = minimal_counterfactuals(new, answers)
    found = []
    for rank, b in zip(ranks(new, minimal, sample, "power"), minimal, strict=True):
        ball = hyperball(new, b, sample)
        of_class = [x for x in sample if x.label == b.label]
        found.append(
            {
                "row_id": new.row_id,
                "label": new.label,
                "counterfactual_id": b.row_id,
                "counterfactual_label": b.label,
                "distance": distance(new, b),
                "changes": changes(features, new, b),
                "explanation": explanation(features, new, b),
                "rank": rank,
                "is_optimal": rank == 1,
                "power": power(new, b, sample),
                "ball_size": len(ball),
                "typicality": len([x for x in ball if x.label == b.label])
                / len(of_class),
                "capacity": power(new, b, sample) / len(ball),
                "universality": None
                if new.label is None
                else len([x for x in ball if x.label == new.label]) / len(ball),
                "dag_count": dag_count(new, b, minimal),
                "support": len(duplicates(b, sample)),
                "share": share(b, sample),
            }
        )
    return sorted(found, key=lambda row: (row["rank"], row["counterfactual_id"]))


def told(features: list[str], cases: list[Case], new: Case, target: str | None) -> str:
    """What is said of a case that is not in the table."""
    sample = [case for case in cases if case.label is not None]
    answers = expected(features, cases, new, target)
    best = [
        x for x in sample if answers and x.row_id == answers[0]["counterfactual_id"]
    ]
    others = [x for x in sample if x.label != new.label and distance(new, x) >= 1]
    return sentence(
        *(features, "outcome", new, best[0] if best else None, sample),
        blocked_by="target" if others and not best else None,
        target=target,
    )


@examples(12)
@given(table=tables(max_features=4, max_rows=10), data=st.data())
def test_new_cases_are_answered_as_defined(
    table: tuple[list[str], list[Case]], data: st.DataObject
) -> None:
    features, cases = table
    labels = sorted({str(case.label) for case in cases if case.label is not None})
    values = st.sampled_from([None, *(f"v{n}" for n in range(6)), "never seen"])
    rows = data.draw(
        st.lists(
            st.tuples(st.tuples(*[values for _ in features]), st.sampled_from(labels)),
            min_size=1,
            max_size=4,
        )
    )
    target = data.draw(st.sampled_from([None, *labels]))
    is_labelled = target is None or data.draw(st.booleans())
    new = [
        Case(place, given_values, label if is_labelled else None)
        for place, (given_values, label) in enumerate(rows, start=1)
    ]
    frame = frame_of(features, new)
    if not is_labelled:
        frame = frame.drop("outcome")
    loaded = load(features, cases)
    answered = loaded.explain_cases(frame, target=target)
    found = answered.ranked.pl().to_dicts()
    one = loaded.explain(
        dict(zip(features, new[0].values, strict=True)),
        label=new[0].label,
        target=target,
    )
    wanted = [row for case in new for row in expected(features, cases, case, target)]
    assert found == wanted
    assert [one.sentence, *answered.summary.pl()["sentence"]] == [
        told(features, cases, case, target) for case in (new[0], *new)
    ]
    assert [each.counterfactual_id for each in one.counterfactuals] == [
        row["counterfactual_id"] for row in wanted if row["row_id"] == 1
    ]


@pytest.fixture
def table(example_csv: Path) -> cfsql.Table:
    return cfsql.connect().load(example_csv, label=-1)


def test_a_case_like_a_row_has_its_answers(table: cfsql.Table) -> None:
    row = table.explain(1)
    new = table.explain(row.values, label="Med")
    assert new.row_id is None
    assert new.sentence == row.sentence
    assert [vars(each) for each in new.counterfactuals] == [
        vars(each) for each in row.counterfactuals
    ]
    assert list(new.remarks) == []


def test_what_is_odd_is_said(table: cfsql.Table) -> None:
    new = table.explain(
        {"SEX": "male", "age": "99", "race": None, "junk": 1, "score": "Med"}
    )
    assert new.label == "Med"
    assert list(new.remarks) == [
        "degree and recid are not given for the case, and taken as missing",
        "junk is no column of recidivism, and not looked at",
        "no row has age 99 (nearest: <25, >45, 25-45): every row differs in it",
        "no row has race missing: every row differs in it",
    ]
    assert {change.feature for change in new.counterfactuals[0].changes} >= {
        "age",
        "race",
    }


def test_numbers_are_the_table_s_whatever_they_are_written_like() -> None:
    frame = pl.DataFrame({"n": [1, 2, 3], "y": ["p", "q", "q"]})
    table = cfsql.connect().load(frame, table="t", label=-1)
    for one in (1, "1", "1.0", " 1", 1.0):
        new = table.explain({"n": one}, label="p")
        assert new.values == {"n": "1"}, one
        assert [each.counterfactual_id for each in new.counterfactuals] == [2, 3]


def test_new_numbers_are_binned_alike() -> None:
    frame = pl.DataFrame({"age": [20, 30, 50, 60], "y": ["a", "a", "b", "b"]})
    table = cfsql.connect().load(frame, table="t", bins={"age": "25,45"}, label=-1)
    new = table.explain({"age": 47.5}, label="b")
    assert new.values == {"age": "≥ 45"}
    assert new.originals == {"age": "47.5"}
    assert {each.counterfactual_id for each in new.counterfactuals} == {1, 2}
    as_it_is = table.explain({"age": "< 25"}, label="b")
    assert (as_it_is.values, list(as_it_is.remarks)) == ({"age": "< 25"}, [])


def test_constraints_hold_for_new_cases(table: cfsql.Table) -> None:
    values = table.explain(1).values
    frozen = table.explain(values, label="Med", freeze=["sex"])
    assert [each.counterfactual_id for each in frozen.counterfactuals] == [8]
    required = table.explain(values, label="Med", require="b.row_id > 4 and a.sex > ''")
    assert [each.counterfactual_id for each in required.counterfactuals] == [7]
    none = table.explain(values, label="Med", max_changes=1)
    assert (none.counterfactuals, none.blocked_by) == ([], "max-changes")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--values", '{"sex": "male"}'], "which score has the case?"),
        (["--values", '{"sex"'], "--values takes JSON"),
        (["--values", "[1]"], "--values takes a JSON object"),
        (["--values", "{}"], "at least one value"),
        (["--values", '{"sex": [1]}', "--label", "Low"], "a text or a number"),
        (["--values", '{"gender": 1}', "--label", "Low"], "no feature 'gender'"),
        (["--values", '{"sex": "male"}', "--label", "low"], "did you mean 'Low'?"),
        (["--file", "nowhere.csv"], "no file nowhere.csv"),
        (["--row", "1", "--values", "{}"], "only one of --row and --values"),
        (["--row", "1", "--label", "Low"], "--label is for new cases"),
        ([], "explain what?"),
    ],
)
def test_wrong_use_is_one_line(loaded: Run, arguments: list[str], message: str) -> None:
    done = loaded("explain", "--table", "recidivism", *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    (line,) = done.stderr.splitlines()
    assert message in line


def test_many_cases_come_from_a_file_and_nothing_is_written(
    run: Run, example_csv: Path, tmp_path: Path
) -> None:
    run("load", example_csv)
    before = (tmp_path / "cfsql.duckdb").read_bytes()
    (tmp_path / "new.csv").write_text(example_csv.read_text(), encoding="utf-8")
    arguments = ("explain", "--table", "recidivism", "--file", "new.csv")
    done = run(*arguments, "--format", "jsonl", "--out", "answers.parquet")
    assert done.returncode == 0
    printed: list[dict[str, Any]] = [json.loads(x) for x in done.stdout.splitlines()]
    assert pl.read_parquet(tmp_path / "answers.parquet").height == len(printed) == 21
    assert (tmp_path / "cfsql.duckdb").read_bytes() == before
    shown = run(*arguments, "--show", "2").stdout
    assert "8 new cases for recidivism" in shown
    assert "… and 6 more; --show 8 lists them all" in shown


def test_a_case_without_an_outcome_is_refused_by_its_number(
    loaded: Run, tmp_path: Path
) -> None:
    lines = ["sex,age,race,degree,recid,score", "male,<25,Asian,M,No,Med"]
    (tmp_path / "one.csv").write_text("\n".join([*lines, "male,<25,Asian,M,No,"]))
    (tmp_path / "two.csv").write_text("\n".join([*lines, *["male,>45,,M,No,"] * 2]))
    ask = ("explain", "--table", "recidivism", "--file")

    one, two = loaded(*ask, "one.csv"), loaded(*ask, "two.csv")
    assert (one.returncode, one.stdout) == (2, "")
    assert one.stderr.startswith("cfsql: case 2 has no score; give it in the file or")
    assert two.stderr.startswith("cfsql: case 2 and 1 more have no score;")
    assert loaded(*ask, "one.csv", "--target", "Low").returncode == 0
    assert loaded(*ask, "one.csv", "--label", "Med").returncode == 0


def test_what_cannot_be_meant_is_refused_or_asked_about(
    loaded: Run, tmp_path: Path
) -> None:
    (tmp_path / "new.csv").write_text("sex,rase\nmale,Asian\n")
    ask = ("explain", "--table", "recidivism", "--label", "Med")
    twice = loaded(*ask, "--values", '{"age": "<25", "Age": ">45"}')
    assert (twice.returncode, twice.stdout) == (2, "")
    assert twice.stderr == "cfsql: --values has 'age' more than once\n"
    both = loaded("explain", "--table", "recidivism", "--row", 1, "--file", "new.csv")
    assert both.returncode == 2
    assert both.stderr == "cfsql: give only one of --row and --file\n"
    meant = loaded(*ask, "--file", "new.csv")
    assert meant.returncode == 0
    assert "rase is no column of recidivism, and not looked at" in meant.stderr
    assert "; did you mean 'race'?" in meant.stderr


def test_a_program_is_shown_as_many_as_it_asks_for(loaded: Run) -> None:
    ask = ("explain", "--table", "recidivism", "--row", 1, "--format", "json")
    every, one = loaded(*ask), loaded(*ask, "--show", 1)
    assert [
        len(json.loads(each.stdout)["counterfactuals"]) for each in (every, one)
    ] == [
        2,
        1,
    ]
    assert json.loads(one.stdout)["n_minimal"] == 2
    listed = json.loads(loaded(*ask, "--all", "--show", 3).stdout)
    assert len(listed["counterfactuals"]) == 3


ROW = {"sex": "male", "age": "<25", "race": None, "n": 3, "p": 0.5, "is_new": True}


@pytest.mark.parametrize(
    "taken",
    [
        lambda frame: frame.row(0, named=True),
        lambda frame: frame[:1],
        lambda frame: frame[:1].to_arrow(),
        lambda frame: frame[:1].to_pandas(),
        lambda frame: frame.to_pandas().iloc[0],
        lambda frame: frame.to_pandas().to_dict("records")[0],
        lambda frame: duckdb.from_arrow(frame[:1].to_arrow()),
    ],
    ids=["dict", "polars", "arrow", "pandas", "series", "records", "relation"],
)
def test_a_case_is_given_as_a_row_of_any_frame(
    taken: Callable[[pl.DataFrame], object],
) -> None:
    other = {"sex": "x", "age": "y", "race": "z", "n": 4, "p": None, "is_new": False}
    frame = pl.DataFrame([ROW | {"y": "a"}, other | {"y": "b"}])
    table = cfsql.connect().load(frame, label="y")
    new = table.explain(taken(frame))
    assert new.label == "a"
    assert new.values == table.explain(1).values
    assert list(new.remarks) == []
    assert new.optimal is not None
    assert new.optimal.counterfactual_id == 2


def test_a_case_is_one_row_with_names(table: cfsql.Table) -> None:
    frame = pl.DataFrame({"sex": ["male", "female"]})
    with pytest.raises(WrongUse, match="2 rows; explain_cases takes them all"):
        table.explain(frame)
    with pytest.raises(WrongUse, match="row\\(0, named=True\\)"):
        table.explain(frame["sex"])


def answered(cases: object, *, id: str | None = None, **options: Any) -> list[object]:
    """The ids of new cases of a table whose rows have ids."""
    with cfsql.connect() as database:
        rows = {
            "customer": ["c-1", "c-2", "c-3"],
            "sex": ["m", "f", "x"],
            "score": ["Low", "High", "Low"],
        }
        frame = pl.DataFrame(rows)
        table = database.load(frame, label="score", id=options.pop("table_id", None))
        found = table.explain_cases(cases, id=id, **options)
        assert sorted(map(str, found.ranked.pl()["row_id"].unique())) == sorted(
            map(str, found.summary.pl()["row_id"])
        )
        return sorted(found.summary.pl()["row_id"])


def test_new_cases_keep_the_ids_that_they_have(tmp_path: Path) -> None:
    path = tmp_path / "new.csv"
    path.write_text(
        "customer,row_id,mail,sex,score\nn-7,70,p@q,m,Low\nn-2,20,r@s,f,High\n"
    )
    assert answered(path, table_id="customer") == ["n-2", "n-7"]
    assert answered(path) == [20, 70]
    assert answered(path, id="MAIL") == ["p@q", "r@s"]
    assert answered(path, id="mail", table_id="customer") == ["p@q", "r@s"]
    path.write_text("sex,score\nm,Low\nf,High\n")
    assert answered(path, table_id="customer") == [1, 2]
    frame = pl.DataFrame({"sex": ["m", "f"], "score": ["Low", "High"], "n": [5, 3]})
    assert answered(frame, id="n") == [3, 5]


def test_ids_of_new_cases_that_are_none_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "new.csv"
    path.write_text("customer,sex,score\nn-7,m,Low\nn-7,f,High\n")
    with pytest.raises(WrongUse, match=r"'n-7' in 2 rows.*name another .* id="):
        answered(path, table_id="customer")
    assert answered(path) == [1, 2]
    with pytest.raises(
        WrongUse, match=r"no column 'custmer' in .*new.csv; .*'customer'\?"
    ):
        answered(path, id="custmer")


def test_files_of_cases_are_read_as_others_are(loaded: Run, tmp_path: Path) -> None:
    cases = "x-1;male;?;Asian;M;No;Med\nx-2;female;<25;?;F;No;Med\n"
    (tmp_path / "new.txt").write_text(cases)
    ask = ("explain", "--table", "recidivism", "--file", "new.txt", "--format", "jsonl")
    names = "case,sex,age,race,degree,recid,score"
    given = ("--names", names, "--missing", "?", "--id", "case")
    done = loaded(*ask, *given)
    assert done.returncode == 0, done.stderr
    ids = {json.loads(line)["row_id"] for line in done.stdout.splitlines()}
    assert ids == {"x-1", "x-2"}
    assert "no row has" in done.stderr
    wrong = loaded("explain", "--table", "recidivism", "--row", 1, "--id", "case")
    assert (wrong.returncode, wrong.stderr) == (2, "cfsql: --id is for --file\n")
