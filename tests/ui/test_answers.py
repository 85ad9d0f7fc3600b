"""A page answers as the library does, and shows the SQL that does too."""

from __future__ import annotations

import json
import re
from html import unescape
from pathlib import Path
from typing import Any

import httpx
import pytest

import cfsql
from cfsql.ui.addresses import address
from tests.support.ui_server import NASTY
from tests.ui.reading import text

QUESTIONS: list[tuple[str, dict[str, Any]]] = [
    ("recidivism", {"row": "1"}),
    ("recidivism", {"row": "1", "freeze": ["sex"]}),
    ("recidivism", {"row": "3", "target": "Med", "freeze": ["sex", "age"]}),
    ("many", {"row": "12345"}),
    ("many", {"row": "12345", "freeze": ["f7", "f6"], "min_support": 2}),
    ("many", {"row": "77", "max_changes": 1}),
    ("contradicted", {"row": "2"}),
    ("contradicted", {"row": "2", "min_share": 0.5}),
    ("wide", {"row": "5", "target": "class 3"}),
    ("binned", {"row": "9"}),
    ("binned", {"row": "9", "freeze": ["age"]}),
    ("binned", {"row": "9", "only_up": ["age"]}),
    ("binned", {"row": "9", "only_down": ["age"], "freeze": ["sex"]}),
    *(("declared", {"row": row}) for row in ("1", "4", "7")),
    ("priced", {"row": "1"}),
    ("priced", {"row": "1", "differs_by": 0.1}),
    ("priced", {"row": "2", "differs_by": 9, "freeze": ["place"]}),
    ("priced", {"row": "3", "differs_by": 240.5}),
    ("priced", {"row": "3", "target": "9.0"}),
    ("odd/name 100%", {"row": "c'3"}),
    (NASTY[0], {"row": "2"}),
    (NASTY[0], {"row": "2", "freeze": [NASTY[3]]}),
]


def asked(database: cfsql.Database, table: str, question: dict[str, Any]) -> Any:
    """The answer of the library."""
    given = dict(question)
    return database.table(table).explain(given.pop("row"), **given)


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
def test_a_page_answers_as_explain_does_and_so_does_its_statement(
    client: httpx.Client, path: Path, table: str, question: dict[str, Any]
) -> None:
    parameters = [
        (name, each)
        for name, value in question.items()
        for each in (value if isinstance(value, list) else [value])
    ]
    page = client.get(address(table, "row", parameters))
    assert page.status_code == 200
    with cfsql.connect(path, read_only=True) as database:
        expected = asked(database, table, question)
        rows = rows_of(database, shown_statement(page))
    answer = client.get(address(table, "row.json", parameters)).json()
    assert answer == json.loads(json.dumps(expected.to_dict(), default=str))
    best = expected.optimal
    changed = re.findall(r'class="changed" data-feature="(.*?)"', page.text)
    assert [unescape(name) for name in changed] == [
        change.feature for change in (best.changes if best else [])
    ]
    assert not set(map(unescape, changed)) & set(question.get("freeze", ()))
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


def test_what_is_declared_is_kept_until_it_is_let_go(
    client: httpx.Client, path: Path
) -> None:
    page = client.get(address("declared", "row", [("row", "3")]))
    assert "As declared with the table: sex does not change; age does not" in text(page)
    with cfsql.connect(path, read_only=True) as database:
        table = database.table("declared")
        for parameters, options in (
            ([], {}),
            ([("asked", "1")], {"no_defaults": True}),
            ([("asked", "1"), ("freeze", "sex")], {"free": "age"}),
            (
                [("asked", "1"), ("only_down", "age")],
                {"only_down": "age", "no_defaults": True},
            ),
        ):
            for row in ("1", "3", "7"):
                asked_for = [("row", row), *parameters]
                found = client.get(address("declared", "row.json", asked_for)).json()
                expected = table.explain(row, **options)
                assert found["sentence"] == expected.sentence
                assert found["blocked_by"] == expected.blocked_by
        case = {"sex": "male", "age": ">45", "race": "new", "degree": "F"}
        given = [(f"v.{name}", value) for name, value in case.items()]
        page = client.get(address("declared", "case", [*given, ("label", "High")]))
        assert table.explain(case, label="High").sentence[:40] in text(page)
    # What keeps the answer away can be given up by a link.
    assert "Let age change" in text(page)


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
    assert 'href="/t/recidivism/rows?find=asian"' in page.text
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


def test_the_figures_of_the_best_answer_are_explained_by_its_counts(
    client: httpx.Client,
) -> None:
    said = text(client.get("/t/recidivism/row?row=1"))
    assert "power 3 The ball is all 5 cases as near to the answer as this one" in said
    assert "3 of them have another score than Low" in said
    assert "typicality 1.000 2 of the 2 cases with Low are in the ball" in said
    assert "capacity 0.600 3 ÷ 5" in said
    assert "universality 0.600 3 ÷ 5: the part of the ball with Med" in said
    assert "The one case with exactly the answer's values has Low." in said
    unsure = text(client.get("/t/contradicted/row?row=1"))
    assert "the others had another outcome" in unsure


def test_a_feature_may_only_rise_or_only_fall(client: httpx.Client, path: Path) -> None:
    with cfsql.connect(path, read_only=True) as database:
        table = database.table("many")
        for way in ("only_up", "only_down"):
            given: dict[str, Any] = {way: ["f7", "f6"]}
            expected = table.explain(77, **given)
            where = f"/t/many/row?row=77&{way}=f7&{way}=f6"
            assert expected.sentence in text(client.get(where))
            found = client.get(where.replace("row?", "row.json?")).json()
            assert found["sentence"] == expected.sentence
    wrong = client.get("/t/many/row?row=77&only_up=f7&only_down=f7")
    assert wrong.status_code == 400
    assert "keep it instead" in text(wrong)


def test_a_new_case_keeps_what_is_declared_where_it_has_a_value(
    client: httpx.Client,
) -> None:
    page = text(client.get("/t/declared/case?v.sex=&v.race=Asian&label=Low"))
    assert "Not kept, as the field is empty: sex." in page
    assert "--freeze sex" not in page
    page = text(client.get("/t/declared/case?v.sex=male&v.race=Asian&label=Low"))
    assert "Not kept" not in page
    assert "--freeze sex" in page
