"""The explorer speaks: every page, in the language and with the names given."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from html.parser import HTMLParser
from pathlib import Path

import httpx
import pytest

import cfsql
from cfsql.errors import UnknownName, UnknownRow
from cfsql.speech import Speech, codes, language, names_of
from cfsql.ui import rendering
from cfsql.ui.told_errors import told
from tests.speech.templates import templates
from tests.speech.test_report import NUMBERS
from tests.speech.unmarked import marking, unmarked
from tests.support.ui_server import serving_pages
from tests.ui.reading import opened

TEMPLATES = Path(rendering.__file__).parent / "templates"

# Pages of a table whose label is 14, and whose features are 11, 12 and 13.
PAGES = {
    "tables": "/",
    "overview": "/t/_1",
    "other_ranking": "/t/_1?ranking=_3",
    "row": "/t/_1/row?row=7",
    "row_asked": "/t/_1/row?row=7&freeze=11&only_up=12&max_changes=2&min_share=0.1"
    "&min_support=1&target=1&anonymous=1",
    "row_without_answer": "/t/_1/row?row=7&freeze=11&freeze=12&max_changes=1",
    "row_there_already": "/t/_1/row?row=1&target=0",
    "no_such_row": "/t/_1/row?row=999",
    "a_value": "/t/_1/row?row=12%3D1",
    "a_class": "/t/_1/row?row=14%3D1",
    "wrong_number": "/t/_1/row?row=7&max_changes=-",
    "why": "/t/_1/why?row=7",
    "case": "/t/_1/case?from=7",
    "case_unfinished": "/t/_1/case",
    "rows": "/t/_1/rows",
    "rows_found": "/t/_1/rows?find=11%3D3+12%3E0+99+15%3D2",
    "rows_of_a_figure": "/t/_1/rows?to_label=1&feature=11&contradicted=0&distance=1",
    "rows_in_ranges": "/t/_1/rows?min.11=1&v.12=1&gap_tenth=3",
    "no_rows": "/t/_1/rows?v.11=0&v.12=0&v.13=0&label=1&distance=3",
    "pairs": "/t/_1/rows?pairs=1&feature=12",
    "compare": "/t/_1/compare?row=1&row=2",
    "compare_what": "/t/_1/compare",
    "rankings": "/t/_1/rankings?before=_1&after=_3",
    "unranked": "/t/_2",
    "sample": "/t/_2?sample=1",
    "no_table": "/t/_9",
    "no_page": "/9",
}


@pytest.fixture(scope="module")
def numbers(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database without a letter in it, also in its name."""
    path = tmp_path_factory.mktemp("language") / "1.2"
    with cfsql.connect(path) as database:
        table = database.load(NUMBERS, table="_1", label="14")
        table.rank(max_changes=2)
        table.rank(into="_3", freeze=["11"])
        table.audit(["12", "13"])
        table.stability(repeats=5)
        database.load(NUMBERS, table="_2", label="14")
    return path


@contextmanager
def client_of(path: Path, speech: Speech) -> Iterator[httpx.Client]:
    """A client of the explorer that speaks so."""
    with serving_pages(path, speech=speech) as served, opened(served) as client:
        yield client


# Nothing is left out.


def test_a_template_has_no_text_that_is_not_said() -> None:
    found = {}
    for file in sorted(TEMPLATES.glob("*.html")):
        text = file.read_text(encoding="utf-8")
        text = re.sub(r"\{#.*?#\}|\{%.*?%\}|\{\{.*?\}\}", "", text, flags=re.DOTALL)
        if written := [each.strip() for each in unmarked(text)]:
            found[file.name] = written
    assert found == {}


def test_every_text_on_a_page_can_be_translated(numbers: Path) -> None:
    with marking(), client_of(numbers, Speech()) as client:
        found = {name: unmarked(client.get(url).text) for name, url in PAGES.items()}
    assert {name: texts for name, texts in found.items() if texts} == {}


# In another language.


class Headings(HTMLParser):
    """The headings, labels and buttons of a page."""

    NAMES = ("h1", "h2", "h3", "th", "label", "button", "summary", "caption", "title")

    def __init__(self, page: str) -> None:
        """Read a page."""
        super().__init__()
        self.found: list[str] = []
        self._inside: list[str] = []
        self._is_data = False
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._is_data = tag == "bdi"
        if tag in self.NAMES:
            self._inside.append(tag)
            self.found.append("")

    def handle_endtag(self, tag: str) -> None:
        self._is_data = False
        if tag in self.NAMES and self._inside:
            self._inside.pop()

    def handle_data(self, data: str) -> None:
        if self._inside and not self._is_data:
            self.found[-1] += data


@pytest.mark.parametrize("code", [code for code in codes() if code != "en"])
def test_no_page_has_an_english_heading(path: Path, code: str) -> None:
    own = language(code).texts
    english = {text for text in templates() if own[text] != text and "{" not in text}
    addresses = [
        *("/", "/t/recidivism", "/t/recidivism/row?row=1", "/t/recidivism/rows"),
        *("/t/recidivism/case?from=1", "/t/recidivism/compare?row=1&row=2", "/t/none"),
        "/t/recidivism/rankings",
    ]
    with client_of(path, Speech(code)) as client:
        for address in addresses:
            page = client.get(address).text
            assert f'<html lang="{code}">' in page
            found = {" ".join(each.split()) for each in Headings(page).found}
            assert found
            assert not found & english, address


NAMES = {
    "sex": "Geschlecht",
    ("sex", "male"): "männlich",
    ("sex", "female"): "weiblich",
    "score": "Risiko",
    ("score", "Low"): "niedrig",
}


def test_pages_call_things_as_their_readers_do(path: Path) -> None:
    speech = Speech("de", names_of(NAMES))
    with client_of(path, speech) as client:
        row = client.get("/t/recidivism/row?row=1").text
        rows = client.get("/t/recidivism/rows").text
        case = client.get("/t/recidivism/case?from=1").text
        asked = client.get("/t/recidivism/row?row=1&freeze=sex&target=Low").text
        found = client.get("/t/recidivism/rows?find=sex%3Dmale").text
    assert "Wäre „Geschlecht“ weiblich statt männlich" in row
    assert "<bdi>Geschlecht</bdi>" in row
    assert '<option value="Low">niedrig</option>' in row
    # What a form sends stays what the table has.
    assert 'value="sex" aria-label="Geschlecht darf sich nicht ändern"' in row
    assert "checked" in asked[asked.index('name="freeze"') :]
    assert "<bdi>männlich</bdi>" in rows
    assert 'value="male"' in rows
    assert '<option value="male">männlich</option>' in case
    assert "„Geschlecht“ ist male" in found


def test_two_servers_do_not_hear_each_other(path: Path) -> None:
    with (
        client_of(path, Speech("de")) as german,
        client_of(path, Speech("fr")) as french,
    ):
        for _ in range(3):
            assert "Überblick" in german.get("/t/recidivism").text
            assert "Vue d’ensemble" in french.get("/t/recidivism").text


@pytest.mark.parametrize(
    "error",
    [
        UnknownName("feature", "sexx", ["sex", "age"], "loans"),
        UnknownName("table", "q", ["loans"], "the database"),
        UnknownName("outcome", "q", [str(n) for n in range(50)], "loans"),
        UnknownRow("12", "loans", nearest=11, first=1, last=11),
        UnknownRow("x", "loans", nearest=11, first=1, last=11),
    ],
)
def test_an_error_that_is_told_in_english_is_the_error(error: UnknownName) -> None:
    assert told(error) == error.line
