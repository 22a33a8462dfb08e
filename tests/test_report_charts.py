"""The charts: axes from zero, round ticks, visible gaps, kept extremes, escaped words."""

from __future__ import annotations

import itertools
import re
from datetime import datetime, timedelta
from xml.etree import ElementTree

import pytest

import test_report_extremes as extremes
from getpage.report import charts
from getpage.report.charts import line, svg
from getpage.report.check import pictures
from getpage.result import Curve, Picture, Threshold

START = datetime(2026, 3, 12)
HOUR = timedelta(hours=1)


def picture(*values, label="level", thresholds=(), times=None, extreme=False):
    times = times or tuple(START + HOUR * (i + 1) for i in range(len(values)))
    return Picture(
        id="p",
        title="t",
        object="o",
        unit="buffers",
        times=times,
        curves=(Curve(label=label, values=tuple(values), extreme=extreme),),
        thresholds=tuple(Threshold(label=str(t), value=t) for t in thresholds),
    )


def drawn(chart, tag, css):
    root = ElementTree.fromstring(chart)
    return [item for item in root.iter(tag) if css in (item.get("class") or "").split()]


def test_a_chart_is_well_formed_even_with_hostile_words():
    for item in extremes.hostile().pictures:
        text = charts.line_chart(item, uid="x")
        if text:
            assert "<script" not in text
            ElementTree.fromstring(text)


def test_the_value_axis_starts_at_zero_and_reaches_every_threshold():
    text = charts.line_chart(picture(900.0, 950.0, thresholds=(2_000.0,)), uid="x")
    labels = [item.text for item in ElementTree.fromstring(text).iter("text")]
    assert "0" in labels
    assert "2k" in labels


@pytest.mark.parametrize(
    ("top", "binary", "ticks"),
    [
        (1_000, False, [0, 500, 1_000]),
        (7, False, [0, 2, 4, 6, 8]),
        (0, False, [0, 1]),
        (0.3, False, [0, 0.1, 0.2, 0.3]),
        (3 << 30, True, [0, 1 << 30, 2 << 30, 3 << 30]),
    ],
)
def test_value_ticks_are_round(top, binary, ticks):
    assert svg.value_ticks(top, binary=binary) == pytest.approx(ticks)


def test_time_ticks_are_round_and_midnight_carries_the_date():
    ticks = svg.time_ticks(START + timedelta(minutes=7), START + timedelta(hours=25))
    assert [label for _, label in ticks] == ["06:00", "12:00", "18:00", "13 Mar"]


def test_time_ticks_of_a_year_stay_few():
    assert len(svg.time_ticks(START, START + timedelta(days=365))) <= 8
    assert len(svg.time_ticks(START, START + timedelta(days=9_000))) < 40


def test_a_value_that_is_missing_leaves_the_curve_open_and_the_gap_shaded():
    text = charts.line_chart(picture(1.0, 2.0, None, 3.0, 4.0), uid="x")
    (curve,) = drawn(text, "path", "c0")
    assert curve.get("d").count("M") == 2
    assert len(drawn(text, "rect", "gap")) == 1


def test_a_stretch_without_intervals_is_a_gap_too():
    times = tuple(START + HOUR * i for i in (1, 2, 3, 9, 10))
    text = charts.line_chart(picture(1.0, 2.0, 3.0, 4.0, 5.0, times=times), uid="x")
    (gap,) = drawn(text, "rect", "gap")
    assert float(gap.get("width")) > 100
    assert drawn(text, "path", "c0")[0].get("d").count("M") == 2


def test_a_single_value_between_gaps_can_be_seen():
    text = charts.line_chart(picture(None, 5.0, None), uid="x")
    assert re.fullmatch(r"M[\d.]+ [\d.]+H[\d.]+", drawn(text, "path", "c0")[0].get("d"))


def test_low_points_are_steps_and_levels_are_lines():
    low = charts.line_chart(picture(1.0, 2.0, 3.0, label="lowest in the interval", extreme=True), uid="x")
    level = charts.line_chart(picture(1.0, 2.0, 3.0, label="reads"), uid="x")
    assert drawn(low, "path", "c0")[0].get("d").count("H") == 3
    assert drawn(level, "path", "c0")[0].get("d").count("H") == 1


def test_thinning_keeps_the_lowest_and_the_highest_value():
    values = [50.0] * 5_000
    values[1_234], values[3_210] = 1.0, 99.0
    times = [START + HOUR * i for i in range(5_000)]
    groups = line.groups(times, [values], line.group_size(5_000, 300))
    assert len(groups) <= 300
    assert min(group.lows[0] for group in groups) == 1.0
    assert max(group.highs[0] for group in groups) == 99.0


def test_a_long_series_is_drawn_and_tabled_in_groups():
    item = picture(*(float(i % 97) for i in range(5_000)))
    arrange = pictures.arrange((item,), ())
    assert arrange.drawn[0].grouped == 42
    assert len(arrange.drawn[0].rows) == 120
    assert len(arrange.drawn[0].svg) < 20_000


def test_letters_of_close_thresholds_do_not_cover_each_other():
    text = charts.line_chart(picture(10.0, thresholds=(100.0, 5.0, 4.0, 3.0)), uid="x")
    marks = [item for item in ElementTree.fromstring(text).iter("text") if item.text in set("abcd")]
    heights = sorted(float(item.get("y")) for item in marks)
    assert all(b - a >= 9 for a, b in itertools.pairwise(heights))


def test_the_coverage_strip_draws_each_gap_and_says_when_it_was():
    strip = charts.Strip(
        "MQ1A", "pools", START, START + 24 * HOUR, ((START + HOUR, START + 2 * HOUR),), "23 rows"
    )
    text = charts.coverage_strip([strip], uid="x", title="coverage")
    (gap,) = drawn(text, "rect", "missing")
    assert gap.find("title").text == "no records 2026-03-12 01:00 to 02:00"


def test_a_single_record_still_has_a_bar():
    strip = charts.Strip("MQ1A", "pools", START, START, (), "1 row")
    (have,) = drawn(charts.coverage_strip([strip], uid="x", title="coverage"), "rect", "have")
    assert float(have.get("width")) >= 2


def test_bars_share_one_scale_and_say_what_is_held_and_free():
    rows = [
        ("above", [charts.Segment(1, "pools", 3 << 30), charts.Segment(2, "free", 1 << 30, free=True)]),
        ("below", [charts.Segment(3, "pools", 1 << 30)]),
    ]
    text = charts.stacked_bar(rows, uid="x", title="storage")
    widths = [float(item.get("width")) for item in ElementTree.fromstring(text).iter("rect")]
    assert widths[0] == pytest.approx(3 * widths[2], rel=0.02)
    assert "3 GiB held, 1 GiB free" in text


def test_bars_for_a_telephone_are_as_wide_as_it_and_have_their_words_above():
    rows = [("SYSA", [charts.Segment(0, "pools", 3 << 30), charts.Segment(0, "free", 1 << 30, free=True)])]
    drawing = ElementTree.fromstring(charts.stacked_bar(rows, uid="x", title="storage", narrow=True))
    width = float(drawing.get("viewBox").split()[2])
    ends = [float(item.get("x")) + float(item.get("width")) for item in drawing.iter("rect")]
    assert width - 2 <= max(ends) <= width <= 360
    top = min(float(item.get("y")) for item in drawing.iter("rect"))
    above = [item.text for item in drawing.iter("text") if float(item.get("y")) < top]
    assert above == ["SYSA", "3 GiB held, 1 GiB free"]


def test_nothing_to_draw_gives_no_drawing():
    assert charts.stacked_bar([("above", [])], uid="x", title="t") == ""
    assert charts.coverage_strip([], uid="x", title="t") == ""
    assert charts.line_chart(picture(), uid="x") == ""
