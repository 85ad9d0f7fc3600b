"""Results as files: Parquet, CSV, JSON or a workbook by the file's ending.

DuckDB writes Parquet, xlsxwriter workbooks, and polars the others.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

import duckdb

from cfsql.cells import FORMULA, NUMBER, json_text, not_formula
from cfsql.engines import duckdb as engine
from cfsql.errors import CfsqlError, NotResults, OutputExists, WrongUse
from cfsql.options import given_name
from cfsql.words import many

if TYPE_CHECKING:
    import polars

    from cfsql.api.results import Result

# Those of a page that is handed over.
PAGES = (".html", ".htm")

ENDINGS = (".parquet", ".csv", ".json", ".jsonl", ".xlsx")


def check(path: str, endings: Sequence[str] = ENDINGS) -> str:
    """Refuse a file that cannot be written, before any work is done; its ending."""
    target = Path(path)
    ending = target.suffix.lower()
    if ending not in endings:
        raise WrongUse(f"{path} should end in {', '.join(endings)}")
    if target.is_dir():
        raise WrongUse(f"{path} is a directory; name a file in it")
    if not target.parent.is_dir():
        raise WrongUse(f"no directory {target.parent} to write {target.name} into")
    if ending == ".xlsx":
        from cfsql.export import workbook

        workbook.check(path)
    return ending


def write(
    relation: duckdb.DuckDBPyRelation,
    path: str,
    *,
    ending: str | None = None,
    summary: duckdb.DuckDBPyRelation | None = None,
    bom: bool = False,
) -> list[str]:
    """Write the rows of a relation to a file; it appears whole or not at all.

    A workbook has the summary on a sheet of its own. With `bom`, a CSV file is one for
    spreadsheets. What had to be changed for that is returned, a sentence each.
    """
    ending = ending or check(path)
    if ending == ".parquet":
        with _whole(path) as unfinished:
            engine.in_form(relation, engine.PARQUET).write_parquet(unfinished)
        return []
    if ending == ".xlsx":
        return _write_workbook({"answers": relation, "summary": summary}, path)
    frame = engine.in_form(relation, engine.FLAT).pl()
    if bom and ending == ".csv":
        return _write_for_spreadsheets(_flat(frame), path)
    write_frame(frame, path, ending=ending)
    return []


def _write_workbook(
    sheets: Mapping[str, duckdb.DuckDBPyRelation | None], path: str
) -> list[str]:
    from cfsql.export import workbook

    given = {name: rows for name, rows in sheets.items() if rows is not None}
    with _whole(path) as unfinished:
        n_cut = workbook.write(given, unfinished, path)
    if not n_cut:
        return []
    most = f"{workbook.MOST_CHARACTERS:,} characters, which is all that Excel holds"
    return [f"{many(n_cut, 'cell')} of {path} cut to {most}"]


def _write_for_spreadsheets(frame: polars.DataFrame, path: str) -> list[str]:
    """Write CSV that spreadsheets read as UTF-8, and take no cell of for a formula."""
    import polars as pl

    n_guarded = 0
    columns = []
    for column in frame:
        if column.dtype == pl.String:
            is_formula = column.str.contains(FORMULA) & ~column.str.contains(NUMBER)
            n_guarded += int(is_formula.sum())
            column = pl.select(
                pl.when(is_formula).then("'" + column).otherwise(column)
            ).to_series()
        columns.append(column)
    names = [not_formula(name) for name in frame.columns]
    guarded = pl.DataFrame(dict(zip(names, columns, strict=True)))
    with _whole(path) as unfinished:
        guarded.write_csv(unfinished, include_bom=True)
    return guards(n_guarded, path)


def check_bom(bom: bool, format: str, out: str | None) -> None:
    """Refuse --bom where no CSV is written."""
    if bom and format != "csv" and not (out or "").lower().endswith(".csv"):
        raise WrongUse("--bom is for CSV; give --out FILE.csv or --format csv")


def guards(n_guarded: int, place: str) -> list[str]:
    """What is said of cells that a spreadsheet would take for formulas."""
    if not n_guarded:
        return []
    return [
        f"{many(n_guarded, 'cell')} of {place} begin with an apostrophe now: "
        "a spreadsheet would take them for formulas"
    ]


def write_frame(frame: polars.DataFrame, path: str, *, ending: str) -> None:
    """Write a frame to a file; it appears whole or not at all."""
    with _whole(path) as unfinished:
        if ending == ".parquet":
            frame.write_parquet(unfinished)
        elif ending == ".csv":
            _flat(frame).write_csv(unfinished)
        elif ending == ".json":
            frame.write_json(unfinished)
        else:
            frame.write_ndjson(unfinished)


def write_text(text: str, path: str) -> None:
    """Write a text to a file; it appears whole or not at all."""
    with _whole(path) as unfinished:
        Path(unfinished).write_text(text, encoding="utf-8", newline="\n")


def write_bytes(content: bytes, path: str) -> None:
    """Write bytes to a file; it appears whole or not at all."""
    with _whole(path) as unfinished:
        Path(unfinished).write_bytes(content)


@contextmanager
def _whole(path: str) -> Iterator[str]:
    """A file to write, which takes the place of `path` when it is done."""
    unfinished = f"{path}.unfinished"
    try:
        yield unfinished
        os.replace(unfinished, path)
    except OSError as error:
        raise CfsqlError(f"cannot write {path}: {error.strerror or error}") from error
    except duckdb.IOException as error:
        raise CfsqlError(
            f"cannot write {path}: {engine.explain_error(error)}"
        ) from error
    finally:
        with suppress(OSError):
            Path(unfinished).unlink(missing_ok=True)


def make_folder(folder: Path) -> None:
    """Make a folder to write into, or say why it cannot be."""
    _refuse_file(folder)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise CfsqlError(f"cannot make {folder}: {error.strerror}") from error


def _refuse_file(folder: Path) -> None:
    if folder.exists() and not folder.is_dir():
        raise WrongUse(f"{folder} is a file; --out takes a folder")


def write_all(
    results: Sequence[Result], directory: str, *, overwrite: bool = False
) -> list[str]:
    """Write results as Parquet files, each under its own name; their paths."""
    paths = free_paths([each.name for each in results], directory, overwrite=overwrite)
    make_folder(Path(directory))
    for path, result in zip(paths, results, strict=True):
        result.to_parquet(path)
    return paths


def free_paths(
    names: Sequence[str], directory: str, *, overwrite: bool = False
) -> list[str]:
    """The files that results of these names go to, if they may be written.

    Files that are there are replaced with `overwrite`, and only if they are Parquet.
    """
    given_name("out", directory)
    target = Path(directory)
    _refuse_file(target)
    paths: list[str] = []
    for each in names:
        name = each.replace(os.sep, "_")
        while str(target / f"{name}.parquet") in paths:
            name = f"{name}_"
        paths.append(str(target / f"{name}.parquet"))
    for path in filter(os.path.lexists, paths):
        if not overwrite:
            raise OutputExists(path)
        if not _is_parquet(path):
            raise NotResults(path)
    return paths


def _is_parquet(path: str) -> bool:
    if not os.path.isfile(path):
        return False
    with open(path, "rb") as file:
        return file.read(4) == b"PAR1"


def _flat(frame: polars.DataFrame) -> polars.DataFrame:
    """The frame with nested columns as JSON text, which is all that CSV can hold."""
    import polars as pl

    nested = [name for name, kind in frame.schema.items() if kind.is_nested()]
    return frame.with_columns(
        pl.Series(
            name,
            [
                None if value is None else json_text(value)
                for value in frame[name].to_list()
            ],
            dtype=pl.String,
        )
        for name in nested
    )
