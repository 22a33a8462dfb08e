"""MAXSPACE below what a dump of the largest subsystem takes.

What it does:
    Compares MAXSPACE with what the largest dump of a subsystem takes: what its product says of a dump of it,
    or what its address space held when least was free. It asks for as much, as far as captured dumps then fit
    into what is free at the tightest moment and into half of auxiliary storage.

Why it matters:
    A dump that needs more than MAXSPACE is partial, and what it lacks may be what shows the cause.

Evidence:
    MAXSPACE (CHNGDUMP, D DUMP,OPTIONS, D DUMP,STATUS); the accounts of the subsystems; SMF 30, RMF Monitor
    III or SDSF for the frames of their address spaces.

What to do:
    A larger MAXSPACE, and real storage that stays free for it above the peak of the workload: the ledger and
    the plan keep it.

How to verify:
    D D,O; the next dump ends with IEA611I COMPLETE.

References:
    IBM REDP-5238, 1.1 and 2.2.1; IBM z/OS MVS System Commands, CHNGDUMP.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from getpage.contract.facts import computed
from getpage.core import wording
from getpage.core.units import MIB
from getpage.products.dumps.changes import TARGET
from getpage.products.dumps.target import target
from getpage.result import Ask, Finding, Kind, Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from getpage.products.dumps.dumps import Dumps

ID = "dumps-maxspace"
TITLE = "MAXSPACE below what a dump of the largest subsystem takes"
NO_COMMAND = ""
FINDS = (Kind.RISK,)


def find(dumps: Dumps) -> Iterator[Finding]:
    """The system, where the largest subsystem needs more than MAXSPACE."""
    need = dumps.needed
    if need is None or dumps.maxspace is None or need.bytes <= dumps.maxspace:
        return
    wanted, why = target(dumps, need.bytes)
    asked = () if wanted is None else (computed(TARGET, wanted, "MiB"),)
    yield Finding(
        check=ID,
        object=dumps.space,
        severity=Severity.WARNING,
        kind=Kind.RISK,
        headline=f"Captured dumps may take {wording.size(dumps.maxspace)}; "
        f"the largest takes {wording.size(need.bytes)}",
        claim=f"MAXSPACE on {dumps.place} is {wording.size(dumps.maxspace)}, and a dump of {need.of} takes "
        f"{wording.size(need.bytes)} ({need.note}).",
        evidence=(*dumps.maxspace_facts, *need.facts, *asked),
        storage_bytes=0 if wanted is None else wanted * MIB - dumps.maxspace,
        no_command=why,
        asks=() if wanted is None else (Ask(knob=dumps.knob, size=wanted),),
    )
