"""What Spark says when a query fails, as one line."""

from __future__ import annotations

import logging

from py4j.protocol import Py4JJavaError

# Spark logs a failed query beside the error that it raises.
logging.getLogger("SQLQueryContextLogger").disabled = True

# Values of some row for which a user's condition has no result.
CONDITION_FAILURES = (
    "CAST_INVALID_INPUT",
    "CAST_OVERFLOW",
    "DIVIDE_BY_ZERO",
    "ARITHMETIC_OVERFLOW",
    "INVALID_ARRAY_INDEX",
    "CANNOT_PARSE_TIMESTAMP",
)


def explain_error(error: BaseException) -> str:
    """What a Spark error says, without its plans and stacks, in one line."""
    text = str(error)
    if isinstance(error, Py4JJavaError):
        text = str(error.java_exception.getMessage() or error.java_exception)
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    if lines and lines[0].endswith("Python worker:"):
        # What a task of Python raised is said last.
        return lines[-1]
    # Of several failures, one that says what was wrong with the data.
    told = [
        line for line in lines if any(f"[{name}" in line for name in CONDITION_FAILURES)
    ]
    for line in [*told, *lines]:
        return line[max(0, line.find("[")) :].partition(" SQLSTATE:")[0]
    return type(error).__name__
