"""The address space of a virtual machine, and its system's zFS and large frames, from z/OS records.

An address space has the name of its virtual machine, or that with S of a WebSphere server's servant; a JVM
server of CICS runs in its region. Of one machine in several address spaces the one with most storage above
the bar has the heap.

Reference: z/OS MVS System Management Facilities, record type 30 (SMF30MEM, SMF30HVH), record type 71; z/OS
MVS System Commands, DISPLAY VIRTSTOR,LFAREA.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

import polars as pl

from getpage.contract.evidence import Evidence
from getpage.core.units import MIB
from getpage.products.common.every_row import every_row
from getpage.products.common.passes import ALWAYS
from getpage.result import Fact

RECORDS: Final = "smf30_storage"
_FRAMES: Final = "zos_large_frames"
_PAGING: Final = "rmf_paging"
_STORAGE: Final = "zos_storage"
#: MEMLIMIT from here on is NOLIMIT, in MB.
_NO_LIMIT: Final = 17_592_186_040_320
#: What the names of address spaces add to that of the machine.
ADDED: Final = ("", "S")
#: Programs of the address spaces that are named: CICS, and zFS, whose caches hold what Java loads and writes.
CICS: Final = "DFHSIP"
ZFS: Final = "BPXVCLNY"
_WHERE: Final = (
    "file",
    "record",
    "written",
    "system",
    "job",
    "program",
    "memlimit_mb",
    "private_64_bytes_high",
)


@dataclass(frozen=True, slots=True)
class Space:
    """An address space: `limit` is its MEMLIMIT in bytes, None where there is none or it is not told; `high`
    the most that it could use above the bar.
    """

    evidence: Evidence
    row: Mapping[str, Any]

    @property
    def job(self) -> str:
        """Its name."""
        return str(self.row["job"])

    @property
    def is_cics(self) -> bool:
        """Whether it is a CICS region."""
        return bool(self.row["program"] == CICS)

    @property
    def is_unlimited(self) -> bool:
        """Whether MEMLIMIT is NOLIMIT."""
        return self.row["memlimit_mb"] is not None and int(self.row["memlimit_mb"]) >= _NO_LIMIT

    @property
    def limit(self) -> int | None:
        """Bytes that it may have above the bar."""
        megabytes = self.row["memlimit_mb"]
        return None if megabytes is None or self.is_unlimited else int(megabytes) * MIB

    @property
    def high(self) -> int | None:
        """Bytes that it had there at most."""
        high = self.row["private_64_bytes_high"]
        return None if high is None else int(high)

    @property
    def facts(self) -> tuple[Fact, ...]:
        """What it is known by."""
        labels = {"memlimit_mb": "MEMLIMIT", "private_64_bytes_high": "most above the bar"}
        present = {name: label for name, label in labels.items() if self.row[name] is not None}
        return tuple(
            self.evidence.fact(RECORDS, name, self.row, label=label) for name, label in present.items()
        )


def space_of(evidence: Evidence, system: str | None, name: str) -> Space | None:
    """That of a virtual machine; None where no record tells."""
    if system is None:
        return None
    names = [name + added for added in ADDED]
    spaces = _largest(system, every_row(evidence, RECORDS, columns=_WHERE, among={"job": names}), evidence)
    return spaces[0] if spaces else None


def storage_evidence_of(evidence: Evidence, system: str | None) -> tuple[datetime, datetime] | None:
    """The first and last interval with real storage of a system; None without any."""
    if system is None:
        return None
    starts = [
        every_row(evidence, table, columns=("system", "interval_start")) for table in (_PAGING, _STORAGE)
    ]
    known = pl.concat(starts).filter(pl.col("system") == system)["interval_start"].drop_nulls().sort()
    return (known[0], known[-1]) if known.len() else None


def zfs_of(evidence: Evidence, system: str | None) -> list[Space]:
    """The address spaces of zFS on a system."""
    if system is None:
        return []
    is_zfs = (pl.col("program") == ZFS) | (pl.col("job") == "ZFS")
    return _largest(system, every_row(evidence, RECORDS, columns=_WHERE, where=is_zfs), evidence)


def _largest(system: str, rows: pl.DataFrame, evidence: Evidence) -> list[Space]:
    """Address spaces, each the record with most above the bar and the last MEMLIMIT, largest first."""
    rows = rows.filter(pl.col("system") == system)
    most = pl.col("private_64_bytes_high").fill_null(0)
    last = rows.sort("written", "file", "record", nulls_last=False)
    latest = (
        last.with_columns(pl.col("memlimit_mb").forward_fill().last().over("job"))
        .sort(most, "file", "record", descending=[True, False, False])
        .unique("job", keep="first", maintain_order=True)
    )
    return [Space(evidence, row) for row in latest.iter_rows(named=True)]


@dataclass(frozen=True, slots=True)
class HeapFrames:
    """Frames of 2 GB of a system: how many there are, and how many were in use at most; 1 MB frames for fixed
    pages at most, None where that is not told.
    """

    there: int
    used: int
    small: int | None
    facts: tuple[Fact, ...]


def large_frames_of(evidence: Evidence, system: str | None) -> HeapFrames | None:
    """The last that was told of them; None where nothing was."""
    if system is None:
        return None
    for table, there, used, high, small in (
        (_FRAMES, "frames_2g_limit", "frames_2g_used", "frames_2g_high", "frames_1m_limit"),
        (_PAGING, "fixed_2g_usable_maximum", "frames_2g_used_maximum", "frames_2g_high", "lfarea_1m_limit"),
    ):
        large = every_row(
            evidence, table, columns=(*ALWAYS, there, used, high, small), where=pl.col(there).is_not_null()
        )
        last = large.filter(pl.col("system") == system).tail(1)
        if not last.height:
            continue
        row = last.row(0, named=True)
        most = max(int(row[used] or 0), int(row[high] or 0))
        labels = {there: "2 GB frames set aside", used: "2 GB frames in use"}
        facts = tuple(
            evidence.fact(table, name, row, label=label)
            for name, label in labels.items()
            if row[name] is not None
        )
        return HeapFrames(int(row[there]), most, None if row[small] is None else int(row[small]), facts)
    return None
