"""Summaries of measurements, and storing both in the database."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict

from cfsql.engines.duckdb import Session
from cfsql.engines.queries import query
from cfsql.experiments.protocol import Protocol
from cfsql.experiments.results import Experiments, Measurement, Study, Summary
from cfsql.tables import records
from cfsql.tables.catalog import EXPERIMENT, EXPERIMENT_TABLES


def summarise(
    session: Session,
    protocol: Protocol,
    studies: Sequence[Study],
    found: Sequence[Measurement],
) -> Experiments:
    """Stage the measurements and their summaries; read both back."""
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
    """Store the staged measurements and summaries in place of earlier ones."""
    options = {
        name: value
        for name, value in asdict(found.protocol).items()
        if value is not False
    }
    with session.transaction():
        records.prepare(session)
        for study in found.studies:
            for experiment in study.experiments:
                records.forget_experiments(session, study.name, experiment=experiment)
                records.remember_result(
                    session, EXPERIMENT, experiment, study.name, options, {}
                )
        for relation in EXPERIMENT_TABLES:
            session.add_rows(query(f"experiment/{relation}"), session.cf(relation))
        for study in found.studies:
            records.remember_run(
                session,
                command="experiment",
                table=study.name,
                options={"experiments": list(study.experiments), **options},
                rows=study.sample_size * study.n_repeats,
                seconds=seconds,
            )
