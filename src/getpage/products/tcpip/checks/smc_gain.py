"""Connections that might gain from SMC-R or SMC-D.

What it does:
    Names the stacks between which connections live for 10 s or more over a round trip below 2 ms, with both
    ends in the evidence, and which do not go over SMC: how many at a time, what they moved, what storage SMC
    would take.

Why it matters:
    Data goes from memory to memory without the TCP/IP stack. With distributed program links of 32 KB response
    time fell by up to 48 % and processor time by up to 10 %: messages as large, or streams, gain; those of
    some hundred bytes gain less. It needs adapters (RoCE), or one machine (SMC-D).

Evidence:
    SMF 119 subtype 2 of both stacks; NETSTAT CONFIG for SMCR, SMCD and the receive buffer.

What to do:
    Where the adapters are there: GLOBALCONFIG SMCR PFID ... FIXEDMEMORY, with as much as this takes. Nothing
    beyond what was published is promised.

How to verify:
    SMF 119 subtype 2 shows an SMC status; response time and processor time of the jobs before and after.

References:
    IBM Impact 2014, CICS performance on z/OS; IBM z/OS Communications Server: IP Configuration Guide, SMC-R
    usage of memory buffers.
"""

from __future__ import annotations

from collections.abc import Iterator

from getpage.contract.facts import computed
from getpage.core import wording
from getpage.core.names import Object
from getpage.products.tcpip.constants import SMC_CPU, SMC_RESPONSE
from getpage.products.tcpip.flows import IN
from getpage.products.tcpip.scopes import TWO_ENDS
from getpage.products.tcpip.smc import storage
from getpage.products.tcpip.stack import Stack
from getpage.result import Finding, Kind, Severity

ID = "tcp-smc"
TITLE = "Connections that might gain from SMC"
NO_COMMAND = ""
LOOKS_AT = TWO_ENDS
FINDS = (Kind.NOTE,)
#: What is found, as an object.
OBJECT = "SMC"


def find(stack: Stack) -> Iterator[Finding]:
    """A note of all partners."""
    groups = {kind.partner: kind.most for kind in stack.smc_kinds}
    if not groups:
        return
    first = stack.smc_kinds[0]
    buffer, limit = stack.buffer(IN), stack.settings.size("smcr_memory")
    takes = None if buffer is None else storage(groups, buffer)
    beyond = " That is more than FIXEDMEMORY allows." if takes and limit is not None and takes > limit else ""
    yield Finding(
        check=ID,
        object=Object(stack.id, OBJECT),
        severity=Severity.INFO,
        kind=Kind.NOTE,
        headline=(
            f"{wording.plural(sum(kind.count for kind in stack.smc_kinds), 'connection')} could use SMC"
        ),
        claim=(
            f"Most are to {first.partner} ({wording.listed(first.jobs, 3)}). They save 0 to "
            f"{100 * SMC_RESPONSE:.0f} % of response time and 0 to {100 * SMC_CPU:.0f} % of processor "
            f"time.{beyond}"
        ),
        evidence=(
            computed("bytes a segment, of the first partner", round(first.per_segment), "bytes"),
            *((computed("fixed storage that it takes", takes, "bytes"),) if takes is not None else ()),
            *stack.of_smc(first),
        ),
    )
