"""Work that waits for log buffers.

What it does:
    Names an IMS whose work, other than checkpoints, waited for a log buffer once in ten seconds or more.

Why it matters:
    Whoever changes a database writes to the log first: without a buffer all that changes anything waits.
    Dynamic backout finds its records in the buffers as long as they are there.

Evidence:
    Logger Statistics of IMS Performance Analyzer: buffer waits of non-checkpoint invokers. BUFNO of OLDSDEF.

What to do:
    Twice as many buffers (BUFNO), at the next start; above the bar with BUFSTOR=64 and data sets of extended
    format. Where writes themselves are slow, faster disks: a buffer is free when it is written.

How to verify:
    The waits are gone under the same load.

References:
    IBM IMS 15 documentation, "Defining OLDS buffers"; SHARE 17878, "IMS and Large Memory Benefits". The ten
    seconds and the double are ours.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from getpage.contract.facts import computed
from getpage.core import numbers
from getpage.products.ims.changes import TARGET
from getpage.products.ims.pools import RESIZED
from getpage.products.ims.thresholds import LOG_WAITS, MOST_LOG_BUFFERS
from getpage.result import Finding, Kind, Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from getpage.products.ims.ims import Ims

ID = "ims-log-buffers"
TITLE = "Work that waits for log buffers"
NO_COMMAND = ""
FINDS = (Kind.SHORTAGE,)


def find(ims: Ims) -> Iterator[Finding]:
    """The log, where its buffers are waited for."""
    log = ims.log_buffers
    if log is None or not log.seconds:
        return
    waits = int(log.rows["buffer_waits"].sum() or 0)
    if waits < LOG_WAITS * log.seconds:
        return
    target = min(2 * log.buffers, MOST_LOG_BUFFERS) if log.buffers and not log.is_resized else None
    target = target if target != log.buffers else None
    yield Finding(
        check=ID,
        object=log.object,
        severity=Severity.INFO if log.is_resized else Severity.WARNING,
        kind=Kind.SHORTAGE,
        headline=f"{waits:,} waits for a log buffer, {numbers.estimated(waits / log.seconds)}/s",
        claim=f"Work of {ims.label} waited {waits:,} times for a log buffer, "
        f"{numbers.estimated(waits / log.seconds)} a second.{RESIZED if log.is_resized else ''}",
        evidence=(
            *ims.facts(
                "ims_log_buffers",
                log.worst,
                buffer_waits="waits for a log buffer",
                checkpoint_waits="waits at checkpoints",
                records="log records",
            ),
            *ims.facts("ims_definition", log.definition, buffers="log buffers", buffer_bytes="size of each"),
            *((computed(TARGET, target, "buffers"),) if target else ()),
        ),
        storage_bytes=(target - (log.buffers or 0)) * (log.buffer_bytes or 0) if target else 0,
        no_command=""
        if target
        else "how many there are is not known, or they are as many as there can be: load DFSDFxxx (OLDSDEF)",
    )
