"""Counterfactual explanations from the data itself, ranked and measured in SQL."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cfsql.version import __version__

if TYPE_CHECKING:
    from cfsql.database import Database, Table, connect
    from cfsql.errors import CfsqlError
    from cfsql.explain import Explanation
    from cfsql.lake.ranking import spark
    from cfsql.results import FactualResult, Ranking
    from cfsql.why import Why

__all__ = [
    "CfsqlError",
    "Database",
    "Explanation",
    "FactualResult",
    "Ranking",
    "Table",
    "Why",
    "__version__",
    "connect",
    "spark",
]

_HOMES = {
    "connect": "cfsql.database",
    "Database": "cfsql.database",
    "Table": "cfsql.database",
    "Ranking": "cfsql.results",
    "Explanation": "cfsql.explain",
    "FactualResult": "cfsql.results",
    "Why": "cfsql.why",
    "CfsqlError": "cfsql.errors",
    "spark": "cfsql.lake.ranking",
}


def __getattr__(name: str) -> Any:
    """Import a public name when it is first used, so that `cfsql --help` is instant."""
    if name not in _HOMES:
        raise AttributeError(f"module 'cfsql' has no attribute '{name}'")
    from importlib import import_module

    return getattr(import_module(_HOMES[name]), name)
