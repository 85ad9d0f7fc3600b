"""Pages for a browser: HTML with everything in it, which loads nothing from elsewhere.

The policy at the head of a page allows the style and the script that it was made with,
by their hashes, and nothing else: what data might smuggle in would not run.
"""

from __future__ import annotations

from base64 import b64encode
from functools import cache
from hashlib import sha256
from pathlib import Path

from cfsql.show.markup import Html, element, fragment
from cfsql.speech import current, say


def page(title: str, *body: Html, script: str | None = None) -> str:
    """A whole page; `script` is the name of a file beside this one."""
    style = asset("common.css") + asset("report.css")
    code = asset(script) if script else None
    policy = "; ".join(
        (
            "default-src 'none'",
            f"style-src '{_hash(style)}'",
            f"script-src '{_hash(code)}'" if code else "script-src 'none'",
            "img-src data:",
            "base-uri 'none'",
            "form-action 'none'",
        )
    )
    head = element(
        "head",
        element("meta", charset="utf-8"),
        element("meta", http_equiv="Content-Security-Policy", content=policy),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("meta", name="color-scheme", content="light dark"),
        element("meta", name="referrer", content="no-referrer"),
        element("title", title),
        # Or a browser would ask the server of the page for an icon.
        element("link", rel="icon", href="data:,"),
        element("style", Html(style)),
    )
    scripts = element("script", Html(code)) if code else None
    content = element("body", *body, scripts, data_say_search=say("Search"))
    document = element("html", "\n", head, "\n", content, "\n", lang=current().code)
    return fragment(Html("<!doctype html>\n"), document, "\n")


@cache
def asset(name: str) -> str:
    """The text of a file beside this one."""
    return (Path(__file__).parent / name).read_text(encoding="utf-8")


def _hash(text: str) -> str:
    digest = sha256(text.encode("utf-8")).digest()
    return f"sha256-{b64encode(digest).decode('ascii')}"
