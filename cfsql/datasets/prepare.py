"""From the bytes of a public file to the table that cfsql loads."""

from __future__ import annotations

from cfsql.datasets.archives import texts
from cfsql.datasets.dataset import Dataset
from cfsql.datasets.tables import Table
from cfsql.errors import BadFile


def prepare(dataset: Dataset, name: str, content: bytes) -> Table:
    """The table in a public file of this name, with the dataset's columns."""
    try:
        parts = [
            dataset.format.read(text)
            for text in texts(name, content, dataset.source.members)
        ]
        table = Table(parts[0].columns, [row for part in parts for row in part.rows])
        for step in dataset.steps:
            table = step(table)
        return table.select(dataset.columns)
    except BadFile as error:
        raise BadFile(f"{name}: {error}") from error
