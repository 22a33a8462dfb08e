"""What Db2's rules and the ledger say of storage in SMF 100: IFCID 225, log buffers, contractions."""

from db2_records import GIB, only, pools, record, said, statistics, storage, when
from decided import listed
from getpage.ledger import image_accounts
from getpage.result import Severity


def test_log_buffers_that_were_all_in_use_or_paged_are_a_shortage():
    waits = statistics("QJST-Db2", [{"no_buffer_waits": 3, "writes_waited": 100}] * 2, ifcid=1)
    assert only("db2-log-buffers", *waits).headline == "Work waited 6 times for a log buffer"
    paged = statistics("QJST-Db2", [{"buffer_page_ins": 300, "writes_waited": 900}] * 2, ifcid=1)
    assert only("db2-log-buffers", *paged).headline == "Log buffers paged in 600 times for 1,800 writes"


def test_contraction_of_storage_is_a_warning_and_agents_that_ended_are_critical():
    short = statistics("QSST-Db2", [{"contractions": 2}] * 2, ifcid=1)
    assert only("db2-storage-contracted", *short).severity is Severity.WARNING
    ended = statistics("QSST-Db2", [{"contractions": 2, "abends": 1}] * 2, ifcid=1)
    assert only("db2-storage-contracted", *ended).severity is Severity.CRITICAL


def test_what_backs_the_pools_is_known_from_225_and_the_rest_of_dbm1_is_a_line():
    (account,) = said(*pools({"buffers": 3_000_000}), storage(5)).accounts
    lines = {line.holder: line for line in account.lines}
    assert lines["DBM1 without pools"].bytes == 2 * GIB
    assert "of the pools 8 GiB are in real storage" in lines["DBM1 without pools"].note
    assert lines["DIST"].bytes == GIB
    assert lines["MSTR log buffers"].bytes == 64 << 20
    assert lines["MAXSPACE for a dump"].bytes == (2 * GIB + GIB + GIB // 2)


def test_real_storage_as_db2_saw_it_is_the_ledger_where_rmf_is_absent():
    metrics = [
        record(1, when(n / 15), {"QWOS": [{"partition_real": 65_536, "partition_real_free": free}]})
        for n, free in enumerate((20_480, 10_240, 15_360))
    ]
    actual = said(*metrics, storage(1))
    (account,) = image_accounts(actual.accounts, actual.real_storage)
    free = {line.holder: line.bytes for line in account.free_at_minimum}
    assert free["dump reserve"] == 3 * GIB + GIB // 2
    assert sum(free.values()) == 10 * GIB
    held = {line.holder: line.bytes for line in account.lines if line.place == "real storage"}
    assert (held["DB1ADBM1"], held["DB1ADIST"]) == (10 * GIB, GIB)
    assert held["DB1A common storage"] == GIB // 2
    assert not any(line.place == "virtual" for line in account.lines), "what was measured is not a promise"
    assert sum(held.values()) + sum(free.values()) == 64 * GIB
    assert "as Db2 saw it" in account.note


def test_growth_says_what_db2_itself_saw_free():
    metrics = record(1, when(2), {"QWOS": [{"partition_real": 16_384, "partition_real_free": 5_120}]})
    (change,) = listed(said(*pools({"sorts_limited": 4}), metrics))
    assert "SYS1 had 5 GiB free on average of the interval with least, as Db2 saw it" in change.caution
    assert "the minimum is not in this evidence" in change.caution
    assert [fact.column for fact in change.evidence] == ["partition_real_free"]
    (unseen,) = listed(said(*pools({"sorts_limited": 4})))
    assert "this evidence does not" in unseen.caution


def test_storage_on_auxiliary_storage_is_found_in_records():
    assert only("db2-storage-paged-out", *pools({}), storage(1, auxiliary=12 << 20)).storage_bytes == 12 << 20
