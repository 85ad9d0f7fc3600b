"""Which way is cheapest: the planner counts before it spends.

For each level of the search and each radius of hyperballs it weighs a blocked join
(with the exact number of pairs that the join would look at), a scan of every pair, one
by one or in slices of many rows, and, for hyperballs, counting without pairs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import comb

from cfsql.engines import Engine
from cfsql.engines.queries import query
from cfsql.errors import WrongUse
from cfsql.method.packing import Field
from cfsql.method.plans.blocks import Block, choices, partition
from cfsql.method.plans.costs import TIMED_PAIRS, Costs, measured
from cfsql.method.plans.sliced import Slices

KINDS = ("auto", "scan", "sliced", "blocked", "counted")

# Pairs that one statement of a scan compares: enough to keep the cores busy, few
# enough for progress to move.
PAIRS_PER_BATCH = 400_000_000
# Below this many pairs hyperballs of one radius are counted, and below that many all
# hyperballs, or all counterfactuals found, before a plan is made.
_FEW_PAIRS, _MANY_PAIRS = 20_000_000, 100_000_000
# Of what the best plan so far would cost, the share that looking for a better one may.
_PLANNING_SHARE = 0.2
# Seconds: a step that takes no longer is not worth another thought.
_QUICK = 0.1
# Joins, or sets of features, that one step may go through.
_MOST_SETS = 20_000

# The relations that a task looks for pairs of.
_SEEKERS = {"search": "open_targets", "count": "open_centres"}
_PARTNERS = {"search": "candidates", "count": "population"}


@dataclass(frozen=True)
class Step:
    """One step as planned: how, and what it is expected to cost."""

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
        return {"distance" if self.task == "search" else "radius": self.distance}

    @property
    def name(self) -> str:
        """The plan in a word."""
        return self.kind if self.n_blocks is None else f"{self.kind}:{self.n_blocks}"


@dataclass(frozen=True)
class Wish:
    """What the user wants: a kind of plan, and for `blocked` how many blocks."""

    kind: str = "auto"
    n_blocks: int | None = None

    @classmethod
    def parse(cls, text: str) -> Wish:
        """Read `auto`, `scan`, `sliced`, `blocked`, `blocked:6` or `counted`."""
        kind, _, number = text.partition(":")
        counts = kind == "blocked" and number.isdigit()
        if kind not in KINDS or (":" in text and not counts):
            raise WrongUse(
                "--plan is auto, scan, sliced, blocked, blocked:M or counted, "
                f"not '{text}'"
            )
        if number and int(number) < 1:
            raise WrongUse("--plan blocked:M needs at least one block")
        return cls(kind, int(number) if number else None)


AUTO = Wish()


class Planner:
    """Plans the steps of one run on one table."""

    def __init__(
        self,
        session: Engine,
        fields: Sequence[Field],
        *,
        n_instances: int,
        wish: Wish,
        frozen: Block = (),
        has_condition: bool = False,
        is_free: bool = True,
    ) -> None:
        """Take the table at hand; `population` must be staged.

        What is frozen, and a condition over both rows, are for the search alone. It
        is free when every instance may be a counterfactual.
        """
        self.session = session
        self.n_instances = n_instances
        self.wish = wish
        self.frozen = frozen
        self.has_condition = has_condition
        # The instances that the search looks through.
        self.n_candidates = n_instances
        self.all_fields = list(fields)
        self.free_fields = [field for field in fields if field not in frozen]
        values = session.fetch(query("encode/feature_values"))
        self.agreement = {feature_id: agreement for feature_id, _, agreement in values}
        self.costs = Costs(**session.stated_costs())
        n_in_all, n_like_pairs = session.fetch_one(query("plan/like_pairs"))
        self.unlike_share = 1 - float(n_like_pairs) / float(n_in_all) ** 2
        self.slices = self.search_slices = Slices(session, self.all_fields)
        if not is_free:
            self.search_slices = Slices(session, self.all_fields, "candidates")
            self.slices.rival = self.search_slices
            self.search_slices.rival = self.slices
        # How many seekers each of those staged stands for.
        self.scale = 1.0
        self._is_calibrated = not session.can_be_timed
        # The radius up to which sets of features are grouped by in any case.
        self._counted_to = -1
        # What was counted for the step at hand, by the features of the key: all pairs,
        # and those that share one key.
        self._n_candidates: dict[Block, tuple[int, int]] = {}

    def look_through(self, n_candidates: int) -> None:
        """Take note of other candidates, which are not sliced yet."""
        self.n_candidates = n_candidates
        if self.search_slices is not self.slices:
            self.search_slices.n_sliced = None

    def fields(self, task: str) -> list[Field]:
        """The features that may differ."""
        return self.free_fields if task == "search" else self.all_fields

    def key(self, task: str) -> Block:
        """The features that are part of every key."""
        return self.frozen if task == "search" else ()

    # Planning.

    def search_step(self, distance: int, n_targets: int) -> Step:
        """How to find the counterfactuals at a distance, or at all from there on."""
        return self._step("search", distance, n_targets)

    def count_steps(
        self, radii: Mapping[int, int], open_centres: Callable[[list[int], int], None]
    ) -> Iterator[Step]:
        """How to count the hyperballs, given how many centres have which radius.

        Before each step the centres of some radii, so many, are opened.
        """
        largest = max(radii, default=0)
        counted: dict[int, Step] = {}
        for radius, n_centres in radii.items():
            open_centres([radius], n_centres)
            step = self._step("count", radius, n_centres)
            left = [further for further in radii if further >= radius]
            n_left = sum(radii[further] for further in left)
            rest = self._sliced(self._scan("count", largest, n_left))
            if radius < largest and self._is_better(rest, step):
                open_centres(left, n_left)
                yield rest
                break
            if step.kind == "counted":
                counted[radius] = step
                self._counted_to = radius
            else:
                yield step
        if counted:
            # The rows are grouped once for all of these.
            n_centres = sum(step.n_seekers for step in counted.values())
            seconds = sum(step.seconds for step in counted.values())
            open_centres(list(counted), n_centres)
            last = counted[max(counted)]
            yield replace(last, n_seekers=n_centres, seconds=seconds)

    def _is_better(self, rest: Step, step: Step) -> bool:
        """Whether to count this and all larger hyperballs in slices at once.

        Slices cost the same however large the hyperballs are, and joins more for
        larger ones. From a scan, or from a few, nothing follows for many.
        """
        if self.wish.kind != "auto" or step.kind == "sliced":
            return step.kind == "sliced"
        if rest.n_pairs >= _MANY_PAIRS and (
            step.kind == "scan" or step.seconds < _QUICK
        ):
            return False
        return rest.seconds <= step.seconds * rest.n_seekers / step.n_seekers

    def _step(self, task: str, distance: int, n_seekers: int) -> Step:
        step = self._chosen(task, distance, n_seekers)
        most = self.session.most_scanned_pairs
        if most is not None and step.kind == "scan" and step.n_pairs > most:
            raise WrongUse(_hopeless(step, most))
        return step

    def _chosen(self, task: str, distance: int, n_seekers: int) -> Step:
        """The best step by the costs known; these are measured if it takes long."""
        self._n_candidates.clear()
        self.bind(task)
        if self.wish.kind == "auto":
            scan = self._scan(task, distance, n_seekers)
            sliced = self._sliced(scan)
            if sliced.n_pairs < (_MANY_PAIRS if task == "search" else _FEW_PAIRS):
                return min(scan, sliced, key=lambda step: step.seconds)
        step = self._best(task, distance, n_seekers)
        if step.seconds > _QUICK and not self._is_calibrated:
            self._is_calibrated = True
            self.costs = measured(
                self.session,
                self.all_fields,
                self.agreement,
                n_instances=self.n_instances,
                slices=self.slices,
            )
            self.bind(task)
            step = self._best(task, distance, n_seekers)
        return step

    def bind(self, task: str) -> None:
        """Let queries read what is compared with what."""
        self.session.bind("seekers", _SEEKERS[task])
        self.session.bind("partners", _PARTNERS[task])

    def _best(self, task: str, distance: int, n_seekers: int) -> Step:
        scan = self._scan(task, distance, n_seekers)
        sliced = self._sliced(scan)
        counted = self._counted(distance, n_seekers) if task == "count" else None
        plans = {"scan": scan, "sliced": sliced, "counted": counted}
        wished = plans.get(self.wish.kind)
        if wished is not None:
            return wished
        if not self.fields(task):
            return scan
        best: Step | None = None
        if self.wish.kind == "auto":
            best = min([sliced, counted or sliced], key=lambda step: step.seconds)
        for n_blocks in self._block_counts(task, distance):
            if best is not None and best.seconds < _QUICK:
                break
            step = self._blocked(scan, n_blocks, best)
            if step is not None and (best is None or step.seconds < best.seconds):
                best = step
        return best or scan

    def _block_counts(self, task: str, distance: int) -> Iterator[int]:
        """The numbers of blocks worth a thought, fewest first."""
        n_features = len(self.fields(task))
        fewest = min(distance + 1, n_features)
        wished = self.wish.n_blocks
        if wished is None:
            yield from range(fewest, n_features + 1)
            return
        n_blocks = min(max(wished, fewest), n_features)
        yield n_blocks if comb(n_blocks, distance) <= _MOST_SETS else fewest

    def _scan(self, task: str, distance: int, n_seekers: int) -> Step:
        # A search takes two: how far the nearest is, then which they are.
        passes = 2 if task == "search" else 1
        n_pairs = passes * n_seekers * self.n_instances
        pair = self.costs.scanned_pair
        if task == "search":
            n_pairs = passes * n_seekers * self.n_candidates
            if self.frozen:
                # A join on what is frozen.
                n_rows = n_seekers + self.n_candidates
                (n_agreeing,) = self._count_candidates([self.frozen], n_rows)
                n_pairs = passes * round(self.scale * n_agreeing)
                pair = max(pair, self.costs.candidate(task))
        seconds = n_pairs * pair
        return Step(task, distance, "scan", n_seekers, passes, n_pairs, seconds)

    def _sliced(self, scan: Step) -> Step:
        """The same in slices, which compare everything with everything.

        Where pairs must agree on something, or satisfy a condition, there are none,
        nor on an engine without them.
        """
        if scan.task == "search" and (self.frozen or self.has_condition):
            return scan
        if "sliced" not in self.session.plans:
            return scan
        share = self.unlike_share if scan.task == "search" else 1.0
        n_pairs = round(scan.n_pairs * share)
        n_statements = scan.n_joins * (1 + n_pairs // PAIRS_PER_BATCH)
        seconds = n_pairs * self.costs.sliced_pair
        seconds += n_statements * self.costs.sliced_statement
        slices = self.search_slices if scan.task == "search" else self.slices
        if slices.n_sliced != self.n_instances:
            seconds += self.n_instances * self.costs.sliced_instance
        return replace(scan, kind="sliced", n_pairs=n_pairs, seconds=seconds)

    def _counted(self, radius: int, n_centres: int) -> Step | None:
        n_features = len(self.all_fields)
        n_sets = sum(comb(n_features, dropped) for dropped in range(radius + 1))
        if n_sets > _MOST_SETS:
            return None
        n_grouped = sum(
            comb(n_features, dropped) for dropped in range(self._counted_to + 1)
        )
        per_grouping = self.costs.statement + self.n_instances * self.costs.grouped_row
        # What is found for a centre is joined, written, and added up with the others.
        per_centre = self.costs.joined_row + 2 * self.costs.grouped_row
        seconds = (n_sets - n_grouped) * per_grouping + n_sets * n_centres * per_centre
        return Step("count", radius, "counted", n_centres, n_sets, 0, seconds)

    def _blocked(self, scan: Step, n_blocks: int, best: Step | None) -> Step | None:
        """A blocked join with its exact candidates; None when it cannot be best."""
        n_dropped = min(scan.distance, n_blocks)
        n_joins = comb(n_blocks, n_dropped)
        n_partners = self.n_candidates if scan.task == "search" else self.n_instances
        n_rows = scan.n_seekers + n_partners
        per_join = self.costs.statement + n_rows * self.costs.joined_row
        overhead = n_joins * per_join
        if best is not None and overhead > _PLANNING_SHARE * best.seconds:
            return None
        n_candidates, seconds = 0, overhead
        blocks = partition(self.fields(scan.task), self.agreement, n_blocks)
        keys = [
            choice.kept
            for choice in choices(blocks, n_dropped, frozen=self.key(scan.task))
        ]
        for counted in self._count_candidates(keys, n_rows):
            n_candidates += round(self.scale * counted)
            seconds = overhead + n_candidates * self.costs.candidate(scan.task)
            if best is not None and seconds >= best.seconds:
                return None
        return replace(
            scan,
            kind="blocked",
            n_joins=n_joins,
            n_pairs=n_candidates,
            seconds=seconds,
            n_blocks=n_blocks,
        )

    def _count_candidates(self, keys: Sequence[Block], n_rows: int) -> Iterator[int]:
        """The pairs that a join of so many rows on each key would look at."""
        n_at_once = self.session.joins_at_once(n_rows)
        for first in range(0, len(keys), n_at_once):
            counted = keys[first : first + n_at_once]
            new = [key for key in counted if key not in self._n_candidates]
            if new:
                counts = self.session.count_pairs(new)
                self._n_candidates.update(zip(new, counts, strict=True))
            for key in counted:
                yield self._n_candidates[key][0]

    def n_of_one_key(self, keys: Iterable[Block]) -> int:
        """Of the pairs that were counted for some joins, the most that share values."""
        return max(self._n_candidates.get(key, (0, 0))[1] for key in keys)

    # What things cost here.

    def observe(self, step: Step, seconds: float) -> None:
        """Learn from a step that was run, where the engine can be timed."""
        if step.n_pairs < TIMED_PAIRS or not self.session.can_be_timed:
            return
        if step.kind == "scan":
            self.costs = replace(self.costs, scanned_pair=seconds / step.n_pairs)
        elif step.kind == "blocked":
            overhead = step.seconds - step.n_pairs * self.costs.candidate(step.task)
            candidate = max(seconds - overhead, seconds / 4) / step.n_pairs
            self.costs = self.costs.with_candidate(step.task, candidate)


def _hopeless(step: Step, most: int) -> str:
    """Why a scan is refused, and what to do instead."""
    what = "rows" if step.task == "search" else "hyperballs"
    instead = (
        "--max-changes, --limit or --sample make it smaller"
        if step.task == "search"
        else "--plan counted or blocked count them without, and --max-changes, --limit "
        "or --sample make it smaller"
    )
    return (
        f"to compare {step.n_seekers:,} {what} with every other is "
        f"{step.n_pairs:.0e} pairs, and more than {most:.0e} would never end: {instead}"
    )
