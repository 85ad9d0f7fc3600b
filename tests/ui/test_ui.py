"""The explorer over HTTP: who may ask, what is answered, and how it says that not."""

from __future__ import annotations

import json
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from html import unescape
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import httpx
import pytest

import cfsql
from cfsql.ui.addresses import address
from cfsql.ui.app import VIEWS
from cfsql.ui.guard import HEADERS
from tests.conftest import Run
from tests.support.ui_server import (
    KEY,
    NASTY,
    Served,
    people,
    serving_pages,
    write_tables,
)


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with tables of many kinds."""
    path = tmp_path_factory.mktemp("ui") / "tables.duckdb"
    write_tables(path)
    return path


@pytest.fixture(scope="module")
def served(path: Path) -> Iterator[Served]:
    """A server that shows it."""
    with serving_pages(path) as served:
        yield served


@pytest.fixture(scope="module")
def client(served: Served) -> Iterator[httpx.Client]:
    """A client that has opened the link."""
    with opened(served) as client:
        yield client


@pytest.fixture
def outside(served: Served) -> Iterator[httpx.Client]:
    """A client without the key."""
    with httpx.Client(base_url=served.address) as client:
        yield client


@contextmanager
def opened(served: Served) -> Iterator[httpx.Client]:
    """A client that has opened the link, and followed it nowhere."""
    with httpx.Client(base_url=served.address, timeout=60) as client:
        client.get(served.link)
        yield client


def text(response: httpx.Response) -> str:
    """What a page says, without its marks."""
    bare = re.sub(r"<(script|style|title).*?</\1>", " ", response.text, flags=re.S)
    return " ".join(unescape(re.sub(r"<[^>]+>", "", bare)).split())


def tags(page: str) -> list[tuple[str, dict[str, str | None]]]:
    """The elements of a page, each with its attributes."""
    found: list[tuple[str, dict[str, str | None]]] = []

    class Parser(HTMLParser):
        def handle_starttag(
            self, tag: str, attrs: list[tuple[str, str | None]]
        ) -> None:
            found.append((tag, dict(attrs)))

    Parser().feed(page)
    return found


# Who may ask.


def test_without_the_key_there_is_nothing(outside: httpx.Client) -> None:
    for where in ("/", "/t/recidivism", "/t/recidivism/row?row=1", "/static/ui.js"):
        response = outside.get(where)
        assert response.status_code == 403, where
        assert "terminal" in text(response)
        assert "recidivism" not in response.text


def test_the_key_becomes_a_cookie_and_leaves_the_address(
    outside: httpx.Client, served: Served
) -> None:
    response = outside.get(
        f"/t/recidivism/row?row=1&key={KEY}&freeze=sex", follow_redirects=False
    )
    assert response.status_code == 303
    where = f"{served.address}/t/recidivism/row?row=1&freeze=sex"
    assert response.headers["location"] == where
    cookie = response.headers["set-cookie"]
    assert cookie.startswith(f"cfsql_{outside.base_url.port}=")
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie
    assert KEY not in cookie
    assert outside.get("/t/recidivism/row?row=1").status_code == 200


def test_an_old_key_says_where_the_new_one_is(outside: httpx.Client) -> None:
    for key in ("yesterday", "", KEY[:-1]):
        response = outside.get("/", params={"key": key})
        assert response.status_code == 403
        assert "This is not the key of this server" in text(response)
        assert "Open the link that it shows in the terminal now" in text(response)
    outside.cookies.set(f"cfsql_{outside.base_url.port}", "yesterday")
    response = outside.get("/t/recidivism")
    assert response.status_code == 403
    assert "The key has expired" in text(response)
    assert "Open the link that it shows in the terminal now" in text(response)


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1", "127.0.0.1:1", ""])
def test_another_name_is_refused(client: httpx.Client, host: str) -> None:
    response = client.get("/", headers={"host": host})
    assert response.status_code == 400
    assert "recidivism" not in response.text


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "OPTIONS", "PATCH"])
def test_nothing_but_get_is_taken(client: httpx.Client, method: str) -> None:
    assert client.request(method, "/").status_code == 405


@pytest.mark.parametrize(
    "headers",
    [
        {"sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors"},
        {"sec-fetch-site": "same-site", "sec-fetch-mode": "cors"},
        {
            "sec-fetch-site": "cross-site",
            "sec-fetch-mode": "navigate",
            "sec-fetch-dest": "iframe",
        },
        {"origin": "http://evil.example"},
        {"origin": "http://127.0.0.1:9"},
        {"origin": "null"},
    ],
)
def test_other_sites_get_nothing(client: httpx.Client, headers: dict[str, str]) -> None:
    for where in ("/", "/t/recidivism/row.json?row=1", "/static/common.css"):
        response = client.get(where, headers=headers)
        assert response.status_code == 403
        assert "recidivism" not in response.text
        assert "access-control-allow-origin" not in response.headers


def test_a_link_from_elsewhere_can_be_followed(client: httpx.Client) -> None:
    headers = {
        "sec-fetch-site": "cross-site",
        "sec-fetch-mode": "navigate",
        "sec-fetch-dest": "document",
    }
    assert client.get("/", headers=headers).status_code == 200


def test_every_answer_has_the_headers(
    client: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("a secret")

    monkeypatch.setattr("cfsql.ui.links.TableLinks.row", fail)
    answers = {
        200: client.get("/"),
        404: client.get("/nowhere"),
        400: client.get("/", headers={"host": "evil.example"}),
        405: client.post("/"),
        403: client.get("/", headers={"origin": "http://evil.example"}),
        500: client.get("/t/recidivism/rows"),
    }
    assert "a secret" not in answers[500].text
    assert "Traceback" not in answers[500].text
    assert "mistake in cfsql" in text(answers[500])
    for status, response in answers.items():
        assert response.status_code == status
        for name, value in HEADERS.items():
            assert response.headers[name] == value
        assert response.headers["cache-control"] == "no-store"
    policy = HEADERS["Content-Security-Policy"]
    assert policy.startswith("default-src 'none'")
    assert "unsafe" not in policy


def test_no_page_has_style_or_script_of_its_own(client: httpx.Client) -> None:
    for where in (
        *("/", "/t/recidivism", "/t/recidivism/rows", "/t/recidivism/row?row=1"),
        *("/t/recidivism/case?from=1", "/nowhere", address(NASTY[0], "row")),
    ):
        for tag, given in tags(client.get(where).text):
            assert tag not in ("style", "iframe", "object", "img")
            assert tag != "script" or "src" in given
            for name, value in given.items():
                assert name != "style"
                assert not name.startswith("on")
                if name in ("src", "href", "action"):
                    assert value
                    assert value.startswith(("/", "#")), value


# What is answered.


QUESTIONS: list[tuple[str, dict[str, Any]]] = [
    ("recidivism", {"row": "1"}),
    ("recidivism", {"row": "1", "freeze": ["sex"]}),
    ("recidivism", {"row": "3", "target": "Med", "freeze": ["sex", "age"]}),
    ("many", {"row": "12345"}),
    ("many", {"row": "12345", "freeze": ["f7", "f6"], "min_support": 2}),
    ("many", {"row": "77", "max_changes": 1}),
    ("wide", {"row": "5", "target": "class 3"}),
    ("binned", {"row": "9"}),
    ("binned", {"row": "9", "freeze": ["age"]}),
    ("odd/name 100%", {"row": "c'3"}),
    (NASTY[0], {"row": "2"}),
    (NASTY[0], {"row": "2", "freeze": [NASTY[3]]}),
]


def asked(database: cfsql.Database, table: str, question: dict[str, Any]) -> Any:
    """The answer of the library."""
    given = dict(question)
    return database.table(table).explain(given.pop("row"), **given)


@pytest.mark.parametrize(("table", "question"), QUESTIONS)
def test_a_page_answers_as_explain_does(
    client: httpx.Client, path: Path, table: str, question: dict[str, Any]
) -> None:
    with cfsql.connect(path, read_only=True) as database:
        expected = asked(database, table, question)
    parameters = [
        (name, each)
        for name, value in question.items()
        for each in (value if isinstance(value, list) else [value])
    ]
    page = client.get(address(table, "row", parameters))
    assert page.status_code == 200
    response = client.get(address(table, "row.json", parameters))
    answer = response.json()
    assert answer == json.loads(json.dumps(expected.to_dict(), default=str))
    best = expected.optimal
    changed = re.findall(r'class="changed" data-feature="(.*?)"', page.text)
    assert [unescape(name) for name in changed] == [
        change.feature for change in (best.changes if best else [])
    ]
    assert not set(map(unescape, changed)) & set(question.get("freeze", ()))


def rows_of(database: cfsql.Database, statement: str) -> list[dict[str, Any]]:
    relation = database.sql(statement)
    return [
        dict(zip(relation.columns, row, strict=True)) for row in relation.fetchall()
    ]


def shown_statement(response: httpx.Response) -> str:
    found = re.search(r'<pre id="statement".*?<code>(.*?)</code>', response.text, re.S)
    assert found
    return unescape(found[1])


@pytest.mark.parametrize(("table", "question"), QUESTIONS)
def test_the_statement_gives_the_same_answer(
    client: httpx.Client, path: Path, table: str, question: dict[str, Any]
) -> None:
    parameters = [
        (name, each)
        for name, value in question.items()
        for each in (value if isinstance(value, list) else [value])
    ]
    statement = shown_statement(client.get(address(table, "row", parameters)))
    with cfsql.connect(path, read_only=True) as database:
        expected = asked(database, table, question)
        rows = rows_of(database, statement)
    assert len(rows) == len(expected.counterfactuals)
    for row, each in zip(rows, expected.counterfactuals, strict=True):
        for name in ("typicality", "capacity", "universality"):
            assert row.pop(name) == pytest.approx(getattr(each, name))
        assert row == {name: getattr(each, name) for name in row}


def test_the_statement_of_a_new_case_gives_the_same_answer(
    client: httpx.Client, path: Path
) -> None:
    for table, values, label, more in (
        ("recidivism", {"sex": "male", "age": "<25", "race": "new"}, "Med", []),
        ("recidivism", {"sex": "male", "degree": "F"}, None, [("target", "Low")]),
        ("binned", {"age": "30", "sex": "male"}, "no", [("freeze", "age")]),
    ):
        parameters = [(f"v.{name}", value) for name, value in values.items()]
        parameters += [("label", label or ""), *more]
        page = client.get(address(table, "case", parameters))
        assert page.status_code == 200
        with cfsql.connect(path, read_only=True) as database:
            expected = database.table(table).explain(
                values,
                label=label,
                freeze=[value for name, value in more if name == "freeze"],
                target=dict(more).get("target"),
            )
            rows = rows_of(database, shown_statement(page))
        assert expected.sentence in text(page)
        assert [row["counterfactual_id"] for row in rows] == [
            each.counterfactual_id for each in expected.counterfactuals
        ]
        assert [row["power"] for row in rows] == [
            each.power for each in expected.counterfactuals
        ]


def test_reasons_neighbours_and_commands_are_on_the_page(
    client: httpx.Client, path: Path
) -> None:
    page = client.get("/t/recidivism/row?row=2&freeze=sex")
    with cfsql.connect(path, read_only=True) as database:
        why = database.table("recidivism").why(2)
    reasons = page.text.split('id="why"')[1]
    for factual in why.factuals:
        shown = "".join(
            rf".*?{re.escape(each.feature)}.*?{re.escape(each.value or '')}"
            for each in factual.literals
        )
        assert re.search(shown, unescape(reasons), re.S)
    assert 'href="/t/recidivism/row?row=1&amp;freeze=sex"' in page.text
    assert 'href="/t/recidivism/row?row=3&amp;freeze=sex"' in page.text
    assert "cfsql explain --table recidivism --row 2 --freeze sex" in text(page)


def test_a_value_that_is_looked_for_is_found(client: httpx.Client) -> None:
    page = client.get("/t/recidivism/row?row=asian")
    assert page.status_code == 200
    assert "race Asian 1 row" in text(page)
    assert 'href="/t/recidivism/row?row=4"' in page.text
    page = client.get("/t/recidivism/row?row=sex%3Dmale")
    assert "sex male" in text(page)
    assert "/rows?feature=sex&amp;value=male" in page.text
    listed = client.get("/t/recidivism/rows?feature=sex&value=male")
    assert "3 rows with sex male" in text(listed)


def test_an_id_wins_over_a_value(client: httpx.Client) -> None:
    assert "Row 1" in text(client.get("/t/many/row?row=1"))


def test_changed_only_and_the_filter_keep_the_ticks(client: httpx.Client) -> None:
    page = client.get("/t/recidivism/row?row=1&freeze=age&changed=1")
    shown = re.findall(r'data-feature="(\w+)"', page.text)
    assert shown == ["sex", "race"]
    assert '<input type="hidden" name="freeze" value="age"' in page.text
    page = client.get("/t/wide/row?row=1&find=25&freeze=feature+3")
    assert re.findall(r'data-feature="(.*?)"', page.text) == ["feature 25"]
    assert '<input type="hidden" name="freeze" value="feature 3"' in page.text
    assert 'id="find"' not in client.get("/t/recidivism/row?row=1").text


# Figures and the rows behind them.


def test_every_figure_leads_to_as_many_rows(client: httpx.Client, path: Path) -> None:
    with cfsql.connect(path, read_only=True) as database:
        seen = database.ranking("wide").report()
    overview = client.get("/t/wide").text
    links = {
        unescape(each) for each in re.findall(r'href="(/t/wide/rows[^"]*)"', overview)
    }

    def n_rows(where: str) -> int:
        assert where in links, where
        found = re.search(
            r"([\d,]+) rows?\b", text(client.get(where)).split("Rows", 1)[1]
        )
        assert found
        return int(found[1].replace(",", ""))

    for distance, n in seen.overview.distances.items():
        assert n_rows(f"/t/wide/rows?distance={distance}") == n
    for step in seen.minimal_steps:
        if step.n_rows and step.most is not None:
            assert (
                n_rows(f"/t/wide/rows?least={step.least}&most={step.most}")
                == step.n_rows
            )
    for tenth, n in enumerate(seen.gap_tenths):
        if n:
            assert n_rows(f"/t/wide/rows?gap_tenth={tenth}") == n
    for each in seen.classes:
        where = "/t/wide/rows?" + urlencode({"label": each.label, "ranked": 1})
        assert n_rows(where) == each.n_ranked
    with cfsql.connect(path, read_only=True) as database:
        pairs = database.sql(
            "select label, counterfactual_label, count(distinct row_id) from "
            "wide_optimal group by all"
        ).fetchall()
        features = database.sql(
            "select change.feature, count(distinct row_id) from (select row_id, "
            "unnest(changes) as change from wide_optimal) group by all"
        ).fetchall()
    for label, to_label, n in pairs:
        where = "/t/wide/rows?" + urlencode({"label": label, "to_label": to_label})
        assert n_rows(where) == n
    for feature, n in features:
        assert n_rows("/t/wide/rows?" + urlencode({"feature": feature})) == n


def test_the_links_of_every_overview_lead_somewhere(client: httpx.Client) -> None:
    for table in ("recidivism", NASTY[0], "many", "same", "odd/name 100%"):
        page = client.get(address(table))
        assert page.status_code == 200
        links = sorted(set(re.findall(r'href="(/t/[^"]*)"', page.text)))
        for link in links[:: 1 + len(links) // 12]:
            assert client.get(unescape(link)).status_code == 200, link


def test_tables_say_how_large_they_are_and_when_they_were_ranked(
    client: httpx.Client,
) -> None:
    page = text(client.get("/"))
    assert "recidivism 8 5 score Med 4, High 2, Low 2 8 rows 20" in page
    assert "many 13,000 8 y no" in page
    assert "not yet" in page


def test_without_results_the_command_and_a_sample_are_offered(
    client: httpx.Client,
) -> None:
    page = client.get("/t/many")
    assert "cfsql rank --table many" in text(page)
    sample = client.get("/t/many?sample=1")
    assert "Computed just now from 200 rows drawn at random" in text(sample)


def test_coverage_and_the_findings_of_an_audit_are_shown(client: httpx.Client) -> None:
    page = text(client.get("/t/recidivism"))
    assert "Rows with a counterfactual within so many changes" in page
    assert "Unequal treatment" in page
    assert "Which class turns into which" in page


# When there is no answer.


@pytest.mark.parametrize(
    ("where", "status", "words"),
    [
        ("/t/recidivis", 404, "did you mean 'recidivism'?"),
        ("/t/recidivism/row?row=99", 404, "No row 99 in recidivism; did you mean 8?"),
        ("/t/recidivism/row?row=1&target=Hgh", 400, "did you mean 'High'?"),
        ("/t/recidivism/row?row=1&freeze=rce", 400, "did you mean 'race'?"),
        ("/t/recidivism/row?row=1&max_changes=no", 400, "Maximum changes takes a num"),
        ("/t/recidivism/row?row=1&min_support=0", 400, "Minimum support takes a num"),
        ("/t/recidivism/row?row=1&show=all", 400, "Show takes a number from 1 on"),
        ("/t/recidivism/row?row=1&changed=yes", 400, "Changed is 1 or 0, not 'yes'"),
        ("/t/recidivism/row?row=rce%3DAsian", 404, "did you mean 'race'?"),
        ("/t/recidivism/row?row=what%3DAsian", 404, "No feature 'what' in recidivism"),
        ("/t/recidivism/row?row=race%3Dx", 404, "No race in recidivism is like"),
        ("/t/recidivism/row?row=score%3Dmed", 200, "4 rows with score Med"),
        ("/t/recidivism/row?row=score%3Dmid", 404, "did you mean 'Med'?"),
        ("/t/recidivism/row?row=1&target=Med", 200, "already has the score Med"),
        ("/t/same/row?row=1", 200, "Every row of same has the y p"),
        ("/t/odd%252Fname%20100%2525/row?row=e5", 404, "has no y"),
        ("/t/recidivism/case", 200, "Fill in at least one value"),
        ("/t/recidivism/case?v.sex=male", 200, "Say which score the case has"),
        ("/t/recidivism/case?v.sex=male&label=Me", 400, "did you mean 'Med'?"),
        ("/t/recidivism/case?v.sex=male&target=Me", 400, "did you mean 'Med'?"),
        ("/t/recidivism/case?target=Me", 400, "did you mean 'Med'?"),
        ("/t/recidivism/case?max_changes=x", 400, "Maximum changes takes a number"),
        ("/t/recidivism/case?from=77", 404, "No row 77 in recidivism"),
        ("/t/recidivism/rows?distance=far", 400, "Distance is a number"),
        ("/t/recidivism/rows?clear=up", 400, "Clear is only or best"),
        ("/t/recidivism/rows?pairs=yes", 400, "Pairs is 1 or 0, not 'yes'"),
        ("/t/recidivism/rows?label=Me", 400, "did you mean 'Med'?"),
        ("/t/recidivism/rows?feature=sx", 400, "No feature 'sx' in recidivism"),
        ("/t/recidivism/rows?null=valu&feature=sex", 400, "did you mean 'value'?"),
        ("/t/recidivism/rows?ranking=nope&distance=1", 404, "No ranking 'nope'"),
        ("/t/recidivism/rows?ranking=nope", 404, "No ranking 'nope'"),
        ("/t/recidivism?sample=x", 400, "Sample is 1 or 0, not 'x'"),
        ("/t/many/rows?distance=1", 400, "run: cfsql rank --table many"),
        ("/t/recidivism?ranking=nope", 404, "No ranking 'nope' in recidivism"),
        ("/nowhere", 404, "There is no page at this address"),
        (
            "/t/recidivism/row?row=1&"
            + "&".join(
                f"freeze={name}" for name in ("sex", "age", "race", "degree", "recid")
            ),
            400,
            "nothing is left to change",
        ),
    ],
)
def test_what_is_wrong_is_said_in_a_sentence(
    client: httpx.Client, where: str, status: int, words: str
) -> None:
    response = client.get(where)
    assert (response.status_code, words in text(response)) == (status, True), text(
        response
    )
    assert "Traceback" not in response.text


# Each status with the addresses that have it on the page of a row, and as JSON.
WRONG_ROWS = {
    400: (
        "?row=1&target=Nope",
        "?row=1&max_changes=x",
        "?row=1&freeze=sx",
        "?rwo=1",
        "?row=1&row=2",
    ),
    404: ("?row=99", "?row=xyzzy", "?row=rce%3DAsian"),
}


@pytest.mark.parametrize(
    ("status", "asked"),
    [(status, each) for status, all_ in WRONG_ROWS.items() for each in all_],
)
def test_json_says_what_is_wrong_as_the_page_does(
    client: httpx.Client, status: int, asked: str
) -> None:
    page = client.get(f"/t/recidivism/row{asked}")
    response = client.get(f"/t/recidivism/row.json{asked}")
    assert (page.status_code, response.status_code) == (status, status)
    assert response.headers["content-type"] == "application/json"
    error = response.json()["error"]
    assert error.endswith((".", "?"))
    if status == 400:
        assert error in text(page)


def test_json_is_json_whatever_is_wrong(
    client: httpx.Client, outside: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    where = "/t/recidivism/row.json?row=1"
    answers = {
        404: client.get("/t/recidivis/row.json?row=1"),
        403: outside.get(where),
        405: client.post(where),
    }

    def fail(*_: object) -> None:
        raise RuntimeError("a secret")

    monkeypatch.setattr("cfsql.ui.views.explanation.row_question", fail)
    answers[500] = client.get(where)
    for status, response in answers.items():
        assert response.status_code == status
        assert set(response.json()) == {"error"}
        assert "a secret" not in response.text
    # A table may be called so, and its overview is a page.
    assert "text/html" in client.get("/t/row.json").headers["content-type"]


def test_json_wants_to_know_which_row(client: httpx.Client) -> None:
    response = client.get("/t/recidivism/row.json?freeze=age")
    assert response.status_code == 400
    assert response.json() == {"error": "Which row? Add row=ID to the address."}


def test_a_page_after_the_last_is_refused(client: httpx.Client) -> None:
    response = client.get("/t/recidivism/rows?page=2")
    assert response.status_code == 400
    assert "This list has no page 2." in text(response)


def test_json_lists_as_many_as_are_asked_for(client: httpx.Client) -> None:
    found = client.get("/t/recidivism/row.json?row=1").json()
    assert len(found["counterfactuals"]) == found["n_minimal"] == 2
    found = client.get("/t/recidivism/row.json?row=1&show=1").json()
    assert len(found["counterfactuals"]) == 1


@pytest.mark.parametrize(
    ("where", "words"),
    [
        ("/?row=1", "takes no parameter 'row'; it takes none"),
        ("/t/recidivism?rankng=x", "did you mean 'ranking'?"),
        ("/t/recidivism/row?row=1&targt=High", "did you mean 'target'?"),
        ("/t/recidivism/row?row=1&max-changes=1", "did you mean 'max_changes'?"),
        ("/t/recidivism/row?Row=1", "did you mean 'row'?"),
        ("/t/recidivism/row?xyz=1", "it takes freeze, row, target"),
        ("/t/recidivism/rows?pge=2", "did you mean 'page'?"),
        ("/t/recidivism/why?row=1&freeze=sex", "no parameter 'freeze'; it takes row"),
        ("/t/recidivism/case?sex=male", "did you mean 'v.sex'?"),
        ("/t/recidivism/case?v.sx=male", "did you mean 'v.sex'?"),
        ("/t/recidivism/case?xyz=1", "and v.COLUMN"),
        ("/t/recidivism/row?row=1&row=1", "has row twice, and this page takes it once"),
        ("/t/recidivism/rows?page=1&page=2&page=3", "has page 3 times"),
        ("/t/recidivism/case?v.sex=male&v.SEX=female", "has v.sex twice"),
    ],
)
def test_a_parameter_that_nobody_reads_is_refused(
    client: httpx.Client, where: str, words: str
) -> None:
    response = client.get(where)
    assert response.status_code == 400
    assert words in text(response)


def test_an_address_can_be_asked_without_the_wrong_parameter(
    client: httpx.Client,
) -> None:
    for table in ("odd/name 100%", NASTY[0]):
        given = [("find", "a b&c=d"), ("</p>", "1"), ("show", "20")]
        page = client.get(address(table, "row", given))
        assert page.status_code == 400
        kept = address(table, "row", [("find", "a b&c=d"), ("show", "20")])
        links = [given["href"] for tag, given in tags(page.text) if tag == "a"]
        assert [httpx.URL(each or "").params for each in links[:1]] == [
            httpx.URL(kept).params
        ]
        assert client.get(links[0] or "").status_code == 200


def test_the_document_names_every_parameter() -> None:
    document = (Path(__file__).parents[2] / "docs/ui.md").read_text(encoding="utf-8")
    table = document.split("## Addresses")[1].split("## ")[0]
    named: dict[str, set[str]] = {}
    repeated: set[str] = set()
    pages: list[str] = []
    for line in table.strip().splitlines()[4:]:
        if not line.startswith("| "):
            break
        where, names, told = line.strip("|").split("|")
        pages = re.findall(r"[\w.]+", where) or pages
        for page in pages:
            named.setdefault(page, set()).update(re.findall(r"`([\w.]+)`", names))
        if "may be repeated" in told:
            repeated |= set(re.findall(r"`(\w+)`", names))
    taken = {path.split("/")[-1]: taken for path, (_, taken) in VIEWS.items()}
    taken["overview"] = taken.pop("{table}")
    for page, each in taken.items():
        own = {*each.once, *each.repeated, *(["v.COLUMN"] if each.has_values else [])}
        assert named.get(page, set()) == own, page
        assert set(each.repeated) == repeated & own


def test_what_may_be_repeated_and_what_others_add_is_taken(
    client: httpx.Client, outside: httpx.Client
) -> None:
    where = "/t/recidivism/row?row=1&freeze=sex&freeze=age&freeze=sex"
    assert client.get(where).status_code == 200
    assert client.get("/?utm_source=mail&fbclid=1&_charset_=utf-8").status_code == 200
    keys = f"/t/recidivism/row?key={KEY}&row=1&key={KEY}"
    assert outside.get(keys, follow_redirects=True).status_code == 200


def test_forms_send_only_what_pages_take(client: httpx.Client) -> None:
    """Without a script: every field of a form, as the browser would send it."""
    n_sent = 0
    for where in (
        *("/t/recidivism/row?row=1&freeze=sex&changed=1&show=20", "/t/recidivism/rows"),
        "/t/recidivism/row?row=99&changed=1&find=a&freeze=age&show=20",
        *("/t/wide/row?row=3&find=1&changed=1", "/t/wide/row?row=1&target=nope&find=1"),
        *("/t/recidivism/case?from=1&changed=1&show=20", "/t/recidivism/case"),
        *("/t/lines/case?from=1", "/t/lines/row?row=1"),
        *(address(NASTY[0], "case", [("from", "2")]), address(NASTY[0], "row")),
    ):
        page = client.get(where).text
        action = None
        fields: list[tuple[str, str]] = []
        for tag, given in tags(page):
            if tag == "form":
                action = given["action"]
            is_ticked = given.get("type") != "checkbox" or "checked" in given
            if tag == "input" and given.get("name") and is_ticked:
                fields.append((given["name"] or "", given.get("value") or ""))
            elif tag == "select":
                fields.append((given["name"] or "", ""))
        assert action
        # A browser sends ends of lines in its own way.
        sent = [(name.replace("\n", "\r\n"), value) for name, value in fields]
        response = client.get(f"{unescape(action)}?{urlencode(sent)}")
        assert "takes no parameter" not in text(response)
        assert "and this page takes it once" not in text(response)
        n_sent += len(sent)
    assert n_sent > 60


def test_a_value_of_a_column_with_two_lines_is_taken(client: httpx.Client) -> None:
    given = [("v.two\r\nlines", "a"), ("target", "q")]
    page = client.get(address("lines", "case", given))
    assert page.status_code == 200
    assert 'value="a"' in page.text


def test_a_row_that_is_suggested_is_a_link(client: httpx.Client) -> None:
    page = client.get("/t/recidivism/row?row=99&freeze=sex")
    assert 'href="/t/recidivism/row?row=8&amp;freeze=sex"' in page.text
    page = client.get("/t/recidivism/row?row=rce%3DAsian")
    assert 'href="/t/recidivism/row?row=race%3DAsian"' in page.text
    odd = "odd/name 100%"
    page = client.get(address(odd, "row", [("row", "a1")]))
    assert "did you mean a-1?" in text(page)
    assert f'href="{address(odd, "row", [("row", "a-1")])}"' in page.text


def test_no_row_is_suggested_that_is_not_like_the_text(client: httpx.Client) -> None:
    for table, row in (("recidivism", "xyzzy"), ("lines", "xyzzy"), ("same", "--")):
        page = client.get(address(table, "row", [("row", row)]))
        assert page.status_code == 404
        assert "did you mean" not in text(page)
    assert "did you mean 20?" in text(client.get("/t/lines/row?row=21"))


def test_what_took_the_last_answer_is_named_as_the_form_names_it(
    client: httpx.Client,
) -> None:
    page = text(client.get("/t/recidivism/row?row=1&max_changes=1&freeze=sex"))
    assert "the last one was taken by ‘Maximum changes’." in page
    page = text(client.get("/t/recidivism/row?row=1&min_support=5"))
    assert "the last one was taken by ‘Minimum support’." in page
    page = text(client.get("/t/recidivism/row?row=1&freeze=sex&freeze=age&freeze=race"))
    assert "the last one was taken by keeping age." in page
    assert "max-changes" not in page


def test_an_unseen_and_a_missing_value_are_remarked_on(client: httpx.Client) -> None:
    page = text(client.get("/t/recidivism/case?v.sex=male&v.age=300&label=Med"))
    assert "Race, degree and recid are not given for the case" in page
    assert "o row has age 300" in page


def has_answer(row: int, freeze: list[str], max_changes: int | None) -> bool:
    """Whether a row of the running example has an answer, by the definitions."""
    rows = people().to_dicts()
    own = rows[row - 1]
    distances = [
        sum(own[name] != other[name] for name in own if name != "score")
        for other in rows
        if other["score"] != own["score"]
        and all(own[name] == other[name] for name in freeze)
    ]
    return any(each <= (max_changes or 9) for each in distances)


def test_what_to_undo_is_exact(client: httpx.Client) -> None:
    """Each way that is offered gives an answer, and no shorter one does."""
    names = ["sex", "age", "race", "degree", "recid"]
    n_checked = 0
    for row in range(1, 9):
        for kept, most in ((names[:3], 2), (names[1:4], None), (names[:4], 1)):
            if has_answer(row, kept, most):
                continue
            n_checked += 1
            given = [("row", str(row)), *(("freeze", name) for name in kept)]
            given += [("max_changes", str(most))] if most else []
            page = client.get(address("recidivism", "row", given))
            ways = re.findall(r'class="button" data-inplace href="(.*?)"', page.text)
            assert ways
            sizes = set()
            for way in ways:
                undone = httpx.URL(unescape(way)).params
                left, new_most = undone.get_list("freeze"), undone.get("max_changes")
                is_further = new_most != (str(most) if most else None)
                sizes.add(len(kept) - len(left) + is_further)
                assert has_answer(row, left, int(new_most) if new_most else None)
            singles = [has_answer(row, kept, None)] if most else []
            singles += [
                has_answer(row, [each for each in kept if each != name], most)
                for name in kept
            ]
            (size,) = sizes
            assert (size == 1) == any(singles)
            if size == 1:
                assert len(ways) == sum(singles)
    assert n_checked > 10


# The database and its other users.


def test_a_writer_is_named_and_so_is_the_explorer(
    tmp_path: Path, run_apart: Run
) -> None:
    path = tmp_path / "shared.duckdb"
    with cfsql.connect(path) as database:
        database.load(people(), table="recidivism", label="score")
    hold = (
        "import duckdb, sys, time; "
        f"c = duckdb.connect({str(path)!r}); print(1, flush=True); time.sleep(60)"
    )
    with serving_pages(path) as served, opened(served) as client:
        writer = subprocess.Popen(
            [sys.executable, "-c", hold], stdout=subprocess.PIPE, text=True
        )
        try:
            assert writer.stdout is not None
            writer.stdout.readline()
            response = client.get("/")
            assert response.status_code == 503
            assert f"(process {writer.pid})" in text(response)
            assert "The database is being written to" in text(response)
        finally:
            writer.kill()
            writer.wait()
            assert writer.stdout is not None
            writer.stdout.close()
        assert client.get("/").status_code == 200
        # Two readers at once, and a writer that has to wait.
        done = run_apart("explain", "--table", "recidivism", "--row", 1, "--db", path)
        assert done.returncode == 0
        done = run_apart("drop", "recidivism", "--db", path)
        assert done.returncode == 3
        assert "is in use by" in done.stderr
        assert "process" in done.stderr
        assert done.stderr.count("\n") == 1


def test_an_idle_database_can_be_written_and_is_seen_anew(tmp_path: Path) -> None:
    path = tmp_path / "one.duckdb"
    with cfsql.connect(path) as database:
        import polars as pl

        database.load(pl.DataFrame({"a": [1, 2], "y": ["p", "q"]}), table="first")
    with serving_pages(path) as served, opened(served) as client:
        assert "1 table in" in text(client.get("/"))
        assert client.get("/t/first/row?row=1").status_code == 200
        assert served.store.close_if_idle(0)
        # In another process: this one still remembers how it opened the file.
        done = subprocess.run(
            [sys.executable, "-m", "cfsql", "rank", "--table", "first", "--db", path],
            capture_output=True,
            timeout=60,
        )
        assert done.returncode == 0, done.stderr
        assert "2 rows 20" in text(client.get("/"))


def test_what_nobody_waits_for_is_interrupted(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from cfsql.engines.queries import parse
    from cfsql.ui.jobs import Job

    ended: list[float] = []
    (slow,) = parse(
        "ui",
        "-- fetch: slow\n-- grain:  one row\nselect count(*) from range(100000000000)",
    ).values()

    def explain_row(store: Any, facts: Any, question: Any) -> Any:
        def work(job: Job) -> Any:
            try:
                with store.session(job) as session:
                    return session.fetch(slow)
            finally:
                ended.append(time.monotonic())

        return work

    monkeypatch.setattr("cfsql.ui.explaining.explain_row", explain_row)
    with serving_pages(path, patience=1) as served:
        with httpx.Client(base_url=served.address) as client:
            client.get(f"/?key={KEY}", follow_redirects=True)
            waiting = client.get("/t/recidivism/row?row=1")
            assert "Looking through 8 rows for" in text(waiting)
            assert not ended
            # The browser goes away while it waits.
            cookie = "; ".join(
                f"{name}={value}" for name, value in client.cookies.items()
            )
        host = served.address.removeprefix("http://")
        with socket.create_connection(("127.0.0.1", int(host.split(":")[1]))) as line:
            line.sendall(
                f"GET /t/recidivism/row?row=1 HTTP/1.1\r\nHost: {host}\r\n"
                f"Cookie: {cookie}\r\n\r\n".encode()
            )
            time.sleep(0.2)
            left = time.monotonic()
        while not ended and time.monotonic() < left + 5:
            time.sleep(0.01)
        assert ended
        assert ended[0] - left < 1


# The command.


def test_the_command_prints_the_link_and_ends_with_ctrl_c(path: Path) -> None:
    started = time.monotonic()
    server = subprocess.Popen(
        [
            *(sys.executable, "-m", "cfsql", "ui", "--no-browser"),
            *("--db", str(path), "--table", "Recidivism"),
        ],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert server.stdout is not None
    link = server.stdout.readline().strip()
    assert time.monotonic() - started < 20
    assert re.fullmatch(r"http://127\.0\.0\.1:\d+/t/recidivism\?key=[\w-]{32}", link)
    with httpx.Client(follow_redirects=True) as client:
        assert client.get(link).status_code == 200
    server.send_signal(signal.SIGINT)
    _, said = server.communicate(timeout=20)
    assert server.returncode == 0
    assert "stop with Ctrl-C" in said
    assert "stopped" in said
    assert "Traceback" not in said


def test_the_command_refuses_what_cannot_be(run: Run, path: Path) -> None:
    done = run("ui", "--no-browser", "--db", path, "--table", "recidivis")
    assert done.returncode == 2
    assert "did you mean 'recidivism'?" in done.stderr
    done = run("ui", "--no-browser", "--db", "nowhere.duckdb")
    assert done.returncode == 3
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        done = run("ui", "--no-browser", "--db", path, "--port", port)
    assert done.returncode == 1
    assert f"cannot use port {port}" in done.stderr
    assert done.stderr.count("\n") == 1


def test_names_go_through_addresses_to_the_letter(client: httpx.Client) -> None:
    for table in (NASTY[0], "odd/name 100%"):
        page = client.get(address(table, "row"))
        assert page.status_code == 200
        assert table in unescape(page.text)
