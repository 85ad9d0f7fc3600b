"""Every door gives the same answer for the same options: that of a ranking."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from typing import Any

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st

import cfsql
from cfsql.agents.tools import explain_case, explain_row
from cfsql.errors import CfsqlError
from cfsql.ui.addresses import address
from tests.oracle.brute_force import Case
from tests.support.commands import run_in
from tests.support.examples import WITHOUT_SHRINKING, examples
from tests.support.random_tables import Drawn, crowded_tables, frame_of, tables
from tests.support.ui_server import serving_pages
from tests.ui.reading import opened

pytest.importorskip("sklearn", reason="no scikit-learn: pip install '.[sklearn]'")

from cfsql.sklearn import CounterfactualExplainer

TABLE = "t"


OPTIONS = {
    "max_changes": st.integers(1, 3),
    "min_support": st.integers(1, 2),
    "min_share": st.sampled_from([0.5, 1.0]),
}


def as_json(answer: object) -> dict[str, Any]:
    """An answer as programs get it."""
    found: dict[str, Any] = json.loads(json.dumps(answer, default=str))
    return found


def of_python(asked: Any, about: object, options: dict[str, Any]) -> dict[str, Any]:
    """The answer of a table, an explainer or an estimator; or why there is none."""
    try:
        return as_json(asked.explain(about, **options).to_dict())
    except CfsqlError as error:
        return {"error": error.line}


def of_command(
    folder: Path, options: dict[str, Any], *about: str, label: str | None = None
) -> dict[str, Any]:
    """The answer of the command line."""
    given = [*about, *(["--label", label] if label is not None else [])]
    for name, value in options.items():
        for each in value if isinstance(value, list) else [value]:
            given += [f"--{name.replace('_', '-')}", str(each)]
    done = run_in(folder, "explain", "--table", TABLE, "--format", "json", *given)
    if done.returncode:
        return {"error": done.stderr}
    return as_json(json.loads(done.stdout))


def of_explorer(
    client: httpx.Client, options: dict[str, Any], row: object
) -> dict[str, Any]:
    """The answer of the explorer."""
    parameters = [
        (name, each)
        for name, value in {"row": row, **options}.items()
        for each in (value if isinstance(value, list) else [value])
    ]
    page = client.get(address(TABLE, "row.json", parameters))
    return as_json(page.json()) if page.status_code == 200 else {"error": page.text}


def without_names(answer: dict[str, Any]) -> dict[str, Any]:
    """An answer without what an estimator calls the table and its rows."""
    names = ("sentence", "table", "optimal_id", "sureness_reason")
    rows = [
        {name: value for name, value in each.items() if name != "counterfactual_id"}
        for each in answer["counterfactuals"]
    ]
    kept = {name: value for name, value in answer.items() if name not in names}
    return {**kept, "counterfactuals": rows}


def assert_ranked(answer: dict[str, Any], ranking: Any) -> None:
    """An answer is that of a ranking, which is computed in another way."""
    rows = [as_json(each) for each in ranking.pl().to_dicts()]
    # Of many new cases, one without an answer is a line too.
    ranked = [each for each in rows if each["counterfactual_id"] is not None]
    (summary,) = [as_json(each) for each in ranking.summary.pl().to_dicts()]
    for name in summary.keys() - {"row_id"}:
        assert answer[name] == pytest.approx(summary[name]), name
    found = answer["counterfactuals"]
    assert len(found) == len(ranked)
    for each, wanted in zip(found, ranked, strict=True):
        for name in each.keys() & wanted.keys() - {"changes"}:
            assert each[name] == pytest.approx(wanted[name]), name


@examples(25, phases=WITHOUT_SHRINKING)
@given(st.one_of(tables(max_features=4), crowded_tables()), st.data())
def test_every_door_gives_the_same_answer(drawn: Drawn, data: st.DataObject) -> None:
    features, cases = drawn
    labelled = [case for case in cases if case.label is not None]
    labels = sorted({str(case.label) for case in labelled})
    options: dict[str, Any] = data.draw(
        st.fixed_dictionaries(
            {},
            optional={
                "freeze": st.lists(st.sampled_from(features), max_size=2, unique=True),
                "target": st.sampled_from(labels),
                **OPTIONS,
            },
        )
    )
    row = data.draw(st.sampled_from(labelled)).row_id
    values: dict[str, object] = dict(
        zip(features, data.draw(st.sampled_from(cases)).values, strict=True)
    )
    changed = data.draw(st.sampled_from(features))
    values[changed] = data.draw(st.sampled_from([None, "v0", "v1", "10", "new"]))
    asked = {"label": data.draw(st.sampled_from(labels)), **options}
    with tempfile.TemporaryDirectory() as name:
        path = Path(name) / "cfsql.duckdb"
        with cfsql.connect(path) as database:
            table = database.load(frame_of(features, cases), table=TABLE, label=-1)
            of_row = of_python(table, row, options)
            of_case = of_python(table, values, asked)
            with table.explainer() as explainer:
                for _ in range(3):
                    # Asked again, it knows the values of the table.
                    assert of_python(explainer, values, asked) == of_case
                    assert of_python(explainer, row, options) == of_row
            if "error" not in of_row:
                assert_ranked(of_row, table.rank(rows=[row], **options))
                given_row = {"table": TABLE, "row": str(row), "limit": 100, **options}
                assert as_json(explain_row(database, given_row).data) == of_row
            if "error" not in of_case:
                frame = frame_of(
                    features, [Case(1, tuple(values.values()), asked["label"])]
                )
                assert_ranked(of_case, table.explain_cases(frame, **options))
                given_case = {"table": TABLE, "values": values, "limit": 100, **asked}
                assert as_json(explain_case(database, given_case).data) == of_case
        said = of_command(Path(name), options, "--row", str(row))
        assert said == of_row or "error" in said.keys() & of_row.keys()
        text = json.dumps(values)
        said = of_command(Path(name), options, "--values", text, label=asked["label"])
        assert said == of_case or "error" in said.keys() & of_case.keys()
        with serving_pages(path) as served, opened(served) as client:
            said = of_explorer(client, options, row)
            assert said == of_row or "error" in said.keys() & of_row.keys()
    if "error" not in of_case:
        frame = frame_of(features, labelled)
        estimator = CounterfactualExplainer(options=options)  # type: ignore[arg-type]
        estimator.fit(frame.drop("outcome"), frame["outcome"].to_list())
        found = estimator.explain(values, asked["label"])
        assert without_names(as_json(found.to_dict())) == without_names(of_case)
