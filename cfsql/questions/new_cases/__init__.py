"""New cases: explained against the table, which they are no part of.

A value that the table does not have differs from every row's. Values that were given
and could not be used, or were not given, are named in remarks.
"""

from cfsql.questions.new_cases.explain import (
    CaseExplainer,
    NearestOutcome,
    NearestOutcomes,
    NewCases,
    explain_case,
    explain_cases,
)
from cfsql.questions.new_cases.values import case_values, parse_values

__all__ = [
    "CaseExplainer",
    "NearestOutcome",
    "NearestOutcomes",
    "NewCases",
    "case_values",
    "explain_case",
    "explain_cases",
    "parse_values",
]
