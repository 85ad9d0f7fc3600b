"""HTML and SVG as values: a text that is no markup is escaped wherever it goes.

Data are never trusted: a value such as `<img onerror=…>` stays the text that it is.
"""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from cfsql.speech import (
    Placeholder,
    cut,
    placed,
    say,
    sentence,
    shown_column,
    shown_value,
    told,
)

# Elements without content, which HTML does not close.
_VOID = frozenset({"br", "col", "img", "input", "link", "meta", "wbr"})

# What a browser would not show, or drop: shown as Unicode's pictures of it.
_CONTROLS = {code: 0x2400 + code for code in range(0x20) if chr(code) not in "\t\n\r"}
_CONTROLS |= {0x7F: 0x2421} | dict.fromkeys(range(0x80, 0xA0), 0xFFFD)

_LONGEST = 160


class Html(str):
    """Markup, not to be escaped again."""

    __slots__ = ()

    def __html__(self) -> str:
        """The markup, which templates do not escape."""
        return str(self)


Child = Html | str | int | float | None
Attribute = str | int | float | bool | None


def element(
    name: str, /, *children: Child | Iterable[Child], **attributes: Attribute
) -> Html:
    """An element; `class_` is the attribute class, `aria_label` is aria-label.

    An attribute that is None or False is left out; one that is True has no value.
    """
    written = "".join(
        f" {_attribute_name(key)}" + ("" if value is True else f'="{_escape(value)}"')
        for key, value in attributes.items()
        if value is not None and value is not False
    )
    if name in _VOID:
        return Html(f"<{name}{written}>")
    return Html(f"<{name}{written}>{fragment(*children)}</{name}>")


def fragment(*children: Child | Iterable[Child]) -> Html:
    """Things one after the other."""
    return Html("".join(map(_child, children)))


def linked(href: str | None, *content: Child) -> Html:
    """A content that leads to an address, if there is one."""
    return fragment(*content) if href is None else element("a", *content, href=href)


def table(
    head: Iterable[Child],
    rows: Iterable[Iterable[Child | Iterable[Child]]],
    *,
    class_: str,
) -> Html:
    """A table of cells that are elements already."""
    return element(
        "table",
        element("thead", element("tr", head)),
        element("tbody", (element("tr", *row) for row in rows)),
        class_=class_,
    )


def value(text: object, *, longest: int = _LONGEST) -> Html:
    """A value of the data, to be told from every other that can be.

    It has a direction of its own, so that text from right to left does not turn
    what stands around it.
    """
    if text is None:
        return element("i", "NULL", class_="null")
    shown = str(text)
    if not shown:
        return element("i", say("empty"), class_="null")
    if shown != shown.strip():
        shown = f"'{shown}'"
    return element("bdi", cut(shown, longest))


def spoken(template: str, /, **values: Child) -> Html:
    """A text in the language that is spoken, with markup among what is put in."""
    return fragment(
        *(
            _placed(part, values[part.name]) if isinstance(part, Placeholder) else part
            for part in told(template)
        )
    )


def _placed(place: Placeholder, given: Child) -> Child:
    if given is None or isinstance(given, Html):
        return given
    return placed(place, given)


def called(column: str, *, longest: int = _LONGEST) -> Html:
    """A column by the name that a reader knows."""
    return value(shown_column(column), longest=longest)


def called_value(column: str, text: str | None, *, longest: int = _LONGEST) -> Html:
    """A value of a column by the name that a reader knows."""
    return value(shown_value(column, text), longest=longest)


def in_sentence(column: str, *, longest: int = _LONGEST) -> Html:
    """A column in a sentence: some languages quote its name."""
    mark = "\N{OBJECT REPLACEMENT CHARACTER}"
    before, after = sentence("column", column=mark).split(mark)
    return fragment(before, called(column, longest=longest), after)


def verbatim(text: object) -> Html:
    """A text for an attribute that a form sends back to the letter."""
    return Html(escape(str(text)))


def _child(child: Child | Iterable[Child]) -> str:
    if isinstance(child, Html):
        return child
    if child is None:
        return ""
    if isinstance(child, str | int | float):
        return _escape(child)
    return fragment(*child)


def _escape(value: object) -> str:
    return escape(str(value).translate(_CONTROLS))


def _attribute_name(key: str) -> str:
    return key.rstrip("_").replace("_", "-")
