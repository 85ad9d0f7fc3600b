"""The explorer under attack: malformed addresses, crowds, and a long day."""

from __future__ import annotations

import gc
import re
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest

import cfsql
from cfsql.ui.app import VIEWS
from tests.support.examples import TAKES_ALL
from tests.support.ui_server import people, serving_pages
from tests.ui.reading import opened, text

# Values that are no number, no switch, no name of anything, as they are sent.
MALFORMED = (
    *("%00", "%FF", "%ED%A0%80", "%zz", "%F0%9F%92%A9", "%E2%80%AE", "%D9%A3"),
    *("-1", "1.5", "1e9", "99999999999999999999", "NaN", "nope", "null", "{}", "[]"),
    *("%27%3B+drop+table+recidivism%3B--", "%3Cscript%3E", "..%2F..%2Fetc%2Fpasswd"),
    *("%0D%0ASet-Cookie%3A+x%3D1", "a" * 3000),
)

# Parameters that take any text: what is looked for, values of a new case, and a
# condition, which is read when a case is asked about.
ANY_TEXT = ("find", "v.sex", "require")

ADDRESSES = [
    (path.replace("{table}", "recidivism"), name)
    for path, (_, accepted) in VIEWS.items()
    # Files of a list read its address as the list does.
    if "rows." not in path
    for name in (
        *accepted.once,
        *accepted.repeated,
        *(f"{each}sex" for each in (*accepted.of_columns_once, *accepted.of_columns)),
        "xyz",
    )
]


def is_a_sentence(response: httpx.Response) -> bool:
    if response.headers["content-type"].startswith("application/json"):
        said = response.json()["error"]
    else:
        said = text(response)
    return bool(re.search(r"[A-Z].{8,}[.?]", said))


# Each address is asked for some of the values in turn, or for all of them.
STEP = len(MALFORMED) if TAKES_ALL else 6
ASKED = [
    (where, name, MALFORMED[(place * STEP + n) % len(MALFORMED)])
    for place, (where, name) in enumerate(ADDRESSES)
    for n in range(STEP)
]


def test_500_malformed_parameters_are_answered_with_a_sentence(
    client: httpx.Client,
) -> None:
    assert len(ASKED) >= 500
    for where, name, value in ASKED:
        response = client.get(f"{where}?{name}={value}")
        expected = (200, 400) if name in ANY_TEXT else (400, 404)
        assert response.status_code in expected, (where, name, value)
        if response.status_code != 200:
            assert is_a_sentence(response), (where, name, value)
        assert "set-cookie" not in response.headers


def test_a_malformed_path_is_answered_with_a_sentence(client: httpx.Client) -> None:
    for value in ("", "%", *MALFORMED):
        for where in (
            f"/t/{value}/row",
            f"/t/recidivism/{value}x",
            f"/static/{value}x",
            f"/t/recidivism/row?{value}x",
            f"/t/recidivism/rows?{value}x&{value}x&=;",
        ):
            response = client.get(where, follow_redirects=True)
            assert response.status_code in (400, 404), where[:80]
            assert is_a_sentence(response), where[:80]


@pytest.mark.parametrize(
    "where",
    [
        "rows?other_value=male",
        "rows?other_label=High",
        "rows?pairs=1&distance=3",
        "rows?pairs=1&contradicted=1",
        "rows?pairs=1&feature=sex&other_value=male",
        "rows?feature=sex&value=female&from_value=male&to_value=female",
    ],
)
def test_no_filter_of_a_list_is_left_out_silently(
    client: httpx.Client, where: str
) -> None:
    response = client.get(f"/t/recidivism/{where}")
    assert response.status_code == 400
    assert is_a_sentence(response)


QUESTIONS = [
    "/",
    "/t/recidivism",
    "/t/recidivism/rows?distance=2",
    "/t/many/rows?page=3",
    "/t/wide",
    *(f"/t/recidivism/row?row={row}&freeze=age" for row in range(1, 9)),
    *(f"/t/many/row?row={row}&max_changes=4" for row in range(1, 60)),
    *(f"/t/wide/row.json?row={row}" for row in range(1, 30)),
    *(f"/t/recidivism/why?row={row}" for row in range(1, 9)),
    *(f"/t/recidivism/case?v.sex=male&v.age=a{n}&label=Med" for n in range(20)),
    "/t/recidivism/row?row=99",
    "/t/nope",
]


CROWD = 200 if TAKES_ALL else 60
IN_A_ROW = 2000 if TAKES_ALL else 400


@pytest.mark.slow
def test_a_crowd_of_requests_at_once_is_answered(path: Path) -> None:
    with serving_pages(path) as served, opened(served) as client:
        asked = [QUESTIONS[n % len(QUESTIONS)] for n in range(CROWD)]
        alone = {where: client.get(where).status_code for where in set(asked)}
    together = threading.Barrier(CROWD)

    with serving_pages(path) as served, opened(served) as client:
        cookies = dict(client.cookies)

        def ask(where: str) -> int:
            with httpx.Client(
                base_url=served.address, cookies=cookies, timeout=240
            ) as own:
                together.wait(60)
                return own.get(where).status_code

        with ThreadPoolExecutor(CROWD) as crowd:
            answers = list(crowd.map(ask, asked))
        assert answers == [alone[where] for where in asked]
        assert served.store.n_kept <= 8


def memory() -> int:
    """The bytes that this process takes."""
    pages = Path("/proc/self/statm").read_text(encoding="ascii").split()[1]
    return int(pages) * 4096


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="only Linux tells")
def test_requests_in_a_row_take_no_more_than_half_as_many_did(tmp_path: Path) -> None:
    path = tmp_path / "long.duckdb"
    with cfsql.connect(path) as database:
        table = database.load(people(), table="recidivism", label="score")
        table.rank()
        table.audit(["sex"])
    taken = []
    with serving_pages(path) as served, opened(served) as client:
        for number in range(IN_A_ROW):
            row, value = number % 8 + 1, f"v{number}"
            where = (
                f"/t/recidivism/row?row={row}&find={value}",
                f"/t/recidivism/case?v.sex={value}&v.age=%3C25&label=Med",
                f"/t/recidivism/rows?distance={number % 5 + 1}",
                f"/t/recidivism/row?row={value}",
                f"/t/recidivism?sample={value}",
            )[number % 5]
            assert client.get(where).status_code in (200, 400, 404)
            if number in (IN_A_ROW // 2 - 1, IN_A_ROW - 1):
                gc.collect()
                taken.append((memory(), threading.active_count()))
                # A thread that is still at work is none that was left behind.
                end = time.monotonic() + 15
                while taken[0][1] < threading.active_count() and time.monotonic() < end:
                    time.sleep(0.1)
                taken[-1] = (taken[-1][0], threading.active_count())
            if number % (IN_A_ROW // 4) == IN_A_ROW // 4 - 1:
                # A writer in between, once nobody has asked for a while.
                assert served.store.close_if_idle(0)
                done = subprocess.run(
                    [
                        *(sys.executable, "-m", "cfsql", "rank"),
                        *("--table", "recidivism", "--db", str(path)),
                        *("--limit", str(number % 7 + 1)),
                    ],
                    capture_output=True,
                    timeout=60,
                )
                assert done.returncode == 0, done.stderr
        assert served.store.n_kept <= 8
    (half, threads), (whole, later) = taken
    # Answers are kept up to a number that was reached before; a pool may have grown.
    assert whole - half < 30_000_000
    assert later <= threads + IN_A_ROW // 100
