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

from typing import TYPE_CHECKING

from getpage.core import wording
from getpage.products.mq.log import MOST_WAITS, WAITS
from getpage.result import Finding, Kind, Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from getpage.products.mq.queue_manager import QueueManager

ID = "mq-log-buffers"
TITLE = "Log without a free output buffer"
NO_COMMAND = (
    "OUTBUFF is set in the system parameter module (CSQ6LOGP), which is assembled again and takes a "
    "restart; which size is enough is not in this evidence."
)
FINDS = (Kind.SHORTAGE,)


def find(manager: QueueManager) -> Iterator[Finding]:
    """The queue manager, when tasks waited for log buffers."""
    row = manager.log[MOST_WAITS] if manager.log else None
    if manager.log is None or row is None:
        return
    times = wording.times(int(manager.log[WAITS]))
    yield Finding(
        check=ID,
        object=manager.object,
        severity=Severity.WARNING,
        kind=Kind.SHORTAGE,
        claim=f"Tasks of {manager.label} waited {times} for a free log output buffer, most often "
        f"{wording.interval(row)} ({row['unavailable_buffer_waits']:,}); look at OUTBUFF in CSQ6LOGP, which "
        "takes a restart to change.",
        evidence=manager.facts(
            "mq_log",
            row,
            unavailable_buffer_waits="waits for a log buffer, most in an interval",
            log_writes="log writes",
        ),
    )
