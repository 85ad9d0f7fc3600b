"""The experiments of the paper, on samples of a table and on synthetic tables.

A sample is a table of its own: counterfactuals, hyperballs and class sizes are those
inside it. Many samples are worked on together; no row is ever looked at in Python.
"""

from cfsql.experiments.protocol import (
    ANY,
    EXPERIMENTS,
    ON_TABLES,
    RELEVANCE,
    REMAINING,
    Protocol,
    named,
)
from cfsql.experiments.results import Experiments, Measurement, Study, Summary
from cfsql.experiments.samples import on_table
from cfsql.experiments.stored import store, summarise
from cfsql.experiments.synthetic import on_synthetic
from cfsql.options import ALL

__all__ = [
    "ALL",
    "ANY",
    "EXPERIMENTS",
    "ON_TABLES",
    "RELEVANCE",
    "REMAINING",
    "Experiments",
    "Measurement",
    "Protocol",
    "Study",
    "Summary",
    "named",
    "on_synthetic",
    "on_table",
    "store",
    "summarise",
]
