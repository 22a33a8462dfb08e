"""Two of one name, systems and subsystems, are told apart or refused, and never added up."""

from __future__ import annotations

from datetime import timedelta

import pytest

import db2_records
import getpage
import mq_evidence
from getpage.core.errors import GetpageError
from getpage.products.mq import PRODUCT
from test_cics_limits import QUARTERS, queued, site
from zos_records import check, smf71


def of_sysplex(name, intervals):
    for interval in intervals:
        record = smf71("SYSA", interval)
        record["common"]["sysplex"] = name
        yield record


def test_systems_of_one_name_in_two_sysplexes_are_refused(tmp_path):
    specs = [*of_sysplex("PLEXA", range(8)), *of_sysplex("PLEXB", range(4, 12))]
    with pytest.raises(GetpageError, match="two systems are called SYSA, one in sysplex PLEXA and one in"):
        check(tmp_path, specs)


def test_a_system_that_moved_to_another_sysplex_is_one_system(tmp_path):
    specs = [*of_sysplex("PLEXA", range(4)), *of_sysplex("PLEXB", range(4, 12))]
    [real] = {account.of for account in check(tmp_path, specs).accounts if str(account.of) == "SYSA"}
    assert str(real) == "SYSA"


def test_systems_of_one_name_in_sysplexes_of_one_name_are_refused(tmp_path):
    beside = [smf71("SYSA", n) for n in range(4, 12)]
    for spec in beside:
        spec["common"]["interval_start"] += 200 * 1_000_000
    with pytest.raises(
        GetpageError, match="two systems are called SYSA, whose intervals of 2012-07-24 07:48"
    ):
        check(tmp_path, [*(smf71("SYSA", n) for n in range(8)), *beside])


def test_one_identifier_of_two_systems_of_a_sysplex_is_refused(tmp_path):
    other = [smf71("SYSA", n) for n in range(8)]
    for spec in other:
        spec["common"]["system_name"] = "SYSB"
    with pytest.raises(GetpageError, match="one in SYSNAME SYSA and one in SYSNAME SYSB"):
        check(tmp_path, [*(smf71("SYSA", n) for n in range(8)), *other])


MQ = [
    mq_evidence.pools({"buffer_pool": 2, "lowest_stealable": 900}, interval=n, queue_manager="CSQ1")
    for n in range(6)
]


def late(specs, seconds, **common):
    """The same intervals of another, some seconds later, with other names."""
    times = ("written", "written_utc", "interval_start")
    return [
        spec
        | {"common": spec["common"] | {t: spec["common"][t] + seconds * 1_000_000 for t in times} | common}
        for spec in specs
    ]


@pytest.mark.parametrize("seconds", [0, 7, 300])
def test_queue_managers_of_one_name_on_one_system_are_refused(seconds):
    with pytest.raises(
        GetpageError, match="two queue managers are called CSQ1, whose intervals of 2026-03-12"
    ):
        PRODUCT.analyse(mq_evidence.from_records(*MQ, *late(MQ[:1], seconds, level="945")))


def test_queue_managers_of_one_name_on_two_systems_are_two():
    both = PRODUCT.analyse(mq_evidence.from_records(*MQ, *late(MQ, 0, system="SYS2"))).findings
    alone = PRODUCT.analyse(mq_evidence.from_records(*MQ)).findings
    assert {finding.object.subsystem.name for finding in alone} == {"CSQ1"}
    of_each = [str(finding.object) for finding in alone]
    assert sorted(str(finding.object) for finding in both) == sorted(
        [*of_each, *(name.replace("SYS1", "SYS2") for name in of_each)]
    )
    assert {finding.headline for finding in both} == {finding.headline for finding in alone}


def test_intervals_that_follow_each_other_are_of_one():
    later = late(MQ, 6 * 900)
    assert PRODUCT.analyse(mq_evidence.from_records(*MQ, *later)).findings


def test_an_hour_that_clocks_repeat_is_of_one_queue_manager():
    """Six hours, of which the third is twice: no night of a Sunday, as clocks change elsewhere, too."""
    hours = [mq_evidence.pools({"buffer_pool": 2}, interval=n if n < 12 else n - 4) for n in range(28)]
    assert PRODUCT.analyse(mq_evidence.from_records(*hours)) is not None


def members_of(counts, seconds=0.0):
    """Counters of a pool of Db2 at the end of each interval."""
    return [
        db2_records.record(
            2,
            at := db2_records.when(n) + timedelta(seconds=seconds),
            {"QBST": [{"buffer_pool": 3, "buffers": 20_000, "getpages": count, "sync_reads": count // 9}]},
            event_time=mq_evidence.micros(at),
        )
        for n, count in enumerate(counts)
    ]


def test_db2_subsystems_of_one_name_on_one_system_are_refused():
    busy, idle = members_of((9_000_000, 9_400_000, 9_900_000)), members_of((70, 80, 95), 0.02)
    with pytest.raises(GetpageError, match="two Db2 subsystems are called DB1A, whose counters alternate"):
        db2_records.said(*busy, *idle)
    assert db2_records.said(*busy)


def test_a_member_that_started_again_is_one():
    assert db2_records.said(*members_of((9_000_000, 9_400_000, 3_000, 800_000, 9_999_999)))


def test_regions_of_one_name_on_one_system_are_refused(tmp_path):
    own = [queued(n, 12) for n in range(QUARTERS)]
    with pytest.raises(GetpageError, match="two CICS regions are called IYCUA001, whose intervals of"):
        getpage.check(site(tmp_path, *own, *(queued(n, 3) for n in range(QUARTERS))))


def moved(spec, *, minutes=0, **common):
    """The same statistics, written some minutes later."""
    times = {time: spec["common"][time] + minutes * 60_000_000 for time in ("written", "interval_end")}
    return spec | {"common": spec["common"] | times | common}


@pytest.mark.parametrize("minutes", [2, 5, 9])
def test_a_region_that_ended_amid_an_interval_is_one(tmp_path, minutes):
    """Statistics at the end of a day, or of a run, say the length of an interval that they are not of."""
    own = [queued(n, 12) for n in range(QUARTERS)]
    ended = moved(own[1], minutes=minutes, statistics_type="EOD")
    assert getpage.check(site(tmp_path, *own[:2], ended, *own[3:])).findings


def test_a_region_with_another_interval_from_noon_on_is_one(tmp_path):
    own = [queued(n, 12) for n in range(QUARTERS)]
    longer = moved(own[3], minutes=15, interval_us=4 * 900e6)  # begins, as it says, with the second quarter
    assert getpage.check(site(tmp_path, *own[:3], longer)).findings
