"""Two rows of a table: where they agree, and where they do not."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from cfsql.engines.duckdb import Session
from cfsql.engines.queries import query
from cfsql.method import encode
from cfsql.method.selection import refuse_missing, value_text
from cfsql.questions.explanation import Change
from cfsql.questions.why import Literal
from cfsql.speech import Speech, column, current, listing, say
from cfsql.tables import bins
from cfsql.tables.catalog import LoadedTable
from cfsql.tables.frames import Held, Rows


@dataclass(frozen=True)
class Compared:
    """A feature with its value in both rows."""

    feature: str
    value: str | None
    other_value: str | None
    is_equal: bool


@dataclass(frozen=True, repr=False)
class Comparison(Held):
    """The agreement set and the disagreement set of two rows, with their values.

    `originals` are the numbers of each row behind those values that are intervals.
    """

    table: str
    label_column: str
    row_ids: tuple[object, object]
    labels: tuple[str | None, str | None]
    originals: tuple[dict[str, str | None], dict[str, str | None]]
    features: list[str]
    agreement: list[Literal]
    disagreement: list[Change]
    speech: Speech = field(default_factory=current, repr=False)

    @property
    def distance(self) -> int:
        """The number of features on which the rows differ."""
        return len(self.disagreement)

    @property
    def sentence(self) -> str:
        """The comparison in words."""
        first, second = map(str, self.row_ids)
        with self.speech.spoken():
            if not self.disagreement:
                return say(
                    "Rows {first} and {second} are equal in every feature.",
                    first=first,
                    second=second,
                )
            return say(
                "Rows {first} and {second} differ in {n} of "
                "{n_features:# feature|# features}: {changed}.",
                first=first,
                second=second,
                n=self.distance,
                n_features=len(self.features),
                changed=listing([column(each.feature) for each in self.disagreement]),
            )

    @property
    def headline(self) -> str:
        """The comparison in one line."""
        return f"{self.table}: {self.sentence}"

    @property
    def compared(self) -> list[Compared]:
        """All features in column order."""
        both = {each.feature: (each.value, each.value) for each in self.agreement}
        for change in self.disagreement:
            both[change.feature] = (change.from_value, change.to_value)
        alike = {each.feature for each in self.agreement}
        return [Compared(name, *both[name], name in alike) for name in self.features]

    def _rows(self) -> Rows:
        return Rows(Compared, self.compared)

    def to_dict(self) -> dict[str, Any]:
        """For programs, as `cfsql compare --format json` prints it."""
        return {
            "sentence": self.sentence,
            **super().to_dict(),
            "distance": self.distance,
        }


def compare(session: Session, table: LoadedTable, rows: Sequence[object]) -> Comparison:
    """Compare two rows, whether they have a label or not."""
    first, second = (value_text(row) for row in rows)
    features = [field.feature for field in encode.bind(session, table.name)]
    refuse_missing(session, table, [first, second])
    session.stage(query("compare/compared_ids"), rows=[first, second])
    session.stage(query("encode/texts"), features=features)
    found = {
        value_text(row_id): (row_id, label, texts)
        for row_id, label, texts in session.fetch(query("compare/compared_rows"))
    }
    (row_id, label, own_texts), (other_id, other_label, other_texts) = (
        found[first],
        found[second],
    )
    agreement, disagreement = [], []
    for feature, own, other in zip(features, own_texts, other_texts, strict=True):
        if own == other:
            agreement.append(Literal(feature, own))
        else:
            disagreement.append(Change(feature, own, other))
    originals = bins.originals(session, list(table.bins))
    return Comparison(
        table=table.name,
        label_column=table.label,
        row_ids=(row_id, other_id),
        labels=(label, other_label),
        originals=(
            originals.get(str(row_id), {}),
            originals.get(str(other_id), {}),
        ),
        features=features,
        agreement=agreement,
        disagreement=disagreement,
    )
