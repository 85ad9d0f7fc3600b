"""Where there is no answer, the page says what would give one."""

from __future__ import annotations

import re
from html import unescape

import httpx

from cfsql.ui.addresses import address
from tests.support.ui_server import people
from tests.ui.reading import text


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
    assert "meets the conditions: ‘Maximum changes’ excluded the last of them." in page
    page = text(client.get("/t/recidivism/row?row=1&min_support=5"))
    assert "meets the conditions: ‘Minimum support’ excluded the last of them." in page
    page = text(client.get("/t/contradicted/row?row=1&min_share=0.9"))
    assert "meets the conditions: ‘Minimum share’ excluded the last of them." in page
    assert "Accept a case whose values also came with another outcome" in page
    page = text(client.get("/t/priced/row?row=1&differs_by=400"))
    assert "by 400 or more: the largest difference is " in page
    assert "Accept any other price" in page
    page = text(client.get("/t/recidivism/row?row=1&freeze=sex&freeze=age&freeze=race"))
    assert "meets the conditions: keeping age excluded the last of them." in page
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
