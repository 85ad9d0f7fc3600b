"""The report speaks: all of it, in the language and with the names that are given."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

import cfsql
from cfsql.errors import UnknownName, WrongUse
from cfsql.show.pages.figure_data import table_text
from cfsql.speech import Speech
from tests.speech.unmarked import marking, unmarked
from tests.support.examples import examples
from tests.support.random_tables import Drawn, crowded_tables, load, tables

# A table without a letter: what has letters on its page was written by cfsql.
NUMBERS = pl.DataFrame(
    [
        *((n % 5, n % 2, n % 3, n % 7 // 3) for n in range(60)),
        *((n % 4, n % 2, 1, n % 2) for n in range(40)),
    ],
    schema=["11", "12", "13", "14"],
    orient="row",
).cast(pl.String)


@pytest.fixture(scope="module")
def numbers() -> Iterator[cfsql.Table]:
    """A table without letters, with all that a report may tell of it."""
    with cfsql.connect() as database:
        table = database.load(NUMBERS, table="_1", label="14")
        table.rank(max_changes=1)
        table.audit(["12", "13"])
        table.stability(repeats=5)
        yield table


@pytest.mark.parametrize("anonymous", [False, True])
@pytest.mark.parametrize("title", [None, "_2"])
def test_everything_on_a_report_can_be_translated(
    numbers: cfsql.Table, anonymous: bool, title: str | None
) -> None:
    with marking():
        page = numbers.rankings()[0].report(anonymous=anonymous).html(title=title)
    assert "⟦How far⟧" in page
    assert unmarked(page) == []


def test_a_report_is_in_the_language_of_the_ranking_or_in_another(
    example_csv: Path,
) -> None:
    names = {"sex": "Geschlecht", ("sex", "male"): "männlich", "score": "Risiko"}
    with cfsql.connect() as database:
        ranking = database.load(example_csv, label=-1).rank(
            language="de", display_names=names
        )
        own = ranking.report().html()
        french = ranking.report(language="fr").html()
        english = ranking.report(language="en", display_names={}).html()
    assert '<html lang="de">' in re.sub(r"\s+", " ", own)
    assert "<h2>Wie weit ein anderes Ergebnis entfernt ist</h2>" in own
    assert "<bdi>Geschlecht</bdi>" in own
    assert "männlich" in own
    assert "<bdi>sex</bdi>" not in own
    assert "wie bei Zeile" in own
    assert "<h2>À quelle distance est un autre résultat</h2>" in french
    assert "comme pour la ligne" in french
    assert "<bdi>Geschlecht</bdi>" in french
    assert "wie bei" not in french
    assert "<h2>How far</h2>" in english
    assert "Had sex been female" in english


@given(
    drawn=st.one_of(tables(), crowded_tables()),
    is_anonymous=st.booleans(),
    most=st.sampled_from([None, 1]),
)
@examples(25)
def test_a_sentence_said_anew_is_the_one_that_the_ranking_would_have(
    drawn: Drawn, is_anonymous: bool, most: int | None
) -> None:
    features, cases = drawn
    table = load(features, cases)
    told = {}
    for code in ("en", "de"):
        ranking = table.rank(language=code, max_changes=most)
        found = ranking.report(language="de", anonymous=is_anonymous)
        told[code] = [row.explanation.sentence for row in found.rows]
    assert told["en"] == told["de"]


def test_figures_are_numbers_in_any_language() -> None:
    page = (
        "<table><tr><th>Zeilen</th></tr><tr><td>1.040</td><td>0,25</td>"
        "<td><bdi>1.040</bdi></td><td>12,5\u00a0%</td></tr></table>"
    )
    with Speech("de").spoken():
        assert table_text(page).splitlines()[1] == '1040,0.25,1.040,"12,5\u00a0%"'


def test_what_is_wrong_is_refused(numbers: cfsql.Table) -> None:
    ranking = numbers.rankings()[0]
    with pytest.raises(WrongUse, match="did you mean 'de'"):
        ranking.report(language="german")
    with pytest.raises(UnknownName, match="no column 'sexx'"):
        ranking.report(display_names={"sexx": "Geschlecht"})
