"""Weights and conditions in SQL in the question of a page."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from tests.support.commands import Run
from tests.ui.reading import text


def _asked(client: httpx.Client, **parameters: Any) -> httpx.Response:
    return client.get("/t/recidivism/row", params={"row": 1, **parameters})


@pytest.mark.parametrize(
    ("parameters", "options"),
    [
        ({"w.race": 3}, ["--weight", "race=3"]),
        ({"w.Race": 3, "w.sex": 2}, ["--weight", "race=3", "--weight", "sex=2"]),
        ({"require": "a.race = b.race"}, ["--require", "a.race = b.race"]),
        (
            {"require": "b.age <> '25-45'", "freeze": "degree", "w.sex": 4},
            [
                *("--require", "b.age <> '25-45'", "--freeze", "degree"),
                *("--weight", "sex=4"),
            ],
        ),
    ],
)
def test_the_answer_is_that_of_the_command(
    client: httpx.Client,
    loaded: Run,
    parameters: dict[str, Any],
    options: list[str],
) -> None:
    page = _asked(client, **parameters)
    assert page.status_code == 200
    done = loaded("explain", "--table", "recidivism", "--row", 1, *options)
    sentence = " ".join(done.stdout.split("\n\n")[1].split())
    assert sentence in text(page)
    assert "SQL that gives the same answer" not in text(page)
    for option in options:
        assert option in text(page).replace("'\"'\"'", "'"), option


def test_what_a_weighed_answer_counts_is_said(client: httpx.Client) -> None:
    page = text(_asked(client, **{"w.race": 3, "w.age": 3, "freeze": "recid"}))
    assert "The changes of the best answer count 4 in all." in page
    assert "Those of no other case that may be chosen count less." in page
    assert "differs in 4 features" not in page
    assert "The command below gives the same answer" in page


def test_a_weight_of_one_is_none(client: httpx.Client) -> None:
    plain = _asked(client, **{"w.race": 1, "w.sex": ""})
    assert "--weight" not in plain.text
    assert "SQL that gives the same answer" in plain.text


@pytest.mark.parametrize(
    "condition",
    [
        "(select count(*) from read_text('/etc/passwd')) > 0",
        "exists (from recidivism)",
        "true); drop table recidivism; --",
        "1; delete from recidivism",
        "random() < 0.5",
        "nextval('s') > 0",
        "b.salary > 1",
        "b.age >",
        "a.age",
        "*",
    ],
)
def test_hostile_and_wrong_conditions_are_refused(
    client: httpx.Client, loaded: Run, condition: str
) -> None:
    page = _asked(client, require=condition)
    assert page.status_code == 400
    assert "This cannot be asked" in text(page)
    assert "Ask without the condition" in text(page)
    done = loaded(
        "explain", "--table", "recidivism", "--row", 1, "--require", condition
    )
    assert done.returncode == 2
    assert _asked(client).status_code == 200


def test_wrong_weights_are_refused(client: httpx.Client) -> None:
    for number in ("0", "-1", "2.5", "many", "99999999"):
        page = _asked(client, **{"w.race": number})
        assert page.status_code == 400, number
        assert f"Race counts from 1 to 100 times, not '{number}'." in text(page)
        assert f'value="{number}"' in page.text
    page = _asked(client, **{"w.rce": 2})
    assert page.status_code == 400
    assert "did you mean" in text(page)


def test_a_condition_that_leaves_no_answer_can_be_undone(client: httpx.Client) -> None:
    page = _asked(client, require="a.score = b.score or false")
    assert page.status_code in (200, 400)
    page = _asked(client, require="a.sex = b.sex and a.age = b.age")
    assert page.status_code == 200
    assert "‘A condition in SQL’ excluded the last of them" in text(page)
    assert "Ask without the condition" in text(page)


def test_a_new_case_takes_them_too(client: httpx.Client) -> None:
    asked: dict[str, Any] = {
        "v.sex": "male",
        "v.age": "<25",
        "label": "Med",
        "w.age": 5,
    }
    page = client.get("/t/recidivism/case", params=asked)
    assert page.status_code == 200
    assert "--weight age=5" in text(page)
