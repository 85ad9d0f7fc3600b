"""A public table: its source, its columns, its size here and in the paper."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Any
from urllib.parse import unquote, urlsplit

from cfsql.datasets.tables import (
    Step,
)
from cfsql.datasets.text_formats import Format


@dataclass(frozen=True)
class Source:
    """A public file: who publishes it, and its addresses, the best one first.

    `members` are the files to take out of it, where it is an archive.
    """

    name: str
    licence: str
    page: str
    urls: tuple[str, ...]
    members: tuple[str, ...]


@dataclass(frozen=True)
class Figures:
    """How large the paper says that a table is."""

    n_features: int
    n_classes: int
    n_rows: int


@dataclass(frozen=True)
class Dataset:
    """A table: its columns and counts, and its preparation from a public source."""

    name: str
    features: tuple[str, ...]
    label: str
    n_rows: int
    n_classes: int
    n_contradicted: int
    sha256: str
    paper: Figures
    source: Source
    format: Format
    preparation: str
    steps: tuple[Step, ...] = ()
    inferred: str | None = None
    note: str = ""
    is_stand_in: bool = False

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns of the table, the label last."""
        return (*self.features, self.label)

    def to_dict(self) -> dict[str, Any]:
        """For programs."""
        return {
            "name": self.name,
            "rows": self.n_rows,
            "features": len(self.features),
            "classes": self.n_classes,
            "contradicted": self.n_contradicted,
            "label": self.label,
            "feature_names": list(self.features),
            "paper": {
                "rows": self.paper.n_rows,
                "features": self.paper.n_features,
                "classes": self.paper.n_classes,
            },
            "licence": self.source.licence,
            "source": self.source.name,
            "page": self.source.page,
            "urls": list(self.source.urls),
            "preparation": self.preparation,
            "inferred": self.inferred,
            "note": self.note or None,
            "is_stand_in": self.is_stand_in,
            "sha256": self.sha256,
        }


def file_name(url: str) -> str:
    """The name of an address's file, here and on any mirror."""
    return unquote(PurePosixPath(urlsplit(url).path).name)
