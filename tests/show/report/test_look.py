"""A report with a title, a logo, some of its sections, and without names."""

from __future__ import annotations

import re
from base64 import b64encode
from pathlib import Path
from typing import Any

import polars as pl
import pytest

import cfsql
from cfsql.errors import CfsqlError
from tests.show.report.pages import Seen
from tests.support.commands import Run

SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"></svg>'


def example(csv: Path, **options: Any) -> cfsql.Ranking:
    return cfsql.connect().load(csv, label=-1).rank(**options)


def test_a_title_and_a_logo_stand_over_the_page(loaded: Run, tmp_path: Path) -> None:
    (tmp_path / "own.svg").write_text(SVG, encoding="utf-8")
    loaded("rank", "--table", "recidivism")
    given = ("--title", "Who <re>offends?", "--logo", "own.svg")
    done = loaded("report", "--table", "recidivism", *given)
    assert done.returncode == 0, done.stderr
    page = (tmp_path / "recidivism_report.html").read_text(encoding="utf-8")
    assert "<title>Who &lt;re&gt;offends?</title>" in page
    assert "<h1><bdi>Who &lt;re&gt;offends?</bdi></h1>" in page
    assert "Counterfactual explanations of recidivism" in Seen(page).text
    source = f"data:image/svg+xml;base64,{b64encode(SVG.encode()).decode()}"
    assert f'<img src="{source}" alt="" class="logo">' in page
    assert "img-src data:" in page


def test_only_the_sections_that_are_asked_for(example_csv: Path) -> None:
    report = example(example_csv).report()
    page = report.html(sections=["words, distance"])
    assert re.findall(r'<section id="(\w+)"', page) == ["distance", "words"]
    assert Seen(page).links.count("#distance") == 1
    assert "#rows" not in Seen(page).links


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"sections": ["distanse"]}, "no section 'distanse'; did you mean 'distance'?"),
        ({"sections": ["nothing of this"]}, "there are table, contradictions"),
        ({"sections": [","]}, "sections= needs at least one of table"),
        ({"sections": ["unequal"]}, "needs an audit with protected columns"),
        ({"sections": ["sure"]}, "needs subsamples: cfsql stability"),
        ({"logo": "none.png"}, "cannot read the logo none.png: No such file"),
        ({"logo": "own.bmp"}, "own.bmp should end in .png"),
        ({"logo": "large.png"}, "has 200,001 bytes"),
    ],
)
def test_what_cannot_be_shown_is_refused(
    example_csv: Path,
    monkeypatch: pytest.MonkeyPatch,
    given: dict[str, Any],
    told: str,
) -> None:
    monkeypatch.chdir(example_csv.parent)
    Path("large.png").write_bytes(bytes(200_001))
    report = example(example_csv).report()
    with pytest.raises(CfsqlError, match=re.escape(told)):
        report.html(**given)


def test_an_anonymous_report_names_no_row() -> None:
    names = [f"person-{place}" for place in range(8)]
    frame = pl.DataFrame(
        {"id": names, "a": [1, 1, 1, 2, 2, 3, 3, 3], "b": [1, 1, 2, 2, 2, 1, 2, 3]}
        | {"y": ["p", "q", "p", "q", "q", "p", "p", "q"]}
    )
    table = cfsql.connect().load(frame, table="t", label="y", id="id")
    ranking = table.rank(rows=names[:6], require="a.y <> b.y")
    ranking.audit(["a"])
    named = ranking.report()
    assert all(name in named.html() for name in names[:6])
    report = ranking.report(anonymous=True)
    page = report.html()
    assert "person-" not in page
    assert "Case 1" in Seen(page).text
    assert "as it was for another case" in page
    ends = re.compile(r" as it was for .*")
    for before, after in zip(named.rows, report.rows, strict=True):
        told, now = before.explanation.sentence, after.explanation.sentence
        assert ends.sub("", told) == ends.sub("", now)
    # An anonymous ranking has these sentences itself.
    own = table.rank(rows=names[:6], require="a.y <> b.y", anonymous=True).report()
    assert [row.explanation.sentence for row in own.rows] == [
        row.explanation.sentence for row in report.rows
    ]


def test_an_anonymous_report_speaks_the_language_of_its_ranking(
    example_csv: Path,
) -> None:
    german = example(example_csv, language="de").report(anonymous=True)
    expected = example(example_csv, language="de", anonymous=True).report()
    assert [row.explanation.sentence for row in german.rows] == [
        row.explanation.sentence for row in expected.rows
    ]
