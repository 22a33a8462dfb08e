"""Reserve of real storage for a dump.

What it does:
    Compares what was free at the lowest with what an SVC dump may take (MAXSPACE), and says by how much
    the capture was stretched where IBM measured it. It is a shortage where a capture would have to page the
    workload out (stretched by half or more), and critical where no more was free than before the captures
    that IBM measured as constrained (521 MiB). Where IBM measured no longer capture with such a share free
    it is a note.

Why it matters:
    While a dump is captured, its address spaces do no work. Without free storage z/OS first pages the
    workload out to make room, and brings it back afterwards: in IBM's measurement the capture took 58 and
    73 % longer, and a system that is always near its limit is one dump away from paging.

Evidence:
    MAXSPACE of CHNGDUMP or of the reply to D DUMP,OPTIONS; available frames at their minimum.

What to do:
    Keep MAXSPACE free above the workload's peak: take storage from whoever does not use it, or give the
    partition more. Never lower MAXSPACE to what happens to be free: the dump of the worst day is then a
    partial one. It must not be under what Db2 needs: the storage of its
    address spaces and common storage less its buffer pools.

How to verify:
    Free at the minimum is more than MAXSPACE; D DUMP,OPTIONS.

References:
    IBM REDP-5238, 1.1 (table 1-1) and 2.2.1. IBM z/OS MVS System Commands, CHNGDUMP
    (MAXSPACE). Db2 12 works with real storage available above 1.2 times MAXSPACE (APAR PH47163).
"""

from __future__ import annotations

from collections.abc import Iterator

from getpage.contract.facts import computed
from getpage.core import wording
from getpage.products.common import svc_dump
from getpage.products.common.capture import bracket
from getpage.products.zos.constants import CAPTURE_AS_FAST, CAPTURE_PAGES_OUT, CONSTRAINED_CAPTURE
from getpage.products.zos.rows import STORAGE
from getpage.products.zos.scopes import DUMP_OPTIONS
from getpage.products.zos.sorts import limit_sorts, no_limit
from getpage.products.zos.system import ZosSystem
from getpage.result import REAL_STORAGE, Criterion, Finding, Kind, Severity

ID = "zos-dump-reserve"
TITLE = "Reserve of real storage for a dump"
LOOKS_AT = DUMP_OPTIONS
SHOWS = REAL_STORAGE
NO_COMMAND = (
    "A smaller MAXSPACE makes dumps partial. Take storage from whoever does not use it at the peak (getpage "
    "ledger), or give the partition more."
)
FINDS = (Kind.SHORTAGE, Kind.RISK, Kind.NOTE)


def find(system: ZosSystem) -> Iterator[Finding]:
    """The system, when a dump of the largest size does not fit into what was free."""
    row, reserve, free = system.dump, system.reserve, system.free
    if row is None or reserve is None or not free or free.lowest >= reserve:
        return
    severity, kind = _grade(free.lowest, reserve)
    missing = reserve - free.lowest
    short = kind is Kind.SHORTAGE
    yield Finding(
        check=ID,
        object=system.object,
        severity=severity,
        criterion=Criterion(
            "free at the minimum", "bytes", free.lowest, min(reserve, CONSTRAINED_CAPTURE), falls=True
        ),
        kind=kind,
        headline=f"{wording.size(missing)} missing for a dump of MAXSPACE",
        in_brief=f"{wording.size(missing)} that a dump lacks" if short else "",
        claim=f"With such a share free, captures in IBM's measurements took {_longer(free.lowest, reserve)}. "
        "Keep MAXSPACE free above the peak of the workload.",
        evidence=(
            svc_dump.fact(system.evidence, row),
            system.fact(STORAGE, free.column, free.row, "available frames, lowest known"),
            computed("missing for the dump", missing, "bytes"),
        ),
        storage_bytes=missing,
        advice=limit_sorts(system) if short else (),
        no_command=no_limit(system) if short else "",
    )


def _grade(free: int, reserve: int) -> tuple[Severity, Kind]:
    low, high = bracket(free, reserve)
    if free <= min(reserve, CONSTRAINED_CAPTURE):
        return Severity.CRITICAL, Kind.SHORTAGE
    if low >= CAPTURE_PAGES_OUT:
        return Severity.WARNING, Kind.SHORTAGE
    if high is not None and high < CAPTURE_AS_FAST:
        return Severity.INFO, Kind.NOTE
    return Severity.WARNING, Kind.RISK


def _longer(free: int, reserve: int) -> str:
    low, high = bracket(free, reserve)
    if high is None:
        return f"{100 * low:.0f} % longer or more"
    if high < CAPTURE_AS_FAST:
        return "no longer"
    if high - low < CAPTURE_AS_FAST:
        return f"{100 * high:.0f} % longer"
    return f"between {100 * low:.0f} % and {100 * high:.0f} % longer"
