"""What the paper proves of its explanations holds for those that are found."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from tests.oracle.brute_force import Case
from tests.support.examples import examples
from tests.support.random_tables import Drawn, crowded_tables, load, tables

Changes = list[dict[str, Any]]


def pairs_of(changes: Changes, side: str) -> set[tuple[str, str | None]]:
    """The literals of some changes, from the row's side or from the answer's."""
    return {(each["feature"], each[side]) for each in changes}


@examples(20)
@given(st.one_of(tables(max_features=5), crowded_tables()))
def test_laws_of_minimal_counterfactuals(table: Drawn) -> None:
    features, cases = table
    loaded = load(features, cases)
    ranking = loaded.rank()
    answers = ranking.pl().to_dicts()
    n_classes = len({case.label for case in cases if case.label is not None})
    for each in answers:
        own = pairs_of(each["changes"], "from_value")
        new = pairs_of(each["changes"], "to_value")
        # A change is no value that the row has: ψ ∩ a is empty, a ∪ ψ inconsistent.
        assert not own & new
        assert len(new) == each["distance"] >= 1
        assert each["label"] != each["counterfactual_label"]
        # The counterfactual explains at least the row, which is in its ball.
        assert 1 <= each["power"] < each["ball_size"]
        for metric in ("typicality", "capacity", "universality", "share"):
            assert 0 < each[metric] <= 1
        if n_classes == 2:
            assert each["capacity"] == each["universality"]
    # Minimal implies irreducible: no answer changes a strict part of another's.
    for row in {each["row_id"] for each in answers}:
        found = loaded.counterfactuals(row).pl().to_dicts()
        assert all(
            each["is_irreducible_subset"] for each in found if each["is_minimal"]
        )


@examples(12)
@given(st.one_of(tables(max_features=5), crowded_tables()))
def test_every_reason_contradicts_every_counterfactual(table: Drawn) -> None:
    features, cases = table
    loaded = load(features, cases)
    answers = loaded.rank().pl().to_dicts()
    reasons = loaded.why_rows().pl().to_dicts()
    for reason in reasons:
        literals = {(each["feature"], each["value"]) for each in reason["literals"]}
        for answer in (each for each in answers if each["row_id"] == reason["row_id"]):
            assert literals & pairs_of(answer["changes"], "from_value")


@examples(12)
@given(st.one_of(tables(max_features=5), crowded_tables()), st.randoms())
def test_fewer_cases_give_no_nearer_counterfactual(table: Drawn, chance: Any) -> None:
    features, cases = table
    distances = nearest(features, cases)
    some = [case for case in cases if chance.random() < 0.5]
    if not any(case.label is not None for case in some):
        return
    for row, distance in nearest(features, some).items():
        if distance is not None:
            whole = distances[row]
            assert whole is not None
            assert whole <= distance


def nearest(features: list[str], cases: list[Case]) -> dict[int, int | None]:
    """How far each row is from its nearest counterfactuals."""
    summary = load(features, cases).rank().summary.pl()
    return dict(summary.select("row_id", "min_distance").iter_rows())
