"""Pages in a real browser: nothing fails, nothing leaves, and people can read them."""

from __future__ import annotations

import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING, Any

import polars as pl
import pytest

import cfsql
from cfsql import example
from tests.support.tables import HOSTILE, hostile_table, mixed_table
from tests.ui.browser.test_for_everybody import AXE, axe_findings

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser

PHONE, DESK = 360, 1280

# Every text with its contrast to what is behind it, by the definition of WCAG 2.
FAINT_TEXTS = """() => {
  const context = document.createElement("canvas").getContext("2d");
  const channels = (colour) => {
    context.clearRect(0, 0, 1, 1);
    context.fillStyle = colour;
    context.fillRect(0, 0, 1, 1);
    return Array.from(context.getImageData(0, 0, 1, 1).data);
  };
  const luminance = (colour) => {
    const [r, g, b] = channels(colour).slice(0, 3).map((channel) => {
      const share = channel / 255;
      return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const behind = (element) => {
    for (let each = element; each !== null; each = each.parentElement) {
      const colour = getComputedStyle(each).backgroundColor;
      if (channels(colour)[3] === 255) return colour;
    }
    return "white";
  };
  const found = [];
  for (const element of document.querySelectorAll("body *")) {
    const words = Array.from(element.childNodes)
      .filter((node) => node.nodeType === 3)
      .map((node) => node.data.trim())
      .join("");
    if (words === "" || !element.checkVisibility()) continue;
    const style = getComputedStyle(element);
    const isDrawn = element instanceof SVGElement;
    const colour = isDrawn ? style.fill : style.color;
    const [light, dark] = [luminance(colour), luminance(behind(element))]
      .sort((a, b) => b - a);
    const contrast = (light + 0.05) / (dark + 0.05);
    const size = parseFloat(style.fontSize);
    if (contrast < 4.5 || size < 11.5) found.push([words, contrast, size]);
  }
  return found;
}"""


class Visit:
    """A page that was opened, and all that happened to it."""

    def __init__(self, browser: Browser, address: str, **options: Any) -> None:
        """Open an address in a window of its own."""
        width = options.pop("width", DESK)
        context = browser.new_context(
            viewport={"width": width, "height": 900}, **options
        )
        self.page: Page = context.new_page()
        self.messages: list[str] = []
        self.requests: list[str] = []
        self.page.on("console", lambda message: self.messages.append(message.text))
        self.page.on("pageerror", lambda error: self.messages.append(str(error)))
        self.page.on("dialog", lambda dialog: self.messages.append(dialog.message))
        self.page.on("request", lambda request: self.requests.append(request.url))
        self.page.goto(address)
        self.page.wait_for_load_state("networkidle")

    def overflow(self) -> int:
        """By how many pixels the page is wider than the window."""
        return int(
            self.page.evaluate(
                "document.documentElement.scrollWidth"
                " - document.documentElement.clientWidth"
            )
        )


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Reports of tables that are easy, hostile, and awkward."""
    folder = tmp_path_factory.mktemp("pages")
    csv = folder / "recidivism.csv"
    csv.write_text(example.CSV, encoding="utf-8")
    names = ["w" * 90, "a rather long name of a column with many words in it"]
    long = pl.DataFrame(
        {names[0]: ["v" * 300, "u" * 300, None], names[1]: [1, 2, 2]}
        | {"y": ["one " * 20, "l" * 120, "l" * 120]}
    )
    same = pl.DataFrame({"a": [1, 2], "y": ["p", "p"]})
    database = cfsql.connect()
    tables = {
        "example": database.load(csv, label=-1),
        "mixed": mixed_table(),
        "hostile": hostile_table(database),
        "long": database.load(long, table="l" * 50, label="y"),
        "same": database.load(same, table="same", label=-1),
    }
    paths = {name: folder / f"{name}.html" for name in tables}
    for name, table in tables.items():
        table.rank().report().write(paths[name])
    return paths


REPORTS = ("example", "mixed", "hostile", "long", "same")


@pytest.mark.parametrize("name", REPORTS)
def test_nothing_fails_and_nothing_leaves_the_page(
    browser: Browser, pages: dict[str, Path], name: str
) -> None:
    visit = Visit(browser, pages[name].as_uri())
    for button in ("#open", "#close", "#open"):
        if visit.page.locator(button).count():
            visit.page.click(button)
    assert visit.requests == [pages[name].as_uri()]
    assert visit.messages == []


def test_served_by_a_server_it_asks_for_nothing_else(
    browser: Browser, pages: dict[str, Path]
) -> None:
    asked = []

    class Handler(SimpleHTTPRequestHandler):
        def log_message(self, *_: Any) -> None:
            asked.append(self.path)

    folder = str(pages["example"].parent)
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Handler, directory=folder))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        address = f"http://127.0.0.1:{server.server_port}/example.html"
        visit = Visit(browser, address)
        assert visit.messages == []
        assert visit.requests == [address]
    finally:
        server.shutdown()
    assert asked == ["/example.html"]


def test_data_cannot_run_or_draw_anything(
    browser: Browser, pages: dict[str, Path]
) -> None:
    page = Visit(browser, pages["hostile"].as_uri()).page
    page.click("#open")
    assert page.locator("img, iframe, object, embed, body style, form").count() == 0
    assert page.locator("script").count() == 1
    assert page.locator("h1").inner_text() == HOSTILE[0]
    assert page.title().startswith(HOSTILE[0])
    shown = page.locator("main").inner_text()
    for hostile in HOSTILE[2:]:
        assert hostile in shown
    # Were it markup after all, the policy would not let it run.
    page.evaluate(
        "document.body.insertAdjacentHTML('beforeend',"
        " '<img src=x onerror=\"window.ran = 1\"><p style=color:red id=red>')"
    )
    page.wait_for_timeout(100)
    assert page.evaluate("window.ran") is None
    assert page.evaluate("getComputedStyle(red).color") != "rgb(255, 0, 0)"


def test_bars_are_drawn_as_long_as_the_numbers_say(
    browser: Browser, pages: dict[str, Path]
) -> None:
    page = Visit(browser, pages["example"].as_uri()).page

    def drawn(section: str) -> list[float]:
        boxes = [
            bar.bounding_box() for bar in page.locator(f"{section} svg .fill").all()
        ]
        return [box["width"] for box in boxes if box is not None]

    five, two, one = drawn("#distance")
    assert five > 50
    assert (two / five, one / five) == pytest.approx((2 / 5, 1 / 5), abs=0.01)
    track = page.locator("#changes svg .track").first.bounding_box()
    assert track is not None
    shares = [width / track["width"] for width in drawn("#changes")]
    assert shares == pytest.approx([0.75, 0.625, 0.5, 0.375, 0.25], abs=0.01)


@pytest.mark.parametrize("width", [PHONE, DESK])
def test_every_chart_is_drawn_inside_its_room(
    browser: Browser, pages: dict[str, Path], width: int
) -> None:
    page = Visit(browser, pages["mixed"].as_uri(), width=width).page
    for section in ("#distance", "#number", "#clearness", "#changes", "#metrics"):
        charts = page.locator(f"{section} svg:visible").all()
        assert charts, section
        for chart in charts:
            box = chart.bounding_box()
            assert box is not None
            assert box["width"] >= 12
            assert box["height"] >= 12
    assert page.locator("#classes td[class^=heat]").count() > 100
    marks = page.locator("#metrics circle").all()
    assert len(marks) == 3
    words = page.locator("svg text:visible").all()
    assert words
    for word in words:
        box = word.bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= width


@pytest.mark.parametrize("name", REPORTS)
def test_a_phone_shows_the_page_without_scrolling_sideways(
    browser: Browser, pages: dict[str, Path], name: str
) -> None:
    visit = Visit(browser, pages[name].as_uri(), width=PHONE)
    if visit.page.locator("#open").count():
        visit.page.click("#open")
    assert visit.overflow() == 0


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [PHONE, DESK])
def test_every_word_can_be_read(
    browser: Browser, pages: dict[str, Path], scheme: str, width: int
) -> None:
    for name in ("example", "mixed"):
        visit = Visit(browser, pages[name].as_uri(), width=width, color_scheme=scheme)
        if visit.page.locator("#open").count():
            visit.page.click("#open")
        assert visit.page.evaluate(FAINT_TEXTS) == []


def test_rows_are_filtered_by_label(browser: Browser, pages: dict[str, Path]) -> None:
    page = Visit(browser, pages["example"].as_uri()).page
    rows = page.locator("#explanations > details:visible")
    assert rows.count() == 8
    page.select_option("#label", label="Low")
    assert rows.count() == 2
    assert page.locator("#shown").inner_text() == "2 of 8 rows"
    page.click("#open")
    assert page.locator("#explanations > details[open]").count() == 2
    page.select_option("#label", label="all")
    assert rows.count() == 8
    assert page.locator("#shown").inner_text() == "8 rows"


def test_rows_are_searched(browser: Browser, pages: dict[str, Path]) -> None:
    page = Visit(browser, pages["example"].as_uri()).page
    rows = page.locator("#explanations > details")
    words = ("caucasian", "low")
    texts = [text.lower() for text in rows.all_text_contents()]
    n_found = sum(all(word in text for word in words) for text in texts)
    assert 0 < n_found < 8
    page.fill("#search", "LOW  Caucasian")
    assert page.locator("#explanations > details:visible").count() == n_found
    assert page.locator("#shown").inner_text() == f"{n_found} of 8 rows"


def test_tables_are_sorted_and_searched(
    browser: Browser, pages: dict[str, Path]
) -> None:
    page = Visit(browser, pages["mixed"].as_uri()).page
    table = page.locator("#changes table.plain")
    cells = table.locator("tbody td:nth-child(4)")
    before = cells.all_inner_texts()
    # With the keyboard alone.
    rows = table.locator("th button", has_text="rows")
    rows.focus()
    page.keyboard.press("Enter")
    after = [float(text.replace(",", "")) for text in cells.all_inner_texts()]
    assert after == sorted(after)
    assert len(after) == len(before)
    assert table.locator("th[aria-sort=ascending]").inner_text().startswith("rows")
    page.keyboard.press("Enter")
    assert cells.all_inner_texts()[0] == before[0]
    first = table.locator("tbody td:first-child").first.inner_text()
    page.locator("#changes .finder input").last.fill(first)
    shown = table.locator("tbody tr:visible td:first-child").all_inner_texts()
    assert set(shown) == {first}
    assert len(shown) < len(before)


def test_the_contents_stay_in_sight(browser: Browser, pages: dict[str, Path]) -> None:
    page = Visit(browser, pages["mixed"].as_uri()).page
    page.locator("#origin").scroll_into_view_if_needed()
    box = page.locator("nav").bounding_box()
    main = page.locator("main").bounding_box()
    assert box is not None
    assert main is not None
    assert 0 <= box["y"] < 100
    assert box["x"] + box["width"] <= main["x"]


def test_a_link_to_a_row_opens_it(browser: Browser, pages: dict[str, Path]) -> None:
    page = Visit(browser, pages["example"].as_uri() + "#row-3").page
    assert page.locator("details[open]").count() == 1
    assert page.locator("[id=row-3] .sentence").is_visible()


def test_the_data_of_a_figure_are_a_file(
    browser: Browser, pages: dict[str, Path], tmp_path: Path
) -> None:
    page = Visit(browser, pages["example"].as_uri()).page
    with page.expect_download() as download:
        page.locator("#distance a.data").click()
    download.value.save_as(tmp_path / "distance.csv")
    assert download.value.suggested_filename.startswith("figure-")
    lines = (tmp_path / "distance.csv").read_text(encoding="utf-8").splitlines()
    assert lines[:2] == ["distance,rows,share", "2 changes,5,62.5%"]


def test_changes_are_highlighted_and_not_by_colour_alone(
    browser: Browser, pages: dict[str, Path]
) -> None:
    page = Visit(browser, pages["example"].as_uri()).page
    row = page.locator("#explanations > details").filter(has_text="Row 1 ").first
    row.locator("summary").click()
    assert row.locator("ins").all_inner_texts() == ["female", "African", "Low"]
    assert row.locator("del").all_inner_texts() == ["male", "Caucasian", "Med"]
    weight = "element => parseInt(getComputedStyle(element).fontWeight)"
    assert row.locator("ins").first.evaluate(weight) > 600
    stroke = "element => getComputedStyle(element).textDecorationLine"
    assert row.locator("del").first.evaluate(stroke) == "line-through"


def test_the_page_can_be_read_without_its_script(
    browser: Browser, pages: dict[str, Path]
) -> None:
    page = Visit(browser, pages["example"].as_uri(), java_script_enabled=False).page
    assert page.locator("#controls").is_hidden()
    row = page.locator("#explanations > details").first
    row.locator("summary").click()
    assert row.locator(".sentence").is_visible()


@pytest.mark.parametrize("width", [PHONE, DESK])
def test_axe_finds_nothing(
    browser: Browser, pages: dict[str, Path], width: int
) -> None:
    if not AXE.exists():
        pytest.skip("no axe-core: make axe, which needs npm")
    page = Visit(browser, pages["mixed"].as_uri(), width=width, bypass_csp=True).page
    assert axe_findings(page) == []


def test_on_paper_everything_is_open(browser: Browser, pages: dict[str, Path]) -> None:
    page = Visit(browser, pages["example"].as_uri(), color_scheme="dark").page
    page.evaluate("window.dispatchEvent(new Event('beforeprint'))")
    assert page.locator("details:not([open])").count() == 0
    page.evaluate("window.dispatchEvent(new Event('afterprint'))")
    assert page.locator("details[open]").count() == 0
    page.emulate_media(media="print")
    assert page.locator("nav").is_hidden()
    background = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert background == "rgb(255, 255, 255)"
