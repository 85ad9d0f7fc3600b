"""The plans that can run here: all, where the native kernel is built.

CFSQL_KERNEL=required, which `make test` sets where there is a compiler, makes a missing
one an error.
"""

from __future__ import annotations

from typing import Any

import pytest

from cfsql import kernel
from cfsql.method.search import compiled, search

HAS_KERNEL = kernel.is_there()

PLANS: list[Any] = [
    plan for plan in search.PLANS if HAS_KERNEL or plan != compiled.NAME
]

needs_kernel = pytest.mark.skipif(not HAS_KERNEL, reason="the kernel is not built here")
