"""The EDM pools of IFCID 2: when they were full, what they load again, and what they hold of DBM1."""

from hypothesis import given
from hypothesis import strategies as st

from db2_records import (
    findings,
    from_records,
    intervals_of,
    only,
    pools,
    record,
    said,
    statistics,
    when,
)
from getpage.products.db2.storage.edm_pools import POOLS
from getpage.result import Kind, Severity

GIB = 1 << 30

#: A quarter of an hour of EDM pools with room: 100 MB of descriptors and skeletons, 400 MB of statements.
ROOM = {
    "dbd_pages": 25_600,
    "dbd_free": 20_000,
    "dbd_stealable": 600,
    "dbd_requests": 9_000,
    "skeleton_pages": 25_600,
    "skeleton_free": 20_000,
    "skeleton_stealable": 5_600,
    "package_requests": 90_000,
    "plan_requests": 9_000,
    "statement_pages": 102_400,
    "statement_free": 50_000,
    "statement_requests": 90_000,
    "statement_inserts": 9_000,
}


def edm(**columns) -> list[dict]:
    return statistics("QISE", [ROOM | columns] * 4)


def test_edm_pools_with_room_are_nothing_to_speak_of():
    assert findings(None, *edm()) == []


def test_a_request_that_failed_is_critical_and_names_the_parameter():
    finding = only("db2-edm-pool", *edm(skeleton_failures=2))
    assert (finding.severity, finding.kind) == (Severity.CRITICAL, Kind.SHORTAGE)
    assert finding.headline == "8 requests failed: EDM_SKELETON_POOL was full"
    assert {fact.ibm_name for fact in finding.evidence} >= {"QISEKFAL", "QISEKPGE", "QISEKFRE", "QISEKLRU"}


def test_loads_count_only_where_little_of_the_pool_is_left():
    loads = {"dbd_loads": 1_800, "dbd_requests": 18_000}
    assert findings("db2-edm-pool", *edm(**loads)) == []
    finding = only("db2-edm-pool", *edm(**loads, dbd_free=2_000))
    assert finding.headline == "2 loads/s, 10.2 % of EDMDBDC left"
    assert {fact.label: fact.value for fact in finding.evidence}["share of the requests"] == 10
    assert findings("db2-edm-pool", *edm(dbd_free=2_000)) == [], "a full pool that loads nothing is well used"


def test_full_prepares_beside_a_full_cache_are_a_note():
    finding = only("db2-edm-pool", *edm(statement_free=100))
    assert (finding.severity, finding.kind) == (Severity.INFO, Kind.NOTE)
    assert finding.headline == "10 loads/s, 0.1 % of EDMSTMTC left"


def test_a_release_that_does_not_count_free_pages_is_not_taken_for_a_full_pool():
    untold = {"dbd_free": 0, "skeleton_free": 0, "dbd_loads": 90_000, "package_loads": 90_000}
    assert findings("db2-edm-pool", *edm(**untold)) == []
    (line,) = [line for line in said(*edm(**untold), *pools({})).accounts[0].lines if "EDM" in line.holder]
    assert line.bytes == (102_400 - 50_000) * 4096
    assert "what database descriptors and plans and packages take is not known" in line.note


def test_what_the_edm_pools_hold_is_taken_out_of_the_rest_of_dbm1_and_the_account_still_adds_up():
    dbm1 = {"space": "DBM1", "real": 10 * GIB, "real_above": 9 * GIB, "real_above_without_pools": GIB}
    storage = record(225, when(4), {"QW0225-1": [dbm1]})
    (alone,) = said(*pools({}), storage).accounts
    (both,) = said(*pools({}), storage, *edm()).accounts
    sums = [
        sum(line.bytes or 0 for line in account.lines if line.holder.startswith("DBM1"))
        for account in (alone, both)
    ]
    assert sums[0] == sums[1] == 2 * GIB
    lines = {line.holder: line for line in both.lines}
    assert lines["DBM1 EDM pools"].bytes == (5_600 + 5_600 + 52_400) * 4096
    assert "threads, statements and the like" in lines["DBM1 without pools"].note


@given(*[st.integers(0, 2**32 - 1)] * 3)
def test_a_pool_never_has_more_left_than_it_is_large(pages, free, stealable):
    row = {
        f"{pool.key}_{what}": value for pool in POOLS for what, value in (("pages", pages), ("free", free))
    }
    row |= {"dbd_stealable": stealable, "skeleton_stealable": stealable}
    for pool in POOLS:
        left, held = pool.available(row), pool.held(row)
        assert left is None or 0 <= left <= pages
        assert (held is None) == (left is None)
        assert held is None or 0 <= held <= pages * 4096


def test_counters_are_of_intervals_and_pages_are_as_they_were():
    frame = intervals_of(from_records(*edm()), "db2_edm_pool")
    assert frame["package_requests"].to_list() == [90_000] * 4
    assert frame["dbd_pages"].to_list() == [25_600] * 4
