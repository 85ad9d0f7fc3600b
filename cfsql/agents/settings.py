"""What every question of an agent is answered with."""

from __future__ import annotations

from dataclasses import dataclass

# The characters of an answer: as many as a model reads with ease, and at least.
LONGEST, LEAST_LONGEST = 20_000, 2_000


@dataclass(frozen=True)
class Settings:
    """The database, and the bounds of an answer: its characters and its seconds."""

    path: str
    is_anonymous: bool = False
    seconds: float = 60.0
    longest: int = LONGEST
    threads: int | None = None
    memory_limit: str | None = None
    is_traced: bool = False
