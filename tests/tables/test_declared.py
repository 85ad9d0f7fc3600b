"""What is declared once for a table is the default of every question about it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import polars as pl
import pytest

import cfsql
from cfsql.errors import CfsqlError, WrongUse
from tests.support.commands import Run

CREDIT = """age,sex,schooling,debt,credit
23,female,none,4200,refused
31,male,school,3100,refused
31,male,degree,900,granted
27,female,school,1500,granted
45,male,degree,1500,granted
52,female,school,700,granted
38,female,school,3100,refused
24,male,school,700,granted
31,female,none,3100,granted
"""
DECLARED: dict[str, Any] = {
    "immutable": ["sex"],
    "only_up": ["age", "schooling"],
    "only_down": ["debt"],
    "order": {"schooling": ["none", "school", "degree"]},
}
ASKED = {**DECLARED, "freeze": DECLARED["immutable"]}
del ASKED["immutable"]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    file = tmp_path / "credit.csv"
    file.write_text(CREDIT, encoding="utf-8")
    return file


@pytest.fixture
def credit(path: Path) -> cfsql.Table:
    return cfsql.connect().load(path, label="credit", **DECLARED)


def answers(ranking: cfsql.Ranking) -> list[Any]:
    return [ranking.pl().to_dicts(), ranking.summary.pl().to_dicts()]


def test_a_ranking_keeps_to_what_is_declared_unless_it_is_lifted(
    credit: cfsql.Table, path: Path
) -> None:
    plain = cfsql.connect().load(path, label="credit")
    assert answers(credit.rank()) == answers(plain.rank(**ASKED))
    assert answers(credit.rank(no_defaults=True)) == answers(plain.rank())
    freed = {**ASKED, "only_up": ["schooling"]}
    del freed["only_down"]
    assert answers(credit.rank(free="AGE,debt")) == answers(plain.rank(**freed))
    # What is no feature cannot be kept, and a frozen one goes no way.
    assert answers(credit.rank(ignore="age", freeze="debt")) == answers(
        plain.rank(
            freeze=["sex", "debt"],
            only_up=["schooling"],
            order=DECLARED["order"],
            ignore=["age"],
        )
    )


def test_rows_and_new_cases_are_explained_by_what_is_declared(
    credit: cfsql.Table,
) -> None:
    ranked = {row["row_id"]: row for row in credit.rank().summary.pl().to_dicts()}
    for row in (1, 2, 4):
        explained = credit.explain(row)
        assert explained.sentence == ranked[row]["sentence"]
        assert explained.blocked_by == ranked[row]["blocked_by"]
        assert explained.declared == (
            "sex does not change; age and schooling do not fall; debt does not rise"
        )
    assert credit.explain(2, no_defaults=True).declared is None
    case = {"age": 35, "sex": "male", "schooling": "school", "debt": 2000}
    assert credit.explain(case, label="refused").optimal_id == 5
    assert credit.explain(case, label="refused", free="age").optimal_id == 8
    cases = credit.explain_cases(pl.DataFrame([case]), label="refused")
    assert cases.summary.pl()["optimal_id"].to_list() == [5]
    assert "sex does not change" in str(cases.declared)


def test_a_stored_ranking_remembers_what_was_declared_then(
    credit: cfsql.Table,
) -> None:
    ranking = credit.rank(into="then")
    before = answers(ranking)
    credit.declare(free=["age", "sex"])
    assert answers(credit.database.ranking("then")) == before
    overview = credit.database.ranking("then").overview()
    assert "sex does not change" in str(overview.declared)
    log = "select options from cf.runs where result_name = 'then'"
    ((logged,),) = credit.database.sql(log).fetchall()
    assert json.loads(logged)["declared"]["immutable"] == ["sex"]
    # Rows come and go, and the ranking is as it was asked for.
    credit.remove([9])
    assert credit.check_fresh().hold
    command = credit.database.ranking("then").report().command
    assert command is not None
    assert command.endswith("--into then --no-defaults")
    assert "--only-up age --only-up schooling --only-down debt" in command
    assert "--freeze sex" in command


def test_an_audit_ranks_with_what_is_declared_unless_it_is_lifted(
    credit: cfsql.Table,
) -> None:
    database, name = credit.database, credit.name
    credit.audit(["sex"], free=["sex"])
    lifted = answers(database.ranking(name))
    assert lifted == answers(credit.rank(free="sex", into="lifted"))
    assert lifted != answers(credit.rank(into="kept"))
    with pytest.raises(WrongUse, match="rank it anew first, with no_defaults="):
        credit.audit(["sex"], no_defaults=True)
    with pytest.raises(WrongUse, match="free= takes a column"):
        database.load(
            pl.DataFrame({"x": [1, 2], "y": ["p", "q"]}), table="other", label="y"
        ).audit(free="x")


def test_declarations_are_changed_shown_and_taken_back(credit: cfsql.Table) -> None:
    credit.declare(only_down="age", immutable="schooling")
    assert credit.declared.ways == {
        "age": "only down",
        "debt": "only down",
        "sex": "never",
        "schooling": "never",
    }
    comments = """
        select column_name, comment from duckdb_columns()
        where table_name = 'credit' and comment is not null order by column_name
    """
    assert dict(credit.database.sql(comments).fetchall())["schooling"] == (
        "changes: never; order: none < school < degree"
    )
    credit.declare(free=["age", "debt", "sex", "schooling"])
    assert credit.declared.columns == []
    assert credit.database.sql(comments).fetchall() == []
    assert credit.database.sql("from cf.declared").fetchall() == []


def test_a_value_outside_the_order_is_refused_when_it_comes(
    credit: cfsql.Table, path: Path
) -> None:
    other = {"age": 30, "sex": "male", "schooling": "doctor", "debt": 1}
    with pytest.raises(WrongUse, match="schooling of credit is doctor in some row"):
        credit.append(pl.DataFrame([{**other, "credit": "granted"}]))
    assert credit.database.table("credit").facts.n_rows == 9
    short = {**DECLARED, "order": {"schooling": ["none", "school"]}}
    with pytest.raises(WrongUse, match="schooling of credit is degree in some row"):
        cfsql.connect().load(path, label="credit", **short)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"immutable": "sx"}, "no feature 'sx' in credit; did you mean 'sex'?"),
        ({"immutable": "credit"}, "credit is the label of credit"),
        ({"only_up": "sex"}, "sex of credit has words, such as female"),
        ({"only_up": "debt", "only_down": "debt"}, "contradict each other on debt"),
        ({"order": {"schooling": ["a", "a"]}}, "schooling has 'a' twice"),
        ({"immutable": "age,sex,schooling,debt"}, "leaves no feature to change"),
    ],
)
def test_a_declaration_that_cannot_be_meant_is_refused(
    path: Path, options: dict[str, Any], message: str
) -> None:
    database = cfsql.connect()
    with pytest.raises(WrongUse) as refused:
        database.load(path, label="credit", **options)
    assert message in str(refused.value)
    assert database.tables() == []


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"free": "agee"}, "free= takes a column that something is declared of"),
        (
            {"only_down": "age"},
            "age is declared to go only up; to lift that: free= age",
        ),
    ],
)
def test_what_contradicts_a_declaration_is_refused(
    credit: cfsql.Table, options: dict[str, Any], message: str
) -> None:
    with pytest.raises(CfsqlError) as refused:
        credit.rank(**options)
    assert message in str(refused.value)
    with pytest.raises(WrongUse, match="no declared column 'agee'"):
        credit.declare(free="agee")


def test_what_is_declared_of_an_ignored_column_does_not_count(
    credit: cfsql.Table,
) -> None:
    asked = credit.rank(ignore="schooling")
    free = credit.rank(ignore="schooling", free="schooling", into="free")
    assert answers(asked) == answers(free)
    explained = credit.explain(2, ignore="schooling")
    assert "schooling" not in (explained.declared or "")


def test_few_cases_and_subsamples_keep_to_it_too(
    credit: cfsql.Table, path: Path, run: Run
) -> None:
    plain = cfsql.connect().load(path, label="credit")
    for ask in (cfsql.Table.stability, cfsql.Table.cover):
        expected = ask(plain, **ASKED).pl().to_dicts()
        assert ask(credit).pl().to_dicts() == expected
        free = ask(credit, no_defaults=True).pl().to_dicts()
        assert free == ask(plain).pl().to_dicts() != expected
    run("load", str(path), "--immutable", "sex")
    for command in ("stability", "cover"):
        asked = run(command, "--table", "credit")
        assert "As declared: sex does not change." in asked.stdout
        lifted = run(command, "--table", "credit", "--no-defaults")
        assert "As declared" not in lifted.stdout
    with pytest.raises(WrongUse, match="free= takes a column that something"):
        credit.cover(free="debts")


def test_the_command_line_declares_shows_and_lifts(run: Run, path: Path) -> None:
    load = ("load", str(path), "--immutable", "sex", "--only-up", "age,schooling")
    order = ("--order", "schooling=none,school,degree")
    loaded = run(*load, *order)
    assert "schooling  only up  none < school < degree" in loaded.stdout
    assert "As declared: sex does not change" in run("rank", "--table", "credit").stdout
    explained = run("explain", "--table", "credit", "--row", "2", "--free", "age")
    assert "As declared: sex does not change; schooling does not" in explained.stdout
    lifted = run("explain", "--table", "credit", "--row", "2", "--no-defaults")
    assert "As declared" not in lifted.stdout
    assert "debt" in run("declare", "credit", "--only-down", "debt").stdout
    assert "only down" in run("describe", "credit").stdout
    replaced = run("load", str(path), "--replace")
    assert "cfsql declare credit --immutable sex --only-up age" in replaced.stderr
    assert run("declare", "credit").stdout == "nothing is declared of credit\n"
