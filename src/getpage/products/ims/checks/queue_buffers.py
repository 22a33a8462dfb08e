"""Programs that wait for I/O of the message queues.

What it does:
    Names an IMS whose programs waited for the data sets of its message queues once in ten seconds or more.

Why it matters:
    Messages belong in buffers. Where these are too few, a message is written to disk and read again before a
    program has it, and the program waits for both.

Evidence:
    Program I/O report of the IMS Monitor: waits on QBLKS, SHMSG and LGMSG, with their time. QBUF= of DFSPBxx;
    QBUFSZ= or LGMSGSZ= for the size of a buffer.

What to do:
    Let regions keep up with their messages first: a backlog is written to disk with any number. Then half as
    many buffers again at the next start (QBUF=). Where nearly all waits are of one of SHMSG and LGMSG, the
    record lengths of the two (SHMSGSZ=, LGMSGSZ=) do not suit the messages: change them first.

How to verify:
    The Program I/O report of a peak like this one has no waits on these data sets.

References:
    IBM IMS 15 documentation, "Message queue pool tuning", "QBUF= parameter for procedures", "Monitoring I/O
    for application program DL/I calls". The ten seconds and the size are getpage's own.
"""

from __future__ import annotations

from collections.abc import Iterator

from getpage.core import numbers
from getpage.products.ims.constants import MORE_FOR_WAITS
from getpage.products.ims.ims import Ims
from getpage.products.ims.pools import RESIZED
from getpage.products.ims.queues import MOST, TABLE, QueuePool
from getpage.products.ims.scopes import QUEUES
from getpage.products.ims.subpool import DEFINITIONS
from getpage.products.ims.thresholds import QUEUE_IO
from getpage.result import Ask, Finding, Kind, Severity

ID = "ims-queue-buffers"
TITLE = "Programs that wait for I/O of the message queues"
LOOKS_AT = QUEUES
NO_COMMAND = ""
FINDS = (Kind.SHORTAGE,)

#: Share of the waits from which on they are of one kind of record; ours.
_ONE_KIND = 0.9
_NO_SIZE = "Number or size of its buffers is not known: load DFSPBxx (QBUF=, QBUFSZ= or LGMSGSZ=)."


def find(ims: Ims) -> Iterator[Finding]:
    """The pool, if programs waited for its data sets."""
    pool = ims.queue_pool
    if pool is None or not pool.seconds or pool.waits < ims.in_force(QUEUE_IO) * pool.seconds:
        return
    asks = _asks(pool)
    yield Finding(
        check=ID,
        object=pool.object,
        severity=Severity.INFO if pool.is_resized else Severity.WARNING,
        kind=Kind.SHORTAGE,
        headline=f"{numbers.counted(pool.waits, 'wait')} of programs for message queues, "
        f"{numbers.seconds(pool.waited)} in all",
        claim=RESIZED if pool.is_resized else _claim(pool),
        evidence=(
            *ims.facts(TABLE, pool.worst, waits="waits", waited_us="time of them", longest_us="longest"),
            *ims.facts(DEFINITIONS, pool.definition, buffers="buffers"),
            *ims.facts(DEFINITIONS, pool.size, buffer_bytes="size of each"),
        ),
        delay_seconds=pool.waited,
        storage_bytes=sum(ask.size - (pool.buffers or 0) for ask in asks) * (pool.buffer_bytes or 0),
        no_command="" if asks else _NO_SIZE,
        asks=asks,
    )


def _claim(pool: QueuePool) -> str:
    short, long = pool.share("SHMSG"), pool.share("LGMSG")
    if max(short, long) >= _ONE_KIND:
        data_set, length = ("SHMSG", "SHMSGSZ=") if short > long else ("LGMSG", "LGMSGSZ=")
        return (
            f"Nearly all are for {data_set}: see whether {length} suits the messages. More buffers help too."
        )
    return "Messages are written to disk and read again where buffers are too few."


def _asks(pool: QueuePool) -> tuple[Ask, ...]:
    if not pool.is_knob or pool.is_resized or not pool.buffers or pool.buffers >= MOST:
        return ()
    size = min(MOST, round(pool.buffers * MORE_FOR_WAITS))
    return (Ask(knob=pool.knob, size=size, at_least=True, reached=True),)
