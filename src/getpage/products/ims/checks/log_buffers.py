"""Work that waits for log buffers.

What it does:
    Names an IMS whose work waited for a log buffer once in ten seconds or more. Waits of checkpoints do not
    count.

Why it matters:
    A program that changes a database writes to the log first. Without a free log buffer every change waits.
    Dynamic backout reads its records from the buffers as long as they are still there.

Evidence:
    Logger Statistics of IMS Performance Analyzer: buffer waits of non-checkpoint invokers. BUFNO of OLDSDEF.

What to do:
    Double the number of buffers (BUFNO) at the next start; place them above the bar with BUFSTOR=64 and data
    sets of extended format. A buffer is free when it is written: if the writes are slow, use faster disks.

How to verify:
    There are no such waits under the same load.

References:
    IBM IMS 15 documentation, "Defining OLDS buffers"; SHARE 17878, "IMS and Large Memory Benefits". The ten
    seconds and the doubling are getpage's own.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from getpage.core import numbers
from getpage.products.ims.constants import MOST_LOG_BUFFERS
from getpage.products.ims.ims import Ims
from getpage.products.ims.pools import LOG as LOG_TABLE
from getpage.products.ims.pools import RESIZED, LogBuffers
from getpage.products.ims.scopes import LOG
from getpage.products.ims.spelling import resize_log
from getpage.products.ims.subpool import DEFINITIONS
from getpage.products.ims.thresholds import LOG_BUFFERS
from getpage.result import Advise, Ask, Finding, Kind, Severity

ID = "ims-log-buffers"
TITLE = "Work that waits for log buffers"
LOOKS_AT = LOG
NO_COMMAND = ""
FINDS = (Kind.SHORTAGE,)

_NO_COMMAND = "The number of log buffers is unknown, or the largest allowed: load DFSDFxxx (OLDSDEF)."


def find(ims: Ims) -> Iterator[Finding]:
    """The log, if its buffers are waited for."""
    log = ims.log_buffers
    if log is None or not log.seconds:
        return
    waits = int(log.rows["buffer_waits"].sum() or 0)
    if waits < ims.in_force(LOG_BUFFERS) * log.seconds:
        return
    size = _size(log)
    claim = "A change waits until a log buffer is free. Add buffers, or use faster disks for the log."
    yield Finding(
        check=ID,
        object=log.object,
        severity=Severity.INFO if log.is_resized else Severity.WARNING,
        kind=Kind.SHORTAGE,
        headline=f"{numbers.counted(waits, 'wait')} for a log buffer, "
        f"{numbers.estimated(waits / log.seconds)}/s",
        claim=RESIZED if log.is_resized else claim,
        evidence=(
            *ims.facts(
                LOG_TABLE,
                log.worst,
                buffer_waits="waits for a log buffer",
                checkpoint_waits="waits at checkpoints",
                records="log records",
            ),
            *ims.facts(DEFINITIONS, log.definition, buffers="log buffers", buffer_bytes="size of each"),
        ),
        storage_bytes=(size - (log.buffers or 0)) * (log.buffer_bytes or 0) if size else 0,
        no_command="" if size else _NO_COMMAND,
        asks=(Ask(knob=log.knob, size=size, at_least=True, reached=True),) if size and log.is_knob else (),
        advice=(_advice(log, size),) if size and not log.is_knob else (),
    )


def _size(log: LogBuffers) -> int | None:
    """The number of buffers to ask for; None if it is unknown or the largest already."""
    if not log.buffers or log.is_resized or log.buffers >= MOST_LOG_BUFFERS:
        return None
    return min(2 * log.buffers, MOST_LOG_BUFFERS)


def _advice(log: LogBuffers, size: int) -> Advise:
    """The same for buffers of unknown size, which are no knob."""
    return Advise(subsystem=log.ims.id, setting="log buffers", spell=partial(resize_log, log, size))
