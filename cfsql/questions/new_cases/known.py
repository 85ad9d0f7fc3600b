"""A new case of which the table has every value: coded without reading it as a file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from cfsql.engines.duckdb import Session
from cfsql.engines.queries import query
from cfsql.method.constraints import Problem
from cfsql.questions.new_cases.given import GivenCases, match_columns
from cfsql.questions.new_cases.values import value_as_text
from cfsql.tables.catalog import LoadedTable

# Up to so many values of all features are held, for one table.
_MOST = 100_000


@dataclass(frozen=True)
class KnownValues:
    """The values of each feature of a table with their codes, by their texts.

    A text that the table itself writes is read as what it was written for.
    """

    columns: Sequence[str]
    labels: frozenset[str]
    codes: Mapping[str, dict[str | None, int]] = field(default_factory=dict)

    @classmethod
    def of(cls, session: Session, problem: Problem) -> KnownValues:
        """The values of a table that is made ready; none of them if they are many."""
        labels = frozenset(name for name, _ in session.fetch(query("cases/row_names")))
        codes: dict[str, dict[str | None, int]] = {}
        if sum(each.n_values for each in problem.fields) <= _MOST:
            for feature, text, code in session.fetch(query("cases/known_values")):
                codes.setdefault(feature, {})[text] = code
        return cls(session.columns("source_rows"), labels, codes)

    def stage(
        self,
        session: Session,
        table: LoadedTable,
        problem: Problem,
        values: Mapping[str, object],
        cases: GivenCases,
    ) -> list[str] | None:
        """Stage a case as the one that is asked about; remarks on what is given.

        None where a value is to be read first, or refused.
        """
        given = {str(name): value_as_text(value) for name, value in values.items()}
        lower = {name.lower(): name for name in given}
        features = [each.feature for each in problem.fields]
        texts = [given.get(lower.get(name.lower(), "")) for name in features]
        label = cases.label
        if label is None and table.label.lower() in lower:
            label = given[lower[table.label.lower()]]
        codes = [
            self.codes.get(name, {}).get(text)
            for name, text in zip(features, texts, strict=True)
        ]
        is_known = None not in codes and (
            label in self.labels
            if label is not None
            else problem.constraints.target is not None
        )
        if (
            not is_known
            or problem.is_apart
            or not lower.keys() & {name.lower() for name in features}
        ):
            return None
        found = match_columns(table, features, self.columns, list(given), cases)
        session.stage(
            query("cases/known_instance"),
            codes=codes,
            feature_texts=texts,
            label=label,
        )
        session.bind("asked_rows", "new_instances")
        return found.remarks
