"""A server of the explorer inside the tests' process, and the tables that it shows."""

from __future__ import annotations

import random
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import polars as pl
import uvicorn

import cfsql
from cfsql import example
from cfsql.speech import ENGLISH, Speech
from cfsql.ui.app import make_app
from cfsql.ui.store import Store
from tests.support.tables import HOSTILE

KEY = "the-key-of-the-tests"

# What data may hold to make a page do something, or to be taken for something else.
NASTY = (
    *HOSTILE,
    "![x](http://evil.example/x.png)",
    "{{7*7}}",
    'it\'s "quoted"',
    "a/b%2Fc",
)


@dataclass
class Served:
    """A running server."""

    address: str
    store: Store

    @property
    def link(self) -> str:
        """The address with the key, as the command prints it."""
        return f"{self.address}/?key={KEY}"


def store_of(path: Path, *, is_anonymous: bool = False) -> Store:
    """The database behind the pages."""
    return Store(
        str(path),
        lambda: cfsql.connect(path, read_only=True),
        is_anonymous=is_anonymous,
    )


@contextmanager
def serving_pages(
    path: Path,
    *,
    patience: float = 60,
    is_anonymous: bool = False,
    speech: Speech = ENGLISH,
) -> Iterator[Served]:
    """Serve the pages of a database on a free port; they wait for their answers."""
    listener = socket.socket()
    listener.bind(("127.0.0.1", 0))
    port = listener.getsockname()[1]
    store = store_of(path, is_anonymous=is_anonymous)
    app = make_app(store, key=KEY, port=port, patience=patience, speech=speech)
    config = uvicorn.Config(app, log_level="critical", ws="none")
    server = uvicorn.Server(config)
    thread = threading.Thread(
        target=server.run, kwargs={"sockets": [listener]}, daemon=True
    )
    thread.start()
    while not server.started:
        time.sleep(0.01)
    try:
        yield Served(f"http://127.0.0.1:{port}", store)
    finally:
        server.should_exit = True
        thread.join(10)
        listener.close()


def write_tables(path: Path) -> None:
    """A database with tables that are easy, many, wide, hostile and odd."""
    chance = random.Random(7)
    with cfsql.connect(path) as database:
        table = database.load(people(), table=example.NAME, label=example.LABEL)
        table.rank()
        table.audit(["sex", "race"])
        table.rank(freeze=["sex"], into="kept")
        database.load(_many(chance), table="many", label="y")
        database.load(_wide(chance), table="wide", label="y").rank(sample=60)
        database.load(
            pl.DataFrame({"a": [1, 2, 2], "y": ["p", "p", "p"]}), table="same", label=-1
        )
        database.load(_hostile(), table=NASTY[0], label=NASTY[1]).rank()
        database.load(_odd(), table="odd/name 100%", label="y", id="case no")
        database.load(_contradicted(), table="contradicted", label="loan")
        database.load(_lines(), table="lines", label="y", id="id")
        database.load(
            _binned(chance), table="binned", label="y", bins={"age": [25, 45]}
        )
        database.load(_priced(chance), table="priced", label="price")
        database.load(
            people(),
            table="declared",
            label=example.LABEL,
            immutable=["sex"],
            protected=["sex", "race"],
            only_up=["age"],
            order={"age": ["<25", "25-45", ">45"]},
        )


def _contradicted() -> pl.DataFrame:
    """Loans whose values came with both outcomes."""
    rows = [("clerk", "no"), ("clerk", "yes"), *[("cook", "no")] * 3, ("cook", "yes")]
    return pl.DataFrame(rows, schema=["job", "loan"], orient="row")


def _priced(chance: random.Random) -> pl.DataFrame:
    """Flats whose outcomes are numbers."""
    prices = [0.1, 0.2, 0.3, 1, 9, 10, 250]
    rows = [
        (chance.randrange(4), chance.choice("xyz"), chance.choice(prices))
        for _ in range(40)
    ]
    return pl.DataFrame(rows, schema=["rooms", "place", "price"], orient="row")


def people() -> pl.DataFrame:
    """The running example of the paper."""
    return pl.read_csv(example.CSV.encode())


def _many(chance: random.Random) -> pl.DataFrame:
    n_rows = 13_000
    columns: dict[str, list[str]] = {
        f"f{place}": [str(chance.randrange(place + 2)) for _ in range(n_rows)]
        for place in range(8)
    }
    return pl.DataFrame(
        columns | {"y": [chance.choice(["no", "no", "yes"]) for _ in range(n_rows)]}
    )


def _wide(chance: random.Random) -> pl.DataFrame:
    columns: dict[str, list[str | None]] = {
        f"feature {place}": [chance.choice(["a", "b", None]) for _ in range(300)]
        for place in range(26)
    }
    labels = [f"class {chance.randrange(5)}" for _ in range(300)]
    return pl.DataFrame(columns | {"y": labels})


def _hostile() -> pl.DataFrame:
    values = [*NASTY, None, NASTY[0]]
    return pl.DataFrame(
        {
            NASTY[2]: values,
            NASTY[3]: [*reversed(NASTY), NASTY[0], None],
            NASTY[7]: ["x"] * len(values),
            "{{7*7}}": [str(place % 2) for place in range(len(values))],
            NASTY[1]: [NASTY[place % 3] for place in range(len(values))],
        }
    )


def _odd() -> pl.DataFrame:
    """Text ids, features that are called like words of the statement, no label once."""
    return pl.DataFrame(
        {
            "case no": ["a-1", "b 2", "c'3", 'd"4', "e5"],
            "label": ["x", "x", "y", "y", "x"],
            "support": [1.5, None, 1.5, 2.5, 1.5],
            "distance": [True, False, True, None, True],
            "select": ["", " ", "q", "q", ""],
            "y": ["no", "yes", "yes", "no", None],
        }
    )


def _lines() -> pl.DataFrame:
    """A column whose name has two lines, and ids that are numbers as text."""
    return pl.DataFrame(
        {
            "id": ["1", "10", "20"],
            "two\nlines": ["a", "b", "b"],
            "plain": ["x", "x", "z"],
            "y": ["p", "q", "p"],
        }
    )


def _binned(chance: random.Random) -> pl.DataFrame:
    return pl.DataFrame(
        {
            "age": [chance.randrange(18, 70) for _ in range(80)],
            "sex": [chance.choice(["male", "female"]) for _ in range(80)],
            "city": [chance.choice(["A", "B", "C", None]) for _ in range(80)],
            "y": [chance.choice(["no", "yes"]) for _ in range(80)],
        }
    )
