"""A wrong request to `why` is refused in one line."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.questions.why.answers import RunWhy
from tests.support.commands import Run
from tests.support.refusals import WRONG_USE, assert_refused

REFUSED = {
    "--table recidivsm": "did you mean 'recidivism'?",
    "--table notes_factual": "was not loaded by cfsql",
    "--row 9": "no row 9 in recidivism; did you mean 8?",
    "--rows 1,9": "no row 9 in recidivism; did you mean 8?",
    "--rows ,": "--rows needs at least one row id",
    "--table clash --row 6": "row 6 of clash has no y",
    "--table clash --rows 6": "row 6 of clash has no y",
    "--table keyed --row a-1": "did you mean A-1?",
    "--label med": "no score 'med' in recidivism; did you mean 'Med'?",
    "--label zzz": "there is 'High', 'Low', 'Med'",
    "--row 1 --precision 0": "--precision is a share",
    "--row 1 --precision 1.5": "not 1.5",
    "--row 1 --precision -1": "not -1",
    "--row 1 --precision nan": "not nan",
    "--row 1 --precision high": "--precision",
    "--label Med --precision 2": "--precision is a share",
    "--precision 95": "such as 0.95; not 95",
    "--row 1 --max-size -1": "--max-size takes a number of features from 0 on, not -1",
    "--label Med --max-size -1": "--max-size takes",
    "--row 1 --limit 0": "--limit takes a number from 1 on, not 0",
    "--row 1 --limit -2": "--limit takes a number from 1 on, not -2",
    "--label Med --limit 0": "--limit takes a number from 1 on, not 0",
    "--limit 0": "--limit takes a number from 1 on, not 0",
    "--per-row 0": "--per-row takes a number from 1 on, not 0",
    "--row 1 --ignore sx": "no feature 'sx' in recidivism; did you mean 'sex'?",
    "--label Med --ignore score": "score is the label of recidivism, not a feature",
    "--row 1 --ignore sex,age,race,degree,recid": "--ignore leaves no feature",
    "--row 1 --min-cases 0": "--min-cases takes a number from 1 on, not 0",
    "--label Med --min-cases -1": "--min-cases takes a number from 1 on, not -1",
    "--row 1 --time-limit 0": "--time-limit takes seconds, such as 10; not 0",
    "--row 1 --time-limit -1": "--time-limit takes seconds, such as 10; not -1",
    "--label Med --time-limit nan": "--time-limit takes seconds, such as 10; not nan",
    "--time-limit 0": "--time-limit takes seconds",
    "--row 1 --label Med": "give --row or --label, not both",
    "--row 1 --rows 2": "--rows is for many rows; leave it out with --row",
    "--row 1 --where sex='male'": "--where is for many rows",
    "--row 1 --sample 2": "--sample is for many rows",
    "--row 1 --per-row 2": "--per-row is for many rows",
    "--row 1 --into mine": "--into is for many rows",
    "--label Med --rows 2": "--rows is for many rows; leave it out with --label",
    "--label Med --into mine": "--into is for many rows",
    "--row 1 --count cases": "--count is rows or distinct, not 'cases'",
    "--row 1 --format xml": "not 'xml'",
    "--row 1 --out why.xml": ".parquet, .csv, .json",
    "--row 1 --out nowhere/why.csv": "no directory nowhere",
    "--where sx='male'": "--where: ",
    "--where age='none'": "no row of recidivism",
    "--limit 2 --sample 2": "give --limit or --sample, not both",
    "--into notes": "'notes_factual' is in the database already",
    "--into Clash": "'clash' is a table, whose own results go by its name",
}


@pytest.mark.parametrize("options", REFUSED)
def test_a_wrong_request_is_refused_in_one_line_that_helps(
    database: Path, why: RunWhy, options: str
) -> None:
    given = options.split()
    table = [] if "--table" in given else ["--table", "recidivism"]
    before = database.read_bytes()

    done = why(*table, *given)

    assert_refused(done, WRONG_USE, REFUSED[options])
    assert database.read_bytes() == before
    assert list(database.parent.iterdir()) == [database]


def test_a_wrong_request_is_refused_by_the_command_itself(
    run: Run, database: Path
) -> None:
    done = run("why", "--table", "recidivism", "--row", 9)

    assert_refused(done, WRONG_USE, "no row 9 in recidivism; did you mean 8?")
