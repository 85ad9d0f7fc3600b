"""The explorer that a notebook starts: which database it shows, and how it ends."""

from __future__ import annotations

import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit

import httpx
import pytest

import cfsql
from cfsql.ui.guard import FRAMED_HEADERS
from tests.support.ui_server import people
from tests.ui.reading import text


@pytest.fixture
def table() -> Iterator[cfsql.Table]:
    """The running example in a database in memory, as a notebook has it."""
    with cfsql.connect() as database:
        yield database.load(people(), table="recidivism", label="score")


@contextmanager
def _visited(link: str) -> Iterator[httpx.Client]:
    base = f"http://{urlsplit(link).netloc}"
    with httpx.Client(base_url=base, follow_redirects=True) as client:
        assert client.get(link).status_code == 200
        yield client


def _is_listening(link: str) -> bool:
    with socket.socket() as tried:
        return tried.connect_ex(("127.0.0.1", urlsplit(link).port or 0)) == 0


def test_it_shows_what_the_notebook_has_open(table: cfsql.Table) -> None:
    with table.explore(row=1) as explorer, _visited(explorer.link) as client:
        answer = client.get("/t/recidivism/row?row=1")
        assert table.explain(1).sentence in text(answer)
        assert table.explore() != explorer
        assert urlsplit(table.explore().link).netloc == urlsplit(explorer.link).netloc
        assert explorer.link in repr(explorer)
        assert "Not ranked yet" in text(client.get("/t/recidivism"))
        assert "table.rank()" in text(client.get("/t/recidivism"))
        table.rank()
        # Nobody asks for a while, as long as it takes to write the next cell.
        time.sleep(3.2)
        assert "62.5%" in text(client.get("/t/recidivism"))


def test_the_call_that_it_shows_gives_the_same_answer(table: cfsql.Table) -> None:
    table.declare(immutable=["race"])
    with table.explore() as explorer, _visited(explorer.link) as client:
        for asked in (
            "row?row=1",
            "row?row=1&freeze=age&max_changes=4&target=Low&asked=1",
            "row?row=3&anonymous=1&min_share=.5",
            "case?v.sex=male&v.race=African&label=Med&freeze=sex",
        ):
            answer = client.get(f"/t/recidivism/{asked}")
            shown = text(answer)
            call = shown[shown.index("table.explain(") : shown.index("Copy the comm")]
            assert eval(call, {"table": table}).sentence in shown, call


def test_it_ends_when_it_is_closed_and_with_the_database() -> None:
    with cfsql.connect() as database:
        table = database.load(people(), table="recidivism", label="score")
        first = table.explore()
        assert _is_listening(first.link)
        first.close()
        assert not _is_listening(first.link)
        second = table.explore()
        assert _is_listening(second.link)
    assert not _is_listening(second.link)


def test_it_ends_with_the_kernel() -> None:
    program = (
        "import cfsql, polars as pl; from cfsql import example; "
        "table = cfsql.connect().load(pl.read_csv(example.CSV.encode()), "
        "table='recidivism', label='score'); print(table.explore().link, flush=True)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    assert not _is_listening(done.stdout.strip())


def test_it_names_nobody_where_that_is_asked_for(table: cfsql.Table) -> None:
    explorer = table.explore(anonymous=True)
    with _visited(explorer.link) as client:
        assert client.get("/t/recidivism/compare?row=1&row=2").status_code == 400
    assert urlsplit(table.explore().link).port != urlsplit(explorer.link).port


def test_only_a_page_of_this_machine_may_frame_it(table: cfsql.Table) -> None:
    explorer = table.explore()
    framed = {"sec-fetch-mode": "navigate", "sec-fetch-dest": "iframe"}
    with httpx.Client() as client:
        for site, status in (("same-site", 303), ("cross-site", 403)):
            answer = client.get(
                explorer.link, headers={**framed, "sec-fetch-site": site}
            )
            assert answer.status_code == status
            for name, value in FRAMED_HEADERS.items():
                assert answer.headers[name] == value
            assert "x-frame-options" not in answer.headers
        assert "below this frame" in answer.text
        policy = FRAMED_HEADERS["Content-Security-Policy"]
        assert policy.endswith("frame-ancestors http://localhost:* http://127.0.0.1:*")
        fetched = {"sec-fetch-mode": "cors", "sec-fetch-site": "same-site"}
        assert client.get(explorer.link, headers=fetched).status_code == 403
        assert client.post(explorer.link).status_code == 405
    with httpx.Client() as client:
        answer = client.get(explorer.link.partition("?")[0])
        assert answer.status_code == 403
        assert "the notebook shows below this frame" in text(answer)
        host = urlsplit(explorer.link).netloc
        wrong = {"host": host.replace("localhost", "evil.example")}
        assert client.get(explorer.link, headers=wrong).status_code == 400


def test_wrong_requests_are_refused_in_the_cell(table: cfsql.Table) -> None:
    with pytest.raises(cfsql.CfsqlError, match="no row 99 in recidivism; did you mean"):
        table.explore(row=99)
    with pytest.raises(cfsql.CfsqlError, match="height is a number of pixels"):
        table.explore(height=0)


def test_without_its_parts_it_says_what_to_install(
    table: cfsql.Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cfsql.ui.find_spec", lambda name: None)
    with pytest.raises(cfsql.CfsqlError, match=r"pip install 'cfsql\[ui\]'"):
        table.explore()
