"""One bar for a whole command, gone when something else is printed."""

from __future__ import annotations

import itertools
import time

import pytest

from cfsql.cli import output
from cfsql.cli.progress_bar import ProgressBar, clock
from cfsql.progress import Part


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What the bar shows, when each look at the clock is a second after the last."""
    lines: list[str] = []
    seconds = map(float, itertools.count())
    monkeypatch.setattr(time, "monotonic", lambda: next(seconds))
    monkeypatch.setattr("cfsql.cli.progress_bar.draw", lines.append)
    return lines


def shares(lines: list[str]) -> list[int]:
    return [int(line.split("%")[0].split()[-1]) for line in lines]


def test_the_bar_never_goes_back_and_ends_full(drawn: list[str]) -> None:
    bar = ProgressBar()
    for until in (0.3, 0.2, 0.9):
        list(bar.track("search", range(4), until=until))
    list(bar.track("count", range(4)))
    assert shares(drawn) == sorted(shares(drawn))
    assert shares(drawn)[-1] == 100


def test_the_time_left_is_that_of_the_whole_command(drawn: list[str]) -> None:
    list(ProgressBar().track("search", range(2), until=0.1))
    # A second for each of two drawings, then 95% of the way to go.
    assert "about 0:38 left  search" in drawn[1]


def test_a_part_is_a_share_of_the_whole(drawn: list[str]) -> None:
    bar = ProgressBar()
    list(Part(bar, 0, 0.5).track("first", range(1)))
    list(Part(bar, 0.5, 1).track("second", range(1), until=0.5))
    assert shares(drawn) == [0, 50, 50, 75]


def test_what_is_printed_takes_the_bar_away(
    capsys: pytest.CaptureFixture[str],
) -> None:
    output.draw("━━──  50%")
    output.say("done")
    output.say("and more")
    assert capsys.readouterr().err == (
        "\r\x1b[K━━──  50%\r\x1b[Kcfsql: done\ncfsql: and more\n"
    )


def test_a_time_is_told_as_on_a_clock() -> None:
    assert [clock(each) for each in (5, 65, 7384)] == ["0:05", "1:05", "2:03:04"]
