"""A list of rows as a file: CSV, Parquet or a workbook, with the columns shown."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

import duckdb
from starlette.requests import Request
from starlette.responses import Response

from cfsql import export
from cfsql.engines.queries import query
from cfsql.errors import WrongUse
from cfsql.speech import say
from cfsql.ui.jobs import Job, Waiting
from cfsql.ui.listing.asked import Asked
from cfsql.ui.listing.columns import FIGURES
from cfsql.ui.listing.lister import Lister, lister
from cfsql.ui.pages import Pages
from cfsql.ui.parameters import VALUE
from cfsql.ui.store import Store, TableFacts
from cfsql.ui.views.rows import list_columns, read_list

if TYPE_CHECKING:
    import pyarrow

    from cfsql.tables.catalog import Stored

# The files that a list can be, and what they are called in a header.
ENDINGS = {
    ".csv": "text/csv; charset=utf-8",
    ".parquet": "application/vnd.apache.parquet",
    ".xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}

# Seconds that a file may take.
_PATIENCE = 600.0


async def rows_file(pages: Pages, request: Request) -> Response:
    """All rows of a list as a file, in its order."""
    facts = await pages.facts(request)
    asked, stored = read_list(facts, request)
    if asked.figure.is_pairs:
        raise WrongUse(say("pairs are no file yet; cfsql export writes them"))
    ending = f".{request.url.path.rpartition('.')[2]}"
    found = await pages.wait(
        request,
        ("file", ending, tuple(asked.parameters()), facts.name),
        _written(pages.store, facts, asked, stored, ending),
        patience=_PATIENCE,
        is_kept=False,
    )
    assert not isinstance(found, Waiting)
    name = quote(f"{facts.name}_rows{ending}", safe="")
    return Response(
        found,
        media_type=ENDINGS[ending],
        headers={"Content-Disposition": f"attachment; filename*=UTF-8''{name}"},
    )


def _written(
    store: Store,
    facts: TableFacts,
    asked: Asked,
    stored: Stored | None,
    ending: str,
) -> Callable[[Job], bytes]:
    def work(job: Job) -> bytes:
        with store.ready(job, facts.loaded, lister(stored)) as ready:
            if facts.is_anonymous and ready.around(asked).n_rows > 1:
                raise WrongUse(say("this session names nobody, and a list names many"))
            ready.stage_page(asked.but(), skip=0, n_shown=None)
            names = list_columns(facts, asked, ready.changing, stored)
            rows = _rows(ready, names, facts.loaded.label)
        with tempfile.TemporaryDirectory(prefix="cfsql-") as folder:
            path = Path(folder) / f"rows{ending}"
            export.check(str(path))
            export.write(duckdb.connect().from_arrow(rows), str(path), ending=ending)
            return path.read_bytes()

    return work


def _rows(ready: Lister, names: Sequence[str], label: str) -> pyarrow.Table:
    """The columns of these names for all rows of a list, each under its own name."""
    import pyarrow as pa

    session = ready.session
    figures = session.relation(query("explorer/downloaded_figures")).to_arrow_table()
    features = [name.removeprefix(VALUE) for name in names if name.startswith(VALUE)]
    columns = dict(zip(FIGURES, figures.column_names[1:], strict=True))
    values = None
    if features:
        session.view(query("explorer/downloaded_values"), features=features)
        values = session.relation(query("explorer/kept_values")).to_arrow_table()
    found = {"row_id": figures.column(0)}
    for name in names:
        feature = name.removeprefix(VALUE)
        if values is not None and name.startswith(VALUE):
            _add(found, feature, values.column(feature))
        else:
            given = label if name == "label" else columns[name]
            _add(found, given, figures.column(columns[name]))
    return pa.table(found)


def _add(found: dict[str, pyarrow.ChunkedArray], name: str, column: object) -> None:
    """Add a column; a name that is taken, also in other letters, gets a line below."""
    while name.lower() in {each.lower() for each in found}:
        name = f"{name}_"
    found[name] = column
