"""What is wrong is said in a sentence, on pages and as JSON."""

from __future__ import annotations

import httpx
import pytest

from tests.ui.reading import text


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
        ("/t/recidivism/row?row=1&target=Med", 200, "The score is Med already"),
        ("/t/same/row?row=1", 200, "Every row of the table has the y p"),
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
