"""What an agent can ask: each tool with its words, its arguments and its question.

Arguments that a command or a function has too are those of `cfsql.options`, so that a
new constraint is one here at once.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any

from cfsql.agents.schemas import Schema, of_options
from cfsql.api.database import Database
from cfsql.api.table import Table
from cfsql.errors import WrongUse
from cfsql.options import N_SHOWN, AnswerOptions, ConstraintOptions, options_of
from cfsql.questions.audit.read import read_audit
from cfsql.questions.find import find

# Rows that a query or a search gives, unless fewer are asked for, and at most.
MOST_ROWS = 1000

Arguments = dict[str, Any]


@dataclass(frozen=True)
class Answer:
    """What a tool says: `data` is the table's, `meaning` is cfsql's."""

    data: Mapping[str, Any]
    meaning: str


@dataclass(frozen=True)
class Tool:
    """A question that an agent can ask."""

    name: str
    about: str
    arguments: Mapping[str, Schema]
    required: tuple[str, ...]
    ask: Callable[[Database, Arguments], Answer]
    # Whether it cannot but show rows beyond the one that is asked about.
    is_for_all_rows: bool = False


TABLE: Schema = {"type": "string", "description": "The name of a loaded table."}
ROW: Schema = {"type": ["string", "integer"], "description": "The id of a row."}
CELL: Schema = {"type": ["string", "number", "boolean", "null"]}

# Options that an agent has no use for, or that the server sets.
_NOT_ASKED = ("anonymous",)
_METHOD = {
    name: schema
    for kind in (ConstraintOptions, AnswerOptions)
    for name, schema in of_options(options_of(kind)).items()
    if name not in _NOT_ASKED
}

# The lists of an audit that name rows.
_OF_PEOPLE = ("answers", "contradictions", "pairs")

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
        "somebody runs `cfsql refresh`.",
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
    with database.session() as session:
        found = find(
            session,
            table.facts,
            given.get("values", {}),
            given.get("words", ()),
            limit=given.get("limit", N_SHOWN),
        )
    if given.get("anonymous") and found.n_found > 1:
        # Whoever is meant is found; the others are not shown.
        found = replace(found, rows=[])
    return Answer(
        {"sentence": found.sentence, **asdict(found)},
        "Values are compared as texts. More than one row that matches may be more than "
        "one person: ask for more values.",
    )


def explain_row(database: Database, given: Arguments) -> Answer:
    """What would have changed the outcome of a row."""
    table, options = _table_and_options(database, given)
    explanation = table.explain(given["row"], **options)
    return Answer(explanation.to_dict(), _NO_CAUSE)


def explain_case(database: Database, given: Arguments) -> Answer:
    """What would change the outcome of a case that is not in the table."""
    table, options = _table_and_options(database, given)
    explanation = table.explain(given["values"], label=given.get("label"), **options)
    return Answer(
        explanation.to_dict(),
        f"{_NO_CAUSE} cfsql predicts no outcome: the label is the one that was given. "
        "A value that no row has differs from every row's.",
    )


def why_row(database: Database, given: Arguments) -> Answer:
    """The fewest values of a row that always come with its outcome."""
    table = database.table(given["table"])
    reasons = table.why(given["row"], limit=given.get("limit", N_SHOWN))
    return Answer(
        reasons.to_dict(),
        "Every case of the table with these values has the outcome. That is a fact "
        "about this table, not a rule that somebody applied.",
    )


def compare_rows(database: Database, given: Arguments) -> Answer:
    """Where two rows agree, and where they do not."""
    comparison = database.table(given["table"]).compare(given["row"], given["other"])
    return Answer(comparison.to_dict(), "Features are compared for equality alone.")


def read_stored_audit(database: Database, given: Arguments) -> Answer:
    """What the outcomes of a table hang on, and whom it treats unequally."""
    table = database.table(given["table"])
    known = {each.name: each for each in database.audits() if each.table == table.name}
    stored = known.get(table.name) or next(iter(known.values()), None)
    if stored is None:
        raise WrongUse(
            f"no audit of '{table.name}' is stored, and this server only reads; ask "
            "whoever owns the database to audit it"
        )
    with database.session() as session:
        audit = read_audit(session, stored, table.facts).to_dict()
    if given.get("anonymous"):
        audit = {name: each for name, each in audit.items() if name not in _OF_PEOPLE}
    return Answer(
        audit,
        "Pairs are equal in everything that the table has but what is protected. What "
        "the table does not have may still tell them apart: an unequal pair is a "
        "question to whoever decided, not a verdict.",
    )


def query(database: Database, given: Arguments) -> Answer:
    """The rows of one statement that only reads."""
    limit = given.get("limit", 100)
    with database.session() as session:
        columns, rows = session.fetch_statement(given["sql"], limit=limit + 1)
    return Answer(
        {
            "columns": columns,
            "rows": [dict(zip(columns, row, strict=True)) for row in rows[:limit]],
            "is_cut": len(rows) > limit,
        },
        "The first rows of the result, as DuckDB gives them; `is_cut` says whether "
        "there are more.",
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
    ),
    Tool(
        "describe_table",
        "Describe a table: classes, features with the number of their values, missing "
        "values, duplicates and contradictions.",
        {"table": TABLE},
        ("table",),
        describe_table,
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
                "description": "Words that must stand in some cell.",
            },
            "limit": {
                "type": "integer",
                "minimum": 1,
                "maximum": MOST_ROWS,
                "description": f"How many rows to list; {N_SHOWN} unless given.",
            },
        },
        ("table",),
        find_rows,
    ),
    Tool(
        "explain_row",
        "What would have changed the outcome of a row: all real cases with another "
        "outcome that differ in the fewest features, the best first.",
        {"table": TABLE, "row": ROW, **_METHOD},
        ("table", "row"),
        explain_row,
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
            **_METHOD,
        },
        ("table", "values"),
        explain_case,
    ),
    Tool(
        "why_row",
        "Why a row has its outcome: the smallest sets of its own values that always "
        "come with this outcome.",
        {
            "table": TABLE,
            "row": ROW,
            "limit": {
                "type": "integer",
                "minimum": 1,
                "maximum": MOST_ROWS,
                "description": f"How many explanations; {N_SHOWN} unless given.",
            },
        },
        ("table", "row"),
        why_row,
    ),
    Tool(
        "compare_rows",
        "Compare two rows: the features on which they agree, and those they do not.",
        {"table": TABLE, "row": ROW, "other": ROW},
        ("table", "row", "other"),
        compare_rows,
        is_for_all_rows=True,
    ),
    Tool(
        "audit_table",
        "The stored audit of a table: which features outcomes hang on, and which cases "
        "that are equal but for protected columns had different outcomes.",
        {"table": TABLE},
        ("table",),
        read_stored_audit,
    ),
    Tool(
        "query",
        "Run one SQL statement of DuckDB that only reads. Tables T have T_ranked, "
        "T_summary and T_optimal once they are ranked; no file can be opened.",
        {
            "sql": {"type": "string", "description": "One statement."},
            "limit": {
                "type": "integer",
                "minimum": 1,
                "maximum": MOST_ROWS,
                "description": "How many rows; 100 unless given.",
            },
        },
        ("sql",),
        query,
        is_for_all_rows=True,
    ),
)
