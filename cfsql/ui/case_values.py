"""The values that the form of a new case starts from and offers."""

from __future__ import annotations

from collections.abc import Callable

from cfsql.engines.queries import query
from cfsql.method import encode
from cfsql.method.selection import refuse_missing
from cfsql.tables.bins import class_of
from cfsql.ui.jobs import Job
from cfsql.ui.store import Store, TableFacts

# The values of a feature that a form offers, and those that a search finds.
N_OFFERED = 200


def offered_values(
    store: Store, facts: TableFacts
) -> Callable[[Job], dict[str, list[str]]]:
    """The values of each feature that a form offers."""

    def work(job: Job) -> dict[str, list[str]]:
        offered: dict[str, list[str]] = {name: [] for name in facts.features}
        with store.session(job) as session:
            encode.bind(session, facts.name)
            for feature, text, _ in session.fetch(
                query("explorer/offered_values"), n_shown=N_OFFERED
            ):
                offered[feature].append(text)
        return offered

    return work


def row_values(
    store: Store, facts: TableFacts, row: str
) -> Callable[[Job], dict[str, str | None]]:
    """The values of a row as they are in the table, and its label, to begin with."""

    def work(job: Job) -> dict[str, str | None]:
        with store.session(job) as session:
            encode.bind(session, facts.name)
            refuse_missing(session, facts.loaded, [row])
            names = [*facts.features, facts.loaded.label]
            session.stage(query("compare/compared_ids"), rows=[row])
            session.bind("feature_rows", "source_rows")
            session.stage(query("encode/texts"), features=names)
            ((_, texts),) = session.fetch(query("results/row_texts"))
            values: dict[str, str | None] = dict(zip(names, texts, strict=True))
            label = facts.loaded.label
            own = values[label]
            if own is not None and label in facts.loaded.bins:
                values[label] = class_of(session, facts.name, label, own)
        return values

    return work
