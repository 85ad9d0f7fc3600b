"""A window on the explorer."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.support.ui_server import Served, serving_pages
from tests.ui.browser.visits import Visit

if TYPE_CHECKING:
    from playwright.sync_api import Browser


@pytest.fixture(scope="session")
def served(browser: Browser, path: Path) -> Iterator[Served]:
    """A server that shows it."""
    with serving_pages(path) as served:
        yield served


@pytest.fixture
def visit(browser: Browser, served: Served) -> Iterator[Visit]:
    """A window on the explorer."""
    made = Visit(browser, served)
    yield made
    made.close()
