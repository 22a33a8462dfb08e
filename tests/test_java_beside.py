"""Collectors that work beside the program, ZGC and Shenandoah: what is alive, and leaks."""

from __future__ import annotations

import pytest

import getpage
from getpage.result import Severity
from java_evidence import MIB, write
from test_java_judgment import heap_findings


def zgc(count: int, alive, *, every: float = 2.0, heap: int = 256) -> str:
    """Cycles of ZGC as JDK 17 prints them, of which what is alive is in MiB; 100 MiB/s are allocated."""
    lines = ["[0.005s][info][gc] Using Z", f"[0.006s][info][gc,init] Heap Max Capacity: {heap}M"]
    for n in range(count):
        at, live = f"[{1 + n * every:.3f}s]", alive(n)
        before, after = min(heap, live + 100), min(heap, live + 20)
        percent = f"({100 * live // heap}%)"
        lines += [
            f"{at}[info][gc,phases] GC({n}) Pause Mark Start 0.010ms",
            f"{at}[info][gc,heap] GC({n})      Live:         -               {live}M {percent}         "
            f"{live}M {percent}         {live}M {percent}            -                  -          ",
            f"{at}[info][gc,heap] GC({n}) Allocated:         -                 8M (3%)           16M (6%)   "
            "      20M (7%)             -                  -          ",
            f"{at}[info][gc] GC({n}) Garbage Collection (Allocation Rate) "
            f"{before}M({100 * before // heap}%)->{after}M({100 * after // heap}%)",
        ]
    return "\n".join(lines) + "\n"


def test_zgc_tells_what_is_alive_and_what_was_allocated(tmp_path):
    store = getpage.load(
        write(tmp_path / "logs", **{"WEB1@SYSA__gc__log": zgc(3, lambda n: 60 + n)}), into=tmp_path / "s"
    )
    rows = store.sql(
        "select live, allocated from java_collection where kind = 'cycle' order by record"
    ).fetchall()
    # 80 more than were in use after the cycle before (of which one lived on), and 20 in this one.
    assert rows == [(60 * MIB, None), (61 * MIB, 101 * MIB), (62 * MIB, 101 * MIB)]


def test_zgc_leaks_by_what_its_cycles_find_alive(tmp_path):
    result = getpage.check(write(tmp_path / "logs", **{"WEB1@SYSA__gc__log": zgc(60, lambda n: 20 + 2 * n)}))
    [finding] = heap_findings(result)
    assert finding.headline == "Heap leaks 3.52 GiB/h: full in 1 min 58 s"
    assert "39.3 s apart" in finding.claim
    # A plan of nothing else is answered by it.
    [kept] = getpage.plan(tmp_path / "logs").not_done
    assert kept.why == finding.headline


def test_of_two_generations_zgc_tells_what_is_alive_in_both_and_what_was_promoted(tmp_path):
    def young(n, letter, before, after, **sizes):
        lines = [
            f"[{n}.5s][info][gc,heap] GC({n}) {letter}: {name}:  -  9M (9%)  {size}M (9%)  "
            for name, size in sizes.items()
        ]
        ended = f"Young Generation {before}M(9%)->{after}M(9%) 0.003s"
        return [*lines, f"[{n}.5s][info][gc,phases] GC({n}) {letter}: {ended}"]

    lines = [
        "[0.005s][info][gc] Using The Z Garbage Collector",
        *young(1, "Y", 92, 76, Live=12, Allocated=5, Promoted=25),
        "[1.6s][info][gc,heap] GC(1) O:   Live:   -    23M (8%)   23M (8%)   23M (8%)     ",
        "[1.6s][info][gc,heap] GC(1) O: Allocated:   -    30M (9%)   30M (9%)   30M (9%)     ",
        "[1.6s][info][gc,heap] GC(1) O: Reclaimed:   -    -   0M (9%)   6M (9%)     ",
        "[1.6s][info][gc,phases] GC(1) O: Pause Mark End 0.009ms",
        "[1.6s][info][gc,phases] GC(1) O: Old Generation 76M(9%)->70M(9%) 0.002s",
        "[1.6s][info][gc] GC(1) Major Collection (Warmup) 92M(9%)->70M(9%) 0.006s",
        *young(2, "y", 258, 152, Live=37, Allocated=55, Promoted=4),
        "[2.6s][info][gc] GC(2) Minor Collection (Allocation Rate) 258M(9%)->154M(9%) 0.162s",
    ]
    logs = write(tmp_path / "logs", **{"WEB1@SYSA__gc__log": "\n".join(lines) + "\n"})
    store = getpage.load(logs, into=tmp_path / "s")
    query = "select printed, live, allocated, promoted from java_collection order by record"
    assert store.sql(query).fetchall() == [
        ("Pause Mark End (Old)", None, None, None),
        # Alive: the young, the old, and what was promoted while the old one was marked.
        ("Major Collection (Warmup)", (12 + 23 + 30) * MIB, None, 25 * MIB),
        # In use were 76 less the 6 that the old one freed; 55 came during the collection.
        ("Minor Collection (Allocation Rate)", None, (258 - 70 + 55) * MIB, 4 * MIB),
    ]


def shenandoah(count: int, used) -> str:
    """Cycles of Shenandoah in 256 MiB: what is in use after their second cleanups, in MiB."""
    lines = ["[0.005s][info][gc] Using Shenandoah", "[0.006s][info][gc,init] Heap Max Capacity: 256M"]
    for n in range(count):
        at, left = f"[{1 + 2 * n}.000s][info][gc]", used(n)
        lines += [
            f"{at} GC({n}) Pause Final Mark 0.100ms",
            f"{at} GC({n}) Concurrent cleanup {left + 90}M->{left + 70}M(256M) 0.020ms",
            f"{at} GC({n}) Concurrent cleanup {left + 75}M->{left}M(256M) 0.020ms",
        ]
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize(("each", "checks"), [(2, ["java-heap-growth"]), (0, [])])
def test_shenandoah_leaks_by_what_its_cleanups_leave(tmp_path, each, checks):
    logs = write(tmp_path / "logs", **{"WEB1@SYSA__gc__log": shenandoah(50, lambda n: 30 + each * n + n % 3)})
    result = getpage.check(logs)
    assert [finding.check for finding in heap_findings(result)] == checks


def test_what_shenandoah_copies_between_its_cleanups_is_not_counted_as_allocated(tmp_path):
    logs = write(tmp_path / "logs", **{"WEB1@SYSA__gc__log": shenandoah(3, lambda n: 30 + n)})
    store = getpage.load(logs, into=tmp_path / "s")
    query = "select allocated from java_collection where printed = 'Concurrent cleanup' order by record"
    # 90 more than the cycle leaves are in use when it first cleans: one lives on, so that 91 came.
    assert [row[0] for row in store.sql(query).fetchall()] == [None, None, 91 * MIB, None, 91 * MIB, None]


@pytest.mark.parametrize(("each", "checks"), [(3, ["java-heap-growth"]), (0, [])])
def test_of_two_generations_shenandoah_tells_a_leak_after_it_marked_the_old_one(tmp_path, each, checks):
    lines = ["[0.005s][info][gc] Using Shenandoah", "[0.006s][info][gc,init] Heap Max Capacity: 256M"]
    for n in range(120):
        # Garbage of the old generation stays until it is marked, of every fourth cycle.
        at, left = f"[{1 + 2 * n}.000s][info][gc]", 30 + each * (n // 4) + 20 * (n % 4)
        if n % 4 == 0:
            lines.append(f"{at} GC({n}) Pause Final Mark (Old) 0.100ms")
        lines += [
            f"{at} GC({n}) Pause Final Mark (Young) 0.100ms",
            f"{at} GC({n}) Concurrent cleanup (Young) {left + 75}M->{left}M(256M) 0.020ms",
        ]
    result = getpage.check(write(tmp_path / "logs", **{"WEB1@SYSA__gc__log": "\n".join(lines) + "\n"}))
    assert [finding.check for finding in heap_findings(result)] == checks


def test_a_proof_of_zgc_compares_how_long_threads_waited_for_storage(tmp_path):
    for side, stalls in (("before", 3), ("after", 0)):
        lines = ["[0.005s][info][gc] Using Z", "[0.006s][info][gc,init] Heap Max Capacity: 256M"]
        for n in range(72):
            at = f"[{10 + 10 * n}.000s][info]"
            lines += [f"{at}[gc,phases] GC({n}) Pause Mark {what} 0.010ms" for what in ("Start", "End")]
            lines += [f"{at}[gc] Allocation Stall (main) {90 + n % 7}.000ms"] * stalls
        write(tmp_path / side, **{"WEB1@SYSA__gc__log": "\n".join(lines) + "\n"})
    result = getpage.prove(tmp_path / "before", tmp_path / "after")
    [waited] = [each for each in result.differences if "waited for storage" in each.measure]
    # 3 stalls of 93 ms in 10 s; what was before the first is not known.
    assert waited.before.value == pytest.approx(0.0279, rel=0.02)
    assert (waited.after.value, waited.verdict) == (0.0, "better")


def test_a_piece_of_a_log_without_its_beginning_still_names_its_collector(tmp_path):
    # -Xlog:gc alone: no pause, no size of the heap but that it is all in use.
    lines = [
        f"[{n}.000s][info][gc] GC({n}) Garbage Collection (Allocation Stall) 160M(100%)->{158 + n % 3}M(100%)"
        for n in range(1, 20)
    ]
    result = getpage.check(write(tmp_path / "logs", **{"WEB1@SYSA__gc__log": "\n".join(lines) + "\n"}))
    [finding] = heap_findings(result)
    assert (finding.severity, finding.headline) == (
        Severity.CRITICAL,
        "Heap is full: 19 collections in a row freed next to nothing",
    )
    assert "jcmd PID GC.heap_dump" in finding.claim
    assert [change for change in result.changes if not change.only_after] == []
