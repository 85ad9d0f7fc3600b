"""Constraints: every column equals the definitions, and no answer violates one."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date
from typing import Any

import polars as pl
import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

import cfsql
from cfsql.errors import WrongUse
from cfsql.method.plans import costs as costs_module
from cfsql.method.plans import planner as planner_module
from tests.conftest import Run, mixed_table
from tests.method.test_against_brute_force import many, tables
from tests.oracle.brute_force import Case, Ranking
from tests.oracle.brute_force_constraints import Condition, Constraints, Record, rank

PLANS = ["auto", "scan", "sliced", "blocked", "blocked:3", "counted"]


@dataclass(frozen=True)
class Sample:
    """A table as the user has it, and as the method sees it."""

    features: list[str]
    cases: list[Case]
    records: dict[int | str, Record]

    @property
    def labels(self) -> list[str]:
        return sorted({str(each.label) for each in self.cases if each.label})

    def load(self, database: cfsql.Database) -> cfsql.Table:
        kinds = {"row_id": pl.Int64, "number": pl.Int64, "note": pl.Float64}
        columns = ["row_id", *self.features, "note", "outcome"]
        frame = pl.DataFrame(
            list(self.records.values()),
            schema={name: kinds.get(name, pl.String) for name in columns},
            orient="row",
        ).drop("row_id")
        return database.load(
            frame, table="t", label="outcome", ignore=["note"], replace=True
        )


@st.composite
def samples(draw: st.DrawFn, *, max_features: int = 4) -> Sample:
    """Tables with a number among the features, and a note that was left out.

    To a small table rows are added that mix its values: what is equal to something
    is then equal to several things.
    """
    features, cases = draw(tables(max_features=max_features, max_rows=8))
    chance = random.Random(draw(st.integers(0, 2**32 - 1)))
    rows = [
        (*case.values, draw(st.sampled_from([None, 0, 1, 2])), case.label)
        for case in cases
    ]
    pools = list(zip(*rows, strict=True))
    for _ in range(draw(st.sampled_from([0, 6, 25]))):
        row = chance.choice(rows)
        changed = chance.sample(range(len(row)), chance.randrange(min(4, len(row))))
        rows.append(
            tuple(
                chance.choice(pools[place]) if place in changed else value
                for place, value in enumerate(row)
            )
        )
    features = [*features, "number"]
    notes = [chance.choice([None, 0.5, 1.5, 2.0]) for _ in rows]
    return sample_of(features, rows, notes)


def sample_of(
    features: list[str], rows: list[tuple[Any, ...]], notes: list[float | None]
) -> Sample:
    cases = [
        Case(row_id, row[:-1], row[-1]) for row_id, row in enumerate(rows, start=1)
    ]
    records: dict[int | str, Record] = {
        case.row_id: {
            "row_id": case.row_id,
            **dict(zip(features, case.values, strict=True)),
            "note": note,
            "outcome": case.label,
        }
        for case, note in zip(cases, notes, strict=True)
    }
    return Sample(features, cases, records)


# Conditions in SQL, and what they mean; NULL makes a comparison unknown.


def compared(a: Any, b: Any, holds: Any) -> bool | None:
    return None if a is None or b is None else bool(holds(a, b))


CONDITIONS: dict[str, Condition] = {
    "b.number >= a.number": lambda a, b: compared(
        a["number"], b["number"], lambda x, y: y >= x
    ),
    "b.note = A.Note": lambda a, b: compared(a["note"], b["note"], lambda x, y: x == y),
    "b.note > 1 -- what is dear": lambda a, b: compared(
        b["note"], 1, lambda x, y: x > y
    ),
    "b.row_id < a.row_id": lambda a, b: b["row_id"] < a["row_id"],  # type: ignore[operator]
    "b.outcome <> 'c1'": lambda a, b: b["outcome"] != "c1",
    "b.\"feature 1\" = 'v1' or a.number is null": lambda a, b: (
        b["feature 1"] == "v1" or a["number"] is None
    ),
    "a.row_id = b.row_id": lambda a, b: False,
}


@dataclass(frozen=True)
class Asked:
    """The options of one ranking, for cfsql and for the brute force."""

    options: dict[str, Any] = field(default_factory=dict)
    by: str = "power"
    count: str = "rows"

    @property
    def constraints(self) -> Constraints:
        options = dict(self.options)
        if options.get("require") is not None:
            options["require"] = CONDITIONS[options["require"]]
        return Constraints(**options)

    @property
    def everything(self) -> dict[str, Any]:
        return {**self.options, "by": self.by, "count": self.count}


def expected_of(sample: Sample, asked: Asked) -> Ranking:
    return rank(
        sample.features,
        sample.cases,
        sample.records,
        asked.constraints,
        by=asked.by,
        count=asked.count,
    )


def found_of(table: cfsql.Table, asked: Asked, plan: str = "auto") -> Ranking:
    ranking = table.rank(**asked.everything, plan=plan)
    return Ranking(
        ranked=ranking.pl().to_dicts(), summary=ranking.summary.pl().to_dicts()
    )


def options_for(sample: Sample) -> dict[str, st.SearchStrategy[Any]]:
    """What each option may be, for this table."""
    return {
        "freeze": st.lists(
            st.sampled_from(sample.features),
            min_size=1,
            max_size=len(sample.features) - 1,
            unique=True,
        ).map(tuple),
        "target": st.sampled_from([*sample.labels, "each"]),
        "require": st.sampled_from(list(CONDITIONS)),
        "max_changes": st.integers(1, 3),
        "min_support": st.integers(1, 3),
        "ignore": st.lists(
            st.sampled_from(sample.features),
            min_size=1,
            max_size=len(sample.features) - 1,
            unique=True,
        ).map(tuple),
        "nearest": st.integers(2, 4),
        "diverse": st.just(True),
    }


@pytest.fixture(scope="module")
def database() -> Iterator[cfsql.Database]:
    """One database: opening one takes longer than ranking a small table."""
    with cfsql.connect(threads=1) as database:
        yield database


def assert_answers(table: cfsql.Table, sample: Sample, asked: Asked, plan: str) -> None:
    found, expected = found_of(table, asked, plan), expected_of(sample, asked)
    about = f"{asked.everything}, plan {plan}"
    assert found.summary == expected.summary, about
    assert found.ranked == expected.ranked, about
    assert list(found.summary[0]) == list(expected.summary[0]), about


# Against the definitions.

# Tables of many rows do not get much smaller; the message says what was asked.
few = settings(many, phases=[Phase.reuse, Phase.generate])

plans = st.sampled_from(PLANS)
orders = st.sampled_from(["power", "dag"])
counts = st.sampled_from(["rows", "distinct"])


@st.composite
def compatible_options(draw: st.DrawFn, sample: Sample) -> Asked:
    """Any number of options, as long as a feature is left to change."""
    options = {
        name: draw(values)
        for name, values in options_for(sample).items()
        if name not in ("freeze", "ignore") and draw(st.booleans())
    }
    shuffled = draw(st.permutations(sample.features))
    n_frozen = draw(st.integers(0, len(shuffled) - 1))
    n_ignored = draw(st.integers(0, len(shuffled) - 1 - n_frozen))
    options["freeze"] = tuple(shuffled[:n_frozen])
    options["ignore"] = tuple(shuffled[n_frozen : n_frozen + n_ignored])
    return Asked(options, draw(orders), draw(counts))


@settings(few, max_examples=5)
@given(samples(), st.data())
def test_each_option_alone_equals_the_definitions(
    database: cfsql.Database, sample: Sample, data: st.DataObject
) -> None:
    table = sample.load(database)
    for name, values in options_for(sample).items():
        asked = Asked({name: data.draw(values)}, data.draw(orders), data.draw(counts))
        assert_answers(table, sample, asked, data.draw(plans))


@settings(few, max_examples=4)
@given(samples(), st.data())
def test_all_options_together_equal_the_definitions_by_every_plan(
    database: cfsql.Database, sample: Sample, data: st.DataObject
) -> None:
    table = sample.load(database)
    for plan in PLANS:
        asked = data.draw(compatible_options(sample))
        assert_answers(table, sample, asked, plan)


@settings(few, max_examples=4)
@given(samples(), st.data())
def test_the_planner_is_right_whatever_it_chooses_under_constraints(
    database: cfsql.Database, sample: Sample, data: st.DataObject
) -> None:
    table = sample.load(database)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(planner_module, "_FEW_PAIRS", 0)
        patch.setattr(planner_module, "_MANY_PAIRS", 0)
        patch.setattr(costs_module, "TIMED_PAIRS", 10)
        patch.setattr(costs_module, "TIMED_CANDIDATES", 10)
        patch.setattr(planner_module, "_QUICK", 0)
        for _ in range(2):
            asked = data.draw(compatible_options(sample))
            assert_answers(table, sample, asked, "auto")


@pytest.mark.parametrize("plan", PLANS)
def test_every_other_label_is_a_target_by_every_plan(
    database: cfsql.Database, plan: str
) -> None:
    rows: list[tuple[Any, ...]] = [("a", 0, "c1"), ("b", 0, "c2"), ("c", 0, "c3")]
    sample = sample_of(["feature 1", "number"], rows, [None, None, None])
    assert_answers(sample.load(database), sample, Asked({"target": "each"}), plan)


def random_sample(n_features: int, values: str, n_rows: int) -> Sample:
    """A table in which each row is like some other but for a few features."""
    chance = random.Random(n_features)
    features = [f"feature {n}" for n in range(1, n_features)]
    rows: list[tuple[Any, ...]] = []
    for _ in range(n_rows):
        if len(rows) < 3:
            row: list[Any] = [chance.choice(values) for _ in features]
            row += [chance.randrange(3), "c1"]
        else:
            row = list(chance.choice(rows))
            for place in chance.sample(range(len(features)), chance.randrange(4)):
                row[place] = chance.choice([*values, None])
        row[-1] = chance.choice(["c1", "c2", "c3"])
        rows.append(tuple(row))
    notes = [chance.choice([None, 0.5, 1.5]) for _ in rows]
    return sample_of([*features, "number"], rows, notes)


@pytest.mark.parametrize(
    ("n_features", "values"),
    [
        pytest.param(26, "abcdefghi", id="codes of more than 63 bits"),
        pytest.param(75, "ab", id="more than 63 features"),
    ],
)
def test_codes_of_several_words_equal_the_definitions(
    database: cfsql.Database, n_features: int, values: str
) -> None:
    sample = random_sample(n_features, values, 40)
    table = sample.load(database)
    words = database.sql("select max(word) + 1 from cfsql.t_features").fetchall()
    assert words > [(1,)]
    frozen = ("number", *sample.features[1:20:6])
    ignored = tuple(sample.features[:20:5])
    for plan, options in (
        ("scan", {"freeze": frozen, "target": "each", "nearest": 2}),
        ("sliced", {"freeze": frozen, "ignore": ignored, "max_changes": 3}),
        ("blocked", {"require": "b.number >= a.number", "ignore": ignored}),
        ("auto", {"ignore": tuple(sample.features[4:]), "diverse": True}),
    ):
        assert_answers(table, sample, Asked(options), plan)


# The same from elsewhere.


@pytest.mark.parametrize(
    "options",
    [
        {"freeze": ("feature 2",), "nearest": 2, "diverse": True},
        {"target": "each", "min_support": 2},
        {"require": "b.note = A.Note", "max_changes": 1, "by": "dag"},
        {"ignore": ("feature 1",), "count": "distinct"},
    ],
)
def test_explaining_a_row_says_what_ranking_it_stores(
    database: cfsql.Database, options: dict[str, Any]
) -> None:
    table = random_sample(4, "ab", 30).load(database)
    ranking = table.rank(**options)
    ranked = ranking.pl().to_dicts()
    by_row = {row["row_id"]: row for row in ranking.summary.pl().to_dicts()}
    unanswered = [row_id for row_id, row in by_row.items() if not row["n_minimal"]]
    for row_id in [1, 30, *unanswered[:1]]:
        explained = table.explain(row_id, **options)
        assert explained.pl().to_dicts() == [
            row for row in ranked if row["row_id"] == row_id
        ]
        summary = by_row[row_id]
        assert {name: getattr(explained, name) for name in summary} == summary


def test_no_stored_answer_violates_a_constraint_and_none_is_missed() -> None:
    table = mixed_table(n_labels=3)
    table.rank(
        freeze=["a"],
        require="b.b >= a.b and b.d is distinct from a.d",
        max_changes=2,
        min_support=2,
        ignore=["e"],
        into="allowed",
    )
    database = table.database
    # Whatever plan and layout there is: the rows as they were loaded, cell by cell.
    database.connection.execute(
        """
        create or replace temp view pairs as
        with supports as (
            select a, b, c, d, y, count(*) as support
            from mixed
            group by all
        )
        select
            x.row_id,
            z.row_id as counterfactual_id,
            (x.a is distinct from z.a)::int + (x.b is distinct from z.b)::int
            + (x.c is distinct from z.c)::int + (x.d is distinct from z.d)::int
                as distance,
            x.y <> z.y
            and x.a is not distinct from z.a
            and z.b >= x.b
            and z.d is distinct from x.d
            and distance between 1 and 2
            and supports.support >= 2 as is_allowed
        from mixed as x
        cross join mixed as z
        inner join supports
            on
                supports.a is not distinct from z.a
                and (supports.b, supports.c, supports.d, supports.y)
                = (z.b, z.c, z.d, z.y)
        """
    )
    assert database.sql("from allowed_ranked").fetchall()
    violating = """
        select ranked.row_id, ranked.counterfactual_id
        from allowed_ranked as ranked
        left join pairs using (row_id, counterfactual_id)
        where pairs.is_allowed is distinct from true
            or pairs.distance <> ranked.distance
    """
    assert database.sql(violating).fetchall() == []
    wrong = """
        select summary.row_id
        from allowed_summary as summary
        left join pairs
            on summary.row_id = pairs.row_id and pairs.is_allowed
        group by summary.row_id, summary.min_distance, summary.blocked_by
        having min(pairs.distance) is distinct from summary.min_distance
            or (min(pairs.distance) is null) <> (summary.blocked_by is not null)
    """
    assert database.sql(wrong).fetchall() == []


# What a condition may look at.


def test_a_condition_sees_columns_with_their_own_types_and_odd_names() -> None:
    frame = pl.DataFrame(
        {
            "id": ["p", "q", "r", "s"],
            "a": [1, 2, 3, 10],
            "b": [9, 10, 11, 0],
            'my "odd" column': ["x", "y", "z", None],
            "day": [date(2024, 1, 31), date(2024, 2, 1), None, date(2024, 3, 1)],
            "tags": [["u"], ["u", "v"], [], None],
            "grade": [1, 2, 2, 10],
        }
    )

    def answered(require: str) -> list[tuple[str, str]]:
        ranked = table.rank(require=require, nearest=9).pl()
        return sorted(ranked.select("row_id", "counterfactual_id").rows())

    with cfsql.connect() as database:
        table = database.load(frame, table="t", id="id", label="grade")
        # As numbers, not as texts: 10 is the greatest.
        assert answered("b.a > 9") == [("p", "s"), ("q", "s"), ("r", "s")]
        assert answered("a.a > b.b") == [("p", "s"), ("q", "s"), ("r", "s"), ("s", "p")]
        assert answered("a.b < b.a") == [("p", "s"), ("s", "p"), ("s", "q"), ("s", "r")]
        assert answered("b.grade >= 10") == [("p", "s"), ("q", "s"), ("r", "s")]
        assert answered("b.day - a.day = 1") == [("p", "q")]
        assert answered("len(b.tags) > len(a.tags)") == [("p", "q"), ("r", "p")]
        assert answered('b."my ""odd"" column" is null') == [
            ("p", "s"),
            ("q", "s"),
            ("r", "s"),
        ]
        assert answered("b.row_id < a.row_id") == [
            ("q", "p"),
            ("r", "p"),
            ("s", "p"),
            ("s", "q"),
            ("s", "r"),
        ]


def test_the_shown_row_is_the_first_that_satisfies_the_condition() -> None:
    frame = pl.DataFrame(
        {
            "job": ["none", "clerk", "clerk", "clerk"],
            "town": ["X", "Y", "Z", "Z"],
            "loan": ["no", "yes", "yes", "yes"],
        }
    )
    with cfsql.connect() as database:
        table = database.load(frame, table="t", label="loan", ignore=["town"])
        (answer,) = table.explain(1, require="b.town = 'Z'").counterfactuals
        assert answer.counterfactual_id == 3
        # The other rows count as before, also where equal rows count once.
        assert (answer.support, answer.ball_size, answer.power) == (3, 4, 1)
        (answer,) = table.explain(
            1, require="b.town = 'Z'", min_support=3, count="distinct"
        ).counterfactuals
        assert (answer.support, answer.ball_size, answer.power) == (3, 2, 1)


@pytest.mark.parametrize(
    ("labels", "target", "expected"),
    [
        ([1, 2, 10], 10, ["10", "10"]),
        ([True, True, False], False, ["false", "false"]),
        (["each", "other", "third"], "each", ["each", "each"]),
        (["u", "v", "w"], "each", ["v", "w", "u", "w", "u", "v"]),
    ],
)
def test_a_label_may_be_a_number_a_flag_or_the_word_each(
    database: cfsql.Database, labels: list[Any], target: object, expected: list[str]
) -> None:
    frame = pl.DataFrame({"x": ["a", "b", "c"], "label": labels})
    table = database.load(frame, table="t", replace=True)
    ranked = table.rank(target=target).pl()
    assert list(ranked["counterfactual_label"]) == expected


# Why there is no answer.


def test_the_constraint_that_took_the_last_counterfactual_is_named() -> None:
    frame = pl.DataFrame(
        {
            "x": ["a", "a", "b", "b", "b"],
            "y": ["k", "l", "k", "m", "m"],
            "z": ["p", "p", "p", "q", "q"],
            "size": [1, 2, 3, 4, 4],
            "label": ["no", "yes", "yes", "maybe", "maybe"],
        }
    )
    # Of row 1: 2 (y, size), 3 (x, size), and 4 with 5 (all four).
    with cfsql.connect() as database:
        table = database.load(frame, table="t")

        def blocked(**options: Any) -> str | None:
            explained = table.explain(1, **options)
            assert not explained.counterfactuals
            return explained.blocked_by

        assert blocked(target="no") == "target"
        assert blocked(target="yes", min_support=2) == "min-support"
        assert blocked(min_support=3) == "min-support"
        # One after the other, in the order of the columns.
        assert blocked(freeze=["y", "x"]) == "freeze y"
        assert blocked(freeze=["size"], target="yes") == "freeze size"
        assert blocked(freeze=["X", "z"], min_support=2) == "freeze x"
        assert blocked(max_changes=1) == "max-changes"
        assert blocked(max_changes=1, require="b.size < a.size") == "max-changes"
        assert blocked(max_changes=2, require="b.size > 3") == "require"
        assert blocked(target="maybe", max_changes=3) == "max-changes"
        assert blocked(target="each", require="b.size > 9") == "require"
        # Nothing was there to be taken.
        same = database.load(frame.drop("label"), table="same", label="z", replace=True)
        alone = database.load(
            pl.DataFrame({"x": ["a", "a"], "label": ["u", "v"]}), table="contradicted"
        )
        assert same.explain(1, max_changes=1).blocked_by == "max-changes"
        assert alone.explain(1, max_changes=1).blocked_by is None
        assert "blocked_by" in table.rank(target="each").summary.pl().columns
        assert "blocked_by" not in table.rank(ignore=["z"]).summary.pl().columns
        assert (
            "blocked_by" not in table.rank(nearest=2, diverse=True).summary.pl().columns
        )


# What is refused.


@pytest.fixture(scope="module")
def people() -> Iterator[cfsql.Table]:
    """A ranked table, so that there is something to lose."""
    frame = pl.DataFrame(
        {
            "age": [20, 30, 40, 50],
            "sex": ["m", "f", "m", "f"],
            "note": ["x", "y", None, "z"],
            "score": ["Low", "High", "Low", "High"],
        }
    )
    with cfsql.connect() as database:
        table = database.load(frame, table="people", label="score", ignore=["note"])
        table.rank()
        yield table


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"freeze": ["agee"]}, "no feature 'agee' in people; did you mean 'age'?"),
        ({"ignore": ["agee"]}, "no feature 'agee' in people; did you mean 'age'?"),
        ({"freeze": ["Score"]}, "score is the label of people"),
        ({"ignore": ["score"]}, "score is the label of people"),
        ({"freeze": ["note"]}, "note was left out of people"),
        ({"ignore": ["note"]}, "note was left out of people"),
        ({"freeze": ["row_id"]}, "no feature 'row_id' in people"),
        ({"freeze": ["age"], "ignore": ["age"]}, "contradict each other on age"),
        ({"freeze": ["AGE"], "ignore": ["age"]}, "contradict each other on age"),
        ({"freeze": ["age", "sex"]}, "leaves no feature to change"),
        ({"freeze": ["age"], "ignore": ["sex"]}, "leaves no feature to change"),
        ({"ignore": ["age", "sex"]}, "leaves no feature to compare"),
        ({"target": "Hihg"}, "no score 'Hihg' in people; did you mean 'High'?"),
        ({"target": ""}, "no score '' in people"),
        ({"max_changes": 0}, "--max-changes takes a number from 1 on, not 0"),
        ({"max_changes": -1}, "--max-changes takes a number from 1 on, not -1"),
        ({"min_support": 0}, "--min-support takes a number from 1 on, not 0"),
        ({"nearest": 0}, "--nearest takes a number from 1 on, not 0"),
    ],
)
def test_an_option_that_cannot_be_meant_is_refused(
    people: cfsql.Table, options: dict[str, Any], message: str
) -> None:
    assert_refused(people, options, message)


@pytest.mark.parametrize(
    ("condition", "message"),
    [
        ("", "needs a condition"),
        (" ", "needs a condition"),
        ("b.agee > 1", "no column 'agee' in people; did you mean 'age'?"),
        # No condition at all, or more than one.
        ("b.age >", "syntax error"),
        ("b.age > 1) or (", "--require"),
        ("b.age > 1;", "syntax error"),
        ("1=1); drop table people; --", "--require"),
        ("b.age > 1); drop table people; select (b.age > 1", "--require"),
        ("b.age > 1); select (b.age > 1", "--require"),
        ("b.age > 1), (b.age > 2", "--require"),
        ("b.age > 1, b.age > 2", "--require"),
        ("b.age > 1) from people where (b.age > 1", "--require"),
        # Of other rows than a and b.
        ("b.age in (select age from people)", "one condition"),
        ("exists (from people)", "one condition"),
        ("b.age = (select max(age) from people)", "one condition"),
        ("b.* = a.*", "one condition"),
        ("sum(b.age) > 1", "--require"),
        ("row_number() over (order by b.age) > 1", "--require"),
        ("unnest([b.age]) > 1", "--require"),
        # Of none, or of nobody knows which.
        ("age > 1", "age should say whose it is, a.age or b.age"),
        ("b.age > age", "age should say whose it is, a.age or b.age"),
        ("c.age > 1", "should say whose it is, a.age or b.age"),
        ("1 = 1", "over the rows a and b"),
        ("true", "over the rows a and b"),
        # Of a type that is no answer to yes or no.
        ("b.age", "--require"),
        ("b.age - a.age", "--require"),
        ("b.sex", "--require"),
        ("[b.age]", "--require"),
        # With what is not there, or does not fit.
        ("nosuch(b.age)", "--require"),
        ("b.age = $age", "--require"),
        ("b.age like 'x'", "--require"),
        ("b.age > 'abc'", "--require"),
        ("cast(b.sex as integer) > 1", "--require"),
    ],
)
def test_a_condition_that_is_none_is_refused(
    people: cfsql.Table, condition: str, message: str
) -> None:
    assert_refused(people, {"require": condition}, message)


def assert_refused(table: cfsql.Table, options: dict[str, Any], message: str) -> None:
    """Refused in one line, and all that was stored is as before."""
    before = stored(table.database)
    with pytest.raises(WrongUse) as refused:
        table.rank(**options)
    assert message in str(refused.value)
    assert len(str(refused.value).splitlines()) == 1
    assert stored(table.database) == before


@pytest.mark.parametrize(
    "options",
    [
        {"freeze": ["agee"]},
        {"require": "b.age >"},
        {"require": "b.age"},
        {"nearest": 0},
    ],
)
def test_explaining_and_planning_refuse_what_ranking_refuses(
    people: cfsql.Table, options: dict[str, Any]
) -> None:
    for ask in (people.rank, people.dry_run, lambda **more: people.explain(1, **more)):
        with pytest.raises(WrongUse):
            ask(**options)


def stored(database: cfsql.Database) -> list[Any]:
    """Everything that a run may change."""
    return [
        database.sql(f"from {relation}").fetchall()
        for relation in (
            "duckdb_tables() select schema_name, table_name, estimated_size",
            "duckdb_views() select schema_name, view_name where not internal",
            "cfsql.runs",
            "people_ranked",
            "people_summary",
        )
    ]


def test_a_row_that_has_the_outcome_to_reach_needs_no_change(loaded: Run) -> None:
    done = loaded("explain", "--table", "recidivism", "--row", 1, "--target", "Med")
    assert (
        "The score is Med already, which is the one to reach: nothing has to change."
        in " ".join(done.stdout.split())
    )
    ranked = loaded("rank", "--table", "recidivism", "--target", "Med").stdout
    assert "no change needed  4 rows (50.0%), which are Med already" in ranked
    assert "taken by" not in ranked
    assert "no counterfactual" not in ranked


def test_the_equals_of_an_answer_are_not_said_to_meet_the_condition() -> None:
    frame = pl.DataFrame(
        {
            "age": [53, 20, 60, 21],
            "work": list("xyyy"),
            "y": ["no", "yes", "yes", "yes"],
        }
    )
    with cfsql.connect() as database:
        table = database.load(frame, table="t", bins={"age": [99]})
        explained = table.explain(1, require="b.age >= a.age")
        plain = table.explain(1)

    assert explained.sentence.endswith(
        "as it was for row 3 and 2 equal to it, which need not meet the condition."
    )
    assert plain.sentence.endswith("as it was for row 2 and 2 equal to it.")
    best = explained.optimal
    assert best is not None
    assert best.support == 3


def test_what_is_listed_is_told_apart_from_what_is_minimal(loaded: Run) -> None:
    done = loaded("rank", "--table", "recidivism", "--nearest", 2)
    n_listed = loaded(
        *("sql", "select count(*) from recidivism_ranked", "--format", "csv")
    ).stdout.split()[1]
    assert f"minimal ones, 2.6 per row; {n_listed} listed, the nearest" in done.stdout
