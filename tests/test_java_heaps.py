"""What logs of garbage collection say of a heap: from the evidence through checks, plan and ledger."""

from __future__ import annotations

import re

import numpy as np
import pytest

import getpage
import zos_records
from getpage.contract.facts import value_of
from getpage.core.names import Image, Subsystem
from getpage.products.common.slope import slope
from getpage.products.java.evidence import name_of
from getpage.result import Severity
from getpage.result.forecast import FigureName
from java_evidence import HEAD, MIB, log, stop, write

JVM = Subsystem("java", Image("SYSA"), "WEB1")
GLOBAL = {"kind": "global", "pause": 900.0, "cpu": 2500.0, "cause": '<af-start id="0" type="tenure" />'}


def stops(count: int = 60, every: int = 10, interval: float = 10_000.0, old: float = 300, **said):
    """Scavenges with a global collection every so often."""
    return [
        stop(
            n, second=n * interval / 1000, interval=interval, old=old, **(GLOBAL if n % every == 0 else said)
        )
        for n in range(1, count + 1)
    ]


def checked(tmp_path, *made, name="WEB1@SYSA__gc__log", zos=False, **settings):
    directory = write(tmp_path / "logs", **{name: log(made, **settings)})
    if zos:
        zos_records.write(directory / "zos.smf", [zos_records.smf71("SYSA", n) for n in range(4)])
    return getpage.check(directory)


def found(result, check):
    return [finding for finding in result.findings if finding.check == check]


@pytest.mark.parametrize(
    ("file", "system", "name"),
    [
        ("logs/WEB1@SYSA.gc.log.003", "SYSA", "WEB1"),
        ("verbosegc.20260312.090000.4711.txt", None, "VERBOSEGC"),
        ("site.zip!srv/shop one_gc.log.gz", None, "SHOP-ONE"),
        ("12.log", None, "12"),
        ("@@@.log", None, "@@@"),
    ],
)
def test_a_machine_is_called_as_its_file_is_without_what_rotation_adds(file, system, name):
    assert name_of(file) == (system, name)


def test_a_heap_that_is_full_of_what_is_alive_gets_a_size_with_undo_and_verification(tmp_path):
    result = checked(tmp_path, *stops(old=740), options=("-Xms1024m", "-Xmx1024m", "-Xmn256m"))
    [finding] = found(result, "java-heap-small")
    assert finding.headline == "73 % of the heap is live after global collections"
    assert str(finding.object) == "SYSA.WEB1 heap"
    [change] = finding.changes
    assert change.undo == "-Xms1024m -Xmx1024m -Xmn256m"
    size = int(change.command.partition("-Xms")[2].partition("m")[0])
    assert size > 1024
    assert f"-Xmn{round(size / 4)}m" in change.command
    assert change.way.size_final == size
    assert "MEMLIMIT" in change.caution
    assert hex(size * MIB) in change.verify


def test_a_heap_with_room_and_short_pauses_is_left_alone(tmp_path):
    result = checked(tmp_path, *stops(old=400), pageSize="0x100000", requestedPageSize="0x100000")
    assert [finding for finding in result.findings if finding.severity is not Severity.INFO] == []
    assert {scope.what for scope in result.looked} >= {"heap with its collections", "heap with its settings"}


def test_an_allocation_that_found_no_room_is_critical(tmp_path):
    failed = stop(61, second=610, more="").replace(
        '<gc-end id="8"', '<allocation-unsatisfied id="7" /><gc-end id="8"'
    )
    [finding] = found(checked(tmp_path, *stops(), failed), "java-heap-small")
    assert finding.severity is Severity.CRITICAL


def test_young_collections_that_take_much_of_the_time_are_found(tmp_path):
    [finding] = found(
        checked(tmp_path, *stops(200, every=999, interval=500.0), zos=True), "java-nursery-small"
    )
    assert finding.headline == "Nursery too small: its GC takes 4 % of the time"
    assert value_of(finding, "from one young collection to the next") == 0.5
    # What a larger heap would save is not established here, and no command is printed.
    assert not finding.changes


@pytest.mark.parametrize(("apart", "leaks"), [(2.5, 0), (5.0, 1)])
def test_what_rises_for_less_than_a_minute_may_be_a_program_that_starts(tmp_path, apart, leaks):
    """Twenty collections, 47 or 95 s from the first to the last."""
    result = (
        stop(n, second=n * apart, interval=1e3 * apart, old=200 + n * 10, **(GLOBAL | {"pause": 30.0}))
        for n in range(1, 21)
    )
    assert len(found(checked(tmp_path, *result), "java-heap-growth")) == leaks


def test_what_grows_is_told_with_its_interval_and_when_the_heap_is_full(tmp_path):
    result = [
        stop(n, second=n * 600.0, interval=600_000.0, old=200 + n * 10, **(GLOBAL | {"pause": 300.0}))
        for n in range(1, 21)
    ]
    [finding] = found(checked(tmp_path, *result), "java-heap-growth")
    assert finding.headline == "Heap leaks 60 MiB/h: full in 6 h"
    around = [fact.value for fact in finding.evidence if fact.label.startswith("growth at the")]
    assert around == [60 * MIB, 60 * MIB]
    assert finding.no_command


def test_noise_around_a_level_is_no_growth():
    default_rng = np.random.default_rng(7)
    for _ in range(20):
        rate = slope(np.arange(60.0), 300e6 + default_rng.normal(0, 5e6, 60))
        assert rate.low < rate.value < rate.high
    assert slope(np.arange(5.0), np.arange(5.0)) is None


def test_a_heap_of_which_little_is_alive_gives_room_back(tmp_path):
    large = {"interval": 100_000.0, "old": 150, "heap": 4096, "nursery": 1024, "room": 768}
    whole = GLOBAL | {"pause": 90.0}
    result = [stop(n, second=n * 100.0, **(large | (whole if n % 10 == 0 else {}))) for n in range(1, 61)]
    most = {"maxHeapSize": hex(4096 * MIB), "initialHeapSize": hex(4096 * MIB)}
    [finding] = found(checked(tmp_path, *result, **most), "java-heap-large")
    [change] = finding.changes
    assert change.storage_bytes < 0
    assert change.total_bytes == -finding.storage_bytes
    # What it ends with stays: more may be alive on a day that the log does not have.
    most = int(re.search(r"-Xmx(\d+)m", change.undo)[1])
    assert change.command.startswith(f"-Xms{change.way.size_final}m -Xmx{most}m ")
    assert change.way.size_final < most
    assert "can still grow" in change.effect


def test_collections_that_the_program_asks_for_can_be_switched_off(tmp_path):
    request = [
        stop(n, second=n * 60.0, interval=60_000.0, **(GLOBAL | {"cause": '<sys-start reason="explicit" />'}))
        for n in range(1, 21)
    ]
    [finding] = found(checked(tmp_path, *request), "java-explicit-collections")
    assert [change.command for change in finding.changes] == ["-Xdisableexplicitgc"]


@pytest.mark.parametrize(
    ("got", "needed", "most", "command"),
    [
        ("0x1000", "0x1000", 1024, None),  # so small a heap is not worth a restart for it
        ("0x1000", "0x1000", 1536, "-Xlp:objectheap:pagesize=1M,pageable"),
        ("0x1000", "0x100000", 128, "-Xlp:objectheap:pagesize=1M,pageable"),
        ("0x100000", "0x80000000", 4096, "-Xlp:objectheap:pagesize=2G,nonpageable"),
        ("0x100000", "0x100000", 4096, None),
    ],
)
def test_small_pages_are_said_with_the_option_for_larger_ones(tmp_path, got, needed, most, command):
    result = checked(tmp_path, *stops(), pageSize=got, requestedPageSize=needed, maxHeapSize=hex(most * MIB))
    changes = [change.command for item in found(result, "java-heap-pages") for change in item.changes]
    assert changes == ([command] if command else [])


def test_references_of_8_bytes_and_a_heap_just_above_2_gb_are_said(tmp_path):
    (tmp_path / "a").mkdir()
    long = checked(tmp_path / "a", *stops(), compressedRefs="false")
    assert found(long, "java-references")[0].changes[0].command == "-Xcompressedrefs"
    (tmp_path / "b").mkdir()
    above = [stop(n, heap=2120, nursery=300, room=200, **(GLOBAL | {"pause": 90.0})) for n in range(1, 40)]
    result = checked(tmp_path / "b", *above, maxHeapSize=hex(2120 * MIB), compressedRefsShift="0x3")
    [finding] = found(result, "java-references")
    assert "a little above 2 GB" in finding.headline
    [change] = finding.changes
    assert change.command.startswith("-Xms2047m -Xmx2047m ")  # beyond it references would be shifted again
    assert "may still grow" not in change.effect


def test_a_second_is_long_and_another_policy_is_named_where_one_is_shorter(tmp_path):
    slow = [stop(n, **(GLOBAL | {"pause": 1500.0})) for n in range(1, 15)]
    [finding] = found(checked(tmp_path, *slow, gcPolicy="-Xgcpolicy:optthruput"), "java-long-pauses")
    assert "-Xgcpolicy:gencon" in {change.command for change in finding.changes}


def test_the_ledger_has_the_heap_once_and_a_plan_weighs_it_against_what_is_free(tmp_path):
    result = checked(tmp_path, *stops(old=740), zos=True)
    [account] = [account for account in result.accounts if str(account.of) == "SYSA.WEB1"]
    assert [(line.holder, line.bytes) for line in account.lines] == [("heap", 1 << 30), ("-Xmx", 1 << 30)]
    [image] = [account for account in result.accounts if account.of == Image("SYSA")]
    assert [line.place for line in image.lines if line.holder == "WEB1 heap"] == ["virtual"]
    plan = getpage.plan(tmp_path / "logs", add="4G", within_ledger=False)
    [item] = [item for item in plan.items if str(item.knob) == "SYSA.WEB1.HEAP"]
    assert item.cpu_saved.low <= item.cpu_saved.value <= item.cpu_saved.high
    assert item.reads_avoided is None


def test_a_larger_heap_than_real_storage_has_free_waits(tmp_path):
    result = checked(tmp_path, *stops(old=740), zos=True)
    [finding] = found(result, "java-heap-small")
    assert finding.changes[0].only_after or finding.changes[0].caution


def test_a_forecast_of_another_size_has_processor_time_and_pauses(tmp_path):
    directory = write(tmp_path / "logs", **{"WEB1@SYSA__gc__log": log(stops(old=600))})
    forecast = getpage.forecast(directory, "WEB1.HEAP=2048")
    saved = forecast.figure(JVM, FigureName.CPU_SAVED).after
    assert 0 < saved.low < saved.value < saved.high


def test_logs_of_too_little_find_nothing_and_say_what_is_missing(tmp_path):
    directory = write(tmp_path / "logs", a__log=log([]), b__log=log([stop(1)]), c__log=HEAD)
    result = getpage.check(directory)
    assert {finding.check for finding in result.findings} <= {"java-heap-pages"}
    assert [need.subsystem for need in result.missing if "stop Java" in need.question] == ["B"]


def test_a_global_collection_that_follows_a_young_one_at_once_counts(tmp_path):
    lines = ["[0.010s][info][gc] Using Serial"]
    for n in range(0, 40, 2):
        at, full = 5.0 * (n + 1), f"GC({n + 1}) Pause Full (Allocation Failure)"
        lines += [
            f"[{at:.3f}s][info][gc] GC({n}) Pause Young (Allocation Failure) 60M->60M(64M) 0.100ms",
            f"[{at + 0.9:.3f}s][info][gc] {full} 60M->50M(64M) 900.000ms",
        ]
    result = getpage.check(write(tmp_path / "logs", **{"WEB1@SYSA__gc__log": "\n".join(lines) + "\n"}))
    [finding] = found(result, "java-heap-small")
    assert value_of(finding, "stopped by collections of the whole heap") == pytest.approx(9.5, abs=0.1)
