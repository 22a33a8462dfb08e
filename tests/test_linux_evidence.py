"""What Linux guests print: what it says is in the tables, what is damaged is counted and named."""

from __future__ import annotations

from datetime import datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import getpage
from examples import examples
from getpage.evidence.text import read_text
from getpage.products.linux.evidence import name_of
from linux_evidence import (
    GIB,
    KIB,
    MIB,
    MINUTES,
    SMEM,
    SMEM_BY_USER,
    START,
    SYSINFO,
    day,
    snapshot,
    vmstat,
)


def read(text):
    """Rows by table, and damage."""
    actual = read_text(enumerate(text.splitlines()))
    return actual.rows, actual.damage


def test_a_snapshot_becomes_a_row_in_bytes_with_the_time_that_stands_above_it():
    rows, damage = read(snapshot(START, huge=(512, 100, 20)))
    [row] = rows["linux_memory"]
    assert (row["total"], row["available"]) == (16_388_608 * KIB, 1_700_000 * KIB)
    assert (row["huge_total"], row["huge_free"], row["huge_reserved"]) == (512, 100, 20)
    assert (row["huge_page_bytes"], row["written"]) == (MIB, START)
    assert not damage


@pytest.mark.parametrize(
    "line",
    ["Thu Mar 12 00:00:00 CET 2026", "Thu 12 Mar 2026 12:00:00 AM CET", "Thu Mar 12 12:00:00 AM CET 2026"],
)
def test_the_ways_in_which_date_prints_a_moment_are_the_same_moment(line):
    rows, _ = read(f"{line}\n{snapshot()}")
    assert rows["linux_memory"][0]["written"] == START


def test_a_time_stamp_on_every_line_is_as_good_as_a_date():
    text = "".join(f"2026-03-12T00:00:00 {line}\n" for line in snapshot().splitlines())
    text += "".join(f"2026-03-12T00:05:00 {line}\n" for line in snapshot().splitlines())
    rows, damage = read(text)
    assert [row["written"] for row in rows["linux_memory"]] == [START, START + 5 * MINUTES]
    assert not damage


def test_every_snapshot_of_a_file_is_a_row_of_its_own_time():
    rows, damage = read(day(hours=3))
    assert [row["written"] for row in rows["linux_memory"]] == [START + n * 15 * MINUTES for n in range(13)]
    assert not damage


@pytest.mark.parametrize("line", ["Thu Feb 31 06:00:00 CET 2026", "Thu Mar 12 26:00:00 CET 2026"])
def test_a_moment_that_no_calendar_has_is_no_time(line):
    rows, _ = read(f"{line}\n{snapshot()}")
    assert rows["linux_memory"][0]["written"] is None


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("16388608", "0"),
        ("16388608", "-1"),
        ("16388608", "9" * 15),
        ("12000000", "99999999"),
        ("SwapFree:        2097148", "SwapFree:        2097149"),
        ("MemTotal", "MemTotal:"),
    ],
)
def test_a_snapshot_that_cannot_be_is_damage_and_no_row(old, new):
    rows, damage = read(snapshot(START).replace(old, new))
    assert not rows.get("linux_memory")
    assert damage or "MemTotal::" in snapshot().replace(old, new)


def test_a_number_that_is_none_is_damage_and_the_rest_is_kept():
    rows, damage = read(snapshot(START).replace("1700000", "17x0000"))
    assert "available" not in rows["linux_memory"][0]
    assert damage[0].expected == "a figure of MemAvailable"


def test_the_line_since_boot_is_told_from_the_others_which_have_their_interval():
    rows, damage = read(vmstat(8, 16, swapped=4096))
    first, second, third = rows["linux_paging"]
    assert (first["since_boot"], second["since_boot"]) == (True, False)
    assert [row["interval_us"] for row in (first, second, third)] == [None, 60e6, 60e6]
    assert (third["swapped_in_rate"], third["swapped"]) == (16 * KIB, 4096 * KIB)
    assert not damage


@pytest.mark.parametrize(
    ("command", "unit"),
    [
        ("vmstat -w -t 60\n", KIB),
        ("$ vmstat -w -S M 60\n", MIB),
        ("vmstat -SM 60 10 >> /tmp/x\n", MIB),
        ("", KIB),
    ],
)
def test_the_unit_of_vmstat_is_that_of_its_command_and_kib_without_one(command, unit):
    rows, _ = read(vmstat(8, begun=command))
    assert rows["linux_paging"][1]["swapped_in_rate"] == 8 * unit


def test_heads_that_come_again_are_of_the_same_run_and_a_command_begins_another():
    again = vmstat(1, 1) + "".join(vmstat(1).splitlines(keepends=True)[:2])
    assert [row["since_boot"] for row in read(again + vmstat(1))[0]["linux_paging"]][3:] == [False, False]
    rows, _ = read(vmstat(1) + "vmstat -t 60\n" + vmstat(1))
    assert [row["since_boot"] for row in rows["linux_paging"]] == [True, False, True, False]


@pytest.mark.parametrize(
    ("old", "new"), [(" 10  5 80  4  1", " 90 90 90  4  1"), ("500000", "9" * 15), ("2400000", "24x")]
)
def test_figures_of_vmstat_that_cannot_be_are_damage_and_no_row(old, new):
    rows, damage = read(vmstat(8).replace(old, new, 1))
    assert len(rows["linux_paging"]) == 1
    assert len(damage) == 1


def test_heads_without_figures_are_damage():
    rows, damage = read("".join(vmstat(8).splitlines(keepends=True)[:2]))
    assert not rows
    assert damage[0].expected == "lines of figures below the heads of vmstat"


def test_a_table_by_process_and_one_by_user_say_the_same_in_either_unit():
    by_process = read(SMEM)[0]["linux_process"]
    by_user = read(SMEM_BY_USER)[0]["linux_process"]
    assert [row["pss"] for row in by_process] == [round(4.2 * GIB), round(1.2 * GIB), 120 * MIB]
    assert by_process[0]["command"] == "/opt/cognos/jre/bin/java -Xm"
    cognos = next(row for row in by_user if row["user"] == "cognos")
    assert cognos["processes"] == 2
    assert cognos["pss"] == pytest.approx(5.4 * GIB, rel=1e-6)


def test_totals_below_a_table_are_no_process():
    text = (
        SMEM
        + "-" * 79
        + "\n"
        + "    3 2                                    200.5M     5.1G     5.5G     5.7G \n"
    )
    assert len(read(text)[0]["linux_process"]) == 3


def test_a_row_that_is_cut_is_damage():
    rows, damage = read(SMEM.replace("    4.2G     4.3G", ""))
    assert len(rows["linux_process"]) == 2
    assert damage[0].expected == "a row of smem, as its heads have it"


def test_the_hypervisor_and_what_it_calls_the_guest_are_read():
    rows, _ = read(SYSINFO.format("z/VM    7.3.0"))
    assert [(row.get("guest"), row.get("control_program")) for row in rows["linux_host"]] == [
        ("LNX1", None),
        (None, "z/VM 7.3.0"),
    ]


@pytest.mark.parametrize(
    ("file", "name"),
    [
        ("logs/LNX1@CEC1.meminfo.003", "LNX1@CEC1"),
        ("LNX1.vmstat.gz", "LNX1"),
        ("C:\\evidence\\lnx2_20260312.smem.txt", "LNX2"),
        ("/proc/meminfo", None),
        ("vmstat.log", None),
        ("standard input", None),
    ],
)
def test_a_guest_is_called_as_its_file_is_unless_that_says_nothing(file, name):
    assert name_of(file) == name


def test_a_guest_whose_file_says_nothing_is_called_as_was_said_when_it_was_loaded(tmp_path):
    (tmp_path / "meminfo").write_text(day())
    store = getpage.load(tmp_path / "meminfo", into=tmp_path / "store", system="LNX7")
    assert {str(account.of) for account in getpage.check(tmp_path / "store").accounts} == {"LNX7"}
    assert store.table("linux_memory").collect().height == 97


def test_the_same_snapshots_of_two_guests_are_not_one(tmp_path):
    (tmp_path / "LNX1.meminfo").write_text(day(hours=1))
    (tmp_path / "LNX2.meminfo").write_text(day(hours=2))
    (tmp_path / "LNX2.meminfo.1").write_text(day(hours=3))
    result = getpage.check(tmp_path)
    [table] = [table for table in result.tables if table.title == "Memory of Linux guests"]
    assert [(row[0], row[13]) for row in table.rows] == [("LNX1", 5), ("LNX2", 13)]  # pieces overlap
    assert (result.window_first, result.window_last) == (START, datetime(2026, 3, 12, 3))


TEXTS = [snapshot(START, huge=(8, 4, 2)), vmstat(8, 16), SMEM, SMEM_BY_USER, SYSINFO.format("KVM/Linux")]


@settings(deadline=None, max_examples=examples(60))
@given(st.data())
def test_whatever_is_done_to_the_text_gives_rows_and_damage_and_no_traceback(data):
    text = "".join(data.draw(st.permutations(TEXTS))[:3])
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(text)))
        odd = data.draw(st.sampled_from(["", "9" * 30, "-", "\n", ":", " kB", "T", "\x00", "²", "swpd "]))
        text = text[:at] + odd + text[at + data.draw(st.integers(0, 30)) :]
    rows, damage = read(text)
    most = 1 << 50
    for table in rows.values():
        for row in table:
            assert all(0 <= value <= most for value in row.values() if type(value) is int)
    assert all(item.expected for item in damage)


def test_two_guests_that_print_the_same_are_two_and_a_file_loaded_again_is_not(tmp_path):
    for guest in ("LNX1", "LNX2"):
        (tmp_path / f"{guest}.meminfo").write_text(day(hours=1))
    again = tmp_path / "again"
    again.mkdir()
    for name in ("LNX2.meminfo", "LNX1.meminfo.1"):
        (again / name).write_text(day(hours=1))
    store = getpage.load([tmp_path / "LNX1.meminfo", tmp_path / "LNX2.meminfo"], into=tmp_path / "store")
    assert [file["path"][-12:] for file in store.files()] == ["LNX1.meminfo", "LNX2.meminfo"]
    assert store.table("linux_memory").collect().height == 2 * 5
    store = getpage.load(again, into=tmp_path / "store")
    assert len(store.files()) == 2
    assert store.table("linux_memory").collect().height == 2 * 5


def test_the_same_log_under_two_names_is_one_where_its_lines_say_whose_it_is(tmp_path):
    from dump_evidence import dump

    for name in ("A@SYSA.txt", "B@SYSB.txt"):
        (tmp_path / name).write_text(dump(10))
    assert len(getpage.load(tmp_path, into=tmp_path / "store").files()) == 1
