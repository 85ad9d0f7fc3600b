"""What decides comes first, and who never gets there is the worst off: every face."""

from __future__ import annotations

import json
import re
from pathlib import Path

import polars as pl
import pytest

import cfsql
from cfsql.questions.audit import Audit
from tests.questions.audit.scores import SCORES, records
from tests.support.commands import Run
from tests.support.ui_server import KEY, serving_pages
from tests.ui.reading import text

# Of A all reach the outcome, and of B nobody; one row has it already.
APART = pl.DataFrame(
    [("A", k % 4, "u", "no") for k in range(20)]
    + [("B", k % 4, "u", "no") for k in range(20)]
    + [("A", 0, "w", "yes")],
    schema=["grp", "k", "m", "y"],
    orient="row",
)
HARDEST = (
    "It is hardest for grp B: none of its 20 rows reaches y yes. Of the others, 20 of "
    "20 do."
)


def one_line(told: str) -> str:
    return re.sub(r"\s+", " ", told)


def test_a_group_that_never_gets_there_is_named_first_on_every_face(
    run: Run, tmp_path: Path
) -> None:
    APART.write_csv(tmp_path / "h2.csv")
    run("load", "h2.csv")
    run("rank", "--table", "h2", "--freeze", "grp", "--target", "yes")
    told = run("audit", "--table", "h2", "--protected", "grp").stdout
    assert HARDEST in one_line("\n".join(told.splitlines()[2:7]))
    assert told.count("It is hardest") == 1
    lines = [each.split() for each in told.splitlines()]
    reached = [each[:5] for each in lines if "of" in each[:4] and "all" not in each]
    assert ["grp", "B", "0", "of", "20"] in reached
    assert reached.index(["grp", "B", "0", "of", "20"]) < reached.index(
        ["grp", "A", "20", "of", "20"]
    )
    assert ["all", "20", "of", "40", "1.75"] in [each[:5] for each in lines]
    # Who has the outcome already is no part of the share.
    assert "of 40 rows without the outcome (1 has it already)" in told
    assert ["within", "2", "changes", "20", "50.0%"] in [each[:5] for each in lines]

    path = tmp_path / "cfsql.duckdb"
    with cfsql.connect(path, read_only=True) as database:
        assert {
            (row["label"], row["n_changes"]): (row["n_rows"], row["n_reached"])
            for row in records(database, "h2_audit_coverage")
        } == {(None, 1): (40, 5), (None, 2): (40, 20), ("no", 1): (40, 5)} | {
            ("no", 2): (40, 20)
        }
        page = text_of(database.ranking("h2").report().html())
    with serving_pages(path) as served:
        import httpx

        client = httpx.Client(base_url=served.address, follow_redirects=True)
        explorer = text(client.get("/t/h2", params={"key": KEY}))
    for shown in (page, explorer):
        assert HARDEST in shown
        table = shown.split(HARDEST)[1]
        never = re.search(r"(?<!\d)0 of 20", table)
        assert never is not None
        assert never.start() < table.index("20 of 20")
        assert "1 row has this outcome already, and is not counted." in shown
        reach = shown[shown.index("Rows with a counterfactual within so many") :]
        assert re.match(r".{,160}within 2 ?20 ?50\.0%", reach), reach[:200]
        assert "20 of 40 ranked rows without this outcome have an answer" in shown
    assert "50.0% of the rows without the outcome are within 2 changes of it." in (
        explorer
    )
    german = one_line(
        run("audit", "--table", "h2", "--protected", "grp", "--language", "de").stdout
    )
    assert "Am schwersten ist es für grp B: Keine der 20 Zeilen erreicht" in german
    french = one_line(
        run("audit", "--table", "h2", "--protected", "grp", "--language", "fr").stdout
    )
    assert "aucune de ses 20 lignes n’atteint y yes" in french


def text_of(page: str) -> str:
    return one_line(re.sub(r"<[^>]*>", " ", page)).replace(" .", ".")


def test_a_smaller_share_is_worse_than_a_greater_mean() -> None:
    frame = APART.with_columns(
        # Three rows of B get there at once: a mean of survivors would be the least.
        grp=pl.when(pl.int_range(41) < 3).then(pl.lit("B")).otherwise(pl.col("grp"))
    ).vstack(
        pl.DataFrame([("B", 0, "u", "yes")], schema=APART.schema, orient="row"),
    )
    with cfsql.connect() as database:
        table = database.load(frame.cast({"k": pl.Int64}), table="t", label=-1)
        ranked = table.rank(freeze=["grp"], target="yes", max_changes=1)
        found = ranked.audit(["grp"])
    values = [each for each in found.effort if each.feature == "grp"]
    shares = [each.n_reached / each.n_rows for each in values]
    assert shares == sorted(shares)
    first = values[0]
    assert f"It is harder for grp {first.value} to reach y yes: " in str(found.hardest)
    assert f"{first.n_reached} of {first.n_rows} rows" in str(found.hardest)


def test_a_target_that_every_row_has_leaves_nothing_to_reach() -> None:
    with cfsql.connect() as database:
        table = database.load(SCORES, table="scores", label=-1)
        ranked = table.rank(where="score = 'low'", target="low")
        found = ranked.audit(["sex"])
        assert (found.n_wanting, found.n_answered, found.coverage) == (0, 0, [])
        assert found.hardest is None
        assert "Unequal pairs" in ranked.report().html()


def audited(rows: list[tuple[str, int, str]], **options: object) -> Audit:
    frame = pl.DataFrame(rows, schema=["sex", "k", "score"], orient="row")
    with cfsql.connect() as database:
        found: Audit = database.load(frame, table="t", label=-1).audit(["sex"])
        assert found.to_dict()["verdict"] == found.verdict
        assert str(found).startswith(f"t: {found.verdict}")
        assert str(found.verdict)[:40] in repr(found)
    return found


def test_the_verdict_says_what_is_more_than_chance() -> None:
    one_way = [(s, k, y) for k in range(12) for s, y in (("f", "low"), ("m", "high"))]
    assert audited(one_way).verdict == (
        "The pairs show more than chance. Of two rows that are equal in everything but "
        "sex, 100.0% differ in score; no two of these rows are equal in everything. "
        "The one test is more than chance (p < 0.05). Most clearly sex: f has low and "
        "m has high in 12 pairs, the reverse holds in 0."
    )
    both_ways = [
        (sex, k, "low" if (sex == "f") == (k % 2 == 0) else "high")
        for k in range(24)
        for sex in "ffmm"
    ]
    assert str(audited(both_ways).verdict).startswith(
        "Outcomes differ more often where only these columns differ than where nothing "
        "does, but neither way more than chance would have it. Of two rows that are "
        "equal in everything but sex, 100.0% differ in score; of two of these rows "
        "that are equal in everything, 0.0%. The one test is not more than chance"
    )
    noise = [(s, k, y) for k in range(24) for s in "fm" for y in ("low", "high")]
    assert str(audited(noise).verdict).startswith(
        "The pairs show no more than chance. Of two rows that are equal in everything "
        "but sex, 50.0% differ in score; of two of these rows that are equal in "
        "everything, 100.0%. The one test is not more than chance"
    )
    few = [(s, k, y) for k in range(5) for s, y in (("f", "low"), ("m", "high"))]
    assert str(audited(few).verdict).startswith(
        "There are too few pairs to tell chance from a reason."
    )


@pytest.mark.parametrize(
    ("frame", "verdict"),
    [
        (SCORES, "There are too few pairs to tell chance from a reason. Of two rows"),
        (SCORES.head(1), "No two cases are equal in everything but sex and race"),
    ],
)
def test_the_verdict_stands_first_on_every_face(
    run: Run, tmp_path: Path, frame: pl.DataFrame, verdict: str
) -> None:
    frame.write_csv(tmp_path / "scores.csv")
    run("load", "scores.csv")
    asked = ("audit", "--table", "scores", "--protected", "sex,race")
    printed = run(*asked).stdout
    assert one_line(printed.split("\n\n")[1]).strip().startswith(verdict)
    assert json.loads(run(*asked, "--format", "json").stdout)["verdict"].startswith(
        verdict
    )
    with cfsql.connect(tmp_path / "cfsql.duckdb", read_only=True) as database:
        page = database.ranking("scores").report().html()
    section = page.split('id="unequal"')[1]
    assert text_of(section[section.index("<p") :]).strip().startswith(verdict)
    assert "Unequal treatment" not in page
