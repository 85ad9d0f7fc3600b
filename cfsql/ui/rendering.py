"""Templates: Jinja lays pages out, cfsql.show.markup escapes what they show."""

from __future__ import annotations

import re
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from starlette.responses import HTMLResponse, JSONResponse, Response

from cfsql.method.columns import METRICS
from cfsql.show import pages
from cfsql.show.figures import meter
from cfsql.show.glossary import metric_figure
from cfsql.show.markup import (
    Child,
    Html,
    called,
    called_value,
    element,
    fragment,
    in_sentence,
    spoken,
    value,
    verbatim,
)
from cfsql.speech import (
    current,
    cut,
    figure,
    many,
    percent,
    sentence,
    shown_column,
    shown_value,
)
from cfsql.ui.addresses import address
from cfsql.version import __version__

_HERE = Path(__file__).parent
_COMMON = Path(pages.__file__).parent

# The addresses that answer with JSON, also when something is wrong.
_JSON_PATH = re.compile("/t/[^/]+/row[.]json")

# The files under /static.
STATIC = {
    "common.css": (_COMMON / "common.css", "text/css; charset=utf-8"),
    "ui.css": (_HERE / "static" / "ui.css", "text/css; charset=utf-8"),
    "ui.js": (_HERE / "static" / "ui.js", "text/javascript; charset=utf-8"),
    "icon.svg": (_HERE / "static" / "icon.svg", "image/svg+xml"),
}


def page(name: str, *, status: int = 200, **context: Any) -> Response:
    """A page made of a template."""
    text = _environment().get_template(name).render(**context)
    return HTMLResponse(text, status_code=status)


def trouble(
    path: str,
    status: int,
    title: str,
    sentence: str,
    has_style: bool = True,
    **more: Any,
) -> Response:
    """A problem and a way out: a page, or JSON at an address of JSON."""
    if _JSON_PATH.fullmatch(path):
        return JSONResponse({"error": sentence}, status_code=status)
    return page(
        "error.html",
        status=status,
        title=title,
        sentence=sentence,
        has_style=has_style,
        **{"code": status, "retry": None, "links": (), **more},
    )


def static(name: str) -> Response | None:
    """A file that pages ask for; None if there is none of this name."""
    if name not in STATIC:
        return None
    path, kind = STATIC[name]
    response = Response(path.read_bytes(), media_type=kind)
    response.headers["Cache-Control"] = "private, max-age=86400"
    return response


@cache
def _version(name: str) -> str:
    """A part of a file's address that changes with its content: caches must not mix."""
    return sha256(STATIC[name][0].read_bytes()).hexdigest()[:12]


def _file(name: str) -> str:
    return f"/static/{name}?v={_version(name)}"


def _finished(given: Any) -> Any:
    """A value in a template: markup stays, anything else is escaped."""
    if hasattr(given, "__html__"):
        return given
    if given is None:
        return Html("")
    return fragment(given if isinstance(given, str | int | float) else str(given))


def _link(href: str, *content: Child) -> Html:
    return element("a", *content, href=href)


def _row_link(
    href: str, row_id: object, *, longest: int = 24, is_inplace: bool = False
) -> Html:
    """A row by its id, as a link to it."""
    shown = spoken("row {row}", row=value(row_id, longest=longest))
    return element("a", shown, href=href, data_inplace=is_inplace)


def _other_name(column: str, text: str) -> str:
    """What a value is called to a reader, if it is called otherwise."""
    shown = shown_value(column, text)
    return "" if shown == text else shown


@cache
def _environment() -> Environment:
    made = Environment(
        loader=FileSystemLoader(_HERE / "templates"),
        autoescape=True,
        finalize=_finished,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.globals |= {
        "address": address,
        "called": called,
        "called_value": called_value,
        "cut": cut,
        "element": element,
        "METRICS": METRICS,
        "digits": figure,
        "file": _file,
        "language": lambda: current().code,
        "link": _link,
        "many": many,
        "meter": meter,
        "metric_figure": metric_figure,
        "other_name": _other_name,
        "percent": percent,
        "quoted": in_sentence,
        "row_link": _row_link,
        "said_missing": lambda: sentence("missing"),
        "say": spoken,
        "shown_column": shown_column,
        "shown_value": shown_value,
        "value": value,
        "verbatim": verbatim,
        "version": __version__,
    }
    return made
