"""Displays of Db2 for the tests: text as Db2 prints it, read through the ordinary readers."""

from datetime import datetime, timedelta

from decided import listed
from getpage.contract.observation import Observation
from getpage.products.db2 import PRODUCT
from getpage.result import Change, Finding
from mq_evidence import Frames, from_text

START = datetime(2026, 3, 12, 9)
HOUR = timedelta(hours=1)

#: A pool with nothing to say of: fixed, in 1 MB frames, few reads, no threshold reached.
HEALTHY = {
    "pool": "BP1",
    "id": 1,
    "size": 500_000,
    "in_use": 1_000,
    "vpseqt": 80,
    "pgfix": "YES",
    "pgsteal": "LRU",
    "frame": "1M",
    "frames": None,
    "random": 36_000_000,
    "sync_random": 36_000,
    "sequential": 3_600_000,
    "sync_sequential": 100,
    "dmth": 0,
    "page_ins_read": 0,
    "slru": 50_000,
    "vpseqt_hit": 0,
    "prefetch_reads": 10_000,
    "prefetch_pages": 300_000,
    "no_buffer": 0,
    "written": 20_000,
    "page_ins_write": 0,
    "dwt": 0,
    "vdwt": 10,
    "simulated": "",
}

DISPLAY = """\
DSNB401I  -{member} BUFFERPOOL NAME {pool}, BUFFERPOOL ID {id}, USE COUNT 47
DSNB402I  -{member} BUFFER POOL SIZE = {size} BUFFERS  AUTOSIZE = NO
             VPSIZE MINIMUM      = 0  VPSIZE MAXIMUM   = 0
             ALLOCATED           = {size}  TO BE DELETED    =        0
             IN-USE/UPDATED      = {in_use}
             OVERFLOW ALLOC      =        0
DSNB406I  -{member} PGFIX ATTRIBUTE -
             CURRENT = {pgfix}
             PENDING = {pgfix}
          PAGE STEALING METHOD -
             CURRENT = {pgsteal}
             PENDING = {pgsteal}
DSNB404I  -{member} THRESHOLDS -
             VP SEQUENTIAL        = {vpseqt}
             SP SEQUENTIAL        = {vpseqt}
             DEFERRED WRITE       = 30
             VERTICAL DEFERRED WRT = 5, 0
             PARALLEL SEQUENTIAL  = 50
             ASSISTING PARALLEL SEQT = 0
DSNB546I  -{member} PREFERRED FRAME SIZE {frame}
        {frames}
DSNB409I  -{member} INCREMENTAL STATISTICS SINCE {since}
DSNB411I  -{member} RANDOM GETPAGE = {random} SYNC READ I/O (R) = {sync_random}
             SEQ. GETPAGE      = {sequential} SYNC READ I/O (S) = {sync_sequential}
             DMTH HIT          = {dmth} PAGE-INS REQUIRED = {page_ins_read}
             SEQUENTIAL        = {slru} VPSEQT HIT = {vpseqt_hit}
             RECLASSIFY        = 0
DSNB412I  -{member} SEQUENTIAL PREFETCH -
             REQUESTS   = 41800 PREFETCH I/O = {prefetch_reads}
             PAGES READ = {prefetch_pages}
DSNB413I  -{member} LIST PREFETCH -
             REQUESTS   = 0 PREFETCH I/O = 0
             PAGES READ = 0
DSNB414I  -{member} DYNAMIC PREFETCH -
             REQUESTS   = 0 PREFETCH I/O = 0
             PAGES READ = 0
DSNB415I  -{member} PREFETCH DISABLED -
             NO BUFFER = {no_buffer} NO READ ENGINE = 0
DSNB420I  -{member} SYS PAGE UPDATES = 220425 SYS PAGES WRITTEN = {written}
             ASYNC WRITE I/O = 5084 SYNC WRITE I/O = 3
             PAGE-INS REQUIRED = {page_ins_write}
DSNB421I  -{member} DWT HIT = {dwt} VERTICAL DWT HIT = {vdwt}
{simulated}DSN9022I  -{member} DSNB1CMD '-DISPLAY BUFFERPOOL' NORMAL COMPLETION
"""


def since(when: datetime) -> str:
    """A time as DSNB409I prints it."""
    return f"{when:%H:%M:%S} {when:%b} {when.day}, {when.year}".upper()


def display(*, member: str = "DB1A", hour: int = 0, kind: str = "INCREMENTAL", **columns) -> str:
    """One display of one pool; its interval begins at `hour` (of START)."""
    values = HEALTHY | columns
    frames = values["frames"] or f"{values['size']} BUFFERS USING {values['frame']} FRAME SIZE ALLOCATED"
    begin = START if kind == "CUMULATIVE" else START + hour * HOUR
    text = DISPLAY.format(**values | {"member": member, "since": since(begin), "frames": frames})
    return (
        text if kind == "INCREMENTAL" else text.replace("DSNB409I", "DSNB410I").replace("INCREMENTAL", kind)
    )


def hours(*pools: dict, member: str = "DB1A") -> str:
    """Displays of pools over an hour: a second display says when the first interval ended."""
    first = "".join(display(member=member, **pool) for pool in pools)
    return first + "".join(display(member=member, hour=1, **pool) for pool in pools)


def logged(text: str, when: datetime, job: str = "STC30242") -> str:
    """The text as a system log has it: multi-line messages with their ids."""
    lines, key = [], 300
    prefix = f"M 0000000 SY1      {when:%y%j} {when:%H:%M:%S}.12 {job} 00000090  "
    messages: list[list[str]] = []
    for line in text.splitlines():
        if line.startswith("DSN"):
            messages.append([line])
        else:
            messages[-1].append(line)
    for first, *rest in messages:
        key += 1
        lines.append(prefix + first + (f"  {key}" if rest else ""))
        lines += [f"{'D' if line is not rest[-1] else 'E'}{' ' * 41}{key} 00000090  {line}" for line in rest]
    return "\n".join(lines) + "\n"


def said(text: str) -> Observation:
    """What Db2's rules say of a text."""
    return PRODUCT.analyse(from_text(text))


def findings(text: str, check: str | None = None) -> list[Finding]:
    return [finding for finding in said(text).findings if check in (None, finding.check)]


def changes(text: str) -> list[Change]:
    """The one list of commands for a text."""
    return list(listed(said(text)))


def commands(text: str) -> list[str]:
    return [change.command for change in changes(text)]


__all__ = [
    "HEALTHY",
    "HOUR",
    "START",
    "Frames",
    "changes",
    "commands",
    "display",
    "findings",
    "from_text",
    "hours",
]
__all__ += ["logged", "said", "since"]
