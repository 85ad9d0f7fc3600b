"""Every result comes in every form, and shows itself in little space."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import duckdb
import polars as pl
import pytest

import cfsql
from cfsql import example
from cfsql.api.results import StoredResult
from cfsql.sklearn import CounterfactualExplainer, Explained
from cfsql.tables.frames import Frames, Held

CASE = {"sex": "male", "age": "<25"}
ROW = {**CASE, "race": "Asian", "degree": "M", "recid": "No", "score": "High"}

# How to ask for each kind of result.
RESULTS: dict[str, Callable[[cfsql.Table], Any]] = {
    "ranking": lambda table: table.rank(),
    "summary": lambda table: table.rank().summary,
    "optimal": lambda table: table.rank().optimal,
    "overview": lambda table: table.rank().overview(),
    "report": lambda table: table.rank().report(),
    "row": lambda table: table.explain(1),
    "no answer": lambda table: table.explain(1, freeze=["sex", "age", "race"]),
    "explanations": lambda table: table.explain([1, CASE], target="Low"),
    "new case": lambda table: table.explain(CASE, target="Low"),
    "new case with a label": lambda table: table.explain(CASE, label="Med"),
    "new case without an answer": lambda table: table.explain(
        CASE, label="Med", max_changes=1
    ),
    "new cases": lambda table: table.explain_cases(
        pl.DataFrame([CASE, {"sex": "female", "age": ">45"}]), target="High"
    ),
    "counterfactuals": lambda table: table.counterfactuals(1),
    "nearest counterfactuals": lambda table: table.counterfactuals(1, limit=2),
    "comparison": lambda table: table.compare(1, 7),
    "why": lambda table: table.why(1),
    "why rows": lambda table: table.why_rows(),
    "why summary": lambda table: table.why_rows().summary,
    "why overview": lambda table: table.why_rows().overview(),
    "rules": lambda table: table.rules("Med"),
    "audit": lambda table: table.audit(["race", "degree"], replace=True),
    "audit without protected columns": lambda table: table.audit(replace=True),
    "audited pairs": lambda table: _audited(table),
    "stability": lambda table: table.stability(repeats=9),
    "stability overview": lambda table: table.stability(repeats=9).overview(),
    "cover": lambda table: table.cover(),
    "covered rows": lambda table: table.cover().rows,
    "cover overview": lambda table: table.cover().overview(),
    "check": lambda table: table.check(),
    "dry run": lambda table: table.dry_run(),
    "profile": lambda table: table.profile(),
    "experiment": lambda table: table.experiment("unique", sample=4, repeats=2),
    "update": lambda table: table.append(pl.DataFrame([ROW]), dry_run=True),
    "difference": lambda table: _different(table),
    "freshness": lambda table: table.check_fresh(),
    "estimator": lambda table: _estimated(),
    "estimator, answers": lambda table: _estimated().answers,
}

FORMS: dict[str, Callable[[Any, Path], pl.DataFrame]] = {
    "pl": lambda result, _: result.pl(),
    "df": lambda result, _: pl.from_pandas(result.df()),
    "arrow": lambda result, _: pl.DataFrame(result.arrow()),
    "relation": lambda result, _: result.relation().pl(),
    "to_parquet": lambda result, folder: _written(result, folder),
    "to_file": lambda result, folder: _as_json(result, folder),
}


def _audited(table: cfsql.Table) -> Frames:
    table.audit(["race"], replace=True)
    return table.database.ranking(table.name).audit_tables()[0]


def _estimated() -> Explained:
    cases = pl.read_csv(example.CSV.encode())
    features = cases.drop(example.LABEL)
    explainer = CounterfactualExplainer().fit(features, cases[example.LABEL])
    return explainer.explain(features.head(2), cases[example.LABEL].head(2))


def _different(table: cfsql.Table) -> Frames:
    table.rank(freeze=["sex"], into="of_one_sex")
    return table.diff(table.name, "of_one_sex")


def _as_json(result: Frames, folder: Path) -> pl.DataFrame:
    result.to_file(folder / "rows.json")
    rows = json.loads((folder / "rows.json").read_text(encoding="utf-8"))
    return pl.DataFrame(
        rows, schema=result.relation().columns, infer_schema_length=None
    )


def _written(result: Frames, folder: Path) -> pl.DataFrame:
    result.to_parquet(folder / "rows.parquet")
    return pl.read_parquet(folder / "rows.parquet")


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[cfsql.Table]:
    """The running example."""
    path = tmp_path_factory.mktemp("results") / "recidivism.csv"
    path.write_text(example.CSV, encoding="utf-8")
    with cfsql.connect() as database:
        yield database.load(path, label="score")


@pytest.fixture(scope="module")
def results(table: cfsql.Table) -> dict[str, Any]:
    """All results, asked for once."""
    return {name: ask(table) for name, ask in RESULTS.items()}


@pytest.mark.parametrize("name", RESULTS)
def test_every_result_comes_in_every_form_and_shows_itself_in_little_space(
    results: dict[str, Any], tmp_path: Path, name: str
) -> None:
    result = results[name]
    relation = result.relation()
    has_rows = not name.startswith(("no answer", "new case without"))
    for form, make in FORMS.items():
        given = make(result, tmp_path)
        assert given.columns == relation.columns, form
        assert given.height == len(relation), form
        assert (given.height > 0) == has_rows, form
    assert result.to_dict()
    assert len(repr(result)) < 300
    assert "\n" not in repr(result)
    shown = result._repr_html_()
    assert shown.startswith("<div")
    assert len(shown) < 80_000
    # A view brings its own style, and needs no other.
    for mark in ("<style", "<td>", "<th>", "<table>"):
        assert mark not in shown


def test_no_kind_of_result_is_forgotten(results: dict[str, Any]) -> None:
    def kinds(of: type[Any]) -> set[type[Any]]:
        below: list[type[Any]] = of.__subclasses__()
        return {of}.union(*(kinds(each) for each in below))

    found = {type(result) for result in results.values()}
    assert kinds(Frames) - {Frames, Held, StoredResult} == found


def test_what_is_held_has_the_columns_and_types_of_what_is_stored(
    results: dict[str, Any],
) -> None:
    for held, stored in {
        "row": "ranking",
        "no answer": "ranking",
        "new case": "ranking",
        "new cases": "ranking",
        "why": "why rows",
    }.items():
        expected = results[stored].relation()
        found, n_columns = results[held].relation(), len(expected.columns)
        assert found.columns[:n_columns] == expected.columns, held
        assert found.types[:n_columns] == expected.types, held


@pytest.mark.parametrize(
    "kind",
    ["UUID", "VARCHAR", "DECIMAL(12,3)", "TIMESTAMP"],
)
def test_row_ids_keep_their_type_in_every_answer(kind: str) -> None:
    number = {
        "UUID": "uuid()",
        "TIMESTAMP": "timestamp '2024-01-01 10:00' + to_days(i::int)",
    }.get(kind, f"(i + 0.5)::{kind}")
    connection = duckdb.connect()
    rows = connection.sql(
        f"select {number} as id, i % 3 as a, i % 2 as b, i % 5 = 0 as label "
        "from range(30) t(i)"
    )
    rows.create("rows")
    database = cfsql.connect(connection)
    table = database.load(connection.table("rows"), table="ids", label="label", id="id")
    (row,) = connection.execute("from rows select id limit 1").fetchone() or (None,)
    ranked = table.rank().relation()
    for answer in (table.explain(row), table.counterfactuals(row), table.why(row)):
        relation = answer.relation()
        assert relation.types[0] == ranked.types[0]
        assert {str(found) for found, *_ in relation.fetchall()} <= {str(row)}


def test_a_view_of_many_and_long_things_stays_small() -> None:
    n_rows, n_features = 3000, 30
    long = "x" * 100_000
    frame = pl.DataFrame(
        {
            **{
                f"feature {f}": [(r * (f + 3)) // 7 % (f + 2) for r in range(n_rows)]
                for f in range(n_features)
            },
            "text": [long if r == 1 else "" for r in range(n_rows)],
            "label": [(r // 5) % 4 for r in range(n_rows)],
        }
    )
    table = cfsql.connect().load(frame, label="label")
    answers = (
        table.counterfactuals(42),
        table.counterfactuals(2),
        table.explain(2),
        table.explain({"text": long, "feature 1": 77}, label=0),
        table.compare(2, 3),
        table.rank(limit=500),
        table.profile(),
    )
    assert len(answers[0].counterfactuals) > 1000
    for answer in answers:
        assert len(repr(answer)) < 400, type(answer)
        assert len(answer._repr_html_()) < 150_000, type(answer)
    assert "more rows" in answers[0]._repr_html_()
    assert "without a difference" in answers[4]._repr_html_()


@pytest.mark.real
def test_views_of_a_real_table_are_small(datasets: Path) -> None:
    table = cfsql.connect().load(datasets / "adult.csv", label="income")
    found = table.counterfactuals(42)
    assert len(found.counterfactuals) > 10_000
    for answer in (found, table.explain(42), table.why(42), table.rank(limit=300)):
        assert len(repr(answer)) < 300
        assert len(answer._repr_html_()) < 100_000


def test_only_public_names_are_offered() -> None:
    assert dir(cfsql) == sorted(cfsql.__all__)
    # The extra for Spark is not always installed.
    assert all(hasattr(cfsql, name) for name in dir(cfsql) if name != "spark")
