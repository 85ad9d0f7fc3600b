"""Charts of made up experiments."""

from __future__ import annotations

from pathlib import Path

import pytest

from cfsql.experiments import Experiments
from cfsql.show import charts
from tests.show.charts.drawing import ODD, Specs, experiments, specs


@pytest.fixture(scope="session")
def found() -> Experiments:
    """Three tables, three repeats."""
    return experiments()


@pytest.fixture(scope="session")
def drawn(found: Experiments) -> Specs:
    """Their charts."""
    return specs(found)


@pytest.fixture(scope="session")
def written(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """The files of charts of tables with odd names."""
    folder = tmp_path_factory.mktemp("charts") / "new" / "folder"
    return charts.write(experiments(("loan", *ODD), repeats=2), folder)
