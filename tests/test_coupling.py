"""Coupling facilities, disk caches and processor counters from their records: limits, findings and tables."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import getpage
from coupling_records import MIB, cache, request, smf74_4, smf74_5, smf78_3, smf113, storage
from db2_evidence import START, hours, logged
from db2_records import statistics
from examples import examples
from getpage.app.observe import observe
from getpage.contract.curve import SizePoint, reads_curve
from getpage.core.storage_kinds import COUPLING_FACILITY
from getpage.evidence.opened import open_evidence
from getpage.plan import PlanSettings, plan_of
from getpage.result import Kind, Severity
from test_text_db2 import GROUP
from zos_records import GIB, check, encode, smf71, write

SIZE = 61_440 * 1024
NAME = "DSNDB1A_GBP1"
SHOWN = logged(GROUP, START + timedelta(hours=1)) + logged(hours({}), START)


def of(result, check_id):
    return [finding for finding in result.findings if finding.check == check_id]


def said(tmp_path, specs, *texts):
    write(tmp_path / "dump.smf", specs)
    for number, text in enumerate(texts):
        (tmp_path / f"evidence-{number}.txt").write_text(text)
    with open_evidence([str(tmp_path)]) as (evidence, _):
        return observe(evidence)


def facility(free, *requests, name="CF01", caches=(), system="SYSA", interval=0):
    sections = {"R744GSRG": storage(free)} | ({"R744CACH": list(caches)} if caches else {})
    return smf74_4(system, interval, name, list(requests), **sections)


def limits_and_group_pools(found):
    limits = {str(limit.id): limit for limit in found.limits}
    pools = [knob for knob in found.knobs if knob.storage == COUPLING_FACILITY]
    return limits, pools


def test_what_is_free_at_the_lowest_in_a_coupling_facility_is_a_limit(tmp_path):
    specs = [
        facility(free, request(NAME, SIZE), interval=n) for n, free in enumerate((3 * GIB, GIB, 2 * GIB))
    ]
    limits, _ = limits_and_group_pools(said(tmp_path, specs))
    limit = limits["PLEX1.CF01 storage"]
    assert limit.room == GIB
    assert {fact.ibm_name: fact.value for fact in limit.facts} == {"R744GTSF": GIB, "R744GTSD": 16 * GIB}
    assert {fact.trust for fact in limit.facts} == {"ibm"}


def test_a_group_pool_counts_against_its_policy_and_against_the_facilities_that_hold_it(tmp_path):
    specs = [
        facility(GIB, request(NAME, SIZE)),
        facility(2 * GIB, request(NAME, SIZE), request("OTHER_GBP10", SIZE), name="CF02"),
    ]
    limits, [pool] = limits_and_group_pools(said(tmp_path, specs, SHOWN))
    assert [*map(str, pool.limits)] == ["SY1.DB1A GBP1 SIZE", "PLEX1.CF01 storage", "PLEX1.CF02 storage"]
    assert {*map(str, pool.limits)} <= set(limits)
    more = {str(limit): count for limit, count in pool.takes(pool.size + 1024).items()}
    assert more == {"SY1.DB1A GBP1 SIZE": 2 * MIB, "PLEX1.CF01 storage": MIB, "PLEX1.CF02 storage": MIB}


def test_without_a_display_the_record_tells_the_sizes_of_a_group_pool(tmp_path):
    grown = request(NAME, SIZE, size_maximum=2 * SIZE)
    rows = statistics(
        "QBGL", [{"buffer_pool": 1, "invalidated_returned": 9, "invalidated_not_returned": 1}] * 3
    )
    specs = [facility(GIB, grown), *rows]
    limits, [pool] = limits_and_group_pools(said(tmp_path, specs))
    assert (pool.size, pool.largest) == (SIZE // 1024, 2 * SIZE // 1024)
    assert limits["SYS1.DB1A GBP1 SIZE"].room == SIZE
    assert {fact.ibm_name for fact in pool.facts} == {"R744SSIZ", "R744SMAS"}


@pytest.mark.parametrize("names", [("A_GBP1", "B_GBP1"), ("A_GBP10",), ()])
def test_a_structure_that_may_be_of_another_group_is_not_taken_for_the_pool(tmp_path, names):
    specs = [facility(GIB, *(request(name, 2 * SIZE) for name in names))] if names else [facility(GIB)]
    _, [pool] = limits_and_group_pools(said(tmp_path, specs, SHOWN))
    assert [*map(str, pool.limits)] == ["SY1.DB1A GBP1 SIZE"]


def reclaiming(interval=0):
    counters = {"directory_reclaims": 5000.0, "invalidations_by_reclaim": 1200.0, "castouts": 300.0}
    return facility(GIB, request(NAME, SIZE), caches=[cache(0, **counters)], interval=interval)


def test_reclaims_that_only_records_have_are_found_with_their_fields(tmp_path):
    rows = statistics(
        "QBGL", [{"buffer_pool": 1, "invalidated_returned": 9, "invalidated_not_returned": 1}] * 3
    )
    [finding] = of(check(tmp_path, [reclaiming(0), reclaiming(1), *rows]), "db2-group-pool-directory")
    assert (finding.severity, finding.kind) == (Severity.WARNING, Kind.SHORTAGE)
    assert finding.headline.startswith("2,400 pages invalidated")
    values = {fact.value for fact in finding.evidence}
    assert values & {10_000, 5000}
    assert {"R744CDER", "R744CXDR", "R744SDEC"} <= {fact.ibm_name for fact in finding.evidence}


def test_two_members_of_a_group_tell_of_its_structure_once(tmp_path):
    row = {"buffer_pool": 1, "invalidated_returned": 9, "invalidated_not_returned": 1}
    rows = statistics("QBGL", [row] * 3)
    others = [row | {"common": row["common"] | {"member": "DB1B"}} for row in rows]
    result = check(tmp_path, [reclaiming(), *rows, *others])
    assert [str(f.object) for f in of(result, "db2-group-pool-directory")] == ["SYS1.DB1A GBP1"]


def test_reclaims_that_a_display_has_too_are_said_once_as_the_display_has_them(tmp_path):
    [finding] = of(check(tmp_path, [reclaiming()], SHOWN), "db2-group-pool-directory")
    assert 18_281 in {fact.value for fact in finding.evidence}
    assert not {fact.table for fact in finding.evidence} & {"rmf_cache_structure"}


def test_structures_that_do_not_fit_into_the_other_facility_are_told(tmp_path):
    specs = [facility(8 * GIB, request("A_GBP1", 5 * GIB)), facility(4 * GIB, name="CF02")]
    [finding] = of(check(tmp_path, specs), "zos-coupling-facility-takeover")
    assert str(finding.object) == "PLEX1.CF01"
    assert finding.headline == "If it fails, its structures lack 1 GiB in other facilities"
    assert {fact.value for fact in finding.evidence} == {5 * GIB, 4 * GIB}
    assert finding.storage_bytes == GIB


@pytest.mark.parametrize("there", [5 * GIB, None])
def test_structures_that_fit_or_are_duplexed_need_no_takeover(tmp_path, there):
    held = [] if there else [request("A_GBP1", 5 * GIB)]
    specs = [
        facility(8 * GIB, request("A_GBP1", 5 * GIB)),
        facility(there or 4 * GIB, *held, name="CF02"),
    ]
    assert not of(check(tmp_path, specs), "zos-coupling-facility-takeover")


@pytest.mark.parametrize(("used", "expected"), [(7_999, 0), (8_000, 1)])
def test_a_list_structure_is_nearly_full_from_four_fifths_on(tmp_path, used, expected):
    first = request("CSQ1ADMIN", SIZE, "list", list_entries_limit=10_000, list_entries=used)
    result = check(tmp_path, [facility(GIB, first), facility(GIB, first, system="SYSB")])
    assert len(of(result, "zos-structure-full")) == expected


def test_structures_stand_in_a_table_with_what_is_in_use(tmp_path):
    result = check(tmp_path, [reclaiming(0), reclaiming(1)])
    [table] = [t for t in result.tables if "CF01" in t.title]
    assert table.rows == (
        (NAME, "cache", "60 MiB", "30 MiB", "60 MiB", 40_000, 50_000, 9_000, 10_000, 10_000, 2_400, 600),
    )


def test_counters_of_a_cache_that_two_systems_write_are_counted_once(tmp_path):
    counters = [cache(0, directory_reclaims=5.0)]
    specs = [facility(GIB, request(NAME, SIZE), caches=counters, system=s) for s in ("SYSA", "SYSB")]
    [table] = check(tmp_path, specs).tables
    assert table.rows[0][9] == 5


def test_a_structure_that_was_deallocated_is_not_there(tmp_path):
    old, new = request("OLD_GBP1", 9 * GIB), request(NAME, SIZE)
    specs = [facility(GIB, old, new), *(facility(GIB, new, interval=n) for n in range(1, 6))]
    [table] = check(tmp_path, specs).tables
    assert [row[0] for row in table.rows] == [NAME]


def test_an_offset_that_does_not_fit_a_release_is_found_out_by_the_record(tmp_path):
    broken = facility(GIB, request(NAME, SIZE, size_minimum=4 * SIZE))
    result = check(tmp_path, [broken, facility(GIB, request(NAME, SIZE), interval=1)])
    [refused] = result.damage
    assert "size_minimum <= size <= size_maximum" in refused.expected
    assert "getpage layout import" in refused.expected


def test_volumes_are_told_by_their_misses(tmp_path):
    rows = [
        {"volume": f"DB{n:04}", "device": f"10{n:02X}", "reads": 9000.0, "read_hits": 9000.0 - 900 * n}
        for n in range(3)
    ]
    result = check(tmp_path, [smf74_5("SYSA", 0, rows), smf74_5("SYSB", 0, rows)])
    [table] = [t for t in result.tables if t.title.startswith("Volumes")]
    assert [row[:5] for row in table.rows] == [
        ("DB0002", "1002", 10.0, 2.0, 80.0),
        ("DB0001", "1001", 10.0, 1.0, 90.0),
        ("DB0000", "1000", 10.0, 0.0, 100.0),
    ]


def test_io_that_waited_for_an_alias_is_a_table(tmp_path):
    rows = [{"logical_control_unit": "0001", "control_unit": "0A00", "requests": 5000.0, "no_alias": 25.0}]
    [table] = check(tmp_path, [smf78_3("SYSA", 0, rows)]).tables
    assert table.rows == (("SYSA", "0001", "0A00", 5000, 25, 0, 0),)


def test_cycles_an_instruction_and_first_level_misses_are_those_of_the_counters(tmp_path):
    basic = [6_000, 2_000, 30, 600, 50, 1_200]
    specs = [smf113("SYSA", n, {1: basic, 2: [4_000, 1_500], 4: [7] * 9}, {1: basic}) for n in range(2)]
    [table] = check(tmp_path, specs).tables
    assert table.rows == (("SYSA", "3931", 2, "CP", 3.0, 4.0, 30.0, 37.5),)


def with_a_curve(observation, pool):
    """What a system says, with its group pool said to save a read for every 64 KB more."""
    points = [
        SizePoint(size=size, reads=r, low=r, high=r)
        for size in range(pool.size, pool.largest + 1, 1024)
        for r in [(pool.largest - size) / 64]
    ]
    curve = reads_curve(basis="trace", points=points)
    knobs = tuple(
        replace(c, curve=curve, read_seconds=0.001) if c.id == pool.id else c for c in observation.knobs
    )
    return replace(observation, knobs=knobs)


@pytest.mark.parametrize(("free", "grown"), [(8 * MIB, 8 * MIB), (GIB, 3 * SIZE)])
def test_a_plan_grows_a_group_pool_no_further_than_its_coupling_facility_has_storage(tmp_path, free, grown):
    policy = "MAX SIZE INDICATED IN POLICY             = "
    text = GROUP.replace(f"{policy}61440 KB", f"{policy}245760 KB")
    shown = logged(text, START + timedelta(hours=1)) + logged(hours({}), START)
    specs = [facility(free, request(NAME, SIZE, size_maximum=4 * SIZE)), smf71("SYSA", 0)]
    actual = said(tmp_path, specs, shown)
    _, [pool] = limits_and_group_pools(actual)
    plan = plan_of(with_a_curve(actual, pool), PlanSettings())
    [item] = [item for item in plan.items if item.knob == pool.id]
    assert (item.size_after - item.size_before) * 1024 == grown


#: Where IBM's offsets of a request data section end, and where the derived ones that every release has do.
DOCUMENTED, DERIVED = 68, 272


def busy():
    """A request data section with something in most of its fields."""
    row = request(NAME, 64 * MIB, size_minimum=32 * MIB, size_maximum=96 * MIB, lock_contentions_false=12.0)
    names = ("requests", "async_requests", "sync_requests", "queued_requests", "high_priority_queued")
    row |= {name: 1000.0 + 37 * n for n, name in enumerate((*names, "lock_contentions"))}
    return row | {"async_us": 123_456, "sync_us": 654_321, "queued_us": 11}


@settings(max_examples=examples(40), deadline=None)
@given(
    at=st.integers(DOCUMENTED // 2, DERIVED // 2 - 1).map(lambda half: 2 * half),
    width=st.sampled_from([2, 4, 8]),
)
def test_a_derived_offset_that_is_off_anywhere_is_found_out_by_the_record_itself(tmp_path_factory, at, width):
    caches = [cache(0, directory_reclaims=5.0, read_hits=123.0)]
    [record] = encode([smf74_4("SYSA", 0, "CF01", [busy()], R744CACH=caches)])
    start, length = int.from_bytes(record[68:72], "big"), int.from_bytes(record[72:74], "big")
    section = record[start : start + length]
    shifted = (section[:at] + bytes(width) + section[at:])[:length]
    folder = tmp_path_factory.mktemp("shifted")
    (folder / "dump.smf").write_bytes(record[:start] + shifted + record[start + length :])
    [refused] = getpage.check(folder).damage
    assert "R744" in refused.expected
