"""The sections of a report: which there are, and the addresses inside the page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cfsql.errors import WrongUse, nearest_name
from cfsql.questions.report import Report
from cfsql.show.markup import Html
from cfsql.show.pages.explanations import row_anchor
from cfsql.show.pages.pieces import NoLinks

# Sections that not every report has, and what they come from.
_NEED = {
    "unequal": "an audit with protected columns: cfsql audit",
    "coverage": "an audit, and rows with an answer: cfsql audit",
    "constraints": "a ranking with constraints, such as --freeze",
    "sure": "subsamples: cfsql stability",
    **dict.fromkeys(
        ("distance", "number", "clearness", "changes", "classes", "metrics"),
        "rows with an answer",
    ),
}


@dataclass(frozen=True)
class Section:
    """A part of the page with an address and a heading."""

    anchor: str
    title: str
    content: Html


def section_names(given: Sequence[str] | None) -> list[str] | None:
    """The names that are given, of which several may stand in one text."""
    if given is None:
        return None
    texts = [given] if isinstance(given, str) else given
    found = [name.strip() for text in texts for name in text.split(",")]
    return [name for name in found if name]


def chosen_sections(
    sections: Sequence[Section], names: Sequence[str] | None
) -> list[Section]:
    """The sections of these names, in the order of the page; all without names."""
    if names is None:
        return list(sections)
    known = [each.anchor for each in sections]
    if not names:
        raise WrongUse(f"--sections needs at least one of {', '.join(known)}")
    for name in names:
        if name in _NEED and name not in known:
            raise WrongUse(f"this report has no section {name}: it needs {_NEED[name]}")
        if name not in known:
            near = nearest_name(name, known)
            hint = f"did you mean '{near}'? There are" if near else "there are"
            raise WrongUse(f"no section '{name}'; {hint} {', '.join(known)}")
    return [each for each in sections if each.anchor in names]


@dataclass(frozen=True)
class PageLinks(NoLinks):
    """The links of a page without a database: to the rows that it explains."""

    explained: frozenset[str]

    @classmethod
    def of(cls, report: Report) -> PageLinks:
        """The links of this report."""
        return cls(frozenset(str(row.explanation.row_id) for row in report.rows))

    def row(self, row_id: object) -> str | None:
        """Where the row is explained, if it is."""
        return f"#{row_anchor(row_id)}" if str(row_id) in self.explained else None
