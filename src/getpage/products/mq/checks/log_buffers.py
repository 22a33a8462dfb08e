"""Log without a free output buffer.

What it does:
    Reports intervals in which tasks were suspended because no log output buffer was free.

Why it matters:
    Every put and get of a persistent message waits for it. The log buffers are storage of the queue manager
    like the buffer pools, but small: a few thousand KB.

Evidence:
    SMF 115 subtype 1: QJSTWTB.

What to do:
    Raise OUTBUFF in CSQ6LOGP if it is below its maximum (no SET LOG command changes it; it takes a
    restart). If it is there already, the log volumes are too slow.

How to verify:
    QJSTWTB is 0 after the restart, under the same load.

References:
    IBM MQ documentation, "Log manager data records" (QJSTWTB) and "Using CSQ6LOGP" (OUTBUFF).
"""

from __future__ import annotations

from collections.abc import Iterator

from getpage.core.numbers import counted
from getpage.products.mq.counters import LOG_BUFFER_WAITS, MOST_LOG_BUFFER_WAITS
from getpage.products.mq.queue_manager import QueueManager
from getpage.products.mq.scopes import LOG
from getpage.result import Finding, Kind, Severity

ID = "mq-log-buffers"
TITLE = "Log without a free output buffer"
LOOKS_AT = LOG
NO_COMMAND = (
    "OUTBUFF is set in the system parameter module (CSQ6LOGP), which is assembled again and takes a "
    "restart; which size is enough is not in this evidence."
)
FINDS = (Kind.SHORTAGE,)


def find(manager: QueueManager) -> Iterator[Finding]:
    """The queue manager, when tasks waited for log buffers."""
    row = manager.log[MOST_LOG_BUFFER_WAITS] if manager.log else None
    if manager.log is None or row is None:
        return
    yield Finding(
        check=ID,
        object=manager.object,
        severity=Severity.WARNING,
        kind=Kind.SHORTAGE,
        headline=f"{counted(int(manager.log[LOG_BUFFER_WAITS]), 'wait')} for a free log output buffer",
        claim="Each put and get of a persistent message waits for it. Look at OUTBUFF in CSQ6LOGP.",
        evidence=manager.facts(
            "mq_log",
            row,
            unavailable_buffer_waits="waits for a log buffer, most in an interval",
            log_writes="log writes",
        ),
    )
