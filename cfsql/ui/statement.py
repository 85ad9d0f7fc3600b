"""The answer of a page as one SQL statement, by the definitions, on the table itself.

It is for reading and for checking: it needs no function of cfsql and runs in any DuckDB
client. The pages are answered another way, from packed codes.
"""

from __future__ import annotations

from collections.abc import Sequence

from cfsql.engines.duckdb import RESULTS_SCHEMA
from cfsql.engines.identifiers import literal, quote
from cfsql.questions.explain import Explanation
from cfsql.tables.catalog import LoadedTable
from cfsql.ui.question import Question

# Names of the statement's own; a column of the table may have the same.
_OWN = ("label", "support", "distance", "counterfactual_id")


def same_answer(
    table: LoadedTable, question: Question, explanation: Explanation
) -> str:
    """The statement whose rows are the counterfactuals of the page, best first."""
    features = list(explanation.values)
    label, support, distance, answer_id = _fresh([*features, table.label, "row_id"])
    is_new = question.values is not None
    columns = [quote(feature) for feature in features]

    rows = _source(table)
    own_label = f"cast({quote(table.label)} as varchar)"
    shown = [f"cast({each} as varchar) as {each}" for each in columns]
    selected = ",\n        ".join(shown if is_new else columns)
    frozen = [quote(feature) for feature in question.freeze]
    conditions = [f"cases.{label} is distinct from asked.{label}"]
    conditions += [f"cases.{each} is not distinct from asked.{each}" for each in frozen]
    if question.target is not None:
        conditions.append(f"cases.{label} = {literal(question.target)}")
    if question.min_support is not None:
        conditions.append(f"cases.{support} >= {question.min_support}")
    within = (
        ""
        if question.max_changes is None
        else f" and {distance} <= {question.max_changes}"
    )
    where = "\n        and ".join(conditions)
    listed = ",\n        ".join(columns)
    to_asked, to_answer = (
        "\n            + ".join(
            f"cast({one}.{each} is distinct from {other}.{each} as integer)"
            for each in columns
        )
        for one, other in (("cases", "asked"), ("labelled_rows", "answers"))
    )
    return f"""\
with labelled_rows as (
    select
        row_id,
        {own_label} as {label},
        {selected}
    from {rows}
    where {quote(table.label)} is not null
),

-- Rows that are equal in everything are one case.
cases as (
    select
        min(row_id) as row_id,
        count(*) as {support},
        {label},
        {listed}
    from labelled_rows
    group by
        {label},
        {listed}
),

asked as (
    {_asked(question, explanation, label, columns)}
),

-- Cases that may be answers, and in how many features they differ.
unlike_cases as (
    select
        cases.*,
        asked.{label} as asked_label,
            {to_asked}
        as {distance}
    from cases
    cross join asked
    where
        {where}
),

answers as (
    select *
    from unlike_cases
    where {distance} > 0{within}
    qualify {distance} = min({distance}) over ()
),

-- The rows as near to an answer as what was asked about.
balls as (
    select
        answers.row_id as {answer_id},
        count(*) as ball_size,
        count(*) filter (where labelled_rows.{label} <> answers.{label}) as power,
        count(*) filter (where labelled_rows.{label} = answers.{label}) as n_like,
        count(*) filter (where labelled_rows.{label} = answers.asked_label) as n_own
    from answers
    inner join labelled_rows
        on
            {to_answer}
            <= answers.{distance}
    group by answers.row_id
)

select
    rank() over (order by balls.power desc) as rank,
    answers.row_id as counterfactual_id,
    answers.{label} as counterfactual_label,
    answers.{distance} as distance,
    balls.power,
    balls.ball_size,
    balls.n_like / (
        select count(*) from labelled_rows where {label} = answers.{label}
    ) as typicality,
    balls.power / balls.ball_size as capacity,
    case when answers.asked_label is not null then balls.n_own / balls.ball_size end
        as universality,
    answers.{support} as support
from answers
inner join balls
    on answers.row_id = balls.{answer_id}
order by rank, counterfactual_id"""


def _source(table: LoadedTable) -> str:
    """Where the values are that are compared: intervals, where numbers are cut."""
    if table.bins:
        return quote(RESULTS_SCHEMA, f"{table.name}_feature_rows")
    return quote(table.name)


def _asked(
    question: Question, explanation: Explanation, label: str, columns: Sequence[str]
) -> str:
    if question.values is None:
        own = explanation.row_id
        row = str(own) if isinstance(own, int) else literal(str(own))
        number = "row_id" if isinstance(own, int) else "cast(row_id as varchar)"
        return f"select *\n    from labelled_rows\n    where {number} = {row}"
    values = [
        f"cast({'null' if text is None else literal(text)} as varchar) as {column}"
        for column, text in zip(columns, explanation.values.values(), strict=True)
    ]
    given = "null" if explanation.label is None else literal(explanation.label)
    listed = ",\n        ".join([f"cast({given} as varchar) as {label}", *values])
    return f"select\n        {listed}"


def _fresh(taken: Sequence[str]) -> list[str]:
    """Names that no column has."""
    known = {name.lower() for name in taken}
    found = []
    for name in _OWN:
        while name in known:
            name += "_"
        found.append(name)
    return found
