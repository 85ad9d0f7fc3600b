"""Every language has every template, and says what plain Python would say."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

import cfsql
from cfsql.errors import CfsqlError, WrongUse
from cfsql.speech import DEFAULT, Speech, codes, language, names_of, parts, say
from cfsql.speech.language import Placeholder, placeholders
from tests.oracle.brute_force import rank
from tests.oracle.brute_force_languages import LANGUAGES, sentence
from tests.speech.templates import templates
from tests.support.examples import examples
from tests.support.random_tables import Drawn, crowded_tables, load, tables

OTHERS = [code for code in codes() if code != DEFAULT]


# Complete.


@pytest.mark.parametrize("code", OTHERS)
def test_a_language_has_every_sentence_that_sql_says(code: str) -> None:
    english, own = language(DEFAULT).sentences, language(code).sentences
    lacking = sorted(set(english) - set(own))
    assert not lacking, f"languages/{code}.py lacks {lacking}"
    assert set(own) <= set(english)


@pytest.mark.parametrize("code", OTHERS)
def test_a_language_has_every_text_of_the_package(code: str) -> None:
    own = language(code).texts
    lacking = {text: file for text, file in templates().items() if text not in own}
    assert not lacking, f"languages/{code}.py lacks {lacking}"
    idle = sorted(set(own) - set(templates()))
    assert not idle, f"languages/{code}.py has texts that nothing says: {idle}"


@pytest.mark.parametrize("code", OTHERS)
def test_a_translation_has_the_placeholders_of_the_english_text(code: str) -> None:
    english, own = language(DEFAULT).sentences, language(code)
    pairs = [
        *((english[name], text) for name, text in own.sentences.items()),
        *own.texts.items(),
    ]
    for text, translated in pairs:
        assert printed(text) <= placeholders(translated), translated
        assert placeholders(translated) <= placeholders(text), translated


def printed(template: str) -> set[str]:
    """The placeholders that do more than choose a form: they must not be left out."""
    return {
        each.name
        for each in parts(template)
        if isinstance(each, Placeholder)
        and (not each.forms or "#" in "".join(each.forms))
    }


@pytest.mark.parametrize("code", codes())
def test_a_template_has_no_stray_brace_and_as_many_forms_as_the_language(
    code: str,
) -> None:
    own = language(code)
    for template in (*own.sentences.values(), *own.texts.values()):
        rest = [each for each in parts(template) if isinstance(each, str)]
        assert not re.search("[{}#]", "".join(rest)), template
        for place in parts(template):
            if isinstance(place, Placeholder) and place.forms:
                assert len(place.forms) == 2, template


# The sentences, against plain Python.

DRAWN = st.one_of(tables(), crowded_tables())


@given(
    drawn=DRAWN,
    code=st.sampled_from(sorted(LANGUAGES)),
    is_anonymous=st.booleans(),
    has_names=st.booleans(),
)
@examples(200)
def test_sentences_are_those_of_plain_python(
    drawn: Drawn, code: str, is_anonymous: bool, has_names: bool
) -> None:
    features, cases = drawn
    names: dict[object, str] = {}
    if has_names:
        names = {"outcome": "das „Ergebnis“", features[0]: "it's {n} %s <b>"}
        names |= {(features[0], "v1"): "{changes}", ("outcome", "c1"): "100% 'ja'"}
    ranking = load(features, cases).rank(
        anonymous=is_anonymous, language=code, display_names=names or None
    )
    sample = [case for case in cases if case.label is not None]
    by_id = {case.row_id: case for case in cases}
    expected = {
        row["row_id"]: sentence(
            code,
            features,
            "outcome",
            by_id[row["row_id"]],  # type: ignore[index]
            by_id.get(row["optimal_id"]),  # type: ignore[call-overload]
            sample,
            names,
            is_anonymous=is_anonymous,
        )
        for row in rank(features, cases).summary
    }
    told = ranking.summary.pl().select("row_id", "sentence").rows()
    assert dict(told) == expected


# Other sentences, and the names of things.


@pytest.fixture
def recidivism(example_csv: Path) -> Iterator[cfsql.Table]:
    """The paper's example, in memory."""
    with cfsql.connect() as database:
        yield database.load(example_csv, label="score")


NAMES = {
    "sex": "Geschlecht",
    ("sex", "male"): "männlich",
    ("sex", "female"): "weiblich",
    "score": "Risiko",
    ("score", "Low"): "niedrig",
}


def test_values_come_out_as_they_are_whatever_is_in_them() -> None:
    odd = "{n} {label} %s 100% ''\" <b>&amp; — „“ $1 -- ;"
    frame = pl.DataFrame({odd: [odd, "x"], "y": ["1", odd]})
    with cfsql.connect() as database:
        table = database.load(frame, table="odd", label="y")
        for code in codes():
            told = table.explain(1, language=code).sentence
            assert told.count(odd) == 3
            names: dict[Any, str] = {odd: f"<{odd}>", (odd, odd): f"[{odd}]"}
            told = table.explain(1, language=code, display_names=names).sentence
            assert f"<{odd}>" in told
            assert f"[{odd}]" in told
            assert table.why(1, language=code, display_names=names).sentence


def test_results_know_the_language_that_they_were_asked_in(
    recidivism: cfsql.Table,
) -> None:
    asked: dict[str, Any] = {"language": "de", "display_names": NAMES}
    explained = recidivism.explain(1, **asked)
    assert explained.sentence == (
        "Wäre „Geschlecht“ weiblich statt männlich und „race“ African statt Caucasian "
        "gewesen, so wäre „Risiko“ niedrig statt Med gewesen, wie bei Zeile 2."
    )
    assert explained.headline == f"Zeile 1 von recidivism: {explained.sentence}"
    assert explained.explanation == "sex: male → female, race: Caucasian → African"
    assert "speech" not in explained.to_dict()
    why = recidivism.why(1, language="fr")
    assert why.sentence == (
        "Chacun des 2 cas avec «\u00a0age\u00a0» <25 et «\u00a0race\u00a0» Caucasian "
        "est Med."
    )
    compared = recidivism.compare(1, 2, **asked)
    assert compared.sentence == (
        "Die Zeilen 1 und 2 unterscheiden sich in 2 von 5 Merkmalen: „Geschlecht“ und "
        "„race“."
    )
    rules = recidivism.rules("Low", language="de")
    assert rules.headline.endswith("für „score“ Low in recidivism")
    assert recidivism.explain(1).sentence.startswith("Had sex been female")


def test_a_language_outlives_a_change_of_the_table(recidivism: cfsql.Table) -> None:
    recidivism.rank(language="de", display_names=NAMES)
    more = pl.DataFrame(
        [("male", "<25", "Caucasian", "F", "No", "Low")],
        schema=["sex", "age", "race", "degree", "recid", "score"],
        orient="row",
    )
    recidivism.append(more)
    summary = recidivism.rankings()[0].summary.pl()
    assert set(summary["sentence"].str.slice(0, 5)) == {"Wäre "}
    assert any("weiblich" in each for each in summary["sentence"])


def test_numbers_plurals_and_lists_are_those_of_the_language() -> None:
    expected = {
        "en": ["0 rows", "1 row", "1,040 rows"],
        "de": ["0 Zeilen", "1 Zeile", "1.040 Zeilen"],
        "fr": ["0 ligne", "1 ligne", "1\u202f040 lignes"],
    }
    for code, texts in expected.items():
        with Speech(code).spoken():
            found = [say("{n:# row|# rows}", n=n) for n in (0, 1, 1040)]
            assert found == texts


# What is wrong.


@pytest.mark.parametrize(
    ("given_code", "near"), [("dee", "de"), ("German", "de"), ("fr-CA", "fr")]
)
def test_an_unknown_language_is_answered_with_the_nearest(
    recidivism: cfsql.Table, given_code: str, near: str
) -> None:
    with pytest.raises(WrongUse, match=f"did you mean '{near}'"):
        recidivism.explain(1, language=given_code)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "column,value,text\nsexx,,Geschlecht\n",
            "no column 'sexx' in recidivism",
        ),
        ("column,value,text\nsex,,a\nSEX,,b\n", "'SEX' twice"),
        ("column,value,text\nsex,male,a\nsex,male,b\n", "'sex male' twice"),
        ("column;text\nsex;a\n", "should have the columns column, value, text"),
        ("column,value,text\nsex,a\n", "line 2: 2 cells, not 3"),
        ("column,value,text\nsex,,\n", "line 2: the text is missing"),
        ("", "and has none"),
    ],
)
def test_a_wrong_file_of_names_is_refused(
    recidivism: cfsql.Table, tmp_path: Path, text: str, message: str
) -> None:
    path = tmp_path / "names.csv"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(CfsqlError, match=re.escape(message)):
        recidivism.explain(1, display_names=path)


def test_names_come_from_files_mappings_and_lists_alike(tmp_path: Path) -> None:
    path = tmp_path / "names.csv"
    path.write_text(
        '\ufeffcolumn;value;text\nsex;;Geschlecht\nsex;male;"männ;lich"\n',
        encoding="utf-8",
    )
    named = {"sex": "Geschlecht", ("sex", "male"): "männ;lich"}
    listed = [["sex", None, "Geschlecht"], ["sex", "male", "männ;lich"]]
    assert names_of(path) == names_of(named) == names_of(listed)
