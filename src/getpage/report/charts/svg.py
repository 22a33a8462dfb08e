"""The few SVG elements that the charts are made of. Texts and attributes are escaped here and only here."""

from __future__ import annotations

from html import escape

from getpage.core.text import one_line


def num(value: float) -> str:
    """A coordinate: one decimal is a tenth of a pixel, more only makes the file larger."""
    text = f"{value:.1f}"
    return text[:-2] if text.endswith(".0") else text


def element(name: str, *content: str, **attributes: str | float) -> str:
    """An element; a trailing underscore of an attribute's name is dropped and inner ones are hyphens."""
    written = "".join(f' {_name(key)}="{_value(value)}"' for key, value in attributes.items())
    return f"<{name}{written}>{''.join(content)}</{name}>"


def text(words: str, x: float, y: float, **attributes: str | float) -> str:
    """A text at a place."""
    return element("text", escape(one_line(words)), x=x, y=y, **attributes)


def titled(words: str) -> str:
    """A title element: what a pointer and a screen reader are told of the shape."""
    return element("title", escape(one_line(words)))


def picture(content: str, *, uid: str, title: str, desc: str, width: float, height: float, css: str) -> str:
    """The whole drawing with its name and description for screen readers."""
    named = element("title", escape(one_line(title)), id=f"{uid}-title")
    described = element("desc", escape(one_line(desc)), id=f"{uid}-desc")
    return element(
        "svg",
        named,
        described,
        content,
        viewBox=f"0 0 {num(width)} {num(height)}",
        class_=css,
        role="img",
        aria_labelledby=f"{uid}-title {uid}-desc",
    )


def _name(key: str) -> str:
    return key if key == "viewBox" else key.rstrip("_").replace("_", "-")


def _value(value: str | float) -> str:
    return escape(value, quote=True) if isinstance(value, str) else num(value)
