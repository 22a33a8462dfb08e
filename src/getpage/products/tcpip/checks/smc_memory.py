"""SMC without room for more connections.

What it does:
    Compares the fixed storage that SMC-R or SMC-D used at most with its FIXEDMEMORY: 80 % or more.

Why it matters:
    A connection that finds no storage falls back to TCP/IP without a message.

Evidence:
    D TCPIP,,STOR; NETSTAT CONFIG.

What to do:
    Raise FIXEDMEMORY, so that the most that was used is half of it; it is page-fixed as it is used.

How to verify:
    D TCPIP,,STOR shows use below the limit.

References:
    IBM z/OS Communications Server: IP Configuration Guide, TCP/IP variable SMC-R storage allocations; IP
    Configuration Reference, GLOBALCONFIG SMCR.
"""

from __future__ import annotations

from collections.abc import Iterator

from getpage.contract.facts import computed
from getpage.core import wording
from getpage.core.names import Object
from getpage.core.units import MIB
from getpage.products.tcpip import spelling
from getpage.products.tcpip.constants import MOST_FIXED
from getpage.products.tcpip.scopes import STORAGE as LIMITED
from getpage.products.tcpip.stack import STORAGE, Stack, smc_of
from getpage.products.tcpip.thresholds import SMC
from getpage.result import Finding, Kind, Severity

ID = "tcp-smc-memory"
TITLE = "SMC without room for more connections"
NO_COMMAND = "FIXEDMEMORY is at its largest possible value."
LOOKS_AT = LIMITED
FINDS = (Kind.RISK,)


def find(stack: Stack) -> Iterator[Finding]:
    """A finding of SMC-R and one of SMC-D."""
    for row in stack.storage.iter_rows(named=True):
        name = smc_of(row)
        if name is None:
            continue
        column = {"SMCR": "smcr_memory", "SMCD": "smcd_memory"}[name]
        limit = stack.settings.size(column) or row["limit"]
        if not limit or row["most_used"] < stack.in_force(SMC, Object(stack.id, name)) * limit:
            continue
        wanted = min(MOST_FIXED, -(-2 * row["most_used"] // MIB))
        larger = wanted * MIB > limit
        evidence = (
            stack.fact(STORAGE, "most_used", row, f"most {row['storage']} used"),
            *stack.settings.of(column),
            *((computed("FIXEDMEMORY that is needed", wanted, "MB"),) if larger else ()),
        )
        asks, advice = spelling.smc_memory(stack, name, wanted, evidence) if larger else ((), ())
        yield Finding(
            check=ID,
            object=Object(stack.id, name),
            severity=Severity.WARNING,
            kind=Kind.RISK,
            headline=f"{wording.size(row['most_used'])} of FIXEDMEMORY {wording.size(limit)} used",
            claim="Connections that find no storage fall back to TCP/IP without a message.",
            evidence=evidence,
            asks=asks,
            advice=advice,
        )
