"""Judgment of Java heaps: a leak stops sizing, a full heap is critical, and a healthy heap is left alone."""

from __future__ import annotations

import re

import numpy as np
import pytest

import getpage
from getpage.cli.app import run_command
from getpage.core.errors import NotEnoughEvidenceError
from getpage.result import Cause, Harm, Kind, Severity
from java_evidence import MIB, stop, write
from sample_site import only_read
from test_java_heaps import GLOBAL, checked, found, stops

KNOB = "SYSA.WEB1.HEAP"


def leaking(count: int = 24, rise: float = 9.0, noise: float = 3.0, **said: object) -> list[str]:
    """A global collection every ten minutes, each of which leaves some more; sizes in MiB."""
    scatter = np.random.default_rng(5).normal(0, noise, count + 1)
    return [
        stop(n, second=n * 600.0, interval=600_000.0, old=280 + n * rise + scatter[n], **(GLOBAL | said))
        for n in range(1, count + 1)
    ]


def printed(tmp_path, capsys) -> str:
    """What check, plan and report print of the logs."""
    with only_read(tmp_path / "logs") as logs:
        run_command(["check", str(logs)])
        run_command(["plan", str(logs)])
        run_command(["report", str(logs), "--output", str(tmp_path / "r.html")])
    return capsys.readouterr().out + (tmp_path / "r.html").read_text()


def heap_findings(result):
    return [
        finding
        for finding in result.findings
        if finding.check.startswith("java-") and finding.object.name == "heap"
    ]


def test_a_heap_that_leaks_is_one_critical_finding_and_gets_no_size(tmp_path, capsys):
    # At the end 72 % is alive, which alone would be a heap too small.
    result = checked(tmp_path, *leaking(), zos=True)
    [finding] = heap_findings(result)
    assert (finding.check, finding.severity, finding.kind) == (
        "java-heap-growth",
        Severity.CRITICAL,
        Kind.RISK,
    )
    assert (finding.cause, finding.harm) == (Cause.LEAK, Harm.SOON)
    assert [str(knob) for knob in finding.rules_out] == [KNOB]
    assert finding.headline.startswith("Heap leaks 5")
    assert "MiB/h: full in 4 h" in finding.headline
    assert "heap dump" in finding.claim
    assert not finding.changes
    assert finding.no_command
    assert "-Xms" not in printed(tmp_path, capsys)
    with pytest.raises(NotEnoughEvidenceError, match="not valid: it leaks"):
        getpage.forecast(tmp_path / "logs", f"{KNOB}=2048")


def test_a_leak_is_not_reported_as_a_shortage_of_the_nursery_either(tmp_path):
    young = [
        part
        for n, whole in enumerate(leaking(), 1)
        for part in (stop(n, second=n * 600.0 - 300, interval=300_000.0, pause=20_000.0), whole)
    ]
    assert [finding.check for finding in heap_findings(checked(tmp_path, *young))] == ["java-heap-growth"]


def test_a_cache_that_fills_and_then_stays_is_no_leak(tmp_path):
    filling = [
        stop(n, second=n * 600.0, interval=600_000.0, old=150 + min(n, 10) * 15 + n % 3, **GLOBAL)
        for n in range(1, 25)
    ]
    assert found(checked(tmp_path, *filling), "java-heap-growth") == []


def test_a_cache_that_fills_and_is_emptied_is_no_leak_however_long_it_rises(tmp_path):
    # It rises for 40 collections by 6 MiB each, is emptied to a tenth, and begins again higher up.
    alive = [200 + 6 * (n % 40) + 0.9 * n for n in range(1, 61)]
    sawtooth = [
        stop(n, second=n * 600.0, interval=600_000.0, old=round(old, 1), **GLOBAL)
        for n, old in enumerate(alive, 1)
    ]
    assert found(checked(tmp_path, *sawtooth), "java-heap-growth") == []


def test_a_rise_too_small_to_be_seen_in_the_heap_is_no_leak(tmp_path):
    assert found(checked(tmp_path, *leaking(rise=0.3, noise=0.01)), "java-heap-growth") == []


def g1(lines: list[str], heap: int = 512) -> str:
    return (
        "\n".join(
            ["[0.010s][info][gc] Using G1", f"[0.011s][info][gc,init] Heap Max Capacity: {heap}M", *lines]
        )
        + "\n"
    )


def cycles(count: int, every: float, alive, *, mixed: float = 12.0, heap: int = 512) -> list[str]:
    """Cycles of G1: a remark among much garbage, and a mixed collection that leaves what is alive, in MiB."""
    lines, number = [], 0
    for n in range(count):
        at, left = 5.0 + n * every, alive(n)
        for share, what, before, after, took in (
            (0.2, "Pause Young (Normal) (G1 Evacuation Pause)", left + 160, left + 110, 6.0),
            (0.5, "Pause Remark", left + 130, left + 130, 2.0),
            (0.8, "Pause Young (Mixed) (G1 Evacuation Pause)", left + 150, left, mixed),
        ):
            lines.append(
                f"[{at + share * every:.3f}s][info][gc] GC({number}) {what} "
                f"{before:.0f}M->{after:.0f}M({heap}M) {took:.3f}ms"
            )
            number += 1
    return lines


def g1_checked(tmp_path, lines, heap: int = 512):
    return getpage.check(write(tmp_path / "logs", **{"WEB1@SYSA__gc__log": g1(lines, heap)}))


def test_g1_leaks_by_what_its_mixed_collections_leave(tmp_path):
    result = g1_checked(tmp_path, cycles(30, 120.0, lambda n: 140 + 4 * n))
    [finding] = heap_findings(result)
    assert (finding.check, finding.cause) == ("java-heap-growth", Cause.LEAK)
    assert finding.headline == "Heap leaks 120 MiB/h: full in 2 h 8 min"


def test_g1_whose_live_set_stays_does_not_leak(tmp_path):
    assert heap_findings(g1_checked(tmp_path, cycles(30, 120.0, lambda n: 140 + n % 4))) == []


@pytest.mark.parametrize("every", [0.05, 4.0])
def test_a_leak_that_ended_in_full_collections_is_critical_however_short_the_log(tmp_path, every):
    lines = cycles(40, every, lambda n: 60 + 11 * n)
    end = 5.0 + 40 * every
    lines += [
        f"[{end + n * every:.3f}s][info][gc] GC({200 + n}) Pause Full (G1 Compaction Pause) "
        f"511M->509M(512M) {every * 400:.3f}ms"
        for n in range(1, 240)
    ]
    result = g1_checked(tmp_path, lines)
    [finding] = heap_findings(result)
    assert (finding.check, finding.severity, finding.cause) == (
        "java-heap-growth",
        Severity.CRITICAL,
        Cause.LEAK,
    )
    assert finding.headline.endswith(": it is full")
    assert not [change for change in result.changes if "-Xmx" in change.command]


def test_a_leak_that_ended_with_a_thread_is_told_though_the_last_collection_found_room(tmp_path):
    # OutOfMemoryError ends the thread, and what it held is free: the log ends with a heap that has room.
    lines = cycles(40, 0.05, lambda n: 60 + 11 * n)
    lines += [
        f"[{8 + n * 0.05:.3f}s][info][gc] GC({200 + n}) Pause Full (G1 Compaction Pause) "
        f"511M->{509 if n < 120 else 90}M(512M) 20.000ms"
        for n in range(1, 121)
    ]
    result = g1_checked(tmp_path, lines)
    [finding] = heap_findings(result)
    assert (finding.check, finding.severity) == ("java-heap-growth", Severity.CRITICAL)
    assert finding.headline.endswith(": it was full")
    assert not result.changes


def test_a_heap_that_was_full_from_the_start_is_critical_and_grows_only_after_a_heap_dump(tmp_path):
    lines = [
        f"[{5 + n * 2}.000s][info][gc] GC({n}) Pause Full (Allocation Failure) 255M->{252 + n % 2}M(256M) "
        "900.000ms"
        for n in range(130)
    ]
    result = g1_checked(tmp_path, lines, 256)
    [finding] = heap_findings(result)
    assert (finding.check, finding.severity, finding.harm) == (
        "java-heap-small",
        Severity.CRITICAL,
        Harm.OUTAGE,
    )
    assert all("a heap dump shows" in change.only_after for change in finding.changes)


def test_g1_that_marks_all_the_time_is_too_small(tmp_path):
    lines = cycles(200, 0.7, lambda n: 118 + n % 3, mixed=26.0, heap=256)
    [finding] = heap_findings(g1_checked(tmp_path, lines, 256))
    assert finding.check == "java-heap-small"
    assert finding.headline == "Heap too small: G1 starts to mark every 698 ms"


def test_a_log_too_short_to_judge_says_so_with_what_it_has(tmp_path):
    short = [stop(n, second=n * 0.5, interval=500.0, pause=60.0) for n in range(1, 80)]
    result = checked(tmp_path, *short)
    [finding] = found(result, "java-log-short")
    assert finding.headline == "Stopped for 12 % of 39.5 s: too short to judge"
    assert finding.severity is Severity.WARNING
    assert len(finding.headline) <= 72


@pytest.mark.parametrize("alive", [0.2, 0.3, 0.45, 0.6])
@pytest.mark.parametrize("size", [768, 1024, 2047])
def test_a_healthy_heap_of_at_most_2047m_is_silent(tmp_path, alive, size):
    quiet = {"heap": size, "nursery": size // 4, "room": size // 5, "old": alive * size * 0.75, "young": 4}
    whole = GLOBAL | {"pause": 90.0}
    healthy = [
        stop(n, second=n * 30.0, interval=30_000.0, **(quiet | (whole if n % 20 == 0 else {})))
        for n in range(1, 121)
    ]
    sizes = {name: hex(size * MIB) for name in ("maxHeapSize", "initialHeapSize")}
    result = checked(tmp_path, *healthy, zos=True, **sizes)
    assert [finding.check for finding in result.findings if finding.severity is not Severity.INFO] == []
    assert [change.command for change in result.changes if "-Xm" in change.command] == []


def test_pages_of_4_kib_are_a_note(tmp_path):
    [finding] = found(checked(tmp_path, *stops(old=400)), "java-heap-pages")
    assert (finding.severity, finding.kind) == (Severity.INFO, Kind.NOTE)
    assert not finding.changes


#: Evidence that each rule finds something in.
BAD = {
    "java-heap-growth": (leaking(rise=17.3), {}),
    "java-heap-small": (stops(old=740), {}),
    "java-nursery-small": (stops(200, every=999, interval=500.0), {}),
    "java-long-pauses": ([stop(n, **(GLOBAL | {"pause": 1500.0})) for n in range(1, 15)], {}),
    "java-heap-pages": (stops(), {"pageSize": "0x1000", "requestedPageSize": "0x80000000"}),
    "java-references": (stops(), {"compressedRefs": "false"}),
    "java-explicit-collections": (
        [stop(n, **(GLOBAL | {"cause": '<sys-start reason="explicit" />'})) for n in range(1, 21)],
        {},
    ),
}


@pytest.mark.parametrize("check", BAD)
def test_headlines_are_there_and_fit(tmp_path, check):
    stops_of, settings = BAD[check]
    result = checked(tmp_path, *stops_of, name="A-VERY-LONG-NAME@SYSA__gc__log", **settings)
    assert found(result, check)
    headlines = [finding.headline for finding in result.findings if finding.product == "java"]
    assert all(0 < len(headline) <= 72 for headline in headlines), headlines
    assert not any("A-VERY" in headline for headline in headlines)


def test_a_piece_of_a_log_is_a_note_with_what_it_has(tmp_path):
    piece = [stop(n, second=n * 0.1, interval=100.0, pause=40.0) for n in range(1, 7)]
    [finding] = found(checked(tmp_path, *piece), "java-log-short")
    assert (finding.severity, finding.kind) == (Severity.INFO, Kind.NOTE)
    assert re.fullmatch(r"Stopped for 4[0-9.]* % of 0?\.?[0-9]+ m?s: too short to judge", finding.headline)
    (tmp_path / "quiet").mkdir()
    quiet = [stop(n, second=n * 4.0, interval=4_000.0, pause=9.0) for n in range(1, 12)]
    [finding] = found(checked(tmp_path / "quiet", *quiet), "java-log-short")
    assert (finding.severity, finding.headline) == (
        Severity.INFO,
        "Stopped for 0.2 % of 44 s: too short to judge",
    )


def test_g1_that_marks_beside_the_program_most_of_the_time_is_a_note_though_pauses_are_short(tmp_path):
    lines = []
    for n in range(80):
        at, left = 3.0 + 1.3 * n, 410 + n % 5
        for after, what in (
            (0.0, f"Pause Young (Concurrent Start) (G1 Evacuation Pause) 470M->{left + 9}M(512M) 4.100ms"),
            (0.7, f"Pause Remark {left + 12}M->{left}M(512M) 2.000ms"),
            (0.8, "Concurrent Mark Cycle 780.000ms"),
        ):
            lines.append(f"[{at + after:.3f}s][info][gc] GC({2 * n + (after > 0)}) {what}")
    [finding] = heap_findings(g1_checked(tmp_path, lines))
    assert (finding.check, finding.severity) == ("java-heap-small", Severity.INFO)
    assert "G1 starts to mark every" in finding.headline
    assert "G1 marks beside it for" in finding.claim


@pytest.mark.parametrize(("heap", "old", "size"), [(1500, 1150, 2047), (1900, 1500, 2742)])
def test_a_heap_stays_below_2_gb_unless_its_live_set_needs_more(tmp_path, heap, old, size):
    sizes = {"heap": heap, "nursery": 300, "room": 240, "old": old}
    stops_of = [stop(n, **(sizes | (GLOBAL if n % 2 == 0 else {}))) for n in range(1, 61)]
    most = {name: hex(heap * MIB) for name in ("maxHeapSize", "initialHeapSize")}
    [finding] = found(checked(tmp_path, *stops_of, zos=True, **most), "java-heap-small")
    assert [ask.size for ask in finding.asks] == [size]


def test_a_heap_of_which_much_is_live_is_left_alone_while_collections_take_next_to_nothing(tmp_path):
    quiet = stops(count=120, every=40, interval=60_000.0, old=738)
    result = checked(tmp_path, *quiet, zos=True)
    [finding] = found(result, "java-heap-small")
    assert (finding.severity, finding.kind) == (Severity.INFO, Kind.NOTE)
    assert not finding.asks
    assert "-Xm" not in "".join(change.command for change in result.changes)


@pytest.mark.parametrize(("pause", "worth"), [(505, False), (510, True)])
def test_a_heap_grows_only_where_that_saves_half_a_percent_of_the_time(tmp_path, capsys, pause, worth):
    whole = GLOBAL | {"pause": pause, "cpu": pause}
    tight = [
        stop(n, second=n * 10.0, old=740, **(whole if n % 10 == 0 else {"pause": 20, "cpu": 20}))
        for n in range(1, 61)
    ]
    result = checked(tmp_path, *tight, zos=True)
    [finding] = found(result, "java-heap-small")
    assert finding.severity is (Severity.WARNING if worth else Severity.INFO)
    assert ("saves less than 0.5 %. No action." in finding.claim) is not worth
    saved = {}
    with only_read(tmp_path / "logs") as logs:
        for size in (*range(1100, 2000, 75), 2047):  # where no larger one is asked for
            figures = getpage.forecast(logs, f"{KNOB}={size}").figures
            saved[size] = max(figure.after.value for figure in figures if "saved" in figure.name)
    # Just below, and just above.
    assert max(saved.values()) == pytest.approx(0.005, rel=0.02)
    assert (max(saved.values()) >= 0.005) is worth
    assert ("-Xms" in printed(tmp_path, capsys)) is worth


def young(count: int, pause: float, *, eden: int = 40, heap: int = 600) -> list[str]:
    """Young collections of G1 twice a second, in ms, with regions of 1 MiB of which few survive."""
    lines = []
    for n in range(count):
        front, at = f"[{5 + n / 2:.3f}s][info][gc", f"GC({n})"
        lines += [
            f"{front},heap] {at} Eden regions: {eden}->0({eden})",
            f"{front},heap] {at} Survivor regions: 2->2(6)",
            f"{front},heap] {at} Old regions: 20->20",
            f"{front}] {at} Pause Young (Normal) (G1 Evacuation Pause) "
            f"{eden + 22}M->22M({heap}M) {pause:.3f}ms",
        ]
    return lines


def g1_in_regions(tmp_path, lines, heap: int = 600):
    text = "[0.008s][info][gc,init] Heap Region Size: 1M\n" + g1(lines, heap)
    return getpage.check(write(tmp_path / "logs", **{"WEB1@SYSA__gc__log": text}))


@pytest.mark.parametrize(
    ("pause", "eden", "command"),
    [(22.0, 40, "-XX:NewSize=80m"), (22.0, 300, "-XX:NewSize=480m"), (150.0, 40, "-XX:MaxGCPauseMillis=400")],
)
def test_g1_gets_its_young_size_or_a_pause_goal_before_a_larger_heap(tmp_path, pause, eden, command):
    result = g1_in_regions(tmp_path, young(300, pause, eden=eden))
    [finding] = found(result, "java-nursery-small")
    assert [change.command for change in finding.changes] == [command]
    assert not finding.asks
    assert "-Xm" not in "".join(change.command for change in result.changes)


def test_a_heap_dump_is_named_with_its_command(tmp_path):
    [finding] = heap_findings(checked(tmp_path, *leaking()))
    assert "jcmd PID Dump.heap /tmp/WEB1.phd" in finding.claim


def test_claims_have_two_sentences_at_most(tmp_path):
    for number, (check, (stops_of, settings)) in enumerate(BAD.items()):
        (tmp_path / str(number)).mkdir()
        result = checked(tmp_path / str(number), *stops_of, **settings)
        for finding in found(result, check):
            sentences = [part for part in finding.claim.rstrip(".").split(". ") if part]
            assert len(sentences) <= 2, finding.claim
            assert all(len(sentence.split()) <= 20 for sentence in sentences), finding.claim


def test_a_log_and_z_os_evidence_of_different_years_do_not_pay_for_each_other(tmp_path):
    # The log is of 2026, SMF 71 of 2012.
    result = checked(tmp_path, *stops(old=740), zos=True)
    [finding] = found(result, "java-other-time")
    assert finding.headline == "Log of 2026-03-12, evidence of real storage of 2012-07-24"
    assert finding.severity is Severity.INFO
    [small] = found(result, "java-heap-small")
    assert all("from the time of this log" in change.only_after for change in small.changes)
    assert small.changes


def test_a_log_without_evidence_of_storage_says_nothing_of_times(tmp_path):
    assert found(checked(tmp_path, *stops(old=740)), "java-other-time") == []
