"""An anonymous session names nobody but the one whose row is asked for."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from urllib.parse import unquote_plus

import httpx
import polars as pl
import pytest

import cfsql
from tests.support.ui_server import serving_pages
from tests.ui.reading import opened, text

ID = re.compile(r"P-\d{4}")


@pytest.fixture(scope="module")
def crowd(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """People with ids that are told from every other text; some contradict others."""
    chance = random.Random(5)
    n_rows = 120
    table = pl.DataFrame(
        {
            "id": [f"P-{n:04d}" for n in range(n_rows)],
            "sex": [chance.choice(["male", "female"]) for _ in range(n_rows)],
            "age": [chance.randrange(20, 30) for _ in range(n_rows)],
            "job": [chance.choice(["cook", "clerk", "guard"]) for _ in range(n_rows)],
            "loan": [chance.choice(["yes", "no"]) for _ in range(n_rows)],
        }
    )
    path = tmp_path_factory.mktemp("crowd") / "crowd.duckdb"
    with cfsql.connect(path) as database:
        loaded = database.load(table, table="crowd", label="loan", id="id")
        loaded.rank()
        loaded.rank(freeze=["sex"], into="kept")
        loaded.audit(["sex"])
    return path


@pytest.fixture(scope="module")
def nameless(crowd: Path) -> Iterator[httpx.Client]:
    """A client of an anonymous session."""
    with serving_pages(crowd, is_anonymous=True) as served, opened(served) as client:
        yield client


def named(response: httpx.Response) -> set[str]:
    """The ids that an answer holds, and that its address does not."""
    asked = ID.findall(unquote_plus(str(response.url)))
    return {*ID.findall(response.content.decode("utf-8", "replace"))} - {*asked}


def test_no_page_that_can_be_reached_names_anybody_else(
    nameless: httpx.Client, crowd: Path
) -> None:
    with serving_pages(crowd) as served, opened(served) as open_client:
        assert named(open_client.get("/t/crowd/rows"))
        assert named(open_client.get("/t/crowd/row?row=P-0007"))
    waiting = [
        *("/", "/t/crowd", "/t/crowd/rows", "/t/crowd/case?from=P-0007"),
        *("/t/crowd/row", "/t/crowd/row?row=P-0007", "/t/crowd/row?row=P-9"),
        *("/t/crowd/why?row=P-0007", "/t/crowd/row.json?row=P-0007"),
        "/t/crowd/row?row=P-0007&only_up=age",
        "/t/crowd/row.json?row=P-0007&anonymous=0",
        "/t/crowd/rows?contradicted=1&column=sentence&sort=sentence",
        *("/t/crowd/rows?pairs=1", "/t/crowd/compare?row=P-0001&row=P-0002"),
        "/t/crowd/rankings?before=crowd&after=kept",
        "/t/crowd/case?v.sex=male&v.age=22",
        *(f"/t/crowd/rows.{ending}" for ending in ("csv", "parquet", "xlsx")),
    ]
    chance, seen = random.Random(2), set(waiting)
    found: set[str] = set()
    while waiting and len(found) < 150:
        where = waiting.pop(0)
        found.add(where)
        response = nameless.get(where)
        assert response.status_code in (200, 400, 404), where
        if "1 row " not in f"{text(response)} ":
            assert named(response) == set(), where
        links = re.findall(r'href="(/[^"]*)"', response.text)
        new = {unescape(each) for each in links} - seen
        seen |= new
        waiting += chance.sample(sorted(new), len(new))


def test_the_one_who_is_meant_is_found(nameless: httpx.Client, crowd: Path) -> None:
    with cfsql.connect(crowd, read_only=True) as database:
        rows = database.sql("from crowd").pl()
    counts = rows.group_by("sex", "age", "job", "loan").agg(
        pl.len(), pl.col("row_id").first()
    )
    one = counts.filter(pl.col("len") == 1).sort("row_id").row(0, named=True)
    find = "sex={sex} age={age} job={job} loan={loan}".format(**one)
    page = nameless.get("/t/crowd/rows", params={"find": find, "column": "sentence"})
    assert set(ID.findall(page.text)) == {one["row_id"]}
    many = nameless.get("/t/crowd/rows", params={"find": "male"})
    assert "shown when it is the only one left" in text(many)
    assert not ID.findall(many.text)
    several = nameless.get("/t/crowd/rows.csv", params={"find": "male"})
    assert several.status_code == 400
    own = nameless.get("/t/crowd/rows.csv", params={"find": find})
    assert set(ID.findall(own.text)) == {one["row_id"]}


def test_a_question_can_be_anonymous_by_itself(crowd: Path) -> None:
    with serving_pages(crowd) as served, opened(served) as client:
        page = client.get("/t/crowd/row?row=P-0007&anonymous=1")
        sentence = re.findall(r'id="sentence">(.*?)</p>', page.text)[0]
        assert not ID.findall(sentence)
        assert "another case" in text(page)
        assert "--anonymous" in text(page)
        answers = client.get("/t/crowd/row.json?row=P-0007&anonymous=1").json()
        ids = {each["counterfactual_id"] for each in answers["counterfactuals"]}
        assert ids == {None}
