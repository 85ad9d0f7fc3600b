"""Side by side: two rows, two rankings, and a new case beside every outcome."""

from __future__ import annotations

import re
from pathlib import Path

import httpx
import polars as pl

import cfsql
from tests.support.ui_server import people, serving_pages
from tests.ui.reading import opened, text


def test_two_rows_are_compared_feature_by_feature(
    client: httpx.Client, path: Path
) -> None:
    with cfsql.connect(path, read_only=True) as database:
        expected = database.table("recidivism").compare(1, 7)
    page = client.get("/t/recidivism/compare?row=1&row=7")
    assert expected.sentence in text(page)
    lines = re.findall(r'<tr class="changed" data-feature="(\w+)"', page.text)
    assert lines == [each.feature for each in expected.disagreement]
    for wrong, status in (("row=1&row=99", 404), ("row=1&row=2&row=3", 400)):
        assert client.get(f"/t/recidivism/compare?{wrong}").status_code == status


def test_two_rankings_say_for_whom_the_answer_differs(
    client: httpx.Client, path: Path
) -> None:
    with cfsql.connect(path, read_only=True) as database:
        expected = database.table("recidivism").diff("recidivism", "kept")
    page = client.get("/t/recidivism/rankings?before=recidivism&after=kept")
    assert expected.headline in text(page)
    listed = re.findall(r'/row\?row=(\d+)">row', page.text)
    assert listed == [str(each.row_id) for each in expected.answers]
    overview = client.get("/t/recidivism").text
    assert "rankings?before=recidivism&amp;after=kept" in overview
    wrong = client.get("/t/recidivism/rankings?before=recidivism&after=kep")
    assert wrong.status_code == 404
    assert "did you mean 'kept'?" in text(wrong)


def test_a_new_case_stands_beside_the_nearest_cases_of_every_outcome(
    client: httpx.Client,
) -> None:
    rows = people().to_dicts()
    case = {"sex": "male", "age": "<25", "race": "African", "degree": "F"}
    page = client.get(
        "/t/recidivism/case", params={f"v.{k}": v for k, v in case.items()}
    )
    found = {
        label: (int(distance), int(n_rows))
        for label, distance, n_rows in re.findall(
            r"<h3><bdi>(\w+)</bdi></h3>\s*<p><b>(\d) changes?</b> away: (\d) cases?",
            page.text,
        )
    }
    expected: dict[str, list[int]] = {}
    for row in rows:
        whole = {**case, "recid": None}
        distance = sum(row[name] != value for name, value in whole.items())
        expected.setdefault(row["score"], []).append(distance)
    assert found == {
        label: (min(each), each.count(min(each))) for label, each in expected.items()
    }
    assert "Nothing is predicted" in text(page)
    same = client.get("/t/recidivism/case?from=4")
    assert "1 case with exactly these values, row 4" in text(same)


def test_the_same_changes_to_another_outcome_are_called_so(tmp_path: Path) -> None:
    rows = {"v": ["y", "y", "x"], "w": ["q", "p", "p"], "score": ["High", "Med", "Low"]}
    with cfsql.connect(tmp_path / "t.duckdb") as database:
        table = database.load(pl.DataFrame(rows), table="t", label="score")
        table.rank()
        table.rank(into="without", ignore=["w"])
        (each,) = (x for x in table.diff("t", "without").answers if x.row_id == 3)
    assert each.before_explanation == each.after_explanation == "v: x → y"
    assert each.reason == "the same changes, to another outcome"
    with serving_pages(tmp_path / "t.duckdb") as served, opened(served) as client:
        page = text(client.get("/t/t/rankings?before=t&after=without"))
    assert (
        "row 3the same changes, to another outcome"
        "v: x → y (to Med as row 2)v: x → y (to High as row 1, one of 2 optimal)"
    ) in page
