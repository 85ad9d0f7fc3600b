"""The table that wrong input must leave alone."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import cfsql
from tests.support.refusals import unchanged

# Row 4 has no label.
PEOPLE = """\
name,age,income
ann,30,low
bob,40,high
cat,30,high
dan,50,
"""
MANY_ROWS = "".join(f"{n % 7},{n % 5},{n % 2}\n" for n in range(30_000))


def refusal(database: Path, source: object, code: int, **options: Any) -> str:
    """Why a load from Python over the table `people` is refused, leaving it alone."""
    chosen: dict[str, Any] = {
        "table": "people",
        "label": -1,
        "replace": True,
        **options,
    }
    with unchanged(database):
        with (
            cfsql.connect(database) as opened,
            pytest.raises(cfsql.CfsqlError) as caught,
        ):
            opened.load(source, **chosen)
        message = str(caught.value)
    assert "\n" not in message
    assert caught.value.exit_code == code
    return message
