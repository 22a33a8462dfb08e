"""A stack near a limit of its storage.

What it does:
    Compares the most that a stack used of ECSA and of private pools with ECSALIMIT and POOLLIMIT: 80 % or
    more.

Why it matters:
    At the limit requests fail, connections are lost, and the stack may end. Larger buffers bring it nearer.

Evidence:
    D TCPIP,,STOR; NETSTAT CONFIG.

What to do:
    Raise the limit, by GLOBALCONFIG, so that the most that was used is half of it; or find what took it.

How to verify:
    D TCPIP,,STOR shows the limit; EZZ4360I, EZZ4361I and EZZ4362I do not come.

References:
    IBM z/OS Communications Server: IP Diagnosis Guide, Limiting TCP/IP common and private storage
    utilization.
"""

from __future__ import annotations

from collections.abc import Iterator

from getpage.contract.facts import computed
from getpage.core import wording
from getpage.core.names import Object
from getpage.core.units import MIB
from getpage.products.tcpip import spelling
from getpage.products.tcpip.scopes import STORAGE as LIMITED
from getpage.products.tcpip.stack import STORAGE, Stack
from getpage.products.tcpip.thresholds import STORAGE as NEAR_LIMIT
from getpage.result import Finding, Kind, Severity

ID = "tcp-storage-limit"
TITLE = "A stack near a limit of its storage"
NO_COMMAND = ""
LOOKS_AT = LIMITED
FINDS = (Kind.RISK,)
#: What the reply calls each, by release: without the modules, which count against no limit.
_LIMITS = (
    (("ECSA",), "ECSALIMIT", "ecsa_limit"),
    (("PRIVATE", "POOL", "PRIVATE POOL"), "POOLLIMIT", "pool_limit"),
)


def find(stack: Stack) -> Iterator[Finding]:
    """A finding a limit."""
    for row in stack.storage.iter_rows(named=True):
        for kinds, name, column in _LIMITS:
            limit = row["limit"] or stack.settings.size(column)
            near = stack.in_force(NEAR_LIMIT, Object(stack.id, name))
            if row["storage"] not in kinds or not limit or row["most_used"] < near * limit:
                continue
            now, wanted = -(-limit // MIB), -(-2 * row["most_used"] // MIB)
            evidence = (
                stack.fact(STORAGE, "most_used", row, f"most {row['storage']} used"),
                *stack.settings.of(column),
                computed(f"{name} now", now, "MB"),
                computed("limit that is needed", wanted, "MB"),
            )
            yield Finding(
                check=ID,
                object=Object(stack.id, name),
                severity=Severity.WARNING,
                kind=Kind.RISK,
                headline=f"{wording.size(row['most_used'])} of {wording.size(limit)} used",
                claim="At the limit requests fail and connections are lost. Raise it, or find what fills it.",
                evidence=evidence,
                advice=(spelling.storage_limit(stack, name, now, wanted, evidence),),
            )
