"""A window on the explorer, and the pages that it visits."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from cfsql.ui.addresses import address
from tests.support.ui_server import NASTY, Served

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page


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
    "row, weighed": ("/t/declared/row?row=1&w.race=3&require=a.degree%3Db.degree", 200),
    "row, hostile condition": (
        address("recidivism", "row", [("row", "1"), ("require", NASTY[0])]),
        400,
    ),
    "row, many": ("/t/many/row?row=12345&changed=1", 200),
    "row, wide": ("/t/wide/row?row=3&find=1", 200),
    "row, hostile": (HOSTILE_ROW, 200),
    "two rows": ("/t/recidivism/compare?row=1&row=2", 200),
    "two rows, hostile": (
        address(NASTY[0], "compare", [("row", "1"), ("row", "2")]),
        200,
    ),
    "two rows, none yet": ("/t/recidivism/compare", 200),
    "two rankings": ("/t/recidivism/rankings?before=recidivism&after=kept", 200),
    "two rankings, one only": ("/t/wide/rankings", 200),
    "what if": ("/t/recidivism/case?from=1&v.age=300", 200),
    "what if, empty": ("/t/recidivism/case", 200),
    "rows": ("/t/recidivism/rows?distance=2", 200),
    "rows, found": ("/t/recidivism/rows?find=male+Hispanik&v.race=African", 200),
    "rows, columns": ("/t/many/rows?sort=-v.f7&min.f7=2&column=v.f7&column=label", 200),
    "rows, none": ("/t/recidivism/rows?v.sex=male&v.race=Asian", 200),
    "pairs": ("/t/recidivism/rows?pairs=1", 200),
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
