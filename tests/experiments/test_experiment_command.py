"""The experiments from the command line: what is said, written, and refused."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path

import duckdb
import polars as pl
import pytest

import cfsql
from cfsql import experiments
from cfsql.experiments import Experiments, Protocol, Study, Summary, claims
from tests.support.commands import Run


@pytest.fixture(autouse=True)
def folder(tmp_path: Path) -> Path:
    """A folder with a table of chance, one of one class, and one that contradicts."""
    generator = random.Random(5)
    lines = ["colour,size,shape,outcome"]
    lines += [
        ",".join(
            (
                generator.choice("rgb"),
                generator.choice("smlx"),
                generator.choice("ot"),
                generator.choice(("yes", "no")),
            )
        )
        for _ in range(60)
    ]
    data = tmp_path / "data"
    data.mkdir()
    (data / "chance.csv").write_text("\n".join(lines), encoding="utf-8")
    (data / "same.csv").write_text("a,y\n1,x\n2,x\n3,x\n", encoding="utf-8")
    (data / "against.csv").write_text("a,y\n1,x\n1,z\n", encoding="utf-8")
    return data


def words(text: str) -> str:
    return " ".join(text.split())


def test_a_folder_is_measured_and_what_cannot_be_is_said(
    run: Run, folder: Path
) -> None:
    done = run("experiment", "unique", "--data", "data", "--repeats", "2")
    assert done.returncode == 0
    said = words(done.stdout)
    assert re.search(r"chance \d+\.\d ± \d+\.\d % █", said)
    assert "against: no row of the samples has a counterfactual" in said
    assert "same: every row has the same label, so none has a counterfactual" in said
    assert "against has 2 rows, no more than the sample of 1,000" in said
    assert "the paper usually more than 80 %" in said
    assert "nothing to measure on against and same" in said
    with cfsql.connect(folder.parent / "cfsql.duckdb", read_only=True) as database:
        kept = database.sql(
            "select table_name, n_repeats, sample_size "
            "from cf.experiment_summary order by table_name"
        ).fetchall()
    assert kept == [("against", 2, 2), ("chance", 2, 60), ("same", 2, 3)]


@pytest.mark.parametrize("name", ["hamming", "unique", "gap", "metrics"])
def test_a_table_of_one_class_has_nothing_to_measure(run: Run, name: str) -> None:
    run("load", "data/same.csv")
    done = run("experiment", name, "--table", "same", "--repeats", "2")
    assert done.returncode == 0
    assert f"{name}: nothing to measure, no case has a counterfactual" in done.stdout


@pytest.mark.slow
def test_everything_is_written_into_a_folder(run: Run, folder: Path) -> None:
    done = run(
        *("experiment", "all", "--data", "data", "--sample", "30", "--repeats", "2"),
        *("--out", "results/all"),
    )
    assert done.returncode == 0
    results = folder.parent / "results" / "all"
    assert "wrote results/all; read results/all/experiments.md" in done.stderr
    summary = pl.read_parquet(results / "experiment_summary.parquet")
    with duckdb.connect(str(folder.parent / "cfsql.duckdb"), read_only=True) as kept:
        for relation in ("experiment_results", "experiment_summary"):
            written = str(results / f"{relation}.parquet")
            (same,) = kept.execute(
                f"select (from (from cf.{relation} except from '{written}') "
                f"select count(*)) = 0 and (from '{written}' select count(*)) "
                f"= (from cf.{relation} select count(*))"
            ).fetchone() or (None,)
            assert same
    assert summary.schema["sd"] == pl.Float64
    text = (results / "experiments.md").read_text(encoding="utf-8")
    mean = summary.filter(
        (pl.col("measure") == "unique_share") & (pl.col("table_name") == "chance")
    )["mean"][0]
    assert f"{100 * mean:.1f}" in text
    assert (
        "cfsql experiment all --data data --sample 30 --repeats 2 --out results/all"
        in text
    )
    figures = {path.name for path in (results / "figures").iterdir()}
    assert {"unique.svg", "metrics.svg", "relevance.svg"} <= figures
    assert "![Unique optimal counterfactuals](figures/unique.svg)" in text


def test_the_summary_can_be_had_for_programs(run: Run) -> None:
    done = run(
        *("experiment", "hamming", "--data", "data", "--repeats", "1"),
        *("--format", "json", "--quiet"),
    )
    records = json.loads(done.stdout)
    assert {each["measure"] for each in records if each["table_name"] == "chance"} == {
        *(f"at_distance_{distance}" for distance in (1, 2, 3)),
        "n_minimal",
    }
    assert all(each["sd"] is None for each in records)
    assert done.stderr == ""


def test_known_files_are_taken_as_the_registry_says(run: Run, folder: Path) -> None:
    (folder / "cars.csv").write_text(
        "buying,maint,doors,persons,lug_boot,safety,class\n"
        "low,low,2,2,big,low,unacc\nlow,low,2,4,big,high,good\n",
        encoding="utf-8",
    )
    done = run("experiment", "unique", "--data", "data", "--repeats", "1")
    assert "left out of data: against.csv, chance.csv, same.csv;" in done.stderr
    assert "cars" in done.stdout
    assert "chance" not in done.stdout


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["uniqe", "--data", "data"], "no experiment 'uniqe'"),
        (["unique"], "Give --table T or --data DIR"),
        (["unique", "--data", "data", "--table", "x"], "one of the two"),
        (["unique", "--data", "nowhere"], "nowhere is not there"),
        (["unique", "--data", "data/same.csv"], "data/same.csv is a file"),
        (["unique", "--data", "empty"], "no .csv or .parquet file is in empty"),
        (["gap", "--data", "data", "--repeats", "0"], "--repeats takes a number"),
        (["gap", "--data", "data", "--sample", "-1"], "--sample takes a number"),
        (["gap", "--data", "data", "--seed", str(2**63)], "is too large"),
        (["gap", "--data", "data", "--random", "other"], "--random is any or"),
        (["gap", "--data", "data", "--format", "xml"], "--format is"),
        (["gap", "--data", "data", "--out", "data/same.csv"], "is a file"),
    ],
)
def test_wrong_use_is_one_line_and_leaves_nothing(
    run: Run, folder: Path, arguments: list[str], message: str
) -> None:
    (folder.parent / "empty").mkdir()
    done = run("experiment", *arguments)
    assert done.returncode == 2
    assert done.stdout == ""
    (line,) = done.stderr.splitlines()
    assert message in line
    assert not (folder.parent / "cfsql.duckdb").exists()


def test_an_unknown_table_is_refused_before_any_work(run: Run) -> None:
    run("load", "data/chance.csv")
    done = run("experiment", "all", "--table", "chance", "--table", "chanse")
    assert done.returncode == 2
    assert "no table 'chanse' in the database; did you mean 'chance'?" in done.stderr


def test_relevance_says_that_it_looks_at_no_table(run: Run) -> None:
    run("load", "data/chance.csv")
    done = run("experiment", "relevance", "--table", "chance", "--repeats", "1")
    assert done.returncode == 0
    assert "relevance makes its own tables" in done.stderr
    assert "label: sum modulo 2" in done.stdout


# Claims.


def study(name: str = "t", *, stand_in: bool = False) -> Study:
    return Study(
        name,
        tuple(experiments.ON_TABLES),
        sample_size=10,
        n_repeats=3,
        n_features=3,
        n_rows=100,
        n_classes=2,
        is_stand_in=stand_in,
    )


def found(means: dict[str, dict[str, float]], **more: bool) -> Experiments:
    summaries = [
        Summary(name, table, measure, mean, 0.1, mean - 0.05, mean + 0.05, 3, 10, 0)
        for name in experiments.ON_TABLES
        for table, measures in means.items()
        for measure, mean in measures.items()
    ]
    studies = [study(name, stand_in=more.get(name, False)) for name in means]
    return Experiments(Protocol(), studies, [], summaries)


MEASURES = {
    "at_distance_1": 1.0,
    "at_distance_2": 3.0,
    "at_distance_3": 2.0,
    "n_minimal": 3.0,
    "unique_share": 0.9,
    "gap_unique": 0.3,
    "gap_all": 0.1,
    "typicality_optimal": 0.5,
    "typicality_random": 0.3,
    "capacity_optimal": 0.5,
    "capacity_random": 0.48,
    "universality_optimal": 0.5,
    "universality_random": 0.6,
}


def verdicts(**changed: float) -> dict[str, claims.Verdict]:
    made = claims.findings(found({"t": MEASURES | changed}))
    return {each.claim.title: each.verdicts[0] for each in made}


def test_claims_are_held_against_the_figures() -> None:
    assert {title: verdict.holds for title, verdict in verdicts().items()} == {
        "Counterfactuals per distance": True,
        "Minimal counterfactuals": True,
        "Unique optimal counterfactuals": True,
        "The gap": True,
        "Typicality": True,
        "Capacity": True,
        "Universality": False,
    }
    assert "too close to tell" in verdicts()["Capacity"].evidence
    assert "too close" not in verdicts()["Typicality"].evidence


@pytest.mark.parametrize(
    ("title", "changed", "evidence"),
    [
        ("Counterfactuals per distance", {"at_distance_3": 4.0}, "never falls"),
        ("Counterfactuals per distance", {"at_distance_1": 4.0}, "never rises"),
        ("Minimal counterfactuals", {"n_minimal": 1.9}, "1.90 ± 0.10"),
        ("Minimal counterfactuals", {"n_minimal": 6.1}, "6.10 ± 0.10"),
        ("Unique optimal counterfactuals", {"unique_share": 0.8}, "80.0 ± 10.0 %"),
        ("The gap", {"gap_unique": 0.19}, "0.190"),
    ],
)
def test_a_claim_that_fails_is_said_to_fail(
    title: str, changed: dict[str, float], evidence: str
) -> None:
    verdict = verdicts(**changed)[title]
    assert verdict.holds is False
    assert evidence in verdict.evidence


def test_a_second_rise_is_no_rise_and_fall() -> None:
    humps = {"at_distance_1": 3.0, "at_distance_2": 1.0, "at_distance_3": 2.0}
    verdict = verdicts(**humps)["Counterfactuals per distance"]
    assert verdict.holds is False
    assert verdict.evidence == "most at distance 1 of 3, with a second rise"


def test_a_claim_names_the_tables_that_do_not_reach_it_and_stand_ins() -> None:
    low = MEASURES | {"unique_share": 0.5}
    made = claims.findings(
        found({"good": MEASURES, "bad": low, "loan": low}, loan=True)
    )
    unique = next(each for each in made if each.claim.experiment == "unique")
    assert unique.in_short == "holds on 1 of 3 tables, not on bad and loan (stand-in)"
