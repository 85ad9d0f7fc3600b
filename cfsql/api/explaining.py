"""A table made ready once, to explain many rows and new cases one after the other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cfsql.api.asking import asked_method
from cfsql.errors import WrongUse
from cfsql.keywords import takes
from cfsql.options import MethodOptions
from cfsql.progress import Silent
from cfsql.tables.speech import spoken

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from cfsql.api.table import Table
    from cfsql.method.rank import Method
    from cfsql.questions.explain import Explainer as RowExplainer
    from cfsql.questions.explain import Explanation
    from cfsql.questions.new_cases import CaseExplainer
    from cfsql.tables.catalog import LoadedTable


class Explainer:
    """Explains one row or new case after the other, as `Table.explain` does, sooner.

    It answers from the table as it was at the first question. One thread at a time may
    use it.
    """

    def __init__(self, table: Table) -> None:
        """Use `Table.explainer` instead."""
        self.table = table
        self._rows: RowExplainer | None = None
        self._cases: CaseExplainer | None = None

    def __enter__(self) -> Explainer:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<cfsql explainer of {self.table.name}>"

    def close(self) -> None:
        """Let go what was made ready; a further question makes it ready again."""
        for ready in (self._rows, self._cases):
            if ready is not None:
                ready.session.close()
        self._rows = self._cases = None

    @takes(MethodOptions)
    def explain(
        self,
        row: object,
        *,
        label: object | None = None,
        **options: Unpack[MethodOptions],
    ) -> Explanation:
        """Explain a row by its id, or a new case by its values; nothing is stored.

        What takes a layout of its own (ignore, order, require, weight and
        count="distinct") is made ready for each question.

        Parameters:
            row: the id of a row; or a case that is not in the table, as a dict, a row
                of a pandas frame, or a frame with one row.
            label: the label of a new case, unless it is among its values, or there is
                a target.
        """
        from cfsql.method.selection import value_text
        from cfsql.questions.new_cases import case_values

        facts = self.table.facts
        method = asked_method(self.table.database, facts, options)
        if _has_own_layout(method, facts):
            return self.table.explain(row, label=label, **options)
        values = case_values(row)
        if values is not None:
            cases = self._ready_for_cases()
            with spoken(cases.session, facts, method.speech):
                return cases.explain(
                    values,
                    method,
                    Silent(),
                    label=None if label is None else value_text(label),
                )
        if label is not None:
            raise WrongUse("--label is for a new case; a row has its own")
        rows = self._ready_for_rows()
        with spoken(rows.session, facts, method.speech):
            return rows.explain(row, method)

    def _ready_for_rows(self) -> RowExplainer:
        from cfsql.questions.explain import Explainer as RowExplainer

        if self._rows is None:
            self._rows = RowExplainer(self.table.database.session(), self.table.facts)
        return self._rows

    def _ready_for_cases(self) -> CaseExplainer:
        from cfsql.questions.new_cases import CaseExplainer

        if self._cases is None:
            session = self.table.database.session()
            self._cases = CaseExplainer(session, self.table.facts)
        return self._cases


def _has_own_layout(method: Method, facts: LoadedTable) -> bool:
    asked = method.constraints
    has_own = asked.ignore or asked.require or asked.weight
    is_ordered_anew = asked.order and asked.order != facts.declared.order
    return bool(has_own or is_ordered_anew) or method.count != "rows"
