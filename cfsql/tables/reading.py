"""How a file is to be read: what the user says about its header, marks and words."""

from __future__ import annotations

import csv
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from cfsql.errors import WrongUse
from cfsql.options import FileOptions, changed_options, flag, given_among
from cfsql.words import many

# Characters that are hard to type, by name.
_NAMED = {"\\t": "\t", "tab": "\t", "space": " ", "comma": ",", "semicolon": ";"}

# What any source may need; the others are about the text of a CSV file.
_OF_ANY_SOURCE = ("rename-duplicates",)


@dataclass(frozen=True)
class Reading:
    """What is said about a file; the rest is looked up in it."""

    header: bool | None = None
    names: Sequence[str] = ()
    delimiter: str | None = None
    quote: str = '"'
    decimal: str = "."
    missing: Sequence[str] = ()
    rename_duplicates: bool = False
    encoding: str = "utf-8"

    def __post_init__(self) -> None:
        """Refuse what cannot be meant."""
        mark = self.delimiter
        if mark is not None and (len(mark) != 1 or mark in "\r\n"):
            raise WrongUse(
                f"--delimiter is one character, such as ; or tab, not {mark!r}"
            )
        if len(self.quote) > 1 or self.quote in ("\r", "\n"):
            raise WrongUse(
                f"--quote is one character, or '' for none, not {self.quote!r}"
            )
        if self.decimal not in (".", ","):
            raise WrongUse(f"--decimal is . or , and not {self.decimal!r}")
        for option, value in (("--quote", self.quote), ("--decimal", self.decimal)):
            if value == mark:
                raise WrongUse(f"--delimiter and {option} cannot both be {mark!r}")

    @classmethod
    def of(cls, options: Mapping[str, object]) -> Reading:
        """The reading among the options of a call."""
        given = given_among(options, FileOptions)
        if given.get("delimiter") is not None:
            given["delimiter"] = _NAMED.get(given["delimiter"], given["delimiter"])
        return cls(**given)

    @property
    def options(self) -> dict[str, object]:
        """What is said, as cf.runs has it."""
        return changed_options(FileOptions, vars(self))

    @property
    def nulls(self) -> list[str]:
        """The texts that stand for a missing value, also after a space."""
        words = [word for text in self.missing for word in _parts(text)]
        return list(
            dict.fromkeys(["", *words, *(f" {word}" for word in words if word)])
        )

    def refuse_other_formats(self, source: str) -> None:
        """Refuse what is said about the text of a CSV file, where there is none."""
        for option in self.options:
            if option not in _OF_ANY_SOURCE:
                raise WrongUse(f"{flag(option)} is for CSV files, and {source} is none")

    def named(self, n_columns: int) -> list[str]:
        """The names that are given, one for each column."""
        names = [*self.names]
        if len(names) != n_columns:
            names = [name for text in self.names for name in _parts(text)]
        if len(names) != n_columns:
            raise WrongUse(
                f"--names has {many(len(names), 'name')}, and the file has "
                f"{many(n_columns, 'column')}"
            )
        known = set()
        for name in names:
            if not name.strip() or name.lower() in known:
                said = f"'{name}' twice" if name.strip() else "an empty name"
                raise WrongUse(f"--names has {said}; every column needs its own")
            known.add(name.lower())
        return names


def _parts(text: str) -> list[str]:
    """What stands between commas; quotes keep a comma inside."""
    (parts,) = csv.reader([text], skipinitialspace=True)
    return [part.strip() for part in parts]
