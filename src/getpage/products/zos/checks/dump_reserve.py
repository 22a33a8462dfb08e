"""Reserve of real storage for a dump.

What it does:
    Compares what was free at the lowest with what an SVC dump may take (MAXSPACE), and says by how much
    the capture was stretched where IBM measured it.

Why it matters:
    While a dump is captured, its address spaces do no work. Without free storage z/OS first pages the
    workload out to make room, and reads it back afterwards: in IBM's measurement the capture took 58 and
    73 % longer, and a system that is always near its limit is one dump away from paging.

Evidence:
    MAXSPACE of CHNGDUMP or of the reply to D DUMP,OPTIONS; available frames at their minimum.

What to do:
    Keep MAXSPACE free above the workload's peak, or lower MAXSPACE to what a dump really needs: for Db2 the
    storage of its address spaces and common storage less its buffer pools.

How to verify:
    Free at the minimum is more than MAXSPACE; D DUMP,OPTIONS.

References:
    IBM REDP-5238, 1.1 (table 1-1) and 2.2.1. Db2 12 works with real storage available above 1.2 times
    MAXSPACE (APAR PH47163).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from getpage.contract.facts import computed
from getpage.products.zos import words
from getpage.products.zos.dump import bracket
from getpage.result import Finding, Kind, Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from getpage.products.zos.system import ZosSystem

ID = "zos-dump-reserve"
TITLE = "Reserve of real storage for a dump"
NO_COMMAND = "A smaller MAXSPACE makes dumps partial: free the storage at the peak, or have more."


def find(system: ZosSystem) -> Iterator[Finding]:
    """The system, when a dump of the largest size does not fit into what was free."""
    row, reserve, free = system.dump, system.reserve, system.free
    if row is None or reserve is None or not free or free.lowest >= reserve:
        return
    yield Finding(
        check=ID,
        object=system.object,
        severity=Severity.WARNING,
        kind=Kind.RISK,
        claim=f"A dump on {system.label} may take {words.size(reserve)} (MAXSPACE), and "
        f"{words.size(free.lowest)} was free at the lowest ({words.interval(free.row)}); "
        f"{_stretched(free.lowest, reserve)}.",
        evidence=(
            system.fact("zos_dump_option", "maxspace", row, "MAXSPACE"),
            system.fact("zos_storage", free.column, free.row, "available frames, lowest known"),
            computed("missing for the dump", reserve - free.lowest, "bytes"),
        ),
        storage_bytes=reserve - free.lowest,
    )


def _stretched(free: int, reserve: int) -> str:
    low, high = bracket(free, reserve)
    where = "in IBM's measurements with such a share free, a capture took"
    if high is None:
        return f"{where} {low:.0%} longer or more".replace("%", " %")
    if high - low < 0.005:
        return f"{where} {high:.0%} longer".replace("%", " %")
    return f"{where} between {low:.0%} and {high:.0%} longer".replace("%", " %")
