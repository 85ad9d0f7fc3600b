"""Counterfactual explanations from the data itself, ranked and measured in SQL."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cfsql.version import __version__

if TYPE_CHECKING:
    from cfsql.api.coding import encode
    from cfsql.api.database import Database, connect
    from cfsql.api.explaining import Explainer
    from cfsql.api.results import FactualResult, Ranking
    from cfsql.api.table import Table
    from cfsql.errors import CfsqlError
    from cfsql.questions.explanation import Explanation
    from cfsql.questions.why import Why
    from cfsql.spark import spark

__all__ = [
    "CfsqlError",
    "Database",
    "Explainer",
    "Explanation",
    "FactualResult",
    "Ranking",
    "Table",
    "Why",
    "__version__",
    "connect",
    "encode",
    "spark",
]

_HOMES = {
    "connect": "cfsql.api.database",
    "encode": "cfsql.api.coding",
    "Database": "cfsql.api.database",
    "Table": "cfsql.api.table",
    "Ranking": "cfsql.api.results",
    "Explainer": "cfsql.api.explaining",
    "Explanation": "cfsql.questions.explanation",
    "FactualResult": "cfsql.api.results",
    "Why": "cfsql.questions.why",
    "CfsqlError": "cfsql.errors",
    "spark": "cfsql.spark",
}


def __getattr__(name: str) -> Any:
    """Import a public name when it is first used, so that `cfsql --help` is instant."""
    if name not in _HOMES:
        raise AttributeError(f"module 'cfsql' has no attribute '{name}'")
    from importlib import import_module

    return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    """What completion offers: the public names alone."""
    return sorted(__all__)
