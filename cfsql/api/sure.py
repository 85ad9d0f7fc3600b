"""Questions on all answers at once: how sure they are, which few cases do for all."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cfsql.api.asking import asked_method, storing
from cfsql.keywords import takes
from cfsql.options import CoverOptions, StabilityOptions, duration
from cfsql.progress import Progress, Silent
from cfsql.tables import catalog
from cfsql.tables.catalog import LoadedTable

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from cfsql.api.database import Database
    from cfsql.api.results import CoverResult, StabilityResult


class Sure:
    """A table that is asked about all its answers."""

    database: Database
    facts: LoadedTable

    @takes(StabilityOptions)
    def stability(
        self,
        *,
        into: str | None = None,
        time_limit: float | str | None = None,
        progress: Progress | None = None,
        **options: Unpack[StabilityOptions],
    ) -> StabilityResult:
        """How often the answers of these rows, or of all, stay in random subsamples.

        The result table is stored as <into>_stability.

        Parameters:
            into: the name to store under, by default the table's own.
            time_limit: seconds, or a time such as "5m", after which it stops with the
                error TimeIsUp, and nothing is stored.
            progress: what is told how far it is.
        """
        from cfsql.method.selection import Selection
        from cfsql.questions.stability import Subsamples, stability

        selection = Selection.of(options)
        method = asked_method(self.database, self.facts, options)
        subsamples = Subsamples.of(options)
        limit = None if time_limit is None else duration(time_limit, "time_limit")
        with storing(self.database, self.facts, catalog.STABILITY, into) as session:
            name = stability(
                session,
                self.facts,
                selection,
                method,
                subsamples,
                progress or Silent(),
                into=into,
                time_limit=limit,
            )
        return self.database.stability(name)

    @takes(CoverOptions)
    def cover(
        self,
        *,
        into: str | None = None,
        time_limit: float | str | None = None,
        progress: Progress | None = None,
        **options: Unpack[CoverOptions],
    ) -> CoverResult:
        """The few cases that are within so many changes of the most of these rows.

        The result tables are stored as <into>_cover and _cover_rows.

        Parameters:
            into: the name to store under, by default the table's own.
            time_limit: seconds, or a time such as "5m", after which it stops with the
                error TimeIsUp, and nothing is stored.
            progress: what is told how far it is.
        """
        from cfsql.method.selection import Selection
        from cfsql.questions.cover import Few, cover

        selection = Selection.of(options)
        method = asked_method(self.database, self.facts, options)
        few = Few.of(options)
        limit = None if time_limit is None else duration(time_limit, "time_limit")
        with storing(self.database, self.facts, catalog.COVER, into) as session:
            name = cover(
                session,
                self.facts,
                selection,
                method,
                few,
                progress or Silent(),
                into=into,
                time_limit=limit,
            )
        return self.database.cover(name)
