"""The report: its numbers, its page, what data may do to it, and its command."""

from __future__ import annotations

import re
import shlex
from collections import Counter
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path
from statistics import fmean, median, pstdev
from typing import Any

import polars as pl
import pytest

import cfsql
from cfsql.errors import CfsqlError
from cfsql.questions.report import Report
from cfsql.show.figures import (
    Bar,
    Cell,
    Column,
    Part,
    bars,
    heat_matrix,
    histogram,
    stack,
)
from cfsql.show.markup import Html, cut, element, value
from tests.conftest import HOSTILE, Run, hostile_table, mixed_table


@pytest.fixture(scope="module", params=["power", "dag"])
def ranking(request: pytest.FixtureRequest) -> cfsql.Ranking:
    """A ranking of a mixed table."""
    return mixed_table().rank(by=request.param)


@pytest.fixture(scope="module")
def report(ranking: cfsql.Ranking) -> Report:
    """Its report."""
    return ranking.report()


def weights(ranking: cfsql.Ranking) -> list[tuple[dict[str, Any], float]]:
    """The optimal counterfactuals, each with its part of the row."""
    optimal = ranking.optimal.pl().to_dicts()
    n_optimal = Counter(record["row_id"] for record in optimal)
    return [(record, 1 / n_optimal[record["row_id"]]) for record in optimal]


def summed(pairs: list[tuple[Any, float]]) -> dict[Any, float]:
    sums: dict[Any, float] = {}
    for key, weight in pairs:
        sums[key] = sums.get(key, 0) + weight
    return sums


# Numbers.


def test_features_are_counted_once_a_row_with_ties_shared(
    ranking: cfsql.Ranking, report: Report
) -> None:
    expected = summed(
        [
            (change["feature"], weight)
            for record, weight in weights(ranking)
            for change in record["changes"]
        ]
    )
    found = {each.feature: each.n_changed for each in report.features}
    expected = dict.fromkeys("abcde", 0.0) | expected
    assert found == pytest.approx(expected, abs=1e-6)
    assert found["e"] == 0
    counts = [each.n_changed for each in report.features]
    assert counts == sorted(counts, reverse=True)


def test_common_changes_are_the_most_common(
    ranking: cfsql.Ranking, report: Report
) -> None:
    expected = summed(
        [
            ((change["feature"], change["from_value"], change["to_value"]), weight)
            for record, weight in weights(ranking)
            for change in record["changes"]
        ]
    )
    assert len(report.changes) == 12
    for change in report.changes:
        key = (change.feature, change.from_value, change.to_value)
        assert change.n_changed == pytest.approx(expected.pop(key), abs=1e-6)
    least = report.changes[-1].n_changed
    assert max(expected.values()) <= least + 1e-5


def test_a_change_to_nothing_is_a_change() -> None:
    frame = pl.DataFrame({"a": ["x", None], "y": ["p", "q"]})
    changes = cfsql.connect().load(frame).rank().report().changes
    assert [(each.from_value, each.to_value) for each in changes] == [
        (None, "x"),
        ("x", None),
    ]


def test_the_matrix_has_every_row_once(ranking: cfsql.Ranking, report: Report) -> None:
    found = report.transitions
    pairs = summed(
        [
            ((record["label"], record["counterfactual_label"]), weight)
            for record, weight in weights(ranking)
        ]
    )
    ends = summed([(end, weight) for pair, weight in pairs.items() for end in pair])
    assert len(found.classes) == 12
    assert found.n_others == len(ends) - 12 > 0
    others = set(ends) - set(found.classes)
    assert max(ends[label] for label in others) <= 1e-5 + min(
        ends[label] for label in found.classes
    )

    def place(label: str) -> int:
        return found.classes.index(label) if label in found.classes else 12

    expected = summed(
        [((place(a), place(b)), weight) for (a, b), weight in pairs.items()]
    )
    for row in range(13):
        for column in range(13):
            assert found.n_rows[row][column] == pytest.approx(
                expected.get((row, column), 0), abs=1e-6
            )
    n_answered = report.overview.n_answered
    assert sum(map(sum, found.n_rows)) == pytest.approx(n_answered, abs=1e-3)


def test_classes_are_summed_up(ranking: cfsql.Ranking, report: Report) -> None:
    summary = ranking.summary.pl()
    sizes = report.profile.classes
    assert [each.label for each in report.classes] == list(sizes)
    for each in report.classes:
        of_class = summary.filter(pl.col("label") == each.label)
        assert each.n_rows == sizes[each.label]
        assert each.n_ranked == len(of_class)
        assert each.n_answered == (of_class["n_minimal"] > 0).sum()
        assert each.n_unique == of_class["is_unique"].sum()
        assert each.n_contradicted == of_class["is_contradicted"].sum()
        assert each.mean_distance == pytest.approx(of_class["min_distance"].mean())


def test_steps_and_tenths_hold_every_row(
    ranking: cfsql.Ranking, report: Report
) -> None:
    summary = ranking.summary.pl()
    for step in report.minimal_steps:
        most = step.most if step.most is not None else 10**9
        inside = summary["n_minimal"].is_between(step.least, most)
        assert step.n_rows == inside.sum()
    assert sum(step.n_rows for step in report.minimal_steps) == len(summary)
    for tenth, n_rows in enumerate(report.gap_tenths):
        # Exactly, in whole numbers: as a float 0.7 * 10 would be above 7.
        of_tenth = [
            power * (tenth - 1) < 10 * (power - second) <= power * tenth
            for power, second in summary.select("power", "second_power").rows()
            if second is not None
        ]
        assert n_rows == sum(of_tenth)
    assert sum(report.gap_tenths) == summary["gap"].is_not_null().sum()


def test_means_and_spreads_are_those_of_the_rows(
    ranking: cfsql.Ranking, report: Report
) -> None:
    summary = ranking.summary.pl()
    first = ranking.pl().join(
        summary.select("row_id", counterfactual_id="optimal_id"),
        on=["row_id", "counterfactual_id"],
    )
    figures = {
        "distance": summary["min_distance"],
        "gap": summary["gap"],
        "clear_gap": summary.filter("is_unique")["gap"],
        "n_minimal": summary["n_minimal"],
        "typicality": first["typicality"],
        "capacity": first["capacity"],
        "universality": first["universality"],
    }
    for measure, column in figures.items():
        numbers = column.drop_nulls().cast(pl.Float64).to_list()
        if not numbers:
            # By disagreement set, ties may be everywhere.
            assert (measure, ranking.facts.by) == ("clear_gap", "dag")
            assert measure not in report.spreads
            continue
        spread = report.spreads[measure]
        assert spread.n_rows == len(numbers)
        assert spread.average == pytest.approx(fmean(numbers))
        assert spread.deviation == pytest.approx(pstdev(numbers))
        assert spread.middle == pytest.approx(median(numbers))
        assert (spread.smallest, spread.largest) == (min(numbers), max(numbers))
        quartile = column.cast(pl.Float64).quantile(0.25, "linear")
        assert spread.lower_quartile == pytest.approx(quartile)
    seen = report.overview
    assert seen.mean_gap == pytest.approx(report.spreads["gap"].average)
    assert seen.mean_typicality == pytest.approx(report.spreads["typicality"].average)


def test_contradictions_are_the_largest_groups(
    ranking: cfsql.Ranking, report: Report
) -> None:
    source = ranking.database.sql("from mixed").pl()
    groups: dict[tuple[object, ...], Counter[str]] = {}
    for row in source.iter_rows(named=True):
        key = tuple(row[feature] for feature in "abcde")
        groups.setdefault(key, Counter())[row["y"]] += 1
    sizes = sorted(
        (group.total() for group in groups.values() if len(group) > 1), reverse=True
    )
    assert [group.n_rows for group in report.contradictions] == sizes[:5]
    for group in report.contradictions:
        assert sum(member.n_rows for member in group.members) == group.n_rows
        labels = dict(source.select("row_id", "y").rows())
        for member in group.members:
            assert labels[member.row_id] == member.label


# Rows.


def test_explained_rows_are_as_explain_says(
    ranking: cfsql.Ranking, report: Report
) -> None:
    table = ranking.database.table("mixed")
    for row in report.rows[::5]:
        explanation = row.explanation
        whole = table.explain(explanation.row_id, by=ranking.facts.by)
        assert explanation.sentence == whole.sentence
        assert explanation.values == whole.values
        assert explanation.gap == whole.gap
        assert explanation.counterfactuals == whole.counterfactuals[:5]


def test_rows_are_chosen_from_every_kind(
    ranking: cfsql.Ranking, report: Report
) -> None:
    summary = ranking.summary.pl()
    shown = [row.explanation for row in report.rows]
    assert len({row.row_id for row in shown}) == len(shown) == 30
    gaps = summary["gap"].drop_nulls()
    clearest = [row.explanation.gap or 0 for row in report.rows if row.is_clearest]
    assert (
        sorted(clearest, reverse=True) == gaps.top_k(3).sort(descending=True).to_list()
    )
    least = [row.explanation.gap or 0 for row in report.rows if row.is_least_clear]
    assert sorted(least) == gaps.bottom_k(3).sort().to_list()
    assert any(row.is_contradicted for row in shown)
    assert {row.min_distance for row in shown} == set(summary["min_distance"])
    # Class by class, the largest first, and the nearest first in each.
    places = list(report.profile.classes)
    order = [
        (places.index(str(row.label)), row.min_distance, row.row_id) for row in shown
    ]
    assert order == sorted(order)


def test_a_small_table_is_explained_whole(example_csv: Path) -> None:
    ranking = cfsql.connect().load(example_csv).rank()
    assert len(ranking.report().rows) == 8


def test_rows_can_be_asked_for(ranking: cfsql.Ranking) -> None:
    rows = ranking.report(rows=[7, "3", 7]).rows
    assert sorted(str(row.explanation.row_id) for row in rows) == ["3", "7"]


def test_the_page_is_the_same_each_time(ranking: cfsql.Ranking, report: Report) -> None:
    assert ranking.report().html() == report.html()


# The page.


class Seen(HTMLParser):
    """What a page consists of."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.elements: Counter[str] = Counter()
        self.attributes: set[str] = set()
        self.links: list[str | None] = []
        self.open: list[str] = []
        self.texts: list[str] = []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note an element."""
        self.elements[tag] += 1
        self.attributes |= {name for name, _ in attrs}
        self.links += [text for name, text in attrs if name in ("href", "src")]
        if tag not in ("meta", "link", "br", "wbr"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        """Note that it ends where it should."""
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        """Note what can be read."""
        if not {"style", "script"} & set(self.open):
            self.texts.append(data)

    @property
    def text(self) -> str:
        return " ".join("".join(self.texts).split())


def example_page(example_csv: Path, **options: Any) -> str:
    return cfsql.connect().load(example_csv).rank(**options).report().html()


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
    links = [link for link in seen.links if link is not None and link[0] != "#"]
    assert links == ["data:,", "https://arxiv.org/abs/2503.15817"]
    assert page.index("Content-Security-Policy") < 100
    policy = re.search(r'Policy" content="([^"]+)"', page)
    assert policy is not None
    assert "default-src &#x27;none&#x27;" in policy[1]
    assert "unsafe" not in policy[1]
    assert "http" not in policy[1]
    script = page[page.index("<script>") : page.index("</script>")]
    assert script.count("\n") < 60
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
    command = "--where 'sex = '\"'\"'female'\"'\"'' --by dag --count distinct"
    assert command in text
    assert "--into women" in text


def test_one_class_has_nothing_to_tell_and_says_so() -> None:
    frame = pl.DataFrame({"a": [1, 2, 3], "y": ["same"] * 3})
    report = cfsql.connect().load(frame).rank().report()
    text = Seen(report.html()).text
    assert "no row has a counterfactual" in text
    assert "Every row of data has the y same" in text
    assert "How far" not in text
    assert len(report.rows) == 3


def test_contradictions_only_are_told() -> None:
    frame = pl.DataFrame({"a": [1, 1, 1], "y": ["p", "p", "q"]})
    text = Seen(cfsql.connect().load(frame).rank().report().html()).text
    assert "3 rows (100.0%) are in 1 group with the same features" in text
    assert "p 2 rows (such as 1), q 1 row (3)" in text
    assert "nothing can be changed" in text


def test_rows_with_and_without_an_answer_are_told_apart() -> None:
    frame = pl.DataFrame({"a": [1, 1, 2], "y": ["p", "q", "q"]})
    text = Seen(cfsql.connect().load(frame).rank().report().html()).text
    assert "2 of 3 ranked rows have an answer" in text
    assert "1 row without any counterfactual." in text
    assert "no counterfactual 1 (33.3%)" in text


def test_a_single_counterfactual_each_has_no_gap() -> None:
    frame = pl.DataFrame({"a": [1, 2], "y": ["p", "q"]})
    text = Seen(cfsql.connect().load(frame).rank().report().html()).text
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


# Pieces.


def test_markup_escapes_what_is_not_markup() -> None:
    inner = element("b", "<i>", 1, None, ["&", Html("<br>")], title='"<')
    assert inner == '<b title="&quot;&lt;">&lt;i&gt;1&amp;<br></b>'
    assert element("br", hidden=True, id=None) == "<br hidden>"
    assert element("p", "\x00\x1b\x7f\x9b") == "<p>␀␛␡�</p>"


@pytest.mark.parametrize(
    ("data", "shown"),
    [
        (None, '<i class="null">NULL</i>'),
        ("NULL", "<bdi>NULL</bdi>"),
        ("", '<i class="null">empty</i>'),
        (" a", "<bdi>&#x27; a&#x27;</bdi>"),
        (0, "<bdi>0</bdi>"),
    ],
)
def test_values_that_differ_look_different(data: object, shown: str) -> None:
    assert value(data) == shown


def test_a_text_is_only_cut_when_it_is_worth_it() -> None:
    assert cut("x" * 110, 100) == "x" * 110
    assert cut("x" * 111, 100) == f"{'x' * 100}… (11 more characters)"


def widths(markup: str, shade: str) -> list[float]:
    found = re.findall(rf'width="([\d.]+)%"[^>]* class="{shade}"', markup)
    return [float(width) for width in found]


def test_bars_are_as_long_as_their_numbers() -> None:
    rows = [Bar("a", 4, ("4",)), Bar("b", 1, ("1",)), Bar("c", None, ("9",))]
    assert widths(bars(("x", "n"), rows), "fill") == [100, 25]
    assert widths(bars(("x", "n"), rows, whole=8), "fill") == [50, 12.5]
    assert widths(bars(("x", "n"), [Bar("a", 0, ())]), "fill") == []
    assert bars(("x", "n"), []).count("<tr>") == 1


def test_a_stack_is_filled_by_its_parts() -> None:
    parts = [
        Part("a", 0.25, "1", "p"),
        Part("b", 0, "0", "p"),
        Part("c", 0.75, "3", "p"),
    ]
    drawn = stack("parts", parts)
    assert re.findall(r'x="([\d.]+)%" y="0" width="([\d.]+)%" height="30"', drawn) == [
        ("0", "25"),
        ("25", "75"),
    ]
    assert "a: 1, c: 3" in drawn


def test_a_histogram_stands_on_its_axis() -> None:
    drawn = histogram("h", [Column(0.25, "1"), Column(0.75, "2")], marker=(1, "mean"))
    boxes = re.findall(r'y="([\d.]+)" width="44%" height="([\d.]+)"', drawn)
    assert [float(y) + float(height) for y, height in boxes] == [176, 176]
    assert float(boxes[1][1]) == pytest.approx(3 * float(boxes[0][1]), abs=0.05)
    assert '<line x1="50%" y1="0" x2="50%" y2="176" class="marker">' in drawn
    assert "1: 25%, 2: 75%" in drawn
    assert "0%" in histogram("nothing", [Column(0, "1")])


def test_a_matrix_is_shaded_by_share() -> None:
    cells: list[list[Cell | None]] = [
        [None, Cell(1, "100%", "2")],
        [Cell(0.05, "5%", "1"), Cell(0, "0%", "0")],
    ]
    drawn = heat_matrix("", ["a", "b"], ["a", "b"], cells)
    shades = re.findall(r'<td class="(\w+)">', drawn)
    assert shades == ["never", "heat10", "heat1", "none"]


# Rankings with constraints.


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
    assert "taken by freeze" in text


def test_the_means_of_an_anonymous_ranking_agree() -> None:
    ranking = mixed_table(n_labels=3).rank(anonymous=True)
    seen, spreads = ranking.overview(), ranking.report().spreads
    for measure in ("typicality", "capacity", "universality"):
        mean = getattr(seen, f"mean_{measure}")
        assert spreads[measure].average == pytest.approx(mean)
        assert spreads[measure].n_rows == seen.n_answered


# The command, and writing.


@pytest.fixture
def ranked(loaded: Run) -> Run:
    """The command, where the running example is ranked."""
    loaded("rank", "--table", "recidivism")
    return loaded


def test_the_command_writes_a_page_and_says_where(ranked: Run, tmp_path: Path) -> None:
    done = ranked("report", "--table", "RECIDIVISM")
    assert done.returncode == 0, done.stderr
    assert done.stdout == "recidivism_report.html\n"
    assert "8 rows of recidivism summed up, 8 explained" in done.stderr
    page = (tmp_path / "recidivism_report.html").read_text(encoding="utf-8")
    assert page.startswith("<!doctype html>\n<html")
    again = ranked("report", "--table", "recidivism", "--out", "a.htm", "-q")
    assert (again.stdout, again.stderr) == ("a.htm\n", "")
    assert (tmp_path / "a.htm").read_text(encoding="utf-8") == page
    assert not list(tmp_path.glob("*.unfinished"))


@pytest.mark.parametrize(
    ("n_changed", "told"),
    [(1, "change in 1 feature. What"), (2, "change in 2 features or fewer. What")],
)
def test_nothing_is_fewer_than_one_feature(n_changed: int, told: str) -> None:
    features = {f"f{place}": ["a", "b"] for place in range(n_changed)}
    with cfsql.connect() as database:
        table = database.load(pl.DataFrame(features | {"y": ["p", "q"]}), table="t")
        table.rank()
        page = database.ranking("t").report().html()
    assert told in Seen(page).text


def test_the_command_takes_another_ranking_and_rows(
    ranked: Run, tmp_path: Path
) -> None:
    ranked("rank", "--table", "recidivism", "--limit", "3", "--into", "first")
    done = ranked("report", "--table", "first", "--rows", "1, 3")
    assert done.returncode == 0, done.stderr
    assert "3 rows of recidivism summed up, 2 explained" in done.stderr
    text = Seen((tmp_path / "first_report.html").read_text(encoding="utf-8")).text
    assert "2 rows of 3" in text


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (["--table", "recidivsm"], "did you mean 'recidivism'?"),
        (["--out", "nowhere/x.html"], "no directory nowhere"),
        (["--out", "x.pdf"], "should end in .html, .htm"),
        (["--out", "folder.html"], "is a directory"),
        (["--rows", "9"], "no row 9 in recidivism; did you mean 8?"),
        (["--rows", ","], "--rows needs at least one row id"),
    ],
)
def test_a_wrong_command_is_told_what_would_be_right(
    ranked: Run, tmp_path: Path, options: list[str], told: str
) -> None:
    (tmp_path / "folder.html").mkdir()
    if "--table" not in options:
        options = ["--table", "recidivism", *options]
    done = ranked("report", *options)
    assert done.returncode == 2
    assert told in done.stderr
    assert done.stdout == ""
    assert not list(tmp_path.glob("*report.html"))


def test_a_row_that_was_not_ranked_can_be_explained(ranked: Run) -> None:
    ranked("rank", "--table", "recidivism", "--limit", "3")
    done = ranked("report", "--table", "recidivism", "--rows", "1,5")
    assert done.returncode == 2
    assert "row 5 is not among the 3 ranked rows" in done.stderr
    assert "cfsql explain --table recidivism --row 5" in done.stderr


def test_a_table_must_be_ranked_first(run: Run, example_csv: Path) -> None:
    done = run("report", "--table", "recidivism")
    assert done.returncode == 3
    run("load", example_csv)
    done = run("report", "--table", "recidivism")
    assert done.returncode == 2
    assert "not ranked yet; run: cfsql rank --table recidivism" in done.stderr
    run("rank", "--table", "recidivism", "--into", "mine")
    done = run("report", "--table", "recidivism")
    assert done.returncode == 2
    assert "not ranked yet under its own name, but as mine; run:" in done.stderr


def test_a_database_without_tables_says_what_to_do(run: Run, example_csv: Path) -> None:
    run("load", example_csv)
    run("drop", "recidivism")
    done = run("report", "--table", "recidivism")
    assert done.returncode == 2
    assert "nothing is loaded yet" in done.stderr


def test_a_page_that_cannot_be_written_leaves_the_old_one(
    example_csv: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    report = cfsql.connect().load(example_csv).rank().report()
    path = tmp_path / "page.html"
    path.write_text("old", encoding="utf-8")

    def fail(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    write: Callable[..., Any] = fail
    monkeypatch.setattr(Path, "write_text", write)
    with pytest.raises(CfsqlError, match="No space left"):
        report.write(path)
    assert path.read_bytes() == b"old"
    assert [each.name for each in tmp_path.glob("*.html*")] == ["page.html"]


def test_names_that_are_no_file_names_are_made_some() -> None:
    frame = pl.DataFrame({"a": [1, 2], "y": ["p", "q"]})
    table = cfsql.connect().load(frame, table="../a/b" + "c" * 300)
    name = table.rank().report().file_name
    assert "/" not in name
    assert len(name) < 100


def test_a_log_without_the_run_is_no_obstacle(example_csv: Path) -> None:
    database = cfsql.connect()
    ranking = database.load(example_csv).rank()
    database.connection.execute("delete from cfsql.runs")
    assert ranking.report().command is None
    database.connection.execute("drop table cfsql.runs")
    assert "The ranking was made with" not in ranking.report().html()
