"""What an agent can ask: each tool with its words, its arguments and its question.

Arguments that a command or a function has too are those of `cfsql.options`, so that a
new constraint is one here at once.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Any

from cfsql.agents.answers import Answer
from cfsql.agents.schemas import Schema, of_options
from cfsql.api import doors
from cfsql.api.database import Database
from cfsql.api.table import Table
from cfsql.errors import WrongUse
from cfsql.options import (
    N_SHOWN,
    AnswerOptions,
    ConstraintOptions,
    ReasonOptions,
    options_of,
)

if TYPE_CHECKING:
    from cfsql.questions.explanation import Explanation

# Rows that a query gives unless another limit is asked for, and that any gives at most.
N_ROWS, MOST_ROWS = 100, 1000

Arguments = dict[str, Any]


@dataclass(frozen=True)
class Tool:
    """A question that an agent can ask."""

    name: str
    about: str
    arguments: Mapping[str, Schema]
    required: tuple[str, ...]
    ask: Callable[[Database, Arguments], Answer]
    # How to get what an answer leaves out.
    rest: str
    # Whether it cannot but show rows beyond the one that is asked about.
    is_for_all_rows: bool = False


TABLE: Schema = {"type": "string", "description": "The name of a loaded table."}
ROW: Schema = {"type": ["string", "integer"], "description": "The id of a row."}
CELL: Schema = {"type": ["string", "number", "boolean", "null"]}
SKIP: Schema = {
    "type": "integer",
    "minimum": 0,
    "description": "How many counterfactuals to pass over; 0 unless given.",
}


def _limit(what: str, default: int) -> Schema:
    return {
        "type": "integer",
        "minimum": 1,
        "maximum": MOST_ROWS,
        "description": f"How many {what} to list; {default} unless given.",
    }


# Options that an agent has no use for, or that the server sets.
_NOT_ASKED = ("anonymous",)
_METHOD = {
    name: schema
    for kind in (ConstraintOptions, AnswerOptions)
    for name, schema in of_options(options_of(kind)).items()
    if name not in _NOT_ASKED
}

_REASONS = of_options(options_of(ReasonOptions))

# Which of the counterfactuals are listed.
_LISTED = {"limit": _limit("counterfactuals", N_SHOWN), "skip": SKIP}

# The lists of an audit that name rows.
_OF_PEOPLE = ("answers", "contradictions", "pairs")

# How to get the rest of an answer.
_BY_QUERY = "If `query` is offered, read one column or a few rows with it."
_FEWER = (
    "Ask with skip for the next counterfactuals, or for fewer with target, freeze, "
    "max_changes or diverse."
)

_NO_CAUSE = (
    "An answer is another case of the table, not an effect: it says what cases with "
    "another outcome look like, and promises nothing to anyone who changes."
)


def list_tables(database: Database, _: Arguments) -> Answer:
    """The tables, what is stored of each, and whether it is up to date."""
    results: dict[str, list[str]] = {}
    for stored in database.results():
        results.setdefault(stored.table, []).extend(stored.relations)
    return Answer(
        {
            "tables": [
                {
                    "table": each.name,
                    "label": each.label,
                    "n_rows": each.facts.n_rows,
                    "results": results.get(each.name, []),
                    "changed": each.change,
                }
                for each in database.tables()
            ]
        },
        "Each table has rows, features and one label, the outcome. `results` are "
        "tables that can be queried. A table that has changed gives no answers until "
        "somebody runs `cfsql refresh`, which asks what to keep.",
    )


def describe_table(database: Database, given: Arguments) -> Answer:
    """Classes, features and their values."""
    table = database.table(given["table"])
    names = ("column", "type", "role", "n_values")
    columns = [dict(zip(names, each, strict=True)) for each in table.columns()]
    return Answer(
        {**table.profile().to_dict(), "columns": columns},
        "Rows are contradicted when equal features came with different labels: nothing "
        "that could be changed explains their outcome.",
    )


def find_rows(database: Database, given: Arguments) -> Answer:
    """Rows by their values and words."""
    table = database.table(given["table"])
    found = doors.find_rows(
        table,
        given.get("values", {}),
        given.get("words", ()),
        limit=given.get("limit", N_SHOWN),
    )
    of = {"rows": found.n_found}
    if given.get("anonymous") and found.n_found > 1:
        # Whoever is meant is found; the others are not shown.
        found, of = replace(found, rows=[]), {}
    return Answer(
        {"sentence": found.sentence, **asdict(found)},
        "Values are compared as texts. More than one row that matches may be more than "
        "one person: ask for more values.",
        of,
    )


def explain_row(database: Database, given: Arguments) -> Answer:
    """What would have changed the outcome of a row."""
    table, options = _table_and_options(database, given)
    explanation = table.explain(given["row"], **options)
    return _explained(explanation, given, _NO_CAUSE)


def explain_case(database: Database, given: Arguments) -> Answer:
    """What would change the outcome of a case that is not in the table."""
    table, options = _table_and_options(database, given)
    explanation = table.explain(given["values"], label=given.get("label"), **options)
    return _explained(
        explanation,
        given,
        f"{_NO_CAUSE} cfsql predicts no outcome: the label is the one that was given. "
        "A value that no row has differs from every row's.",
    )


def _explained(explanation: Explanation, given: Arguments, meaning: str) -> Answer:
    """An explanation with some of its counterfactuals."""
    record = explanation.to_dict()
    found = record["counterfactuals"]
    first = given.get("skip", 0)
    record["counterfactuals"] = found[first : first + given.get("limit", N_SHOWN)]
    return Answer(record, meaning, {"counterfactuals": len(found)})


def why_row(database: Database, given: Arguments) -> Answer:
    """The fewest values of a row that always come with its outcome."""
    table = database.table(given["table"])
    asked = {name: given[name] for name in _REASONS if name in given}
    limit = given.get("limit", N_SHOWN)
    reasons = table.why(given["row"], limit=limit, **asked)
    return Answer(
        reasons.to_dict(),
        "Every case of the table with these values has the outcome. That is a fact "
        "about this table, not a rule that somebody applied.",
        {} if reasons.is_complete else {"factuals": None},
    )


def compare_rows(database: Database, given: Arguments) -> Answer:
    """Where two rows agree, and where they do not."""
    comparison = database.table(given["table"]).compare(given["row"], given["other"])
    return Answer(comparison.to_dict(), "Features are compared for equality alone.")


def read_stored_audit(database: Database, given: Arguments) -> Answer:
    """What decides the outcomes of a table, and who is treated unequally."""
    table = database.table(given["table"])
    known = {each.name: each for each in database.audits() if each.table == table.name}
    stored = known.get(table.name) or next(iter(known.values()), None)
    if stored is None:
        raise WrongUse(
            f"no audit of '{table.name}' is stored, and this server only reads; ask "
            "whoever owns the database to audit it"
        )
    read = doors.stored_audit(table, stored)
    audit = read.to_dict()
    if given.get("anonymous"):
        audit = {name: each for name, each in audit.items() if name not in _OF_PEOPLE}
    return Answer(
        audit,
        "Pairs are equal in everything that the table has but what is protected. What "
        "the table does not have may still tell them apart: an unequal pair is a "
        "question to whoever decided, not a verdict.",
        {
            "answers": read.n_answers,
            "contradictions": read.n_contradictions,
            "pairs": max(read.n_pairs, len(read.pairs)),
        },
    )


def query(database: Database, given: Arguments) -> Answer:
    """The rows of one statement that only reads."""
    limit = given.get("limit", N_ROWS)
    columns, rows, old = doors.run_statement(database, given["sql"], limit=limit + 1)
    return Answer(
        {
            **({"warnings": old} if old else {}),
            "columns": columns,
            "rows": [dict(zip(columns, row, strict=True)) for row in rows[:limit]],
        },
        "The first rows of the result, as DuckDB gives them. `warnings`, where there "
        "are any, say which of them are of a table before it was changed.",
        {"rows": None} if len(rows) > limit else {},
    )


def _table_and_options(
    database: Database, given: Arguments
) -> tuple[Table, dict[str, Any]]:
    options = {name: given[name] for name in (*_METHOD, *_NOT_ASKED) if name in given}
    return database.table(given["table"]), options


TOOLS = (
    Tool(
        "list_tables",
        "List the tables of the database, and which results are stored.",
        {},
        (),
        list_tables,
        f"Ask about one of the tables. {_BY_QUERY}",
    ),
    Tool(
        "describe_table",
        "Describe a table: classes, features with the number of their values, missing "
        "values, duplicates and contradictions.",
        {"table": TABLE},
        ("table",),
        describe_table,
        _BY_QUERY,
    ),
    Tool(
        "find_rows",
        "Find the rows that somebody describes, by values and by words, when the row "
        "id is not known.",
        {
            "table": TABLE,
            "values": {
                "type": "object",
                "additionalProperties": CELL,
                "description": "Columns and the values that they must have.",
            },
            "words": {
                "type": "array",
                "items": {"type": "string"},
                "description": "A list of words that must stand in some cell.",
            },
            "limit": _limit("rows", N_SHOWN),
        },
        ("table",),
        find_rows,
        f"Ask with more values or words, or with limit. {_BY_QUERY}",
    ),
    Tool(
        "explain_row",
        "What would have changed the outcome of a row: all real cases with another "
        "outcome that differ in the fewest features, the best first.",
        {"table": TABLE, "row": ROW, **_LISTED, **_METHOD},
        ("table", "row"),
        explain_row,
        _FEWER,
    ),
    Tool(
        "explain_case",
        "What would change the outcome of a case that is not in the table. Its outcome "
        "is given as label, or the outcome to reach as target.",
        {
            "table": TABLE,
            "values": {
                "type": "object",
                "additionalProperties": CELL,
                "description": "The features of the case; what is left out is missing.",
            },
            "label": {**CELL, "description": "The outcome that the case has."},
            **_LISTED,
            **_METHOD,
        },
        ("table", "values"),
        explain_case,
        _FEWER,
    ),
    Tool(
        "why_row",
        "Why a row has its outcome: the smallest sets of its own values that always "
        "come with this outcome.",
        {
            "table": TABLE,
            "row": ROW,
            "limit": _limit("explanations", N_SHOWN),
            **_REASONS,
        },
        ("table", "row"),
        why_row,
        "Ask with another limit.",
    ),
    Tool(
        "compare_rows",
        "Compare two rows: the features on which they agree, and those they do not.",
        {"table": TABLE, "row": ROW, "other": ROW},
        ("table", "row", "other"),
        compare_rows,
        _BY_QUERY,
        is_for_all_rows=True,
    ),
    Tool(
        "audit_table",
        "The stored audit of a table: which features decide the outcomes, and which "
        "cases that are equal but for protected columns had different outcomes.",
        {"table": TABLE},
        ("table",),
        read_stored_audit,
        _BY_QUERY,
    ),
    Tool(
        "query",
        "Run one SQL statement of DuckDB that only reads. Tables T have T_ranked, "
        "T_summary and T_optimal once they are ranked; no file can be opened.",
        {
            "sql": {"type": "string", "description": "One statement."},
            "limit": _limit("rows", N_ROWS),
        },
        ("sql",),
        query,
        "Ask for fewer columns, for other rows with `limit 50 offset 50` in the SQL, "
        "or for a part of a long cell with `substring(cell, 1, 1000)`.",
        is_for_all_rows=True,
    ),
)
