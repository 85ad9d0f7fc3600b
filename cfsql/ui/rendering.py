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
from cfsql.show.markup import Html, element, fragment, value, verbatim
from cfsql.speech import cut
from cfsql.ui.addresses import address
from cfsql.version import __version__
from cfsql.words import many, percent, rows_or_parts, said

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
        "cut": cut,
        "element": element,
        "METRICS": METRICS,
        "file": _file,
        "many": many,
        "meter": meter,
        "percent": percent,
        "rows_or_parts": rows_or_parts,
        "said": said,
        "value": value,
        "verbatim": verbatim,
        "version": __version__,
    }
    return made
