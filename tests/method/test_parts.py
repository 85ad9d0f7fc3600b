"""Parts that are ranked by themselves and merged are the ranking of the whole."""

from __future__ import annotations

import json
import os
import random
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import duckdb
import polars as pl
import pytest
from hypothesis import Phase, assume, given, settings
from hypothesis import strategies as st

import cfsql
from cfsql.engines import queries
from cfsql.errors import WrongUse
from tests.support.commands import Run, run_in
from tests.support.random_tables import OPTIONS, Drawn, load, tables, wide_tables


def rows_of(relation: duckdb.DuckDBPyRelation) -> list[tuple[str, ...]]:
    """Rows as texts, with the names and types of their columns before them."""
    heading = (*relation.columns, *map(str, relation.types))
    return [heading, *sorted(tuple(map(repr, row)) for row in relation.fetchall())]


def assert_merged(
    table: cfsql.Table,
    folder: Path,
    n_parts: int,
    *,
    has_texts: bool = False,
    **options: Any,
) -> cfsql.Ranking:
    """All parts together are the ranking, in their files and when they are merged.

    In files, `has_texts`: ids that Parquet lacks are texts.
    """
    whole = table.rank(into="whole", **options)
    names = [str(folder / f"{n}") for n in range(1, n_parts + 1)]
    parts = [
        table.rank_part(f"{n}/{n_parts}", out=name, **options)
        for n, name in enumerate(names, start=1)
    ]
    assert sum(each.n_rows for each in parts) == len(whole.summary)
    merged = table.merge(*reversed(names), into="merged")
    for name, one, other in (
        ("ranked", whole, merged),
        ("summary", whole.summary, merged.summary),
        ("optimal", whole.optimal, merged.optimal),
    ):
        assert rows_of(other.relation()) == rows_of(one.relation()), name
        if name != "optimal" and not has_texts:
            files = duckdb.connect().read_parquet(
                [f"{each}/{name}.parquet" for each in names]
            )
            assert rows_of(files) == rows_of(one.relation()), name
    return merged


@given(st.one_of(tables(), wide_tables()), OPTIONS, st.integers(1, 5))
@settings(max_examples=4, phases=[Phase.explicit, Phase.generate])
def test_parts_of_any_table_with_any_options_are_the_whole(
    drawn: Drawn, options: dict[str, Any], n_parts: int
) -> None:
    features, cases = drawn
    table = load(features, cases)
    with TemporaryDirectory() as folder:
        try:
            table.rank(into="tried", **options)
        except WrongUse:
            assume(False)
        assert_merged(table, Path(folder), n_parts, **options)


@pytest.mark.real
@pytest.mark.parametrize(
    "options",
    [
        {"freeze": ["sex", "race"], "where": ["age < '40'"], "diverse": True},
        {"only_up": ["education-num"], "min_support": 2, "by": "dag", "sample": 500},
        {"target": ">50K", "weight": ["workclass=3"], "nearest": 2, "limit": 800},
    ],
)
def test_parts_of_adult_are_the_whole(
    datasets: Path, tmp_path: Path, options: dict[str, Any]
) -> None:
    table = cfsql.connect().load(datasets / "adult.csv", label=-1)
    assert_merged(table, tmp_path, 3, **options)


def test_values_that_parquet_lacks_are_merged_as_they_are(tmp_path: Path) -> None:
    file, coded = tmp_path / "odd.duckdb", tmp_path / "coded"
    with duckdb.connect(str(file)) as connection:
        connection.execute(
            """create table odd as select
                (170141183460469231731687303715884105000 + i)::hugeint as id,
                (i % 4)::hugeint * 17014118346046923173168730371588410572 as huge,
                (case when i % 3 = 0 then 'low' else 'high' end)::enum('low', 'high')
                    as e,
                interval (i % 5) month as time, (i % 7)::utinyint::bit as bits,
                [i % 2]::hugeint[] as list, i % 3 = 1 as label
            from range(60) as rows(i)"""
        )
    options: dict[str, Any] = {"from_": "odd", "id": "id", "label": "label"}
    table = cfsql.connect().load(file, **options, bins={"huge": [1]})
    merged = assert_merged(table, tmp_path, 3, has_texts=True)
    # What is asked of a merged ranking is what is asked of any other.
    assert merged.audit(["e"]).n_rows == 60
    assert "odd" in merged.report().html()
    # A coded table is the same: its parts are.
    cfsql.encode(file, out=coded, **options, bins={"huge": [1]})
    with cfsql.connect(coded) as database:
        for n in (1, 2):
            database.table("odd").rank_part(f"{n}/2", out=tmp_path / f"coded {n}")
        with pytest.raises(WrongUse, match="is a coded table, which is only read"):
            database.table("odd").rank()
    again = table.merge(tmp_path / "coded 1", tmp_path / "coded 2", into="coded")
    assert rows_of(again.relation()) == rows_of(merged.relation())
    assert rows_of(again.summary.relation()) == rows_of(merged.summary.relation())


def test_parts_are_neighbours_and_of_about_equal_size(tmp_path: Path) -> None:
    chance = random.Random(3)
    rows = [
        {
            "many": chance.randrange(40),
            "few": chance.randrange(2),
            "y": chance.choice("PQ"),
        }
        for _ in range(1200)
    ]
    table = cfsql.connect().load(pl.DataFrame(rows), table="t", label="y")
    ranges = []
    for n in range(1, 5):
        part = table.rank_part(f"{n}/4", out=tmp_path / f"{n}")
        assert 250 <= part.n_rows <= 350
        file = f"{tmp_path}/{n}/summary.parquet"
        ids = duckdb.connect().read_parquet(file).project("row_id")
        own = [rows[row_id - 1] for (row_id,) in ids.fetchall()]
        ranges.append({(row["y"], row["few"]) for row in own})
    # Of two labels, one comes first; then the feature in which the fewest rows differ.
    # Two parts share one value of both, at most.
    for place, one in enumerate(ranges):
        for other in ranges[place + 1 :]:
            assert len(one & other) <= 1


# On the command line.


@pytest.fixture(scope="module")
def made_once(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a loaded table and its three parts."""
    folder = tmp_path_factory.mktemp("parts")
    chance = random.Random(5)
    lines = ["a,b,c,y"]
    for _ in range(60):
        cells = [chance.randrange(4) for _ in range(3)]
        lines.append(",".join(map(str, [*cells, chance.choice("PQ")])))
    (folder / "t.csv").write_text("\n".join(lines), encoding="utf-8")
    assert run_in(folder, "load", "t.csv", "--label", "y").returncode == 0
    for n in range(1, 4):
        out = ("--part", f"{n}/3", "--out", f"parts/{n}")
        made = run_in(folder, "rank", "--table", "t", *out)
        assert made.returncode == 0, made.stderr
        assert made.stdout == ""
        assert made.stderr.startswith(f"cfsql: part {n}/3: ")
    return folder


@pytest.fixture
def parts(tmp_path: Path, made_once: Path) -> Path:
    """The same parts, to be changed."""
    shutil.copytree(made_once, tmp_path, dirs_exist_ok=True)
    return tmp_path / "parts"


def test_merged_parts_are_shown_and_stored_as_a_ranking(run: Run, parts: Path) -> None:
    done = run("merge", *sorted(parts.iterdir()), "--table", "t")
    assert done.returncode == 0
    assert done.stdout.startswith("t: 60 of 60 rows ranked by power")
    assert "3 parts, 60 rows in " in done.stderr
    assert "stored t_ranked, t_summary, t_optimal in " in done.stderr
    merged = run("sql", "from t_summary", "--format", "json").stdout
    assert run("rank", "--table", "t").returncode == 0
    assert run("sql", "from t_summary", "--format", "json").stdout == merged


SCALE = (Path(__file__).parents[2] / "docs" / "scale.md").read_text(encoding="utf-8")


def shell_loop(n_parts: int) -> list[tuple[str, dict[str, str]]]:
    """The loop, which runs all parts by itself."""
    (loop,) = (line for line in SCALE.splitlines() if "xargs" in line)
    return [
        (loop.replace("seq 8", f"seq {n_parts}").replace("I/8", f"I/{n_parts}"), {})
    ]


def slurm_array(n_parts: int) -> list[tuple[str, dict[str, str]]]:
    """The script of each task of the array."""
    script = SCALE.partition("#SBATCH --array=1-64")[2].partition("\n\n")[0]
    _, _, script = script.partition("\n")
    script = script.replace("/64", f"/{n_parts}")
    return [(script, {"SLURM_ARRAY_TASK_ID": str(n)}) for n in range(1, n_parts + 1)]


def kubernetes_job(n_parts: int) -> list[tuple[str, dict[str, str]]]:
    """The command of each pod, whose volume is this folder."""
    command = SCALE.partition("command: [sh, -c, '")[2].partition("']")[0]
    # YAML folds its lines.
    command = " ".join(command.split())
    command = command.replace("/64", f"/{n_parts}").replace("/data/", "")
    return [(command, {"JOB_COMPLETION_INDEX": str(n)}) for n in range(n_parts)]


@pytest.mark.parametrize("made_by", [shell_loop, slurm_array, kubernetes_job])
def test_what_the_documents_show_makes_the_ranking(
    run: Run, parts: Path, made_by: Callable[[int], list[tuple[str, dict[str, str]]]]
) -> None:
    folder = parts.parent
    assert run("encode", "t.csv", "--label", "y", "--out", "coded").returncode == 0
    shutil.rmtree(parts)
    for script, environment in made_by(2):
        # The command is this one.
        script = script.replace("cfsql", f"'{sys.executable}' -m cfsql")
        done = subprocess.run(
            ["sh", "-c", script.replace("loans", "t")],
            cwd=folder,
            capture_output=True,
            text=True,
            env=os.environ | environment,
        )
        assert done.returncode == 0, done.stderr
    assert len(os.listdir(parts)) == 2
    merged = run("merge", *sorted(parts.iterdir()), "--table", "t")
    assert merged.returncode == 0, merged.stderr
    stored = run("sql", "from t_ranked order by all", "--format", "json").stdout
    assert run("rank", "--table", "t").returncode == 0
    assert run("sql", "from t_ranked order by all", "--format", "json").stdout == stored


def test_a_merged_ranking_is_stale_once_its_table_changes(
    run: Run, parts: Path
) -> None:
    assert run("merge", *parts.iterdir(), "--table", "t", "--into", "m").returncode == 0
    (parts.parent / "more.csv").write_text("a,b,c,y\n1,1,1,P\n", encoding="utf-8")
    appended = run("append", "more.csv", "--table", "t")
    assert appended.returncode == 0, appended.stderr
    assert "merged from parts" in appended.stdout
    refused = run("report", "--table", "m", "--out", "m.html")
    assert refused.returncode == 2
    assert "merged from parts" in refused.stderr
    # Nor are the parts those of the table as it is now.
    refused = run("merge", *parts.iterdir(), "--table", "t")
    assert refused.returncode == 2
    assert "is of another table than t, with other numbers of rows" in refused.stderr


def drop_one(parts: Path, run: Run) -> None:
    shutil.rmtree(parts / "2")


def copy_one(parts: Path, run: Run) -> None:
    shutil.copytree(parts / "2", parts / "4")


def empty_one(parts: Path, run: Run) -> None:
    (parts / "2" / "manifest.json").unlink()


def cut_one(parts: Path, run: Run) -> None:
    file = parts / "2" / "ranked.parquet"
    file.write_bytes(file.read_bytes()[:-1])


def damage_one(parts: Path, run: Run) -> None:
    with (parts / "2" / "behind" / "ranked_pairs.parquet").open("r+b") as file:
        file.seek(20)
        file.write(bytes(range(100, 120)))


def spoil_one(parts: Path, run: Run) -> None:
    (parts / "2" / "manifest.json").write_text("{")


def rank_one_otherwise(*options: str) -> Callable[[Path, Run], None]:
    def rank(parts: Path, run: Run) -> None:
        shutil.rmtree(parts / "2")
        words = ("--table", "t", "--out", parts / "2", *options)
        assert run("rank", *words).returncode == 0

    return rank


def of_another_version(parts: Path, run: Run) -> None:
    file = parts / "2" / "manifest.json"
    record = json.loads(file.read_text())
    record["versions"]["cfsql"] = "0.1.0"
    file.write_text(json.dumps(record))


def of_other_data(parts: Path, run: Run) -> None:
    shutil.rmtree(parts / "2")
    source = parts.parent / "t.csv"
    source.write_text(source.read_text().replace("P", "Q", 1), encoding="utf-8")
    words = ("--part", "2/3", "--out", parts / "2")
    assert run("rank", source, "--label", "y", *words).returncode == 0


@pytest.mark.parametrize(
    ("change", "code", "said"),
    [
        (drop_one, 2, "part 2/3 is missing; rank it as the others, with --part 2/3"),
        (copy_one, 2, "part 2/3 is there twice, in "),
        (empty_one, 2, "2 holds no part of a ranking; make one with: cfsql rank"),
        (cut_one, 1, "ranked.parquet is not as it was written; rank part 2/3 again"),
        (damage_one, 1, "storing ranked_pairs failed: "),
        (spoil_one, 1, "manifest.json cannot be read"),
        (of_another_version, 2, "2 was ranked by cfsql 0.1.0, and this is "),
        (of_other_data, 2, "2 is of another table than "),
        (
            rank_one_otherwise("--part", "2/3", "--by", "dag"),
            2,
            "2 was ranked with another --by than ",
        ),
        (
            rank_one_otherwise("--part", "2/3", "--freeze", "a"),
            2,
            "2 was ranked with another --freeze than ",
        ),
        (
            rank_one_otherwise("--part", "2/4"),
            2,
            "is part 2/4, and ",
        ),
    ],
)
def test_parts_that_do_not_belong_together_are_refused(
    run: Run,
    parts: Path,
    change: Callable[[Path, Run], None],
    code: int,
    said: str,
) -> None:
    change(parts, run)
    refused = run("merge", *sorted(parts.iterdir()), "--table", "t", "--into", "m")
    assert refused.returncode == code, refused.stderr
    assert said in refused.stderr
    assert refused.stderr.count("\n") == 1
    assert "m_ranked" not in run("tables").stdout


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--part", "0/3", "--out", "x"), "--part takes I/N, such as 2/16"),
        (("--part", "4/3", "--out", "x"), "--part takes I/N, such as 2/16"),
        (("--part", "1", "--out", "x"), "--part takes I/N, such as 2/16"),
        (("--part", "1/3"), "Give a new folder for the part with --out FOLDER"),
        (("--part", "1/3", "--out", "t.csv"), "t.csv exists already; choose another"),
        (("--part", "1/3", "--out", "x", "--into", "y"), "--into is for a whole"),
    ],
)
def test_a_part_that_cannot_be_is_refused(
    run: Run, example_csv: Path, words: tuple[str, ...], said: str
) -> None:
    (example_csv.parent / "t.csv").write_text("a,b\n1,2\n3,4\n", encoding="utf-8")
    assert run("load", "t.csv").returncode == 0
    refused = run("rank", "--table", "t", *words)
    assert refused.returncode == 2
    assert said in refused.stderr


def test_a_killed_part_leaves_nothing_to_merge_and_is_ranked_again_alone(
    run: Run, tmp_path: Path, parts: Path
) -> None:
    shutil.rmtree(parts / "2")
    rank = ("rank", "--table", "t", "--part", "2/3", "--out", parts / "2")
    process = subprocess.Popen(
        [sys.executable, "-m", "cfsql", *map(str, rank), "--show-sql"],
        cwd=tmp_path,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stderr is not None
    for line in process.stderr:
        if queries.query("results/first_spelled").label in line:
            process.send_signal(signal.SIGKILL)
            break
    assert process.wait(timeout=60) == -signal.SIGKILL
    assert not (parts / "2").exists()
    assert run(*rank).returncode == 0
    done = run("merge", *(parts / f"{n}" for n in (1, 2, 3)), "--table", "t")
    assert done.returncode == 0, done.stderr
