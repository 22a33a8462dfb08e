"""The price of a read avoided: published until the site's own intervals say it better."""

from datetime import datetime, timedelta

import numpy as np
import pytest

from getpage.contract.work import Work
from getpage.core.errors import NotEnoughEvidenceError
from getpage.core.names import Image, Subsystem
from getpage.forecast import Machine, price_of
from getpage.forecast.price import cpu_per_read_of
from getpage.products.db2 import PRODUCT as DB2
from getpage.products.db2 import constants

START = datetime(2026, 5, 21, 8)


def intervals(
    count: int, *, price: float = 45e-6, noise: float = 0.01, reads_cv: float = 0.3, **fixed: object
) -> list[Work]:
    random = np.random.default_rng(count)
    collected = []
    for n in range(count):
        units = float(random.integers(50_000, 150_000))
        per_unit = 20 * np.exp(reads_cv * random.standard_normal())
        values = {
            "units": units,
            "reads": units * per_unit,
            "read_seconds": units * per_unit * 1.2e-3,
            "getpages": units * 300 * float(np.exp(0.05 * random.standard_normal())),
            "cpu_seconds": units * (8e-3 + price * per_unit) * np.exp(noise * random.standard_normal()),
        }
        collected.append(
            Work(
                subsystem=Subsystem("db2", Image("SYSA"), "DB1A"),
                start=START + timedelta(minutes=15 * n),
                seconds=900.0,
                unit="commit",
                **(values | fixed),
            )
        )
    return collected


def test_without_work_the_published_range_stands_at_its_ends():
    price = price_of([])
    assert price.cpu_seconds.basis == "published range"
    assert (price.cpu_seconds.low, price.cpu_seconds.high) == pytest.approx((20e-6, 70e-6), rel=0.01)
    assert (price.waited_seconds.low, price.waited_seconds.high) == pytest.approx((600e-6, 7e-3), rel=0.02)
    assert price.intervals == 0


def test_a_z13_has_its_own_published_range():
    price = price_of([], machine=Machine.Z13)
    assert (price.cpu_seconds.low, price.cpu_seconds.high) == pytest.approx((20e-6, 40e-6), rel=0.01)


def test_the_sites_own_regression_replaces_the_range_once_it_is_tighter():
    price = price_of(intervals(200, price=45e-6))
    assert price.cpu_seconds.basis == "regression"
    assert price.cpu_seconds.low < 45e-6 < price.cpu_seconds.high
    assert price.cpu_seconds.high - price.cpu_seconds.low < 15e-6


def test_a_regression_looser_than_the_range_only_narrows_it():
    price = price_of(intervals(14, noise=0.2))
    assert price.cpu_seconds.basis == "published range"
    assert any("narrowed by" in words for words in price.cpu_seconds.assumptions)


def test_a_regression_that_contradicts_the_range_widens_the_price_and_says_so():
    price = price_of(intervals(200, price=900e-6))
    assert "contradicts" in price.cpu_seconds.assumptions[0]
    assert price.cpu_seconds.low < 70e-6
    assert price.cpu_seconds.high > 500e-6


def test_one_outlying_interval_does_not_decide_the_price():
    clean = intervals(60)
    odd = [*clean[:30], *intervals(1, cpu_seconds=9e4), *clean[30:]]
    assert price_of(odd).cpu_seconds.value == pytest.approx(price_of(clean).cpu_seconds.value, rel=0.15)


def test_heavier_work_is_not_taken_for_dear_reads_where_getpages_tell_it():
    random = np.random.default_rng(7)
    rows = []
    for work in intervals(150):
        heavy = np.exp(0.4 * random.standard_normal())
        reads = work.units * 20 * heavy * np.exp(0.25 * random.standard_normal())
        cpu = work.units * 8e-3 * heavy + 40e-6 * reads
        rows.append(
            intervals(1, units=work.units, reads=reads, getpages=work.units * 200 * heavy, cpu_seconds=cpu)[0]
        )
    assert price_of(rows).cpu_seconds.value == pytest.approx(40e-6, rel=0.15)


def test_the_wait_of_a_read_is_what_was_measured():
    price = price_of(intervals(40))
    assert price.waited_seconds.basis == "measured"
    assert price.waited_seconds.value == pytest.approx(1.2e-3)


def test_same_work_same_price():
    assert price_of(intervals(40)) == price_of(intervals(40))


def test_a_slope_near_nothing_contradicts_the_range_too():
    price = price_of(intervals(200, price=1e-6))
    assert price.cpu_seconds.basis == "published range, contradicted"
    assert price.cpu_seconds.low < 5e-6
    assert price.cpu_seconds.high > 40e-6


def test_without_getpages_the_regression_is_an_upper_end_and_no_more():
    price = price_of(intervals(200, price=30e-6, getpages=None))
    assert price.cpu_seconds.basis == "published range"
    assert price.cpu_seconds.high < 36e-6
    assert any("at most" in words for words in price.cpu_seconds.assumptions)


def test_what_others_gained_is_what_the_checks_of_db2_say_too():
    text = [(gain.low, gain.high) for gain in DB2.gains]
    assert text == [
        constants.GAIN_FIXED,
        constants.GAIN_LARGE_FRAMES,
        constants.GAIN_PAGEABLE_LARGE,
        constants.GAIN_GROWTH,
    ]


def test_the_published_price_of_a_read_is_what_the_checks_of_db2_say_too():
    for machine, ends in (
        (Machine.ZEC12, constants.CPU_PER_READ_ZEC12_US),
        (Machine.Z13, constants.CPU_PER_READ_Z13_US),
    ):
        price = cpu_per_read_of("db2", machine)
        assert (price.low, price.high) == tuple(us / 1e6 for us in ends)


def test_a_product_of_which_no_price_was_published_does_not_get_that_of_another():
    with pytest.raises(NotEnoughEvidenceError, match="no price of a read by z/OS"):
        cpu_per_read_of("zos", None)
    with pytest.raises(KeyError):
        cpu_per_read_of("nobody", None)
    assert cpu_per_read_of("mq", Machine.Z13) == cpu_per_read_of("mq", None)
    assert cpu_per_read_of("db2", Machine.Z13) != cpu_per_read_of("db2", None)
