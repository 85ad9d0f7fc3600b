"""What audits, stability, cover and diff print can be translated, all of it."""

from __future__ import annotations

import pytest

import cfsql
from cfsql.show.terminal.audit import audit_lines
from cfsql.show.terminal.cover import cover_lines
from cfsql.show.terminal.living import difference_lines
from cfsql.show.terminal.stability import stability_lines
from tests.speech.test_report import NUMBERS
from tests.speech.unmarked import marking, unmarked
from tests.support.commands import Run


def test_everything_that_is_printed_can_be_translated() -> None:
    with cfsql.connect() as database, marking():
        table = database.load(NUMBERS, table="_1", label="14")
        table.rank(max_changes=2)
        table.rank(into="_2", freeze=["11"])
        stable = table.stability(repeats=5)
        printed = {
            "audit": audit_lines(table.rankings()[0].audit(["12", "13"], near=1)),
            "stability": stability_lines(stable.overview(), table.facts.n_rows),
            "cover": cover_lines(table.cover(cases=2).overview()),
            "diff": difference_lines(table.diff("_1", "_2")),
        }
    # Quantiles are called q50 in every language.
    found = {
        name: [each for each in unmarked("\n".join(lines)) if "q50" not in each]
        for name, lines in printed.items()
    }
    assert found == {name: [] for name in printed}


@pytest.mark.parametrize(
    ("command", "german"),
    [
        (
            "audit --protected sex,race",
            "1 Paar von Fällen ist in allem außer „sex“ und „race“",
        ),
        ("stability --repeats 3", "was gleich bleibt, im Mittel über die Zeilen"),
        ("cover --cases 2", "die Fälle in der Reihenfolge"),
        ("diff --into recidivism --into kept", "Zeilen von recidivism"),
    ],
)
def test_commands_speak_german(loaded: Run, command: str, german: str) -> None:
    for more in ((), ("--into", "kept", "--freeze", "race")):
        assert loaded("rank", "--table", "recidivism", *more).returncode == 0
    words = [*command.split(), "--table", "recidivism"]
    assert german in loaded(*words, "--language", "de").stdout
    wrong = loaded(*words, "--language", "german")
    assert wrong.returncode == 2
    assert "did you mean 'de'" in wrong.stderr
