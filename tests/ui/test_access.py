"""Who may ask the explorer, and what its answers allow."""

from __future__ import annotations

import httpx
import pytest

from cfsql.ui.addresses import address
from cfsql.ui.guard import HEADERS
from tests.support.ui_server import KEY, NASTY, Served
from tests.ui.reading import tags, text


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
