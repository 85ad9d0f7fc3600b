"""How sure answers are, in a report, on the page of a row and in a workbook."""

from __future__ import annotations

from pathlib import Path

import openpyxl

import cfsql
from tests.support.ui_server import serving_pages
from tests.ui.reading import opened, text


def test_a_report_says_how_often_its_answers_stay(example_csv: Path) -> None:
    table = cfsql.connect().load(example_csv, label=-1)
    ranking = table.rank()
    assert "How often answers stay" not in ranking.report().html()
    found = table.stability(repeats=50, keep=0.8)
    report = ranking.report()
    assert report.stability is not None
    assert report.stability.mean_answer == found.overview().mean_answer
    shares = dict(found.pl().select("row_id", "answer_share").iter_rows())
    for row in report.rows:
        assert row.stable is not None
        assert row.stable.answer_share == shares[row.explanation.row_id]
    page = report.html()
    assert ">How often answers stay</h2>" in page
    assert "can stay in about 80.0% at most" in page
    assert page.count("In 50 subsamples of the table the answer") == len(report.rows)


def test_only_the_answers_of_the_ranking_are_looked_at(example_csv: Path) -> None:
    table = cfsql.connect().load(example_csv, label=-1)
    ranking = table.rank()
    # Another answer for row 1, and the same one for row 4.
    table.stability(repeats=5, rows=[1, 4], freeze=["race"])
    assert ranking.report().stability is None
    table.stability(repeats=5, rows=[1, 4], freeze=["sex"])
    found = ranking.report().stability
    assert found is not None
    assert found.n_rows == 1


def test_the_page_of_a_row_shows_how_often_its_answer_stays(
    example_csv: Path, tmp_path: Path
) -> None:
    path = tmp_path / "sure.duckdb"
    with cfsql.connect(path) as database:
        table = database.load(example_csv, label=-1)
        found = table.stability(repeats=50, keep=0.8, rows=[1]).pl().to_dicts()[0]
    with serving_pages(path) as served, opened(served) as client:
        shown = text(client.get(f"/t/{table.name}/row?row=1"))
        low, high = found["answer_low"], found["answer_high"]
        assert (
            "In 50 subsamples of the table the answer stays in "
            f"{found['answer_share']:.1%} ({low:.1%} to {high:.1%}); its own rows are "
            f"in {found['n_present'] / 50:.1%}, and of these it stays in "
            f"{found['given_share']:.1%}."
        ) in shown
        assert "<svg" not in shown.partition("In 50 subsamples")[0][-400:]
        other = text(client.get(f"/t/{table.name}/row?row=1&freeze=race"))
        assert "subsamples" not in other
        assert "subsamples" not in text(client.get(f"/t/{table.name}/row?row=4"))


def test_a_workbook_explains_every_column(example_csv: Path, tmp_path: Path) -> None:
    table = cfsql.connect().load(example_csv, label=-1)
    for name, found in {"s": table.stability(repeats=5), "c": table.cover()}.items():
        found.to_xlsx(tmp_path / f"{name}.xlsx")
        sheets = openpyxl.load_workbook(tmp_path / f"{name}.xlsx")
        assert all(row[2].value for row in sheets["columns explained"].iter_rows())
