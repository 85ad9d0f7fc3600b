"""Every address takes the parameters that it reads, and no others."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path
from urllib.parse import urlencode

import httpx
import pytest

from cfsql.ui.addresses import address
from cfsql.ui.app import VIEWS
from tests.support.ui_server import KEY, NASTY
from tests.ui.reading import tags, text


@pytest.mark.parametrize(
    ("where", "words"),
    [
        ("/?row=1", "takes no parameter 'row'; it takes none"),
        ("/t/recidivism?rankng=x", "did you mean 'ranking'?"),
        ("/t/recidivism/row?row=1&targt=High", "did you mean 'target'?"),
        ("/t/recidivism/row?row=1&max-changes=1", "did you mean 'max_changes'?"),
        ("/t/recidivism/row?Row=1", "did you mean 'row'?"),
        ("/t/recidivism/row?xyz=1", "it takes freeze, only_up, only_down, row, target"),
        ("/t/recidivism/rows?pge=2", "did you mean 'page'?"),
        ("/t/recidivism/why?row=1&freeze=sex", "no parameter 'freeze'; it takes row"),
        ("/t/recidivism/case?sex=male", "did you mean 'v.sex'?"),
        ("/t/recidivism/case?v.sx=male", "did you mean 'v.sex'?"),
        ("/t/recidivism/case?xyz=1", "v.COLUMN and w.COLUMN"),
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
    repeated: dict[str, set[str]] = {}
    pages: list[str] = []
    lines = [line for line in table.splitlines() if line.startswith("| ")]
    for line in lines[1:]:
        where, names, told = line.strip("|").split("|")
        pages = re.findall(r"[\w.]+", where) or pages
        for page in pages:
            named.setdefault(page, set()).update(re.findall(r"`([\w.]+)`", names))
        if "may be repeated" in told:
            for page in pages:
                found = re.findall(r"`([\w.]+)`", names)
                repeated.setdefault(page, set()).update(found)
    taken = {path.split("/")[-1]: taken for path, (_, taken) in VIEWS.items()}
    taken["overview"] = taken.pop("{table}")
    for page, each in taken.items():
        columns = {f"{prefix}COLUMN" for prefix in each.of_columns_once}
        several = {*each.repeated, *(f"{prefix}COLUMN" for prefix in each.of_columns)}
        own = {*each.once, *columns, *several}
        assert named.get(page, set()) == own, page
        assert several == repeated.get(page, set()), page


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
        last = ""
        actions: dict[str, str] = {}
        fields: dict[str, list[tuple[str, str]]] = {}
        for tag, given in tags(page):
            if tag == "form":
                last = given.get("id") or given.get("class") or ""
                actions[last] = unescape(given["action"] or "")
            form = given.get("form") or last
            is_ticked = given.get("type") != "checkbox" or "checked" in given
            if tag == "input" and given.get("name") and is_ticked:
                sent = (given["name"] or "", given.get("value") or "")
                fields.setdefault(form, []).append(sent)
            elif tag == "select":
                fields.setdefault(form, []).append((given["name"] or "", ""))
        assert "ask" in actions
        for form, action in actions.items():
            # A browser sends ends of lines in its own way.
            own = fields.get(form, [])
            all_sent = [(name.replace("\n", "\r\n"), value) for name, value in own]
            response = client.get(f"{action}?{urlencode(all_sent)}")
            assert "takes no parameter" not in text(response)
            assert "and this page takes it once" not in text(response)
            n_sent += len(all_sent)
    assert n_sent > 60


def test_a_value_of_a_column_with_two_lines_is_taken(client: httpx.Client) -> None:
    given = [("v.two\r\nlines", "a"), ("target", "q")]
    page = client.get(address("lines", "case", given))
    assert page.status_code == 200
    assert 'value="a"' in page.text


def test_names_go_through_addresses_to_the_letter(client: httpx.Client) -> None:
    for table in (NASTY[0], "odd/name 100%"):
        page = client.get(address(table, "row"))
        assert page.status_code == 200
        assert table in unescape(page.text)
