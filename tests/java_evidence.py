"""Logs of garbage collection for tests: one stop of J9 after the other, and HotSpot's lines."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

MIB = 1 << 20
START = datetime(2026, 3, 12, 9)
HEAD = (
    '<?xml version="1.0" ?>\n\n'
    '<verbosegc xmlns="http://www.ibm.com/j9/verbosegc" version="R28_Java8_CMPRSS">\n'
)
TAIL = "</verbosegc>\n"

G1 = """\
[2026-03-12T09:00:00.010+0100][0.010s][info][gc,heap] Heap region size: 1M
[2026-03-12T09:00:00.011+0100][0.011s][info][gc     ] Using G1
[2026-03-12T09:00:02.000+0100][2.000s][info][gc,start] GC(0) Pause Young (Normal) (G1 Evacuation Pause)
[2026-03-12T09:00:02.020+0100][2.020s][info][gc,heap ] GC(0) Eden regions: 50->0(44)
[2026-03-12T09:00:02.020+0100][2.020s][info][gc,heap ] GC(0) Survivor regions: 0->7(7)
[2026-03-12T09:00:02.020+0100][2.020s][info][gc,heap ] GC(0) Old regions: 10->13
[2026-03-12T09:00:02.020+0100][2.020s][info][gc] GC(0) Pause Young (Normal) (Cause) 60M->20M(256M) 20.000ms
[2026-03-12T09:00:02.020+0100][2.020s][info][gc,cpu  ] GC(0) User=0.05s Sys=0.01s Real=0.02s
[2026-03-12T09:00:04.000+0100][4.000s][info][gc      ] GC(1) Concurrent Mark Cycle 90.000ms
[2026-03-12T09:00:12.030+0100][12.030s][info][gc     ] GC(2) Pause Full (System.gc()) 70M->11M(256M) 30.000ms
"""
SHENANDOAH = """\
[0.010s][info][gc] Using Shenandoah
[1.100s][info][gc] GC(0) Pause Init Mark 0.100ms
[1.200s][info][gc] GC(0) Concurrent marking 100M->120M(256M) 99.000ms
[1.300s][info][gc] GC(0) Pause Final Mark 0.200ms
[1.400s][info][gc] GC(0) Concurrent cleanup 120M->30M(256M) 0.050ms
[9.000s][info][gc] GC(1) Pause Degenerated GC (Mark) 250M->40M(256M) 80.000ms
"""
OLDER = """\
CommandLine flags: -XX:InitialHeapSize=134217728 -XX:MaxHeapSize=268435456 -XX:+UseParallelGC
0.209: [GC (Allocation Failure)  33280K->5090K(125952K), 0.0081120 secs]
0.231: [Full GC (Ergonomics) [PSYoungGen: 5106K->0K(38400K)] [ParOldGen: 58444K->63435K(87552K)] \
63550K->63435K(125952K), [Metaspace: 3646K->3646K(1056768K)], 0.0135610 secs] [Times: user=0.06 sys=0.00, \
real=0.01 secs]
"""


def initialized(**settings: object) -> str:
    """Settings of a virtual machine of J9; `options` are arguments."""
    options: Any = settings.pop("options", ())
    text = {
        "gcPolicy": "-Xgcpolicy:gencon", "maxHeapSize": hex(1024 * MIB), "initialHeapSize": hex(1024 * MIB),
        "compressedRefs": "true", "pageSize": "0x1000", "requestedPageSize": "0x1000", "gcthreads": "4",
    } | settings  # fmt: skip
    attributes = "\n".join(f'<attribute name="{name}" value="{value}" />' for name, value in text.items())
    arguments = "\n".join(f'<vmarg name="{option}" />' for option in options)
    return (
        f'<initialized id="1" timestamp="{START.isoformat(timespec="milliseconds")}">\n{attributes}\n'
        '<system>\n<attribute name="numCPUs" value="4" />\n<attribute name="architecture" value="s390x" />\n'
        f'<attribute name="os" value="z/OS" />\n</system>\n<vmargs>\n{arguments}\n</vmargs>\n</initialized>\n'
    )


def stop(number: int, **said: object) -> str:
    """One stop; sizes in MiB, times in ms. What is not said is that of a quiet scavenge."""
    first = {
        "kind": "scavenge", "second": number * 10.0, "interval": 10_000.0, "pause": 20.0, "cpu": 60.0,
        "nursery": 256, "room": 192, "young": 8, "heap": 1024, "old": 300, "allocated": 184, "copied": 8,
        "promoted": 1, "cause": '<af-start id="0" type="nursery" />', "more": "",
    } | said  # fmt: skip
    at = (START + timedelta(seconds=float(first["second"]))).isoformat(timespec="milliseconds")
    tenure = first["heap"] - first["nursery"]

    def memory(young: float, old: float) -> str:
        free, survivor = first["room"] - young, first["nursery"] - first["room"]
        return (
            f'<mem-info id="9" free="{round((free + tenure - old) * MIB)}" total="{first["heap"] * MIB}">'
            f'<mem type="nursery" free="{round(free * MIB)}" total="{first["nursery"] * MIB}">'
            f'<mem type="allocate" free="{round(free * MIB)}" total="{first["room"] * MIB}" />'
            f'<mem type="survivor" free="0" total="{survivor * MIB}" /></mem>'
            f'<mem type="tenure" free="{round((tenure - old) * MIB)}" total="{tenure * MIB}" /></mem-info>'
        )

    return (
        f'<exclusive-start id="{number * 20}" timestamp="{at}" intervalms="{first["interval"]:.3f}">\n'
        f'<response-info timems="0.030" /></exclusive-start>\n{first["cause"]}\n'
        f'<cycle-start id="3" type="{first["kind"]}" timestamp="{at}" />\n'
        f'<gc-start id="4" type="{first["kind"]}" '
        f'timestamp="{at}">{memory(first["room"], first["old"])}</gc-start>\n'
        f'<allocation-stats totalBytes="{round(first["allocated"] * MIB)}"></allocation-stats>\n'
        f'<gc-op id="5" type="{first["kind"]}" timems="1.0"><memory-copied type="nursery" objects="1" '
        f'bytes="{round(first["copied"] * MIB)}" /><memory-copied type="tenure" objects="1" '
        f'bytes="{round(first["promoted"] * MIB)}" /></gc-op>\n{first["more"]}'
        f'<gc-end id="8" type="{first["kind"]}" durationms="{first["pause"]}" usertimems="{first["cpu"]}" '
        f'systemtimems="0.000" timestamp="{at}">{memory(first["young"], first["old"])}</gc-end>\n'
        f'<exclusive-end id="10" timestamp="{at}" durationms="{first["pause"]:.3f}" />\n'
    )


def log(stops: Iterable[str], **settings: object) -> str:
    """A whole log."""
    return HEAD + initialized(**settings) + "".join(stops) + TAIL


def write(directory: Path, **logs: str | bytes) -> Path:
    """Files by name, `__` for a dot."""
    directory.mkdir(exist_ok=True)
    for name, text in logs.items():
        data = text if isinstance(text, bytes) else text.encode()
        (directory / name.replace("__", ".")).write_bytes(data)
    return directory
