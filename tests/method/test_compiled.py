"""The plan in machine code: the same rows, whatever it splits, scans or leaves out."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import threading
from collections.abc import Iterator
from functools import partial
from itertools import combinations
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

import cfsql
from cfsql.method.packing import Feature, layout
from cfsql.method.plans.kernels import cache
from cfsql.method.plans.lattice import Seconds, walk_costs
from cfsql.method.search import compiled as compiled_module
from cfsql.method.search.search import PairSearch, PlanChoice
from cfsql.method.search.setting import COUNT, SEARCH
from cfsql.options import Count, Plan
from tests.oracle.brute_force import Case, rank
from tests.support.commands import Run
from tests.support.examples import examples
from tests.support.random_tables import (
    answers,
    assert_equal,
    crowded_tables,
    frame_of,
    load,
    tables,
)

# Costs by which all groups are split, by which none is, and by which small ones are.
SPLIT = Seconds(split=0, row=0, seeker=1, pair=1, scanned=99)
SCAN = Seconds(split=1, row=1, seeker=0, pair=0, scanned=0)
MIXED = Seconds(split=4, row=0, seeker=1, pair=0.2, scanned=9)
USUAL = Seconds()


@pytest.fixture(params=[SPLIT, SCAN, MIXED, USUAL], ids=["split", "scan", "mix", ""])
def seconds(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Seconds:
    """What the kernels believe that things cost."""
    costs = {SEARCH: request.param, COUNT: request.param}
    monkeypatch.setattr(compiled_module, "_SECONDS", costs)
    found: Seconds = request.param
    return found


def random_cases(
    n_rows: int,
    n_features: int,
    n_values: int,
    n_labels: int,
    *,
    most_changes: int,
    seed: int,
) -> tuple[list[str], list[Case]]:
    """Rows that are like an earlier one but for a few values, or like none."""
    chance = random.Random(seed)
    rows: list[list[str]] = []
    for _ in range(n_rows):
        if len(rows) < 3 or chance.random() < 0.1:
            row = [str(chance.randrange(n_values)) for _ in range(n_features)]
        else:
            row = list(chance.choice(rows))
            n_changes = chance.randint(0, min(most_changes, n_features))
            for place in chance.sample(range(n_features), n_changes):
                row[place] = str(chance.randrange(n_values))
        rows.append(row)
    cases = [
        Case(row_id, tuple(row), f"c{chance.randrange(n_labels)}")
        for row_id, row in enumerate(rows, start=1)
    ]
    return [f"f{n}" for n in range(n_features)], cases


def skip_where_endless(seconds: Seconds, n_features: int) -> None:
    """To split whatever comes goes through all sets of features."""
    if n_features > 6 and seconds in (SPLIT, MIXED):
        pytest.skip("too many sets of features")


def ranked_by(table: cfsql.Table, plan: Plan, **options: Any) -> Any:
    ranking = table.rank(plan=plan, **options)
    return ranking.pl().to_dicts(), ranking.summary.pl().to_dicts()


# Rows, features, values, labels, and how many values differ at most: one to five
# words, more values than a byte has, more labels than rows of each.
SHAPES = {
    "one feature": (60, 1, 40, 3, 1),
    "dense": (250, 5, 3, 2, 3),
    "many labels": (200, 6, 4, 150, 3),
    "many values": (200, 4, 400, 2, 2),
    "two words": (150, 14, 40, 3, 6),
    "five words": (80, 60, 9, 3, 9),
    "wide": (50, 200, 3, 4, 30),
    "one label": (40, 4, 3, 1, 2),
}


@pytest.mark.parametrize("shape", SHAPES)
def test_machine_code_gives_the_rows_of_a_scan(shape: str, seconds: Seconds) -> None:
    *sizes, most_changes = SHAPES[shape]
    skip_where_endless(seconds, sizes[1])
    features, cases = random_cases(*sizes, most_changes=most_changes, seed=len(shape))
    table = load(features, cases)
    options: dict[str, Any] = {"count": "distinct"} if shape == "dense" else {}
    expected = ranked_by(table, "scan", **options)
    assert ranked_by(table, "compiled", **options) == expected


@pytest.mark.parametrize(
    "options",
    [
        {"freeze": ["f0"]},
        {"freeze": ["f1", "f3"], "nearest": 2},
        {"target": "c1"},
        {"target": "each", "nearest": 3},
        {"nearest": 4, "max_changes": 3},
        {"min_support": 2, "limit": 40},
        {"ignore": ["f2"], "freeze": ["f0"]},
        {"require": "b.f1 >= a.f1"},
        {"rows": [7]},
    ],
    ids=str,
)
def test_constraints_are_those_of_a_scan(
    options: dict[str, Any], seconds: Seconds
) -> None:
    shape = (180, 5, 3, 3)
    table = load(*random_cases(*shape, most_changes=4, seed=5))
    assert ranked_by(table, "compiled", **options) == ranked_by(
        table, "scan", **options
    )


@examples(12)
@given(
    st.one_of(tables(), crowded_tables()),
    st.sampled_from([SPLIT, SCAN, MIXED]),
    st.sampled_from(["rows", "distinct"]),
)
def test_machine_code_equals_the_definitions(
    table: tuple[list[str], list[Case]], seconds: Seconds, count: Count
) -> None:
    features, cases = table
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(compiled_module, "_SECONDS", {SEARCH: seconds, COUNT: seconds})
        found = answers(features, cases, count=count, plan="compiled")
    assert_equal(found, rank(features, cases, count=count))


def test_rows_that_differ_in_everything_are_found_by_splits(seconds: Seconds) -> None:
    skip_where_endless(seconds, 70)
    features = [f"f{n}" for n in range(70)]
    cases = [
        Case(1, ("a",) * 70, "P"),
        Case(2, ("b",) * 70, "Q"),
        Case(3, ("b",) * 70, "P"),
    ]
    _, summary = ranked_by(load(features, cases), "compiled")
    assert [row["min_distance"] for row in summary] == [70, 70, None]


def test_a_new_case_with_unseen_values_is_answered_alike(
    seconds: Seconds, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = load(*random_cases(150, 4, 3, 3, most_changes=3, seed=2))
    new = {"f0": "never", "f1": "1", "f2": "0", "f3": "never"}
    given: list[dict[str, Any]] = [
        {"label": "c2"},
        {"label": "c2", "freeze": ["f1"]},
        {"target": "c1"},
    ]
    found = []
    for plan in ("scan", "compiled"):
        forced = PlanChoice(plan)
        choice = property(partial(lambda chosen, _: chosen, forced), lambda *_: None)
        monkeypatch.setattr(PairSearch, "choice", choice, raising=False)
        found.append([table.explain(new, **each).pl().to_dicts() for each in given])
    assert all(found[0])
    assert found[1] == found[0]


@pytest.mark.parametrize("memory_limit", ["40MB", "200MB"])
def test_little_memory_gives_the_same_rows(memory_limit: str, tmp_path: Path) -> None:
    features, cases = random_cases(3000, 6, 5, 3, most_changes=3, seed=3)
    expected = ranked_by(load(features, cases), "blocked")
    path = tmp_path / "small.duckdb"
    with cfsql.connect(path, memory_limit=memory_limit, threads=2) as database:
        table = database.load(frame_of(features, cases), table="t", label="outcome")
        assert ranked_by(table, "compiled") == expected


def work_of(n_bytes: int, seconds: Seconds, n_threads: int = 2) -> Any:
    work = pytest.importorskip("cfsql.method.plans.kernels.work")
    return work.Work(
        n_threads=n_threads,
        n_bytes=n_bytes,
        seconds=seconds,
        check=lambda: None,
        watch=lambda *_: lambda _: None,
    )


def kernel_table(n_rows: int, n_features: int, n_values: int) -> tuple[Any, Any]:
    """Random instances as the plan reads them, and their layout."""
    work = pytest.importorskip("cfsql.method.plans.kernels.work")
    chance = random.Random(n_rows)
    places = layout(
        Feature(number, f"f{number}", n_values, 1 / n_values)
        for number in range(n_features)
    )
    codes = [
        {
            f"w{word}": sum(
                chance.randrange(n_values) << field.shift
                for field in places
                if field.word == word
            )
            for word in {field.word for field in places}
        }
        for _ in range(n_rows)
    ]
    numbers = list(range(n_rows))
    table = pa.table(
        {
            "instance_id": numbers,
            "centre_id": numbers,
            "label_id": [chance.randrange(3) for _ in numbers],
            "weight": [chance.choice([1, 1, 1, 5]) for _ in numbers],
            "n_wanted": [1] * n_rows,
            "radius": [chance.choice([1, 2, 2, 3, n_features]) for _ in numbers],
            "code": codes,
        }
    )
    return table, work.Fields.of([(field, 1 / n_values) for field in places], 0)


def all_of(parts: Iterator[Any]) -> list[tuple[int, ...]]:
    return sorted(tuple(row.values()) for part in parts for row in part.to_pylist())


@pytest.mark.parametrize("n_threads", [1, 3])
@pytest.mark.parametrize("n_bytes", [30_000, 1 << 30])
def test_parts_for_threads_and_memory_make_up_the_whole(
    n_bytes: int, n_threads: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    table_module = pytest.importorskip("cfsql.method.plans.kernels.table")
    shares_module = pytest.importorskip("cfsql.method.plans.kernels.shares")
    table, fields = kernel_table(400, 6, 4)
    cases = table_module.Cases.of(table)
    reference = work_of(1 << 30, SCAN, 1)
    reach = {"nearest": 1, "furthest": 6}
    pairs = all_of(reference.search(table, cases, fields, **reach))
    balls = all_of(reference.count(table, cases, fields))
    monkeypatch.setattr(shares_module, "LEAST_SHARE", 1e-9)
    for seconds in (SPLIT, MIXED, USUAL):
        work = work_of(n_bytes, seconds, n_threads)
        assert all_of(work.search(table, cases, fields, **reach)) == pairs
        assert all_of(work.count(table, cases, fields)) == balls


def test_work_that_is_told_to_stop_stops_in_its_middle() -> None:
    crew = pytest.importorskip("cfsql.method.plans.kernels.crew")
    is_over = threading.Event()

    def run(_: int, stop: Any) -> None:
        while not stop[0]:
            sleep(0.01)
        is_over.set()

    ends = monotonic() + 0.3

    def check() -> None:
        if monotonic() > ends:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        for _ in crew.in_shares(range(100), run, n_threads=2, check=check):
            pass
    assert is_over.is_set()


def test_a_missing_extra_is_named(monkeypatch: pytest.MonkeyPatch, loaded: Run) -> None:
    monkeypatch.setattr(cache, "is_installed", lambda: False)
    done = loaded("rank", "--table", "recidivism", "--plan", "compiled")
    assert done.returncode == 2
    assert done.stderr.strip() == (
        "cfsql: --plan compiled needs the extra: "
        "pip install 'cfsql[fast]', or '.[fast]' in a clone"
    )
    assert loaded("rank", "--table", "recidivism").returncode == 0


def test_a_small_table_is_ranked_without_loading_numba(tmp_path: Path) -> None:
    script = (
        "import sys, cfsql\n"
        "from cfsql import example\n"
        "open('r.csv', 'w').write(example.CSV)\n"
        "with cfsql.connect() as database:\n"
        "    database.load('r.csv', label='score').rank()\n"
        "assert not {'numba', 'numpy'} & set(sys.modules), 'loaded'\n"
    )
    subprocess.run([sys.executable, "-c", script], cwd=tmp_path, check=True)


@pytest.fixture
def no_memory_of_folders() -> Iterator[None]:
    """Ask anew where machine code is kept, and leave no trace of it."""
    cache.folder.cache_clear()
    yield
    cache.folder.cache_clear()


@pytest.mark.usefixtures("no_memory_of_folders")
def test_machine_code_is_kept_where_the_user_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "given"))
    kept = cache.folder()
    assert kept is not None
    assert kept.parent == tmp_path / "given"
    assert not cache.is_compiled()
    cache.note_compiled()
    assert cache.is_compiled()


@pytest.mark.usefixtures("no_memory_of_folders")
def test_machine_code_is_kept_in_a_temporary_directory_at_need(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path / "file"))
    monkeypatch.setenv("HOME", str(tmp_path / "file"))
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    kept = cache.folder()
    assert kept is not None
    assert kept.parent.parent == tmp_path


@pytest.mark.slow
def test_machine_code_that_cannot_be_kept_runs_all_the_same(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    script = (
        "import cfsql\n"
        "from cfsql import example\n"
        "from cfsql.method.plans.kernels import cache\n"
        "open('r.csv', 'w').write(example.CSV)\n"
        "with cfsql.connect() as database:\n"
        "    print(len(database.load('r.csv', label='score').rank(plan='compiled')))\n"
        "assert cache.folder() is None and not cache.is_compiled()\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script],
        cwd=tmp_path,
        env={**os.environ, "NUMBA_CACHE_DIR": str(tmp_path / "file")},
        capture_output=True,
        text=True,
        check=True,
    )
    assert int(done.stdout) > 0


def test_agreement_is_that_of_the_groups_of_a_walk() -> None:
    agreement = pytest.importorskip("cfsql.method.plans.kernels.agreement")
    table_module = pytest.importorskip("cfsql.method.plans.kernels.table")
    table, fields = kernel_table(60, 4, 3)
    cases = table_module.Cases.of(table)
    words = cases.rows.words
    found = agreement.measured(words, words, fields.layout, fields.agreement)
    rows = [
        [
            int(words[word, row]) >> shift & values
            for word, shift, values, *_ in features
        ]
        for features in [fields.layout.features.tolist()]
        for row in range(len(cases))
    ]
    pairs = [(a, b) for a in rows for b in rows if a != b]
    for place in range(4):
        for n_dropped in range(place + 1):
            groups = [
                [(a, b) for a, b in pairs if all(a[f] == b[f] for f in kept)]
                for kept in combinations(range(place), place - n_dropped)
            ]
            n_pairs = sum(map(len, groups))
            n_alike = sum(a[place] == b[place] for group in groups for a, b in group)
            assert found[place][n_dropped] == pytest.approx(n_alike / n_pairs)


def test_all_machine_code_is_compiled_before_the_first_step() -> None:
    warm = pytest.importorskip("cfsql.method.plans.kernels.warm")
    from cfsql.method.plans.kernels import agreement, pairs, splitting, walking

    kernels: list[Any] = [
        agreement.differing,
        pairs.counted,
        pairs.scan_nearest,
        splitting.decide,
        splitting.group_costs,
        splitting.split_group,
        walking.walk,
    ]
    warm.warm_up.__wrapped__()
    before = [kernel.signatures for kernel in kernels]
    table = load(*random_cases(300, 14, 40, 3, most_changes=6, seed=1))
    ranked_by(table, "compiled")
    assert [kernel.signatures for kernel in kernels] == before


@given(
    st.lists(st.floats(1e-6, 1), min_size=1, max_size=80),
    st.integers(0, 30),
    st.integers(1, 10**6),
    st.integers(1, 10**6),
)
def test_to_walk_never_costs_more_than_to_compare_all(
    agreement: list[float], reach: int, n_seekers: int, n_partners: int
) -> None:
    costs = walk_costs(
        [[each] for each in sorted(agreement)],
        reach,
        weights=[1 + place % 3 for place in range(len(agreement))],
        usual=reach,
        n_frozen=0,
        n_seekers=n_seekers,
        n_partners=n_partners,
        is_exact=False,
        seconds=USUAL,
    )
    compared = USUAL.compared(n_seekers, n_partners)
    assert 0 < costs.of_all(reach, n_partners) <= compared * 1.01
