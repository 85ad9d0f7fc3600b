"""`cfsql audit`: what it says, writes and refuses."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cfsql.tables.catalog import AUDIT
from tests.questions.audit.scores import SCORES
from tests.support.commands import Run


@pytest.fixture
def scores_csv(tmp_path: Path) -> Path:
    """The small table as a file."""
    path = tmp_path / "scores.csv"
    SCORES.write_csv(path)
    return path


def test_a_table_that_is_not_ranked_is_ranked_first(run: Run, scores_csv: Path) -> None:
    run("load", scores_csv)
    done = run("audit", "--table", "scores", "--protected", "sex,race")
    assert done.returncode == 0, done.stderr
    assert "3 pairs of cases are equal in everything but sex and race" in done.stdout
    assert "scores is not ranked yet; ranking 6 rows first" in done.stderr
    assert "scores_ranked" in run("tables").stdout
    again = run("audit", "--table", "SCORES", "--protected", "race,sex", "--quiet")
    assert (again.returncode, again.stderr) == (0, "")
    done = run("rank", "--table", "scores")
    assert "dropped the audit" in done.stderr


def test_json_and_files_have_everything(
    run: Run, scores_csv: Path, tmp_path: Path
) -> None:
    run("load", scores_csv)
    done = run(
        *("audit", "--table", "scores", "--protected", "sex", "--protected", "race"),
        *("--format", "json", "--out", "found", "--quiet"),
    )
    found = json.loads(done.stdout)
    assert len(found["pairs"]) == found["n_pairs"] == 3
    written = sorted(path.stem for path in (tmp_path / "found").iterdir())
    assert written == sorted(f"scores_{relation}" for relation in AUDIT.relations)
    done = run(
        *("audit", "--table", "scores", "--protected", "sex,race", "--show", "1")
    )
    assert "… and 2 more in scores_audit_unequal" in done.stdout


def test_a_part_of_the_rows_says_so(run: Run, scores_csv: Path) -> None:
    run("load", scores_csv)
    run("rank", "--table", "scores", "--limit", "2", "--into", "few")
    done = run("audit", "--table", "few")
    assert done.stdout.startswith("scores, ranking few: 2 of 6 rows audited")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--table", "scorse"), "did you mean 'scores'?"),
        (("--table", "scores", "--protected", "sx"), "did you mean 'sex'?"),
        (("--table", "scores", "--protected", "score"), "is the label"),
        (("--table", "scores", "--protected", ""), "--protected is empty"),
        (("--table", "scores", "--format", "csv"), "--format is table, json"),
        (("--table", "scores", "--out", "scores.csv"), "is a file"),
        (("--table", "scores", "--show", "0"), "--show"),
        (("--table", "scores", "sex"), "audit --help"),
    ],
)
def test_wrong_use_is_one_line_and_changes_nothing(
    run: Run, scores_csv: Path, options: tuple[str, ...], message: str
) -> None:
    run("load", scores_csv)
    before = run("tables").stdout
    done = run("audit", *options)
    assert done.returncode == 2
    assert message in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert done.stdout == ""
    assert run("tables").stdout == before


def test_the_audit_of_a_ranking_with_constraints_says_so(loaded: Run) -> None:
    loaded("rank", "--table", "recidivism", "--target", "Low", "--freeze", "sex")
    told = loaded("audit", "--table", "recidivism").stdout
    assert "ranked with --freeze sex --target Low: 3 rows have an answer" in told
    assert "of answered" in told
    assert "of class" not in told
    loaded("rank", "--table", "recidivism", "--anonymous")
    told = loaded("audit", "--table", "recidivism").stdout
    assert "the cases that answer the most rows are not named" in told


def test_parts_of_rows_are_explained_where_there_are_some(
    loaded: Run, tmp_path: Path
) -> None:
    note = (
        "Where several counterfactuals of a row are optimal, each counts for its part"
    )
    told = loaded("audit", "--table", "recidivism").stdout
    assert "4.5  56.2%" in told
    assert note in told
    (tmp_path / "clear.csv").write_text("a,b,y\n1,1,p\n1,2,q\n")
    loaded("load", "clear.csv")
    assert note not in loaded("audit", "--table", "clear").stdout
