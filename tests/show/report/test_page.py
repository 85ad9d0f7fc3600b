"""The page of a report: what it says, and what data may do to it."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import polars as pl

import cfsql
from tests.show.report.pages import Seen, example_page
from tests.support.commands import Run
from tests.support.tables import HOSTILE, hostile_table, mixed_table


def test_the_example_is_told_in_words_and_numbers(example_csv: Path) -> None:
    text = Seen(example_page(example_csv)).text
    for told in (
        "All 8 ranked rows have an answer in the data",
        "What changes most often is race, for 75.0% of them; "
        "37.5% of them have a single best answer.",
        "2.50 changes on average (standard deviation 0.71), of 5 features.",
        "21 minimal counterfactuals, 2.6 per row on average, 6 at most.",
        "3 rows (37.5%) have a unique optimal counterfactual",
        "it is 0.095 on average (standard deviation 0.151, median 0.000); 0.333 where",
        "None: no two rows have the same features and different outcomes.",
        "0.875 ± 0.217",
        "Had sex been female instead of male and race African instead of Caucasian, "
        "score would have been Low instead of Med, as it was for row 2.",
        "Alike in both: age <25, degree M, recid No.",
        "cfsql rank --table recidivism",
    ):
        assert told in text


def test_a_page_loads_nothing_and_allows_nothing(example_csv: Path) -> None:
    page = example_page(example_csv)
    seen = Seen(page)
    assert not seen.open
    assert seen.elements["script"] == seen.elements["style"] == 1
    assert not {"style", "src", "onerror", "onclick"} & seen.attributes
    outside = [link for link in seen.links if link is not None and link[0] != "#"]
    links = [link for link in outside if not link.startswith("data:text/csv;")]
    assert links == ["data:,", "https://arxiv.org/abs/2503.15817"]
    assert page.index("Content-Security-Policy") < 100
    policy = re.search(r'Policy" content="([^"]+)"', page)
    assert policy is not None
    assert "default-src &#x27;none&#x27;" in policy[1]
    assert "unsafe" not in policy[1]
    assert "http" not in policy[1]
    script = page[page.index("<script>") : page.index("</script>")]
    assert script.count("\n") < 130
    assert "eval" not in script
    assert "innerHTML" not in script


def test_what_is_in_the_data_stays_text() -> None:
    plain = Seen(mixed_table().rank().report().html())
    with cfsql.connect() as database:
        page = hostile_table(database).rank().report().html()
    seen = Seen(page)
    assert not seen.open
    assert set(seen.elements) <= set(plain.elements)
    assert seen.attributes <= plain.attributes
    assert seen.elements["script"] == 1
    for hostile in HOSTILE:
        assert " ".join(hostile.split()) in seen.text


def test_a_page_of_another_ranking_says_so(example_csv: Path) -> None:
    page = example_page(
        example_csv, into="women", where="sex = 'female'", by="dag", count="distinct"
    )
    text = Seen(page).text
    assert "recidivism ranking women" in text
    assert "Ranked by size of disagreement set, duplicates counted once" in text
    command = "--by dag --count distinct --where 'sex = '\"'\"'female'\"'\"''"
    assert command in text
    assert "--into women" in text


def test_one_class_has_nothing_to_tell_and_says_so() -> None:
    frame = pl.DataFrame({"a": [1, 2, 3], "y": ["same"] * 3})
    report = cfsql.connect().load(frame, label=-1).rank().report()
    text = Seen(report.html()).text
    assert "no row has a counterfactual" in text
    assert "Every row of the table has the y same" in text
    assert "How far" not in text
    assert len(report.rows) == 3


def test_contradictions_only_are_told() -> None:
    frame = pl.DataFrame({"a": [1, 1, 1], "y": ["p", "p", "q"]})
    text = Seen(cfsql.connect().load(frame, label=-1).rank().report().html()).text
    assert "3 rows (100.0%) are in 1 group with the same features" in text
    assert "p 2 rows (such as row 1), q 1 row (row 3)" in text
    assert "nothing can be changed" in text


def test_rows_with_and_without_an_answer_are_told_apart() -> None:
    frame = pl.DataFrame({"a": [1, 1, 2], "y": ["p", "q", "q"]})
    text = Seen(cfsql.connect().load(frame, label=-1).rank().report().html()).text
    assert "2 of 3 ranked rows have an answer" in text
    assert "1 row without any counterfactual." in text
    assert "no counterfactual 1 (33.3%)" in text


def test_a_row_says_which_constraint_took_its_last_answer() -> None:
    frame = pl.DataFrame({"a": [1, 1, 2], "b": [1, 2, 2], "y": ["p", "q", "q"]})
    text = Seen(
        cfsql.connect().load(frame, label=-1).rank(freeze=["b"]).report().html()
    ).text
    assert "than p meets the conditions: freeze b excluded the last of them." in text
    assert "Every row of" not in text


def test_a_single_counterfactual_each_has_no_gap() -> None:
    frame = pl.DataFrame({"a": [1, 2], "y": ["p", "q"]})
    text = Seen(cfsql.connect().load(frame, label=-1).rank().report().html()).text
    assert "there is no gap to tell" in text
    assert "mean gap" not in text


def test_what_does_not_fit_is_cut_and_said() -> None:
    frame = pl.DataFrame(
        {"long": ["x" * 5000, "y" * 5000], "y": ["p", "q"]}
        | {f"column {place}": [1, 1] for place in range(40)}
    )
    page = cfsql.connect().load(frame, label="y").rank().report().html()
    text = Seen(page).text
    assert len(page) < 200_000
    assert "… (4,840 more characters)" in text
    assert "17 other features" in text


def test_a_page_says_what_was_asked_for_and_makes_it_again(
    loaded: Run, tmp_path: Path
) -> None:
    options = ("--freeze", "sex", "--freeze", "race", "--target", "Low", "--limit", 7)
    more = ("--max-changes", 3, "--diverse", "--anonymous", "--into", "strict")
    ranked = loaded("rank", "--table", "recidivism", *options, *more).stdout
    assert loaded("report", "--table", "strict").returncode == 0
    text = Seen((tmp_path / "strict_report.html").read_text(encoding="utf-8")).text

    words = ["recidivism", *map(str, (*options, *more))]
    (command,) = re.findall(r"cfsql rank --table (.* --into strict)", text)
    assert sorted(shlex.split(command)) == sorted(words)
    again = loaded("rank", "--table", *shlex.split(command))
    assert again.returncode == 0, again.stderr
    assert again.stdout == ranked
    assert "--freeze sex --freeze race --target Low --max-changes 3" in text
    assert "2 rows have this outcome already" in text
    assert "excluded by freeze" in text
