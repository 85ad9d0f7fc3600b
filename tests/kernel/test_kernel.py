"""The kernel: the rows of plain Python, a stop when told, wrong input refused."""

from __future__ import annotations

import hashlib
import os
import random
import subprocess
import sys
from array import array
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from time import monotonic
from typing import Any

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cfsql import kernel
from tests.kernel import sanitized
from tests.kernel.problems import (
    SCAN,
    SECONDS,
    SPLIT,
    cases_of,
    check,
    counted,
    found,
    limits,
    problem,
    table_of,
    unwatched,
)
from tests.support.examples import examples

if not kernel.is_there():
    pytest.skip("the kernel is not built here", allow_module_level=True)

from cfsql.kernel import _native

FOLDER = Path(kernel.__file__).parent
MOST_BYTES = 1_000_000

SHAPES: dict[str, dict[str, int]] = {
    "one feature": {"n_features": 1, "n_rows": 60, "n_values": 40},
    "one value": {"n_features": 3, "n_rows": 60, "n_values": 1},
    "dense": {"n_features": 5, "n_rows": 300, "n_values": 3, "n_labels": 2},
    "many values": {"n_features": 4, "n_rows": 300, "n_values": 70_000},
    "many labels": {"n_features": 4, "n_rows": 200, "n_labels": 150},
    "one label": {"n_features": 4, "n_rows": 60, "n_labels": 1},
    "weights": {"n_features": 6, "n_rows": 200, "n_values": 4, "most_weight": 100},
    "many words": {"n_features": 70, "n_rows": 100, "n_values": 300},
    "many features": {
        "n_features": 5000,
        "n_rows": 20,
        "n_values": 9,
        "most_weight": 6,
    },
    "no rows": {"n_features": 3, "n_rows": 0},
}


@pytest.fixture(params=_native.instructions())
def instructions(request: pytest.FixtureRequest) -> Iterator[str]:
    """Each set of instructions that this machine has."""
    _native.instructions(request.param)
    yield request.param
    _native.instructions(_native.instructions()[0])


@pytest.mark.usefixtures("instructions")
@pytest.mark.parametrize("shape", SHAPES)
def test_pairs_and_balls_of_every_shape_are_those_of_plain_python(shape: str) -> None:
    for seconds in SECONDS:
        for seed in range(3):
            check(problem(seed, **SHAPES[shape]), limits(seconds))


@examples(1000)
@given(
    st.integers(0, 2**32 - 1),
    st.sampled_from(SECONDS),
    st.sampled_from([1, 2, 5]),
    st.sampled_from([1, 20_000, 1 << 30]),
)
def test_pairs_and_balls_are_those_of_plain_python(
    seed: int, seconds: kernel.Seconds, n_threads: int, n_bytes: int
) -> None:
    check(problem(seed), limits(seconds, n_threads, n_bytes))


def test_all_ways_to_walk_and_to_share_a_larger_table_give_the_same() -> None:
    large = problem(3, n_features=6, n_rows=4000, n_values=9, n_labels=3)
    reference = limits(SCAN, n_threads=1)
    pairs, balls = found(large, reference), counted(large, reference)
    for other in (limits(SPLIT, 3), limits(), limits(n_bytes=1)):
        assert found(large, other) == pairs
        assert counted(large, other) == balls


def test_numbers_are_read_where_they_are_whatever_their_type_and_batch() -> None:
    asked = problem(5, n_features=4, n_rows=150, n_labels=3)
    rows = sorted(asked.cases, key=lambda row: (row.label, row.weight != 1))
    table = table_of(
        asked,
        rows,
        instance_id=[row.id for row in rows],
        label_id=[row.label for row in rows],
        weight=[row.weight for row in rows],
    )
    cut = pa.concat_tables([table.slice(0, 40), table.slice(40, 0), table.slice(40)])
    place = cut.schema.get_field_index("label_id")
    narrow = cut.set_column(place, "label_id", cut["label_id"].cast(pa.int32()))
    centres = table_of(asked, rows[:9], centre_id=list(range(9)), radius=[2] * 9)
    assert narrow["weight"].num_chunks > 1
    counts = [
        [
            part.to_pylist()
            for part in kernel.Cases(each).count(
                centres, kernel.Fields(asked.fields), limits(), unwatched
            )
        ]
        for each in (table, narrow)
    ]
    assert counts[0]
    assert counts[1] == counts[0]


def large_cases(n_rows: int) -> tuple[pa.Table, kernel.Fields]:
    """Many random rows of 15 features with 16 values: a search takes many seconds."""
    fields = [
        kernel.Field(word, shift, 5, 1, 1 / 16)
        for word in (0, 1)
        for shift in range(0, 40, 5)
    ]
    mask = sum(field.low for field in fields if field.word == 0)
    chance = random.Random(1)
    words = [
        array("q", (chance.getrandbits(60) & mask for _ in range(n_rows)))
        for _ in range(2)
    ]
    arrays = [
        pa.Array.from_buffers(pa.int64(), n_rows, [None, pa.py_buffer(word)])
        for word in words
    ]
    columns = {
        "instance_id": range(n_rows),
        "centre_id": range(n_rows),
        "label_id": [2 * row // n_rows for row in range(n_rows)],
        "weight": [1] * n_rows,
        "n_wanted": [1] * n_rows,
        "radius": [9] * n_rows,
    }
    table = {name: pa.array(values, pa.int64()) for name, values in columns.items()}
    table["code"] = pa.StructArray.from_arrays(arrays, ["w0", "w1"])
    return pa.table(table), kernel.Fields(fields)


@pytest.mark.parametrize("task", ["search", "count"])
def test_work_that_is_told_to_stop_stops_within_a_moment(task: str) -> None:
    table, fields = large_cases(150_000)
    cases, ends = kernel.Cases(table), monotonic() + 0.2

    def stop() -> None:
        if monotonic() > ends:
            raise KeyboardInterrupt

    told = replace(limits(), check=stop)
    run = {
        "search": lambda: cases.search(table, fields, range(1, 17), told, unwatched),
        "count": lambda: cases.count(table, fields, told, unwatched),
    }
    with pytest.raises(KeyboardInterrupt):
        list(run[task]())
    assert monotonic() - ends < 2


def test_what_is_not_taken_to_its_end_is_let_go() -> None:
    table, fields = large_cases(60_000)
    found = kernel.Cases(table).search(table, fields, range(1, 17), limits(), unwatched)
    del found


def test_work_is_run_and_stopped_in_any_order() -> None:
    work = native_search(problem(4, n_features=5, n_rows=150, n_labels=2))
    assert _native.run(work) is None
    assert _native.open(work)
    assert _native.run(work)
    assert _native.counted(work) == (b"",) * 4
    _native.stop(work)
    while _native.run(work):
        pass
    _native.open(work)


def native_search(asked: Any, **changed: Any) -> Any:
    """A search as the border makes it, with something else in its place."""
    n_words = asked.n_words
    rows = sorted(asked.targets, key=lambda row: row.label)
    columns = [[row.id for row in rows], [row.label for row in rows], [1] * len(rows)]
    codes = table_of(asked, rows)["code"].combine_chunks().flatten()
    given: dict[str, Any] = {
        "cases": cases_of(replace(asked, asked=replace(asked.asked, apart=1)))._native,
        "layout": kernel.Fields(asked.fields).layout(n_words),
        "agreement": array("d", [0.5] * len(asked.fields)),
        "seconds": array("d", [1e-6] * 6),
        "n_threads": 2,
        "n_bytes": 1 << 20,
        "n_rows": len(rows),
        "targets": [
            [
                *(array("q", column) for column in columns),
                *(memoryview(each.buffers()[1]) for each in codes),
            ]
        ],
        "distances": array("q", range(1, len(asked.fields) + 1)),
        "apart_bits": 0,
    }
    return _native.work(*{**given, **changed}.values())


def with_numbers(of: array[int], **at: int) -> array[int]:
    """Numbers with some others at some places: `at_3=7`."""
    changed = array(of.typecode, of)
    for place, number in at.items():
        changed[int(place.removeprefix("at_"))] = number
    return changed


ASKED = problem(4, n_features=5, n_rows=150, n_values=300, n_labels=2, most_weight=1)
LAYOUT = kernel.Fields(ASKED.fields).layout(ASKED.n_words)
TARGETS = sorted(ASKED.targets, key=lambda row: row.label)
CODES = table_of(ASKED, TARGETS)["code"].combine_chunks().flatten()
WORDS = [memoryview(each.buffers()[1]) for each in CODES]
ONES = array("q", [1] * len(TARGETS))

WRONG: dict[str, dict[str, Any]] = {
    "no layout": {"layout": array("q")},
    "a layout that ends early": {"layout": LAYOUT[:-1]},
    "a layout that goes on": {"layout": LAYOUT + array("q", [0])},
    "a layout of no whole numbers": {"layout": b"1234567" * 9},
    "no feature": {"layout": with_numbers(LAYOUT, at_0=0)},
    "more features than there are": {"layout": with_numbers(LAYOUT, at_0=1 << 62)},
    "fewer features than none": {"layout": with_numbers(LAYOUT, at_0=-1)},
    "more frozen than features": {"layout": with_numbers(LAYOUT, at_1=6)},
    "more kinds than features": {"layout": with_numbers(LAYOUT, at_2=1 << 60)},
    "more directions than words": {"layout": with_numbers(LAYOUT, at_3=2)},
    "a word that is not there": {"layout": with_numbers(LAYOUT, at_4=ASKED.n_words)},
    "a word below the first": {"layout": with_numbers(LAYOUT, at_4=-1)},
    "a shift out of the word": {"layout": with_numbers(LAYOUT, at_5=63)},
    "a shift to the left": {"layout": with_numbers(LAYOUT, at_5=-1)},
    "a weight of nothing": {"layout": with_numbers(LAYOUT, at_8=0)},
    "a weight beyond all distances": {"layout": with_numbers(LAYOUT, at_8=32_767)},
    "shares of other features": {"agreement": array("d", [0.5] * 4)},
    "a share above one": {"agreement": array("d", [1.5] * 5)},
    "a share that is no number": {"agreement": array("d", [float("nan")] * 5)},
    "seconds before time": {"seconds": array("d", [-1.0] * 6)},
    "seconds without end": {"seconds": array("d", [float("inf")] * 6)},
    "other seconds": {"seconds": array("d", [1.0] * 5)},
    "no thread": {"n_threads": 0},
    "too many threads": {"n_threads": 1 << 40},
    "no memory": {"n_bytes": 0},
    "a distance of 0": {"distances": array("q", [0, 1])},
    "a distance twice": {"distances": array("q", [1, 1])},
    "a distance beyond all": {"distances": array("q", [6])},
    "half a distance": {"distances": b"1234"},
    "bits of an outcome": {"apart_bits": 22},
    "fewer rows than said": {"n_rows": len(TARGETS) + 1},
    "more rows than said": {"n_rows": len(TARGETS) - 1},
    "rows below 0": {"n_rows": -1},
    "more rows than there can be": {"n_rows": 1 << 31},
    "a column less": {"targets": [[ONES, ONES, *WORDS]]},
    "a column of another length": {"targets": [[ONES, ONES[:-1], ONES, *WORDS]]},
    "a column that is askew": {
        "targets": [[ONES, ONES, memoryview(bytes(8 * len(ONES) + 8))[1:-7], *WORDS]]
    },
    "labels that descend": {
        "targets": [[ONES, array("q", range(len(ONES), 0, -1)), ONES, *WORDS]]
    },
    "a column that is a list": {"targets": [[[1] * len(ONES), ONES, ONES, *WORDS]]},
    "no batches": {"targets": 5},
    "cases that are none": {"cases": ONES},
}


@pytest.mark.parametrize("wrong", WRONG)
def test_what_is_wrong_is_refused_at_the_border(wrong: str) -> None:
    assert _native.open(native_search(ASKED))
    with pytest.raises((ValueError, TypeError)):
        native_search(ASKED, **WRONG[wrong])


ROWS = array("q", [1, 2, 3])


@pytest.mark.parametrize(
    "given",
    [
        (0, 3, [[ROWS, ROWS, ROWS]]),
        (1 << 20, 3, [[ROWS] * 4]),
        (1, 3, [[ROWS, array("q", [3, 2, 1]), ROWS, ROWS]]),
        (1, 3, [[ROWS, array("q", [0, 0, 0]), array("q", [2, 1, 1]), ROWS]]),
        (1, 3, [[ROWS, ROWS, array("q", [1, -1, 1]), ROWS]]),
        (1, 3, [[ROWS, ROWS, array("q", [2**62, 2**62, 2]), ROWS]]),
    ],
    ids=["no words", "words", "labels", "ones", "a debt", "too heavy"],
)
def test_cases_that_are_wrong_are_refused(given: Any) -> None:
    with pytest.raises(ValueError, match=r"."):
        _native.cases(*given)


@pytest.mark.parametrize("radii", [[1, 2], [-1], [1 << 15], [1 << 40]])
def test_radii_that_are_wrong_are_refused(radii: list[int]) -> None:
    rows = ASKED.cases[: len(radii)]
    centres = table_of(ASKED, rows, centre_id=[1] * len(rows), radius=radii)
    cases = cases_of(replace(ASKED, asked=replace(ASKED.asked, apart=1)))
    with pytest.raises(ValueError, match="radii descend"):
        list(cases.count(centres, kernel.Fields(ASKED.fields), limits(), unwatched))


def test_a_missing_number_is_refused() -> None:
    table = pa.table({"instance_id": pa.array([1, None]), "label_id": [1, 2]})
    table = table.append_column("weight", pa.array([1, 1]))
    table = table.append_column("code", pa.array([{"w0": 1}, {"w0": 2}]))
    with pytest.raises(ValueError, match="missing"):
        kernel.Cases(table)


# How it is built, and found.


def test_the_module_is_built_of_the_sources_that_are_here() -> None:
    sources = sorted(FOLDER.glob("*.[ch]"))
    if not sources:
        pytest.skip("the sources are not installed")
    texts = (path.read_bytes().replace(b"\r\n", b"\n") for path in sources)
    assert hashlib.sha256(b"".join(texts)).hexdigest() == _native.SOURCES


def test_the_module_is_small() -> None:
    assert Path(_native.__file__).stat().st_size <= MOST_BYTES


def run_with(setting: str, script: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", script],
        env={**os.environ, "CFSQL_KERNEL": setting},
        capture_output=True,
        text=True,
    )


HIDDEN = "import sys; sys.modules['cfsql.kernel._native'] = None; "
ASK = "from cfsql import kernel; print(kernel.is_there())"


def test_the_kernel_is_there_unless_it_is_off_or_missing() -> None:
    assert run_with("", ASK).stdout == "True\n"
    assert run_with("off", ASK).stdout == "False\n"
    assert run_with("", HIDDEN + ASK).stdout == "False\n"
    assert run_with("required", ASK).stdout == "True\n"
    missing = run_with("required", HIDDEN + ASK)
    assert "ImportError" in missing.stderr or "ModuleNotFound" in missing.stderr


@pytest.mark.slow
def test_no_problem_breaks_the_kernel_under_sanitizers() -> None:
    if sanitized.missing():
        pytest.skip(sanitized.missing())
    done = sanitized.run(seconds=30)
    assert done.returncode == 0, done.stdout[-6000:]
    tried = int(done.stdout.splitlines()[-1].removesuffix(" problems"))
    assert tried > 20
