"""A disk that is full, a file that may not grow, two who write: nothing is lost."""

from __future__ import annotations

import os
import random
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.commands import run_in
from tests.support.examples import TAKES_ALL
from tests.support.refusals import FAILED, NO_DATABASE, assert_refused, contents

N_ROWS = 20_000

WRITING = {
    "load": ("load", "more.csv"),
    "replace": ("load", "more.csv", "--table", "people", "--replace"),
    "rank": ("rank", "--table", "people", "--limit", "3000"),
    "into": ("rank", "--table", "people", "--limit", "3000", "--into", "others"),
}


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a ranked table and a file to load, a few megabytes in all."""
    folder = tmp_path_factory.mktemp("prepared")
    chance = random.Random(3)
    rows = "".join(
        f"{chance.randrange(50)},{chance.randrange(50)},{chance.randrange(1000)},"
        f"{chance.choice('XYZ')}\n"
        for _ in range(N_ROWS)
    )
    for name in ("people", "more"):
        (folder / f"{name}.csv").write_text(f"a,b,c,y\n{rows}")
    assert run_in(folder, "load", "people.csv").returncode == 0
    ranked = run_in(folder, "rank", "--table", "people", "--limit", 20)
    assert ranked.returncode == 0
    return folder


def run_limited(
    folder: Path, n_bytes: int, *arguments: str
) -> subprocess.CompletedProcess[str]:
    """Run cfsql where no file may have more bytes than that."""
    resource = pytest.importorskip("resource")
    return subprocess.run(
        [sys.executable, "-m", "cfsql", *arguments, "--quiet"],
        cwd=folder,
        capture_output=True,
        text=True,
        preexec_fn=lambda: resource.setrlimit(
            resource.RLIMIT_FSIZE, (n_bytes, n_bytes)
        ),
    )


@pytest.mark.slow
@pytest.mark.parametrize("command", WRITING)
def test_a_file_that_may_not_grow_loses_nothing(
    prepared: Path, tmp_path: Path, command: str
) -> None:
    """From a log that cannot be begun to a checkpoint that fails at its end."""
    before = contents(prepared / "cfsql.duckdb")
    size = (prepared / "cfsql.duckdb").stat().st_size
    codes = set()
    some = (1000 - size, 0, 1 << 18, 1 << 22)
    for extra in (*some, *((1 << 16, 1 << 19, 1 << 20) if TAKES_ALL else ())):
        folder = tmp_path / str(extra)
        shutil.copytree(prepared, folder)

        done = run_limited(folder, size + extra, *WRITING[command])

        codes.add(done.returncode)
        after = contents(folder / "cfsql.duckdb")
        if done.returncode == 0:
            # What was committed is there, also where the checkpoint failed.
            assert after != before
        else:
            assert_refused(done, FAILED, "cfsql.duckdb", "File too large")
            assert after == before
        assert run_in(folder, "tables").returncode == 0
        shutil.rmtree(folder)
    assert codes == {0, FAILED}


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of eight megabytes, where one can be had."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=8m", "tmpfs", str(folder)]
    if not hasattr(os, "geteuid") or os.geteuid() != 0 or shutil.which("mount") is None:
        pytest.skip("only root can mount a small file system")
    if subprocess.run(mount, capture_output=True).returncode:
        pytest.skip("no file system can be mounted here")
    yield folder
    subprocess.run(["umount", "--lazy", str(folder)], check=True)


@pytest.mark.slow
@pytest.mark.parametrize("command", WRITING)
def test_a_full_disk_loses_nothing(
    prepared: Path, small_disk: Path, command: str
) -> None:
    for file in prepared.iterdir():
        shutil.copy(file, small_disk)
    before = contents(small_disk / "cfsql.duckdb")
    filler = small_disk / "filler"
    free = shutil.disk_usage(small_disk).free
    filler.write_bytes(b"x" * (free - 200_000))

    done = run_in(small_disk, *WRITING[command], "--quiet")

    assert_refused(done, FAILED, "cfsql.duckdb", "No space left on device")
    filler.unlink()
    assert contents(small_disk / "cfsql.duckdb") == before
    assert run_in(small_disk, "tables").returncode == 0


@pytest.mark.slow
def test_of_two_who_write_at_once_one_does_and_the_other_is_told_who(
    prepared: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "both"
    shutil.copytree(prepared, folder)
    both = [
        subprocess.Popen(
            [sys.executable, "-m", "cfsql", *arguments, "--quiet"],
            cwd=folder,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for arguments in (
            ("rank", "--table", "people", "--limit", "8000"),
            ("rank", "--table", "people", "--limit", "9000", "--into", "others"),
        )
    ]
    said = [process.communicate(timeout=120) for process in both]

    for process, (shown, told) in zip(both, said, strict=True):
        if process.returncode:
            done = subprocess.CompletedProcess([], process.returncode, shown, told)
            assert_refused(done, NO_DATABASE, "cfsql.duckdb is in use", "process")
    assert 0 in [process.returncode for process in both]
    assert run_in(folder, "tables").returncode == 0
