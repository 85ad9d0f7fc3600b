"""A whole table at once: what decides its outcomes, and who is treated unequally."""

from cfsql.questions.audit.effort import (
    Effort,
    EffortFeature,
    EffortWithin,
    NearPairs,
    UnequalTest,
)
from cfsql.questions.audit.figures import (
    Audit,
    Contradiction,
    Direction,
    Member,
    UnequalPair,
    UnequalValue,
)
from cfsql.questions.audit.read import read_audit
from cfsql.questions.audit.run import audit

__all__ = [
    "Audit",
    "Contradiction",
    "Direction",
    "Effort",
    "EffortFeature",
    "EffortWithin",
    "Member",
    "NearPairs",
    "UnequalPair",
    "UnequalTest",
    "UnequalValue",
    "audit",
    "read_audit",
]
