"""A table made ready once, to explain many rows and new cases one after the other."""

from __future__ import annotations

from contextlib import ExitStack
from typing import TYPE_CHECKING

from cfsql.api.asking import asked_method
from cfsql.errors import WrongUse
from cfsql.keywords import takes
from cfsql.options import MethodOptions
from cfsql.tables.speech import spoken

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from cfsql.api.table import Table
    from cfsql.method.rank import Method
    from cfsql.questions.explain import RowExplainer
    from cfsql.questions.explanation import Explanation
    from cfsql.tables.catalog import LoadedTable


class Explainer:
    """Explains one row or new case after the other, as `Table.explain` does, sooner.

    It answers from the table as it was at the first question. One thread at a time may
    use it.
    """

    def __init__(self, table: Table) -> None:
        """Use `Table.explainer` instead."""
        self.table = table
        # One for rows and one for new cases, whose codes have room for new values.
        self._ready: dict[bool, RowExplainer] = {}

    def __enter__(self) -> Explainer:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<cfsql explainer of {self.table.name}>"

    def close(self) -> None:
        """Let go what was made ready; a further question makes it ready again."""
        for ready in self._ready.values():
            ready.session.close()
        self._ready.clear()

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
        return explained(self.table, row, label, options, self._ready)


def explained(
    table: Table,
    row: object,
    label: object | None,
    options: MethodOptions,
    ready: dict[bool, RowExplainer] | None = None,
) -> Explanation:
    """Explain a row or a new case by what is ready, or by what is made ready for it."""
    from cfsql.method.rank import Method
    from cfsql.method.selection import value_text
    from cfsql.questions.explain import RowExplainer
    from cfsql.questions.new_cases.values import case_values

    facts = table.facts
    method = asked_method(table.database, facts, options)
    values = case_values(row)
    if values is None and label is not None:
        raise WrongUse("--label is for a new case; a row has its own")
    is_new = values is not None
    is_once = ready is None or _has_own_layout(method, facts)
    explainer = None if ready is None or is_once else ready.get(is_new)
    with ExitStack() as once:
        if explainer is None:
            session = once.enter_context(table.database.session())
            first = method if is_once else Method()
            with spoken(session, facts, method.speech):
                explainer = RowExplainer(session, facts, first, for_new_cases=is_new)
            if ready is not None and not is_once:
                ready[is_new] = explainer
                once.pop_all()
        with spoken(explainer.session, facts, method.speech):
            if values is None:
                return explainer.explain(row, method)
            text = None if label is None else value_text(label)
            return explainer.explain_case(values, method, label=text)


def _has_own_layout(method: Method, facts: LoadedTable) -> bool:
    asked = method.constraints
    has_own = asked.ignore or asked.require or asked.weight
    is_ordered_anew = asked.order and asked.order != facts.declared.order
    return bool(has_own or is_ordered_anew) or method.count != "rows"
