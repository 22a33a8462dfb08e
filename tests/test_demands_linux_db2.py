"""Demands of Linux guests and of Db2 against their limits, and the days on which they reach these."""

from __future__ import annotations

from datetime import timedelta

import pytest

import getpage
from db2_records import said, statistics, storage
from getpage.result.trend import Known
from linux_evidence import SOUND, START, snapshot
from test_db2_edm import ROOM

GIB = 1 << 30
DAYS = 28
KIB_OF_DAY = 150_000
FIRST_DAY = START.date()


def guest(tmp_path, growth: int):
    """A guest over four weeks that takes so many KiB more each day, with some noise."""
    available = SOUND["MemAvailable"]
    text = "".join(
        snapshot(
            START + timedelta(days=day, hours=hour),
            MemAvailable=available - growth * day - 997 * (7 * day % 11) - 1_000 * (hour == 11),
        )
        for day in range(DAYS)
        for hour in (3, 11)
    )
    (tmp_path / "lnxa.txt").write_text(text)
    return getpage.load(tmp_path / "lnxa.txt", into=tmp_path / "store")


def memory(store):
    [entry] = [e for e in getpage.trend(store.path).trends if e.object.name == "memory"]
    return entry


def test_memory_of_a_guest_that_grows_reaches_its_size_on_the_day_that_was_planted(tmp_path):
    growth = SOUND["MemAvailable"] // 40
    entry = memory(guest(tmp_path, growth))
    assert entry.trend.known is Known.TREND
    reach = next(reach for reach in entry.trend.reaches if reach.share == 1.0)
    assert reach.earliest <= FIRST_DAY + timedelta(days=40) <= reach.latest


def test_memory_that_stays_as_it_is_has_no_trend(tmp_path):
    assert memory(guest(tmp_path, 0)).trend.known is Known.NONE


def test_swap_space_is_a_demand_of_its_own(tmp_path):
    text = snapshot(START + timedelta(hours=3), SwapTotal=2_000_000, SwapFree=500_000)
    (tmp_path / "lnxa.txt").write_text(text)
    getpage.load(tmp_path / "lnxa.txt", into=tmp_path / "store")
    trends = getpage.trend(tmp_path / "store").trends
    [entry] = [each for each in trends if each.object.name == "swap space"]
    assert (entry.unit, entry.value, entry.limit) == (
        "MiB",
        pytest.approx(1_500_000 / 1024),
        pytest.approx(2_000_000 / 1024),
    )


def demands(*records):
    return {each.object.name: each for each in said(*records).demands}


def test_edm_pools_are_full_of_what_is_neither_free_nor_stealable():
    rows = [ROOM | {"dbd_free": free} for free in (20_000, 9_000, 15_000)]
    of = demands(*statistics("QISE", rows))
    assert (of["EDMDBDC"].value, of["EDMDBDC"].limit) == (25_600 - 9_000 - 600, 25_600)
    assert of["EDMDBDC"].fact.ibm_name == "QISEDFRE"
    assert of["EDM_SKELETON_POOL"].value == 0
    assert "EDMSTMTC" not in of  # it fills by design


def test_a_release_that_does_not_count_free_pages_tells_no_demand():
    assert not demands(*statistics("QISE", [ROOM | {"dbd_free": 0, "skeleton_free": 0}] * 3))


def test_31_bit_storage_of_dbm1_falls_towards_its_cushion():
    region = {"extended_region": 2 * GIB, "storage_cushion": GIB // 4}
    records = [storage(n, available_31bit=free * GIB // 8, **region) for n, free in enumerate((6, 3, 5))]
    demand = demands(*records)["DBM1 31-bit storage"]
    assert (demand.value, demand.limit, demand.falls) == (3 * GIB // 8, GIB // 4, True)
