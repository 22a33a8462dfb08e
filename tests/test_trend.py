"""The trend of one series: what is known of it, when it reaches its limit, and what is left out."""

from __future__ import annotations

import math
from datetime import date, timedelta

import numpy as np
import pytest

from getpage.result.trend import Known
from getpage.trend import DAYS_NEEDED, DailySeries, trend, value_at

TODAY = date(2026, 11, 17)  # a Tuesday
WEEKEND = (1.0, 0.97, 0.98, 0.97, 0.95, 0.6, 0.55)


def series(values, limit=100.0, *, falls=False, gone=()) -> DailySeries:
    """Values of the days up to `TODAY`, in their order, without the days that are gone."""
    days = [TODAY - timedelta(days=n) for n in reversed(range(len(values)))]
    limits = [limit] * len(values) if isinstance(limit, int | float) else limit
    kept = [n for n in range(len(days)) if n not in gone]
    return DailySeries(
        *(tuple(column[n] for n in kept) for column in (days, list(map(float, values)), limits)), falls=falls
    )


def noisy(days=56, *, now=70.0, weekly=0.0, noise=0.02, seed=1, week=WEEKEND):
    """A daily peak with a shape of the week and noise."""
    random = np.random.default_rng(seed)
    ago = np.arange(1 - days, 1)
    weekdays = (ago + TODAY.weekday()) % 7
    return (now + weekly / 7 * ago) * np.array(week)[weekdays] * (1 + noise * random.standard_normal(days))


def reach(found, share=1.0):
    return next(reach for reach in found.reaches if reach.share == share)


def test_thirteen_days_are_too_few_and_fourteen_are_enough():
    few = trend(series(noisy(13)))
    assert (few.known, few.days, few.growth, few.reaches) == (Known.TOO_FEW, 13, None, ())
    assert trend(series(noisy(DAYS_NEEDED))).known is Known.NONE
    assert trend(DailySeries((), (), ())).known is Known.TOO_FEW
    assert value_at(series(noisy(13)), TODAY + timedelta(days=1)) is None


def test_a_demand_that_grows_reaches_its_limit_within_the_interval():
    actual = trend(series(noisy(weekly=2.0)))
    assert actual.known is Known.TREND
    assert actual.growth.low < 2.0 < actual.growth.high
    first_monday_at_the_limit = TODAY + timedelta(days=(100 - 70) / 2 * 7)
    for share, true in ((0.85, TODAY + timedelta(days=7.5 * 7)), (1.0, first_monday_at_the_limit)):
        assert reach(actual, share).earliest <= true <= reach(actual, share).latest
    assert reach(actual, 0.85).latest - reach(actual, 0.85).earliest < timedelta(days=30)


@pytest.mark.parametrize("seed", range(8))
def test_flat_noise_has_no_trend_and_no_latest_day(seed):
    actual = trend(series(noisy(seed=seed)))
    assert actual.known is Known.NONE
    assert actual.growth.low <= 0 <= actual.growth.high
    assert reach(actual).latest is None
    assert actual.shifts == ()


def test_a_demand_that_falls_does_not_grow():
    actual = trend(series(noisy(weekly=-2.0)))
    assert actual.known is Known.NONE
    assert actual.growth.high < 0
    assert reach(actual).earliest is None


def test_at_the_limit_already_is_today():
    actual = trend(series(noisy(now=101.0, noise=0.01)))
    assert actual.known is Known.REACHED
    assert reach(actual).earliest == reach(actual).latest == TODAY


def test_one_exceptional_day_at_the_limit_has_not_reached_it():
    values = noisy(weekly=1.0)
    values[-3] = 130
    assert trend(series(values)).known is Known.TREND


def test_free_frames_that_fall_are_the_same_as_used_ones_that_grow():
    used = noisy(now=70.0, weekly=2.0, week=(1.0,) * 7)
    free = trend(series(100 - used, 0.0, falls=True))
    assert free.known is Known.TREND
    assert free.growth.low < 2.0 < free.growth.high
    assert reach(free).earliest <= TODAY + timedelta(weeks=15) <= reach(free).latest
    assert trend(series(used, 0.0, falls=True)).growth.high < 0


def test_a_floor_is_reached_at_a_share_where_it_is_that_share_of_what_is_left():
    free = trend(series(100 - noisy(now=60.0, weekly=2.0, week=(1.0,) * 7), 17.0, falls=True))
    at_20 = TODAY + timedelta(weeks=10)
    assert reach(free, 0.85).earliest <= at_20 <= reach(free, 0.85).latest


@pytest.mark.parametrize("size", [10.0, -10.0])
def test_a_level_shift_is_no_growth_and_is_found_with_its_day(size):
    values = noisy()
    values[30:] += size
    actual = trend(series(values))
    assert actual.known is Known.NONE
    (shift,) = actual.shifts
    assert shift.day == TODAY - timedelta(days=25)
    assert shift.size.low < size * np.mean(WEEKEND) * 1.3
    assert abs(shift.size.middle) == pytest.approx(abs(size), rel=0.35)
    assert shift.probability > 0.9
    assert 0 < shift.day_probability <= shift.probability


def test_two_shifts_are_both_found():
    values = noisy(84, noise=0.015)
    values[28:] += 12
    values[56:] += 12
    actual = trend(series(values))
    assert [shift.day for shift in actual.shifts] == [TODAY - timedelta(days=55), TODAY - timedelta(days=27)]
    assert actual.known is Known.NONE


@pytest.mark.parametrize("at", [3, 10, 27, 40, 50])
@pytest.mark.parametrize("seed", [1, 5])
def test_one_bad_day_is_named_and_moves_the_interval_by_less_than_two_working_days(at, seed):
    values = noisy(now=75, weekly=4.0, noise=0.01, week=(1, 1, 1, 1, 1, 0.6, 0.6), seed=seed)
    before = trend(series(values))
    values[at] *= 1.5
    after = trend(series(values))
    (day,) = after.exceptional
    assert day.day == TODAY - timedelta(days=55 - at)
    assert day.value == values[at]
    assert day.expected == pytest.approx(values[at] / 1.5, rel=0.1)
    assert day.deviations > 4.5
    for share in (0.85, 1.0):
        for end in ("earliest", "middle", "latest"):
            moved = np.busday_count(getattr(reach(before, share), end), getattr(reach(after, share), end))
            assert abs(moved) < 2


def test_a_day_that_is_too_low_is_exceptional_below():
    values = noisy()
    values[20] *= 0.4
    (day,) = trend(series(values)).exceptional
    assert day.deviations < -4.5


def test_of_two_days_of_one_weekday_the_one_unlike_the_rest_is_exceptional():
    values = noisy(14, noise=0.01)
    values[3] *= 1.5
    assert [day.day for day in trend(series(values)).exceptional] == [TODAY - timedelta(days=10)]


def test_a_pool_that_is_resized_grows_by_its_use():
    values = noisy(weekly=2.0)
    limits = [60.0] * 30 + [100.0] * 26
    assert trend(series(values, limits)) == trend(series(values))


def test_days_that_are_missing_are_not_zero():
    values = noisy(weekly=2.0)
    whole, gap = trend(series(values)), trend(series(values, gone={*range(20, 26), 40}))
    assert (gap.days, gap.exceptional) == (49, ())
    assert gap.growth.middle == pytest.approx(whole.growth.middle, rel=0.3)
    assert abs(reach(gap).middle - reach(whole).middle) < timedelta(days=21)


def test_weekdays_without_values_have_no_factor_and_no_peak():
    values = noisy(weekly=2.0)
    saturdays_and_sundays = {n for n in range(56) if (TODAY - timedelta(days=55 - n)).weekday() > 4}
    working = series(values, gone=saturdays_and_sundays)
    actual = trend(working)
    assert actual.weekdays[5:] == (None, None)
    assert value_at(working, date(2026, 12, 5)) is None
    assert reach(actual).middle.weekday() < 5


def test_weekends_of_zeros_do_not_hide_the_growth_of_the_week():
    actual = trend(series(noisy(weekly=2.0, week=(1, 1, 1, 1, 1, 0, 0))))
    assert actual.known is Known.TREND
    assert actual.weekdays[5:] == (0, 0)
    assert reach(actual).earliest <= TODAY + timedelta(weeks=15) <= reach(actual).latest


def test_the_shape_of_the_week_is_shares_of_its_average():
    week = (1.3, 1.0, 1.0, 1.0, 1.0, 0.6, 0.6)
    actual = trend(series(noisy(week=week, noise=0.01)))
    assert actual.weekdays == pytest.approx([7 * day / sum(week) for day in week], rel=0.02)


@pytest.mark.parametrize("value", [0.0, 5.0, -5.0])
def test_a_constant_has_no_trend(value):
    actual = trend(series([value] * 30))
    assert actual.known is Known.NONE
    assert reach(actual).latest is None
    assert (actual.shifts, actual.exceptional) == ((), ())


def test_a_demand_that_is_mostly_nothing_has_no_trend():
    actual = trend(series([0, 0, 0, 5, 0, 0, 1] * 8))
    assert actual.known is Known.NONE
    assert trend(series([0, 1, 5, 0, 1, 1, 0, 5, 1, 0] * 5)).known is Known.NONE


def test_a_constant_that_steps_once_shifted_and_does_not_grow():
    actual = trend(series([50.0] * 20 + [60.0] * 20))
    assert actual.known is Known.NONE
    assert [shift.day for shift in actual.shifts] == [TODAY - timedelta(days=19)]


def test_a_line_without_noise_reaches_its_limit_on_its_day():
    actual = trend(series(np.linspace(40, 70, 31)))
    assert abs(reach(actual).middle - (TODAY + timedelta(days=30))) <= timedelta(days=2)
    assert actual.exceptional == ()


@pytest.mark.parametrize("factor", [1e-300, 1e-9, 1e15, 1e300])
def test_the_unit_of_a_series_does_not_matter(factor):
    values = noisy(weekly=2.0)
    small, large = trend(series(values)), trend(series(values * factor, 100 * factor))
    assert large.known is small.known
    assert large.growth.middle == pytest.approx(small.growth.middle * factor, rel=1e-6)
    assert large.reaches == small.reaches


@pytest.mark.parametrize("bad", [math.nan, math.inf])
def test_what_is_no_number_is_refused(bad):
    with pytest.raises(ValueError, match="finite"):
        series([bad] * 20)
    with pytest.raises(ValueError, match="finite"):
        series([1.0] * 20, bad)


def test_dates_ascend_and_all_columns_are_of_one_length():
    with pytest.raises(ValueError, match="ascend"):
        DailySeries((TODAY, TODAY), (1.0, 1.0), (2.0, 2.0))
    with pytest.raises(ValueError, match="number"):
        DailySeries((TODAY,), (1.0, 1.0), (2.0, 2.0))


def test_the_same_series_has_the_same_answer():
    assert trend(series(noisy(weekly=1.0))) == trend(series(noisy(weekly=1.0)))


def test_of_a_year_the_last_half_counts():
    old = noisy(365, weekly=1.0)
    changed = old.copy()
    changed[:180] = 5.0
    assert trend(series(old)).reaches == trend(series(changed)).reaches


def test_the_value_of_a_day_is_that_of_its_weekday():
    grown = series(noisy(weekly=2.0))
    monday, sunday = (value_at(grown, day) for day in (date(2026, 12, 14), date(2026, 12, 20)))
    true = 70 + 2 * 27 / 7
    assert monday.low < true < monday.high
    assert sunday.low < true * 0.55 < sunday.high < monday.low


def test_nothing_is_known_of_the_past_or_of_a_day_beyond_two_years():
    grown = series(noisy(weekly=2.0))
    assert value_at(grown, TODAY) is None
    assert value_at(grown, TODAY + timedelta(days=731)) is None
    assert value_at(grown, TODAY + timedelta(days=730)) is not None
