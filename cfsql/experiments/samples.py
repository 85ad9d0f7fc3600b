"""The experiments on samples of a table."""

from __future__ import annotations

from cfsql.datasets.registry import is_stand_in
from cfsql.engines.duckdb import Session
from cfsql.engines.queries import query
from cfsql.experiments.protocol import ON_TABLES, Protocol
from cfsql.experiments.results import Measurement, Study
from cfsql.method import encode
from cfsql.progress import Progress
from cfsql.tables.catalog import LoadedTable
from cfsql.tables.profile import profile

# Pairs of rows that are compared in one go, within the samples of some repeats.
_PAIRS_PER_BATCH = 10_000_000


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
    n_minimal = 0
    found = []
    step = f"{table.name}: repeat"
    for first in progress.track(step, range(1, n_repeats + 1)):
        if first % per_batch != 1 % per_batch:
            # Done together with an earlier one.
            continue
        last = min(first + per_batch - 1, n_repeats)
        with session.any_order():
            n_minimal += _stage_elements(session, protocol, sample, first, last)
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
        has_counterfactuals=n_minimal > 0,
        is_stand_in=is_stand_in(table.label, described.features),
    )
    return studied, found


def _stage_elements(
    session: Session, protocol: Protocol, sample: int, first: int, last: int
) -> int:
    """Stage `elements` of some repeats; how many minimal counterfactuals they have."""
    n_drawn = session.stage(
        query("experiment/drawn_rows"),
        sample=sample,
        seed=protocol.seed,
        first_repeat=first,
        last_repeat=last,
    )
    session.stage_shards(
        query("experiment/drawn_instances"), key="element_id", n_rows=n_drawn
    )
    session.stage(query("experiment/distance_counts"))
    n_minimal = session.stage(query("experiment/minimal"))
    session.stage(query("experiment/ball_parts"))
    session.stage(query("experiment/balls"))
    session.stage(query("experiment/ranked_pairs"), seed=protocol.seed)
    session.stage(query("experiment/elements"), random=protocol.random)
    return n_minimal
