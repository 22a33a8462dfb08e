"""What was carried out is not asked for again, in products that have no random sites with a truth."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import java_evidence
import linux_evidence
import sort_evidence
import tcpip_evidence
from test_cics_limits import QUARTERS, areas, waiting
from test_cics_smf import SECOND, statistics
from test_java_heaps import GLOBAL
from test_judgment_of_all_products import MIB, images, look
from zos_records import paging, smf30, smf71, write

if TYPE_CHECKING:
    from collections.abc import Callable


@dataclass(frozen=True)
class Again:
    """One object under a load that stays the same: `write` is its evidence at a setting, which the last part
    of its knob's name and the first number in a command say. What fills a buffer whole may need more than
    its evidence shows, so that it takes so many commands to settle.
    """

    knob: str
    before: int
    write: Callable[[Path, int], object]
    commands: int = 1


def class_of(path: Path, most: int, wanted: int = 63) -> None:
    """A transaction class that so many tasks of one moment want to be in."""
    row = {"transaction_class": "DFHTCL05", "limit": most, "peak_active": min(most, wanted), "attaches": 900}
    queued = max(0, wanted - most)
    row |= {"times_at_limit": int(wanted >= most), "queued_total": 3 * queued, "peak_queued": queued}
    row |= {"queue_us": queued * SECOND}
    write(path / "cics.smf", [statistics(n, DFHXMCDS=[row]) for n in range(QUARTERS)])
    images(path, "SYSA", 12_000_000)


def tasks_of(path: Path, most: int, wanted: int = 571) -> None:
    """A region whose tasks of one moment are so many, beside its MXT."""
    queued = max(0, wanted - most)
    row = {"transactions_total": 7000, "mxt": most, "active": 3, "peak_active": min(most, wanted)}
    row |= {"times_at_mxt": int(wanted >= most), "peak_queued": queued, "total_delayed": 3 * queued}
    specs = [statistics(n, DFHXMGDS=row | {"total_active": 6900}) for n in range(QUARTERS)]
    specs += [areas(n, 89) for n in range(QUARTERS)]
    write(path / "cics.smf", [*(waiting() if queued else []), *specs])
    images(path, "SYSA", 12_000_000)


def heap(path: Path, mib: int, live: int = 740) -> None:
    """A heap whose live set comes near its tenure space: the more is free of it, the rarer it is full."""
    young = mib // 4
    every = max(4, round(10 * (mib - young - live) / 28))
    sizes = {"heap": mib, "nursery": young, "room": young - young // 4, "allocated": young * 0.7, "old": live}
    stops = [
        java_evidence.stop(n, **sizes, **(GLOBAL if n % every == 0 else {}))
        for n in range(1, max(61, 4 * every))
    ]
    size = hex(mib * MIB)
    java_evidence.write(path, WEB1__gc__log=java_evidence.log(stops, maxHeapSize=size, initialHeapSize=size))


def guest(path: Path, mib: int) -> None:
    """A guest that swaps while it has less than 20 GiB."""
    total, works = mib << 10, 19 << 20
    free = max(300_000, total - works)
    sizes = {"MemTotal": total, "MemFree": free, "MemAvailable": free + (1 << 20)}
    sizes |= {"AnonPages": min(total, works) - (3 << 20), "Committed_AS": works}
    swapped = 0 if total > works else 900
    # What is in swap space says how much more memory is needed: without it no size is established.
    lines = linux_evidence.vmstat(*[swapped] * 60, swapped=max(0, works - total))
    (path / "lnx1.txt").write_text(linux_evidence.day(2, **sizes) + lines)


def spilled(path: Path, mib: int) -> None:
    """Three sorts of 6 GiB at once, which share so much storage and leave the rest on disk."""
    held = min(6.0, mib / 3072)
    specs, text = [], ""
    for n in range(3):
        specs += sort_evidence.sort(f"SORT{n}", 6.0, 6.0 - held, begin=0, end=9 - held)
        text += sort_evidence.messages(
            f"SORT{n}",
            size=6 << 30,
            memory_object=round(held * 1024),
            site=f"DYNAPCT=10 ,MOWRK=Y,TUNE=STOR,EXPMAX={mib:<7},EXPOLD=0      ,EXPRES=10%",
        )
    free = 15_000_000 - round(3 * held * (1 << 30) / 4096)
    write(path / "sorts.smf", [*specs, *(smf71("AL18", n, paging(free)) for n in range(3))])
    (path / "jobs.txt").write_text(text)


def stream(path: Path, buffer: int, wanted: int, trip: int = 15) -> None:
    """A transfer that needs so many bytes in flight, behind a receive buffer of a stack."""
    moved = int(2.5 * 3600 * min(buffer, wanted) / (trip / 1000))
    write(path / "dump.smf", tcpip_evidence.ftp(moved, trip))
    reply = tcpip_evidence.config(receive=buffer, send=64 << 10, most=2 * MIB)
    (path / "netstat.txt").write_text(reply + tcpip_evidence.stats(40))
    images(path, "SYSA", 12_000_000)


def capped(path: Path, mib: int) -> None:
    """A sort that takes what it is let have, on an image that is then out of storage."""
    held = min(19 << 30, mib << 20)
    free = 6_000 + ((19 << 30) - held) // 4096
    pages = 180_000 if free < 10_000 else 0
    sorts = smf30("AL18", 0, "NIGHTLY", 0.0, service_class="BATCH")
    sorts["sections"]["SMF30SAP"][0]["page_time"] = round(held / 4096 * 450_000 / 1.024)
    sorts["common"]["program"] = "SORT"
    write(path / "dump.smf", [smf71("AL18", 0, paging(free + 9_000, free, page_ins=pages)), sorts])
    shown = "MAX" if mib >= 1 << 20 else mib
    site = f"DYNAPCT=10 ,MOWRK=Y,TUNE=STOR,EXPMAX={shown:<7},EXPOLD=0      ,EXPRES=10%"
    (path / "jobs.txt").write_text(sort_evidence.messages("NIGHTLY", size=19 << 30, site=site))


AGAIN = {
    "cics class": Again("TCLASS-DFHTCL05", 10, class_of),
    "cics tasks": Again("MXT", 500, tasks_of),
    "java": Again("HEAP", 1024, heap),
    "linux": Again("MEMORY", 16_384, guest),
    "sort": Again("EXPMAX", 0, spilled),
    "tcpip": Again("TCPRCVBUFRSIZE", 16 << 10, partial(stream, wanted=44 << 10)),
    "tcpip twice": Again("TCPRCVBUFRSIZE", 16 << 10, partial(stream, wanted=90 << 10), commands=2),
    "zos": Again("DFSORT EXPMAX", 1 << 20, capped),
}


@pytest.mark.parametrize("name", AGAIN)
def test_what_was_carried_out_is_not_asked_for_again(tmp_path, name):
    again = AGAIN[name]

    def commands(directory: str, setting: int) -> list[str]:
        path = tmp_path / directory
        path.mkdir()
        again.write(path, setting)
        changes = look(path).changes
        return [
            change.command
            for change in changes
            if again.knob in (change.setting, str(change.knob).rpartition(".")[2])
        ]

    setting = again.before
    for number in range(again.commands):
        [command] = commands(f"before {number}", setting)
        match = re.search(r"(?:[=( ]|-Xms)([0-9]+)", command)
        assert match
        setting = int(match[1])
    assert commands("after", setting) == []
