"""The eight weeks that are shipped: what the generator writes, what records hold, and what a trend tells."""

import lzma
from datetime import timedelta

import polars as pl
import pytest

from getpage import _native, demo
from getpage.result.trend import Known
from getpage.trend import DailySeries, trend, value_at
from tools.demo import weeks
from tools.demo.archive import tar

DATES = tuple(weeks.FIRST + timedelta(days=n) for n in range(weeks.DAYS))


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    directory = tmp_path_factory.mktemp("weeks")
    demo.write_weeks(directory / "site")
    return directory


@pytest.fixture(scope="module")
def tables(site):
    """Rows of each decoded table, with the day of their interval."""
    (target := site / "tables").mkdir()
    files = [(site / "site" / weeks.file_name(day), number) for number, day in enumerate(DATES)]
    _native.load_files(files, target, 1, [])

    def table(name):
        rows = pl.concat([pl.read_parquet(file) for file in sorted(target.glob(f"{name}-*.parquet"))])
        return rows.with_columns(day=(pl.col("written") - pl.duration(minutes=30)).dt.date())

    return table


def highest(rows, measure):
    """The peak of each day, in the order of days."""
    by_day = rows.group_by("day").agg(measure.max().alias("peak")).sort("day")
    assert by_day["day"].to_list() == [*DATES]
    return tuple(map(float, by_day["peak"]))


def series(planted, values):
    return DailySeries(DATES, values, tuple(float(planted.limit(day)) for day in DATES))


def told(planted):
    return trend(series(planted, tuple(float(planted.peak(day)) for day in DATES)))


def test_the_package_ships_what_the_generator_writes(tmp_path):
    same = lzma.decompress(demo.WEEKS_ARCHIVE.read_bytes()) == tar(weeks.write_weeks(tmp_path))
    assert same, "make sample writes the archive again"
    assert demo.WEEKS_ARCHIVE.stat().st_size < 1e6


def test_there_is_a_dump_of_each_day_without_damage(site):
    paths = sorted((site / "site").iterdir())
    assert [path.name for path in paths] == [weeks.file_name(day) for day in DATES]
    for path in (paths[0], paths[-1]):
        assert _native.inspect_file(path, [])["damage"]["count"] == 0


def test_the_peaks_of_its_records_are_those_planted(tables):
    frames = tables("rmf_paging")
    in_use = highest(frames, weeks.FRAMES - pl.col("available_minimum").cast(pl.Int64))
    assert in_use == tuple(map(weeks.FRAMES_IN_USE.peak, DATES))
    tasks = tables("cics_transaction_manager")
    assert highest(tasks, pl.col("peak_active")) == tuple(map(weeks.TASKS.peak, DATES))
    assert highest(tasks, pl.col("mxt")) == tuple(map(weeks.TASKS.limit, DATES))
    pools = tables("mq_buffer_pool")
    for planted in (weeks.FLAT_POOL, weeks.GROWING_POOL):
        rows = pools.filter(pl.col("buffer_pool") == int(planted.object.split()[1]))
        used = pl.col("buffers").cast(pl.Int64) - pl.col("lowest_stealable").cast(pl.Int64)
        assert highest(rows, used) == tuple(map(planted.peak, DATES))


@pytest.mark.parametrize("planted", [weeks.GROWING_POOL, weeks.FRAMES_IN_USE])
def test_growth_and_the_day_at_the_limit_are_as_planted(planted):
    actual = told(planted)
    assert actual.known is Known.TREND
    assert actual.growth.low < planted.growth_per_week < actual.growth.high
    days = {reach.share: reach for reach in actual.reaches}
    for share, day in planted.reaches:
        assert days[share].earliest <= day <= days[share].latest
    assert actual.shifts == ()


def test_the_bad_day_alone_is_named_and_moves_no_date_by_a_working_week():
    planted = weeks.GROWING_POOL
    actual = told(planted)
    assert [day.day for day in actual.exceptional] == [weeks.BAD_DAY]
    values = [float(planted.peak(day)) for day in DATES]
    values[DATES.index(weeks.BAD_DAY)] = planted.level(weeks.BAD_DAY)
    for with_it, without in zip(actual.reaches, trend(series(planted, tuple(values))).reaches, strict=True):
        for end in ("earliest", "middle", "latest"):
            assert abs(getattr(with_it, end) - getattr(without, end)) < timedelta(days=5)


def test_flat_noise_has_no_trend_no_shift_and_no_exceptional_day():
    actual = told(weeks.FLAT_POOL)
    assert (actual.known, actual.shifts, actual.exceptional) == (Known.NONE, (), ())


def test_the_shift_after_the_change_of_mxt_is_found_on_its_day_and_is_no_growth():
    actual = told(weeks.TASKS)
    day, size = weeks.TASKS.shift
    (shift,) = actual.shifts
    assert (actual.known, shift.day, actual.exceptional) == (Known.NONE, day, ())
    assert shift.size.low < size < shift.size.high
    assert shift.day_probability > 0.9
    assert day.strftime("%A") == "Tuesday"


def test_the_monday_peak_is_seen():
    monday, *others = told(weeks.TASKS).weekdays
    assert monday / max(others) == pytest.approx(1.18, rel=0.03)


def test_nothing_but_what_was_planted_is_exceptional():
    assert told(weeks.FRAMES_IN_USE).exceptional == ()


def test_the_value_of_a_day_to_come_holds_what_was_planted():
    planted = weeks.GROWING_POOL
    values = tuple(float(planted.peak(day)) for day in DATES)
    monday = weeks.LAST + timedelta(days=26)
    actual = value_at(series(planted, values), monday)
    assert actual.low < planted.level(monday) < actual.high
