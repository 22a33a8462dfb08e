"""What work data sets take of the time that a sort waits for disk: by requests, bytes and connect time."""

from __future__ import annotations

import pytest

from getpage.products.sort.disk_time import of_work, requests
from sort_evidence import GIB

#: Input and output of a gigabyte, and as much of work, in requests of 400 KB.
OTHERS = requests(2 * GIB, 2 * GIB / 400_000)
WORK = requests(2 * GIB, 2 * GIB / 400_000)


def share(odds: float) -> float:
    return odds / (1 + odds)


def test_a_sort_that_waits_as_its_disks_are_slow_waits_for_work_more_than_its_half_of_the_requests():
    value, low, high = map(share, of_work(OTHERS, WORK, 80.0, 1.0))
    assert 0.60 < value < 0.70
    assert low < 0.25
    assert 0.75 < high < 1 - OTHERS.cached / 80.0


def test_a_sort_whose_requests_take_no_more_than_the_cache_does_waits_for_work_as_for_the_others():
    value, _, _ = of_work(OTHERS, WORK, OTHERS.cached + WORK.cached, 1.0)
    assert share(value) == pytest.approx(0.5)


def test_small_requests_of_work_take_more_of_the_time_than_their_bytes():
    small = requests(2 * GIB, 2 * GIB / 60_000)
    assert of_work(OTHERS, small, 80.0, 1.0)[0] > of_work(OTHERS, WORK, 80.0, 1.0)[0]


def test_connect_time_is_what_smf_30_says_it_was():
    busy = requests(2 * GIB, 2 * GIB / 400_000, 30.0)
    assert share(of_work(OTHERS, busy, 80.0, 1.0)[0]) > 0.75


def test_with_a_part_on_disk_the_work_is_that_of_all_of_it():
    whole, half = of_work(OTHERS, WORK, 80.0, 1.0)[0], of_work(OTHERS, WORK, 80.0, 0.5)[0]
    assert half == pytest.approx(whole)  # both wait so long that any of it may have been lost


def test_a_sort_with_nothing_on_disk_says_nothing_of_its_disks():
    value, low, high = map(share, of_work(requests(2 * GIB, None), requests(2 * GIB, None), 5.0, 0.0))
    assert low < 0.5 < value < high < 0.9
