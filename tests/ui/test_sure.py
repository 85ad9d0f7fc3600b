"""How sure an answer is, on the page of a row."""

from __future__ import annotations

import httpx

from tests.ui.reading import text


def test_the_first_sentence_is_that_the_row_is_contradicted(
    client: httpx.Client,
) -> None:
    page = client.get("/t/contradicted/row?row=1")
    assert (
        'id="sentence">Of the 2 cases with exactly the values of this one, 1 had '
        "another loan than no. Had job been cook instead of clerk, loan could have "
        "been yes instead of no, as it was for 1 of the 4 cases with exactly these "
        "values, row 6.</p>"
    ) in page.text
    shown = text(page)
    assert "What could have changed it" in shown
    assert "yes in 1 of 4 cases" in shown
    assert "would have" not in shown
    assert "contradicted:" not in shown
    assert '<td class="figure" data-name="share">' in page.text
    sure = client.get("/t/recidivism/row?row=1")
    assert "What would have changed it" in text(sure)
    assert 'data-name="share"' not in sure.text


def test_the_least_share_is_part_of_the_question(client: httpx.Client) -> None:
    page = client.get("/t/contradicted/row?row=2&min_share=.5")
    assert "share 0.5" in text(page)
    assert 'name="min_share" type="number" min="0" max="1"' in page.text
    assert "--min-share 0.5" in text(page)
    assert "share >= 0.5" in text(page)
    assert "as it was for 3 of the 4 cases" in text(page)
    answer = client.get("/t/contradicted/row.json?row=2&min_share=.5").json()
    assert answer["counterfactuals"][0]["share"] == 0.75
    for wrong in ("2", "-1", "nan", "1e-1", "half", "0,5"):
        page = client.get(f"/t/contradicted/row?row=1&min_share={wrong}")
        assert page.status_code == 400
        assert f"Minimum share takes a number from 0 to 1, not '{wrong}'." in text(page)
