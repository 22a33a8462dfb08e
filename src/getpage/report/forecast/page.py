"""A forecast as a page of its own, and as a section of the report: its blocks, with pictures."""

from __future__ import annotations

from dataclasses import dataclass

from getpage.core import numbers, text
from getpage.core.figures import percent
from getpage.core.units import PAGE
from getpage.report.charts.size import CostPicture, cost_picture
from getpage.report.charts.whisker import Whisker, whisker_chart
from getpage.report.common.pages import Section, in_full, sections, templates
from getpage.report.common.ways import shown_cost as cost_shown
from getpage.report.forecast.blocks import blocks, closing_blocks, figure_blocks, sentences
from getpage.result import SizeCosts
from getpage.result.curve import SizeMark
from getpage.result.forecast import GIVEN, Figure, FigureName, Forecast, RequestedSize

# More sentences than this are in the tables below.
MOST_SENTENCES = 12
MOST_ROWS = 300
MOST_WHISKERS = 40
#: Figures of which less is better.
_LESS = {
    FigureName.READS,
    FigureName.READS_PER_UNIT,
    FigureName.WAIT_PER_UNIT,
    FigureName.CPU,
    FigureName.CPU_PER_UNIT,
    FigureName.WAIT,
    FigureName.RESPONSE,
    FigureName.CPU_BUSY,
}
_MORE = {FigureName.ETR, FigureName.ITR}

_READING = (
    "The line at zero is before, a dot the forecast, its whisker the interval. Filled dots differ from "
    "before (green better, orange worse, blue neither); hollow ones may not: their whisker crosses zero."
)


@dataclass(frozen=True, slots=True)
class ShownForecast:
    """A forecast, ready to show: sentences, a picture of each subject, the figures, and the rest by
    section.
    """

    forecast: Forecast
    sentences: list[str]
    charts: list[tuple[str, str]]
    reading: str
    figures: list[Section]
    closing: list[Section]


def shown(forecast: Forecast, *, commands: bool = False) -> ShownForecast:
    """The forecast with its pictures and sections; in the report the plan has the commands."""
    return ShownForecast(
        forecast=forecast,
        sentences=sentences(forecast)[:MOST_SENTENCES],
        charts=_charts(forecast),
        reading=_READING,
        figures=sections(figure_blocks(forecast)),
        closing=sections(closing_blocks(forecast, commands=commands)),
    )


def html(forecast: Forecast, *, title: str, generated_by: str) -> str:
    """The page; the same forecast gives the same bytes."""
    rendered = (
        templates()
        .get_template("forecast.html")
        .render(
            title=title,
            generated_by=generated_by,
            shown_forecast=shown(forecast, commands=True),
            window=_window(forecast),
            curves=[
                _curve(request, request.costs, f"curve-{i}")
                for i, request in enumerate(forecast.asked)
                if request.costs and len(cost_shown(request.costs).points) > 1
            ],
            full=in_full(blocks(forecast)),
            most_rows=MOST_ROWS,
        )
    )
    return text.clean(rendered)


def _window(forecast: Forecast) -> str:
    if forecast.source == "points":
        return ", ".join(forecast.files)
    changes = ", ".join(request.wanted for request in forecast.asked[:8])
    known = forecast.window_first or forecast.window_last
    return f"{changes}; from {numbers.moment(known)}" if known else changes


def _charts(forecast: Forecast) -> list[tuple[str, str]]:
    charts = []
    for number, subject in enumerate(dict.fromkeys(figure.subject for figure in forecast.figures)):
        rows = [
            whisker
            for figure in forecast.figures
            if figure.subject == subject and (whisker := _whisker(figure)) is not None
        ]
        title = f"{subject}: change from before"
        drawing = whisker_chart(rows[:MOST_WHISKERS], uid=f"change-{number}", title=title)
        if drawing:
            charts.append((title, drawing))
    return charts


def _whisker(figure: Figure) -> Whisker | None:
    change = figure.change_percent
    if change is None or figure.name == FigureName.REAL_STORAGE or figure.after.basis == GIVEN:
        return None
    crosses = change.low <= 0 <= change.high
    better = figure.name in _MORE if change.value > 0 else figure.name in _LESS
    worse = figure.name in _LESS if change.value > 0 else figure.name in _MORE
    kind = "not-shown" if crosses else "better" if better else "worse" if worse else "changed"
    return Whisker(figure.name, change.value, change.low, change.high, kind, percent(change.value))


def _curve(request: RequestedSize, costs: SizeCosts, uid: str) -> CostPicture:
    marks = (
        SizeMark(label="now" if request.setting is None else "held", size=request.size_before),
        SizeMark(label="then", size=request.size_after),
    )
    moved = request.size_after - request.size_before
    return cost_picture(
        costs,
        request.unit,
        request.storage_bytes // moved if moved else PAGE,
        marks,
        title_of=str(request.knob),
        note=f"From {request.curve}.",
        uid=uid,
    )
