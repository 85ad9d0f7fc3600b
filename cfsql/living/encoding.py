"""The encoding of a table that has changed: what came and went, or all rows anew."""

from __future__ import annotations

from cfsql.engines.duckdb import Session
from cfsql.engines.queries import query
from cfsql.method import encode
from cfsql.tables import bins
from cfsql.tables.catalog import LoadedTable
from cfsql.tables.row_sources import rows_of


def encode_anew(session: Session, table: LoadedTable, *, rebin: bool) -> None:
    """Encode all rows of a table, in the place of its encoding before."""
    features = features_of(session, table)
    if table.bins:
        _cut_anew(session, table, rebin=rebin)
    encode.encode(
        session,
        table=table.name,
        label=table.label,
        features=features,
        is_numbered=table.is_numbered,
    )
    for name in encode.KEPT.values():
        session.drop("table", session.internal(f"{table.name}_{name}"))
    encode.keep(session, table.name)


def features_of(session: Session, table: LoadedTable) -> list[str]:
    """The features of a table, in column order."""
    session.bind("features", session.internal(f"{table.name}_features"))
    rows = session.fetch(query("encode/packed_features"))
    return [feature for _, feature, *_ in rows]


def _cut_anew(session: Session, table: LoadedTable, *, rebin: bool) -> None:
    """The intervals of all rows: at the edges that are kept, or at new ones."""
    cuts = {name: bins.parse(name, cut) for name, cut in table.bins.items()}
    source = rows_of(session, table.name)
    kept = session.internal(f"{table.name}_bins")
    bins.stage(
        session,
        source,
        table.name,
        table.label,
        cuts,
        kept=None if rebin else kept,
    )
    if rebin:
        session.drop("table", kept)
        session.store_query(query("bins/kept_bins"), kept)
    intervals = session.internal(f"{table.name}_intervals")
    session.drop("table", intervals)
    session.store("row_intervals", intervals)


class Recoding:
    """The encoding of a table that keeps its values while rows come and go.

    Only where cfsql has numbered the rows: an instance goes by its first one.
    """

    def __init__(self, session: Session, table: LoadedTable) -> None:
        """Read what goes, before it does."""
        self.session = session
        self.table = table
        self.fields = encode.bind(session, table.name)
        self.features = [field.feature for field in self.fields]
        self.is_numbered = table.is_numbered and not session.fetch(
            query("follow/unnumbered_instances")
        )
        if not self.is_numbered:
            return
        session.stage(query("recode/gone_cases"))
        session.bind("wanted_rows", "gone_cases")
        session.stage(query("encode/texts"), features=self.features)
        session.view(query("encode/cells"))
        session.stage(query("recode/lost_values"))
        session.stage(query("recode/lost_labels"))

    def recode(self) -> bool:
        """Store the encoding of the rows that are left and have come, if it can be."""
        if not self.is_numbered:
            return False
        session, table = self.session, self.table
        if table.bins:
            self._cut()
        encode.bind(session, table.name)
        bins.bind(session, table.name, "added_rows")
        session.stage(query("encode/row_labels"), label=table.label)
        session.bind("wanted_rows", "row_labels")
        session.stage(query("encode/texts"), features=self.features)
        session.view(query("encode/cells"))
        session.stage(query("recode/gained_values"))
        session.stage(query("recode/new_dictionary"))
        session.stage(query("recode/new_labels"))
        if session.fetch(query("recode/others")):
            return False
        session.stage(query("encode/coded_rows"))
        session.stage(query("recode/old_instances"))
        session.stage(query("recode/moved_cases"))
        session.stage(query("recode/regrouped"))
        session.stage(query("recode/new_cases"))
        encode.stage_unlabelled(session, table.label, self.features)
        self._store()
        return True

    def _cut(self) -> None:
        """Store the intervals of the rows that have come."""
        session, table = self.session, self.table
        intervals = session.internal(f"{table.name}_intervals")
        session.delete_listed(intervals, "gone_rows")
        if not session.size("added_rows"):
            return
        cuts = {name: bins.parse(name, cut) for name, cut in table.bins.items()}
        kept = session.internal(f"{table.name}_bins")
        bins.stage(session, "added_rows", table.name, table.label, cuts, kept=kept)
        session.insert("row_intervals", intervals)

    def _store(self) -> None:
        session = self.session
        instances, cases, unlabelled, dictionary, labels = (
            session.internal(f"{self.table.name}_{name}")
            for name in ("instances", "cases", "unlabelled", "dictionary", "labels")
        )
        session.delete_listed(instances, "old_instances", "instance_id")
        session.insert("regrouped", instances)
        session.delete_listed(cases, "gone_rows")
        session.renumber(cases, "moved_cases", "instance_id")
        session.insert("new_cases", cases)
        session.delete_listed(unlabelled, "gone_rows")
        session.insert("unlabelled", unlabelled)
        for relation, stored in (
            ("new_dictionary", dictionary),
            ("new_labels", labels),
        ):
            session.drop("table", stored)
            session.store(relation, stored)
