"""What Db2 members did by interval, of windows that are longer than the entries that are kept of them."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from db2_records import POOL, QUARTER, START, cumulative, record, said, thread
from getpage.products.common import entries

#: Two days of quarters of an hour; and of ten minutes, of which no whole number fits into a quarter.
INTERVALS = 192
TEN_MINUTES = timedelta(minutes=10)
MEMBERS = ("DB1A", "DB2A", "DB3A")
COUNTED = ("units", "reads", "getpages", "cpu_seconds", "seconds")


def readings(member, section, *objects, ifcid, step, begin=START):
    """Records of an IFCID of one member."""
    series = [cumulative(rows) for rows in objects]
    return [
        record(
            ifcid,
            begin + n * step,
            {section: [of_one[n] for of_one in series]},
            member=member,
        )
        for n in range(len(series[0]))
    ]


def evidence(step=QUARTER, intervals=INTERVALS):
    """Pools, commits and CPU of three members that all did something else in each interval; the record of
    the latter two is written a little later.
    """
    collected = []
    for number, member in enumerate(MEMBERS, start=1):
        pools = [
            [POOL | {"buffer_pool": pool, "sync_reads": 1_000 * number + n} for n in range(intervals)]
            for pool in (1, 2)
        ]
        commits = [{"commits": 100 * number + n % 7} for n in range(intervals)]
        cpu = [
            [{"space": name, "tcb_time": 1e6 * (number + n % 5), "ziip_time": 1e5} for n in range(intervals)]
            for name in ("MSTR", "DBM1")
        ]
        late = START + timedelta(seconds=0.25)
        collected += readings(member, "QBST", *pools, ifcid=2, step=step)
        collected += readings(member, "Q3ST", commits, ifcid=1, step=step, begin=late)
        collected += readings(member, "QWSA", *cpu, ifcid=1, step=step, begin=late)
    return collected


def lines_of(*records: dict) -> list[Any]:
    """The work of each member."""
    work: Any = said(*records).work
    return list(work.lines)


def summed(line):
    return {name: sum(getattr(item, name) for item in line) for name in COUNTED}


@pytest.mark.parametrize("step", [QUARTER, TEN_MINUTES], ids=["quarters of an hour", "ten minutes"])
def test_intervals_beyond_the_bound_are_added_up_and_nothing_of_any_member_is_lost(monkeypatch, step):
    every = lines_of(*evidence(step))
    monkeypatch.setattr(entries, "MOST", 30)
    monkeypatch.setattr(entries, "_FEW", 50)
    fewer = lines_of(*evidence(step))
    assert [str(line.subsystem) for line in fewer] == [f"SYS1.{name}" for name in MEMBERS]
    for short, whole in zip(fewer, every, strict=True):
        assert (len(whole), 0 < len(short) <= 30) == (INTERVALS, True)
        assert summed(short) == pytest.approx(summed(whole), rel=1e-12)
        assert short[0].start == whole[0].start


def test_each_entry_has_the_commits_and_cpu_of_its_own_intervals(monkeypatch):
    whole = lines_of(*evidence())[1]
    monkeypatch.setattr(entries, "MOST", 50)
    short = lines_of(*evidence())[1]
    for item in short:
        own = [each for each in whole if 0 <= (each.start - item.start).total_seconds() < item.seconds]
        assert {name: getattr(item, name) for name in COUNTED} == pytest.approx(summed(own), rel=1e-12)


def test_an_entry_with_a_gap_in_it_is_left_out_as_accounting_goes_on_in_a_gap(monkeypatch):
    before = readings("DB1A", "QBST", [POOL] * 58, ifcid=2, step=QUARTER)
    again = readings("DB1A", "QBST", [POOL] * 100, ifcid=2, step=QUARTER, begin=START + 59 * QUARTER)
    threads = [thread(n, at=START + n * QUARTER + timedelta(minutes=1)) for n in range(INTERVALS)]
    assert len(said(*before, *again, *threads).work) == 158
    monkeypatch.setattr(entries, "MOST", 50)
    line = said(*before, *again, *threads).work
    # Hours: the restart is in the fifteenth.
    assert [item.seconds for item in line] == [3600.0] * (14 + 24) + [2700.0]
    assert {item.units / item.seconds for item in line} == {1 / 900}


def test_commits_of_other_intervals_are_not_taken_for_those_of_an_entry(monkeypatch):
    """Records of commits begin an interval later than those of pools."""
    commits = [{"commits": 100}] * (INTERVALS - 1)
    pools = readings("DB1A", "QBST", [POOL] * INTERVALS, ifcid=2, step=QUARTER)
    later = readings("DB1A", "Q3ST", commits, ifcid=1, step=QUARTER, begin=START + QUARTER)
    monkeypatch.setattr(entries, "MOST", 50)
    [line] = lines_of(*pools, *later)
    # The first entry, an hour, has a quarter of an hour without commits: nobody knows those of all of it.
    assert next(item.start for item in line) == START + 4 * QUARTER
    assert {item.units / item.seconds for item in line} == {100 / 900}
