"""The experiments of the paper: four protocols over samples of a table, one over
synthetic tables.

A sample is a table of its own: counterfactuals, hyperballs and class sizes are those
inside it. Many samples are worked on together; no row is ever looked at in Python.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass

from cfsql import catalog, encode
from cfsql.catalog import LoadedTable
from cfsql.datasets.registry import is_stand_in
from cfsql.engines.duckdb import Session
from cfsql.errors import WrongUse
from cfsql.load import profile
from cfsql.progress import Progress
from cfsql.queries import query

RELEVANCE = "relevance"
ON_TABLES = ("hamming", "unique", "gap", "metrics")
EXPERIMENTS = (*ON_TABLES, RELEVANCE)
ALL = "all"

ANY, REMAINING = "any", "remaining"

# Pairs of rows that are compared in one go, within the samples of some repeats.
_PAIRS_PER_BATCH = 10_000_000

# The synthetic tables: what they are called, their shapes, and how many rows of each
# are asked about. They are the first ones, and the smallest table has them as well.
SYNTHETIC = "synthetic"
N_FEATURES = 20
SIZES = (500, 1000, 2000, 5000, 10_000, 20_000)
N_RELEVANT = (2, 3, 4, 6)
LABEL_FUNCTIONS = ("sum_mod_2", "sum_mod_3", "threshold", "maximum")
N_ELEMENTS = 100


@dataclass(frozen=True)
class Protocol:
    """How samples are drawn, and how many; with `whole`, one that is the table."""

    sample: int = 1000
    repeats: int = 100
    seed: int = 0
    random: str = ANY
    whole: bool = False

    def __post_init__(self) -> None:
        """Refuse what cannot be meant."""
        for name in ("sample", "repeats"):
            number = getattr(self, name)
            if number < 1:
                raise WrongUse(f"--{name} takes a number from 1 on, not {number}")
        if self.random not in (ANY, REMAINING):
            raise WrongUse(f"--random is {ANY} or {REMAINING}, not '{self.random}'")

    def sample_of(self, table: LoadedTable) -> int:
        """The rows of a sample of this table."""
        return table.n_labelled if self.whole else min(self.sample, table.n_labelled)


@dataclass(frozen=True)
class Measurement:
    """One measure of one repeat, a row of cfsql.experiment_results."""

    experiment: str
    table_name: str
    repeat: int
    measure: str
    value: float


@dataclass(frozen=True)
class Summary:
    """A measure over all repeats, a row of cfsql.experiment_summary."""

    experiment: str
    table_name: str
    measure: str
    mean: float
    sd: float | None
    ci_low: float | None
    ci_high: float | None
    n_repeats: int
    sample_size: int
    seed: int


@dataclass(frozen=True)
class Study:
    """Experiments on one table, or on the synthetic tables."""

    name: str
    experiments: tuple[str, ...]
    sample_size: int
    n_rows: int | None = None
    n_features: int | None = None
    n_classes: int | None = None
    is_stand_in: bool = False


SYNTHETIC_STUDY = Study(SYNTHETIC, (RELEVANCE,), N_ELEMENTS, n_features=N_FEATURES)


@dataclass(frozen=True)
class Experiments:
    """What was measured, on which tables, and how."""

    protocol: Protocol
    studies: list[Study]
    measurements: list[Measurement]
    summaries: list[Summary]


def named(name: str) -> tuple[str, ...]:
    """The experiments that a name stands for."""
    if name == ALL:
        return EXPERIMENTS
    if name not in EXPERIMENTS:
        known = f"{', '.join(EXPERIMENTS)} or {ALL}"
        raise WrongUse(f"no experiment '{name}'; it is {known}")
    return (name,)


def study(
    session: Session,
    table: LoadedTable,
    experiments: tuple[str, ...],
    protocol: Protocol,
) -> Study:
    """What is looked at when a table is."""
    described = profile(session, table)
    return Study(
        name=table.name,
        experiments=experiments,
        sample_size=protocol.sample_of(table),
        n_rows=described.n_labelled,
        n_features=len(described.features),
        n_classes=len(described.classes),
        is_stand_in=is_stand_in(table.label, described.features),
    )


def on_table(
    session: Session,
    table: LoadedTable,
    experiments: Sequence[str],
    protocol: Protocol,
    progress: Progress,
) -> list[Measurement]:
    """Run protocols on samples of a table."""
    encode.bind(session, table.name)
    sample = protocol.sample_of(table)
    n_repeats = 1 if protocol.whole else protocol.repeats
    per_batch = max(1, _PAIRS_PER_BATCH // sample**2)
    firsts = range(1, n_repeats + 1, per_batch)
    found = []
    for first in progress.track(f"{table.name}: {n_repeats} repeats", firsts):
        last = min(first + per_batch - 1, n_repeats)
        with session.any_order():
            _stage_elements(session, protocol, sample, first, last)
        for experiment in experiments:
            found += [
                Measurement(experiment, table.name, *row)
                for row in session.fetch(query(f"experiment/{experiment}"))
            ]
    return found


def _stage_elements(
    session: Session, protocol: Protocol, sample: int, first: int, last: int
) -> None:
    """Stage `elements` for the samples of some repeats."""
    n_drawn = session.stage(
        query("experiment/drawn_rows"),
        sample=sample,
        seed=protocol.seed,
        first_repeat=first,
        last_repeat=last,
    )
    session.stage_shards(
        query("experiment/drawn_instances"), key="instance_id", n_rows=n_drawn
    )
    session.stage(query("experiment/distance_counts"))
    session.stage(query("experiment/nearest"))
    session.stage(query("experiment/minimal"))
    session.stage(query("experiment/centres"))
    session.stage(query("experiment/ball_parts"))
    session.stage(query("experiment/balls"))
    session.stage(query("experiment/like_counts"))
    session.stage(query("experiment/ranked_pairs"), seed=protocol.seed)
    session.stage(query("experiment/elements"), random=protocol.random)


def on_synthetic(
    session: Session, protocol: Protocol, progress: Progress
) -> list[Measurement]:
    """Run the protocol of relevance on synthetic tables of all shapes."""
    found = []
    session.stage(
        query("experiment/synthetic_outcomes"),
        sizes=list(SIZES),
        n_relevant=list(N_RELEVANT),
        label_functions=list(LABEL_FUNCTIONS),
    )
    repeats = range(1, protocol.repeats + 1)
    for repeat in progress.track(f"{SYNTHETIC}: {len(repeats)} repeats", repeats):
        with session.any_order():
            session.stage(
                query("experiment/synthetic_rows"),
                n_rows=max(SIZES),
                n_features=N_FEATURES,
                n_relevant=list(N_RELEVANT),
                sizes=list(SIZES),
                seed=protocol.seed,
                repeat=repeat,
            )
            session.stage(query("experiment/synthetic_nearest"), n_elements=N_ELEMENTS)
            session.stage(query("experiment/synthetic_minimal"))
            session.stage(query("experiment/synthetic_powers"))
        found += [
            Measurement(RELEVANCE, SYNTHETIC, repeat, *row)
            for row in session.fetch(query("experiment/relevance"))
        ]
    return found


def summarise(
    session: Session,
    protocol: Protocol,
    studies: Sequence[Study],
    found: Sequence[Measurement],
) -> Experiments:
    """Stage what was measured, and its summary; both."""
    session.stage(
        query("experiment/measurements"), measurements=[asdict(each) for each in found]
    )
    session.stage(
        query("experiment/summaries"),
        sample_sizes=[
            {"table_name": study.name, "sample_size": study.sample_size}
            for study in studies
        ],
        seed=protocol.seed,
    )
    return Experiments(
        protocol=protocol,
        studies=list(studies),
        measurements=[
            Measurement(*row)
            for row in session.fetch(query("experiment/experiment_results"))
        ],
        summaries=[
            Summary(*row)
            for row in session.fetch(query("experiment/experiment_summary"))
        ],
    )


def store(session: Session, found: Experiments) -> None:
    """Keep what `summarise` staged, in the place of earlier results."""
    with session.transaction():
        catalog.prepare(session)
        for study in found.studies:
            for experiment in study.experiments:
                catalog.forget_experiments(
                    session, study.name, experiment=experiment
                )
        for relation in catalog.EXPERIMENT_TABLES:
            session.add_rows(query(f"experiment/{relation}"), relation)
