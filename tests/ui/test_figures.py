"""The figures of a table, and the rows behind them."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path
from urllib.parse import urlencode

import httpx

import cfsql
from cfsql.ui.addresses import address
from tests.support.ui_server import NASTY
from tests.ui.reading import text


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
    assert "Unequal pairs" in page
    assert "Which class turns into which" in page


def test_an_overview_answers_in_the_order_in_which_an_auditor_asks(
    client: httpx.Client,
) -> None:
    page = client.get("/t/recidivism")
    sections = re.findall(r'<section id="s-(\w+)"', page.text)
    assert sections[0] == "unequal"
    assert sections.index("coverage") < sections.index("table")
    assert sections.index("table") < sections.index("distance")
    said = text(page)
    assert "50.0% of the rows have the most frequent outcome, Med." in said
    assert "62.5% need only 2, and nobody needs more than 4." in said
    assert "37.5% of the rows have one best answer." in said


def test_what_is_declared_protected_is_shown(client: httpx.Client) -> None:
    told = "Protected in audits, as declared: sex and race."
    assert told in text(client.get("/t/declared/row?row=1"))
    overview = text(client.get("/t/declared?sample=1"))
    assert told in overview
    assert "cfsql audit --table declared" in overview
    assert "COLUMNS" not in overview
    assert told not in text(client.get("/t/recidivism/row?row=1"))


def test_figures_are_said_in_words(client: httpx.Client) -> None:
    page = client.get("/t/recidivism")
    told = text(page)
    assert "62.5% of the rows are within 2 changes of another outcome." in told
    assert (
        "It is harder for race African (3 rows) to reach another outcome: 0.80 changes "
        "more than for others on average (3.00 against 2.20)." in told
    )
    assert "Answers may change protected columns themselves" in told
    assert "Most often Med turns into Low: for 50.0% of the rows." in told
    assert told.count("For whom is it harder?") == 1
    order = ["Unequal pairs", "Protected groups side by side", "Within reach"]
    places = [told.index(heading) for heading in order]
    assert places == sorted(places)
