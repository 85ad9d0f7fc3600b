"""Columns may have any name."""

from __future__ import annotations

from pathlib import Path

import polars as pl
import pytest

import cfsql
from tests.tables.odd.answers import BOTH, all_of, answers, answers_of, smallest

ODD_NAMES = [
    'my "odd" column',
    "two words",
    "select",
    "été",
    "日本",
    "it's",
    "x.y",
    "$x",
    "one\ntwo",
    "*",
    # What cfsql calls its own columns.
    "label",
    "rank",
    "code",
    "changes",
    "feature",
    "feature_id",
    "word",
    "row",
    "rowid",
    "instance_id",
    "batch",
    "value_text",
    "explanation",
    "column_value",
]


@pytest.mark.parametrize("name", ['my "odd" column', "select", "label"])
def test_a_column_of_any_name_may_be_label_id_or_ignored(name: str) -> None:
    frame = pl.DataFrame({name: ["u", "v"], "a": [1, 2]})

    assert answers(frame.with_columns(b=1), label=name) == BOTH
    frame = frame.with_columns(y=pl.Series(["p", "q"]))
    assert answers(frame, ignore=[name]) == BOTH
    assert answers(frame, id=name) == [("u", "v", "a: 1 → 2"), ("v", "u", "a: 2 → 1")]


def test_all_odd_names_may_be_in_one_table() -> None:
    columns = {name: ["u", "v"] for name in ODD_NAMES}

    with cfsql.connect() as database:
        table = database.load(pl.DataFrame({**columns, "y": ["p", "q"]}), label=-1)
        first, _ = answers_of(table)
        shown = "\n".join(all_of(table))

    assert first[2] == ", ".join(f"{name}: u → v" for name in ODD_NAMES)
    assert all(name in shown for name in ODD_NAMES)


def test_names_that_differ_in_case_are_two_columns(tmp_path: Path) -> None:
    path = tmp_path / "twins.csv"
    path.write_text("A,a,y\n1,m,p\n1,n,q\n2,n,q\n")

    found = answers(path, rename_duplicates=True)
    explanations = [explanation for *_, explanation in found]

    assert len(explanations) == 3
    assert all(": m → n" in each or ": n → m" in each for each in explanations)


@pytest.mark.parametrize(("label", "classes"), [("A", {"1", "2"}), ("a", {"m", "n"})])
def test_of_names_that_differ_in_case_the_one_that_is_named_is_meant(
    tmp_path: Path, label: str, classes: set[str]
) -> None:
    path = tmp_path / "twins.csv"
    path.write_text("A,a,y\n1,m,p\n1,n,q\n2,n,q\n")

    with cfsql.connect() as database:
        table = database.load(path, label=label, rename_duplicates=True)
        assert set(table.profile().classes) == classes


def test_a_label_is_found_whatever_its_case() -> None:
    assert answers(smallest(), label="Y", ignore=["B"]) == BOTH


def test_columns_of_the_same_name_are_both_features(tmp_path: Path) -> None:
    path = tmp_path / "same.csv"
    path.write_text("f,f,y\nu,x,p\nv,z,q\n")

    with cfsql.connect() as database:
        table = database.load(path, label=-1, rename_duplicates=True)
        explanation = table.explain(1)

    assert list(explanation.values.values()) == ["u", "x"]
    assert explanation.min_distance == 2
