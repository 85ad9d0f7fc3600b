"""Numbers compared by intervals: exact, the same everywhere, refused when wrong."""

from __future__ import annotations

import json
import random
import shutil
from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import duckdb
import polars as pl
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import cfsql
from cfsql.errors import WrongUse
from cfsql.tables.bins import number_text, parse
from tests.cli.test_bad_input import contents, unchanged
from tests.conftest import Run
from tests.method.test_against_brute_force import assert_equal
from tests.oracle.brute_force import Case, rank
from tests.oracle.brute_force_bins import binned, written

WRONG_USE = 2

PEOPLE = """\
name,age,hours,paid
ann,38,40,low
bob,51,45,high
cat,24,40,low
dan,25,38.5,high
eve,45,,high
fay,44,40,low
gus,,20,low
"""


@pytest.fixture
def people_csv(tmp_path: Path) -> Path:
    """Seven people, of whom one has no age and one no hours."""
    path = tmp_path / "people.csv"
    path.write_text(PEOPLE)
    return path


@pytest.fixture(scope="session")
def ranked_people(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database in which they are ranked, by one cut."""
    folder = tmp_path_factory.mktemp("people")
    (folder / "people.csv").write_text(PEOPLE)
    with cfsql.connect(folder / "cfsql.duckdb") as database:
        database.load(folder / "people.csv", bins={"age": "25"}).rank()
    return folder / "cfsql.duckdb"


def features_of(table: cfsql.Table, feature: str) -> list[str | None]:
    """The values of a feature as they are compared, row by row."""
    name = f'cfsql_results."{table.name}_feature_rows"'
    rows = table.database.sql(f'select "{feature}" from {name} order by row_id')
    return [value for (value,) in rows.fetchall()]


def loaded(values: Sequence[object], cut: object, kind: str) -> cfsql.Table:
    """A table whose column x has these values, of this type of DuckDB, and is cut."""
    connection = duckdb.connect()
    connection.execute(f"create temp table given (place bigint, x {kind}, y varchar)")
    connection.executemany(
        "insert into given values (?, ?, ?)",
        [[place, value, "ab"[place % 2]] for place, value in enumerate(values)],
    )
    relation = connection.sql("select x, y from given order by place")
    return cfsql.connect(connection).load(relation, table="t", bins={"x": cut})


# Against the definitions.

columns = {
    "BIGINT": st.one_of(st.integers(-20, 20), st.integers(-(2**63), 2**63 - 1)),
    "UHUGEINT": st.integers(0, 2**128 - 1),
    "DECIMAL(38, 10)": st.decimals(-1000, 1000, places=3).map(lambda d: d + 0),
    "DOUBLE": st.one_of(
        st.floats(-5, 5).map(lambda number: round(number, 1)),
        st.floats(allow_nan=False, allow_infinity=False),
    ),
    "VARCHAR": st.one_of(
        st.integers(-9, 9).map(str),
        st.decimals(-9, 9, places=2).map(str),
        st.sampled_from(["1e1", "+3", "007", ".5", "5.", " 2 ", "2.50"]),
    ),
}
cuts = st.one_of(
    st.integers(2, 8).map(lambda n: f"q{n}"),
    st.integers(2, 8).map(lambda n: f"w{n}"),
    st.lists(
        st.one_of(st.integers(-9, 9).map(str), st.decimals(-20, 20, places=1).map(str)),
        min_size=1,
        max_size=4,
        unique_by=Fraction,
    ).map(",".join),
)
some = settings(
    max_examples=25,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)


@st.composite
def numbers(draw: st.DrawFn) -> tuple[str, list[object], str]:
    """A type, a column of it in which values come again, and how to cut it."""
    kind = draw(st.sampled_from(sorted(columns)))
    few = draw(st.lists(columns[kind], min_size=1, max_size=8))
    values = draw(
        st.lists(st.one_of(st.none(), st.sampled_from(few)), min_size=2, max_size=25)
    )
    return kind, [few[0], *values], draw(cuts)


@some
@given(numbers())
def test_every_value_is_in_the_interval_of_the_definition(
    given: tuple[str, list[object], str],
) -> None:
    kind, values, cut = given
    table = loaded(values, cut, kind)
    with table.database.connection.cursor() as cursor:
        texts = [
            text
            for (text,) in cursor.execute(
                'select cast("x" as varchar) from t order by row_id'
            ).fetchall()
        ]
    expected = binned(texts, ["label"] * len(texts), cut)
    assert [plain(text) for text in features_of(table, "x")] == expected


def plain(interval: str | None) -> str | None:
    """An interval in which numbers with an exponent are spelled out."""
    if interval is None or "e" not in interval:
        return interval
    parts = interval.replace("[", "[ ").replace(",", " ,").replace(")", " )")
    words = parts.replace("]", " ]").split(" ")
    spelled = [written(Fraction(word)) if "e" in word else word for word in words]
    text = " ".join(spelled).replace("[ ", "[").replace(" ,", ",")
    return text.replace(" )", ")").replace(" ]", "]")


@st.composite
def tables(draw: st.DrawFn) -> tuple[list[Case], dict[str, str]]:
    """Tables with two columns of numbers and one of words, and how to cut the first."""
    number = st.one_of(st.none(), st.integers(-6, 6))
    amount = st.one_of(st.none(), st.integers(0, 30).map(lambda n: n / 10))
    word = st.one_of(st.none(), st.sampled_from("xyz"))
    label = st.one_of(st.none(), st.sampled_from("PQR"))
    rows = draw(
        st.lists(st.tuples(number, amount, word, label), min_size=1, max_size=14)
    )
    rows.append((1, 0.5, "x", "P"))
    cases = [
        Case(row_id, (whole, part, text), label)
        for row_id, (whole, part, text, label) in enumerate(rows, start=1)
    ]
    chosen = {"whole": draw(cuts)}
    if draw(st.booleans()):
        chosen["part"] = draw(cuts)
    return cases, chosen


NAMES = ["whole", "part", "text"]


def frame_of(cases: Sequence[Case]) -> pl.DataFrame:
    kinds = {"whole": pl.Int64, "part": pl.Float64, "text": pl.String}
    given: dict[str, list[object]] = {
        name: [case.values[place] for case in cases] for place, name in enumerate(NAMES)
    }
    given["outcome"] = [case.label for case in cases]
    return pl.DataFrame(given, schema={**kinds, "outcome": pl.String})


def cut_by_hand(cases: Sequence[Case], chosen: dict[str, str]) -> list[Case]:
    sides: list[list[object]] = []
    labels = [case.label for case in cases]
    for place, name in enumerate(NAMES):
        values: list[object] = [case.values[place] for case in cases]
        if name in chosen:
            texts = [None if value is None else str(value) for value in values]
            values = list(binned(texts, labels, chosen[name]))
        sides.append(values)
    return [
        Case(case.row_id, values, case.label)
        for case, values in zip(cases, zip(*sides, strict=True), strict=True)
    ]


@some
@given(
    tables(), st.sampled_from(["power", "dag"]), st.sampled_from(["rows", "distinct"])
)
def test_ranks_are_those_of_a_table_that_was_cut_by_hand(
    table: tuple[list[Case], dict[str, str]], by: str, count: str
) -> None:
    cases, chosen = table
    expected = rank(NAMES, cut_by_hand(cases, chosen), by=by, count=count)
    with cfsql.connect() as database:
        found = database.load(frame_of(cases), table="t", bins=chosen)
        ranking = found.rank(by=by, count=count)
        assert_equal(
            type(expected)(ranking.pl().to_dicts(), ranking.summary.pl().to_dicts()),
            expected,
        )


# The same everywhere.


def random_table(n_rows: int = 300) -> tuple[pl.DataFrame, dict[str, str]]:
    chance = random.Random(3)
    frame = pl.DataFrame(
        [
            {
                "age": chance.choice([None, *range(17, 90)]),
                "gain": chance.choice([0] * 9 + [chance.randrange(9999)]),
                "rate": round(chance.random() * 4 - 2, 2),
                "job": chance.choice("abc"),
                "paid": chance.choice(["low", "high"]),
            }
            for _ in range(n_rows)
        ]
    )
    return frame, {"rate": "w4", "age": "25,45.5", "gain": "q4"}


def prebinned(table: cfsql.Table) -> pl.DataFrame:
    rows = table.database.sql(
        f'from cfsql_results."{table.name}_feature_rows" order by row_id'
    )
    frame: pl.DataFrame = rows.pl()
    return frame.drop("row_id")


def test_a_table_cut_before_it_is_loaded_gives_the_same_answers(
    tmp_path: Path,
) -> None:
    frame, bins = random_table()
    frame.write_csv(tmp_path / "t.csv")
    with cfsql.connect() as database:
        cut = database.load(tmp_path / "t.csv", bins=bins)
        prebinned(cut).write_csv(tmp_path / "before.csv", quote_style="non_numeric")
        before = database.load(tmp_path / "before.csv")
        assert cut.rank().pl().equals(before.rank().pl())
        mine, theirs = cut.why_rows(limit=20), before.why_rows(limit=20)
        assert mine.pl().equals(theirs.pl())
        assert cut.rules("low").pl().equals(before.rules("low").pl())
        everything = cut.counterfactuals(5).pl()
        assert everything.equals(before.counterfactuals(5).pl())
        assert cut.check().hold
        for macro in ("counterfactuals({}, 5)", "compare({}, 5, 9)"):
            first, second = (
                database.sql(f"from cfsql.{macro}".format(f"'{name}'")).fetchall()
                for name in ("t", "before")
            )
            assert first == second
        compared = cut.compare(5, 9)
        assert compared.disagreement == before.compare(5, 9).disagreement


@pytest.mark.parametrize("threads", [1, 2, 4])
def test_intervals_do_not_depend_on_the_number_of_threads(threads: int) -> None:
    frame, bins = random_table(3000)
    with cfsql.connect() as one, cfsql.connect(threads=threads) as other:
        expected = one.load(frame, table="t", bins=bins)
        found = other.load(frame, table="t", bins=bins)
        assert prebinned(found).equals(prebinned(expected))
        stored = "from cfsql.t_bins"
        assert other.sql(stored).fetchall() == one.sql(stored).fetchall()


def test_a_new_value_is_told_its_interval(people_csv: Path) -> None:
    with cfsql.connect() as database:
        database.load(people_csv, bins={"age": [25, 45], "hours": "q2"})

        def interval(feature: str, number: str) -> object:
            rows = database.sql(
                f"select interval_text from "
                f"cfsql.interval_of('people', '{feature}', {number})"
            ).fetchall()
            return rows[0][0]

        assert interval("age", "24.999999999999999999") == "< 25"
        assert interval("age", "25") == "[25, 45)"
        assert interval("age", "'44.9'") == "[25, 45)"
        assert interval("age", "1e300") == "≥ 45"
        assert interval("age", "null") is None
        assert interval("age", "'nan'::double") == "nan"
        assert interval("hours", "19") == "< 20"
        assert interval("hours", "45") == "[40, 45]"
        assert interval("hours", "45.001") == "> 45"
        bins = database.sql(
            "select feature, place, low, high, interval_text from cfsql.people_bins"
        ).fetchall()
    assert bins == [
        ("age", 1, None, "25", "< 25"),
        ("age", 2, "25", "45", "[25, 45)"),
        ("age", 3, "45", None, "≥ 45"),
        ("hours", 0, None, "20", "< 20"),
        ("hours", 1, "20", "40", "[20, 40)"),
        ("hours", 2, "40", "45", "[40, 45]"),
        ("hours", 3, "45", None, "> 45"),
    ]


def test_any_client_reads_the_intervals_of_a_file_called_cfsql(
    people_csv: Path, tmp_path: Path
) -> None:
    path = tmp_path / "cfsql.duckdb"
    with cfsql.connect(path) as database:
        database.load(people_csv, bins={"age": "25,45"}).rank()
    with duckdb.connect(str(path), read_only=True) as connection:
        asked = connection.sql("from cfsql.cfsql.interval_of('people', 'age', 30)")
        assert asked.fetchall() == [("age", "30", "[25, 45)")]
        found = connection.sql("from cfsql.cfsql.compare('people', 1, 2)").fetchall()
        assert ("age", "[25, 45)", "≥ 45", True) in found
        assert len(connection.sql("from cfsql.cfsql.people_bins").fetchall()) == 3


# What is shown.


def test_explain_shows_intervals_and_the_numbers_in_them(
    people_csv: Path, run: Run
) -> None:
    ignored = ("--ignore", "name", "--ignore", "hours")
    run("load", people_csv, *ignored, "--bin", "age=25,45")
    shown = run("explain", "--table", "people", "--row", "1").stdout
    assert "age   [25, 45) (38)  →  ≥ 45 (51)" in shown
    record = json.loads(
        run("explain", "--table", "people", "--row", "1", "--format", "json").stdout
    )
    assert record["values"]["age"] == "[25, 45)"
    assert record["originals"] == {"age": "38"}
    assert record["counterfactuals"][0]["originals"] == {"age": "51"}
    compared = run("compare", "--table", "people", "--rows", "7,3").stdout
    assert "age   NULL   →  < 25 (24)" in compared


def test_a_row_is_shown_with_its_own_number_not_that_of_its_equals(
    tmp_path: Path,
) -> None:
    (tmp_path / "t.csv").write_text("x,y\n1,a\n2,a\n3,a\n11,b\n12,b\n")
    with cfsql.connect() as database:
        table = database.load(tmp_path / "t.csv", bins={"x": 10})
        explained = table.explain(3)
        assert explained.originals == {"x": "3"}
        assert explained.optimal is not None
        assert explained.optimal.originals == {"x": "11"}
        assert explained.explanation == "x: < 10 → ≥ 10"
        page = table.rank().report(rows=[3]).html()
        assert "&lt; 10 (3)" in page
        assert "≥ 10 (11)" in page
        notebook = explained._repr_html_()
        assert "&lt; 10 (3)" in notebook


def test_the_table_keeps_its_numbers(people_csv: Path, run: Run) -> None:
    run("load", people_csv, "--bin", "age=q2")
    ages = run("sql", "select age from people where age > 40", "--format", "csv")
    assert ages.stdout.split() == ["age", "51", "45", "44"]
    ranked = run("rank", "--table", "people", "--where", "age = 38", "--quiet")
    assert "1 of 7 rows" in ranked.stdout
    described = run("describe", "people").stdout
    assert "age     BIGINT   feature, 2 intervals" in described
    known = run("sql", "select bins from cfsql.tables").stdout
    assert "age" in known
    assert "q2" in known


def test_load_proposes_intervals_for_many_numbers(tmp_path: Path, run: Run) -> None:
    rows = [f"{n},{n % 3},{'ab'[n % 2]}" for n in range(30)]
    path = tmp_path / "t.csv"
    path.write_text("\n".join(["my age,kind,y", *rows, *rows]))
    proposed = (
        "cfsql: my age has 30 values; to compare it by intervals: --bin 'my age=q5'"
    )
    assert proposed in run("load", path).stderr.splitlines()
    again = run("load", path, "--replace", "--bin", "my age=q5")
    assert "by intervals" not in again.stderr
    assert run("load", path, "--replace", "--quiet").stderr == ""


def test_fewer_intervals_than_asked_for_are_said(tmp_path: Path, run: Run) -> None:
    path = tmp_path / "t.csv"
    path.write_text("x,y\n" + "0,a\n" * 18 + "5,b\n7,a\n")
    done = run("load", path, "--bin", "x=q4")
    assert "x: [0, 5) (18), [5, 7] (2)" in done.stdout
    note = "cfsql: x has 2 intervals, not 4: too many rows have the same value"
    assert note in done.stderr.splitlines()
    done = run("rank", path, "--bin", "x=q4")
    assert note in done.stderr.splitlines()
    assert "x: [0, 5) → [5, 7]" in done.stdout


# Numbers of every kind.


@pytest.mark.parametrize(
    ("kind", "values", "cut", "expected"),
    [
        (
            "BIGINT",
            [2**53, 2**53 + 1, 2**53 + 2],
            [2**53 + 1],
            ["< 9007199254740993", "≥ 9007199254740993", "≥ 9007199254740993"],
        ),
        ("HUGEINT", [10**30, 10**30 + 1], [10**30 + 1], None),
        ("BIGINT", [2, 3], "2.5", ["< 2.5", "≥ 2.5"]),
        (
            "DECIMAL(20, 18)",
            [Decimal("0.100000000000000001"), Decimal("0.1")],
            "0.100000000000000001",
            ["≥ 0.100000000000000001", "< 0.100000000000000001"],
        ),
        ("DOUBLE", [0.1, 0.2, 0.1 + 0.2], "0.1,0.3", None),
        ("FLOAT", [0.1, 0.09], "0.1", ["≥ 0.1", "< 0.1"]),
        ("DOUBLE", [-0.0, 0.0, -1.0], "0", ["≥ 0", "≥ 0", "< 0"]),
        (
            "DOUBLE",
            [float("inf"), float("-inf"), float("nan"), None, 1.0],
            "1",
            ["≥ 1", "< 1", "nan", None, "≥ 1"],
        ),
        (
            "DOUBLE",
            [float("inf"), float("-inf"), float("nan"), None, 1.0],
            "q2",
            ["[1, inf]", "[-inf, 1)", "nan", None, "[1, inf]"],
        ),
        ("DOUBLE", [1e300, 1e-300], "q2", ["[1e+300, 1e+300]", "[1e-300, 1e+300)"]),
        ("INTEGER", [5, 5, 5], "w3", ["[5, 5]"] * 3),
        ("INTEGER", [0, 1], "w3", ["[0, 0.333333)", "[0.666667, 1]"]),
        ("VARCHAR", [" 7", "07.0", "8"], "q2", ["[7, 8)", "[7, 8)", "[8, 8]"]),
    ],
)
def test_numbers_are_compared_exactly(
    kind: str, values: list[object], cut: object, expected: list[str | None] | None
) -> None:
    found = features_of(loaded(values, cut, kind), "x")
    if expected is None:
        texts = [str(value) for value in values]
        edges = cut if isinstance(cut, str) else ",".join(map(str, cut))  # type: ignore[call-overload]
        expected = binned(texts, texts, edges)
    assert found == expected


@pytest.mark.parametrize(
    ("number", "text"),
    [
        ("25.0", "25"),
        ("0.10", "0.1"),
        ("-0.0", "0"),
        ("1e3", "1000"),
        ("-1.5e-3", "-0.0015"),
        ("1e300", "1e+300"),
        ("-1.25e-20", "-1.25e-20"),
        ("123456789012345678901234567890", "123456789012345678901234567890"),
    ],
)
def test_numbers_are_written_short_and_exact(number: str, text: str) -> None:
    assert number_text(Fraction(number)) == text
    assert Fraction(text) == Fraction(number)


def test_a_cut_is_the_same_from_text_and_from_numbers() -> None:
    assert parse("x", "45, 25.0") == parse("x", [25, 45]) == parse("x", ("45", 25.0))
    assert str(parse("x", [Decimal("0.10"), 7])) == "0.1,7"
    assert parse("x", 30) == parse("x", "30")
    assert str(parse("x", "Q4")) == "q4"


# What is refused, and what is forgotten.


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--bin", "agee=q4"], "no column 'agee' in people.csv; did you mean 'age'?"),
        (["--bin", "age"], "--bin takes COL=EDGES, such as age=25,45, or age=q4 or"),
        (["--bin", "=q4"], "--bin takes COL=EDGES"),
        (["--bin", "age="], "--bin age takes edges such as 25,45, or q4 for four"),
        (["--bin", "age=x"], "not 'x'"),
        (["--bin", "age=25,,45"], "not '25,,45'"),
        (["--bin", "age=25,inf"], "not '25,inf'"),
        (["--bin", "age=25,25.0"], "--bin age has the edge 25 twice"),
        (["--bin", "age=q1"], "asks for 1 intervals; it takes from 2 to 100"),
        (["--bin", "age=w101"], "asks for 101 intervals; it takes from 2 to 100"),
        (["--bin", "paid=q4"], "column 'paid' is the label, no feature"),
        (["--bin", "age=q4", "--ignore", "age"], "column 'age' is ignored, no feature"),
        (["--bin", "name=q4", "--id", "name"], "column 'name' is the id, no feature"),
        (["--bin", "age=q4", "--bin", "age=25"], "--bin names column 'age' twice"),
        (["--bin", "age=q4", "--bin", "AGE=25"], "--bin names column 'age' twice"),
        (["--bin", "name=q4"], "name is 'ann' in row 1 of people.csv, which is no"),
    ],
)
@pytest.mark.usefixtures("people_csv")
def test_a_wrong_cut_is_refused_in_one_line(
    options: list[str], message: str, ranked_people: Path, tmp_path: Path, run: Run
) -> None:
    shutil.copy(ranked_people, tmp_path / "cfsql.duckdb")
    with unchanged(tmp_path / "cfsql.duckdb"):
        done = run("load", "people.csv", "--replace", *options)
    assert (done.returncode, done.stdout) == (WRONG_USE, "")
    assert message in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_wrong_cut_is_refused_when_a_file_is_ranked(
    people_csv: Path, run: Run
) -> None:
    done = run("rank", people_csv, "--bin", "agee=q4")
    assert (done.returncode, done.stdout) == (WRONG_USE, "")
    assert "did you mean 'age'?" in done.stderr


def test_a_table_that_is_loaded_takes_no_cut_in_rank(
    people_csv: Path, run: Run
) -> None:
    run("load", people_csv)
    done = run("rank", "--table", "people", "--bin", "age=25")
    assert done.returncode == WRONG_USE
    assert "--bin" in done.stderr


@pytest.mark.parametrize(
    ("kind", "value"), [("DATE", "2020-01-01"), ("BOOLEAN", True), ("TIME", "10:00")]
)
def test_what_is_no_number_by_its_type_is_refused(kind: str, value: object) -> None:
    with pytest.raises(WrongUse, match=f"is a {kind}; --bin is for numbers"):
        loaded([value, None], "q2", kind)


def test_infinite_numbers_have_no_equal_widths() -> None:
    with pytest.raises(WrongUse, match="infinite values, which have no widths"):
        loaded([1.0, float("inf")], "w3", "DOUBLE")


def test_a_column_without_numbers_has_no_quantiles() -> None:
    with pytest.raises(WrongUse, match="no numbers to be cut"):
        loaded([None, float("nan")], "q3", "DOUBLE")
    assert features_of(loaded([None, None], "3", "DOUBLE"), "x") == [None, None]


def test_a_value_that_is_no_number_is_named_with_its_row(tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_text("n,x,y\nr1,1,a\nr2,,b\nr3,two,a\n")
    with cfsql.connect() as database:
        with pytest.raises(WrongUse, match="x is 'two' in row 3 of "):
            database.load(tmp_path / "t.csv", bins={"x": "1"})
        with pytest.raises(WrongUse, match="x is 'two' in row r3 of "):
            database.load(tmp_path / "t.csv", id="n", bins={"x": "1"})
        assert database.tables() == []


def test_odd_names_are_quoted() -> None:
    name = 'my "odd" column'
    frame = pl.DataFrame(
        {name: [1, 2, 3, 4], "row_intervals": list("aaaa"), "y": list("ppqq")}
    )
    with cfsql.connect() as database:
        table = database.load(frame, table='an "odd" name', bins={name: "q2"})
        changes = table.rank().pl()["changes"][0].to_list()
        assert changes == [
            {"feature": name, "from_value": "[1, 3)", "to_value": "[3, 4]"}
        ]
        macro = "from cfsql.compare('an \"odd\" name', 1, 3)"
        assert (name, "[1, 3)", "[3, 4]", True) in database.sql(macro).fetchall()


@pytest.mark.parametrize(
    "name", ["cases", "bins", "feature_rows", "row_intervals", "texts", "wanted_rows"]
)
def test_a_table_may_be_called_as_what_is_staged(name: str, people_csv: Path) -> None:
    with cfsql.connect() as database:
        plain = database.load(people_csv, table="people", bins={"age": "25,45"})
        table = database.load(people_csv, table=name, bins={"age": "25,45"})
        assert table.rank().pl().equals(plain.rank().pl())
        assert table.explain(1).originals == plain.explain(1).originals
        assert table.compare(1, 2).disagreement == plain.compare(1, 2).disagreement


def test_replacing_and_dropping_forget_the_intervals(
    people_csv: Path, tmp_path: Path, run: Run
) -> None:
    path = tmp_path / "cfsql.duckdb"
    run("load", people_csv, "--bin", "age=25")
    assert any("people_bins" in name for name in contents(path))
    run("load", people_csv, "--replace")
    assert not any("_bins" in name or "_intervals" in name for name in contents(path))
    assert "intervals" not in run("describe", "people").stdout
    run("load", people_csv, "--replace", "--bin", "age=25")
    run("drop", "people")
    assert not any("people" in name for name in contents(path))


def test_a_database_of_an_older_version_goes_on(people_csv: Path) -> None:
    with cfsql.connect() as database:
        table = database.load(people_csv)
        before = table.rank().pl()
        database.connection.execute("alter table cfsql.tables drop column bins")
        database.connection.execute("drop view cfsql_results.people_feature_rows")
        database.connection.execute("drop macro cfsql_results.people_disagreement")
        table = database.table("people")
        assert table.facts.bins == {}
        assert table.rank().pl().equals(before)
        for macro in ("compare('people', 1, 2)", "counterfactuals('people', 1)"):
            assert database.sql(f"from cfsql.{macro}").fetchall()
        newer = database.load(people_csv, table="newer", bins={"age": "q2"})
        assert newer.facts.bins == {"age": "q2"}
        assert database.table("people").facts.bins == {}
