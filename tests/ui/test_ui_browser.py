"""The explorer in a real browser: it answers, stays at home, and can be used by all."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import pytest

import cfsql
from cfsql.ui.addresses import address
from tests.support.ui_server import NASTY, Served, serving_pages, write_tables

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

pytestmark = pytest.mark.browser

AXE = Path(__file__).parents[2] / "build/axe/node_modules/axe-core/axe.min.js"

HOSTILE_ROW = address(NASTY[0], "row", [("row", "2")])
UNDO = "/t/recidivism/row?row=1&freeze=sex&freeze=age&freeze=race"

# Every page and state, with the status that it has.
PAGES = {
    "tables": ("/", 200),
    "overview": ("/t/recidivism", 200),
    "overview, wide": ("/t/wide", 200),
    "overview, hostile": (address(NASTY[0]), 200),
    "not ranked": ("/t/many", 200),
    "row": ("/t/recidivism/row?row=1&freeze=age", 200),
    "row, many": ("/t/many/row?row=12345&changed=1", 200),
    "row, wide": ("/t/wide/row?row=3&find=1", 200),
    "row, hostile": (HOSTILE_ROW, 200),
    "what if": ("/t/recidivism/case?from=1&v.age=300", 200),
    "what if, empty": ("/t/recidivism/case", 200),
    "rows": ("/t/recidivism/rows?distance=2", 200),
    "rows, hostile": (address(NASTY[0], "rows"), 200),
    "value": ("/t/recidivism/row?row=male", 200),
    "nothing": (UNDO, 200),
    "in target": ("/t/recidivism/row?row=1&target=Med", 200),
    "one class": ("/t/same/row?row=1", 200),
    "unknown row": ("/t/recidivism/row?row=99", 404),
    "unknown class": ("/t/recidivism/row?row=1&target=nope", 400),
    "unknown table": ("/t/nope", 404),
    "unknown page": ("/nowhere", 404),
}


OPEN_ALL = "for (const each of document.querySelectorAll('details')) each.open = true"
OVERFLOW = """document.documentElement.scrollWidth
  - document.documentElement.clientWidth"""
CHARTS = "svg text, .figure span, .bars td, .bars th, .matrix td *, .legend *"
SMALL_WORDS = f"""() => Array.from(document.querySelectorAll("{CHARTS}"))
  .filter((each) => each.checkVisibility())
  .map((each) => [each.textContent, parseFloat(getComputedStyle(each).fontSize)])
  .filter(([_, size]) => size < 12)"""


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with tables of many kinds."""
    path = tmp_path_factory.mktemp("ui") / "tables.duckdb"
    write_tables(path)
    return path


@pytest.fixture(scope="module")
def served(browser: Browser, path: Path) -> Iterator[Served]:
    """A server that shows it."""
    with serving_pages(path) as served:
        yield served


class Visit:
    """A window that was opened with the key, and all that happened in it."""

    def __init__(self, browser: Browser, served: Served, **options: Any) -> None:
        """Open the link."""
        width = options.pop("width", 1280)
        self.context: BrowserContext = browser.new_context(
            viewport={"width": width, "height": 900}, **options
        )
        self.page: Page = self.context.new_page()
        self.base = served.address
        self.messages: list[str] = []
        self.requests: list[str] = []
        self.page.on("console", lambda message: self._hear(message.text))
        self.page.on("pageerror", lambda error: self.messages.append(str(error)))
        self.page.on("dialog", lambda dialog: self.messages.append(dialog.message))
        self.page.on("request", lambda request: self.requests.append(request.url))
        self.page.on("websocket", lambda line: self.requests.append(line.url))
        self.page.goto(served.link)

    def _hear(self, message: str) -> None:
        # Chromium's word for a page that is not found, or not right.
        if not re.match(r"Failed to load resource: .* status of 4\d\d", message):
            self.messages.append(message)

    def go(self, where: str) -> Page:
        """Open a page, and wait until all of it is there."""
        self.page.goto(f"{self.base}{where}")
        self.rest()
        return self.page

    def rest(self) -> None:
        """Wait until nothing is asked any more, and the reasons are there."""
        self.page.wait_for_function(
            # A function: an expression would need eval, which the policy forbids.
            "() => !document.querySelector('#why[data-load], #answer[data-waiting]')"
            " && document.querySelector('#answer')?.ariaBusy !== 'true'"
        )

    def settle(self, words: str) -> None:
        """Wait until the heading says something."""
        self.page.wait_for_function(
            "words => document.querySelector('#answer h1').innerText.includes(words)",
            arg=words,
        )

    def close(self) -> None:
        """Close the window."""
        self.context.close()


@pytest.fixture
def visit(browser: Browser, served: Served) -> Iterator[Visit]:
    """A window on the explorer."""
    made = Visit(browser, served)
    yield made
    made.close()


def test_nothing_leaves_this_machine_and_nothing_fails(visit: Visit) -> None:
    for where, _ in PAGES.values():
        visit.go(where)
    page = visit.go("/t/recidivism/row?row=1")
    page.check("#freeze-1")
    page.click("#next")
    visit.settle("Row 2")
    visit.rest()
    assert {urlsplit(url).hostname for url in visit.requests} == {"127.0.0.1"}
    assert not [url for url in visit.requests if url.startswith("ws")]
    assert visit.messages == []
    assert "key=" not in page.url


# Other sites.

ATTACK = """<!doctype html><title>x</title><script>
window.found = {};
addEventListener("message", (event) => { window.found[event.data] = "ran"; });
const told = (name, how) => () => { window.found[name] = how; };
for (const [name, tag, more] of [
  ["script", "script", {src: TARGET + "/static/ui.js"}],
  ["style", "link", {rel: "stylesheet", href: TARGET + "/static/ui.css"}],
  ["image", "img", {src: TARGET + "/static/icon.svg"}],
]) {
  const each = Object.assign(document.createElement(tag), more);
  each.onload = told(name, "loaded");
  each.onerror = told(name, "nothing");
  document.head.append(each);
}
for (const [name, options] of Object.entries({
  fetch: {credentials: "include"},
  blind: {mode: "no-cors", credentials: "include"},
})) {
  fetch(TARGET + "/t/recidivism/row.json?row=1", options)
    .then((response) => response.text())
    .then((text) => told(name, text === "" ? "nothing" : text)())
    .catch(told(name, "nothing"));
}
const frame = document.createElement("iframe");
frame.src = TARGET + "/t/recidivism";
document.documentElement.append(frame);
</script>"""


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost"])
def test_other_sites_get_nothing(visit: Visit, served: Served, host: str) -> None:
    """Also not one on another port, for which the browser sends the cookie."""
    body = ATTACK.replace("TARGET", f'"{served.address}"').encode()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        page = visit.page
        refused: list[tuple[str, int]] = []
        page.on("response", lambda each: refused.append((each.url, each.status)))
        page.goto(f"http://{host}:{server.server_port}/")
        page.wait_for_function("() => Object.keys(window.found).length >= 5")
        page.wait_for_timeout(200)
        assert set(page.evaluate("Object.values(window.found)")) == {"nothing"}
        assert (f"{served.address}/t/recidivism", 403) in refused
        for frame in page.frames[1:]:
            assert "recidivism" not in frame.content()
    finally:
        server.shutdown()


def test_data_stay_the_texts_that_they_are(visit: Visit) -> None:
    for where in (
        *(address(NASTY[0]), HOSTILE_ROW, address(NASTY[0], "rows")),
        *(address(NASTY[0], "case", [("from", "3")]), "/"),
    ):
        page = visit.go(where)
        assert page.locator("img, iframe, object, embed, style").count() == 0
        assert page.locator("script").count() == 1
        assert page.evaluate("window.ran") is None
        assert NASTY[0] in page.inner_text("body")
    shown = set()
    for row in range(1, len(NASTY) + 3):
        page = visit.go(address(NASTY[0], "row", [("row", str(row))]))
        shown |= set(page.locator(".versus bdi, .versus .null").all_inner_texts())
    for nasty in NASTY:
        assert nasty in shown or f"'{nasty}'" in shown, nasty
    assert {"NULL", NASTY[2], "{{7*7}}"} <= shown
    assert "49" not in page.inner_text("main")
    assert visit.messages == []


# The answer.


@pytest.mark.parametrize(
    ("table", "row", "freeze"),
    [
        ("recidivism", "1", []),
        ("recidivism", "1", ["sex"]),
        ("many", "12345", ["f7", "f5"]),
        ("wide", "17", ["feature 1", "feature 2", "feature 3"]),
        ("binned", "9", ["age"]),
        (NASTY[0], "2", [NASTY[7]]),
    ],
)
def test_marks_are_on_what_differs_and_on_nothing_else(
    visit: Visit, path: Path, table: str, row: str, freeze: list[str]
) -> None:
    given = [("row", row), *(("freeze", name) for name in freeze)]
    page = visit.go(address(table, "row", given))
    with cfsql.connect(path, read_only=True) as database:
        expected = database.table(table).explain(row, freeze=freeze)
    assert page.inner_text("#sentence") == " ".join(expected.sentence.split())
    best = expected.optimal
    assert best is not None
    lines = page.locator(".versus tbody tr[data-feature]")
    assert lines.count() == len(expected.values)
    marked = []
    for line in lines.all():
        own, other = (line.locator("td").nth(place).inner_text() for place in (1, 3))
        is_marked = "changed" in (line.get_attribute("class") or "")
        feature = line.get_attribute("data-feature") or ""
        if feature not in best.originals:
            assert is_marked == (own != other)
        assert line.locator("del, ins").count() == (2 if is_marked else 0)
        assert line.locator("input").is_checked() == (feature in freeze)
        if is_marked:
            assert feature not in freeze
            marked.append((feature, own.split(" (")[0], other.split(" (")[0]))
    assert [name for name, *_ in marked] == [each.feature for each in best.changes]
    ranked = page.locator(".ranked tbody tr")
    assert ranked.count() == min(10, len(expected.counterfactuals))
    for line, each in zip(ranked.all(), expected.counterfactuals, strict=False):
        figures = line.locator(".figure span").all_inner_texts()
        assert figures == [
            f"{each.power:,}",
            *(f"{n:.3f}" for n in (each.typicality, each.capacity, each.universality)),
        ]
        assert f"row {each.counterfactual_id}" in line.inner_text()


def test_a_change_is_not_told_by_colour_alone(visit: Visit) -> None:
    page = visit.go("/t/recidivism/row?row=1")
    changed = page.locator(".versus tr.changed").first
    style = "(element, name) => getComputedStyle(element)[name]"
    old = changed.locator("del").evaluate("e => getComputedStyle(e).textDecorationLine")
    assert old == "line-through"
    new = changed.locator("ins").evaluate(
        "e => parseInt(getComputedStyle(e).fontWeight)"
    )
    assert new >= 600
    assert changed.locator(".keep").evaluate(style, "boxShadow") != "none"
    first = page.locator(".versus tbody tr[data-feature]").first
    assert "changed" in (first.get_attribute("class") or "")


# The address.


def test_what_is_typed_fast_is_what_is_answered(visit: Visit) -> None:
    page = visit.go("/t/many/row?row=1")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.click("#row")
    page.keyboard.press("Control+A")
    page.keyboard.type("12345", delay=60)
    visit.settle("Row 12345")
    visit.rest()
    assert page.input_value("#row") == "12345"
    assert page.evaluate("document.activeElement.id") == "row"
    assert page.url.endswith("/t/many/row?row=12345")
    assert len([url for url in asked if "/row?" in url]) <= 2
    # An answer that comes too late is not shown.
    for text in ("2", "23", "234", "2345"):
        page.fill("#row", text)
        page.wait_for_timeout(300)
    visit.settle("Row 2345")
    visit.rest()
    assert "Row 2345" in page.inner_text("#answer h1")


def state(page: Page) -> tuple[object, ...]:
    """The row, ticks, class and answer that a page shows."""
    ticked = page.locator(".versus input:checked").all()
    return (
        page.input_value("#row"),
        sorted(each.get_attribute("value") or "" for each in ticked),
        page.input_value("#target"),
        page.input_value("#max_changes"),
        page.inner_text("#sentence"),
    )


def test_reload_and_back_restore_the_question(visit: Visit) -> None:
    page = visit.go("/t/recidivism/row?row=1")
    states = [state(page)]

    def asked(step: str) -> None:
        page.wait_for_function(
            "old => document.querySelector('#sentence').innerText !== old",
            arg=states[-1][-1],
        )
        visit.rest()
        states.append(state(page))

    page.check("#freeze-3")
    asked("a tick")
    page.select_option("#target", "High")
    asked("a class")
    page.click("#next")
    asked("a row")
    assert states[-1][:3] == ("2", ["race"], "High")
    address_of_it = page.url
    page.reload()
    visit.rest()
    assert state(page) == states[-1]
    for expected in reversed(states[:-1]):
        page.go_back()
        page.wait_for_function(
            "words => document.querySelector('#sentence')?.innerText === words",
            arg=expected[-1],
        )
        visit.rest()
        assert state(page) == expected
    other = visit.context.new_page()
    other.goto(address_of_it)
    assert state(other) == states[-1]


def test_the_form_works_without_javascript(browser: Browser, served: Served) -> None:
    visit = Visit(browser, served, java_script_enabled=False)
    page = visit.go("/t/recidivism/row?row=1")
    assert page.locator("#why .reasons tbody tr").count() == 4
    page.check("#freeze-3")
    page.select_option("#target", "Low")
    page.click("#question .ask")
    assert "freeze=race" in page.url
    assert "target=Low" in page.url
    assert page.is_checked("#freeze-3")
    assert "as it was for row 7" in page.inner_text("#sentence")
    page.fill("#row", "3")
    page.press("#row", "Enter")
    assert "Row 3" in page.inner_text("#answer h1")
    page.check("#changed-only")
    page.click("#question .ask")
    assert page.is_checked("#changed-only")
    assert "freeze=race" in page.url
    page = visit.go("/t/recidivism/case?from=1")
    page.fill("#value-2", ">45")
    page.click("#case .ask")
    assert "v.age=%3E45" in page.url
    assert page.locator("#sentence").count() == 1
    visit.close()


def test_a_new_case_is_answered_while_it_is_typed(visit: Visit) -> None:
    page = visit.go("/t/recidivism/case?from=1")
    assert "instead of Med" in page.inner_text("#sentence")
    page.select_option("#label", "High")
    page.wait_for_function(
        "() => document.querySelector('#sentence').innerText"
        ".includes('instead of High')"
    )
    page.fill("#value-3", "Martian")
    page.wait_for_selector(".remark:has-text('No row has race Martian')")
    assert page.evaluate("document.activeElement.id") == "value-3"
    assert page.input_value("#value-3") == "Martian"
    assert "v.race=Martian" in page.url


# For everybody.


def axe_findings(page: Page) -> list[str]:
    """What axe-core finds wrong with a page, in light and in dark."""
    page.evaluate(OPEN_ALL)
    page.evaluate(AXE.read_text(encoding="utf-8"))
    found = page.evaluate("axe.run({resultTypes: ['violations']})")["violations"]
    page.emulate_media(color_scheme="dark")
    # Colours are all that differs.
    dark = "axe.run({runOnly: ['color-contrast'], resultTypes: ['violations']})"
    found += page.evaluate(dark)["violations"]
    page.emulate_media(color_scheme="light")
    return [
        f"{each['id']}: {node['html'][:150]}"
        for each in found
        for node in each["nodes"]
    ]


def test_axe_finds_nothing(browser: Browser, served: Served) -> None:
    if not AXE.exists():
        pytest.skip("no axe-core: make axe, which needs npm")
    visit = Visit(browser, served, bypass_csp=True)
    found = {name: axe_findings(visit.go(where)) for name, (where, _) in PAGES.items()}
    assert {name: findings for name, findings in found.items() if findings} == {}
    visit.context.clear_cookies()
    assert axe_findings(visit.go("/")) == []
    visit.close()


def test_the_main_path_works_with_the_keyboard_alone(visit: Visit) -> None:
    page = visit.go("/")

    def tab_to(selector: str) -> None:
        for _ in range(80):
            page.keyboard.press("Tab")
            if page.evaluate("s => document.activeElement.matches(s)", selector):
                return
        raise AssertionError(f"no way to {selector}")

    tab_to("a[href='/t/recidivism/row']")
    page.keyboard.press("Enter")
    page.wait_for_url("**/t/recidivism/row")
    tab_to("#row")
    page.keyboard.press("Control+A")
    page.keyboard.type("4")
    visit.settle("Row 4")
    assert page.evaluate("document.activeElement.id") == "row"
    tab_to("#target")
    page.keyboard.press("ArrowDown")
    page.wait_for_url("**target=**")
    visit.rest()
    assert page.evaluate("document.activeElement.id") == "target"
    tab_to("#freeze-2")
    page.keyboard.press("Space")
    page.wait_for_url("**freeze=age**")
    visit.rest()
    assert page.evaluate("document.activeElement.id") == "freeze-2"
    assert page.is_checked("#freeze-2")
    outline = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
    assert outline != "none"
    page.focus("#next")
    page.keyboard.press("Enter")
    visit.settle("Row 5")
    assert page.evaluate("document.activeElement.id") == "next"
    assert page.inner_text("#status") == page.inner_text("#sentence")


def test_no_page_is_wider_than_the_window(visit: Visit) -> None:
    for name, (where, status) in PAGES.items():
        page = visit.page
        response = page.goto(f"{visit.base}{where}")
        assert response is not None
        assert response.status == status, name
        visit.rest()
        for width in (1280, 390, 320):
            page.set_viewport_size({"width": width, "height": 900})
            page.evaluate(OPEN_ALL)
            assert page.evaluate(OVERFLOW) == 0, (name, width)
            assert page.evaluate(SMALL_WORDS) == [], (name, width)


def test_the_question_is_250_pixels_wide_and_stays(visit: Visit) -> None:
    page = visit.go("/t/many/row?row=1")
    box = page.locator("#question").bounding_box()
    assert box is not None
    assert box["width"] == 250
    page.evaluate("window.scrollTo(0, 500)")
    moved = page.locator("#question").bounding_box()
    assert moved is not None
    assert 0 <= moved["y"] < box["y"] + 1
    page.set_viewport_size({"width": 1800, "height": 900})
    main = page.locator("main").bounding_box()
    assert main is not None
    assert main["width"] <= 1240


def test_on_a_phone_the_question_folds_and_answers_are_cards(
    browser: Browser, served: Served
) -> None:
    visit = Visit(browser, served, width=390)
    page = visit.go("/t/recidivism/row?row=1")
    assert page.locator("#row").is_hidden()
    assert "row 1" in page.inner_text("#in-short")
    page.click("#question summary")
    page.fill("#row", "2")
    visit.settle("Row 2")
    assert page.locator("#row").is_visible()
    display = page.locator(".ranked tbody tr").first.evaluate(
        "e => getComputedStyle(e).display"
    )
    assert display == "block"
    visit.close()


def test_on_a_phone_nothing_scrolls_sideways_and_no_gap_is_left(visit: Visit) -> None:
    page = visit.page
    for width in (390, 320):
        page.set_viewport_size({"width": width, "height": 900})
        for table in ("recidivism", "wide"):
            visit.go(f"/t/{table}")
            hidden = "each => each.scrollWidth - each.clientWidth"
            assert page.eval_on_selector("#s-table .classes .scroll", hidden) == 0
            assert page.is_visible("#s-table thead >> text=contradicted")
        for where in ("row?row=99", "row?row=1&target=nope", "row?row=rce%3DAsian"):
            visit.go(f"/t/recidivism/{where}")
            gap = page.evaluate(
                "() => document.querySelector('#answer').getBoundingClientRect().top"
                " - document.querySelector('#question').getBoundingClientRect().bottom"
            )
            assert 0 < gap <= 32, (where, gap)


def test_a_printed_row_is_a_clean_sheet(browser: Browser, served: Served) -> None:
    visit = Visit(browser, served, color_scheme="dark")
    page = visit.go("/t/recidivism/row?row=1&freeze=age")
    page.emulate_media(media="print", color_scheme="dark")
    for gone in ("#question", "nav", "#freeze-1", "#copy-link", ".tools"):
        assert page.locator(gone).first.is_hidden(), gone
    for there in ("#sentence", ".versus", ".ranked", "#why", ".asked-print"):
        assert page.locator(there).first.is_visible(), there
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == (
        "rgb(255, 255, 255)"
    )
    assert len(page.pdf(format="A4")) > 1000
    visit.close()


# States.


def test_what_to_undo_is_a_click_away(visit: Visit) -> None:
    page = visit.go(UNDO)
    assert "the last one was taken by keeping" in page.inner_text("#sentence")
    page.click(".ways a >> nth=0")
    page.wait_for_selector(".versus tr.changed")
    assert page.locator(".versus input:checked").count() < 3


def test_a_server_that_stops_and_one_that_starts_again(
    browser: Browser, path: Path
) -> None:
    with serving_pages(path) as served:
        visit = Visit(browser, served)
        page = visit.go("/t/recidivism/row?row=1")
    page.click("#next")
    page.wait_for_selector("#trouble:not([hidden])")
    assert "cfsql ui has stopped" in page.inner_text("#trouble")
    assert "Row 1" in page.inner_text("#answer h1")
    visit.close()


def test_a_key_that_has_expired_is_told_in_place(visit: Visit) -> None:
    page = visit.go("/t/recidivism/row?row=1")
    visit.context.clear_cookies()
    page.click("#next")
    page.wait_for_selector("#trouble:not([hidden])")
    assert "key" in page.inner_text("#trouble")


def test_an_answer_that_takes_long_says_so_and_comes(
    browser: Browser, path: Path
) -> None:
    with serving_pages(path, patience=0.001) as served:
        plain = Visit(browser, served, java_script_enabled=False)
        response = plain.page.goto(f"{plain.base}/t/many/row?row=77")
        assert response is not None
        assert "Looking through 13,000 rows" in response.text()
        plain.page.wait_for_selector(".versus tr.changed")
        plain.close()
        visit = Visit(browser, served)
        page = visit.page
        page.goto(f"{visit.base}/t/many/row?row=4321")
        page.wait_for_selector(".versus tr.changed")
        assert "Row 4321" in page.inner_text("#answer h1")
        visit.rest()
        page.check("#freeze-1")
        page.wait_for_function(
            "() => document.activeElement.id === 'freeze-1'"
            " && document.querySelector('.versus tr.frozen')"
        )
        assert visit.messages == []
        visit.close()


def test_a_link_can_be_copied(browser: Browser, served: Served) -> None:
    visit = Visit(browser, served, permissions=["clipboard-read", "clipboard-write"])
    page = visit.go("/t/recidivism/row?row=1&freeze=sex")
    page.click("#copy-link")
    page.wait_for_selector("#copy-link:has-text('Copied')")
    assert page.evaluate("navigator.clipboard.readText()") == page.url
    visit.close()
