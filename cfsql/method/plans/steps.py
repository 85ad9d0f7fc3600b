"""The steps of a run: levels of the search, and radii of the count."""

from __future__ import annotations

from dataclasses import dataclass

from cfsql.errors import WrongUse

SEARCH, COUNT = "search", "count"

# The relations that each task pairs, and what its queries call how far it looks.
SEEKERS = {SEARCH: "open_targets", COUNT: "open_centres"}
PARTNERS = {SEARCH: "candidates", COUNT: "population"}
REACH = {SEARCH: "distance", COUNT: "radius"}


@dataclass(frozen=True)
class Step:
    """One step as planned: by which plan, and its expected cost.

    `distance` is the level of a search, or the radius of a count.
    """

    task: str
    distance: int
    kind: str
    n_seekers: int
    n_joins: int
    n_pairs: int
    seconds: float
    n_blocks: int | None = None

    @property
    def reach(self) -> dict[str, int]:
        """How far the step looks, as its queries call it."""
        return {REACH[self.task]: self.distance}

    @property
    def name(self) -> str:
        """The plan in a word."""
        return self.kind if self.n_blocks is None else f"{self.kind}:{self.n_blocks}"


@dataclass(frozen=True)
class PlanChoice:
    """The plan that the user chose, or `auto`; `blocked` may say how many blocks."""

    kind: str = "auto"
    n_blocks: int | None = None

    @property
    def is_auto(self) -> bool:
        """Whether the planner chooses."""
        return self.kind == "auto"

    @classmethod
    def parse(cls, text: str, known: tuple[str, ...]) -> PlanChoice:
        """Read `auto`, one of the known plans, or `blocked:6`."""
        kind, _, number = text.partition(":")
        takes_number = kind == "blocked" and number.isdigit()
        if kind not in ("auto", *known) or (":" in text and not takes_number):
            names = ", ".join(["auto", *known])
            raise WrongUse(f"--plan is {names} or blocked:M, not '{text}'")
        if number and int(number) < 1:
            raise WrongUse("--plan blocked:M needs at least one block")
        return cls(kind, int(number) if number else None)


AUTO = PlanChoice()
