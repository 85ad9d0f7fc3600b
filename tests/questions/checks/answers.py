"""Answers that are right, and rows to put in their place."""

from __future__ import annotations

import polars as pl

import cfsql
import cfsql.questions.check
from cfsql.engines.duckdb import Session
from cfsql.engines.queries import generated, parse, queries, query
from cfsql.method.selection import Selection
from cfsql.progress import Silent
from cfsql.questions.check import check

CHECKS = [each.name for each in queries("checks")]
# Row 1 is nearest to 2, and differs from row 4 in all features.
TWO_CLASSES = pl.DataFrame(
    {
        "f": ["x", "x", "y", "y"],
        "g": ["x", "y", "x", "y"],
        "y": ["p", "q", "p", "q"],
    }
)
ONE_CLASS = TWO_CLASSES.with_columns(y=pl.lit("p"))
# All that can be wrong with answers, as rows in the place of others.
DOCTORED = ("ranked", "summary", "factual", "half_pairs")
(OUTCOME,) = parse(
    "tests", "-- fetch: outcome\n-- grain:  one row per offence\nfrom outcome"
).values()


class Checked:
    """The answers of all rows of a table, which hold, and what the checks read."""

    def __init__(self, session: Session, table: cfsql.Table) -> None:
        """Stage the answers and check them."""
        assert check(session, table.facts, Selection(), Silent()).hold
        self.session = session
        for relation in DOCTORED:
            session.bind(f"right_{relation}", relation)

    def offending(self, **wrong: str) -> dict[str, list[dict[str, object]]]:
        """What each check finds, if it finds any, with other rows in a relation."""
        reads = {relation: f"wrong_{relation}" for relation in wrong}
        for relation, body in wrong.items():
            self.session.view(generated(reads[relation], body))
        if "factual" in wrong:
            sets = query("checked/factual_sets")
            self.session.view(sets, into="wrong_factual_sets", reads=dict(reads))
            reads["factual_sets"] = "wrong_factual_sets"
        found = {}
        for each in queries("checks"):
            self.session.view(each, into="outcome", reads=reads)
            found[each.name] = self.session.fetch_records(OUTCOME)
        return {name: rows for name, rows in found.items() if rows}

    def offended(self, **wrong: str) -> list[str]:
        """The names of these checks."""
        return list(self.offending(**wrong))
