"""The same hours again, and hours like these: how far a forecast may be off for each."""

from dataclasses import replace
from datetime import timedelta

import numpy as np
import pytest

from forecast_site import DB1A, knob, work
from getpage import report
from getpage.contract.storage import Processors
from getpage.core.names import Image
from getpage.forecast.change import size_requests
from getpage.forecast.intervals import Intervals
from getpage.forecast.settings import ForecastSettings, LoadKind
from getpage.forecast.site import forecast_site
from getpage.forecast.site.hours import OTHERS, RATE, hours_like, same_hours
from getpage.forecast.site.volume import Day, mean_error, volume_of
from getpage.result.forecast import FigureName

SETTINGS = ForecastSettings(load=LoadKind.OPEN)
NAMES = (FigureName.READS_PER_UNIT, FigureName.CPU_PER_UNIT, FigureName.RESPONSE, FigureName.ETR)


def quarters(count):
    return [8 * 3600.0 + 900.0 * n for n in range(count)]


def days(count, each=24):
    return [8 * 3600.0 + 86400.0 * day + 3600.0 * hour for day in range(count) for hour in range(each)]


def drifting(random, count, keep):
    result = [random.standard_normal()]
    for _ in range(count - 1):
        result.append(keep * result[-1] + np.sqrt(1 - keep * keep) * random.standard_normal())
    return 1 + 0.1 * np.array(result)


def wide(figure):
    return figure.after.high - figure.after.low, figure.same_hours.high - figure.same_hours.low


def forecast(done, **settings):
    return forecast_site(size_requests(["BP1=x2"], [knob()]), done, settings=ForecastSettings(**settings))


def test_hours_like_these_are_less_sure_than_the_same_hours_and_the_best_guess_is_the_same():
    result = forecast(work(), load=LoadKind.OPEN)
    for name in NAMES:
        figure = result.figure(DB1A, name)
        assert figure.after.value == figure.same_hours.value
        like, same = wide(figure)
        assert like > same


def test_a_load_that_moves_more_is_less_sure():
    random = np.random.default_rng(3)
    steady, moving = (
        [
            item
            for n in range(48)
            for item in work(1, seed=n, units=90_000 * np.exp(by * random.standard_normal()))
        ]
        for by in (0.02, 0.9)
    )
    widths = [
        wide(forecast(done, load=LoadKind.OPEN).figure(DB1A, FigureName.ETR))[0] for done in (steady, moving)
    ]
    assert widths[1] > 1.5 * widths[0]


def test_both_intervals_are_said_wherever_a_forecast_is():
    result = forecast(work(), load=LoadKind.OPEN)
    for form in ("table", "md", "html"):
        words = " ".join(report.render(result, form).split())
        assert " over the same hours, " in words
        assert " over hours like these" in words
    for form in ("md", "html"):
        text = report.render(result, form)
        assert "90 % interval, same hours" in text
        assert "90 % interval, hours like these" in text
    assert '"same_hours"' in report.render(result, "json")
    assert "same_hours" in report.render(result, "csv")


@pytest.mark.parametrize("keep", [0.0, 0.5, 0.8])
def test_nine_in_ten_windows_like_this_one_lie_in_the_interval(keep):
    random, held, starts = np.random.default_rng(11), 0, quarters(96)
    for _ in range(400):
        first, second = drifting(random, 96, keep), drifting(random, 96, keep)
        sure = mean_error(starts, first.tolist())
        error = np.sqrt(2) * sure.error * float(np.quantile(random.standard_t(sure.freedom, 4000), 0.95))
        held += abs(second.mean() / first.mean() - 1) <= error
    assert 0.83 <= held / 400 <= 0.97


def test_what_differs_by_the_time_of_day_is_no_error_where_days_show_it():
    random = np.random.default_rng(2)
    profile = np.tile(1 + 0.5 * np.sin(np.arange(24) / 24 * 2 * np.pi), 4)
    noise = 1 + 0.02 * random.standard_normal(96)
    with_days = mean_error(days(4), (profile * noise).tolist())
    as_one = mean_error(quarters(96), (profile * noise).tolist())
    assert with_days.error < as_one.error / 5


def test_days_that_differ_as_a_whole_are_an_error_however_alike_their_hours_are():
    random = np.random.default_rng(4)
    whole = np.repeat([0.8, 1.2, 0.9, 1.1], 24)
    sure = mean_error(days(4), (whole * (1 + 0.01 * random.standard_normal(96))).tolist(), 0.05)
    assert sure.error == pytest.approx(
        0.18 / 2, rel=0.05
    )  # what they differ by, whatever is taken of one day
    assert 3 <= sure.freedom <= 4


def test_several_days_that_are_alike_are_as_sure_as_their_hours_make_them():
    random = np.random.default_rng(14)
    values = (100 * (1 + 0.01 * random.standard_normal(120))).tolist()
    assert mean_error(days(5), values, 0.05).error < 0.002
    assert mean_error(quarters(24), values[:24], 0.05).error > 0.04


@pytest.mark.parametrize("count", [2, 3, 5])
@pytest.mark.parametrize("differ", [0.0, 0.01, 0.05, 0.2])
def test_as_many_other_days_lie_in_the_interval_nine_times_in_ten(count, differ):
    random, held, starts = np.random.default_rng([count, int(1000 * differ)]), 0, days(count)
    for _ in range(300):
        means = np.exp(differ * random.standard_normal(2 * count))
        values = np.repeat(means, 24) * (1 + 0.05 * random.standard_normal(48 * count))
        first, second = values[: 24 * count], values[24 * count :]
        sure = mean_error(starts, first.tolist(), 0.05)
        error = np.sqrt(2) * sure.error * float(np.quantile(random.standard_t(sure.freedom, 4000), 0.95))
        held += abs(second.mean() / first.mean() - 1) <= error
    assert held / 300 >= 0.8


def test_a_window_of_one_day_is_taken_for_no_surer_than_days_are():
    flat = [100.0 + n % 2 for n in range(48)]
    assert mean_error(quarters(48), flat, 0.05).error >= 0.05
    assert mean_error(quarters(48), flat).error < 0.005


def test_columns_that_move_together_do_so_in_other_hours():
    random = np.random.default_rng(6)
    done = []
    for n in range(60):
        heavy = float(np.exp(0.2 * random.standard_normal()))
        units = 90_000.0
        more = {"units": units, "reads": 20 * heavy * units, "cpu_seconds": 0.01 * heavy * units}
        done += work(1, seed=n, **more)
    hours = hours_like(volume_of(Intervals.of(done)), (), SETTINGS, "DB1A")
    assert np.corrcoef(hours.ratio("reads")[1:], hours.ratio("cpu_seconds")[1:])[0, 1] > 0.95
    assert (same_hours(SETTINGS.draws).ratio(RATE) == 1).all()


def test_the_work_of_others_on_the_processors_moves_by_what_rmf_saw_of_it():
    done = work(48)
    random = np.random.default_rng(8)
    busy = [
        Processors(
            image=Image("SYSA"),
            start=item.start + timedelta(seconds=3),
            seconds=900.0,
            busy_seconds=item.cpu_seconds + 900 * 2 * float(np.exp(0.5 * random.standard_normal())),
            online_seconds=3600.0,
        )
        for item in done
    ]
    hours = hours_like(volume_of(Intervals.of(done)), busy, SETTINGS, "DB1A")
    assert 0.05 < hours.ratio(OTHERS)[1:].std() < 0.3
    assert (hours_like(volume_of(Intervals.of(done)), (), SETTINGS, "DB1A").ratio(OTHERS) == 1).all()


def test_hours_without_work_are_the_same_ones():
    assert (hours_like(None, (), SETTINGS, "DB1A").ratio(RATE) == 1).all()
    assert mean_error([0.0] * 3, [1.0, 2.0, 3.0]) is None


def test_the_slow_wave_of_a_single_day_may_be_its_profile_or_a_drift():
    """As it was if it comes back, as uncertain as any drift if not; several days tell which it is."""
    slow = [1 + 0.2 * np.cos(2 * np.pi * n / 64) + 0.01 * np.sin(9 * n) for n in range(64)]
    starts = quarters(64)
    seen, back = (mean_error(starts, slow, day=day) for day in (Day.SEEN, Day.RETURNS))
    assert back.error < 0.2 * seen.error
    several = days(3)
    values = [1 + 0.2 * np.cos(2 * np.pi * n / 24) + 0.01 * np.sin(9 * n) for n in range(72)]
    assert mean_error(several, values, day=Day.RETURNS) == mean_error(several, values, day=Day.SEEN)
    assert mean_error(several, values, day=Day.ANY).error > 5 * mean_error(several, values).error


def test_without_slow_waves_a_single_day_is_as_sure_either_way():
    random = np.random.default_rng(2)
    apart = []
    for _ in range(200):
        values = (1 + 0.1 * random.standard_normal(64)).tolist()
        seen, back = (mean_error(quarters(64), values, day=day) for day in (Day.SEEN, Day.RETURNS))
        apart.append(back.error / seen.error)
    assert np.median(apart) == pytest.approx(1, abs=0.05)


def test_a_forecast_says_whether_days_were_compared_or_a_default_was_taken():
    one_day = " ".join(forecast(work(48), load=LoadKind.OPEN).assumptions)
    assert "5 % of volume and 2 % of means per unit of work are assumed" in one_day
    several = " ".join(forecast(work(4 * 96), load=LoadKind.OPEN).assumptions)
    assert "differ as the 4 days of the evidence do" in several


def test_pauses_of_users_differ_as_rates_from_one_interval_to_the_next_and_not_as_the_load_of_a_day():
    """A load that doubles over the day says nothing of pauses; that users ask more and less at once does."""
    rising = [replace(interval, units=90_000.0 * (1 + n / 47)) for n, interval in enumerate(work(48))]
    assert volume_of(Intervals.of(rising)).rate_error < 0.003
    random = np.random.default_rng(3)
    noise = 1 + 0.05 * random.standard_normal(48)
    restless = [
        replace(interval, units=interval.units * by) for interval, by in zip(rising, noise, strict=True)
    ]
    assert volume_of(Intervals.of(restless)).rate_error == pytest.approx(0.05 / 48**0.5, rel=0.3)
