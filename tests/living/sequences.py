"""Random tables, and random sequences of changes to them, as plain Python has them."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import Any

import polars as pl

import cfsql

# The options of the rankings that are stored, each under a name of its own.
OPTIONS: tuple[dict[str, Any], ...] = (
    {},
    {"count": "distinct"},
    {"by": "dag", "nearest": 2},
    {"freeze": ["f1"]},
    {"freeze": ["f2"], "nearest": 2, "max_changes": 2},
    {"ignore": ["f1"]},
    {"ignore": ["f2"], "min_support": 2},
    {"min_support": 2},
    {"min_share": 0.6},
    {"min_share": 0.5, "min_support": 2, "count": "distinct"},
    {"max_changes": 1},
    {"weight": ["f1=2"]},
    {"weight": ["f2=3"], "max_changes": 3, "nearest": 2, "freeze": ["f1"]},
    {"target": "each"},
    {"target": "each", "nearest": 2, "freeze": ["f1"]},
    {"target": "Y"},
    {"require": ["b.f1 >= a.f1"]},
    {"require": ["b.note is distinct from a.note"], "max_changes": 2},
    {"require": ["b.f2 <= a.f2"], "target": "each", "anonymous": True},
    {"diverse": True},
    {"anonymous": True},
    {"limit": 4},
    {"sample": 5, "seed": 3},
    {"where": ["f1 > 0"], "nearest": 3},
    {"rows": ["1-4", "6"]},
)

Row = dict[str, Any]


@dataclass
class Life:
    """A table and what it holds, changed by chance."""

    chance: random.Random
    n_features: int
    n_values: int
    labels: str
    has_id: bool
    rows: dict[Any, Row] = field(default_factory=dict)
    n_given: int = 0

    @classmethod
    def drawn(cls, seed: int) -> Life:
        """A table by chance."""
        chance = random.Random(seed)
        life = cls(
            chance,
            n_features=chance.randint(2, 5),
            n_values=chance.randint(1, 4),
            labels="XYZW"[: chance.randint(2, 4)],
            has_id=chance.random() < 0.3,
        )
        for _ in range(chance.randint(3, 25)):
            life.add(life.row())
        # A table needs a label, and rankings to Y one such row.
        next(iter(life.rows.values()))["y"] = "Y"
        return life

    def row(self) -> Row:
        """A row by chance, now and then with a new value, or without a label."""
        chance, top = self.chance, self.n_values
        if self.rows and chance.random() < 0.2:
            copied = dict(chance.choice(list(self.rows.values())))
            return copied | {"y": chance.choice(self.labels)}
        values: Row = {
            f"f{n}": None if chance.random() < 0.05 else chance.randint(0, top)
            for n in range(1, self.n_features + 1)
        }
        if chance.random() < 0.05:
            values["f1"] = chance.randint(10, 40)
        label = None if chance.random() < 0.05 else chance.choice(self.labels)
        if chance.random() < 0.03:
            # A class that few rows have: it comes and goes.
            label = chance.choice("AQ")
        return values | {"note": chance.choice("uv"), "y": label}

    def add(self, row: Row) -> Any:
        """Hold a row, under the next id."""
        self.n_given += 1
        # Ids of their own come in any order.
        id = f"id{self.chance.random():.6f}" if self.has_id else self.n_given
        self.rows[id] = row
        return id

    @property
    def frame(self) -> pl.DataFrame:
        """All rows, with their ids."""
        return self.frame_of(list(self.rows))

    @property
    def sorted_frame(self) -> pl.DataFrame:
        """All rows, in the order of their ids."""
        return self.frame.sort("row_id")

    def there(self, rows: list[str]) -> list[str]:
        """Of ids and ranges, those that name a row with a label."""
        labelled = {str(id) for id, row in self.rows.items() if row["y"] is not None}
        return [each for each in rows if "-" in each or each in labelled]

    def frame_of(self, ids: list[Any]) -> pl.DataFrame:
        """Some rows, with their ids."""
        kinds = {"row_id": pl.String if self.has_id else pl.Int64}
        kinds |= {f"f{n}": pl.Int64 for n in range(1, self.n_features + 1)}
        kinds |= {"note": pl.String, "y": pl.String}
        records = [{"row_id": id, **self.rows[id]} for id in ids]
        return pl.DataFrame(records, schema=kinds)

    def given(self, frame: pl.DataFrame) -> pl.DataFrame:
        """A frame as a user has it: without the ids that cfsql gives."""
        return frame if self.has_id else frame.drop("row_id")

    def load(self, database: cfsql.Database, *, has_id: bool) -> cfsql.Table:
        """The table as it is now, in a database."""
        return database.load(
            self.frame if has_id else self.given(self.frame),
            table="t",
            label="y",
            id="row_id" if has_id else None,
            ignore=["note"],
            replace=True,
        )

    def change(self, table: cfsql.Table) -> str:
        """Change the table by chance, here and there; what was done."""
        kind = self.chance.choice(["append", "append", "remove", "remove", "refresh"])
        if kind == "append":
            added = [self.add(self.row()) for _ in range(self.chance.randint(1, 4))]
            table.append(self.given(self.frame_of(added)))
        elif kind == "remove":
            gone = self._some_gone()
            if not gone:
                return "nothing"
            for id in gone:
                del self.rows[id]
            table.remove(gone)
        else:
            self._refresh(table)
        return kind

    def _some_gone(self) -> list[Any]:
        """Rows that can go: one with the label Y stays."""
        ids = list(self.rows)
        gone = self.chance.sample(ids, min(len(ids) - 1, self.chance.randint(1, 3)))
        kept = next(id for id, row in self.rows.items() if row["y"] == "Y")
        return [id for id in gone if id != kept]

    def _refresh(self, table: cfsql.Table) -> None:
        """Some rows go, some come; with ids, some change."""
        for id in self._some_gone():
            del self.rows[id]
        if self.has_id:
            for id in self.chance.sample(list(self.rows), len(self.rows) // 4):
                if self.rows[id]["y"] != "Y":
                    self.rows[id] = self.row()
            self.add(self.row())
            table.refresh(self.frame)
            return
        contents = [tuple(row.values()) for row in self.rows.values()]
        new = self.row()
        frame = self.given(self.frame)
        table.refresh(pl.concat([frame, pl.DataFrame([new], schema=frame.schema)]))
        # Which of equal rows are kept is for the table to say.
        held = table.database.sql("from t order by row_id").pl()
        self.rows = {row.pop("row_id"): row for row in held.iter_rows(named=True)}
        self.n_given = max(self.n_given, *self.rows)
        assert sorted(map(str, [*contents, tuple(new.values())])) == sorted(
            str(tuple(row.values())) for row in self.rows.values()
        )


def results(database: cfsql.Database) -> dict[str, list[tuple[Any, ...]]]:
    """Every row of every stored result that is not stale."""
    found = {}
    for stored in database.results():
        if stored.kind.name == "changes" or stored.stale is not None:
            continue
        for name in stored.relations:
            rows = database.sql(f'from "{name}"').fetchall()
            found[name] = sorted(rows, key=lambda row: [str(cell) for cell in row])
    return found
