"""Fixed storage for SMC-R: what it brings which connections, within what is free, and whether it came."""

from __future__ import annotations

import pytest

import getpage
from getpage.core.errors import GetpageError
from getpage.core.names import Image, KnobId, Subsystem
from getpage.result.forecast import FigureName
from tcpip_evidence import address, config, connection, findings, site
from zos_records import paging, smf30, smf71, write

SMC = Subsystem("tcpip", Image("SYSA"), "TCPIP-SMCR")
KNOB = KnobId(SMC, "FIXEDMEMORY")
OFF = "GLOBAL CONFIGURATION INFORMATION:\nSMCR: NO\nSMCD: NO\n"
ON = "GLOBAL CONFIGURATION INFORMATION:\nSMCR: YES\n  FIXEDMEMORY: 0064M  TCPKEEPMININT: 00000300\n"
USED = (
    "EZZ8453I TCPIP STORAGE\n"
    "EZZ8454I TCPIP    STORAGE              CURRENT    MAXIMUM      LIMIT\n"
    "EZD2018I   64-BIT\n"
    "EZZ8455I     SMC-R FIXEDMEMORY             12M     {most}M        64M\n"
    "EZD2024I       SMC-R SEND MEMORY            4M     {most}M\n"
    "EZZ8459I DISPLAY TCPIP STOR COMPLETED SUCCESSFULLY\n"
)


def exchanges(count: int, message: int = 32_768, *, smc: int = 0, partners: int = 1):
    """Both ends of so many connections that live an hour: a hundred messages a second, and their answers."""
    segments = 360_000 * (36 if message > 1452 else 1)
    for number in range(count):
        there = 2 + number % partners
        ends = ("SYSA", "TCPIP", 1, there, 3000, 40_001 + number), (
            f"SYS{there}", "TCPIPB", there, 1, 40_001 + number, 3000,
        )  # fmt: skip
        for system, stack, here, other, local, remote in ends:
            yield connection(
                "CICSA" if system == "SYSA" else "CICSB", begin=2, seconds=3600, system=system, stack=stack,
                connection=number, local_address=address(here), remote_address=address(other),
                local_port=local, remote_port=remote, bytes_in=message * 360_000, bytes_out=message * 360_000,
                round_trip_ms=0, segments_in=segments, segments_out=segments, smc_status=smc,
            )  # fmt: skip


def stacks(path, *specs, more=OFF, free=20_000_000, used=None):
    site(path, *specs, reply=config(more=more))
    rows = [smf71("SYSA", n, paging(free)) for n in range(10)]
    write(path / "rmf.smf", [*rows, *(smf30("SYSA", n, "CICSA", 0.0) for n in range(5))])
    if used is not None:
        (path / "stor.txt").write_text(USED.format(most=used))
    return path


def of_smc(result):
    return [change for change in result.changes if change.setting == "SMCR FIXEDMEMORY"]


def test_a_stack_without_smc_gets_no_statement_while_its_gain_is_not_established(tmp_path):
    """What was published of other sites may be nothing here."""
    place = stacks(tmp_path / "site", *exchanges(40))
    assert not of_smc(getpage.check(place))
    assert KNOB not in {item.knob for item in getpage.plan(place, add="64G").items}


def test_what_it_brings_is_what_was_published_of_messages_as_large_and_at_worst_nothing(tmp_path):
    place = stacks(tmp_path / "site", *exchanges(40))
    forecast = getpage.forecast(place, f"{KNOB}=30")
    waited, cpu = (forecast.figure(KNOB, name) for name in (FigureName.WAIT_SAVED, FigureName.CPU_SAVED))
    # 360,000 messages an hour of 40 connections, half a millisecond each: 48 % of that at best guess,
    # over the two hours that they lived in.
    network = 40 * 360_000 * 0.0005 / 7200
    assert waited.after.value == pytest.approx(0.48 * network, rel=0.02)
    assert waited.after.high <= 0.8 * 40 * 3600 / 7200
    spent = 5 * 450 / 7200  # seconds of SMF 30
    assert cpu.after.value == pytest.approx(0.05 * spent, rel=0.05)
    assert cpu.after.high <= 0.10 * spent * 1.001


def test_small_messages_gain_less_than_large_ones(tmp_path):
    tables = {}
    for name, message in (("large", 32_768), ("small", 200)):
        result = getpage.check(stacks(tmp_path / name, *exchanges(40, message)))
        [table] = [table for table in result.tables if table.title == "Connections that could use SMC"]
        [row] = [row for row in table.rows if row[0] == "SYSA.TCPIP"]
        tables[name] = dict(zip(table.columns, row, strict=True))
    assert tables["large"]["segments full %"] == 100
    assert tables["small"]["segments full %"] == 23  # 200 bytes of a segment of 1452, six tenths of it full
    # as many messages take as long in the network; less of it goes
    assert float(str(tables["small"]["less s (at most)"]).split()[0]) == pytest.approx(
        0.23 * float(str(tables["large"]["less s (at most)"]).split()[0]), rel=0.01
    )


def test_each_partner_takes_a_link_group_and_sizes_between_have_room_for_some(tmp_path):
    place = stacks(tmp_path / "site", *exchanges(400, partners=4))
    saved = {
        size: getpage.forecast(place, f"{KNOB}={size}").figure(KNOB, FigureName.WAIT_SAVED).after.value
        for size in (30, 31, 32)
    }
    # 4 MiB to send, 7 MiB of 64 KB elements for each partner's 100 connections: 32 MiB for all four
    assert 0 < saved[30] == pytest.approx(saved[31])
    assert saved[32] == pytest.approx(4 / 3 * saved[30], rel=0.02)
    with pytest.raises(GetpageError, match="all connections that could use SMC have room"):
        getpage.forecast(place, f"{KNOB}=33")


def test_more_is_given_where_its_storage_was_full_and_nothing_where_it_was_not(tmp_path):
    full = stacks(tmp_path / "full", *exchanges(40), more=ON, used=60)
    [change] = of_smc(getpage.check(full))
    assert change.command.startswith("GLOBALCONFIG SMCR FIXEDMEMORY ")
    assert int(change.command.split()[-1]) >= 120
    assert change.undo == "GLOBALCONFIG SMCR FIXEDMEMORY 64"
    assert [finding.object.name for finding in findings(getpage.check(full), "tcp-smc-memory")] == ["SMCR"]
    room = stacks(tmp_path / "room", *exchanges(40), more=ON, used=12)
    assert of_smc(getpage.check(room)) == []


def test_a_proof_shows_the_share_that_goes_over_smc(tmp_path):
    before = stacks(tmp_path / "before", *exchanges(4))
    after = stacks(tmp_path / "after", *exchanges(4, smc=0x80))
    proof = getpage.prove(before, after)
    [difference] = [
        difference
        for difference in proof.differences
        if difference.measure == "share over SMC" and difference.subject == SMC
    ]
    assert (difference.before.value, difference.after.value) == (0.0, 1.0)


@pytest.mark.parametrize(
    "odd",
    [
        {"bytes_in": (1 << 64) - 1, "bytes_out": (1 << 64) - 1},
        {"segments_in": 0, "segments_out": 0},
        {"segments_in": (1 << 64) - 1, "segments_out": 1, "segment_bytes": 0},
    ],
)
def test_counters_that_no_connection_has_end_in_no_traceback_and_in_no_infinite_gain(tmp_path, odd):
    specs = list(exchanges(2))
    for spec in specs:
        spec["sections"]["SMF119AP_TT"][0] |= odd
    place = stacks(tmp_path / "site", *specs)
    getpage.plan(place)
    for table in getpage.check(place).tables:
        if table.title == "Connections that could use SMC":
            for row in table.rows:
                cells = dict(zip(table.columns, row, strict=True))
                assert 0 <= cells["in the network s, at most"] <= 2 * 3600
                assert 0 <= cells["segments full %"] <= 100
