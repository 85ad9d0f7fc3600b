"""What the command line prints, to the letter: one file per command and format."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.commands import Run

GOLDEN = Path(__file__).parent / "golden"

COMMANDS = {
    "demo.txt": ["demo"],
    "load.txt": ["load", "recidivism.csv", "--table", "again"],
    "rank.txt": ["rank", "--table", "recidivism"],
    "rank_by_dag.txt": ["rank", "--table", "recidivism", "--by", "dag"],
    "rank_file.txt": ["rank", "recidivism.csv", "--label", "recid", "--limit", "3"],
    "rank.json": ["rank", "--table", "recidivism", "--rows", "1", "--format", "json"],
    "rank.jsonl": ["rank", "--table", "recidivism", "--rows", "1", "--format", "jsonl"],
    "rank.csv": ["rank", "--table", "recidivism", "--rows", "1", "--format", "csv"],
    "rank.md": ["rank", "--table", "recidivism", "--rows", "1", "--format", "markdown"],
    "explain.txt": ["explain", "--table", "recidivism", "--row", "1"],
    "explain_few.txt": [
        "explain",
        "--table",
        "recidivism",
        "--row",
        "3",
        "--show",
        "2",
    ],
    "explain.json": [
        "explain",
        "--table",
        "recidivism",
        "--row",
        "1",
        "--format",
        "json",
    ],
    "explain_all.txt": ["explain", "--table", "recidivism", "--row", "1", "--all"],
    "explain_all.json": [
        *("explain", "--table", "recidivism", "--row", "1", "--all"),
        *("--format", "json"),
    ],
    "explain_de.txt": [
        *("explain", "--table", "recidivism", "--row", "2", "--language", "de"),
        *("--display-names", '[["sex", null, "Geschlecht"], ["sex", "male", "Mann"]]'),
    ],
    "explain_fr.txt": [
        *("explain", "--table", "recidivism", "--row", "2", "--language", "fr"),
    ],
    "rank_fr.txt": ["rank", "--table", "recidivism", "--language", "fr"],
    "why_row_de.txt": [
        *("why", "--table", "recidivism", "--row", "1", "--language", "de"),
    ],
    "compare_fr.txt": [
        *("compare", "--table", "recidivism", "--rows", "1,2", "--language", "fr"),
    ],
    "why_row.txt": ["why", "--table", "recidivism", "--row", "1"],
    "why_row.json": [
        *("why", "--table", "recidivism", "--row", "1", "--format", "json"),
    ],
    "why_row.csv": ["why", "--table", "recidivism", "--row", "3", "--format", "csv"],
    "why_exceptions.txt": [
        *("why", "--table", "recidivism", "--row", "1", "--precision", "0.6"),
    ],
    "why_few.txt": [
        *("why", "--table", "recidivism", "--row", "3", "--limit", "2"),
    ],
    "why.txt": ["why", "--table", "recidivism"],
    "why.jsonl": [
        *("why", "--table", "recidivism", "--rows", "3", "--format", "jsonl"),
    ],
    "why_label.txt": ["why", "--table", "recidivism", "--label", "High"],
    "why_label.json": [
        *("why", "--table", "recidivism", "--label", "High", "--limit", "1"),
        *("--format", "json"),
    ],
    "compare.txt": ["compare", "--table", "recidivism", "--rows", "1,7"],
    "compare.json": [
        *("compare", "--table", "recidivism", "--rows", "1,7", "--format", "json"),
    ],
    "audit.txt": ["audit", "--table", "recidivism", "--protected", "race,degree"],
    "audit.json": [
        *("audit", "--table", "recidivism", "--protected", "race,degree"),
        *("--show", "1", "--format", "json"),
    ],
    "stability.txt": [
        *("stability", "--table", "recidivism", "--keep", "0.8", "--repeats", "50"),
    ],
    "stability.csv": [
        *("stability", "--table", "recidivism", "--rows", "1", "--repeats", "50"),
        *("--format", "csv"),
    ],
    "cover.txt": [
        *("cover", "--table", "recidivism", "--target", "Low", "--cases", "2"),
    ],
    "cover.json": [
        *("cover", "--table", "recidivism", "--cases", "1", "--anonymous"),
        *("--format", "json"),
    ],
    "unknown_target.txt": ["cover", "--table", "recidivism", "--target", "Hi"],
    "unknown_keep.txt": ["stability", "--table", "recidivism", "--keep", "95"],
    "check.txt": ["check", "--table", "recidivism"],
    "unknown_label.txt": ["why", "--table", "recidivism", "--label", "Hi"],
    "describe.txt": ["describe", "recidivism"],
    "sql.txt": [
        "sql",
        "select score, count(*) as n from recidivism group by all order by n, score",
    ],
    "experiment.txt": [
        *("experiment", "hamming", "--table", "recidivism", "--sample", "6"),
        *("--repeats", "5"),
    ],
    "experiment_metrics.txt": [
        *("experiment", "metrics", "--table", "recidivism", "--sample", "6"),
        *("--repeats", "5", "--random", "remaining"),
    ],
    "experiment_whole.csv": [
        *("experiment", "gap", "--table", "recidivism", "--whole", "--format", "csv"),
    ],
    "datasets_list.txt": ["datasets", "list"],
    "unknown_dataset.txt": ["datasets", "fetch", "portugal-bank", "--to", "data"],
    "unknown_protected.txt": [
        *("audit", "--table", "recidivism", "--protected", "sex,rase"),
    ],
    "unknown_table.txt": ["rank", "--table", "recidivsm"],
    "unknown_row.txt": ["explain", "--table", "recidivism", "--row", "9"],
}


@pytest.mark.parametrize("name", COMMANDS)
def test_output_is_as_recorded(
    name: str, loaded: Run, request: pytest.FixtureRequest
) -> None:
    done = loaded(*COMMANDS[name], "--quiet")
    printed = done.stdout + done.stderr
    golden = GOLDEN / name
    if request.config.getoption("--update-golden"):
        golden.write_text(printed, encoding="utf-8")
    assert printed == golden.read_text(encoding="utf-8")
