"""Forecasts from tables of measured runs: the published ones, and what no table can carry."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from getpage.core.errors import GetpageError, NotEnoughEvidenceError
from getpage.forecast.points import RunSettings, forecast_points
from getpage.result.forecast import FigureName
from getpage.runs import read_points

DATA = Path(__file__).parent / "data" / "seeds"
BANKING = read_points(DATA / "db2-pool-sizes.csv")
MDM = read_points(DATA / "mdm-read-waits.csv")


def banking(**settings):
    return forecast_points(
        BANKING,
        calibrate=["256 GB", "512 GB"],
        predict="1024 GB",
        settings=RunSettings(**({"processors": 12} | settings)),
    )


def holds(figure, value: float) -> bool:
    return figure.after.low <= value <= figure.after.high


def table(tmp_path: Path, text: str):
    path = tmp_path / "runs.csv"
    path.write_text(text)
    return read_points(path)


def test_every_row_of_the_banking_runs_agrees_with_itself():
    agreements = banking().agreements
    assert [item.subject for item in agreements] == [
        f"{memory}, ITR" for memory in ("256 GB", "512 GB", "1024 GB")
    ]
    assert all(item.agrees and item.low <= item.printed <= item.high for item in agreements)


def test_two_banking_runs_forecast_the_third_from_its_reads_alone():
    forecast = banking()
    itr, etr, response = (
        forecast.figure("1024 GB", name) for name in (FigureName.ITR, FigureName.ETR, FigureName.RESPONSE)
    )
    assert itr.after.value == pytest.approx(1237, rel=0.05)
    assert etr.after.value == pytest.approx(976, rel=0.12)
    assert holds(itr, 1237)
    assert holds(etr, 976)
    assert holds(response, 0.209)
    assert response.measured == 0.209


def test_nothing_of_the_row_that_is_forecast_is_used_but_its_reads(tmp_path):
    lines = (DATA / "db2-pool-sizes.csv").read_text().splitlines()
    lines[-1] = "1024 GB,638 GB,5,9,n/a,976,n/a,9.9,n/a,0.9k,n/a"
    other = table(tmp_path, "\n".join(lines))
    settings = RunSettings(processors=12)
    forecast = forecast_points(other, calibrate=["256 GB", "512 GB"], predict="1024 GB", settings=settings)
    for name in (FigureName.ITR, FigureName.ETR, FigureName.RESPONSE):
        assert forecast.figure("1024 GB", name).after == banking().figure("1024 GB", name).after


def test_the_users_of_the_banking_runs_follow_from_the_response_time_law():
    (load,) = banking().loads
    assert load.kind == "closed"
    assert load.processors == 12
    think = (709 * 0.695 - 819 * 0.428) / (819 - 709)
    assert load.think_seconds.value == pytest.approx(think)
    assert load.population.value == pytest.approx(709 * (0.695 + think))


def test_a_run_between_two_others_is_forecast_with_a_narrower_interval_than_one_beyond_them():
    between = forecast_points(
        BANKING, calibrate=["256 GB", "1024 GB"], predict="512 GB", settings=RunSettings(processors=12)
    )
    beyond = banking()
    for name in (FigureName.ITR, FigureName.RESPONSE):
        inside, outside = between.figure("512 GB", name).after, beyond.figure("1024 GB", name).after
        assert (inside.high - inside.low) / inside.value < (outside.high - outside.low) / outside.value
    assert not any("beyond the calibration rows" in words for words in between.assumptions)
    assert any("beyond the calibration rows" in words for words in beyond.assumptions)


@given(st.tuples(st.floats(0.01, 14.0), st.floats(0.01, 14.0)))
def test_fewer_reads_never_cost_more_and_the_further_the_wider(reads):
    few, many = sorted(reads)
    low, high = (
        forecast_points(
            BANKING,
            calibrate=["256 GB", "512 GB"],
            predict=f"reads_per_unit={r}",
            settings=RunSettings(processors=12),
        ).figures
        for r in (few, many)
    )
    by_name = {
        (figure.name, r): figure.after for r, figures in ((few, low), (many, high)) for figure in figures
    }
    assert by_name[FigureName.ITR, few].value >= by_name[FigureName.ITR, many].value * (1 - 1e-9)
    assert by_name[FigureName.RESPONSE, few].value <= by_name[FigureName.RESPONSE, many].value * (1 + 1e-9)
    widths = [by_name[FigureName.RESPONSE, r].high - by_name[FigureName.RESPONSE, r].low for r in (few, many)]
    assert widths[0] >= widths[1] * 0.97  # each label has draws of its own


def test_a_size_that_no_row_has_is_forecast_from_the_reads_that_sizes_had():
    forecast = forecast_points(BANKING, calibrate=["256 GB", "512 GB"], predict="pool_bytes=240GB")
    itr = forecast.figure("pool_bytes=240GB", FigureName.ITR).after
    assert 992 < itr.value < 1124


@pytest.mark.parametrize("by", ["label", "dump size", "Dump_Size"])
def test_labels_that_are_numbers_are_gone_by_like_a_column(by):
    table = read_points(DATA / "svc-dump-60-on-aux.csv")
    figure = forecast_points(
        table, calibrate=["10 GB", "40 GB"], predict="20 GB", settings=RunSettings(by=by)
    ).figure("20 GB", "real_storage_constrained")
    assert figure.measured == 76
    assert figure.after.value == pytest.approx(86 - (86 - 65) * 10 / 30)
    assert figure.after.low <= 76 <= figure.after.high
    named = forecast_points(table, calibrate=["10 GB", "40 GB"], predict="dump size=20480MB")
    assert named.figures[1].after.value == pytest.approx(figure.after.value)
    with pytest.raises(NotEnoughEvidenceError, match="a number for a label"):
        forecast_points(
            read_points(DATA / "td-db2.csv"),
            calibrate=["V4.1", "V4.2"],
            predict="V5.1",
            settings=RunSettings(by="label"),
        )


def test_the_mdm_runs_hold_what_was_measured_end_to_end():
    forecast = forecast_points(MDM, calibrate=["before"], predict="after")
    changes = {figure.name: figure.change_percent for figure in forecast.figures}
    assert changes["elapsed in subsystem"].value == pytest.approx(-11.7 * (35.69 - 1.57) / 35.69, abs=0.1)
    assert changes["relative response"].low <= -5 <= changes["relative response"].high
    assert changes["relative CPU per unit"].low <= -6.8 <= changes["relative CPU per unit"].high


def test_without_processors_the_same_runs_are_forecast_without_queueing():
    forecast = banking(processors=None)
    assert holds(forecast.figure("1024 GB", FigureName.ITR), 1237)
    assert holds(forecast.figure("1024 GB", FigureName.ETR), 976)
    assert forecast.figure("1024 GB", FigureName.CPU_PER_UNIT) is None


def test_users_and_think_time_may_be_given():
    (load,) = banking(population=1500, think_seconds=1.5).loads
    assert (load.population.value, load.think_seconds.value) == (1500, 1.5)
    assert load.basis == "as given"


def test_one_run_alone_does_not_tell_throughput_and_says_what_would():
    forecast = forecast_points(
        BANKING, calibrate=["512 GB"], predict="1024 GB", settings=RunSettings(processors=12)
    )
    assert forecast.figure("1024 GB", FigureName.ETR) is None
    assert forecast.figure("1024 GB", FigureName.ITR).after.low < 1237
    (missing,) = forecast.missing
    assert "--think" in missing.supply


def test_one_run_and_a_think_time_tell_throughput():
    forecast = forecast_points(
        BANKING,
        calibrate=["512 GB"],
        predict="1024 GB",
        settings=RunSettings(think_seconds=1.3, processors=12),
    )
    assert holds(forecast.figure("1024 GB", FigureName.ETR), 976)


@pytest.mark.parametrize(
    ("calibrate", "predict", "says"),
    [
        (["256 GB"], "2 TB", "no row has this label"),
        (["256 GB", "1024 GB"], "1024 GB", "to be forecast and to calibrate on"),
        ([], "1024 GB", "--calibrate names no row"),
        (["256 GB"], "pool=3", "there is no column"),
        (["256 GB"], "pool_bytes=3 apples", "not a unit"),
    ],
)
def test_what_the_table_does_not_have_is_refused_with_what_it_has(calibrate, predict, says):
    with pytest.raises(GetpageError, match=says):
        forecast_points(BANKING, calibrate=calibrate, predict=predict)


def test_two_runs_of_one_size_tell_nothing_of_size(tmp_path):
    runs = table(tmp_path, "label,BP size,ITR\na,1 GB,10\nb,1 GB,11\nc,2 GB,12\n")
    with pytest.raises(NotEnoughEvidenceError, match="same pool_bytes"):
        forecast_points(runs, calibrate=["a", "b"], predict="c")


def test_a_row_without_reads_is_refused_with_what_to_supply(tmp_path):
    runs = table(tmp_path, "label,ITR,ETR\na,10,9\nb,11,9\nc,12,9\n")
    with pytest.raises(NotEnoughEvidenceError, match="--by"):
        forecast_points(runs, calibrate=["a", "b"], predict="c")


def test_same_table_same_forecast():
    assert banking() == banking()
