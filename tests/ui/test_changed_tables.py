"""A table that is not any more what was encoded is shown as such."""

from __future__ import annotations

from pathlib import Path

import duckdb

import cfsql
from tests.support.ui_server import people, serving_pages
from tests.ui.reading import opened, text


def test_a_changed_table_is_named_with_the_command_that_helps(tmp_path: Path) -> None:
    path = tmp_path / "shop.duckdb"
    with duckdb.connect(str(path)) as connection:
        frame = people().to_arrow()
        connection.execute("create schema crm")
        connection.from_arrow(frame).create("crm.customers")
    with cfsql.connect(path) as database:
        database.load("table:crm.customers", label="score").rank()
        database.load(people(), table="other", label="score").rank()
    command = f"cfsql refresh customers --db {path}"
    with serving_pages(path) as served, opened(served) as client:
        assert client.get("/t/customers/row?row=1").status_code == 200
        assert "power" in text(client.get("/t/customers/row?row=1"))
    with duckdb.connect(str(path)) as connection:
        connection.execute("delete from crm.customers where rowid = 3")
    with serving_pages(path) as served, opened(served) as client:
        listed = client.get("/")
        assert listed.status_code == 200
        assert "changed since: it had 8 rows, and has 7" in text(listed)
        assert command in text(listed)
        for page in ("", "/rows", "/row?row=1", "/case", "/row.json?row=1"):
            answer = client.get(f"/t/customers{page}")
            assert answer.status_code == 409, page
            assert "ustomers has changed since it was encoded" in answer.text
            assert "refresh customers" in answer.text
        assert client.get("/t/other/row?row=1").status_code == 200
    with cfsql.connect(path) as database:
        database.table("customers").refresh()
    with serving_pages(path) as served, opened(served) as client:
        assert client.get("/t/customers/row?row=1").status_code == 200
        assert "changed since" not in text(client.get("/"))
