"""Several files as one table: a list, a glob, a folder, hive partitions.

Columns are put together by name. A file that lacks one, or has one of its own, is an
error that names both: a table with holes would be a table of other cases.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from glob import glob
from pathlib import Path

from cfsql.engines.duckdb import Session, explain_error
from cfsql.engines.queries import query
from cfsql.errors import BadFile, QueryFailed, WrongUse
from cfsql.tables.reading import Reading
from cfsql.tables.sources.files import FORMATS, File, find_file
from cfsql.tables.sources.source import Source
from cfsql.words import listing

_WILDCARDS = frozenset("*?[")

# Types that DuckDB brings together without loss.
_ALIKE = (
    ("TINYINT", "SMALLINT", "INTEGER", "BIGINT", "HUGEINT", "FLOAT", "DOUBLE"),
    ("UTINYINT", "USMALLINT", "UINTEGER", "UBIGINT", "INTEGER", "BIGINT", "HUGEINT"),
    ("DATE", "TIMESTAMP"),
)
_TEXT = "VARCHAR"


@dataclass(frozen=True)
class ManyFiles(Source):
    """Several files that are one table; `root` is the folder that they are below."""

    files: tuple[File, ...] = ()
    root: Path | None = None

    def stage(
        self,
        session: Session,
        reading: Reading,
        *,
        text: bool = False,
        named: Sequence[str] = (),
    ) -> list[str]:
        """Read the rows of all files into `incoming`, in the order of the files."""
        keys = self._partition_keys()
        if all(file.format == "parquet" for file in self.files):
            return self._stage_parquet(session, reading, keys)
        if keys:
            raise WrongUse(
                f"{self.name} has folders such as {keys[0]}=…, which are columns of "
                "Parquet files alone; give its files one by one"
            )
        return self._stage_one_by_one(session, reading, text=text, named=named)

    # Parquet files are read at once.

    def _stage_parquet(
        self, session: Session, reading: Reading, keys: list[str]
    ) -> list[str]:
        reading.refuse_other_formats(self.name)
        shapes = {}
        for file in self.files:
            try:
                shapes[file.name] = session.parquet_columns(file.pattern)
            except QueryFailed as error:
                raise BadFile(f"{file.name}: is not a Parquet file") from error
        _refuse_other_columns(shapes)
        for column, kinds in _kinds(shapes).items():
            if not _are_alike(set(kinds.values())):
                raise BadFile(_other_types(column, kinds))
        paths = [file.pattern for file in self.files]
        try:
            session.stage(
                query("load/read_parquet_files"),
                paths=paths,
                is_partitioned=bool(keys),
            )
        except QueryFailed as error:
            cause = error.__cause__ or error
            raise BadFile(f"{self.name}: {explain_error(cause)}") from error
        own = [name for name, _ in shapes[self.files[0].name]]
        for key in keys:
            if key.lower() in map(str.lower, own):
                raise BadFile(
                    f"{self.files[0].name} has a column '{key}', and so have the "
                    f"folders that it is in"
                )
        # Folders above the one that is given may look like partitions, too.
        if keys:
            session.stage(query("load/kept_columns"), names=[*own, *keys])
        return session.columns("incoming")

    def _partition_keys(self) -> list[str]:
        """The names in folders such as year=2024, of which every file has the same."""
        if self.root is None:
            return []
        found: list[str] | None = None
        for file in self.files:
            folders = file.path.relative_to(self.root).parts[:-1]
            keys = [each.partition("=")[0] for each in folders if "=" in each]
            if found is not None and keys != found:
                raise BadFile(
                    f"{file.name} is in folders of {listing(keys) or 'no names'}, and "
                    f"{self.files[0].name} in folders of {listing(found) or 'no names'}"
                )
            found = keys
        return found or []

    # Others are read one by one.

    def _stage_one_by_one(
        self,
        session: Session,
        reading: Reading,
        *,
        text: bool,
        named: Sequence[str],
    ) -> list[str]:
        shapes: dict[str, list[tuple[str, str]]] = {}
        written: list[str] = []
        for place, file in enumerate(self.files):
            found = file.stage(session, reading, text=text, named=named)
            written = written or found
            shapes[file.name] = session.column_types("incoming")
            session.rename("incoming", _part(place))
        _refuse_other_columns(shapes)
        emptied = self._without_values(session, shapes)
        texts = []
        for column, kinds in _kinds(shapes).items():
            filled = {
                file: kind
                for file, kind in kinds.items()
                if file not in emptied[column]
            }
            if _are_alike(set(filled.values())):
                continue
            if not all(file.format == "csv" for file in self.files):
                raise BadFile(_other_types(column, filled))
            texts.append(column)
        for place, file in enumerate(self.files if texts else ()):
            kinds = dict(shapes[file.name])
            other = [name for name in _spelled(kinds, texts) if kinds[name] != _TEXT]
            if other:
                # As it is written: 007 is no number where another file has words.
                file.stage(session, reading, text=text, named=named, texts=other)
                session.rename("incoming", _part(place))
        session.stage_union(
            "incoming",
            {
                _part(place): [
                    column for column, files in emptied.items() if file.name in files
                ]
                for place, file in enumerate(self.files)
            },
        )
        for place, _ in enumerate(self.files):
            session.forget(_part(place))
        return written

    def _without_values(
        self, session: Session, shapes: dict[str, list[tuple[str, str]]]
    ) -> dict[str, list[str]]:
        """Of each column, the files in which it has no value, and so no type."""
        empty: dict[str, list[str]] = {}
        for place, file in enumerate(self.files):
            for column, kind in shapes[file.name]:
                files = empty.setdefault(column.lower(), [])
                if kind == _TEXT and not session.has_values(_part(place), column):
                    files.append(file.name)
        return empty


def is_many(given: str) -> bool:
    """Whether a path may be that of several files."""
    path = Path(given)
    return path.is_dir() or (bool(_WILDCARDS & set(given)) and not path.exists())


def listed(paths: Sequence[str]) -> ManyFiles:
    """The files of these paths, among which may be globs and folders."""
    found: list[File] = []
    for path in paths:
        if path == "-":
            raise WrongUse("standard input is one file; give it alone, or files")
        found += find(path).files if is_many(path) else [find_file(Path(path))]
    for place, file in enumerate(found):
        if file.path in [each.path for each in found[:place]]:
            raise WrongUse(f"{file.name} is given twice")
    address = {"source": [_absolute(path) for path in paths]}
    name = (
        listing([*paths])
        if len(paths) <= 3
        else f"{paths[0]} and {len(paths) - 1} more"
    )
    return ManyFiles("files", name, _common_name(found), address, files=tuple(found))


def find(given: str) -> ManyFiles:
    """The files of a folder, or those that a pattern matches, in order of names."""
    path = Path(given)
    if path.is_dir():
        files = tuple(_in_folder(path))
        name = path.resolve().name
        root = path
    else:
        root = _before_wildcards(path)
        if not root.is_dir():
            raise WrongUse(f"no file matches {given}: there is no directory {root}")
        matches = sorted(each for each in glob(given, recursive=True))
        files = tuple(find_file(Path(each)) for each in matches if Path(each).is_file())
        name = root.resolve().name if root != Path() else _common_name(files)
    if not files:
        raise WrongUse(
            f"no .csv, .json or .parquet file is in {given}"
            if path.is_dir()
            else f"no file matches {given}{_beside(root)}"
        )
    address = {"source": _absolute(given)}
    return ManyFiles("files", given, name, address, files=files, root=root)


def _in_folder(folder: Path) -> Iterator[File]:
    """The files of a folder and those below it that may hold tables."""
    paths = sorted(
        Path(parent) / name
        for parent, folders, names in _walk(folder)
        for name in names
    )
    for path in paths:
        suffix = path.name.lower().removesuffix(".gz")
        if any(suffix.endswith(ending) for ending in FORMATS):
            yield find_file(path)


def _walk(folder: Path) -> Iterator[tuple[str, list[str], list[str]]]:
    """A folder and those below it, without what begins with a dot or an underscore."""
    hidden = (".", "_")
    for parent, folders, names in os.walk(folder):
        folders[:] = sorted(each for each in folders if not each.startswith(hidden))
        yield parent, folders, [each for each in names if not each.startswith(hidden)]


def _before_wildcards(path: Path) -> Path:
    """The folders of a path up to the first wildcard."""
    parts = []
    for part in path.parts[:-1]:
        if _WILDCARDS & set(part):
            break
        parts.append(part)
    return Path(*parts)


def _beside(folder: Path) -> str:
    """What is in a folder in which nothing was found, if it is little."""
    names = sorted(each.name for each in folder.iterdir() if each.is_file())
    return f"; there is {listing(names)}" if 0 < len(names) <= 5 else ""


def _absolute(path: str) -> str:
    return str(Path(path).absolute())


def _common_name(files: Sequence[File]) -> str:
    """What the names of files begin with, without numbers; else the first name."""
    common = ""
    for letters in zip(*(file.stem for file in files), strict=False):
        if len(set(letters)) > 1:
            break
        common += letters[0]
    return common.rstrip("0123456789_-. ") or (files[0].stem if files else "")


# Columns of several files.


def _part(place: int) -> str:
    return f"incoming_part_{place}"


def _refuse_other_columns(shapes: dict[str, list[tuple[str, str]]]) -> None:
    """Refuse a file that has other columns than the first one."""
    (first, columns), *others = shapes.items()
    known = {name.lower(): name for name, _ in columns}
    for file, shape in others:
        own = {name.lower(): name for name, _ in shape}
        for column, name in known.items():
            if column not in own:
                raise BadFile(f"{file} has no column '{name}', and {first} has")
        for column, name in own.items():
            if column not in known:
                raise BadFile(f"{file} has a column '{name}', and {first} has not")


def _kinds(shapes: dict[str, list[tuple[str, str]]]) -> dict[str, dict[str, str]]:
    """Of each column, by its name in small letters, its type in each file."""
    found: dict[str, dict[str, str]] = {}
    for file, shape in shapes.items():
        for name, kind in shape:
            found.setdefault(name.lower(), {})[file] = kind
    return found


def _are_alike(kinds: set[str]) -> bool:
    return len(kinds) < 2 or any(kinds <= set(alike) for alike in _ALIKE)


def _other_types(column: str, kinds: dict[str, str]) -> str:
    (first, kind), *others = kinds.items()
    file, other = next(each for each in others if not _are_alike({kind, each[1]}))
    return f"{file}: column '{column}' is {other}, and in {first} it is {kind}"


def _spelled(kinds: dict[str, str], columns: Sequence[str]) -> list[str]:
    """The names of columns as a file has them."""
    return [name for name in kinds if name.lower() in columns]
