"""HotSpot's unified log in each of its forms: decorations, references, failures, rounded times."""

from __future__ import annotations

import pytest

import getpage
from java_evidence import G1, write
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
