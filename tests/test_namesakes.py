"""Two of one name, systems and subsystems, are told apart or refused, and never added up."""

from __future__ import annotations

from datetime import timedelta

import pytest

import db2_evidence
import db2_records
import getpage
import mq_evidence
from getpage import _native
from getpage.core.errors import GetpageError
from getpage.evidence import beside
from getpage.products.db2 import PRODUCT as db2_product
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


def without_twins(observed, why):
    """That the answer is the one without them, and says so of each."""
    [twins] = [missing for missing in observed.unjudged if "have this name" in missing.question]
    assert why in twins.question, twins.question
    assert twins.failed
    return [str(finding.object) for finding in observed.findings]


OTHER = [
    mq_evidence.pools({"buffer_pool": 2, "lowest_stealable": 900}, interval=n, queue_manager="CSQ2")
    for n in range(6)
]


@pytest.mark.parametrize("seconds", [0, 7, 300])
def test_queue_managers_of_one_name_on_one_system_are_left_out_and_others_are_answered(seconds):
    observed = PRODUCT.analyse(mq_evidence.from_records(*MQ, *OTHER, *late(MQ[:1], seconds, level="945")))
    why = "SYS1.CSQ1 is not judged: two queue managers have this name, whose intervals of 2026-03-12"
    alone = PRODUCT.analyse(mq_evidence.from_records(*OTHER))
    assert without_twins(observed, why) == [str(finding.object) for finding in alone.findings]
    assert [str(account.of) for account in observed.accounts] == ["SYS1.CSQ2"]
    assert {str(knob.subsystem) for knob in observed.knobs} == {"SYS1.CSQ2"}
    assert not alone.unjudged


def test_two_that_share_exactly_one_hour_are_two_by_universal_time():
    """Twelve hours each, of which one is shared: by local time alone an hour that clocks repeat."""
    early = [mq_evidence.pools({"buffer_pool": 2}, interval=n) for n in range(48)]
    shared = late(early[:4] + early[8:], 44 * 900, level="945")
    with_both = PRODUCT.analyse(mq_evidence.from_records(*early, *shared, *OTHER))
    assert set(without_twins(with_both, "SYS1.MQP1 is not judged"))
    # The same local times, the second hour of which is written an hour later: of one.
    for spec in shared:
        spec["common"]["written_utc"] += 3_600 * 1_000_000
        spec["common"]["level"] = early[0]["common"]["level"]
    assert not PRODUCT.analyse(mq_evidence.from_records(*early, *shared, *OTHER)).unjudged


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


def members_of(counts, seconds=0.0, numbers=(), every=1.0, **common):
    """Counters of a pool of Db2 at the end of each interval, and the numbers of the records."""
    return [
        db2_records.record(
            2,
            at := db2_records.when(n * every) + timedelta(seconds=seconds),
            {"QBST": [{"buffer_pool": 3, "buffers": 20_000, "getpages": count, "sync_reads": count // 9}]},
            event_time=mq_evidence.micros(at),
            **({"ifcid_sequence": numbers[n]} if numbers else {}),
            **common,
        )
        for n, count in enumerate(counts)
    ]


def db2(*records):
    return db2_product.analyse(mq_evidence.from_records(*records))


def test_db2_subsystems_of_one_name_on_one_system_are_left_out_and_others_are_answered():
    busy, idle = members_of((9_000_000, 9_400_000, 9_900_000)), members_of((70, 80, 95), 0.02)
    other = members_of((1_000, 900_000, 1_900_000), member="DB2A")
    both = db2(*busy, *idle, *other)
    without_twins(both, "SYS1.DB1A is not judged: two Db2 subsystems have this name, whose records alternate")
    assert {str(account.of) for account in both.accounts} == {"SYS1.DB2A"}
    assert not db2(*busy, *other).unjudged


BUSY, IDLE = (9_000_000, 9_400_000, 9_900_000), (70, 80, 95)


@pytest.mark.parametrize("seconds", [30, 200, 440])
def test_numbers_of_records_tell_two_members_minutes_apart(seconds):
    """By one's number the other's record would have to be one that was lost or repeated."""
    busy = members_of(BUSY, numbers=(5_100, 5_101, 5_102))
    assert (
        without_twins(db2(*busy, *members_of(IDLE, seconds, numbers=(1_700, 1_701, 1_702))), "SYS1.DB1A")
        == []
    )
    assert not db2(*busy).unjudged


def test_a_single_record_of_each_is_told_by_its_number():
    two = (*members_of(BUSY[:1], numbers=(5_100,)), *members_of(IDLE[:1], 40, numbers=(1_700,)))
    assert without_twins(db2(*two), "SYS1.DB1A") == []


def test_a_single_record_of_each_is_told_by_the_location_that_only_a_restart_changes():
    paris = members_of(BUSY[:1], numbers=(5_100,), location="PARIS")
    assert (
        without_twins(db2(*paris, *members_of(BUSY[:1], 40, numbers=(5_101,), location="ROME")), "DB1A") == []
    )
    again = members_of(IDLE[:1], 600, numbers=(3,), location="ROME")
    assert not db2(*paris, *again).unjudged


def test_locations_that_come_back_are_of_two_though_records_have_no_number():
    paris = members_of((500, 600, 700), location="PARIS")
    rome = members_of((510, 610, 710), 300, location="ROME")
    assert without_twins(db2(*paris, *rome), "SYS1.DB1A") == []
    assert not db2(*paris, *members_of((10, 20, 30), 4 * 900, location="ROME")).unjudged


def test_counters_alone_tell_two_by_falling_again_and_again():
    busy, idle = members_of((9_000, 9_400, 9_900, 9_950)), members_of((70, 80, 95, 99), 300)
    assert without_twins(db2(*busy, *idle), "SYS1.DB1A") == []
    assert not db2(*members_of((9_000, 70, 9_100, 75, 80))).unjudged  # that fell twice may have restarted


@pytest.mark.parametrize("lost", [0, 9])
def test_a_member_that_restarts_or_loses_records_is_one(lost):
    """Records that were lost leave a gap no larger than the time; a restart begins to count again."""
    numbers = (5_100, 5_115, 5_130 + lost, 3, 18, 33)
    records = members_of((9_000_000, 9_400_000, 9_500_000, 20, 80_000, 9_999_999), numbers=numbers)
    assert not db2(*records).unjudged
    assert db2_records.said(*records) is not None


def test_a_member_that_started_again_is_one():
    assert db2_records.said(*members_of((9_000_000, 9_400_000, 3_000, 800_000, 9_999_999)))


def displayed(kind, *times, member="DB1A"):
    """Displays of a pool in a system log, at hours of a day, counting since an hour."""
    text = ""
    for number, (at, began) in enumerate(times):
        shown = db2_evidence.display(kind=kind, member=member, random=4_000_000 + number)
        start = db2_evidence.since(db2_evidence.START)
        assert start in shown
        began = db2_evidence.since(db2_evidence.START + began * db2_evidence.HOUR)
        text += db2_evidence.logged(shown.replace(start, began), db2_evidence.START + at * db2_evidence.HOUR)
    return text


@pytest.mark.parametrize(
    ("kind", "times", "are_two"),
    [
        ("CUMULATIVE", [(5.2, -90), (5.3, -4)], True),  # it began while the other was counting
        ("CUMULATIVE", [(5.2, -4), (5.3, -90)], True),
        ("CUMULATIVE", [(5.2, -90), (6.2, 5.7), (7.2, 5.7)], False),  # it was activated again
        ("CUMULATIVE", [(5.2, -90), (6.2, -91)], False),  # clocks went back
        ("CUMULATIVE", [(5.2, -90), (5.9, 5.4), (5.5, 5.4)], False),  # in the hour that they repeated
        ("INCREMENTAL", [(2, 1), (3, 2), (4, 3), (7, 5)], False),
        ("INCREMENTAL", [(2, 1), (2.4, 1.4), (3, 2), (3.4, 2.4)], True),
        ("INCREMENTAL", [(2, 1), (2.4, 1.4)], False),  # by less than an hour, as clocks may be
    ],
)
def test_displays_that_count_at_once_are_of_two(kind, times, are_two):
    other = displayed("CUMULATIVE", (3.1, -9), (6.1, -9), member="DB2A")
    observed = db2_product.analyse(mq_evidence.from_text(displayed(kind, *times) + other))
    gaps = [gap.question for gap in observed.unjudged]
    assert bool(gaps) is are_two
    assert all("DB1A is not judged" in gap and "displays overlap" in gap for gap in gaps)


def test_regions_of_one_name_on_one_system_are_left_out_and_others_are_answered(tmp_path):
    own = [queued(n, 12) for n in range(QUARTERS)]
    named = [spec | {"common": spec["common"] | {"region": "IYCUA002"}} for spec in own]
    result = getpage.check(site(tmp_path, *own, *(queued(n, 3) for n in range(QUARTERS)), *named))
    assert any("SYSA.IYCUA001 is not judged: two CICS regions" in gap.question for gap in result.missing)
    assert {finding.object.subsystem.name for finding in result.findings} - {""} == {"IYCUA002"}


@pytest.mark.parametrize(("second", "are_two"), [(5, False), (2, True), (700, True)])
def test_an_hour_of_regions_that_clocks_repeat_counts_on(tmp_path, second, are_two):
    """Hours of quarters, of which one is there twice: by their numbers four later, or of another."""
    hours = [numbered(n, n + 1) for n in range(40)]
    again = [numbered(n, n + second) for n in range(16, 20)]
    gaps = getpage.check(site(tmp_path, *hours, *again)).missing
    assert any("two CICS regions" in gap.question for gap in gaps) == are_two


def numbered(n, number):
    spec = queued(n, 12)
    return spec | {"common": spec["common"] | {"interval_number": number}}


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


def test_two_of_one_name_on_one_of_many_days_are_left_out_of_all(tmp_path, monkeypatch):
    """Of a store whose measures are kept by day: what is kept of a day is without them, or with them."""

    def name(spec, other):
        return spec | {"common": spec["common"] | {"queue_manager": other}}

    every = [
        mq_evidence.pools({"buffer_pool": 2, "lowest_stealable": 900}, interval=n) for n in range(0, 400, 4)
    ]
    both = [*(name(spec, "CSQ1") for spec in every), *(name(spec, "CSQ2") for spec in every)]
    monkeypatch.setattr(beside, "MOST_AT_ONCE", 0)

    def answered(specs, into):
        (tmp_path / into).write_bytes(b"".join(_native.encode_records(specs)))
        getpage.load(tmp_path / into, into=tmp_path / f"{into}.store")
        return [getpage.check(tmp_path / f"{into}.store") for _ in range(2)]

    first, again = answered([*both, *late([name(every[60], "CSQ1")], 300)], "two")
    assert (
        [gap.question for gap in first.missing if "two queue managers" in gap.question]
        == [gap.question for gap in again.missing if "two queue managers" in gap.question]
        != []
    )
    alone, _ = answered(both[len(every) :], "one")
    of = [
        (str(finding.object), finding.headline)
        for finding in alone.findings
        if finding.check.startswith("mq")
    ]
    assert of
    for result in (first, again):
        assert of == [
            (str(found.object), found.headline) for found in result.findings if found.check.startswith("mq")
        ]
