"""The laboratory of sites: its pool is LRU, its demand does not depend on size, its evidence is read."""

from dataclasses import replace

import numpy as np
import pytest
from benches.laboratory.__main__ import coverage
from benches.laboratory.demand import demand
from benches.laboratory.hours import habits, hours
from benches.laboratory.pool import Pool
from benches.laboratory.site import drawn
from benches.laboratory.study import FIGURES, LIKE, SAME, forecast, run
from benches.laboratory.system import System

from curve_traces import lru_reads, references


@pytest.fixture(scope="module")
def runs():
    random = np.random.default_rng(21)
    site = drawn(random)
    request = demand(site, hours(replace(habits(random), days=1, intervals=5), random), 21)
    collected = []
    for factor in (1, 3):
        ran = System(site, (factor * site.pools[0].size, site.pools[1].size), request)
        ran.run(range(0))
        collected.append(ran)
    return collected


def test_a_pool_reads_as_the_textbook_says():
    trace = references()
    pool = Pool(40)
    assert sum(pool.read((item.object, item.page)) for item in trace) == lru_reads(trace, 40)


def test_a_larger_pool_meets_the_same_demand_and_reads_less(runs):
    smaller, larger = (sum(interval.reads[0] for interval in ran.intervals) for ran in runs)
    assert larger < smaller
    if runs[0].site.users is None:
        assert [sum(interval.units) for interval in runs[0].intervals] == [
            sum(interval.units) for interval in runs[1].intervals
        ]


def test_processors_are_not_busier_than_they_are_and_waits_are_in_the_response(runs):
    for ran in runs:
        for interval in ran.intervals:
            assert interval.busy <= 1.2 * ran.asked.part * ran.site.processors
            for kind in (0, 1):
                assert interval.elapsed[kind] >= interval.read_wait[kind] + interval.cpu[kind] - 1e-9


def test_a_site_goes_the_ordinary_way_and_has_every_figure_of_both_hours():
    random = np.random.default_rng(3)
    case = run(3, drawn(random), replace(habits(random), days=1, intervals=12), random, more=1)
    assert [set(other) for other in case.others] == [set(FIGURES)]
    actual = forecast(case)
    assert {(item.figure, item.hours) for item in actual} == {
        (name, of) for name in FIGURES for of in (SAME, LIKE)
    }
    assert all(item.low <= item.value <= item.high for item in actual)
    assert "simulated pool" in coverage(actual, "here", 1.0).as_table()
