"""The audit: every figure against brute force, its tables, its command, its page."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import duckdb
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import cfsql
from cfsql.errors import UnknownName, WrongUse
from cfsql.questions import audit as audit_module
from cfsql.questions.audit import Audit
from cfsql.tables.catalog import AUDIT
from tests.conftest import HOSTILE, Run, hostile_table, mixed_table
from tests.method.test_against_brute_force import frame_of, many, tables
from tests.oracle import brute_force_audit as oracle
from tests.oracle.brute_force import Case, rank

SCORES = pl.DataFrame(
    {
        "sex": ["f", "m", "f", "m", "m", "f"],
        "race": ["x", "x", "y", "x", "y", "y"],
        "priors": [0, 0, 0, 1, 1, 2],
        "score": ["low", "high", "low", "low", "high", "low"],
    }
)


def records(database: cfsql.Database, relation: str) -> list[dict[str, Any]]:
    """The rows of a result table."""
    found: pl.DataFrame = database.sql(f"from {relation}").pl()
    return found.to_dicts()


# Every figure.


def assert_ranking_figures(
    database: cfsql.Database, features: Sequence[str], ranking: Any
) -> None:
    changed = oracle.changed(features, ranking)
    found = records(database, "t_audit_features")
    assert len(found) == len(changed)
    for row in found:
        n_changed, n_rows = changed[row["from_label"], row["to_label"], row["feature"]]
        assert row["n_changed"] == pytest.approx(n_changed, abs=1e-5)
        assert row["n_rows"] == pytest.approx(n_rows, abs=1e-5)
        if n_rows:
            assert row["share"] == pytest.approx(n_changed / n_rows, abs=1e-5)
        else:
            assert row["share"] is None

    matrix = oracle.label_matrix(ranking)
    found = records(database, "t_audit_labels")
    assert {
        (row["from_label"], row["to_label"]): row["n_rows"] for row in found
    } == pytest.approx(matrix, abs=1e-5)
    for row in found:
        of_class = sum(n for ends, n in matrix.items() if ends[0] == row["from_label"])
        assert row["share"] == pytest.approx(row["n_rows"] / of_class, abs=1e-5)

    answers = oracle.answers(ranking)
    found = records(database, "t_audit_answers")
    whole = sum(part for _, part, _ in answers)
    cumulated = 0
    assert [row["place"] for row in found] == list(range(1, len(answers) + 1))
    labels = {row["counterfactual_id"]: row for row in ranking.ranked}
    for row, (answer, part, n_optimal_for) in zip(found, answers, strict=True):
        cumulated += part  # type: ignore[assignment]
        assert row["counterfactual_id"] == answer
        assert row["label"] == labels[answer]["counterfactual_label"]
        assert row["support"] == labels[answer]["support"]
        assert row["n_optimal_for"] == n_optimal_for
        assert row["n_rows"] == pytest.approx(float(part), abs=1e-5)
        assert row["share"] == pytest.approx(float(part / whole), abs=1e-5)
        assert row["cumulated_share"] == pytest.approx(float(cumulated / whole))

    assert {
        (row["label"], row["n_changes"]): (row["n_rows"], row["n_reached"])
        for row in records(database, "t_audit_coverage")
    } == oracle.coverage(ranking)


def assert_unequal_figures(
    database: cfsql.Database,
    found: Audit,
    features: Sequence[str],
    cases: Sequence[Case],
    protected: Sequence[str],
) -> None:
    rows = oracle.sides(features, cases, protected)
    pairs = oracle.unequal_pairs(rows)
    by_id = {row.row_id: row for row in rows}
    listed = records(database, "t_audit_unequal")
    assert len(listed) == len(pairs) == found.n_pairs
    in_order = [each for each in features if each in protected]
    for row in listed:
        key = (row["row_id"], row["label"], row["other_id"], row["other_label"])
        sizes = (row["n_rows"], row["n_other_rows"], row["is_contradicted"])
        assert sizes == pairs[key]
        own, other = by_id[row["row_id"]], by_id[row["other_id"]]
        assert row["changes"] == [
            {
                "feature": in_order[place],
                "from_value": own.protected[place],
                "to_value": other.protected[place],
            }
            for place in oracle.differ_in(own, other)
        ]
    assert found.n_clear_pairs == sum(not pair[2] for pair in pairs.values())
    comparable = [(a, b) for a, b in oracle.row_pairs(rows) if oracle.differ_in(a, b)]
    unequal = [(a, b) for a, b in comparable if a.label != b.label]
    assert found.n_comparable == len({x for pair in comparable for x in pair})
    assert found.n_unequal == len({x for pair in unequal for x in pair})
    rate = len(unequal) / len(comparable) if comparable else None
    assert found.unequal_rate == (pytest.approx(rate) if comparable else None)
    n_twins, n_unlike = oracle.twins(rows)
    assert found.twin_rate == (pytest.approx(n_unlike / n_twins) if n_twins else None)
    for place, feature in enumerate(in_order):
        assert {
            each.value: (
                *(each.n_rows, each.n_comparable, each.n_unequal),
                *(each.n_pairs, each.n_row_pairs, each.n_unequal_row_pairs),
            )
            for each in found.values
            if each.feature == feature
        } == oracle.value_counts(rows, place)
        assert {
            (each.value, each.label, each.other_value, each.other_label): (
                each.n_pairs,
                each.n_row_pairs,
            )
            for each in found.directions
            if each.feature == feature
        } == oracle.directions(rows, place)
    for each in found.values:
        assert each.share == (
            each.n_unequal / each.n_comparable if each.n_comparable else None
        )


@settings(many, max_examples=12)
@given(tables(max_features=4), st.data())
def test_every_figure_equals_brute_force(
    table: tuple[list[str], list[Case]], data: st.DataObject
) -> None:
    features, cases = table
    protected = data.draw(st.lists(st.sampled_from(features), unique=True))
    with cfsql.connect() as database:
        loaded = database.load(frame_of(features, cases), table="t")
        found = loaded.audit(protected, n_shown=None)
        assert_ranking_figures(database, features, rank(features, cases))
        assert_unequal_figures(database, found, features, cases, protected)
        assert len(found.pairs) == found.n_pairs
        summary = records(database, "t_summary")
        contradicted = [row for row in summary if row["is_contradicted"]]
        assert found.n_contradicted == len(contradicted)
        groups = {
            case.values
            for case in cases
            if case.row_id in {row["row_id"] for row in contradicted}
        }
        assert found.n_contradictions == len(groups)


@settings(many, max_examples=8)
@given(tables(max_features=4), st.data())
def test_a_protected_column_may_be_no_feature(
    table: tuple[list[str], list[Case]], data: st.DataObject
) -> None:
    features, cases = table
    ignored = data.draw(st.sampled_from(features))
    protected = [ignored, *data.draw(st.lists(st.sampled_from(features), max_size=1))]
    if len(features) == 1:
        return
    with cfsql.connect() as database:
        loaded = database.load(frame_of(features, cases), table="t", ignore=[ignored])
        found = loaded.audit(protected, n_shown=None)
        assert_unequal_figures(database, found, features, cases, protected)


@settings(many, max_examples=8)
@given(tables(max_features=4), st.data())
def test_unequal_rows_contradict_each_other_without_the_protected_columns(
    table: tuple[list[str], list[Case]], data: st.DataObject
) -> None:
    features, cases = table
    if len(features) == 1:
        return
    protected = data.draw(
        st.lists(
            st.sampled_from(features),
            min_size=1,
            max_size=len(features) - 1,
            unique=True,
        )
    )
    frame = frame_of(features, cases)
    with cfsql.connect() as database:
        found = database.load(frame, table="t").audit(protected, n_shown=None)
        blind = database.load(frame, table="blind", ignore=protected).rank()
        contradicted = {
            row["row_id"]
            for row in blind.summary.pl().to_dicts()
            if row["is_contradicted"]
        }
        in_full = {
            row["row_id"]
            for row in records(database, "t_summary")
            if row["is_contradicted"]
        }
    paired = {x for each in found.pairs for x in (each.row_id, each.other_id)}
    assert paired <= contradicted
    first = {
        oracle.first_of(row, rows): row.row_id
        for rows in [oracle.sides(features, cases, protected)]
        for row in rows
    }
    assert contradicted & set(first) <= paired | in_full


@settings(many, max_examples=8)
@given(tables(max_features=3), st.data())
def test_a_part_of_the_rows_is_audited_as_a_part(
    table: tuple[list[str], list[Case]], data: st.DataObject
) -> None:
    features, cases = table
    known = [int(case.row_id) for case in cases if case.label is not None]
    rows = data.draw(st.lists(st.sampled_from(known), min_size=1, unique=True))
    with cfsql.connect() as database:
        database.load(frame_of(features, cases), table="t").rank(rows=rows)
        found = database.ranking("t").audit(features[:1], n_shown=None)
        assert_ranking_figures(database, features, rank(features, cases, rows=rows))
        # The protected part looks at the whole table.
        assert_unequal_figures(database, found, features, cases, features[:1])
        assert (found.n_rows, found.n_table_rows) == (len(rows), len(cases))


# A worked example.


def test_the_pairs_of_a_small_table() -> None:
    with cfsql.connect() as database:
        found = database.load(SCORES, table="scores").audit(["sex", "race"])
    assert found.sentence == (
        "3 pairs of cases are equal in everything but sex and race, and differ in "
        "score: 5 of the 5 rows that can be compared."
    )
    assert [(p.row_id, p.other_id, p.explanation) for p in found.pairs] == [
        (1, 2, "sex: f → m"),
        (4, 5, "race: x → y"),
        (2, 3, "sex: m → f, race: x → y"),
    ]
    assert found.n_pairs_alone == {"sex": 1, "race": 1}
    assert [(d.feature, d.value, d.label, d.other_value) for d in found.directions] == [
        ("sex", "f", "low", "m"),
        ("race", "x", "low", "y"),
    ]
    assert found.rates == (
        "Of two rows that are equal in everything but sex and race, 75.0% differ in "
        "score; no two of these rows are equal in everything."
    )
    assert found.to_dict()["pairs"][0]["changes"] == [
        {"feature": "sex", "from_value": "f", "to_value": "m"}
    ]


def test_nobody_is_treated_unequally() -> None:
    frame = pl.DataFrame(
        {
            "sex": ["f", "m", "m"],
            "a": [1, 1, 2],
            "b": [1, 1, 2],
            "y": ["p", "p", "q"],
        }
    )
    with cfsql.connect() as database:
        table = database.load(frame, table="t")
        assert "treated alike" in str(table.audit(["sex"]).sentence)
        assert "nothing to compare" in str(table.audit(["a"]).sentence)
        without = table.audit()
        assert (without.sentence, without.rates, without.pairs) == (None, None, [])
        assert records(database, "t_audit_unequal") == []


def test_a_table_of_one_class_has_nothing_to_answer() -> None:
    frame = pl.DataFrame({"sex": ["f", "m"], "a": [1, 1], "y": ["p", "p"]})
    with cfsql.connect() as database:
        found = database.load(frame, table="t").audit(["sex"])
        assert (found.n_answered, found.answers, found.labels) == (0, [], [])
        assert "<section" in database.ranking("t").report().html()


def test_too_many_pairs_are_refused_before_they_are_made(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(audit_module, "MOST_PAIRS", 2)
    with cfsql.connect() as database:
        table = database.load(SCORES, table="scores")
        with pytest.raises(WrongUse, match="3 pairs of cases differ in sex and race"):
            table.audit(["sex", "race"])
        assert database.audits() == []


def test_a_large_group_takes_no_pairs_to_be_counted() -> None:
    n_rows = 40_000
    frame = pl.DataFrame(
        {
            "who": [str(n) for n in range(n_rows)],
            "a": ["x"] * n_rows,
            "y": [str(n % 2) for n in range(n_rows)],
        }
    )
    with cfsql.connect() as database:
        table = database.load(frame, table="t")
        table.rank(limit=1)
        with pytest.raises(WrongUse, match="400,000,000 pairs"):
            table.audit(["who"])


# What may be protected.


@pytest.mark.parametrize(
    ("protected", "message"),
    [
        (["sx"], "no column 'sx' in scores; did you mean 'sex'?"),
        (["sex,rce"], "no column 'rce' in scores; did you mean 'race'?"),
        (["Score"], "column 'score' is the label of scores"),
        (["row_id"], "column 'row_id' is the id of the rows"),
        ([""], "--protected needs at least one column"),
        ([" , "], "--protected needs at least one column"),
    ],
)
def test_what_cannot_be_protected_is_refused(
    protected: list[str], message: str
) -> None:
    with cfsql.connect() as database:
        table = database.load(SCORES, table="scores")
        with pytest.raises(WrongUse) as refused:
            table.audit(protected)
        assert message in str(refused.value)
        assert database.results() == []


def test_names_match_whatever_their_case_and_may_hold_commas() -> None:
    frame = SCORES.rename({"sex": "sex, at birth", "race": "Race"})
    with cfsql.connect() as database:
        table = database.load(frame, table="t")
        wanted = ["race, sex, at birth"]
        with pytest.raises(UnknownName):
            table.protected(wanted)
        assert table.protected(["sex, at birth", "RACE", "race"]) == [
            "sex, at birth",
            "Race",
        ]
        assert table.protected(["race,priors"]) == ["Race", "priors"]
        assert table.audit(["Sex, at birth", "race"]).n_pairs == 3


# What is stored.


def test_the_tables_are_described_replaced_and_dropped() -> None:
    with cfsql.connect() as database:
        table = database.load(SCORES, table="scores")
        table.audit(["sex"])
        names = {f"scores_{relation}" for relation in AUDIT.relations}
        undescribed = database.sql(
            "select table_name, column_name from duckdb_columns() where comment is "
            "null and table_name like 'scores\\_audit\\_%' escape '\\'"
        ).fetchall()
        assert undescribed == []
        described = database.sql(
            "select table_name from duckdb_tables() where comment is not null union "
            "select view_name from duckdb_views() where comment is not null"
        ).fetchall()
        assert names <= {name for (name,) in described}
        assert database.audits()[0].protected == ["sex"]
        table.audit(["race"])
        assert [each.protected for each in database.audits()] == [["race"]]
        table.rank()
        assert database.audits() == []
        table.audit(["race"])
        assert names <= set(database.drop("scores"))
        left = database.sql(
            "select table_name from duckdb_tables() where schema_name in "
            "('main', 'cfsql_results')"
        ).fetchall()
        assert left == []


def test_a_name_that_is_taken_is_refused_before_anything_is_ranked() -> None:
    with cfsql.connect() as database:
        table = database.load(SCORES, table="scores")
        database.connection.execute("create table scores_audit_labels as select 1 as n")
        with pytest.raises(WrongUse, match="another name with cfsql rank --into"):
            table.audit()
        assert database.results() == []


def test_a_ranking_of_another_name_has_an_audit_of_its_own(tmp_path: Path) -> None:
    with cfsql.connect() as database:
        table = database.load(SCORES, table="scores")
        table.rank(limit=2, into="few")
        found = database.ranking("few").audit(["sex"])
        assert (found.name, found.table, found.n_rows) == ("few", "scores", 2)
        assert [each.name for each in database.audits()] == ["few"]
        written = {Path(path).stem for path in table.export(tmp_path)}
        assert "few_audit_unequal" in written
        assert pl.read_parquet(tmp_path / "few_audit_unequal.parquet").height == 1


def test_pairs_are_read_under_whatever_name_the_file_is_attached(
    tmp_path: Path,
) -> None:
    path = tmp_path / "cfsql.duckdb"
    with cfsql.connect(path) as database:
        database.load(SCORES, table="scores").audit(["sex"])
    with duckdb.connect() as connection:
        connection.execute(f"attach '{path}' as other (read_only)")
        rows = connection.execute(
            "select row_id, other_id from other.main.scores_audit_unequal"
        ).fetchall()
    assert rows == [(1, 2)]


# The command.


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
    again = run("audit", "--table", "SCORES", "--protected", "sex", "--quiet")
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


def test_a_feature_of_its_own_for_every_row_is_pointed_out(
    run: Run, tmp_path: Path
) -> None:
    frame = SCORES.with_columns(weight=pl.int_range(6) + 10).select(
        "weight", pl.all().exclude("weight")
    )
    frame.write_csv(tmp_path / "scores.csv")
    run("load", "scores.csv")
    done = run("audit", "--table", "scores", "--protected", "sex")
    assert "there is nothing to compare" in done.stdout
    assert "--ignore weight" in done.stderr


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--table", "scorse"), "did you mean 'scores'?"),
        (("--table", "scores", "--protected", "sx"), "did you mean 'sex'?"),
        (("--table", "scores", "--protected", "score"), "is the label"),
        (("--table", "scores", "--protected", ""), "needs at least one column"),
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


# The page.


def test_the_report_shows_an_audit_that_is_stored() -> None:
    table = mixed_table(n_labels=3)
    ranking = table.rank()
    before = ranking.report().html()
    assert 'id="unequal"' not in before
    assert 'id="coverage"' not in before
    found = table.audit(["c", "b"])
    assert found.n_pairs > 20
    page = ranking.report().html()
    assert f"{found.n_pairs:,} pairs of cases are equal in everything but" in page
    assert 'id="coverage"' in page
    table.audit()
    page = ranking.report().html()
    assert 'id="unequal"' not in page
    assert 'id="coverage"' in page


def test_text_of_the_data_stays_text() -> None:
    with cfsql.connect() as database:
        table = hostile_table(database)
        columns = list(table.profile().features)
        found = table.audit(columns[:2])
        page = database.ranking(table.name).report().html()
    assert found.protected == columns[:2]
    for text in HOSTILE[:5]:
        assert text not in page


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


def test_one_protected_column_may_be_given_by_its_name_alone() -> None:
    frame = pl.DataFrame({"sex": ["m", "f"], "x": ["a", "a"], "y": ["p", "q"]})
    with cfsql.connect() as database:
        audit = database.load(frame, table="t").audit("sex")
    assert audit.protected == ["sex"]
    assert audit.n_pairs == 1
