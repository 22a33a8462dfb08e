"""All that a forecast says: every form of it is written from these blocks."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from getpage.core import numbers
from getpage.core import numbers as units
from getpage.core.figures import percent
from getpage.core.names import Image, Subject
from getpage.report.common import sheets
from getpage.report.common.blocks import Block, Command, Heading, OtherForms, Sheet, Words
from getpage.report.trend import expected_sentence, expected_sheet
from getpage.result import Estimate
from getpage.result.forecast import ArrivalModel, Figure, FigureName, Forecast, Price, RequestedSize


def blocks(forecast: Forecast, *, brief: bool = False) -> Iterator[Block]:
    """What has to be so for any figure to hold, every figure with its interval, the answers in words, the
    commands, and what it assumes.
    """
    if forecast.cautions:
        yield Words(forecast.cautions)
    yield from figure_blocks(forecast)
    if forecast.loads:
        yield Sheet("How work arrives", LOADS, loads(forecast), evidence=True)
    yield Words(answers(forecast))
    for request in forecast.asked:
        yield from _curves(request)
    yield from sheets.estimate_sheet(
        "Estimates of the forecast",
        [
            *((f"{figure.subject} {figure.name}", figure) for figure in forecast.figures),
            *((f"{whose(price)}, {_intervals(price)}", price) for price in forecast.prices),
            *((f"load of {load.subject}", load) for load in forecast.loads),
        ],
    )
    if forecast.agreements:
        computed = [
            (figure.subject, figure.name, numbers.value_with_unit(figure.computed, figure.unit))
            for figure in forecast.agreements
        ]
        head = ("figure", "rule", "follows")
        yield Sheet("What follows from the other figures of a row", head, computed, evidence=True)
    yield from sheets.fact_sheet(
        "Evidence of the forecast",
        [
            *((f"{figure.subject} {figure.name}", figure.facts) for figure in forecast.figures),
            *((whose(price), price.facts) for price in forecast.prices),
            *((change.command, change.evidence) for change in forecast.changes),
        ],
    )
    yield from closing_blocks(forecast)
    if brief:
        yield OtherForms(
            "How work arrives, the cost of every size, the basis of every estimate, and the evidence",
            page=True,
        )
    yield Words([_made_of(forecast), *_notes(forecast), *forecast.files], foot=True)


def figure_blocks(forecast: Forecast) -> Iterator[Block]:
    """The tables of figures: what was asked, each subject, prices, rows against themselves."""
    yield from expected_sheet(forecast.demands)
    for title, columns, rows in tables(forecast):
        yield Sheet(title, columns, rows)


def closing_blocks(forecast: Forecast, *, commands: bool = True) -> Iterator[Block]:
    """The commands, what the forecast assumes, and what the evidence does not answer."""
    if commands and forecast.changes:
        yield Heading("Commands, one at a time")
        for number, change in enumerate(forecast.changes, 1):
            yield Command(number, change)
    yield Heading("What it assumes")
    yield Words(forecast.assumptions, listed=True)
    yield from sheets.missing_blocks(forecast.missing)


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
    source = f"From {forecast.source}{window}; {100 * forecast.level:g} % intervals."
    requested = f"Requested: {sizes}. " if sizes else ""
    return f"{source} {requested}{forecast.tool} · forecast model {forecast.version}"


Table = tuple[str, tuple[str, ...], list[tuple[str, ...]]]

#: Figures in the order in which a reader asks for them; the sentences are of these.
ANSWERS = (
    FigureName.RESPONSE,
    FigureName.ETR,
    FigureName.CPU_PER_UNIT,
    FigureName.ITR,
    FigureName.READS_PER_UNIT,
    FigureName.CPU_BUSY,
    FigureName.CPU_SAVED,
    FigureName.WAIT_SAVED,
    FigureName.REAL_STORAGE,
)


_EXACT = "exact"
#: Seconds: rates of CPU and of waiting are shown by the hour.
_HOUR: Final = 3600
#: What stands before the unit.
_NUMBER: Final = re.compile(r"[-+\u2212]?[\d.,]*")

#: Heads of `loads`.
LOADS = ("subject", "load", "because", "processors", "busy", "population", "thinks", "of these estimates")


def tables(forecast: Forecast) -> Iterator[Table]:
    """Title, columns and rows: what was asked, each subject, prices, rows against themselves."""
    if forecast.asked:
        yield _asked(forecast)
    for subject in dict.fromkeys(figure.subject for figure in forecast.figures):
        yield _subject(forecast, subject)
    if forecast.prices:
        yield _prices(forecast)
    if forecast.agreements:
        yield _agreements(forecast)
    for table in forecast.tables:
        yield table.title, table.columns, [tuple(map(units.scalar, row)) for row in table.rows]


def sentences(forecast: Forecast) -> list[str]:
    """The answers; before them what has to be so for any of them to hold."""
    return [*forecast.cautions, *answers(forecast)]


def answers(forecast: Forecast) -> list[str]:
    """The answers, one sentence a figure."""
    figures = [
        sentence(figure)
        for name in ANSWERS
        for figure in forecast.figures
        if figure.name == name and not _minor(figure)
    ]
    demands = [expected_sentence(forecast.demands)] if forecast.demands else []
    return [*demands, *figures]


def sentence(figure: Figure) -> str:
    """One figure in words."""
    after = shown(figure.after.value, figure.unit)
    ends = _ends(figure.after, figure.unit)
    sure = ends if ends == _EXACT else f"{100 * figure.after.level:g} % interval {ends}"
    if figure.name == FigureName.REAL_STORAGE and figure.before is None:
        verb = "takes" if figure.after.value >= 0 else "gives back"
        return f"{figure.subject}: {verb} {shown(abs(figure.after.value), figure.unit)} of real storage."
    if figure.same_hours is not None and figure.same_hours != figure.after:
        same, like = (_ends(interval, figure.unit) for interval in (figure.same_hours, figure.after))
        level = f"{100 * figure.after.level:g} % intervals"
        sure = f"{level}: {same} over the same hours, {like} over hours like these"
    if figure.before is None:
        return f"{figure.subject}: {figure.name} {after} ({sure}); {figure.after.basis}."
    change = f", {percent(figure.change_percent.value)}" if figure.change_percent else ""
    before = shown(figure.before.value, figure.unit)
    return f"{figure.subject}: {figure.name} {before} to {after}{change} ({sure}); {figure.after.basis}."


def shown(value: float, unit: str) -> str:
    """A figure to four digits, with its unit; times in the unit that suits them."""
    if unit == "s":
        return units.seconds(value)
    if unit == "bytes":
        return units.storage(value)
    if unit == "s/s":
        return f"{units.number(_rounded(_HOUR * value))} s/h"
    number = units.number(_rounded(value))
    return f"{number}{unit}" if unit.startswith("/") else f"{number} {unit}".strip()


def _minor(figure: Figure) -> bool:
    """What a sentence would only repeat: the storage of one pool, the CPU saved of one subsystem."""
    whole = isinstance(figure.subject, Image)
    return figure.name in {FigureName.REAL_STORAGE, FigureName.CPU_SAVED} and not whole


def _rounded(value: float) -> float:
    return float(f"{value:.4g}") if abs(value) < 1e4 else float(round(value))


def _ends(estimate: Estimate, unit: str) -> str:
    """From where to where, the unit once where both ends have the same."""
    if estimate.low == estimate.high:
        return _EXACT
    low, high = shown(estimate.low, unit), shown(estimate.high, unit)
    unit_of_low, unit_of_high = (_NUMBER.sub("", end, count=1) for end in (low, high))
    return f"{low.removesuffix(unit_of_low) if unit_of_low == unit_of_high else low} to {high}"


def _beside(estimate: Estimate, figure: Figure) -> str:
    """From where to where beside a figure, without the unit where it is that of the figure."""
    ends, value = _ends(estimate, figure.unit), shown(figure.after.value, figure.unit)
    low, _, high = ends.partition(" to ")
    return ends.removesuffix(_NUMBER.sub("", value, count=1)) if high and _NUMBER.fullmatch(low) else ends


def _asked(forecast: Forecast) -> Table:
    rows: list[tuple[str, ...]] = [
        (
            str(request.knob),
            numbers.present(request.size_before, request.setting),
            units.number(request.size_after),
            request.unit,
            units.storage_change(request.storage_bytes),
            request.curve,
        )
        for request in forecast.asked
    ]
    return "Requested sizes", ("knob", "now", "then", "in", "storage", "curve"), rows


def _subject(forecast: Forecast, subject: Subject) -> Table:
    mine = [figure for figure in forecast.figures if figure.subject == subject]
    measured = any(figure.measured is not None for figure in mine)
    of_hours = any(figure.same_hours is not None for figure in mine)
    interval = f"{100 * forecast.level:g} % interval"
    sure = (f"{interval}, same hours", f"{interval}, hours like these") if of_hours else (interval,)
    columns: tuple[str, ...] = ("figure", "before", "after", *sure, "change", "basis")
    rows: list[tuple[str, ...]] = []
    for figure in mine:
        row: tuple[str, ...] = (
            figure.name,
            "" if figure.before is None else shown(figure.before.value, figure.unit),
            shown(figure.after.value, figure.unit),
            *([_beside(figure.same_hours or figure.after, figure)] if of_hours else []),
            _beside(figure.after, figure),
            "" if figure.change_percent is None else percent(figure.change_percent.value),
            figure.after.basis,
        )
        actual = "" if figure.measured is None else shown(figure.measured, figure.unit)
        rows.append((*row, actual) if measured else row)
    return str(subject), ((*columns, "measured") if measured else columns), rows


def _prices(forecast: Forecast) -> Table:
    rows: list[tuple[str, ...]] = []
    for price in forecast.prices:
        name = whose(price)
        for what, estimate in (("CPU", price.cpu_seconds), ("wait", price.waited_seconds)):
            ends = _ends(estimate, "s")
            rows.append((name, what, shown(estimate.value, "s"), ends, estimate.basis))
    columns = ("subsystem", "of a read", "price", f"{100 * forecast.level:g} % interval", "basis")
    return "What a read avoided is worth", columns, rows


def _agreements(forecast: Forecast) -> Table:
    rows: list[tuple[str, ...]] = [
        (
            agreement.subject,
            agreement.name,
            shown(agreement.printed, agreement.unit),
            f"{shown(agreement.low, agreement.unit)} to {shown(agreement.high, agreement.unit)}",
            "yes" if agreement.agrees else "no",
        )
        for agreement in forecast.agreements
    ]
    return "Rows against themselves", ("figure", "rule", "printed", "follows", "agrees"), rows


def whose(price: Price) -> str:
    """Whose reads a price is of."""
    return str(price.subsystem)


def loads(forecast: Forecast) -> list[tuple[str, ...]]:
    """How work arrives at each subject, under `LOADS`."""
    return [_load(load) for load in forecast.loads]


def _load(load: ArrivalModel) -> tuple[str, ...]:
    known = [each for each in (load.population, load.think_seconds) if each is not None]
    return (
        str(load.subject),
        load.kind,
        load.basis,
        "" if load.processors is None else units.number(load.processors),
        "" if load.busy_percent is None else f"{units.number(_rounded(load.busy_percent))} %",
        "" if load.population is None else _estimated(load.population, ""),
        "" if load.think_seconds is None else _estimated(load.think_seconds, "s"),
        "; ".join(dict.fromkeys(each.basis for each in known)),
    )


def _estimated(estimate: Estimate, unit: str) -> str:
    return f"{shown(estimate.value, unit)} ({_ends(estimate, unit)})"
