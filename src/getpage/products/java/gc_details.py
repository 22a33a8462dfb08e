"""What a log tells beside times: large objects, references and finalizers, and who did the work.

A large object is one that a heap keeps apart: J9 in an area of its own (LOA), G1 in whole regions
(humongous). A collection whose threads work on few processors waited for others, or for pages.

Reference: Eclipse OpenJ9 documentation, "Verbose GC logs" and "Garbage collection" (large object area); IBM
z/OS RMF Report Analysis, CPU Activity.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import polars as pl

from getpage.core.numbers import Scalar
from getpage.core.units import MIB
from getpage.result import Table

from . import lpar
from .jvm import Jvm

_OBJECTS: Final = (
    *("heap of", "large area MiB", "large objects at most MiB", "largest request", "soft references cleared"),
    *("weak cleared", "phantom cleared", "waiting for finalizers at most"),
)
_WORK: Final = (
    *("heap of", "GC threads", "processors seen", "CPU per second of pause", "of the threads %"),
    *("GC CPU %", "processors of the LPAR", "LPAR busy %", "zIIPs", "zIIP busy %", "GC of both %"),
)


def tables(machines: Sequence[Jvm]) -> Iterator[Table]:
    """Objects that are kept apart or counted, and the processors of collections, where the log tells."""
    objects = tuple(row for row in map(_objects, machines) if any(cell is not None for cell in row[1:]))
    if objects:
        yield Table(
            title="Large objects, references and finalizers",
            columns=_OBJECTS,
            rows=objects,
            note="Large objects are those of J9's area for them, or whole regions of G1. References cleared "
            "are sums over all collections.",
        )
    work = tuple(row for row in map(_work, machines) if any(cell is not None for cell in row[3:]))
    if work:
        yield Table(
            title="Processors of collections",
            columns=_WORK,
            rows=work,
            note="CPU of collections against the time that they stopped the program, and against the "
            "processors of its LPAR, general purpose ones and zIIPs, in the intervals of SMF 70 that the log "
            "reaches into. Java runs on zIIPs where there are any; the log does not tell where it ran.",
        )


def _objects(jvm: Jvm) -> tuple[Scalar, ...]:
    def most(column: str) -> int | None:
        row = jvm.largest(column)
        return None if row is None else int(row[column])

    def cleared(column: str) -> int | None:
        known = jvm.rows[column].drop_nulls()
        return int(known.sum()) if known.len() else None

    area = most("large_committed")
    used = max(
        (size for name in ("large_before", "large_after") if (size := most(name)) is not None), default=None
    )
    return (
        jvm.label,
        None if area is None else round(area / MIB, 1),
        None if used is None else round(used / MIB, 1),
        most("requested"),
        *(cleared(f"{kind}_cleared") for kind in ("soft", "weak", "phantom")),
        most("finalizers"),
    )


def _work(jvm: Jvm) -> tuple[Scalar, ...]:
    known = jvm.stops.filter(pl.col("cpu_us").is_not_null())
    cpu, paused = float(known["cpu_us"].sum()), float(known["pause_us"].sum())
    most = jvm.largest("threads")
    threads = jvm.setting("gc_threads") or (None if most is None else most["threads"])
    busy = cpu / paused if paused else None
    share, meanwhile = jvm.cpu_share if jvm.share() <= 1 else None, jvm.processors_meanwhile
    lpar_busy, ziip_busy = lpar.busy_share(meanwhile), lpar.ziip_busy_share(meanwhile)
    seconds = sum(interval.seconds for interval in meanwhile)
    online = sum(interval.online_seconds for interval in meanwhile) / seconds if seconds else None
    ziips = sum(interval.ziip_online_seconds for interval in meanwhile) / seconds if seconds else 0.0
    return (
        jvm.label,
        threads,
        jvm.setting("processors"),
        None if busy is None else round(busy, 2),
        round(100 * busy / threads, 1) if threads and busy is not None else None,
        None if share is None else round(100 * share, 2),
        None if online is None else round(online, 2),
        None if lpar_busy is None else round(100 * lpar_busy, 1),
        round(ziips, 2) or None,
        None if ziip_busy is None else round(100 * ziip_busy, 1),
        round(100 * share / (online + ziips), 2) if online and share is not None else None,
    )
