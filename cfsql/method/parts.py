"""A part of a ranking: ranked into a folder by itself, and merged with the others.

The cases, their classes and the hyperballs of a part are those of the whole table. So
what a part says of a row depends on nothing that another part finds.
"""

from __future__ import annotations

import json
import os
import shlex
import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import duckdb

from cfsql.engines.duckdb import Session
from cfsql.engines.queries import query
from cfsql.errors import CfsqlError, WrongUse
from cfsql.method.rank import Method, compute, ranked_query, summary_query
from cfsql.method.selection import Part, Selection
from cfsql.progress import Progress
from cfsql.tables import records
from cfsql.tables.catalog import RANKING, LoadedTable
from cfsql.tables.changed import refuse_changed
from cfsql.tables.folders import new_folder
from cfsql.tables.row_sources import sources
from cfsql.tables.runs import MERGED
from cfsql.tables.stored import keep_behind, keep_ranked
from cfsql.version import __version__

MANIFEST = "manifest.json"

# The results of a part, each a Parquet file; in BEHIND is what `merge` stores.
RESULTS = ("ranked", "summary", "optimal")
BEHIND = "behind"

# What is behind a ranking, and of no row or instance twice: no other part has it too.
_APART = ("ranked_pairs",)

# What may be other in another table, in words, the plainest first.
_FACTS = {
    "columns": "columns",
    "types": "types of columns",
    "rows": "numbers of rows",
    "checksum": "values",
    "label": "labels",
    "id": "row ids",
    "ignored": "features",
    "bins": "intervals",
}


@dataclass(frozen=True)
class RankedPart:
    """A part of a ranking in a folder: what it is a part of, and how it was made.

    `table` is what tells the table from any other; `files` are the sizes of all files,
    and `types` those of the columns that Parquet may not have.
    """

    part: int
    parts: int
    n_rows: int
    n_ranked: int
    plan: str
    seconds: float
    versions: Mapping[str, str]
    table: Mapping[str, Any]
    options: Mapping[str, Any]
    files: Mapping[str, int]
    types: Mapping[str, Mapping[str, str]]
    folder: str = ""

    @classmethod
    def read(cls, folder: str | os.PathLike[str]) -> RankedPart:
        """The part in a folder, if it is whole."""
        path = Path(folder)
        try:
            record = json.loads((path / MANIFEST).read_text(encoding="utf-8"))
            read = cls(**{**record, "folder": str(path)})
        except FileNotFoundError as error:
            raise WrongUse(
                f"{path} holds no part of a ranking; make one with: "
                f"cfsql rank --table T --part I/N --out {shlex.quote(str(path))}"
            ) from error
        except (OSError, ValueError, TypeError) as error:
            raise CfsqlError(
                f"{path / MANIFEST} cannot be read ({error}); rank the part again"
            ) from error
        for name, size in read.files.items():
            file = path / name
            if not file.exists() or file.stat().st_size != size:
                raise CfsqlError(
                    f"{file} is not as it was written; rank part {read} again"
                )
        return read

    def __str__(self) -> str:
        """The part as it was asked for."""
        return str(Part(self.part, self.parts))

    def files_of(self, relation: str) -> Path:
        """The file of a relation behind the results."""
        return Path(self.folder, BEHIND, f"{relation}.parquet")


def rank_part(
    session: Session,
    table: LoadedTable,
    selection: Selection,
    method: Method,
    part: Part,
    out: str,
    progress: Progress,
) -> RankedPart:
    """Rank one part of the selected rows into a folder, which appears whole."""
    started = time.monotonic()
    with new_folder(out) as folder:
        n_rows, run = compute(
            session, table, selection, method, progress, is_stored=True, part=part
        )
        (folder / BEHIND).mkdir()
        types = write(session, folder, method)
        asked = replace(method, constraints=run.problem.constraints).options
        made = RankedPart(
            part=part.number,
            parts=part.of,
            n_rows=n_rows,
            n_ranked=session.size("ranked_file"),
            plan=run.plan,
            seconds=round(time.monotonic() - started, 3),
            versions={"cfsql": __version__, "duckdb": duckdb.__version__},
            table=_facts(session, table),
            options=_as_read({**asked, **selection.options}),
            files={
                str(file.relative_to(folder)): file.stat().st_size
                for file in sorted(folder.rglob("*.parquet"))
            },
            types=types,
        )
        record = {name: each for name, each in asdict(made).items() if name != "folder"}
        (folder / MANIFEST).write_text(
            json.dumps(record, indent=1, ensure_ascii=False), encoding="utf-8"
        )
    return replace(made, folder=out)


def write(session: Session, folder: Path, method: Method) -> dict[str, dict[str, str]]:
    """Write the results that are staged, and what is behind them; types of columns."""
    types: dict[str, dict[str, str]] = {}

    def keep(relation: str) -> None:
        path = folder / BEHIND / f"{relation}.parquet"
        types[relation] = session.write_out(relation, path)
        session.bind_out(relation, [path], types[relation])

    with session.scope():
        keep_behind(session, keep)
        session.view(summary_query(method), into="summary")
        for relation in ("ranked", "summary"):
            path = folder / f"{relation}.parquet"
            types[relation] = session.write_out(relation, path)
        session.bind_out("ranked", [folder / "ranked.parquet"], types["ranked"])
        session.view(query("results/optimal"))
        types["optimal"] = session.write_out("optimal", folder / "optimal.parquet")
    session.bind_out("ranked_file", [folder / "ranked.parquet"], types["ranked"])
    return types


def _facts(session: Session, table: LoadedTable) -> dict[str, Any]:
    """What tells a table, as it was encoded, from any other; its name may be another.

    It is as encoded: this was looked at when it was bound.
    """
    known = sources(session)[table.name]
    facts = {
        "columns": known.columns,
        "types": known.types,
        "rows": known.n_rows,
        "checksum": known.checksum,
        "label": table.label,
        "id": table.id,
        "ignored": table.ignored,
        "bins": table.bins,
    }
    read: dict[str, Any] = _as_read(facts)
    return read


def _as_read(record: Mapping[str, Any]) -> dict[str, Any]:
    """A record as it is read from a manifest, to be compared with others."""
    found: dict[str, Any] = json.loads(json.dumps(record, default=str))
    return {name: value for name, value in found.items() if value is not None}


# Merging.


def merge(
    session: Session,
    table: LoadedTable,
    folders: Sequence[str],
    progress: Progress,
    *,
    into: str | None = None,
) -> str:
    """Store all parts of a ranking as one; the name it goes by."""
    started = time.monotonic()
    parts = [RankedPart.read(folder) for folder in folders]
    refuse_unlike(parts)
    refuse_changed(session, table.name)
    first = parts[0]
    if first.table != _facts(session, table):
        what = _FACTS[_differing(first.table, _facts(session, table))]
        raise WrongUse(
            f"{first.folder} is of another table than {table.name}, with other {what}; "
            "rank the parts again, or name their table with --table"
        )
    method = Method.of(_options(first))
    name = into or table.name
    n_rows = sum(each.n_rows for each in parts)
    with records.storing(
        session,
        RANKING,
        name,
        table.name,
        options={**first.options, "into": into, MERGED: len(parts)},
        facts={"by": method.by, "count": method.count, "n_rows": n_rows},
        plan=f"merged from {len(parts)} parts",
        started=started,
    ):
        about = f"merging {len(parts)} parts"
        for place in progress.track(about, range(len(RANKING.backing))):
            relation = RANKING.backing[place]
            session.bind_out(
                relation,
                [each.files_of(relation) for each in parts],
                first.types[relation],
            )
            kept = session.internal(f"{name}_{relation}")
            session.store(relation, kept, is_distinct=relation not in _APART)
        session.bind_out(
            "summary",
            [Path(each.folder, "summary.parquet") for each in parts],
            first.types["summary"],
        )
        session.view(query("results/ordered_summary"))
        session.store("summary", session.public(f"{name}_summary"))
        keep_ranked(session, name, table, ranked_query(method))
    return name


def _options(part: RankedPart) -> dict[str, Any]:
    """The options of a part by the names that Python has."""
    return {name.replace("-", "_"): value for name, value in part.options.items()}


def refuse_unlike(parts: Sequence[RankedPart]) -> None:
    """Refuse parts that are not all parts of one ranking, each once."""
    if not parts:
        raise WrongUse("merge what? Give the folders of all parts")
    first = parts[0]
    for each in parts:
        if each.versions["cfsql"] != __version__:
            raise WrongUse(
                f"{each.folder} was ranked by cfsql {each.versions['cfsql']}, and this "
                f"is {__version__}; rank its part again, or merge with that version"
            )
        if each.versions != first.versions:
            raise WrongUse(
                f"{each.folder} was ranked with another DuckDB than {first.folder}; "
                "rank one of them again"
            )
        if each.table != first.table:
            what = _FACTS[_differing(each.table, first.table)]
            raise WrongUse(
                f"{each.folder} is of another table than {first.folder}, with other "
                f"{what}; rank one of them again"
            )
        if each.options != first.options:
            what = _differing(each.options, first.options)
            raise WrongUse(
                f"{each.folder} was ranked with another --{what} than {first.folder}; "
                "rank one of them again"
            )
        if each.parts != first.parts:
            raise WrongUse(
                f"{each.folder} is part {each}, and {first.folder} is part {first}; "
                "give parts of one and the same number"
            )
    seen: dict[int, RankedPart] = {}
    for each in parts:
        other = seen.setdefault(each.part, each)
        if other is not each:
            raise WrongUse(
                f"part {each} is there twice, in {other.folder} and {each.folder}; "
                "leave one of them out"
            )
    missing = [n for n in range(1, first.parts + 1) if n not in seen]
    if missing:
        more = f" and {len(missing) - 1} more are" if len(missing) > 1 else " is"
        lacking = Part(missing[0], first.parts)
        raise WrongUse(
            f"part {lacking}{more} missing; rank it as the others, "
            f"with --part {lacking}"
        )


def _differing(one: Mapping[str, Any], other: Mapping[str, Any]) -> str:
    """The first name under which two records differ."""
    names = [*one, *(name for name in other if name not in one)]
    return next(name for name in names if one.get(name) != other.get(name))
