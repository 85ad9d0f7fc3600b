"""What may be protected."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import cfsql
from cfsql.errors import UnknownName, WrongUse
from tests.questions.audit.scores import SCORES
from tests.support.commands import Run, run_in
from tests.support.refusals import assert_refused, contents, unchanged


@pytest.mark.parametrize(
    ("protected", "message"),
    [
        (["sx"], "no column 'sx' in scores; did you mean 'sex'?"),
        (["sex,rce"], "no column 'rce' in scores; did you mean 'race'?"),
        (["Score"], "column 'score' is the label of scores"),
        (["row_id"], "column 'row_id' is the id of the rows"),
        ([""], "protected= needs at least one column"),
        ([" , "], "protected= needs at least one column"),
    ],
)
def test_what_cannot_be_protected_is_refused(
    protected: list[str], message: str
) -> None:
    with cfsql.connect() as database:
        table = database.load(SCORES, table="scores", label=-1)
        with pytest.raises(WrongUse) as refused:
            table.audit(protected)
        assert message in str(refused.value)
        assert database.results() == []


def test_names_match_whatever_their_case_and_may_hold_commas() -> None:
    frame = SCORES.rename({"sex": "sex, at birth", "race": "Race"})
    with cfsql.connect() as database:
        table = database.load(frame, table="t", label=-1)
        wanted = ["race, sex, at birth"]
        with pytest.raises(UnknownName):
            table.protected(wanted)
        assert table.protected(["sex, at birth", "RACE", "race"]) == [
            "sex, at birth",
            "Race",
        ]
        assert table.protected(["race,priors"]) == ["Race", "priors"]
        assert table.audit(["Sex, at birth", "race"]).n_pairs == 3


def test_a_column_in_intervals_may_be_protected() -> None:
    with cfsql.connect() as database:
        table = database.load(SCORES, table="t", label=-1, bins={"priors": "1"})
        audit = table.audit(["priors"])
    assert audit.protected == ["priors"]
    assert {each.value for each in audit.values} == {"< 1", "≥ 1"}


# An audit is evidence: another one does not erase it.


@pytest.fixture(scope="module")
def audited(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with an audit of two columns."""
    folder = tmp_path_factory.mktemp("audited")
    SCORES.write_csv(folder / "scores.csv")
    asked = ("--protected", "race,sex", "--near", "1")
    for command in (("load", "scores.csv"), ("audit", "--table", "scores", *asked)):
        assert run_in(folder, *command).returncode == 0
    return folder


def evidence(path: Path) -> list[object]:
    """The tables of the audit."""
    return [each for each in contents(path).items() if "scores_audit" in each[0]]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ((), "scores has an audit of sex, race with --near 1"),
        (("--protected", "sex,race"), "sex, race with --near 1; name them again"),
        (("--protected", "sex", "--near", "1"), "an audit of sex, race; name them"),
        (("--protected", "race,priors", "--near", "1"), "or say --replace"),
        (("--protected", "sex", "--out", "found", "--overwrite"), "say --replace"),
    ],
)
def test_an_audit_that_would_lose_evidence_is_refused(
    audited: Path, tmp_path: Path, options: tuple[str, ...], message: str
) -> None:
    folder = shutil.copytree(audited, tmp_path, dirs_exist_ok=True)
    path = folder / "cfsql.duckdb"
    before = evidence(path)
    with unchanged(path):
        done = run_in(folder, "audit", "--table", "scores", *options)
    assert_refused(done, 2, message)
    assert not (folder / "found").exists()
    done = run_in(folder, "audit", "--table", "scores", *options, "--replace")
    assert done.returncode == 0, done.stderr
    assert evidence(path) != before


def test_an_audit_of_more_columns_has_the_evidence_of_fewer() -> None:
    with cfsql.connect() as database:
        table = database.load(SCORES, table="scores", label=-1)
        before = {(p.row_id, p.other_id) for p in table.audit(["sex"]).pairs}
        ranking = database.ranking("scores")
        more = ranking.audit(["sex", "race"], near=1)
        assert before <= {(p.row_id, p.other_id) for p in more.pairs}
        with pytest.raises(WrongUse, match="has an audit of sex, race with near= 1"):
            ranking.audit(["sex", "race"])
        for ask in (table.audit, ranking.audit):
            with pytest.raises(WrongUse, match="or say replace=True"):
                ask(["race"], near=1)
        assert ranking.audit(["race"], replace=True).protected == ["race"]


# Declared with the table.


def test_declared_columns_are_protected_in_audits_and_nowhere_else(
    run: Run, tmp_path: Path
) -> None:
    SCORES.write_csv(tmp_path / "scores.csv")
    run("load", "scores.csv", "--table", "plain")
    run("rank", "--table", "plain")
    loaded = run("load", "scores.csv", "--protected", "SEX,race")
    assert "race                      protected" in loaded.stdout
    assert run("declare", "scores").stdout == (
        "  declared  changes  order  audits\n"
        "  ────────  ───────  ─────  ─────────\n"
        "  sex                       protected\n"
        "  race                      protected\n"
    )
    assert "protected" in run("describe", "scores").stdout
    ranked = run("rank", "--table", "scores").stdout
    assert ranked == run("rank", "--table", "plain").stdout.replace("plain", "scores")
    assert "As declared" not in run("explain", "--table", "scores", "--row", "1").stdout

    audited = run("audit", "--table", "scores")
    assert "equal in everything but sex and race" in audited.stdout
    log = run(
        "sql", "select options from cf.runs where command = 'audit'", "--format", "csv"
    ).stdout
    assert '""protected"": [""sex"", ""race""]' in log
    comments = "select comment from duckdb_columns() where column_name = 'sex'"
    assert "protected" in run("sql", comments).stdout

    # A call adds to it and lifts it.
    more = run("audit", "--table", "scores", "--protected", "priors").stdout
    assert "but sex, race and priors" in more or "but sex, priors and race" in more
    less = run("audit", "--table", "scores", "--free", "race", "--replace").stdout
    assert "equal in everything but sex," in less
    none = run("audit", "--table", "scores", "--no-defaults", "--replace")
    assert (none.returncode, "equal in everything" in none.stdout) == (0, False)


def test_what_is_declared_protected_is_changed_and_taken_back() -> None:
    with cfsql.connect() as database:
        table = database.load(
            SCORES, table="t", label=-1, ignore=["race"], protected=["race"]
        )
        table.rank()
        # It may also be immutable, and be no feature.
        found = table.declare(immutable="sex", protected=["sex"])
        assert (found.protected, found.immutable) == (("race", "sex"), ("sex",))
        assert table.audit().protected == ["sex", "race"]
        assert table.audit(free="sex", replace=True).protected == ["race"]
        assert table.declare(free="race").protected == ("sex",)
        assert table.declare(only_up="priors").protected == ("sex",)
        with pytest.raises(WrongUse, match="'score' is the label of t"):
            table.declare(protected="score")
        with pytest.raises(UnknownName, match="did you mean 'sex'"):
            table.declare(protected="sx")
        assert database.table("t").declared.protected == ("sex",)
        # What the ranking kept cannot be lifted by reading it.
        table.rank()
        with pytest.raises(WrongUse, match="rank it anew first, with free= sex"):
            table.audit(free="sex")
