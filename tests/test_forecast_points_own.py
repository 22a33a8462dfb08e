"""A row forecast at its own figures gives itself, and between two rows a figure lies between theirs."""

from __future__ import annotations

import re
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from examples import examples
from getpage.core.errors import GetpageError, NotEnoughEvidenceError
from getpage.forecast.points import RunSettings, forecast_points
from getpage.forecast.queueing import MOST_EXACT
from getpage.result.forecast import FigureName
from getpage.runs import read_points

if TYPE_CHECKING:
    from getpage.result.forecast import Forecast
    from getpage.runs import Points

DATA = Path(__file__).parent / "data" / "seeds"
COLUMNS = {
    FigureName.ETR: "etr",
    FigureName.RESPONSE: "response_s",
    FigureName.CPU_BUSY: "cpu_percent",
    FigureName.ITR: "itr",
}
#: CPU %, ETR, response s, reads a unit, and a figure without a model.
ROW = st.tuples(
    st.floats(1, 99), st.floats(1, 5000), st.floats(0.001, 5), st.floats(0.01, 50), st.floats(1, 1000)
)
#: Exact up to `MOST_EXACT` users, which takes the longer the more they are, and as an open queue beyond.
USERS = st.floats(1, 400) | st.floats(MOST_EXACT + 1, 5000)
SETTINGS = st.builds(
    RunSettings,
    processors=st.none() | st.integers(1, 64),
    population=st.none() | USERS,
    think_seconds=st.none() | st.floats(0.01, 20),
)


def table(rows: list[tuple[float, ...]]) -> Points:
    lines = ["run,CPU %,ETR,response s,sync I/O per transaction,locks"]
    lines += [f"r{i}," + ",".join(f"{item:.6f}" for item in row) for i, row in enumerate(rows)]
    with TemporaryDirectory() as directory:
        path = Path(directory) / "runs.csv"
        path.write_text("\n".join(lines))
        return read_points(path)


def at(points: Points, reads: float, settings: RunSettings) -> Forecast:
    labels = list(points.labels)
    return forecast_points(points, calibrate=labels, predict=f"reads_per_unit={reads:.6f}", settings=settings)


def known(points: Points, row: int, name: str) -> float | None:
    point = points.points[row]
    if name == FigureName.ITR and point.value("itr") is None:
        return 100 * (point.value("etr") or 0) / (point.value("cpu_percent") or 1)
    return point.value(COLUMNS.get(FigureName(name), name) if name in set(FigureName) else name)


@settings(max_examples=examples(20))  # each forecasts all rows
@given(st.lists(ROW, min_size=2, max_size=5, unique_by=lambda row: round(row[3], 3)), SETTINGS, st.data())
def test_a_row_forecast_at_its_own_figures_gives_itself(
    rows: list[tuple[float, ...]], settings: RunSettings, data: st.DataObject
) -> None:
    points = table(rows)
    row = data.draw(st.integers(0, len(rows) - 1))
    actual = at(points, rows[row][3], settings)
    named = {figure.name: figure.after.value for figure in actual.figures}
    assert FigureName.RESPONSE in named
    for name, value in named.items():
        measured = known(points, row, name)
        if name == FigureName.ITR and settings.processors is None:
            continue  # CPU of the machine as a whole: the same figure
        if measured is not None:
            assert value == pytest.approx(measured, rel=1e-6), name


@settings(max_examples=examples(20))
@given(
    st.lists(ROW, min_size=2, max_size=5, unique_by=lambda row: round(row[3], 3)), SETTINGS, st.floats(0, 1)
)
def test_between_two_rows_a_figure_lies_between_theirs(
    rows: list[tuple[float, ...]], settings: RunSettings, share: float
) -> None:
    rows.sort(key=lambda row: row[3])
    points = table(rows)
    reads = rows[0][3] + share * (rows[1][3] - rows[0][3])
    for figure in at(points, reads, settings).figures:
        ends = [known(points, i, figure.name) for i in (0, 1)]
        if None not in ends and figure.name != FigureName.READS_PER_UNIT:
            low, high = sorted(end for end in ends if end is not None)
            assert low * (1 - 1e-6) <= figure.after.value <= high * (1 + 1e-6), figure.name


def test_each_of_the_banking_runs_gives_itself_from_all_three() -> None:
    points = read_points(DATA / "db2-pool-sizes.csv")
    for point in points.points:
        reads = (point.value("sync_reads_per_s") or 0) / (point.value("etr") or 1)
        forecast = forecast_points(
            points,
            calibrate=list(points.labels),
            predict=f"reads_per_unit={reads:.12f}",
            settings=RunSettings(processors=12),
        )
        for name, column in COLUMNS.items():
            [figure] = [figure for figure in forecast.figures if figure.name == name]
            assert figure.after.value == pytest.approx(point.value(column), rel=1e-6)


def test_a_row_whose_response_leaves_no_time_for_waits_is_named() -> None:
    points = table([(90.0, 10.0, 0.001, 5.0, 1.0), (50.0, 12.0, 0.5, 2.0, 1.0)])
    actual = at(points, 3.0, RunSettings(processors=8))
    assert any("of r0 the response is no longer than the CPU" in words for words in actual.assumptions)


REDPAPER = """BP Size,CPU%,ITR,ETR,Response,Sync reads
256 GB,72,992,709,0.695,10.8k
512 GB,73,1124,819,0.428,5.6k
1024 GB,79,1237,976,0.209,0.9k
"""


def said(tmp_path: Path, text: str, **settings: int) -> Forecast:
    path = tmp_path / "runs.csv"
    path.write_text(text)
    return forecast_points(
        read_points(path),
        calibrate=["256 GB", "512 GB"],
        predict="1024 GB",
        settings=RunSettings(**({"processors": 12} | settings)),
    )


def test_the_header_of_the_redpaper_works_as_it_stands_and_rows_are_named_by_their_first_column(
    tmp_path: Path,
) -> None:
    actual = said(tmp_path, REDPAPER)
    assert {after.basis for after in (f.after for f in actual.figures)} >= {"queueing model"}
    assert "'Response' has no unit: taken for seconds" in actual.assumptions
    assert "'Sync reads' has no unit: taken for a rate per second" in actual.assumptions
    assert [agreement.subject for agreement in actual.agreements] == [
        "256 GB, ITR",
        "512 GB, ITR",
        "1024 GB, ITR",
    ]


@pytest.mark.parametrize(
    ("heading", "cells"),
    [
        ("Response (ms)", ["695", "428", "209"]),
        ("Response", ["695 ms", "428 ms", "209 ms"]),
        ("Response time sec", ["0.695", "0.428", "0.209"]),
    ],
)
def test_units_may_stand_in_the_heading_or_the_cells(tmp_path: Path, heading: str, cells: list[str]) -> None:
    text = REDPAPER.replace("Response", heading).replace("CPU%", "CPU")
    for old, new in zip(("0.695", "0.428", "0.209"), cells, strict=True):
        text = text.replace(old, new)
    for busy in ("72", "73", "79"):
        text = text.replace(f" GB,{busy},", f" GB,{busy}%,")
    here, there = said(tmp_path, text), said(tmp_path, REDPAPER)
    for name in (FigureName.ETR, FigureName.RESPONSE, FigureName.ITR):
        mine, other = (item.figure("1024 GB", name) for item in (here, there))
        assert mine is not None
        assert other is not None
        assert mine.after.value == pytest.approx(other.after.value)


def test_a_rate_may_stand_in_the_cells_and_then_nothing_is_taken_for_granted(tmp_path: Path) -> None:
    lines = [line.split(",") for line in REDPAPER.strip().splitlines()]
    rated = [
        lines[0],
        *([*row[:2], f"{row[2]}/s", f"{row[3]} /s", row[4], f"{row[5]}/sec"] for row in lines[1:]),
    ]
    actual = said(tmp_path, "\n".join(",".join(cells) for cells in rated))
    assert actual.figures == said(tmp_path, REDPAPER).figures
    assert not any("Sync reads" in assumption for assumption in actual.assumptions)
    assert any("only reads per unit is given" in assumption for assumption in actual.assumptions)


@pytest.mark.parametrize("cell", ["0.695/s", "695 ms/s", "709/min"])
def test_a_rate_that_the_column_cannot_hold_is_refused(tmp_path: Path, cell: str) -> None:
    column = "ETR" if cell == "709/min" else "Response"
    at = REDPAPER.splitlines()[0].split(",").index(column)
    lines = [line.split(",") for line in REDPAPER.strip().splitlines()]
    lines[1][at] = cell
    with pytest.raises(GetpageError, match=re.escape(f"expected a number, found '{cell}'")):
        said(tmp_path, "\n".join(",".join(cells) for cells in lines))


def test_the_table_may_be_transposed(tmp_path: Path) -> None:
    rows = [line.split(",") for line in REDPAPER.strip().splitlines()]
    turned = "\n".join(",".join(cells) for cells in zip(*rows, strict=True))
    assert said(tmp_path, turned).figures == said(tmp_path, REDPAPER).figures


def test_itr_is_worked_out_from_etr_and_cpu_where_it_is_not_there(tmp_path: Path) -> None:
    lines = [line.split(",") for line in REDPAPER.strip().splitlines()]
    without = "\n".join(",".join(cells[:2] + cells[3:]) for cells in lines)
    figure = said(tmp_path, without).figure("1024 GB", FigureName.ITR)
    assert figure is not None
    assert figure.measured == pytest.approx(976 / 0.79)
    assert figure.before is not None
    assert figure.before.value == pytest.approx(819 / 0.73)


def lines(tmp_path: Path, rows: dict[float, float], predict: float) -> Forecast:
    path = tmp_path / "locks.csv"
    path.write_text("run,work,locks\n" + "".join(f"r{x:g},{x},{y}\n" for x, y in rows.items()))
    points = read_points(path)
    return forecast_points(
        points, calibrate=list(points.labels), predict=f"work={predict}", settings=RunSettings(by="work")
    )


STRAIGHT = {1.0: 100.0, 2.0: 200.0, 3.0: 300.0, 4.0: 400.0}
BENT = {1.0: 100.0, 2.0: 222.0, 3.0: 280.0, 4.0: 400.0}
RANDOM = {1.0: 100.0, 2.0: 240.0, 3.0: 170.0, 4.0: 400.0}
CLIFF = {1.0: 100.0, 2.0: 101.0, 3.0: 102.0, 4.0: 5000.0}


def width(found: Forecast) -> float:
    [figure] = [figure for figure in found.figures if figure.name == "locks"]
    return (figure.after.high - figure.after.low) / figure.after.value


def test_where_the_relation_is_no_line_rows_that_are_left_out_widen_the_interval(tmp_path: Path) -> None:
    assert width(lines(tmp_path, BENT, 2.5)) > 1.2 * width(lines(tmp_path, STRAIGHT, 2.5))
    with pytest.raises(NotEnoughEvidenceError, match="cannot tell"):
        lines(tmp_path, RANDOM, 2.5)


def test_a_line_that_an_end_row_contradicts_is_not_drawn_beyond_it(tmp_path: Path) -> None:
    with pytest.raises(NotEnoughEvidenceError, match="out by half of a row or more"):
        lines(tmp_path, CLIFF, 5)
    assert lines(tmp_path, STRAIGHT, 5).figures


def test_lines_through_three_rows_say_so(tmp_path: Path) -> None:
    three = {x: STRAIGHT[x] for x in (1.0, 2.0, 4.0)}
    assert any(
        words.startswith("lines through three rows") for words in lines(tmp_path, three, 3).assumptions
    )
    four = lines(tmp_path, STRAIGHT, 2.5).assumptions
    assert not any(words.startswith("lines through three rows") for words in four)
