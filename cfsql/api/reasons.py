"""Why rows have their labels: the questions of a table that factual answers have."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from cfsql.api.asking import storing
from cfsql.errors import WrongUse
from cfsql.keywords import takes
from cfsql.options import (
    MANY_ROWS_SECONDS,
    ONE_ROW_SECONDS,
    RULE_SECONDS,
    Count,
    ReasonOptions,
    WhyOptions,
    WhyRowsOptions,
    given_among,
)
from cfsql.progress import Progress, Silent
from cfsql.speech import Speech
from cfsql.tables import catalog
from cfsql.tables.catalog import LoadedTable
from cfsql.tables.speech import spoken

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from cfsql.api.database import Database
    from cfsql.api.results import FactualResult
    from cfsql.engines.duckdb import Session
    from cfsql.questions.rules import Rules
    from cfsql.questions.why import Why


class Reasons:
    """A table that is asked for factual explanations."""

    database: Database
    facts: LoadedTable

    @contextmanager
    def _answering(self, options: Mapping[str, Any]) -> Iterator[Session]:
        """A session in which answers are said as the options ask for."""
        with (
            self.database.session() as session,
            spoken(session, self.facts, Speech.of(options)),
        ):
            yield session

    @takes(WhyOptions)
    def why(
        self,
        row: object,
        *,
        precision: float = 1.0,
        max_size: int | None = None,
        limit: int | None = None,
        time_limit: float | None = ONE_ROW_SECONDS,
        count: Count = "rows",
        **options: Unpack[WhyOptions],
    ) -> Why:
        """Explain why one row has its label; nothing is stored.

        Parameters:
            row: the id of the row.
            precision: the share of cases that must have the label; below 1 allows
                exceptions.
            max_size: the most values in an explanation.
            limit: how many explanations to find, the smallest first.
            time_limit: seconds after which the search ends with what it has found.
            count: "rows" counts duplicate rows each, "distinct" once.
        """
        from cfsql.method.rank import Method
        from cfsql.questions.factual import FactualOptions
        from cfsql.questions.why import why

        if limit is not None and limit < 1:
            raise WrongUse(f"--limit takes a number from 1 on, not {limit}")
        factual = FactualOptions(
            precision=precision,
            max_size=max_size,
            per_row=limit,
            time_limit=time_limit,
            **given_among(options, ReasonOptions),
        )
        with self._answering(options) as session:
            return why(session, self.facts, row, factual, Method(count=count))

    @takes(WhyRowsOptions)
    def why_rows(
        self,
        *,
        precision: float = 1.0,
        max_size: int | None = None,
        per_row: int | None = None,
        time_limit: float | None = MANY_ROWS_SECONDS,
        count: Count = "rows",
        into: str | None = None,
        progress: Progress | None = None,
        **options: Unpack[WhyRowsOptions],
    ) -> FactualResult:
        """Explain why these rows, or all, have their labels.

        The result tables are stored as <into>_factual and _factual_summary.

        Parameters:
            precision: the share of cases that must have the label; below 1 allows
                exceptions.
            max_size: the most values in an explanation.
            per_row: how many explanations to find of each row, the smallest first.
            time_limit: seconds after which the search ends with what it has found.
            count: "rows" counts duplicate rows each, "distinct" once.
            into: the name to store under, by default the table's own.
            progress: what is told how far it is.
        """
        from cfsql.method.rank import Method
        from cfsql.method.selection import Selection
        from cfsql.questions.factual import FactualOptions
        from cfsql.questions.why import why_rows

        selection = Selection.of(options)
        factual = FactualOptions(
            precision=precision,
            max_size=max_size,
            per_row=per_row,
            time_limit=time_limit,
            **given_among(options, ReasonOptions),
        )
        method = Method(count=count)
        with storing(self.database, self.facts, catalog.FACTUAL, into) as session:
            name = why_rows(
                session,
                self.facts,
                selection,
                factual,
                method,
                progress or Silent(),
                into=into,
            )
        return self.database.factual(name)

    @takes(WhyOptions)
    def rules(
        self,
        label: object,
        *,
        limit: int = 10,
        precision: float = 1.0,
        max_size: int | None = None,
        time_limit: float | None = RULE_SECONDS,
        count: Count = "rows",
        **options: Unpack[WhyOptions],
    ) -> Rules:
        """Find the rules of a class with the greatest coverage; nothing is stored.

        Parameters:
            label: the class.
            limit: how many rules to find.
            precision: the share of cases that must have the label; below 1 allows
                exceptions.
            max_size: the most values in a rule.
            time_limit: seconds after which the search ends with what it has found.
            count: "rows" counts duplicate rows each, "distinct" once.
        """
        from cfsql.method.rank import Method
        from cfsql.method.selection import value_text
        from cfsql.questions.factual import FactualOptions
        from cfsql.questions.rules import rules

        factual = FactualOptions(
            precision=precision,
            max_size=max_size,
            time_limit=time_limit,
            **given_among(options, ReasonOptions),
        )
        method = Method(count=count)
        with self._answering(options) as session:
            return rules(session, self.facts, value_text(label), limit, factual, method)
