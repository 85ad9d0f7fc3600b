"""The experiment on synthetic tables, whose relevant features are known."""

from __future__ import annotations

from cfsql.engines.duckdb import Session
from cfsql.engines.queries import query
from cfsql.experiments.protocol import RELEVANCE, Protocol
from cfsql.experiments.results import Measurement, Study
from cfsql.progress import Progress

# The synthetic tables: what they are called, their shapes, and how many rows of each
# are asked about. They are the first ones, and the smallest table has them as well.
SYNTHETIC = "synthetic"
N_FEATURES = 20
SIZES = (500, 1000, 2000, 5000, 10_000, 20_000)
N_RELEVANT = (2, 3, 4, 6)
LABEL_FUNCTIONS = ("sum_mod_2", "sum_mod_3", "threshold", "maximum")
N_ELEMENTS = 50


def relevant_share(label_function: str, n_relevant: int, size: int) -> str:
    """The measure of relevance on a synthetic table."""
    return f"relevant_share_{label_function}_{n_relevant}_of_{size}"


def on_synthetic(
    session: Session, protocol: Protocol, progress: Progress
) -> tuple[Study, list[Measurement]]:
    """Run the protocol of relevance on synthetic tables of all shapes."""
    found = []
    session.stage(
        query("relevance/synthetic_outcomes"),
        sizes=list(SIZES),
        n_relevant=list(N_RELEVANT),
        label_functions=list(LABEL_FUNCTIONS),
    )
    repeats = range(1, protocol.repeats + 1)
    for repeat in progress.track(f"{SYNTHETIC}: repeat", repeats):
        with session.any_order():
            session.stage(
                query("relevance/synthetic_rows"),
                n_rows=max(SIZES),
                n_features=N_FEATURES,
                n_relevant=list(N_RELEVANT),
                sizes=list(SIZES),
                seed=protocol.seed,
                repeat=repeat,
            )
            session.stage(query("relevance/synthetic_nearest"), n_elements=N_ELEMENTS)
            session.stage(query("relevance/synthetic_minimal"))
            session.stage(query("relevance/synthetic_powers"))
        found += [
            Measurement(RELEVANCE, SYNTHETIC, repeat, *row)
            for row in session.fetch(query("relevance/relevance"))
        ]
    studied = Study(
        name=SYNTHETIC,
        experiments=(RELEVANCE,),
        sample_size=N_ELEMENTS,
        n_repeats=protocol.repeats,
        n_features=N_FEATURES,
    )
    return studied, found
