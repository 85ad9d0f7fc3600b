"""The compiled module: what module.c gives. Only the module beside it calls this."""

from collections.abc import Sequence

from typing_extensions import Buffer

SOURCES: str

class Cases: ...

class Task:
    def run(self) -> tuple[float, tuple[bytes, bytes, bytes] | None]: ...

class Work:
    def open(self) -> tuple[int, int, float] | None: ...
    def task(self) -> Task | None: ...
    def stop(self) -> None: ...
    def counted(self) -> tuple[bytes, bytes, bytes, bytes]: ...

def instruction_sets() -> tuple[str, ...]: ...
def choose(name: str) -> None: ...
def cases(n_words: int, n_rows: int, batches: Sequence[Sequence[Buffer]]) -> Cases: ...
def search(
    cases: Cases,
    layout: Buffer,
    agreement: Buffer,
    seconds: Buffer,
    n_threads: int,
    n_bytes: int,
    n_rows: int,
    targets: Sequence[Sequence[Buffer]],
    distances: Buffer,
    apart_bits: int,
) -> Work: ...
def count(
    cases: Cases,
    layout: Buffer,
    agreement: Buffer,
    seconds: Buffer,
    n_threads: int,
    n_bytes: int,
    n_rows: int,
    centres: Sequence[Sequence[Buffer]],
) -> Work: ...
