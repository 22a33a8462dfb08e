"""A saved curve says which hours its trace is of, and a forecast is as sure as these tell of the others."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import numpy as np
import polars as pl
import pytest

import curve_traces as traces
import getpage
from forecast_site import START, curve, knob, work
from getpage.core.errors import GetpageError
from getpage.curve.saved import read_curves
from getpage.forecast.change import SizeRequest
from getpage.forecast.hour_uncertainty import HourUncertainty
from getpage.forecast.site import ForecastSettings, forecast_site

PAGES = [page for turn in range(60) for page in range(turn % 7 * 40, turn % 7 * 40 + 160)]
HOURS = (START + timedelta(hours=1), START + timedelta(hours=3))
_MICROS = [int(hour.replace(tzinfo=UTC).timestamp() * 1e6) for hour in HOURS]


def references(time: pl.Series) -> pl.DataFrame:
    return pl.DataFrame({"pool": "BP1", "object": "260.2", "page": PAGES, "access": "random", "time": time})


def dates() -> pl.Series:
    return pl.Series(np.linspace(*_MICROS, len(PAGES))).cast(pl.Int64).cast(pl.Datetime("us"))


def made_of(form: str, times: pl.Series, into):
    frame = references(times)
    if form == "frame":
        return getpage.curve(frame, sizes=[100, 200])
    path = into / f"trace.{form}"
    {
        "parquet": frame.write_parquet,
        "arrow": frame.write_ipc,
        "arrows": frame.write_ipc_stream,
        "csv": frame.write_csv,
    }[form](path)
    return getpage.curve(path, sizes=[100, 200])


def saved(made, into):
    path = into / "bp.json"
    path.write_text(getpage.report.render(made, "json"))
    return read_curves([path])[0]


@pytest.mark.parametrize("form", ["frame", "parquet", "arrow", "arrows"])
def test_dates_of_references_say_which_hours_a_curve_is_of_wherever_it_is_shown(form, tmp_path):
    result = made_of(form, dates(), tmp_path)
    assert saved(result, tmp_path).seen == (HOURS,)
    for shown in ("table", "md", "html"):
        assert "2026-05-21 09:00 to 11:00, local time" in getpage.report.render(result, shown)


@pytest.mark.parametrize("form", ["frame", "parquet", "arrow", "csv"])
@pytest.mark.parametrize("kind", ["numbers", "zone"])
def test_numbers_and_dates_of_a_zone_do_not_say_it_and_that_is_said(form, kind, tmp_path):
    numbers = pl.Series(range(len(PAGES)))
    if (form, kind) == ("csv", "zone"):
        pytest.skip("times of CSV are numbers")
    result = made_of(form, numbers if kind == "numbers" else dates().dt.replace_time_zone("UTC"), tmp_path)
    assert saved(result, tmp_path).seen is None
    for shown in ("table", "md", "html"):
        assert "does not give its hours in local time" in " ".join(
            getpage.report.render(result, shown).split()
        )


def test_records_of_smf_say_it_by_the_times_at_which_they_were_written(tmp_path):
    collected = []
    for number, reference in enumerate(traces.references(3000)):
        record = traces.smf_specification(reference, number)
        record["common"]["written"] = _MICROS[number == 2999]
        collected.append(record)
    (tmp_path / "TRACE").write_bytes(traces.as_smf(collected))
    curves = getpage.curve(tmp_path / "TRACE", sizes=[100])
    assert saved(curves, tmp_path).seen == (HOURS,)
    other = getpage.curve(tmp_path / "TRACE", sizes=[100], subsystem="DB1A")
    assert saved(other, tmp_path).seen == (HOURS,)


@pytest.mark.parametrize(
    ("first", "last"),
    [("yesterday", "today"), ("2026-05-21T09:00:00", "2026-05-21T08:00:00"), ("2026-05-21T09:00:00Z",) * 2],
)
def test_hours_that_cannot_be_are_refused(first, last, tmp_path):
    curves = getpage.curve(references(dates()), sizes=[100])
    plain = json.loads(getpage.report.render(curves, "json"))
    plain["trace"] = [{"file": "x", "first": first, "last": last}]
    (tmp_path / "bp.json").write_text(json.dumps(plain))
    with pytest.raises(GetpageError, match="not a saved curve, the hours of its trace"):
        read_curves([tmp_path / "bp.json"])


def test_a_curve_saved_before_hours_were_told_is_read_and_told_for_none(tmp_path):
    plain = json.loads(getpage.report.render(getpage.curve(references(dates()), sizes=[100]), "json"))
    plain["trace"] = [{"file": "x", "format": "frame", "detected": True}]
    (tmp_path / "bp.json").write_text(json.dumps(plain))
    assert read_curves([tmp_path / "bp.json"])[0].seen is None


def test_the_error_of_a_part_of_the_window_is_that_of_means_over_the_part_and_the_whole():
    """Intervals drawn with the variance 1 each: those traced and all of them, many times over."""
    random = np.random.default_rng(1)
    start = (START - datetime(1970, 1, 1)).total_seconds()
    window = [(start + 900.0 * n, 900.0) for n in range(40)]
    drawn = random.standard_normal((20_000, 60))
    every = drawn[:, :40].mean(axis=1)
    for first, last in ((0, 40), (0, 20), (10, 15), (30, 50), (40, 60)):
        span = tuple(START + timedelta(seconds=900.0 * n) for n in (first, last))
        of = HourUncertainty(interval=10.0, mean=1 / np.sqrt(40), window=window).of(
            replace(curve((1, 1.0), (2, 0.5)), seen=(span,))
        )
        measured = np.std(drawn[:, first:last].mean(axis=1) - every)
        assert of == pytest.approx(np.hypot(measured, 0.01), rel=0.03, abs=1e-9)


def test_spans_that_overlap_count_once_and_no_part_is_less_sure_than_an_interval():
    start = (START - datetime(1970, 1, 1)).total_seconds()
    differ = HourUncertainty(interval=0.2, mean=0.05, window=[(start, 3600.0)])
    span = (START, START + timedelta(minutes=30))
    two = (START + timedelta(minutes=10), START + timedelta(minutes=30))
    covered = differ.covered(replace(curve((1, 1.0), (2, 0.5)), seen=(span, two)))
    assert (covered.time, covered.within) == (0.5, 0.5)
    moment = (START, START + timedelta(seconds=1))
    assert differ.of(replace(curve((1, 1.0), (2, 0.5)), seen=(moment,))) == pytest.approx(np.hypot(0.2, 0.01))


def wide(seen) -> tuple[float, str]:
    of = replace(knob().curve, seen=seen)
    request = SizeRequest(replace(knob(), curve=of), 200_000)
    forecast = forecast_site([request], work(), settings=ForecastSettings())
    figure = next(figure for figure in forecast.figures if figure.name == "reads")
    assumption = next(
        assumption for assumption in forecast.assumptions if "savings of its curve" in assumption
    )
    return figure.same_hours.high - figure.same_hours.low, assumption


def test_the_more_of_the_window_a_trace_is_of_the_surer_is_what_it_saves():
    hours = timedelta(hours=12)
    whole, all_said = wide(((START, START + hours),))
    part, part_said = wide(((START, START + hours / 4),))
    other, other_said = wide(((START + 2 * hours, START + 3 * hours),))
    none, none_said = wide(None)
    assert whole < part < none
    assert whole < other < none
    assert all_said.endswith("its trace is of 100 % of the time of the evidence")
    assert part_said.endswith("its trace is of 25 % of the time of the evidence")
    assert other_said.endswith("its trace is of other hours than those of the evidence")
    assert "the hours of its trace are not known" in none_said
