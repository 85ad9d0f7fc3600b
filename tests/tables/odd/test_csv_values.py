"""Values of CSV files are kept to the letter."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import cfsql
from cfsql.engines.identifiers import quote
from tests.support.commands import Run


def values_of(path: Path, content: str, **options: Any) -> list[str | None]:
    """The first feature of each row as it was loaded, as text."""
    path.write_text(content, encoding="utf-8", newline="")
    with cfsql.connect() as database:
        table = database.load(path, table="t", **{"label": -1, **options})
        ((column, *_), *_) = table.columns()[1:]
        rows = database.connection.execute(
            f"select cast({quote(column)} as varchar) from t order by row_id"
        ).fetchall()
    return [value for (value,) in rows]


@pytest.mark.parametrize(
    "values",
    [
        ["#1", "#2", "3"],
        ["one\ntwo", "one\nthree", "one\r\nthree"],
        ['say "hi"', "it's", '"'],
        [" a", "a ", "a"],
        ["01234", "1234", "0"],
        ["12345678901234567890", "12345678901234567891", "1"],
        ["NA", "null", "NULL"],
        ["1,5", "1;5", "1\t5"],
        ["2020-01-01", "2020-01-02", "01/02/2020"],
        ["31/01/2020", "01/31/2020", "2020-01-31"],
        ["true", "t", "1"],
        ["1", "1.5", "one"],
        ["--", "/* x */", "\\n"],
    ],
    ids=str,
)
def test_values_that_are_not_all_of_one_type_are_kept_to_the_letter(
    tmp_path: Path, values: list[str]
) -> None:
    cells = ['"' + value.replace('"', '""') + '"' for value in values]
    rows = "".join(f"{cell},x,{n}\n" for n, cell in enumerate(cells))

    assert values_of(tmp_path / "t.csv", f"f,g,y\n{rows}") == values


@pytest.mark.parametrize(
    ("usual", "late"),
    [
        (["0", "1", "2"], "many"),
        (["0", "1", "2"], "1.5"),
        (["0", "1", "2"], "01"),
        (["0", "1", "2"], "1_000"),
        (["1.5", "2.5"], "many"),
        (["true", "false"], "maybe"),
        (["2020-01-01", "2020-01-02"], "never"),
        (["2020-01-01", "2020-01-02"], "2020-01-02 10:30:00"),
        (["2020-01-01", "2020-01-02"], "01/02/2020"),
        (["2020-01-01 10:00:00", "2020-01-02 10:00:00"], "2020-01-01 10:00:00+02"),
    ],
    ids=lambda value: value if isinstance(value, str) else value[0],
)
def test_a_value_after_many_rows_of_another_type_is_read_as_an_early_one_is(
    tmp_path: Path, usual: list[str], late: str
) -> None:
    rows = [f"{usual[n % len(usual)]},x,{n % 2}\n" for n in range(30_000)]
    text = f"f,g,y\n{''.join(rows)}{late},x,1\n"

    found = values_of(tmp_path / "t.csv", text)

    assert len(found) == 30_001
    if "+" in late:
        # An instant: what matters is that it is none of the others.
        assert found[-1] not in found[:-1]
    else:
        assert found[-1] == late


def test_a_label_of_another_type_after_many_rows_is_a_class(tmp_path: Path) -> None:
    rows = "".join(f"{n % 3},x,{n % 2}\n" for n in range(30_000))
    (tmp_path / "t.csv").write_text(f"f,g,y\n{rows}1,x,maybe\n")

    with cfsql.connect() as database:
        profile = database.load(tmp_path / "t.csv", label=-1).profile()

    assert profile.classes == {"0": 15_000, "1": 15_000, "maybe": 1}


def test_with_text_every_value_is_kept_to_the_letter(tmp_path: Path) -> None:
    content = "f,g,y\n1.50,x,p\n1.5,x,q\n007,x,q\n"

    assert values_of(tmp_path / "t.csv", content, text=True) == ["1.50", "1.5", "007"]


def test_a_header_may_span_lines_whatever_the_delimiter(tmp_path: Path) -> None:
    content = '"one\ntwo";g;y\n1;x;p\n2;x;q\n'

    assert values_of(tmp_path / "t.csv", content) == ["1", "2"]


def test_a_quoted_newline_does_not_break_the_lines_of_an_explanation(
    run: Run, tmp_path: Path
) -> None:
    (tmp_path / "t.csv").write_text('f,g,y\n"one\ntwo",x,p\n"one\nthree",x,q\n')
    run("load", "t.csv")

    lines = run("explain", "--table", "t", "--row", "1").stdout.splitlines()

    assert [line for line in lines if "one two" in line and "one three" in line]
    assert not [line for line in lines if line.lstrip().startswith(("two", "three"))]
