"""A whole table at once: what its outcomes hang on, and whom it treats unequally."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from cfsql.engines.duckdb import Session
from cfsql.engines.queries import query
from cfsql.errors import UnknownName, WrongUse
from cfsql.method import encode
from cfsql.method.packing import key_function
from cfsql.questions.explain import Change
from cfsql.questions.overview import bind_ranking
from cfsql.questions.why import Literal
from cfsql.tables import catalog, records
from cfsql.tables.catalog import LoadedTable, StoredAudit, StoredRanking
from cfsql.tables.load import columns
from cfsql.tables.runs import ranked_run
from cfsql.tables.stored import store_audit
from cfsql.words import listing, many, percent

# More pairs than anyone can read, and than a table should hold.
MOST_PAIRS = 10_000_000

# How much of the long lists a caller gets unless more is asked for.
N_SHOWN = 10


@dataclass(frozen=True)
class AuditedFeature:
    """How often a feature changes; from and to None are all classes together."""

    from_label: str | None
    to_label: str | None
    feature: str
    n_changed: float
    n_rows: float
    share: float | None


@dataclass(frozen=True)
class LabelPair:
    """How many rows of a class have their optimal counterfactual in another."""

    from_label: str
    to_label: str
    n_rows: float
    share: float


@dataclass(frozen=True)
class Answer:
    """A counterfactual, and how many rows it answers."""

    place: int
    counterfactual_id: object
    label: str
    n_rows: float
    n_optimal_for: int
    share: float
    cumulated_share: float
    support: int
    literals: list[Literal]


@dataclass(frozen=True)
class Reach:
    """How many rows have a counterfactual within so many changes; None is all rows."""

    label: str | None
    n_changes: int
    n_rows: int
    n_reached: int
    share: float


@dataclass(frozen=True)
class Member:
    """A label in a contradiction; `row_id` is one of its rows."""

    label: str
    row_id: object
    n_rows: int


@dataclass(frozen=True)
class Contradiction:
    """Rows with the same features and different labels."""

    n_rows: int
    members: list[Member]


@dataclass(frozen=True)
class UnequalPair:
    """Two cases that differ in protected columns alone, and in their label."""

    row_id: object
    label: str
    other_id: object
    other_label: str
    changes: list[Change]
    explanation: str
    n_rows: int
    n_other_rows: int
    is_contradicted: bool


@dataclass(frozen=True)
class UnequalValue:
    """The rows with a protected value; feature None is all columns together."""

    feature: str | None
    value: str | None
    n_rows: int
    n_comparable: int
    n_unequal: int
    share: float | None
    n_pairs: int
    n_row_pairs: int
    n_unequal_row_pairs: int


@dataclass(frozen=True)
class Direction:
    """Pairs that differ in one protected column alone: which value has which label."""

    feature: str
    value: str | None
    label: str
    other_value: str | None
    other_label: str
    n_pairs: int
    n_row_pairs: int


@dataclass(frozen=True)
class Audit:
    """A table in figures: what changes, who is reached, who is treated unequally.

    `answers` and `pairs` are the first of `n_answers` and `n_pairs`; all are in the
    result tables <name>_audit_…. A pair is clear when neither case is contradicted.
    `unequal_rate` is how often two rows differ in their label that differ in what is
    protected alone; `twin_rate` how often two of these rows do that differ in nothing.
    `constraints` are the options of the ranking that say which cases may be answers.
    """

    name: str
    table: str
    label_column: str
    protected: list[str]
    constraints: str
    n_rows: int
    n_table_rows: int
    n_features: int
    features: list[AuditedFeature]
    labels: list[LabelPair]
    n_answers: int
    answers: list[Answer]
    coverage: list[Reach]
    n_contradicted: int
    n_contradictions: int
    contradictions: list[Contradiction]
    n_pairs: int
    n_clear_pairs: int
    n_comparable: int
    n_unequal: int
    unequal_rate: float | None
    twin_rate: float | None
    pairs: list[UnequalPair]
    values: list[UnequalValue]
    directions: list[Direction]

    @property
    def overall(self) -> list[AuditedFeature]:
        """How often each feature changes over all rows, most often first."""
        return [each for each in self.features if each.from_label is None]

    @property
    def n_answered(self) -> int:
        """The audited rows that have a counterfactual."""
        return max(each.n_reached for each in self.coverage if each.label is None)

    @property
    def n_pairs_alone(self) -> dict[str, int]:
        """Of each protected column, the pairs that differ in it alone."""
        alone = dict.fromkeys(self.protected, 0)
        for each in self.directions:
            alone[each.feature] += each.n_pairs
        return alone

    @property
    def sentence(self) -> str | None:
        """Whom the table treats unequally, in plain English; None if nobody asked."""
        if not self.protected:
            return None
        columns = listing(self.protected)
        if self.n_pairs:
            pairs = "1 pair" if self.n_pairs == 1 else f"{self.n_pairs:,} pairs"
            verbs = ("is", "differs") if self.n_pairs == 1 else ("are", "differ")
            return (
                f"{pairs} of cases {verbs[0]} equal in everything but {columns}, and "
                f"{verbs[1]} in {self.label_column}: {self.n_unequal:,} of the "
                f"{many(self.n_comparable, 'row')} that can be compared."
            )
        if self.n_comparable:
            return (
                f"No two cases that are equal in everything but {columns} differ in "
                f"{self.label_column}: the {many(self.n_comparable, 'row')} that can "
                "be compared are treated alike."
            )
        return (
            f"No two cases are equal in everything but {columns}: there is nothing to "
            "compare."
        )

    @property
    def rates(self) -> str | None:
        """How often labels differ with and without such a reason; None if unknown."""
        if self.unequal_rate is None:
            return None
        told = (
            f"Of two rows that are equal in everything but "
            f"{listing(self.protected)}, {percent(self.unequal_rate, 1)} differ in "
            f"{self.label_column}"
        )
        if self.twin_rate is None:
            return f"{told}; no two of these rows are equal in everything."
        return (
            f"{told}; of two of these rows that are equal in everything, "
            f"{percent(self.twin_rate, 1)}."
        )

    def to_dict(self) -> dict[str, Any]:
        """The audit for programs, as `cfsql audit --format json` prints it."""
        return {"sentence": self.sentence, **asdict(self)}


def protected_columns(
    session: Session, table: LoadedTable, names: Sequence[str]
) -> list[str]:
    """The columns that are meant, in their order; refuse what cannot be protected.

    Names match whatever their case. One that is no column may be several, with
    commas between them.
    """
    names = [names] if isinstance(names, str) else names
    roles = {name: role for name, _, role, _ in columns(session, table)}
    known = {name.lower(): name for name in roles}
    wanted: list[str] = []
    for given in names:
        is_one = given in roles or given.lower() in known
        wanted += [given] if is_one else [each.strip() for each in given.split(",")]
    found = set()
    for name in filter(None, wanted):
        column = name if name in roles else known.get(name.lower())
        if column is None:
            able = [each for each, role in roles.items() if role in _PROTECTABLE]
            raise UnknownName("column", name, able, table.name)
        if roles[column] == "label":
            raise WrongUse(
                f"column '{column}' is the label of {table.name}: it is what may "
                "differ, so it cannot be protected"
            )
        if roles[column] not in _PROTECTABLE:
            raise WrongUse(
                f"column '{column}' is the id of the rows of {table.name}: every row "
                "has its own, so it cannot be protected"
            )
        found.add(column)
    if names and not found:
        raise WrongUse("--protected needs at least one column, such as sex,race")
    return [column for column in roles if column in found]


# An ignored column is no feature: cases that are equal in all features may differ in
# it, and are compared.
_PROTECTABLE = ("feature", "ignored")


def audit(
    session: Session,
    ranking: StoredRanking,
    table: LoadedTable,
    protected: Sequence[str],
) -> StoredAudit:
    """Audit a table by its stored ranking, and store the result tables."""
    started = time.monotonic()
    columns = protected_columns(session, table, protected)
    fields = encode.bind(session, table.name)
    session.define(
        key_function([field for field in fields if field.feature not in columns])
    )
    with session.any_order():
        n_twins, n_unlike_twins = _stage_unequal(session, columns)
        bind_ranking(session, ranking)
        session.bind(
            "spelled_instances", session.backing(f"{ranking.name}_spelled_instances")
        )
        session.stage(query("report/optimal_answers"))
        session.stage(query("report/changed_features"))
        session.stage(query("report/label_pairs"))
    session.stage(query("audit/audit_features"))
    session.stage(query("audit/audit_labels"))
    session.stage(
        query("audit/audit_answers"), features=[field.feature for field in fields]
    )
    session.stage(query("audit/audit_coverage"))
    session.stage(
        query("profile/contradictions"), into="audit_contradictions", n_shown=None
    )
    with session.transaction():
        records.prepare(session)
        store_audit(session, ranking.name, table)
        records.remember_audit(
            session,
            result_name=ranking.name,
            table_name=table.name,
            protected=columns,
            n_rows=ranking.n_rows,
            n_twins=n_twins,
            n_unlike_twins=n_unlike_twins,
        )
        records.remember_run(
            session,
            command="audit",
            table=table.name,
            result=ranking.name,
            options={"protected": columns or None},
            rows=ranking.n_rows,
            seconds=time.monotonic() - started,
        )
    return catalog.stored_audits(session)[ranking.name]


def _stage_unequal(session: Session, protected: list[str]) -> tuple[int, int]:
    """Stage the cases that are treated unequally, and count them by value.

    Returns how many pairs of the rows that can be compared are equal in everything,
    and how many of these have different labels.
    """
    session.bind("wanted_rows", "cases")
    if protected:
        session.stage(query("encode/texts"), features=protected)
    else:
        session.stage(query("audit/no_texts"))
    session.stage(query("audit/audited_cases"))
    session.stage(query("audit/matched_cases"), place=0)
    (n_pairs,) = session.fetch_one(query("audit/n_pairs"))
    if n_pairs > MOST_PAIRS:
        raise WrongUse(
            f"{n_pairs:,} pairs of cases differ in {listing(protected)} alone, too "
            "many to say anything; protect fewer columns, or such with fewer values"
        )
    n_twins, n_unlike_twins = session.fetch_one(query("audit/twins"))
    session.stage(query("audit/unequal_cases"), features=protected)
    session.stage(query("audit/no_values"))
    session.stage(query("audit/no_directions"))
    if protected:
        session.append(query("audit/audit_unequal_values"), feature=None, place=0)
    for place, feature in enumerate(protected, start=1):
        session.stage(query("audit/matched_cases"), place=place)
        session.append(
            query("audit/audit_unequal_values"), feature=feature, place=place
        )
        session.append(query("audit/audit_unequal_directions"), feature=feature)
    return n_twins, n_unlike_twins


def read_audit(
    session: Session,
    stored: StoredAudit,
    table: LoadedTable,
    *,
    n_shown: int | None = N_SHOWN,
) -> Audit:
    """Read a stored audit, with the first answers and pairs; None is all of them."""

    def rows(relation: str, limit: int | None = None) -> list[dict[str, Any]]:
        name = session.public(f"{stored.name}_audit_{relation}")
        return session.fetch_stored(name, limit=limit)

    values = [UnequalValue(**row) for row in rows("unequal_values")]
    together = next((each for each in values if each.feature is None), None)
    session.bind("audit_unequal", session.public(f"{stored.name}_audit_unequal"))
    session.bind("audit_answers", session.public(f"{stored.name}_audit_answers"))
    session.bind(
        "audit_contradictions", session.public(f"{stored.name}_audit_contradictions")
    )
    n_answers, n_clear_pairs, n_contradicted, n_contradictions = session.fetch_one(
        query("audit/sizes")
    )
    pairs = session.fetch_records(query("audit/shown_pairs"), n_shown=n_shown)
    return Audit(
        name=stored.name,
        table=stored.table,
        label_column=table.label,
        protected=stored.protected,
        constraints=ranked_run(session, stored.name).constraints,
        n_rows=stored.n_rows,
        n_table_rows=table.n_rows,
        n_features=table.n_features,
        features=[AuditedFeature(**row) for row in rows("features")],
        labels=[LabelPair(**row) for row in rows("labels")],
        n_answers=n_answers,
        answers=[
            Answer(**row | {"literals": [Literal(**each) for each in row["literals"]]})
            for row in rows("answers", n_shown)
        ],
        coverage=[Reach(**row) for row in rows("coverage")],
        n_contradicted=n_contradicted,
        n_contradictions=n_contradictions,
        contradictions=[
            Contradiction(row["n_rows"], [Member(**each) for each in row["members"]])
            for row in rows("contradictions", n_shown)
        ],
        n_pairs=together.n_pairs if together else 0,
        n_clear_pairs=n_clear_pairs,
        n_comparable=together.n_comparable if together else 0,
        n_unequal=together.n_unequal if together else 0,
        unequal_rate=together.n_unequal_row_pairs / together.n_row_pairs
        if together and together.n_row_pairs
        else None,
        twin_rate=stored.n_unlike_twins / stored.n_twins if stored.n_twins else None,
        pairs=[
            UnequalPair(
                **row | {"changes": [Change(**each) for each in row["changes"]]}
            )
            for row in pairs
        ],
        values=[each for each in values if each.feature is not None],
        directions=[Direction(**row) for row in rows("unequal_directions")],
    )
