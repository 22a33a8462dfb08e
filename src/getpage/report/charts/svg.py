"""The few SVG elements that the charts are made of. Texts and attributes are escaped here and only here."""

from __future__ import annotations

import math
from datetime import UTC, datetime, timedelta
from html import escape

from getpage.core import numbers
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


def picture(
    content: str,
    *,
    uid: str,
    title: str,
    desc: str,
    width: float,
    height: float,
    css: str,
    role: str = "img",
) -> str:
    """The whole drawing with its name and description for screen readers; `role` is another one where parts
    of it are links.
    """
    named = element("title", escape(one_line(title)), id=f"{uid}-title")
    described = element("desc", escape(one_line(desc)), id=f"{uid}-desc")
    return element(
        "svg",
        named,
        described,
        content,
        viewBox=f"0 0 {num(width)} {num(height)}",
        class_=css,
        role=role,
        aria_labelledby=f"{uid}-title {uid}-desc",
    )


def _name(key: str) -> str:
    return key if key == "viewBox" else key.rstrip("_").replace("_", "-")


def _value(value: str | float) -> str:
    return escape(value, quote=True) if isinstance(value, str) else num(value)


_MINUTE = 60
_HOUR = 3600
_DAY = 86400
# Steps that a reader adds up without thinking; a clock is not decimal, so they are listed.
_TIME_STEPS = (
    *(1, 5, 10, 30),
    *(m * _MINUTE for m in (1, 2, 5, 10, 15, 30)),
    *(h * _HOUR for h in (1, 2, 3, 6, 12)),
    *(d * _DAY for d in (1, 2, 7, 14, 28, 56, 112, 364)),
)


def value_ticks(top: float, wanted: int = 4, *, binary: bool = False) -> list[float]:
    """Ticks from zero to at least `top`: powers of two for storage, else 1, 2 or 5 times a power of ten."""
    if top <= 0 or not math.isfinite(top):
        return [0.0, 1.0]
    raw = top / wanted
    if binary:
        step = 2.0 ** math.ceil(math.log2(raw))
    else:
        power = 10.0 ** math.floor(math.log10(raw))
        step = next(m * power for m in (1, 2, 5, 10) if m * power >= raw * (1 - 1e-9))
    # A whole count has no half ticks when the largest value is small.
    count = math.ceil(top / step - 1e-9)
    return [step * i for i in range(count + 1)]


def time_ticks(first: datetime, last: datetime, wanted: int = 5) -> list[tuple[datetime, str]]:
    """Round clock times between two moments with their labels; midnight is labelled with its date, and of a
    log without dates with the days since its start.
    """
    first, last = _utc(first), _utc(last)
    length = (last - first).total_seconds()
    step = next((s for s in _TIME_STEPS if length / s <= wanted), 364 * _DAY)
    midnight = first.replace(hour=0, minute=0, second=0, microsecond=0)
    index = math.ceil((first - midnight).total_seconds() / step)
    ticks: list[tuple[datetime, str]] = []
    while (at := midnight + timedelta(seconds=index * step)) <= last:
        ticks.append((at, _label(at, step)))
        index += 1
    return ticks


def _label(at: datetime, step: int) -> str:
    if step >= _DAY or (at.hour, at.minute, at.second) == (0, 0, 0):
        if (passed := numbers.since_start(at)) is not None:
            return f"{passed.days} d" if passed.days else "0"
        return f"{at.day} {at:%b}"
    return f"{at:%H:%M:%S}" if step < _MINUTE else f"{at:%H:%M}"


def _utc(value: datetime) -> datetime:
    return value.astimezone(UTC) if value.tzinfo else value
