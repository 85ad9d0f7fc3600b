"""A column with nearly a value per row that leads an answer is named beside it."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import polars as pl
import pytest

import cfsql
from tests.support.commands import Run
from tests.support.ui_server import serving_pages
from tests.ui.reading import opened, text

WARNING = (
    "amount has 60 values in 60 rows, so nearly all rows differ in it, whatever their "
    "outcome. If it is an id or a weight, leave it out with --ignore amount; if its "
    "size matters, load the table again with --bin amount=q5, which compares it by "
    "intervals."
)
IN_PYTHON = WARNING.replace("--ignore amount", "ignore='amount'").replace(
    "--bin amount=q5", "bins={'amount': 'q5'}"
)
LOAD = ("load", "loans.csv", "--label", "y")
RANK = ("rank", "--table", "loans")


def _loans() -> pl.DataFrame:
    """Loans that no two rows have an amount of, and whose job decides."""
    chance = random.Random(3)
    jobs = ["clerk", *(chance.choice(["cook", "clerk"]) for _ in range(59))]
    return pl.DataFrame(
        {
            "job": jobs,
            "sex": [chance.choice("fm") for _ in jobs],
            "amount": chance.sample(range(1000, 9000), 60),
            "y": [
                "yes" if job == "cook" else chance.choice(["no", "yes"]) for job in jobs
            ],
        }
    )


@pytest.fixture
def loans(tmp_path: Path, run: Run) -> Run:
    """Run `cfsql` where the loans are loaded."""
    _loans().write_csv(tmp_path / "loans.csv")
    assert run(*LOAD).returncode == 0
    return run


def _told(output: str) -> bool:
    return WARNING in " ".join(output.split())


def test_load_warns_and_offers_both_remedies(loans: Run) -> None:
    assert f"cfsql: warning: {WARNING}\n" in loans(*LOAD, "--replace").stderr


@pytest.mark.parametrize(
    "command",
    [
        RANK,
        ("explain", "--table", "loans", "--row", "2"),
        ("audit", "--table", "loans", "--protected", "sex"),
        ("why", "--table", "loans", "--row", "1", "--max-size", "1"),
        ("why", "--table", "loans", "--max-size", "1"),
        ("why", "--table", "loans", "--label", "no"),
        ("explain", "--table", "loans", "--file", "loans.csv"),
    ],
    ids=" ".join,
)
def test_it_is_named_where_it_leads(loans: Run, command: tuple[str, ...]) -> None:
    done = loans(*command)
    assert done.returncode == 0, done.stderr
    assert _told(done.stdout), done.stdout


@pytest.mark.parametrize("option", ["--ignore", "--freeze"])
def test_it_is_not_named_where_it_does_not_change(loans: Run, option: str) -> None:
    for command in (RANK, ("explain", "--table", "loans", "--row", "2")):
        done = loans(*command, option, "amount")
        assert done.returncode == 0
        assert not _told(done.stdout)


def test_intervals_take_the_warning_away(loans: Run) -> None:
    done = loans(*LOAD, "--replace", "--bin", "amount=q5")
    assert not _told(done.stderr)
    assert not _told(loans(*RANK).stdout)


def test_programs_read_it_too(loans: Run) -> None:
    command = ("explain", "--table", "loans", "--row", "2", "--format", "json")
    assert f'"sentence": "{WARNING}"' in loans(*command).stdout


def test_words_are_offered_no_intervals(tmp_path: Path, run: Run) -> None:
    rows = "".join(f"n{n},{'pq'[n % 2]}\n" for n in range(5))
    (tmp_path / "names.csv").write_text(f"the name,y\n{rows}", encoding="utf-8")
    told = run("load", "names.csv").stderr
    assert "the name has 5 values in 5 rows, so nearly all rows differ in it" in told
    assert "leave it out with --ignore 'the name'." in told
    assert "--bin" not in told


def test_python_and_notebooks_name_keywords(tmp_path: Path) -> None:
    with cfsql.connect() as database:
        table = database.load(_loans(), table="loans", label="y")
        ranking = table.rank()
        for result in (
            *(table.explain(2), table.explain([2, 3]), ranking, ranking.overview()),
            *(table.why(1, max_size=1), table.rules("no")),
            table.explain_cases(_loans().head(3)),
        ):
            assert result.notes == [IN_PYTHON], type(result)
            assert IN_PYTHON in str(result)
            html = result._repr_html_()
            assert IN_PYTHON.replace("'", "&#x27;") in html or IN_PYTHON in html
        assert ranking.report().html().count(WARNING) == 1


def test_the_explorer_says_it_on_the_row_and_the_overview(tmp_path: Path) -> None:
    path = tmp_path / "loans.duckdb"
    with cfsql.connect(path) as database:
        database.load(_loans(), table="loans", label="y").rank()
    with serving_pages(path) as served, opened(served) as client:
        for page in ("/t/loans/row?row=2", "/t/loans"):
            assert text(client.get(page)).count(WARNING) == 1, page
        kept = text(client.get("/t/loans/row?row=2&freeze=amount"))
    assert WARNING not in kept


def test_it_is_said_in_other_languages(loans: Run) -> None:
    command = ("explain", "--table", "loans", "--row", "2", "--language")
    assert "„amount“ hat 60 Werte in 60 Zeilen" in loans(*command, "de").stdout
    told = loans(*command, "fr").stdout.replace("\N{NO-BREAK SPACE}", " ")
    assert "« amount » a 60 valeurs pour 60 lignes" in told


@pytest.mark.parametrize("seed", range(2))
def test_what_leads_is_as_the_glossary_says(seed: int) -> None:
    """Columns that have many values, few, or just more than half as many as rows."""
    chance = random.Random(seed)
    n_rows = chance.choice([49, 50, 60])
    rows: dict[str, list[Any]] = {
        "few": [chance.randrange(3) for _ in range(n_rows)],
        "many": [chance.randrange(n_rows) for _ in range(n_rows)],
        "half": [n % (n_rows // 2 + seed % 2) for n in range(n_rows)],
        "all": list(range(n_rows)),
        "y": [chance.choice(["p", "q", None]) for _ in range(n_rows)],
    }
    n_labelled = sum(y is not None for y in rows["y"])
    labelled = [n for n, y in enumerate(rows["y"]) if y is not None]

    def is_nearly_unique(name: str) -> bool:
        n_values = len({rows[name][n] for n in labelled})
        is_many = n_labelled >= 50 or n_values == n_labelled >= 5
        return n_values > n_labelled / 2 and is_many

    with cfsql.connect() as database:
        table = database.load(pl.DataFrame(rows), table="t", label="y")
        counts = dict.fromkeys(rows, 0)
        explainer = table.explainer()
        for n in labelled:
            answer = explainer.explain(n + 1, max_changes=3)
            best = answer.optimal
            changed = [] if best is None else [each.feature for each in best.changes]
            expected = [name for name in changed if is_nearly_unique(name)]
            assert [each.feature for each in answer.leading] == expected
            for name in changed:
                counts[name] += 1
        ranking = table.rank(max_changes=3)
        n_answered = ranking.overview().n_answered
        assert [each.feature for each in ranking.overview().leading] == [
            name
            for name, n in counts.items()
            if n and n >= n_answered / 2 and is_nearly_unique(name)
        ]
