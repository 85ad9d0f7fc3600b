"""Lists of rows: conditions, facets, an order, pages, searches and files."""

from __future__ import annotations

import io
import random
import re
from collections import Counter
from collections.abc import Callable
from html import unescape
from pathlib import Path
from urllib.parse import urlencode

import httpx
import polars as pl
import pytest

import cfsql
from cfsql.ui.addresses import address
from tests.support.ui_server import NASTY
from tests.ui.reading import tags, text

Row = dict[str, str | None]


@pytest.fixture(scope="session")
def rows(path: Path) -> Callable[[str], list[Row]]:
    """The rows of a table as texts."""

    def read(table: str) -> list[Row]:
        with cfsql.connect(path, read_only=True) as database:
            frame = database.sql(f'from "{table}"').pl()
        found: list[Row] = frame.select(pl.all().cast(pl.String)).to_dicts()
        return found

    return read


def listed(client: httpx.Client, table: str, given: list[tuple[str, str]]) -> list[str]:
    """The ids that a list shows, over all its pages."""
    found: list[str] = []
    for page in range(1, 400):
        response = client.get(address(table, "rows", [*given, ("page", str(page))]))
        assert response.status_code == 200, text(response)
        found += re.findall(r'href="/t/[^"]*/row\?row=(\d+)">row', response.text)
        if 'id="page-after"' not in response.text:
            return found
    raise AssertionError(table)


def facets(page: str) -> dict[str, dict[str | None, int]]:
    """The counts that a page shows for the values of each column."""
    found: dict[str, dict[str | None, int]] = {}
    for tag in re.findall(r"<li><label><input[^>]*>.*?</label>", page, re.S):
        name, value = re.findall(r'name="([^"]*)" value="([^"]*)"', tag)[0]
        column = unescape(value if name == "null" else name).removeprefix("v.")
        (n_rows,) = re.findall(r'class="quiet">([\d,]+)<', tag)
        shown = None if name == "null" else unescape(value)
        found.setdefault(column, {})[shown] = int(n_rows.replace(",", ""))
    return found


def test_several_conditions_at_once_give_the_rows_that_meet_them(
    client: httpx.Client, rows: Callable[[str], list[Row]]
) -> None:
    chance = random.Random(3)
    table = rows("wide")
    columns = [name for name in table[0] if name != "row_id"]
    for _ in range(6):
        chosen = {
            name: chance.sample(sorted({r[name] or "" for r in table}), 2)
            for name in chance.sample(columns, 2)
        }
        given = [
            (f"v.{name}", value) if value else ("null", f"v.{name}")
            for name, values in chosen.items()
            for value in values
        ]
        met = {
            name: [(r[name] or "") in values for r in table]
            for name, values in chosen.items()
        }
        expected = [
            r["row_id"] for n, r in enumerate(table) if all(m[n] for m in met.values())
        ]
        assert listed(client, "wide", given) == expected
        # A column with a condition is counted as if it had none.
        shown = facets(client.get(address("wide", "rows", given)).text)
        for name in columns:
            others = [m for column, m in met.items() if column != name]
            counts = Counter(
                r[name] for n, r in enumerate(table) if all(m[n] for m in others)
            )
            assert shown.get(name, {}) == dict(counts), name


def test_a_list_is_sorted_by_any_column(
    client: httpx.Client, rows: Callable[[str], list[Row]], path: Path
) -> None:
    table = {r["row_id"]: r for r in rows("binned")}
    with cfsql.connect(path, read_only=True) as database:
        summary = database.sql("from recidivism_summary").pl().to_dicts()
    people = {str(r["row_id"]): r for r in summary}
    for sort, key in (
        ("distance", "min_distance"),
        ("power", "power"),
        ("minimal", "n_minimal"),
        ("unique", "n_optimal"),
        ("label", "label"),
        ("changes", "explanation"),
        ("sentence", "sentence"),
    ):
        for is_down in (False, True):
            ids = listed(client, "recidivism", [("sort", "-" * is_down + sort)])
            expected = sorted(people, key=int)
            expected.sort(key=lambda each: people[each][key], reverse=is_down)
            assert ids == expected, sort
    for is_down in (False, True):
        ids = listed(client, "binned", [("sort", "-" * is_down + "v.city")])
        cities = [table[each]["city"] for each in ids]
        known = [city for city in cities if city is not None]
        # What is missing comes last.
        assert cities == sorted(known, reverse=is_down) + [None] * (80 - len(known))
    backwards = [str(n) for n in range(8, 0, -1)]
    assert listed(client, "recidivism", [("sort", "-row")]) == backwards


def test_numbers_have_a_range_and_the_order_of_numbers(
    client: httpx.Client, rows: Callable[[str], list[Row]]
) -> None:
    table = rows("many")
    expected = [r["row_id"] for r in table if 3 <= int(r["f7"] or 0) <= 5][:50]
    page = client.get("/t/many/rows?min.f7=3&max.f7=5").text
    assert re.findall(r'/row\?row=(\d+)">row', page) == expected
    first = client.get("/t/many/rows?sort=-v.f7").text
    greatest = [r["row_id"] for r in table if r["f7"] == "8"][:50]
    assert re.findall(r'/row\?row=(\d+)">row', first) == greatest
    wrong = client.get("/t/recidivism/rows?min.sex=3")
    assert wrong.status_code == 400
    assert "Sex is no number" in text(wrong)


def test_the_last_page_is_as_near_as_the_first(client: httpx.Client) -> None:
    page = client.get("/t/many/rows?page=260&sort=v.f3")
    assert "12,951 to 13,000 of 13,000" in text(page)
    assert client.get("/t/many/rows?page=261").status_code == 400


def understood(client: httpx.Client, table: str, find: str) -> str:
    page = client.get(address(table, "rows", [("find", find)]))
    assert page.status_code == 200
    return text(page)


@pytest.mark.parametrize(
    ("find", "n_rows", "words"),
    [
        ("sex=male race=African", 2, "sex is male, race is African"),
        ("SEX = Male, race:african", 2, "sex is Male, race is african"),
        ("male african", 2, "sex male, race African"),
        ("male score=High", 2, "sex male, score is High"),
        ("score=Med female", 3, "score is Med, sex female"),
        ("race=African|Asian", 4, "race is African|Asian"),
        ("age<25", 4, "age is <25"),
        ('"25-45"', 1, "age 25-45"),
        ("hisp", 1, "race Hispanic"),
    ],
)
def test_a_search_says_what_it_understood(
    client: httpx.Client, find: str, n_rows: int, words: str
) -> None:
    said = understood(client, "recidivism", find)
    assert f"{n_rows} row" in said
    assert f"Understood: {words}." in said


def test_a_search_compares_numbers(client: httpx.Client) -> None:
    said = understood(client, "many", "f7>=7 f7<8")
    assert "Understood: f7 is at least 7, f7 is below 8." in said
    assert "no f7 is so great" in understood(client, "many", "f7>99")


@pytest.mark.parametrize(
    ("find", "meant", "words"),
    [
        ("Hispanik", "race=Hispanic", "Hispanic (race, 1 row)"),
        ("male sex=femle", "male sex=female", "female (sex, 5 rows)"),
        ("rase=Asian male", "race=Asian male", "there is no column rase"),
    ],
)
def test_a_near_miss_is_offered_as_another_search(
    client: httpx.Client, find: str, meant: str, words: str
) -> None:
    page = client.get(address("recidivism", "rows", [("find", find)]))
    assert words in text(page)
    assert "was left out" in text(page)
    assert f"rows?{urlencode({'find': meant})}" in unescape(page.text)


def test_a_word_that_no_value_contains_is_not_said_to_fit(client: httpx.Client) -> None:
    page = text(client.get("/t/recidivism/rows?find=women"))
    assert "‘women’ was left out: no value contains it." in page
    assert "that fit" not in page
    page = text(client.get("/t/recidivism/rows?find=women+Asian"))
    assert "that fit ‘Asian’" in page


def test_a_row_id_that_is_searched_for_is_offered(client: httpx.Client) -> None:
    page = client.get("/t/recidivism/rows?find=4")
    assert "Open row 4" in text(page)


def test_columns_are_those_that_are_asked_for_in_their_order(
    client: httpx.Client,
) -> None:
    page = client.get("/t/recidivism/rows?column=sentence&column=v.race&column=share")
    head = page.text.split("<thead>")[1].split("</thead>")[0]
    names = [
        text(httpx.Response(200, text=each))
        for each in re.findall(r"<th.*?</th>", head, re.S)
    ]
    assert names == ["row ▴", "in a sentence", "race", "share"]
    assert "Had sex been female instead of male" in text(page)
    wrong = client.get("/t/recidivism/rows?column=v.rce")
    assert wrong.status_code == 400
    assert "did you mean 'v.race'?" in text(wrong)


@pytest.mark.parametrize("ending", ["csv", "parquet", "xlsx"])
def test_what_is_shown_can_be_downloaded(client: httpx.Client, ending: str) -> None:
    given = [("v.sex", "male"), ("sort", "-v.age"), *_columns("v.race", "distance")]
    response = client.get(address("recidivism", f"rows.{ending}", given))
    assert response.status_code == 200
    assert f"recidivism_rows.{ending}" in response.headers["content-disposition"]
    content = io.BytesIO(response.content)
    if ending == "csv":
        frame = pl.read_csv(content)
    elif ending == "parquet":
        frame = pl.read_parquet(content)
    else:
        openpyxl = pytest.importorskip("openpyxl")
        lines = list(openpyxl.load_workbook(content)["answers"].values)
        frame = pl.DataFrame(lines[1:], schema=list(lines[0]), orient="row")
    assert frame.columns == ["row_id", "race", "min_distance"]
    assert frame["row_id"].to_list() == [3, 8, 1]
    assert frame["race"].to_list() == ["African", "African", "Caucasian"]


def test_a_hostile_table_is_downloaded_verbatim(client: httpx.Client) -> None:
    every = _columns(*(f"v.{name}" for name in (NASTY[2], NASTY[3], "{{7*7}}")))
    response = client.get(address(NASTY[0], "rows.parquet", every))
    frame = pl.read_parquet(io.BytesIO(response.content))
    assert set(frame[NASTY[2]].to_list()) == {*NASTY, None}
    for value in NASTY:
        page = client.get(address(NASTY[0], "rows", [(f"v.{NASTY[2]}", value)]))
        assert page.status_code == 200, value
        boxes = [
            given
            for tag, given in tags(page.text)
            if tag == "input" and given.get("name") == f"v.{NASTY[2]}"
        ]
        chosen = [each["value"] for each in boxes if "checked" in each]
        assert chosen == [value]


def _columns(*names: str) -> list[tuple[str, str]]:
    return [("column", name) for name in names]
