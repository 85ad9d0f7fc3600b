"""The experiments of the paper, on samples of a table and on synthetic tables.

A sample is a table of its own: counterfactuals, hyperballs and class sizes are those
inside it. Many samples are worked on together; no row is ever looked at in Python.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from cfsql.datasets.registry import is_stand_in
from cfsql.engines.duckdb import Session
from cfsql.engines.queries import query
from cfsql.errors import WrongUse
from cfsql.method import encode
from cfsql.progress import Progress
from cfsql.tables import catalog
from cfsql.tables.catalog import LoadedTable
from cfsql.tables.load import profile

# What is measured on a table, by which query.
ON_TABLES = {
    "hamming": "experiment/hamming",
    "unique": "experiment/unique",
    "gap": "experiment/gap",
    "metrics": "experiment/metrics",
}
RELEVANCE = "relevance"
EXPERIMENTS = (*ON_TABLES, RELEVANCE)
ALL = "all"

ANY, REMAINING = "any", "remaining"

_LARGEST_SEED = 2**63 - 1

# Pairs of rows that are compared in one go, within the samples of some repeats.
_PAIRS_PER_BATCH = 10_000_000

# The synthetic tables: what they are called, their shapes, and how many rows of each
# are asked about. They are the first ones, and the smallest table has them as well.
SYNTHETIC = "synthetic"
N_FEATURES = 20
SIZES = (500, 1000, 2000, 5000, 10_000, 20_000)
N_RELEVANT = (2, 3, 4, 6)
LABEL_FUNCTIONS = ("sum_mod_2", "sum_mod_3", "threshold", "maximum")
N_ELEMENTS = 50


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
        if not -_LARGEST_SEED <= self.seed <= _LARGEST_SEED:
            raise WrongUse(f"--seed {self.seed} is too large")
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


# What was measured in a study, by the names of the measures.
Measures = dict[str, Summary]


@dataclass(frozen=True)
class Study:
    """What was looked at: samples of a table, or the synthetic tables."""

    name: str
    experiments: tuple[str, ...]
    sample_size: int
    n_repeats: int
    n_features: int
    n_rows: int | None = None
    n_classes: int | None = None
    has_counterfactuals: bool = True
    is_stand_in: bool = False

    @property
    def title(self) -> str:
        """The name, marked where the table is not the paper's."""
        return f"{self.name} (stand-in)" if self.is_stand_in else self.name

    @property
    def is_whole(self) -> bool:
        """Whether a sample is the whole table."""
        return self.n_rows == self.sample_size


@dataclass(frozen=True)
class Experiments:
    """What was measured, on which tables, and how."""

    protocol: Protocol
    studies: list[Study]
    measurements: list[Measurement]
    summaries: list[Summary]

    def write(
        self, folder: str | os.PathLike[str], *, command: Sequence[str] | None = None
    ) -> list[Path]:
        """Write Parquet files, a page, a text and, if they can be drawn, charts.

        The command is what the text says that it was made by.
        """
        from cfsql.experiments.files import write

        return write(self, Path(folder), command=command)

    def rows(self, experiment: str) -> list[tuple[Study, Measures]]:
        """The studies of an experiment, each with what was measured in it."""
        return [
            (
                study,
                {
                    each.measure: each
                    for each in self.summaries
                    if (each.experiment, each.table_name) == (experiment, study.name)
                },
            )
            for study in self.studies
            if experiment in study.experiments
        ]


def named(name: str) -> tuple[str, ...]:
    """The experiments that a name stands for."""
    if name == ALL:
        return EXPERIMENTS
    if name not in EXPERIMENTS:
        known = f"{', '.join(EXPERIMENTS)} or {ALL}"
        raise WrongUse(f"no experiment '{name}'; it is {known}")
    return (name,)


def on_table(
    session: Session,
    table: LoadedTable,
    experiments: tuple[str, ...],
    protocol: Protocol,
    progress: Progress,
) -> tuple[Study, list[Measurement]]:
    """Run protocols on samples of a table."""
    described = profile(session, table)
    encode.bind(session, table.name)
    sample = protocol.sample_of(table)
    n_repeats = 1 if protocol.whole else protocol.repeats
    per_batch = max(1, _PAIRS_PER_BATCH // sample**2)
    n_answered = 0
    found = []
    step = f"{table.name}: repeat"
    for first in progress.track(step, range(1, n_repeats + 1)):
        if first % per_batch != 1 % per_batch:
            # Done together with an earlier one.
            continue
        last = min(first + per_batch - 1, n_repeats)
        with session.any_order():
            n_answered += _stage_elements(session, protocol, sample, first, last)
        for experiment in experiments:
            found += [
                Measurement(experiment, table.name, *row)
                for row in session.fetch(query(ON_TABLES[experiment]))
            ]
    studied = Study(
        name=table.name,
        experiments=experiments,
        sample_size=sample,
        n_repeats=n_repeats,
        n_features=len(described.features),
        n_rows=described.n_labelled,
        n_classes=len(described.classes),
        has_counterfactuals=n_answered > 0,
        is_stand_in=is_stand_in(table.label, described.features),
    )
    return studied, found


def _stage_elements(
    session: Session, protocol: Protocol, sample: int, first: int, last: int
) -> int:
    """Stage `elements` for the samples of some repeats; how many are answered."""
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
    n_answered = session.stage(query("experiment/nearest"))
    session.stage(query("experiment/minimal"))
    session.stage(query("experiment/centres"))
    session.stage(query("experiment/ball_parts"))
    session.stage(query("experiment/balls"))
    session.stage(query("experiment/like_counts"))
    session.stage(query("experiment/ranked_pairs"), seed=protocol.seed)
    session.stage(query("experiment/elements"), random=protocol.random)
    return n_answered


def relevant_share(label_function: str, n_relevant: int, size: int) -> str:
    """The measure of relevance on a synthetic table."""
    return f"relevant_share_{label_function}_{n_relevant}_of_{size}"


def on_synthetic(
    session: Session, protocol: Protocol, progress: Progress
) -> tuple[Study, list[Measurement]]:
    """Run the protocol of relevance on synthetic tables of all shapes."""
    found = []
    session.stage(
        query("experiment/synthetic_outcomes"),
        sizes=list(SIZES),
        n_relevant=list(N_RELEVANT),
        label_functions=list(LABEL_FUNCTIONS),
    )
    repeats = range(1, protocol.repeats + 1)
    for repeat in progress.track(f"{SYNTHETIC}: repeat", repeats):
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
    studied = Study(
        name=SYNTHETIC,
        experiments=(RELEVANCE,),
        sample_size=N_ELEMENTS,
        n_repeats=protocol.repeats,
        n_features=N_FEATURES,
    )
    return studied, found


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
            {
                "experiment": experiment,
                "table_name": study.name,
                "sample_size": study.sample_size,
            }
            for study in studies
            for experiment in study.experiments
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


def store(session: Session, found: Experiments, seconds: float) -> None:
    """Keep what `summarise` staged, in the place of earlier results."""
    options = {
        name: value
        for name, value in asdict(found.protocol).items()
        if value is not False
    }
    with session.transaction():
        catalog.prepare(session)
        for study in found.studies:
            for experiment in study.experiments:
                catalog.forget_experiments(session, study.name, experiment=experiment)
        session.add_rows(query("experiment/experiment_results"), "experiment_results")
        session.add_rows(query("experiment/experiment_summary"), "experiment_summary")
        for study in found.studies:
            catalog.remember_run(
                session,
                command="experiment",
                table=study.name,
                options={"experiments": list(study.experiments), **options},
                rows=study.sample_size * study.n_repeats,
                seconds=seconds,
            )
