"""Two things side by side: two rows of a table, or two of its rankings."""

from __future__ import annotations

from collections.abc import Callable

from starlette.requests import Request
from starlette.responses import Response

from cfsql.errors import UnknownName, WrongUse
from cfsql.living.differences import (
    CountedDifference,
    answer_words,
    counted_difference,
    reason_words,
)
from cfsql.questions.compare import Comparison, compare
from cfsql.speech import say
from cfsql.tables.changed import refuse_changed
from cfsql.ui.jobs import Job, Waiting
from cfsql.ui.links import TableLinks
from cfsql.ui.pages import LONG, Pages
from cfsql.ui.parameters import Accepted, WrongAddress
from cfsql.ui.rendering import page
from cfsql.ui.store import Store, TableFacts

COMPARE_PARAMETERS = Accepted(repeated=("row",))
RANKINGS_PARAMETERS = Accepted(("before", "after"))

# The rows that are listed of those whose answer differs.
_N_LISTED = 200


async def compare_page(pages: Pages, request: Request) -> Response:
    """Two rows, feature by feature: where they differ, and where they do not."""
    facts = await pages.facts(request)
    if facts.is_anonymous:
        raise WrongUse(
            say("two rows are two people, and this session names one at most")
        )
    rows = [row for row in request.query_params.getlist("row") if row.strip()]
    if len(rows) > 2:
        raise WrongAddress(f"two rows are compared, not {len(rows)}", ["row"])
    found: Comparison | None = None
    if rows:
        # One row is compared with itself, so that an unknown one is refused at once.
        pair = [rows[0], rows[-1]]
        made = await pages.wait(
            request,
            ("compare", facts.name, *pair),
            _compared(pages.store, facts, pair),
            patience=LONG,
        )
        assert not isinstance(made, Waiting)
        found = made if len(rows) == 2 else None
    return page(
        "compare.html",
        title=f"{say('Two rows')} · {facts.name[:60]}",
        here="compare",
        table=facts.name,
        rows=[*rows, "", ""][:2],
        found=found,
        lines=sorted(found.compared, key=lambda line: line.is_equal) if found else [],
        links=TableLinks(facts.name, None),
    )


def _compared(
    store: Store, facts: TableFacts, rows: list[str]
) -> Callable[[Job], Comparison]:
    def work(job: Job) -> Comparison:
        with store.session(job) as session:
            return compare(session, facts.loaded, rows)

    return work


async def rankings_page(pages: Pages, request: Request) -> Response:
    """For whom the answer differs between two rankings of a table."""
    facts = await pages.facts(request)
    names = [request.query_params.get(name) or None for name in ("before", "after")]
    for name in names:
        if name is not None and name not in facts.rankings:
            raise UnknownName("ranking", name, facts.rankings, facts.name)
    before, after = names
    found: CountedDifference | Waiting | None = None
    if before is not None and after is not None:
        found = await pages.wait(
            request,
            ("rankings", facts.name, before, after),
            _different(pages.store, facts, before, after),
        )
    told = found if isinstance(found, CountedDifference) else None
    return page(
        "rankings.html",
        title=f"{say('Two rankings')} · {facts.name[:60]}",
        here="rankings",
        table=facts.name,
        names=list(facts.rankings),
        before=before,
        after=after,
        waiting=found if isinstance(found, Waiting) else None,
        found=told,
        reasons=[
            (reason_words(reason), n)
            for reason, n in (told.reasons.items() if told else ())
        ],
        reason_words=reason_words,
        answer_words=answer_words,
        answers=told.answers if told and not facts.is_anonymous else [],
        is_anonymous=facts.is_anonymous,
        links=TableLinks(facts.name, None),
    )


def _different(
    store: Store, facts: TableFacts, before: str, after: str
) -> Callable[[Job], CountedDifference]:
    def work(job: Job) -> CountedDifference:
        with store.session(job) as session:
            refuse_changed(session, facts.name)
            return counted_difference(
                session, facts.loaded, before, after, n_shown=_N_LISTED
            )

    return work
