"""HotSpot's logs in each of their forms: decorations, references, failures, rounded times, lines of JDK 8."""

from __future__ import annotations

import pytest

import getpage
from java_evidence import G1, MIB, write
from test_java_logs import rows


def _stripped(decorations):
    """The log of G1 with other decorations; `{}` takes the date."""
    lines = []
    for line in G1.splitlines():
        date, text = line[1 : line.index("]")], line[line.rindex("]") + 1 :].lstrip()
        lines.append(f"{decorations.format(date)} {text}".lstrip())
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("decorations", ["", "[{}]", "[{}][gc]"])
def test_decorations_may_be_left_out(tmp_path, decorations):
    told = (
        "kind",
        "printed",
        "cause",
        "pause_us",
        "cpu_us",
        "heap_after",
        "heap_committed",
        "old_after",
        "copied",
    )
    whole, other = (
        [tuple(row[name] for name in told) for row in of_file.sort("record").to_dicts()]
        for of_file in _collections(tmp_path, G1, _stripped(decorations))
    )
    assert other == whole


def _collections(tmp_path, *texts):
    logs = {f"A{n}__gc__log": text for n, text in enumerate(texts)}
    store = getpage.load(write(tmp_path / "logs", **logs), into=tmp_path / "store")
    return store.table("java_collection").collect().partition_by("file", maintain_order=True)


def test_an_evacuation_failure_in_the_line_of_its_pause_is_no_cause(tmp_path):
    pause = "Pause Young (Normal) (G1 Evacuation Pause)"
    lines = [
        f"[{n}.000s][info][gc] GC({n}) {pause} (Evacuation Failure: {why}) 70M->61M(256M) 30.000ms"
        for n, why in enumerate(("Allocation", "Pinned", "Allocation/Pinned"), 1)
    ]
    told = rows(tmp_path, **{"A__gc__log": "\n".join(lines) + "\n"})
    assert {(row["printed"], row["cause"]) for row in told} == {(pause, "G1 Evacuation Pause")}
    # What native code pinned is no want of storage.
    assert [row["trouble"] for row in told] == [
        "Evacuation Failure: Allocation",
        None,
        "Evacuation Failure: Allocation/Pinned",
    ]


def test_what_found_no_storage_is_an_event_with_its_size(tmp_path):
    text = (
        "[1.000s][info][gc] GC(0) Pause Full (Allocation Failure) 57M->57M(58M) 1.755ms\n"
        "[1.100s][info][gc] Failed to allocate Shared, 117K\n"
        "[1.200s][info][gc] Out Of Memory (main)\n"
        'Exception in thread "main" java.lang.OutOfMemoryError: Java heap space\n'
        "\tat Oom.main(Oom.java:1)\n"
        "java.lang.OutOfMemoryError: Metaspace\n"
    )
    told = [
        (row["trouble"], row["requested"], row["cause"]) for row in rows(tmp_path, **{"A__gc__log": text})
    ]
    assert told[1:] == [
        ("Failed to allocate Shared", 117 * 1024, None),
        ("OutOfMemoryError", None, None),
        ("OutOfMemoryError", None, "Java heap space"),
    ]
    [finding] = [
        each for each in getpage.check(tmp_path / "logs").findings if each.check == "java-heap-small"
    ]
    assert finding.headline == "Heap was full: an allocation found no room twice"


def test_times_that_are_rounded_add_up_to_the_time_between_the_first_and_the_last(tmp_path):
    # Pauses of 1.9 ms that end at whole milliseconds, back to back.
    lines = [
        f"[{(1000 + 2 * n - n // 8) / 1000:.3f}s][info][gc] GC({n}) Pause Full (Ergonomics) 57M->57M(58M) "
        f"1.{n % 3 * 400:03}ms"
        for n in range(400)
    ]
    intervals = [row["interval_us"] for row in rows(tmp_path, **{"A__gc__log": "\n".join(lines) + "\n"})]
    first, last = (
        float(line[1:6]) * 1e6 - float(line.split()[-1][:-2]) * 1e3 for line in (lines[0], lines[-1])
    )
    assert sum(each for each in intervals if each) == pytest.approx(last - first)


_WEAK, _FINAL = "WeakReference", "FinalReference"


@pytest.mark.parametrize(
    "lines",
    [
        [f"{_WEAK}:", "  Discovered: 9", "  Cleared: 7", f"{_FINAL}:", "  Discovered: 41", "  Cleared: 2"],
        [f"{kind} Discovered: 9, Dropped: 2, Processed: {n}" for kind, n in ((_WEAK, 7), (_FINAL, 41))],
        ["Enqueued    references: Soft: 0, Weak: 7, Final: 41, Phantom: 0"],
        ["Weak References:    12     9     7", "Final References:   50    41    41"],
    ],
)
def test_references_are_counted_in_each_form(tmp_path, lines):
    text = "".join(f"[1.000s][debug][gc,phases,ref] GC(0) {line}\n" for line in lines)
    [row] = rows(
        tmp_path,
        **{
            "A__gc__log": text
            + "[1.001s][info][gc] GC(0) Pause Young (Normal) (Cause) 60M->20M(256M) 20.000ms\n"
        },
    )
    assert (row["weak_cleared"], row["finalizers"]) == (7, 41)


def test_a_pause_of_g1_to_jdk_8_has_the_sizes_and_the_processor_time_of_its_other_lines(tmp_path):
    text = """\
2.000: [GC pause (G1 Evacuation Pause) (young), 0.0200000 secs]
   [Parallel Time: 19.1 ms, GC Workers: 8]
      [GC Worker Start (ms): Min: 7203.2, Avg: 7203.3, Max: 7203.4, Diff: 0.3]
   [Eden: 24.0M(24.0M)->0.0B(20.0M) Survivors: 0.0B->3072.0K Heap: 30.0M(256.0M)->10.5M(256.0M)]
 [Times: user=0.06 sys=0.01, real=0.02 secs]
3.990: [GC concurrent-mark-start]
4.000: [GC concurrent-mark-end, 0.0049460 secs]
4.050: [GC remark 4.051: [GC ref-proc, 0.0000520 secs], 0.0012030 secs]
4.100: [GC cleanup 11M->11M(256M), 0.0004000 secs]
 [Times: user=0.00 sys=0.00, real=0.00 secs]
6.000: [GC pause (G1 Evacuation Pause) (mixed) (to-space exhausted), 0.0500000 secs]
   [Eden: 20.0M(20.0M)->0.0B(9216.0K) Survivors: 3072.0K->3072.0K Heap: 32.5M(256.0M)->12.0M(256.0M)]
"""
    young, marking, remark, cleanup, mixed = rows(tmp_path, **{"A__gc__log": text})
    assert (young["printed"], young["cause"]) == ("Pause Young (G1 Evacuation Pause)", "G1 Evacuation Pause")
    assert (young["heap_before"], young["heap_after"]) == (30 * MIB, 10.5 * MIB)
    assert (young["copied"], young["young_room"]) == (3 * MIB, 24 * MIB)
    # Old had 6 and has 7.5.
    assert (young["promoted"], young["cpu_us"], young["pause_us"]) == (
        1.5 * MIB,
        pytest.approx(70_000),
        20_000,
    )
    assert (marking["printed"], marking["pause_us"], marking["concurrent_us"]) == (
        "Concurrent mark",
        None,
        4946,
    )
    assert (remark["printed"], remark["pause_us"]) == ("Pause Remark", pytest.approx(1203))
    assert (cleanup["kind"], cleanup["allocated"], cleanup["cpu_us"]) == ("phase", 0.5 * MIB, 0)
    assert (mixed["kind"], mixed["trouble"]) == ("partial", "To-space exhausted")
    assert (mixed["allocated"], mixed["interval_us"]) == (21.5 * MIB, pytest.approx(1.9e6))


def test_pauses_of_cms_that_collect_nothing_are_no_young_ones(tmp_path):
    text = """\
1.0: [GC (CMS Initial Mark) [1 CMS-initial-mark: 10812K(86016K)] 11887K(126912K), 0.0001997 secs]
1.2: [GC (CMS Final Remark) [YG occupancy: 6 K (8 K)][1 CMS-remark: 1K(8K)] 1K(12K), 0.0030000 secs]
1.4: [GC (Allocation Failure) 1.4: [ParNew: 34K->4K(39K), 0.0053000 secs] 34K->24K(126K), 0.0054000 secs]
"""
    told = [(row["printed"], row["kind"], row["pause_us"]) for row in rows(tmp_path, **{"A__gc__log": text})]
    assert told == [
        ("Pause Initial Mark", "phase", pytest.approx(199.7)),
        ("Pause Remark", "phase", 3000),
        ("Pause Young (Allocation Failure)", "young", 5400),
    ]
