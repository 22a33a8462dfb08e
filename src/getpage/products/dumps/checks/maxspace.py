"""MAXSPACE below what a dump of the largest subsystem takes.

What it does:
    Compares MAXSPACE with what the largest dump of a subsystem takes: what its product says of a dump of it,
    or what its address space held when least was free. It asks for as much, as far as captured dumps then fit
    into what is free at the tightest moment and into half of auxiliary storage.

Why it matters:
    A dump that needs more than MAXSPACE is partial, and may lack what shows the cause.

Evidence:
    MAXSPACE (CHNGDUMP, D DUMP,OPTIONS, D DUMP,STATUS); the accounts of the subsystems; SMF 30, RMF Monitor
    III or SDSF for the frames of their address spaces.

What to do:
    Enlarge MAXSPACE, and leave real storage free for it above the peak of the workload: ledger and plan keep
    it free.

How to verify:
    D D,O; the next dump ends with IEA611I COMPLETE.

References:
    IBM REDP-5238, 1.1 and 2.2.1; IBM z/OS MVS System Commands, CHNGDUMP.
"""

from __future__ import annotations

from collections.abc import Iterator

from getpage.core import wording
from getpage.core.units import MIB
from getpage.products.dumps.dumps import Dumps
from getpage.products.dumps.scopes import LARGEST
from getpage.products.dumps.spelling import maxspace_for
from getpage.result import Finding, Harm, Kind, Severity

ID = "dumps-maxspace"
TITLE = "MAXSPACE below what a dump of the largest subsystem takes"
LOOKS_AT = LARGEST
NO_COMMAND = ""
FINDS = (Kind.RISK,)


def find(dumps: Dumps) -> Iterator[Finding]:
    """The system, if a dump of its largest subsystem needs more than MAXSPACE."""
    need = dumps.needed
    if need is None or dumps.maxspace is None or need.bytes <= dumps.maxspace:
        return
    asks, why = maxspace_for(dumps, need.bytes)
    yield Finding(
        check=ID,
        object=dumps.space,
        severity=Severity.WARNING,
        harm=Harm.LOST,
        kind=Kind.RISK,
        headline=f"MAXSPACE is {wording.size(dumps.maxspace)}; "
        f"the largest dump takes {wording.size(need.bytes)}",
        claim=f"A dump of {need.of} takes {wording.size(need.bytes)}, so it would be cut off. "
        f"That is {need.note}.",
        evidence=(*dumps.maxspace_facts, *need.facts),
        storage_bytes=sum(ask.size * MIB - dumps.maxspace for ask in asks),
        no_command=why,
        asks=asks,
    )
