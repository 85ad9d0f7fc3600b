"""Ask a DuckDB of any version: run in its own environment, which has nothing else.

Reads a request as JSON from standard input, and writes the answers as JSON.
"""

import json
import sys

import duckdb

request = json.load(sys.stdin)
connection = duckdb.connect(
    request["database"] or ":memory:", read_only=request["database"] is not None
)
for statement in request["before"]:
    connection.execute(statement)
answers = []
for statement in request["statements"]:
    try:
        ((answer,),) = connection.execute(statement).fetchall()
    except duckdb.Error as error:
        answer = f"{type(error).__name__}: {error}"
    answers.append(answer)
json.dump(answers, sys.stdout)
