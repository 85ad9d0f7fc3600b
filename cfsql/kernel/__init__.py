"""The native kernel: searches and counts over packed rows, in machine code.

This module is the whole border with the C beside it. It gives Arrow's buffers in, takes
bytes back, and runs the tasks in threads. Whether the kernel is there, `is_there` says:
it is built where a C compiler is, and without it SQL does the work.

CFSQL_KERNEL=off forgets the kernel; CFSQL_KERNEL=required makes a missing one an error.
"""

from __future__ import annotations

import os
from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import astuple, dataclass, field
from importlib import import_module
from itertools import compress
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    import pyarrow as pa

Result = TypeVar("Result")

# Tasks that wait for a thread to take them, for each thread.
_WAITING = 3

# How often whoever waits looks whether to stop, in seconds.
_LOOK = 0.1

# The greatest distance, and the features that groups are split by: as in kernel.h.
FURTHEST = 32_767
_MOST_SPLITS = 64

# Pairs that are given back at a time.
_PAIRS_AT_ONCE = 250_000


@dataclass(frozen=True)
class Seconds:
    """What things cost on one core, measured: see docs/decisions.md.

    To split a group and a row of it; a seeker that is compared in a group, and a word
    of a pair; the same where the nearest are looked for; the least task for a thread.
    """

    split: float = 1.5e-6
    row: float = 2.5e-9
    seeker: float = 6e-8
    pair: float = 1e-10
    scanned: float = 1.5e-10
    task: float = 2e-3


@dataclass(frozen=True)
class Field:
    """A feature: where it is in the words, its weight, and how often rows agree on it.

    The place is that of cfsql/method/packing.py: codes, and a bit above them.
    """

    word: int
    shift: int
    n_bits: int
    weight: int
    agreement: float

    @property
    def flag(self) -> int:
        """The top bit of the field."""
        return 1 << (self.shift + self.n_bits - 1)

    @property
    def low(self) -> int:
        """All bits of the field but its top one."""
        return self.flag - (1 << self.shift)


@dataclass(frozen=True)
class Fields:
    """Features, frozen ones first; and by word, the bits that decide directions."""

    fields: Sequence[Field]
    n_frozen: int = 0
    directions: Mapping[int, tuple[int, int, int, int]] = field(default_factory=dict)

    def layout(self, n_words: int) -> array[int]:
        """The numbers that the kernel is given: see Layout in kernel.h."""
        fields, words = self.fields, range(n_words)
        kinds = sorted({each.weight for each in fields if each.weight > 1})
        numbers = [len(fields), self.n_frozen, len(kinds), int(bool(self.directions))]
        for each in fields:
            values = (each.low or each.flag) >> each.shift
            numbers += [each.word, each.shift, values, each.flag, each.weight, 0]
        numbers += _by_word(((each.word, each.low) for each in fields), words)
        flags = [(each.word, each.flag) for each in fields]
        numbers += _by_word(flags, words)
        for place in range(min(len(fields), _MOST_SPLITS) + 1):
            numbers += _by_word(flags[: max(place, self.n_frozen)], words)
        numbers += [weight - 1 for weight in kinds]
        for kind in kinds:
            heavy = (each.weight == kind for each in fields)
            numbers += _by_word(compress(flags, heavy), words)
        for word in words if self.directions else ():
            numbers += self.directions.get(word, (0, 0, 0, 0))
        return array("q", numbers)


@dataclass(frozen=True)
class Limits:
    """What may be used, and who is told: `check` is called now and then, and raises."""

    n_threads: int
    n_bytes: int
    check: Callable[[], None]
    seconds: Seconds = Seconds()


# Told how far a step is: called with a distance, how many seekers it is for and the
# seconds that it should take, it gives a function to call with seconds that are done.
Watch = Callable[[int, int, float], Callable[[float], None]]


def wanted() -> str:
    """What CFSQL_KERNEL asks for: off, required, or nothing."""
    return os.environ.get("CFSQL_KERNEL", "")


def is_there() -> bool:
    """Whether the kernel is built for this machine, and wanted."""
    if wanted() == "off":
        return False
    try:
        _module()
    except ImportError:
        if wanted() == "required":
            raise
        return False
    return True


def missing() -> str:
    """Why the kernel is not there, and what to do."""
    if wanted() == "off":
        return "it is off by CFSQL_KERNEL=off"
    return "it is not built here; install cfsql again where there is a C compiler"


def _module() -> Any:
    """The compiled module, looked up each time: a test may hide it."""
    return import_module("cfsql.kernel._native")


class Cases:
    """Rows that others are compared with, in the kernel's order."""

    def __init__(self, table: pa.Table) -> None:
        """Read instances with `instance_id`, `label_id`, `weight` and `code`."""
        self.n_words: int = table.schema.field("code").type.num_fields
        columns = ("instance_id", "label_id", "weight")
        batches = _batches(table, columns)
        self._native = _module().cases(self.n_words, table.num_rows, batches)

    def search(
        self,
        targets: pa.Table,
        fields: Fields,
        distances: Sequence[int],
        limits: Limits,
        watch: Watch,
        *,
        apart_bits: int = 0,
    ) -> Iterator[pa.Table]:
        """The pairs at the nearest of some distances of each target, some at a time.

        Targets have `instance_id`, `label_id`, `n_wanted` and `code`.
        """
        columns = ("instance_id", "label_id", "n_wanted")
        asked = (*self._asked(fields, limits), targets.num_rows)
        batches = _batches(targets, columns)
        work = _module().work(*asked, batches, array("q", distances), apart_bits)
        names = ("from_id", "to_id", "distance")
        parts: list[Sequence[bytes]] = []
        found: Sequence[bytes]
        for found in _results(work, limits, watch):
            parts.append(found)
            if sum(len(columns[0]) for columns in parts) >= 8 * _PAIRS_AT_ONCE:
                yield _table(names, parts)
                parts = []
        if parts:
            yield _table(names, parts)

    def count(
        self, centres: pa.Table, fields: Fields, limits: Limits, watch: Watch
    ) -> Iterator[pa.Table]:
        """The rows around each centre by distance and label, some centres at a time.

        Centres have `centre_id`, `radius` and `code`.
        """
        asked = (*self._asked(fields, limits), centres.num_rows)
        work = _module().work(*asked, _batches(centres, ("centre_id", "radius")))
        for counted in _results(work, limits, watch, _module().counted):
            yield _table(("centre_id", "distance", "label_id", "n_rows"), [counted])

    def _asked(self, fields: Fields, limits: Limits) -> tuple[Any, ...]:
        """What a search and a count are given, but for who seeks."""
        return (
            self._native,
            fields.layout(self.n_words),
            array("d", [min(1.0, field.agreement) for field in fields.fields]),
            array("d", astuple(limits.seconds)),
            limits.n_threads,
            limits.n_bytes,
        )


def _results(
    work: object,
    limits: Limits,
    watch: Watch,
    after: Callable[[object], Result] | None = None,
) -> Iterator[Result]:
    """What the tasks of all levels found; or what is there after each level."""
    with _Crew(work, limits) as crew:
        while level := crew.opened():
            note = watch(*level)
            for seconds, found in crew.tasks():
                note(seconds)
                if found is not None:
                    yield found
            if after:
                yield after(work)


class _Crew:
    """Threads that take tasks one by one, and stop when they are told to.

    The thread that waits for them looks now and then whether to stop.
    """

    def __init__(self, work: object, limits: Limits) -> None:
        self._native, self._work, self._limits = _module(), work, limits
        self._pool = ThreadPoolExecutor(limits.n_threads)

    def __enter__(self) -> _Crew:
        return self

    def __exit__(self, *_: object) -> None:
        self._native.stop(self._work)
        self._pool.shutdown(cancel_futures=True)

    def _done(self, futures: Iterable[Future[Any]]) -> set[Future[Any]]:
        """Those that are done, at least one of them."""
        while True:
            done, _ = wait(futures, _LOOK, FIRST_COMPLETED)
            self._limits.check()
            if done:
                return done

    def opened(self) -> tuple[int, int, float] | None:
        """The distance, seekers and seconds of the next level, if there is one."""
        (future,) = self._done([self._pool.submit(self._native.open, self._work)])
        level: tuple[int, int, float] | None = future.result()
        return level

    def tasks(self) -> Iterator[tuple[float, Any]]:
        """The seconds of each task of a level, and what it has found, as it is done."""

        def more() -> Future[Any]:
            return self._pool.submit(self._native.run, self._work)

        running = {more() for _ in range(self._limits.n_threads * (1 + _WAITING))}
        while running:
            done = self._done(running)
            running -= done
            for future in done:
                if result := future.result():
                    running.add(more())
                    yield result


def _by_word(bits: Iterable[tuple[int, int]], words: range) -> list[int]:
    """Bits that are given with their words, put together."""
    found = [0 for _ in words]
    for word, some in bits:
        found[word] |= some
    return found


# Arrow's buffers as the kernel takes them, and back.


def _batches(table: pa.Table, columns: Sequence[str]) -> list[list[memoryview]]:
    """The columns and the words of codes, of each batch, as numbers of 64 bits."""
    batches = []
    for batch in table.to_batches():
        if batch.num_rows:
            code = batch.column("code")
            words = [f"w{word}" for word in range(code.type.num_fields)]
            places = [code.type.get_field_index(word) for word in words]
            flat = code.flatten()
            arrays = [batch.column(name) for name in columns]
            batches.append(
                [_numbers(each) for each in arrays + [flat[n] for n in places]]
            )
    return batches


def _numbers(values: pa.Array) -> memoryview:
    """The numbers of an array where they are; as copies, if they have other types."""
    import pyarrow as pa

    if values.null_count:
        raise ValueError("a number is missing")
    if values.type != pa.int64():
        values = values.cast(pa.int64())
    whole = memoryview(values.buffers()[1])
    return whole[8 * values.offset : 8 * (values.offset + len(values))]


def _table(names: Sequence[str], parts: Sequence[Sequence[bytes]]) -> pa.Table:
    """Columns of bytes as numbers, without copies."""
    import pyarrow as pa

    def column(place: int) -> pa.ChunkedArray:
        buffers = [pa.py_buffer(part[place]) for part in parts]
        return pa.chunked_array(
            [
                pa.Array.from_buffers(pa.int64(), buffer.size // 8, [None, buffer])
                for buffer in buffers
            ],
            pa.int64(),
        )

    return pa.table({name: column(place) for place, name in enumerate(names)})
