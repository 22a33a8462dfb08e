"""All that a forecast says: every form of it is written from these blocks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from getpage.core import numbers
from getpage.report.common import estimates, facts, missing
from getpage.report.common.blocks import Command, Heading, Sheet, Words
from getpage.report.common.elsewhere import elsewhere
from getpage.report.forecast import tables

if TYPE_CHECKING:
    from collections.abc import Iterator

    from getpage.report.common.blocks import Block
    from getpage.result.forecast import Forecast, Price, RequestedSize


def blocks(forecast: Forecast, *, brief: bool = False) -> Iterator[Block]:
    """Every figure with its interval, the answers in words, the commands, and what it assumes."""
    yield from figure_blocks(forecast)
    if forecast.loads:
        yield Sheet("How work arrives", tables.LOADS, tables.loads(forecast), evidence=True)
    yield Words(tables.sentences(forecast))
    for one in forecast.asked:
        yield from _curves(one)
    yield from estimates.sheet(
        "Estimates of the forecast",
        [
            *((f"{one.subject} {one.name}", one) for one in forecast.figures),
            *((f"{tables.whose(one)}, {_intervals(one)}", one) for one in forecast.prices),
            *((f"load of {one.subject}", one) for one in forecast.loads),
        ],
    )
    if forecast.agreements:
        computed = [
            (one.subject, one.name, numbers.value_with_unit(one.computed, one.unit))
            for one in forecast.agreements
        ]
        head = ("figure", "rule", "follows")
        yield Sheet("What follows from the other figures of a row", head, computed, evidence=True)
    yield from facts.sheet(
        "Evidence of the forecast",
        [
            *((f"{one.subject} {one.name}", one.facts) for one in forecast.figures),
            *((tables.whose(one), one.facts) for one in forecast.prices),
            *((one.command, one.evidence) for one in forecast.changes),
        ],
    )
    yield from closing_blocks(forecast)
    if brief:
        yield elsewhere(
            "How work arrives, what every size costs, every estimate with what it rests on, and the evidence",
            page=True,
        )
    yield Words([_made_of(forecast), *_notes(forecast), *forecast.files], foot=True)


def figure_blocks(forecast: Forecast) -> Iterator[Block]:
    """The tables of figures: what was asked, each subject, prices, rows against themselves."""
    for title, columns, rows in tables.tables(forecast):
        yield Sheet(title, columns, rows)


def closing_blocks(forecast: Forecast, *, commands: bool = True) -> Iterator[Block]:
    """The commands, what the forecast assumes, and what the evidence does not answer."""
    if commands and forecast.changes:
        yield Heading("Commands, one at a time")
        for number, change in enumerate(forecast.changes, 1):
            yield Command(number, change)
    yield Heading("What it assumes")
    yield Words(forecast.assumptions, listed=True)
    yield from missing.blocks(forecast.missing)


def _curves(request: RequestedSize) -> Iterator[Sheet]:
    """What every size of a knob costs a second, by each measure that is known."""
    if request.costs is None:
        return
    for name, points in (
        ("Reads per second", request.costs.reads),
        ("CPU seconds per second", request.costs.cpu_seconds),
        ("Seconds waited per second", request.costs.waited_seconds),
    ):
        if points:
            rows = [tuple(map(numbers.number, point)) for point in points]
            heads = (request.unit, "best guess", "at least", "at most")
            yield Sheet(f"{name} of {request.knob} by size", heads, rows, evidence=True)


def _notes(forecast: Forecast) -> list[str]:
    """What is to be known of tables of the forecast, and of the commands that it would take."""
    notes = [f"{table.title}: {table.note}" for table in forecast.tables if table.note]
    because = [
        f"{change.command}: {', '.join(map(str, change.because))}"
        for change in forecast.changes
        if change.because
    ]
    return notes + because


def _intervals(price: Price) -> str:
    return f"of {numbers.counted(price.intervals, 'interval')}" if price.intervals else "of published ranges"


def _made_of(forecast: Forecast) -> str:
    window = ""
    if forecast.window_first or forecast.window_last:
        window = f", window {numbers.span(forecast.window_first, forecast.window_last)}"
    sizes = ", ".join(request.wanted for request in forecast.asked)
    source = f"Of {forecast.source}{window}; intervals of {100 * forecast.level:g} %."
    asked = f"Asked: {sizes}. " if sizes else ""
    return f"{source} {asked}{forecast.tool} · forecast model {forecast.version}"
