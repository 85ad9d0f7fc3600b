"""LibreOffice Calc reads from a workbook what the database has, cell by cell."""

from __future__ import annotations

import csv
import shutil
import subprocess
from pathlib import Path

import pytest

import cfsql

pytestmark = pytest.mark.clients

# Every sheet as CSV, texts in quotes: separator, quote, UTF-8, …, all sheets.
AS_CSV = "csv:Text - txt - csv (StarCalc):44,34,76,1,,0,true,true,false,false,false,-1"
# The name of the second person is no formula, and no number.
PEOPLE = (
    "who,how,paid,outcome",
    '"a;b, c",=1+1,0.5,yes',
    '007,"é → ""x""",-3,no',
    "+41 12,@sum,1e5,no",
)


@pytest.fixture
def calc() -> str:
    """The program, without a window."""
    found = shutil.which("soffice")
    if found is None:
        pytest.skip("no LibreOffice: install libreoffice-calc")
    return found


def test_calc_reads_all_cells_of_a_workbook(calc: str, tmp_path: Path) -> None:
    (tmp_path / "people.csv").write_text("\n".join(PEOPLE), encoding="utf-8")
    with cfsql.connect() as database:
        ranking = database.load(tmp_path / "people.csv", label="outcome").rank()
        ranking.to_xlsx(tmp_path / "answers.xlsx")
        expected = {
            "answers": ranking.pl().drop("changes"),
            "summary": ranking.summary.pl(),
        }
    profile = f"-env:UserInstallation={(tmp_path / 'profile').as_uri()}"
    subprocess.run(
        [calc, profile, "--headless", "--convert-to", AS_CSV, "answers.xlsx"],
        cwd=tmp_path,
        check=True,
        capture_output=True,
        timeout=120,
    )
    for sheet, frame in expected.items():
        with (tmp_path / f"answers-{sheet}.csv").open(encoding="utf-8") as file:
            read = list(csv.DictReader(file))
        assert len(read) == frame.height
        for line, row in zip(read, frame.to_dicts(), strict=True):
            for name, value in row.items():
                assert as_value(line[name], value) == value, (sheet, name)


def as_value(cell: str, like: object) -> object:
    """A cell's text as a value of the type of another one."""
    if like is None:
        return None if cell == "" else cell
    if isinstance(like, bool):
        return {"TRUE": True, "FALSE": False}[cell]
    if isinstance(like, int | float):
        return pytest.approx(float(cell), rel=1e-6)
    return cell
