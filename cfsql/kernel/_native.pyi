"""The compiled module: what module.c gives. Only the module beside it calls this."""

from collections.abc import Sequence

from typing_extensions import Buffer

SOURCES: str

def instructions(name: str = ..., /) -> tuple[str, ...]: ...
def cases(
    n_words: int, n_rows: int, batches: Sequence[Sequence[Buffer]], /
) -> object: ...
def work(
    cases: object,
    layout: Buffer,
    agreement: Buffer,
    seconds: Buffer,
    n_threads: int,
    n_bytes: int,
    n_rows: int,
    seekers: Sequence[Sequence[Buffer]],
    distances: Buffer = ...,
    apart_bits: int = ...,
    /,
) -> object: ...
def open(work: object, /) -> tuple[int, int, float] | None: ...
def run(work: object, /) -> tuple[float, tuple[bytes, ...] | None] | None: ...
def stop(work: object, /) -> None: ...
def counted(work: object, /) -> tuple[bytes, ...]: ...
