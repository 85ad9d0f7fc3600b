"""An audit in the report."""

from __future__ import annotations

import cfsql
from tests.support.tables import HOSTILE, hostile_table, mixed_table


def test_the_report_shows_an_audit_that_is_stored() -> None:
    table = mixed_table(n_labels=3)
    ranking = table.rank()
    before = ranking.report().html()
    assert 'id="unequal"' not in before
    assert 'id="coverage"' not in before
    found = table.audit(["c", "b"])
    assert found.n_pairs > 20
    page = ranking.report().html()
    assert f"{found.n_pairs:,} pairs of cases are equal in everything but" in page
    assert 'id="coverage"' in page
    table.audit(replace=True)
    page = ranking.report().html()
    assert 'id="unequal"' not in page
    assert 'id="coverage"' in page


def test_text_of_the_data_stays_text() -> None:
    with cfsql.connect() as database:
        table = hostile_table(database)
        columns = list(table.profile().features)
        found = table.audit(columns[:2])
        page = database.ranking(table.name).report().html()
    assert found.protected == columns[:2]
    for text in HOSTILE[:5]:
        assert text not in page
