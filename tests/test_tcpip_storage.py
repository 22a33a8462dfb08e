"""What storage the buffers of a stack take, what limits it has, and what SMC would take and bring."""

from __future__ import annotations

import pytest

import getpage
from getpage.contract.storage import LEAST_KEPT
from getpage.core.names import Image, KnobId
from tcpip_evidence import (
    GB,
    KIB,
    MIB,
    STACK,
    address,
    config,
    connection,
    findings,
    ftp,
    site,
)
from zos_records import ONLINE, paging, smf71, write


def test_storage_of_buffers_is_that_of_all_connections_in_the_account_of_one_system(tmp_path):
    place = site(tmp_path / "site", *ftp(int(39.6 * GB), 15), count=1000)
    accounts = [account for account in getpage.check(place).accounts if account.of == STACK]
    lines = {line.holder: line.bytes for line in accounts[0].lines}
    assert lines["receive buffers"] == lines["send buffers"] == 1000 * 64 * KIB
    [change] = getpage.check(place).changes
    assert change.storage_bytes == 1000 * 64 * KIB


def test_connections_at_a_time_are_counted_from_records_where_no_display_tells(tmp_path):
    many = [connection(f"J{n}", begin=10, seconds=300, bytes_in=9, bytes_out=9) for n in range(37)]
    (tmp_path / "site").mkdir()
    write(tmp_path / "site" / "dump.smf", [*ftp(int(39.6 * GB), 15), *many])
    (tmp_path / "site" / "netstat.txt").write_text(config())
    [change] = getpage.check(tmp_path / "site").changes
    count = change.storage_bytes / 64 / KIB
    assert count in (38, 39)  # by the minute: the transfer that ends and the next one may be in the same


@pytest.mark.parametrize(("free", "online"), [(20_000_000, ONLINE), (200_000, 1_300_000)])
def test_buffers_are_given_only_what_is_free_at_the_minimum_beside_the_reserve_of_a_dump(
    tmp_path, free, online
):
    place = site(tmp_path / "site", *ftp(int(39.6 * GB), 15), count=1_400)
    sizes = {f"total_{which}": online for which in ("minimum", "average", "maximum")}
    sizes |= {f"fixed_{which}": online // 10 for which in ("minimum", "average", "maximum")}
    write(place / "rmf.smf", [smf71("SYSA", n, paging(free, **sizes)) for n in range(10)])
    [item] = [item for item in getpage.plan(place).items if item.knob == KnobId(STACK, "TCPRCVBUFRSIZE")]
    room = free * 4096 - max(LEAST_KEPT, online * 4096 // 10)
    assert 0 < item.storage_bytes <= room
    if free > 1_000_000:
        assert item.size_after >= 128


STORAGE = (
    "EZZ8453I TCPIP STORAGE 409\n"
    "EZZ8454I TCPIP    STORAGE         CURRENT   MAXIMUM   LIMIT\n"
    "EZD2018I   31-BIT\n"
    "EZZ8455I     ECSA                 {used}K    {used}K   204800K\n"
    "EZZ8455I     ECSA MODULES           8702K     8702K   NOLIMIT\n"
    "EZD2018I   64-BIT\n"
    "EZZ8455I     HVCOMMON                  3M        3M   NOLIMIT\n"
    "EZZ8455I     SMC-R FIXEDMEMORY        60M      {smc}M      256M\n"
    "EZD2024I       SMC-R SEND MEMORY       4M        4M\n"
    "EZZ8459I DISPLAY TCPIP STOR COMPLETED SUCCESSFULLY\n"
)
LIMITS = (
    "GLOBAL CONFIGURATION INFORMATION:\n"
    "TCPIPSTATS: YES  ECSALIMIT: 0204800K  POOLLIMIT: 0000000K\n"
    "SMCR:       YES\n"
    "  FIXEDMEMORY: 0256M  TCPKEEPMININT: 00000300\n"
)


def test_a_stack_near_its_limits_gets_twice_what_it_used_and_one_far_from_them_nothing(tmp_path):
    (tmp_path / "config.txt").write_text(config(receive=2 * MIB, send=2 * MIB, most=2 * MIB, more=LIMITS))
    (tmp_path / "stor.txt").write_text(STORAGE.format(used=180_000, smc=240))
    result = getpage.check(tmp_path)
    assert {finding.check for finding in result.findings} == {"tcp-storage-limit", "tcp-smc-memory"}
    assert {change.command: change.undo for change in result.changes} == {
        "GLOBALCONFIG ECSALIMIT 352M": "GLOBALCONFIG ECSALIMIT 200M",
        "GLOBALCONFIG SMCR FIXEDMEMORY 480": "GLOBALCONFIG SMCR FIXEDMEMORY 256",
    }
    (tmp_path / "stor.txt").write_text(STORAGE.format(used=20_000, smc=60))
    assert getpage.check(tmp_path).findings == ()


# TC-5


def both_ends(seconds=900.0, trip=0, smc=0):
    ends = ("SYSA", "TCPIP", 1, 2, 3000, 40_001), ("SYSB", "TCPIPB", 2, 1, 40_001, 3000)
    return [
        connection(
            "CICSA" if system == "SYSA" else "CICSB", begin=2, seconds=seconds, system=system, stack=stack,
            local_address=address(here), remote_address=address(there), local_port=local, remote_port=remote,
            bytes_in=32_768 * 9000, bytes_out=32_768 * 9000, round_trip_ms=trip, segments_in=210_000,
            segments_out=210_000, smc_status=smc,
        )
        for system, stack, here, there, local, remote in ends
    ]  # fmt: skip


def test_tc_5_connections_of_two_stacks_might_go_over_smc_for_no_more_than_was_published(tmp_path):
    place = site(tmp_path / "site", *both_ends(), reply=config(more=LIMITS))
    result = getpage.check(place)
    actual = findings(result, "tcp-smc")
    assert {str(item.object) for item in actual} == {"SYSA.TCPIP SMC", "SYSB.TCPIPB SMC"}
    mine = next(item for item in actual if item.object.image == Image("SYSA"))
    assert "to 48 % of response time and 0 to 10 % of processor time" in mine.claim
    [takes] = [fact.value for fact in mine.evidence if fact.label == "fixed storage that it takes"]
    assert takes == 7 * MIB  # 4 MB for what is sent, three blocks for one link group
    [table] = [table for table in result.tables if table.title == "Connections that could use SMC"]
    assert {row[0]: (row[1], row[3], row[8], row[9]) for row in table.rows} == {
        "SYSA.TCPIP": ("SYSB.TCPIPB", 1, "0 to 48", "0 to 10"),
        "SYSB.TCPIPB": ("SYSA.TCPIP", 1, "0 to 48", "0 to 10"),
    }


@pytest.mark.parametrize("other", [{"seconds": 3.0}, {"trip": 12}, {"smc": 0x80}])
def test_connections_that_are_short_far_or_go_over_smc_already_gain_nothing_from_it(tmp_path, other):
    place = site(tmp_path / "site", *both_ends(**other))
    assert findings(getpage.check(place), "tcp-smc") == []


def test_a_connection_of_which_one_end_is_known_is_not_told_of(tmp_path):
    place = site(tmp_path / "site", both_ends()[0])
    assert findings(getpage.check(place), "tcp-smc") == []
