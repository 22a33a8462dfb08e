"""An incident: a lane for each measure over the same time, the worst interval shaded, events marked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from typing import Final

from getpage.core import numbers, text
from getpage.report.charts import svg
from getpage.report.charts.line import letter
from getpage.result import Incident, IncidentStep, Picture

WIDTH: Final = 1000.0
_LEFT, _RIGHT, _TOP, _LANE, _GAP, _BOTTOM = 250.0, 110.0, 26.0, 46.0, 12.0, 24.0


def lanes(incident: Incident, *, uid: str) -> str:
    """The drawing; empty without measures."""
    signals = [signal for signal in incident.signals if signal.times]
    if not signals:
        return ""
    usual = incident.end - incident.start
    first = min(signal.times[0] for signal in signals) - usual
    last = max(signal.times[-1] for signal in signals)
    length = (last - first).total_seconds()
    height = _TOP + len(signals) * (_LANE + _GAP) + _BOTTOM

    def x(at: datetime) -> float:
        return _LEFT + (WIDTH - _LEFT - _RIGHT) * (at - first).total_seconds() / length

    bottom = height - _BOTTOM
    shade = svg.element(
        "rect",
        x=x(incident.start),
        width=x(incident.end) - x(incident.start),
        y=_TOP - 6,
        height=bottom - _TOP + 6,
        class_="gap",
    )
    parts = [shade]
    for number, step in enumerate(events(incident)):
        place = x(max(step.start, first))
        parts.append(svg.element("line", x1=place, x2=place, y1=_TOP - 6, y2=bottom, class_="threshold"))
        parts.append(svg.text(letter(number), place, _TOP - 11, text_anchor="middle", class_="group"))
    for number, signal in enumerate(signals):
        parts += _lane(signal, _TOP + number * (_LANE + _GAP), usual, x)
    for at, label in svg.time_ticks(first, last, 9):
        parts.append(svg.text(label, x(at), height - 6, text_anchor="middle"))
    words = "; ".join(f"{signal.object}, {signal.curves[0].label}" for signal in signals)
    title = f"{incident.image}, {numbers.span(incident.start, incident.end)}"
    return svg.picture(
        "".join(parts), uid=uid, title=title, desc=f"{words}.", width=WIDTH, height=height, css="lanes"
    )


def events(incident: Incident) -> Sequence[IncidentStep]:
    """The steps that have a letter, in its order."""
    return [step for step in incident.steps if step.event]


def _lane(signal: Picture, top: float, usual: timedelta, x: Callable[[datetime], float]) -> list[str]:
    values = signal.curves[0].values
    left = _LEFT - 14
    most = max((value for value in values if value is not None), default=0.0) or 1.0
    parts = [
        svg.element("line", x1=_LEFT, x2=WIDTH - _RIGHT, y1=top + _LANE, y2=top + _LANE, class_="axis"),
        svg.text(text.shorten(str(signal.object), 34), left, top + 18, text_anchor="end", class_="group"),
        svg.text(text.shorten(signal.curves[0].label, 38), left, top + 34, text_anchor="end"),
        svg.text(numbers.to_three_digits(most, signal.unit), WIDTH - _RIGHT + 10, top + 10),
    ]
    for end, value in zip(signal.times, values, strict=True):
        if value is None:
            continue
        high = _LANE * value / most
        bar = svg.element(
            "rect",
            svg.titled(f"{numbers.moment(end)}: {numbers.value_with_unit(value, signal.unit)}"),
            x=x(end - usual) + 1,
            width=max(x(end) - x(end - usual) - 2, 1.0),
            y=top + _LANE - high,
            height=high,
            class_="have",
        )
        parts.append(bar)
    return parts
