"""What a disk queue loses with fewer reads: from the site's own intervals, against exact networks."""

from dataclasses import replace

import numpy as np
import pytest

from forecast_site import work
from getpage.forecast.draws import Draws
from getpage.forecast.intervals import Intervals
from getpage.forecast.queueing import Delay, Station, solve
from getpage.forecast.scalability import Users
from getpage.forecast.site.after_change import (
    Before,
    QueueDraws,
    Saved,
    after_change,
    queue_draws,
)
from getpage.forecast.site.disks import MOST_BUSY, elasticity, slower

DRAWS = Draws()
SERVICE = 2e-3


def at_a_disk(reads_a_second, seconds=900.0):
    """An interval whose reads wait as at one M/M/1 disk."""
    [first] = work(1)
    wait = SERVICE / (1 - reads_a_second * SERVICE)
    reads = reads_a_second * seconds
    return replace(first, seconds=seconds, reads=reads, read_seconds=reads * wait)


def intervals(busy, noise=0.01):
    random = np.random.default_rng(5)
    rates = busy / SERVICE * np.exp(0.1 * random.standard_normal(60))
    result = [at_a_disk(min(rate, 0.95 / SERVICE)) for rate in rates]
    return [
        replace(w, read_seconds=w.read_seconds * np.exp(noise * random.standard_normal())) for w in result
    ]


def wait_of_all(rates):
    """The mean wait of a read over intervals of so many reads a second."""
    return float(np.average(SERVICE / (1 - rates * SERVICE), weights=rates))


@pytest.mark.parametrize("busy", [0.1, 0.3, 0.5, 0.6])
def test_intervals_tell_how_the_wait_of_a_read_goes_with_their_number(busy):
    result = intervals(busy)
    drawn, words = elasticity(Intervals.of(result), DRAWS, "DB1A", None)
    low, high = np.quantile(drawn[1:], [0.05, 0.95])
    rates = np.array([item.reads / item.seconds for item in result])
    fewer = 1 - wait_of_all(rates) / wait_of_all(0.99 * rates)
    assert low - 0.05 <= fewer / -0.01 <= high + 0.05
    assert high - low < 0.4
    assert "60 intervals" in words


def of_users(busy, share):
    """Intervals of users whose cycle is waits for reads by this share: disks are faster or slower for no
    reason that shows, and users ask less while they are slow.
    """
    random = np.random.default_rng(5)
    result = []
    for _ in range(100):
        demand, disk = np.exp(0.1 * random.standard_normal()), np.exp(0.1 * random.standard_normal())
        rate = busy / SERVICE * demand
        for _ in range(50):  # as many come back as are served
            slow = disk * (1 - busy) / (1 - min(rate * SERVICE, 0.95))
            rate = busy / SERVICE * demand * slow**-share
        done = at_a_disk(min(rate, 0.95 / SERVICE))
        result.append(replace(done, read_seconds=done.read_seconds * disk))
    return result


@pytest.mark.parametrize("share", [0.2, 0.6])
@pytest.mark.parametrize("busy", [0.2, 0.4])
def test_where_users_wait_for_reads_what_they_ask_less_is_no_sign_of_idle_disks(busy, share):
    """Whatever makes reads slow makes users ask for fewer: the line alone then lies too low."""
    result = Intervals.of(of_users(busy, share))
    shares = np.where(np.arange(DRAWS.count + 1) % 2 == 1, share, 0.0)
    drawn, words = elasticity(result, DRAWS, "DB1A", shares.tobytes())
    truth = busy / (1 - busy)
    low, high = np.quantile(drawn[shares > 0], [0.05, 0.95])
    assert low <= truth <= high
    assert np.median(drawn[shares == 0]) < np.median(drawn[shares > 0])
    assert "which is corrected for" in words


def test_without_intervals_disks_may_be_idle_or_busy():
    drawn, words = elasticity(Intervals.of([]), DRAWS, "DB1A", None)
    assert drawn.min() < 0.02
    assert 1.0 < drawn.max() <= MOST_BUSY / (1 - MOST_BUSY)
    assert "up to 70 %" in words


@pytest.mark.parametrize("busy", [0.2, 0.5, 0.65])
@pytest.mark.parametrize("fewer", [0.3, 0.8, -0.2])
def test_a_wait_follows_the_open_queue(busy, fewer):
    now, then = SERVICE / (1 - busy), SERVICE / (1 - busy * (1 - fewer))
    assert slower(np.array([busy / (1 - busy)]), np.array([-fewer]))[0] == pytest.approx(then / now)


def test_a_wait_is_neither_nothing_nor_for_ever():
    both = slower(np.array([50.0, 2.0]), np.array([-1.0, 1.0]))
    assert (both > 0).all()
    assert np.isfinite(both).all()


@pytest.mark.parametrize("think", [0.05, 0.5])
@pytest.mark.parametrize("keeps", [0.5, 0.8])
def test_users_at_a_disk_come_out_as_the_exact_network_has_them(think, keeps):
    """30 users, one disk, two processors: the change of response and throughput against exact MVA."""
    disk, cpu, users = 0.02, 0.012, 30.0
    think += 30 * disk * 0.8

    def exact(reads):
        return solve([Delay(think), Station(disk * reads), Station(cpu, 2)], users)

    now, then = exact(1.0), exact(keeps)
    draws = np.full(3, 1.0)
    busy = float(now.throughput) * cpu / 2
    queue = float(now.throughput) * disk
    before = Before(
        rate=draws * float(now.throughput),
        response=draws * float(now.residence[1] + now.residence[2]),
        wait=draws * float(now.residence[1]),
        cpu=draws * cpu,
        busy=draws * busy,
        elastic=draws * queue / (1 - queue),
        queues=QueueDraws(
            after_reads=0 * draws,
            other_bursts=draws,
            own_with_reads=0 * draws,
            with_reads=0 * draws,
            queued=0 * draws,
            busy=draws * busy,
            own=draws,
        ),
    )
    saved = Saved(
        cpu=0 * draws,
        wait=draws * float(now.residence[1]) * (1 - keeps),
        reads=draws * (1 - keeps),
        busy=0 * draws,
    )
    result = after_change(before, saved, users=Users(draws * users, draws * think, "given"), processors=2)
    gained = float(then.throughput / now.throughput)
    assert float(result.rate[0]) / float(now.throughput) == pytest.approx(
        gained, abs=0.35 * (gained - 1) + 0.005
    )
    assert float(result.wait[0]) < float(now.residence[1]) * keeps


def test_draws_that_are_all_cpu_are_answered_in_spite_of_rounding():
    """A response that is all CPU has no wait elsewhere: not one of -1e-17 seconds, which no network takes."""
    response, cpu = np.linspace(0.0101, 0.0137, 500), np.linspace(0.0125, 0.0191, 500)
    response[0], cpu[0] = 0.02, 0.0125
    assert (response - cpu * np.minimum(1.0, response / cpu) < 0).any()
    zero, ones = np.zeros(500), np.ones(500)
    rate, users = 50.0, 10.0
    before = Before(
        rate=ones * rate,
        response=response,
        wait=ones * 0.004,
        cpu=cpu,
        busy=rate * cpu[0] / 2 * ones,
        elastic=ones * 0.1,
        queues=QueueDraws(
            after_reads=zero, other_bursts=ones, own_with_reads=zero, with_reads=zero, queued=zero,
            busy=ones * 0.3, own=ones,
        ),
    )  # fmt: skip
    saved = Saved(cpu=zero, wait=ones * 0.001, reads=ones * 0.25, busy=zero)
    think = ones * (users / rate - response[0])
    result = after_change(before, saved, users=Users(ones * users, think, "given"), processors=2)
    assert np.isfinite(result.response).all()
    assert float(result.response[0]) < 0.02


def test_a_rest_that_does_not_go_with_reads_is_in_the_interval_and_not_at_its_edge():
    """A fixed delay of 60 ms beside 40 ms of reads: with half of the reads the response is 20 ms shorter."""
    draws = Draws(400, 1)
    ones = draws.constant(1.0)
    before = Before(
        rate=50 * ones,
        response=0.11 * ones,
        wait=0.04 * ones,
        cpu=0.01 * ones,
        busy=0.25 * ones,
        elastic=0 * ones,
        queues=queue_draws(draws, "DB1A", 4.0),
    )
    saved = Saved(cpu=0 * ones, wait=0.02 * ones, reads=0.5 * ones, busy=0 * ones)
    response = after_change(before, saved, users=None, processors=2).response
    assert float(np.quantile(response, 0.95)) == pytest.approx(0.09, rel=0.01)
    assert float(np.mean(response > 0.0885)) > 0.3
    assert float(np.quantile(response, 0.05)) < 0.075
