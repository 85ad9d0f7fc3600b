"""A value that no row has, and one that is none of its column, at every door."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import httpx
import polars as pl
import pytest

import cfsql
from cfsql.errors import WrongUse
from cfsql.speech import Speech
from tests.support.commands import Run
from tests.support.ui_server import serving_pages
from tests.ui.reading import opened, text

# Ages from 20 to 60, but for 38.
AGES = [age for age in range(20, 61) if age != 38]
UNSEEN = {"age": 38, "grade": 9, "sex": "Femal", "born": "1950-05-06"}
SAID = [
    "no row has sex Femal (nearest: Female, Male): every row differs in it",
    "no row has grade 9 (nearest: 3): every row differs in it",
]


@pytest.fixture(scope="module")
def once(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with columns of every kind."""
    path = tmp_path_factory.mktemp("odd") / "cfsql.duckdb"
    n = len(AGES)
    rows = {
        "sex": ["Female", "Male"] * (n // 2),
        "age": AGES,
        "grade": [place % 3 + 1 for place in range(n)],
        "pay": [1.5 * age for age in AGES],
        "hours": AGES,
        "born": [f"19{age}-01-02" for age in AGES],
        "member": [place % 2 == 0 for place in range(n)],
        "loan": ["no" if age < 40 else "yes" for age in AGES],
    }
    frame = pl.DataFrame(rows).with_columns(pl.col("born").str.to_date())
    with cfsql.connect(path) as database:
        database.load(frame, table="loans", label="loan", bins={"hours": "30,45"})
    return path


@pytest.fixture
def asked(run: Run, tmp_path: Path, once: Path) -> Run:
    """Run `cfsql explain` on a copy of it."""
    shutil.copy(once, tmp_path / "cfsql.duckdb")
    return lambda *arguments, **more: run(
        "explain", "--table", "loans", "--label", "no", *arguments, **more
    )


@pytest.fixture(scope="module")
def table(once: Path) -> Iterator[cfsql.Table]:
    with cfsql.connect(once, read_only=True) as database:
        yield database.table("loans")


def remarked(done: str) -> list[str]:
    """What is said of values, and not of columns that are not given."""
    return [line for line in done.splitlines() if "not given" not in line]


def test_the_command_names_the_nearest_values(asked: Run, tmp_path: Path) -> None:
    done = asked("--values", json.dumps(UNSEEN))
    assert done.returncode == 0
    assert remarked(done.stderr) == [f"cfsql: {each}" for each in SAID]
    printed = json.loads(asked("--values", json.dumps(UNSEEN), "--format=json").stdout)
    assert [each for each in printed["remarks"] if "not given" not in each] == SAID

    (tmp_path / "new.csv").write_text(
        "age,sex\n38,Femal\n130,male\n19,\n\n25,X\n26,Y\n27,Z\n"
    )
    several = asked("--file", "new.csv")
    assert several.returncode == 0
    assert remarked(several.stderr) == [
        "cfsql: no row has sex missing, Femal (nearest: Female, Male), X (nearest: "
        "Female, Male), Y (nearest: Female, Male) and 2 other values: every row "
        "differs in it",
        "cfsql: no row has age 130 (nearest: 60) and 19 (nearest: 20): every row "
        "differs in it",
    ]


def test_python_says_it_in_the_result_and_where_it_is_printed(
    table: cfsql.Table,
) -> None:
    explanation = table.explain(UNSEEN, label="no")
    assert [each for each in explanation.remarks if "not given" not in each] == SAID
    assert set(SAID) <= set(str(explanation).splitlines())
    assert SAID[0] in explanation._repr_html_()
    with table.explainer() as explainer:
        assert explainer.explain(UNSEEN, label="no").remarks == explanation.remarks
    cases = table.explain_cases(pl.DataFrame([UNSEEN]), label="no")
    assert [each for each in cases.remarks if "not given" not in each] == SAID
    assert set(SAID) <= set(str(cases).splitlines())


def test_it_is_said_in_three_languages(table: cfsql.Table) -> None:
    german = table.explain({"sex": "Femal"}, label="no", language="de").remarks
    assert german[-1] == (
        "keine Zeile hat „sex“ Femal (am nächsten: Female, Male): jede Zeile weicht "
        "darin ab"
    )
    french = table.explain({"sex": "Femal"}, label="no", language="fr").remarks
    assert french[-1].replace("\N{NO-BREAK SPACE}", " ") == (
        "aucune ligne n’a « sex » Femal (au plus proche : Female, Male) : toutes en "
        "diffèrent"
    )


def test_a_number_between_many_others_is_nothing_to_speak_of(
    table: cfsql.Table,
) -> None:
    def odd(feature: str, value: object) -> list[str]:
        remarks = table.explain({feature: value}, label="no").remarks
        return [each for each in remarks if "not given" not in each]

    assert odd("age", 38) == odd("pay", 30.25) == odd("born", "1938-01-02") == []
    assert odd("hours", 29.5) == odd("hours", 1000) == odd("hours", "< 30") == []
    for feature, value, nearest in (
        ("age", 61, "60"),
        ("pay", 91.5, "90.0"),
        ("born", "2001-02-03", "1960-01-02"),
        ("grade", 0, "1"),
    ):
        (remark,) = odd(feature, value)
        assert f"no row has {feature} " in remark
        assert f"(nearest: {nearest}): every row differs in it" in remark


def test_a_number_is_in_the_interval_that_it_has_as_it_was_given(
    table: cfsql.Table,
) -> None:
    for given, interval in ((29.5, "< 30"), ("2.99e1", "< 30"), (45, "≥ 45")):
        assert table.explain({"hours": given}, label="no").values["hours"] == interval


@pytest.mark.parametrize(
    ("feature", "value", "expected"),
    [
        ("age", "abc", "age of loans takes a whole number, such as 20"),
        ("age", "38.5", "age of loans takes a whole number, such as 20"),
        ("pay", "much", "pay of loans takes a number, such as 30.0"),
        ("hours", "long", "hours of loans takes a number, such as 20"),
        ("born", "young", "born of loans takes a date, such as 1920-01-02"),
        ("born", "1990-01-01 10:00", "born of loans takes a date, such as 1920-01-02"),
        ("member", "perhaps", "member of loans takes true or false, such as false"),
    ],
)
def test_a_value_that_is_none_of_its_column_is_refused(
    asked: Run,
    table: cfsql.Table,
    tmp_path: Path,
    feature: str,
    value: str,
    expected: str,
) -> None:
    values = {"sex": "Male", feature: value}
    done = asked("--values", json.dumps(values))
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"cfsql: {expected}; the case has '{value}'\n"
    (tmp_path / "new.csv").write_text(f"sex,{feature}\nMale,\nMale,{value}\n")
    done = asked("--file", "new.csv")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"cfsql: {expected}; case 2 has '{value}'\n"
    with table.explainer() as explainer:
        for explain in (table.explain, explainer.explain):
            with pytest.raises(WrongUse, match=expected):
                explain(values, label="no")
        # What was refused has left nothing behind.
        assert explainer.explain({"sex": "Male"}, label="no").values["sex"] == "Male"


def test_what_is_empty_is_missing(table: cfsql.Table) -> None:
    for missing in (None, "", " ", float("nan")):
        new = table.explain(
            {"sex": "Male", "age": missing, "hours": missing}, label="no"
        )
        assert (new.values["age"], new.values["hours"]) == (None, None)
    frame = pl.DataFrame({"sex": ["Male"], "age": [float("nan")], "born": [""]})
    answers = table.explain_cases(frame, label="no")
    assert "no row has age missing: every row differs in it" in answers.remarks


@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_the_explorer_says_it_by_address_with_and_without_an_outcome(
    once: Path, language: str
) -> None:
    said = {
        "en": ("No row has sex Femal (nearest: Female, Male)", "takes a whole number"),
        "de": ("Keine Zeile hat „sex“ Femal (am nächsten", "verlangt eine ganze Zahl"),
        "fr": ("Aucune ligne n’a « sex » Femal", "attend un nombre entier"),
    }[language]
    with (
        serving_pages(once, speech=Speech(language)) as served,
        opened(served) as client,
    ):
        for outcome in ("", "&label=no", "&target=yes", "&label=no&w.age=2"):
            page = client.get(f"/t/loans/case?v.sex=Femal&v.age=38{outcome}")
            assert page.status_code == 200
            shown = text(page).replace("\N{NO-BREAK SPACE}", " ")
            assert shown.count(said[0]) == 1
            wrong = client.get(f"/t/loans/case?v.sex=Male&v.age=abc{outcome}")
            assert wrong.status_code == 400
            assert said[1] in text(wrong)
            # The form stays, to be corrected.
            assert 'value="abc"' in wrong.text


def test_the_explorer_says_it_where_the_form_is_sent(once: Path) -> None:
    with serving_pages(once) as served, opened(served) as client:
        parts = httpx.Headers({"x-cfsql-parts": "1"})
        sent = "/t/loans/case?v.sex=Femal&v.age=38&label=no"
        assert "o row has sex Femal" in text(client.get(sent, headers=parts))
        sent = "/t/loans/case?v.sex=Male&v.age=abc&label=no"
        shown = text(client.get(sent, headers=parts))
        assert "Age takes a whole number, such as 20; the case has 'abc'." in shown


def test_agents_are_told(once: Path) -> None:
    pytest.importorskip("mcp", reason="no mcp: pip install '.[mcp]'")
    from tests.agents.test_server import serving

    with serving(once) as agent:
        asked: dict[str, object] = {"table": "loans", "label": "no"}
        answer = agent.ask("explain_case", asked | {"values": UNSEEN})
        assert set(SAID) <= set(answer["data"]["remarks"])
        values = {"sex": "Male", "age": "abc"}
        assert agent.fail("explain_case", asked | {"values": values}) == (
            "age of loans takes a whole number, such as 20; the case has 'abc'"
        )


def test_the_estimator_warns() -> None:
    pytest.importorskip("sklearn", reason="no scikit-learn: pip install '.[sklearn]'")
    from cfsql.sklearn import CounterfactualExplainer

    frame = pl.DataFrame({"sex": ["Female", "Male"], "job": ["cook", "clerk"]})
    explainer = CounterfactualExplainer().fit(frame, ["no", "yes"])
    said = "no row has sex Femal \\(nearest: Female, Male\\)"
    one = {"sex": "Femal", "job": "cook"}
    for new in (one, pl.DataFrame([one]), pl.DataFrame([one] * 5)):
        with pytest.warns(UserWarning, match=said) as told:
            found = explainer.explain(new, "no" if new is one else ["no"] * len(new))
        assert told[0].filename == __file__
        assert len(found.remarks) == 1
        assert found.remarks[0] in str(found)
