"""Made up experiments, for the tests of their figures."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from statistics import fmean, stdev

from cfsql.experiments import (
    ON_TABLES,
    RELEVANCE,
    Experiments,
    Measurement,
    Protocol,
    Study,
    Summary,
)
from cfsql.experiments.synthetic import LABEL_FUNCTIONS, SYNTHETIC
from tests.support.tables import HOSTILE

NAMES = ["hamming", "n_minimal", "unique", "gap", "metrics", "relevance"]
ODD = ('my "odd" table', "a.b[0]", "it's", "x\x01y", HOSTILE[1])


def experiments(
    tables: Sequence[str] = ("adult", "loan", "cars"),
    *,
    repeats: int = 3,
    without: Sequence[tuple[str, str]] = (),
    protocol: Protocol | None = None,
) -> Experiments:
    """Made up experiments; a table called loan is a stand-in."""
    found = [
        Measurement(experiment, table, repeat, measure, value + 0.01 * repeat)
        for place, table in enumerate(tables)
        for experiment, measures in on_table(place).items()
        for measure, value in measures.items()
        for repeat in range(1, repeats + 1)
        if (table, measure) not in without
    ]
    found += [
        Measurement(
            RELEVANCE,
            SYNTHETIC,
            repeat,
            f"relevant_share_{function}_{n_relevant}_of_{size}",
            0.7 - 0.1 * n_relevant + 0.01 * repeat,
        )
        for function in LABEL_FUNCTIONS
        for n_relevant in (2, 3)
        for size in (500, 1000)
        for repeat in range(1, repeats + 1)
    ]
    studies = [
        Study(table, tuple(ON_TABLES), 1000, repeats, 4, is_stand_in=table == "loan")
        for table in tables
    ]
    studies.append(Study(SYNTHETIC, (RELEVANCE,), 100, repeats, 20))
    return Experiments(
        protocol=protocol or Protocol(repeats=repeats, seed=7),
        studies=studies,
        measurements=found,
        summaries=list(summaries(found)),
    )


def on_table(place: int) -> dict[str, dict[str, float]]:
    """Measures of a table; the optimal one of the second is less typical."""
    return {
        "hamming": {
            **{f"at_distance_{each}": 50 - (each - 3) ** 2 for each in range(1, 5)},
            "n_minimal": 1.5 + place,
        },
        "unique": {"unique_share": 0.7 + 0.02 * (place % 10)},
        "gap": {"gap_unique": 0.4 - 0.02 * place, "gap_all": 0.3 - 0.02 * place},
        "metrics": {
            "typicality_optimal": 0.2 + 0.01 * place,
            "typicality_random": 0.15 + 0.1 * (place == 1),
            "capacity_optimal": 0.8,
            "capacity_random": 0.7,
            "universality_optimal": 0.6,
            "universality_random": 0.5,
        },
    }


def summaries(found: Sequence[Measurement]) -> Iterator[Summary]:
    """Means and spread, as the queries have them."""
    keys = dict.fromkeys(
        (each.experiment, each.table_name, each.measure) for each in found
    )
    for key in keys:
        values = [
            each.value
            for each in found
            if (each.experiment, each.table_name, each.measure) == key
        ]
        sd = stdev(values) if len(values) > 1 else None
        yield Summary(*key, fmean(values), sd, None, None, len(values), 1000, 7)
