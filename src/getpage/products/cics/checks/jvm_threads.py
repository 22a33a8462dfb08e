"""JVM server whose tasks waited for a thread.

What it does:
    Reports JVM servers whose tasks waited for a thread since THREADLIMIT has its present value.

Why it matters:
    A task that runs Java occupies a thread of its JVM server, with a T8 TCB, for all of its run. At
    THREADLIMIT the next one waits until another ends, however idle the processors are.

Evidence:
    SJS_JVMSERVER_THREAD_WAITS, ..._THREAD_WAIT_TIME, ..._THREAD_WAIT_HWM of SMF 110 subtype 2 (DFHSJSDS).

What to do:
    Allow as many more threads as waited at once, if the heap has room for their live objects.

How to verify:
    The same statistics at the same load: no waits for threads, and no more GC time in the log of the heap.

References:
    IBM CICS TS 5.5 documentation: JVMSERVER resource statistics, attributes THREADLIMIT, CEMT SET JVMSERVER.
"""

from __future__ import annotations

from collections.abc import Iterator

from getpage.contract.facts import computed
from getpage.core import numbers, wording
from getpage.products.cics import connections
from getpage.products.cics.region import Region
from getpage.products.cics.scopes import JVM_SERVERS
from getpage.products.cics.settings import jvm_threads
from getpage.result import Finding, Kind, Severity

ID = "cics-jvm-threads"
TITLE = "JVM server whose tasks waited for a thread"
LOOKS_AT = JVM_SERVERS
NO_COMMAND = "THREADLIMIT is at the most that CICS takes, or how many waited at once is not in this evidence."
FINDS = (Kind.SHORTAGE,)


def find(region: Region) -> Iterator[Finding]:
    """Every server whose tasks waited."""
    for server in region.jvm_servers:
        waits, row = connections.THREAD_WAITS.count(server), server[connections.WORST_JVM]
        if not waits or row is None:
            continue
        waited = connections.THREAD_WAITED.in_(server)
        in_all = f", {numbers.seconds(waited)} in all" if waited else ""
        yield Finding(
            check=ID,
            object=region.within(connections.server_name(server)),
            severity=Severity.WARNING,
            kind=Kind.SHORTAGE,
            headline=f"Tasks waited {wording.times(waits)} for a thread{in_all}",
            claim="A task of the server waits until another ends. Raise THREADLIMIT if the heap has room for "
            "the tasks.",
            advice=jvm_threads(region, server),
            evidence=(
                computed("waits for a thread", waits, "waits"),
                *region.facts(
                    connections.JVM_TABLE,
                    row,
                    thread_limit="THREADLIMIT",
                    peak_threads="most threads",
                    thread_waits="waits, worst statistics interval",
                    peak_waiting="most that waited at once",
                ),
            ),
            delay_seconds=waited,
        )
