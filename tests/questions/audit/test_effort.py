"""For whom it is harder, and which unequal pairs are chance, equals brute force."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import cfsql
from cfsql.questions.audit import Audit
from cfsql.questions.audit.hardest import hardest
from tests.oracle import brute_force_constraints as constrained
from tests.oracle import brute_force_effort as oracle
from tests.oracle.brute_force import Case, Ranking
from tests.oracle.brute_force_audit import Side, coverage, sides
from tests.support.examples import WITHOUT_SHRINKING, examples
from tests.support.random_tables import load, tables

ENOUGH = 10  # rows for the interval of a mean
QUANTILES = {
    "q25": Fraction(1, 4),
    "q50": Fraction(1, 2),
    "q75": Fraction(3, 4),
    "q90": Fraction(9, 10),
}


def assert_effort(
    found: Audit, ranking: Ranking, rows: Sequence[Side], target: str | None
) -> None:
    groups = oracle.groups(rows, found.protected)
    labels = sorted({row.label for row in rows})
    efforts = {(x.feature, x.value, x.to_label): x for x in found.effort}
    within = {
        (x.feature, x.value, x.to_label, x.n_changes): x for x in found.effort_within
    }
    changed = {
        (x.feature, x.value, x.to_label, x.changed_feature): x
        for x in found.effort_features
    }
    for aim in oracle.aims(labels, target):
        everyone = oracle.needed(ranking, groups[None, None], aim)
        reached = [n for n in everyone if n != float("inf")]
        for group, own_rows in groups.items():
            needed = oracle.needed(ranking, own_rows, aim)
            if not needed:
                assert (*group, aim) not in efforts
                continue
            effort = efforts.pop((*group, aim))
            own = [int(n) for n in needed if n != float("inf")]
            assert (effort.n_rows, effort.n_reached) == (len(needed), len(own))
            for name, share in QUANTILES.items():
                value = oracle.quantile(needed, share)
                assert getattr(effort, name) == (None if value > 99 else value)
            if own:
                assert effort.mean_changes == pytest.approx(sum(own) / len(own))
            else:
                assert effort.mean_changes is None
            if len(own) < ENOUGH:
                assert effort.mean_low is effort.mean_high is None
            else:
                assert effort.mean_low is not None
                assert effort.mean_high is not None
                # Sums of draws are whole numbers; the expansion goes between them.
                step = 2 * (max(own) - min(own)) / len(own)
                low = oracle.resampled_mean(own, Fraction(1, 40))
                high = oracle.resampled_mean(own, Fraction(39, 40))
                assert effort.mean_low == pytest.approx(low, abs=step + 1e-9)
                assert effort.mean_high == pytest.approx(high, abs=step + 1e-9)
            others = list(everyone)
            for n in needed:
                others.remove(n)
            if others:
                chance = oracle.superiority(needed, others)
                assert effort.superiority == pytest.approx(float(chance))
                limits = ("0.06", "0.14", "0.21")
                distance = abs(chance - Fraction(1, 2))
                assert effort.effect == oracle.effect(distance, limits)
            else:
                assert (effort.superiority, effort.effect) == (None, None)
            for n_changes in range(1, max([3, *map(int, reached)]) + 1):
                each = within.pop((*group, aim, n_changes))
                part = sum(n <= n_changes for n in needed)
                assert (each.n_rows, each.n_within) == (len(needed), part)
                assert each.share == part / len(needed)
                bounds = oracle.wilson(part, len(needed))
                assert (each.share_low, each.share_high) == pytest.approx(
                    bounds, abs=1e-12
                )
            for name, parts in oracle.changed_by(ranking, own_rows, aim).items():
                one = changed.pop((*group, aim, name))
                assert one.n_rows == len(own)
                assert one.n_changed == pytest.approx(float(parts), abs=1e-5)
                bounds = oracle.wilson(min(one.n_changed, len(own)), len(own))
                assert (one.share_low, one.share_high) == pytest.approx(
                    bounds, abs=1e-5
                )
    assert not efforts
    assert not within
    assert not changed
    for aim in oracle.aims(labels, target):
        for column in found.protected:
            by_value = oracle.by_group(ranking, groups, aim, column)
            listed = [
                x.value
                for x in found.effort
                if (x.feature, x.to_label) == (column, aim)
            ]
            assert sorted(listed, key=str) == sorted(by_value, key=str)
            badly = [oracle.share_and_mean(by_value[value]) for value in listed]
            assert badly == sorted(badly)
            told = hardest(found.effort, aim, [column], "label")
            worst = oracle.never(by_value)
            assert bool(worst) == told.startswith("It is hardest for")
            if worst and None not in worst:
                assert any(f"{column} {value}: " in told for value in worst)


def assert_tests(found: Audit, rows: Sequence[Side]) -> None:
    expected = {}
    for place, name in enumerate(found.protected):
        pairs = oracle.matched(rows, place, seed=0)
        for value, label, other, other_label in pairs:
            labels = (min(label, other_label), max(label, other_label))
            expected[name, value, other, labels] = (
                pairs[value, labels[0], other, labels[1]],
                pairs[value, labels[1], other, labels[0]],
            )
    p_values = [oracle.sign_test(*ways) for ways in expected.values()]
    corrected = dict(zip(expected, oracle.holm(p_values), strict=True))
    assert len(found.tests) == len(expected)
    for each in found.tests:
        labels = (
            min(each.label, each.other_label),
            max(each.label, each.other_label),
        )
        key = (each.feature, each.value, each.other_value, labels)
        first, second = expected.pop(key)
        ways = (first, second) if each.label == labels[0] else (second, first)
        assert (each.n_pairs, each.n_reversed) == ways
        assert each.n_pairs >= each.n_reversed
        assert each.p_value == pytest.approx(float(oracle.sign_test(*ways)))
        assert each.p_holm == pytest.approx(float(corrected[key]))
        share = Fraction(ways[0], sum(ways))
        assert each.share == pytest.approx(float(share))
        bounds = oracle.wilson(ways[0], sum(ways))
        assert (each.share_low, each.share_high) == pytest.approx(bounds, abs=1e-12)
        limits = ("0.05", "0.15", "0.25")
        assert each.effect == oracle.effect(share - Fraction(1, 2), limits)


def assert_figures(table: tuple[list[str], list[Case]], data: st.DataObject) -> None:
    features, cases = table
    protected = data.draw(
        st.lists(st.sampled_from(features), min_size=1, max_size=2, unique=True)
    )
    labels = sorted({str(case.label) for case in cases if case.label is not None})
    target = data.draw(st.sampled_from([None, None, oracle.EACH, labels[0]]))
    frozen = data.draw(st.lists(st.sampled_from(features), max_size=len(features) > 1))
    near = data.draw(st.integers(0, len(set(features) - set(protected))))
    loaded = load(features, cases)
    options: dict[str, Any] = {"target": target, "freeze": frozen}
    ranked = loaded.rank(**{name: x for name, x in options.items() if x})
    found = ranked.audit(protected, near=near)
    ranking = constrained.rank(
        features,
        cases,
        {},
        constrained.Constraints(freeze=tuple(frozen), target=target),
    )
    rows = sides(features, cases, protected)
    wanted = None if target == oracle.EACH else target
    assert {
        (x.label, x.n_changes): (x.n_rows, x.n_reached) for x in found.coverage
    } == coverage(ranking, wanted)
    assert_effort(found, ranking, rows, target)
    assert_tests(found, rows)
    assert [
        (
            *(x.n_row_pairs, x.n_unequal_row_pairs),
            *(x.n_like_row_pairs, x.n_unequal_like_row_pairs),
        )
        for x in found.near
    ] == oracle.near(rows, near)
    assert [x.n_differences for x in found.near] == list(range(near + 1))


@examples(20, whole=200, phases=WITHOUT_SHRINKING)
@given(tables(max_features=4), st.data())
def test_every_figure_equals_brute_force(
    table: tuple[list[str], list[Case]], data: st.DataObject
) -> None:
    assert_figures(table, data)


def test_a_sum_of_many_binomials_is_exact() -> None:
    chance = Random(21)
    ways = [(0, 0), (0, 1), (1, 1), (0, 900), (4900, 5100), (9000, 9100)]
    ways += [(chance.randrange(400), chance.randrange(400)) for _ in range(60)]
    with cfsql.connect() as database, database.session() as session:
        for one, other in ways:
            query = f"select sign_test({one}, {other})"
            _, ((p_value,),) = session.fetch_statement(query)
            exact = oracle.sign_test(one, other)
            assert p_value == pytest.approx(float(exact), rel=1e-9, abs=0)


def test_the_interval_of_a_mean_is_that_of_every_draw_there_is() -> None:
    chance = Random(4)
    values = [chance.choice([1, 1, 1, 2, 2, 3, 5]) for _ in range(80)]
    mean = sum(values) / len(values)
    moments = [sum((x - mean) ** k for x in values) / len(values) for k in (2, 3, 4)]
    spread = moments[0] ** 0.5
    shape = (moments[1] / spread**3, moments[2] / spread**4 - 3)
    with cfsql.connect() as database, database.session() as session:
        for z, share in ((-oracle.Z, Fraction(1, 40)), (oracle.Z, Fraction(39, 40))):
            arguments = (z, len(values), mean, spread, *shape)
            listed = ", ".join(f"{x!r}::double" for x in arguments)
            query = f"select resampled_mean({listed})"
            _, ((bound,),) = session.fetch_statement(query)
            exact = oracle.resampled_mean(values, share)
            assert bound == pytest.approx(exact, abs=1 / len(values))
