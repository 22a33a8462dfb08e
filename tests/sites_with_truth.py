"""Random sites that have a truth: what each pool would use and read at any size.

What a list of commands says is carried out on them, command by command as the site would enter them, and the
evidence of a day later is written anew: growth, moves, page-fixing and simulations included.
"""

from __future__ import annotations

import re
import tempfile
from dataclasses import dataclass, field, replace
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from hypothesis import strategies as st

from db2_evidence import HOUR, START, display, logged, since
from getpage.app.observe import observe
from getpage.app.window import decided
from getpage.evidence.opened import open_evidence
from mq_evidence import micros, page_sets, pools, region
from zos_records import INTERVAL, large, paging, smf71, write

if TYPE_CHECKING:
    from collections.abc import Iterator

    from getpage.plan.pipeline import Decided
    from getpage.result import Change

FRAME = 4096
DAY = timedelta(days=1)
IMAGE = "SY1"
MIB = 1 << 20
BELOW_FREE = 1_400 * MIB  # below the bar, without any pool
QUARTERS_OF_A_DAY = 96

SIMULATION = """\
DSNB431I  -DB1A SIMULATED BUFFER POOL SIZE = {size} BUFFERS -
             ALLOCATED = {size}
             IN-USE = {used} HIGH IN-USE = {used}
DSNB432I  -DB1A SIMULATED BUFFER POOL ACTIVITY -
             SYNC READ I/O (R) = {avoided}
             SYNC READ I/O (S) = 0
             TOTAL AVOIDABLE SYNC I/O DELAY = {delay} MILLISECONDS
"""


@dataclass(frozen=True)
class Queue:
    """A pool of a queue manager with a page set and one queue: a backlog of `backlog` pages comes in the
    second interval, and lies there at its end or was got before, each page in its order.
    """

    buffers: int
    backlog: int
    old: int
    stays: bool
    total: int
    location: str
    page_class: str = "4KB"

    @property
    def held(self) -> int:
        """Pages in the pool at the peak: MQ writes out what is more than 95 %."""
        return min(self.backlog, int(0.955 * self.buffers))

    @property
    def shown(self) -> bool:
        """Whether the evidence tells the backlog: it fits, or its page set shows it."""
        return self.stays or self.backlog <= 0.95 * self.buffers

    def rows(self, number: int, quarter: int) -> tuple[dict, dict]:
        peak = quarter == 1
        held = self.held if peak else 0
        reads = self.backlog - held if peak else 0
        pool = {
            "buffer_pool": number,
            "buffers": self.buffers,
            "lowest_stealable": self.buffers - held,
            "stealable": self.buffers - held,
            "getpages_new": self.backlog if peak else 0,
            "getpages_old": 2 * self.backlog if peak else 0,
            "page_updates": self.backlog if peak else 0,
            "reads": reads,
            "pages_written": reads,
            "immediate_writes": reads if held > 0.95 * self.buffers else 0,
            "synchronous_write_threshold": 5 if held > 0.95 * self.buffers else 0,
            "location": self.location,
            "page_class": self.page_class,
        }
        used = self.old + (self.backlog if peak and self.stays else 0)
        page_set = {
            "page_set": number,
            "buffer_pool": number,
            "total_pages": self.total,
            "unused_pages": self.total - used,
            "persistent_pages": used,
        }
        return pool, page_set


@dataclass(frozen=True)
class Table:
    """A pool of a Db2 member: getpages of an hour, spread evenly over a working set of so many pages."""

    size: int
    getpages: int
    working_set: int
    simulated: int = 0
    pgfix: str = "NO"
    frame: str = "4K"
    vpseqt: int = 80
    lost: int = 0  # reads that no buffers avoid: their pages were invalidated, not stolen

    def reads(self, size: int) -> int:
        """Synchronous reads of the hour at a size."""
        return self.lost + round(self.getpages * max(0.0, 1 - size / self.working_set))

    @property
    def avoided(self) -> int:
        return self.reads(self.size) - self.reads(self.size + self.simulated)

    @property
    def shown(self) -> bool:
        """Whether it holds all that is asked for, or a simulation shows what would."""
        return self.size >= self.working_set or self.size + self.simulated >= self.working_set

    def display(self, number: int, page_ins: int) -> str:
        simulated = ""
        if self.simulated:
            used = min(self.simulated, max(0, self.working_set - self.size))
            simulated = SIMULATION.format(
                size=self.simulated, used=used, avoided=self.avoided, delay=self.avoided
            )
        return display(
            pool=f"BP{number}",
            id=number,
            size=self.size,
            in_use=0,
            slru=0,
            random=self.getpages,
            sequential=0,
            sync_random=self.reads(self.size),
            sync_sequential=0,
            prefetch_reads=0,
            prefetch_pages=0,
            page_ins_read=0 if self.pgfix == "YES" else page_ins,
            pgfix=self.pgfix,
            frame=self.frame,
            vpseqt=self.vpseqt,
            simulated=simulated,
        )


@dataclass(frozen=True)
class Site:
    """An image with a queue manager and a Db2 member. It pages while fewer than 10,000 frames are free."""

    queues: tuple[Queue, ...]
    tables: tuple[Table, ...]
    free: int | None
    memory_limit: int  # MiB
    spare_2g: int
    fixed: int = 3_000_000
    fixed_1m: int = 100
    entered: tuple[str, ...] = field(default=(), compare=False)
    day: int = 0  # that its evidence is of

    @property
    def pages(self) -> bool:
        return self.free is not None and self.free < 10_000

    @property
    def region(self) -> dict:
        below = sum(queue.buffers for queue in self.queues if queue.location == "BELOW") * FRAME
        above = sum(queue.buffers for queue in self.queues if queue.location == "ABOVE") * FRAME
        return {
            "available_31": max(20 * MIB, BELOW_FREE - below),
            "memory_limit": self.memory_limit,
            "available_64": max(0, (self.memory_limit << 20) - above - 300 * MIB),
        }

    def specs(self) -> Iterator[dict]:
        for quarter in range(4):
            at = self.day * QUARTERS_OF_A_DAY + quarter
            actual = [queue.rows(number, quarter) for number, queue in enumerate(self.queues, 1)]
            if actual:
                yield pools(*(pool for pool, _ in actual), interval=at, system=IMAGE)
                yield page_sets(*(item for _, item in actual), interval=at, system=IMAGE)
                first = region(interval=at, **self.region)
                yield {**first, "common": first["common"] | {"system": IMAGE}}
            if self.free is not None:
                fixed = {f"fixed_{which}": self.fixed for which in ("minimum", "average", "maximum")}
                page_ins = 100 * INTERVAL if self.pages else 0
                row = paging(self.free + 1_000, minimum=self.free, page_ins=page_ins, **fixed)
                row |= large(4096, self.fixed_1m, self.spare_2g, 0)
                first = smf71(IMAGE, at, row)
                begin = micros(START) + at * INTERVAL * 1_000_000
                first["common"] |= {"interval_start": begin, "written": begin + INTERVAL * 1_000_000}
                yield first

    def write(self, directory: Path) -> None:
        """Its evidence of the day."""
        begin = START + self.day * DAY
        if specs := list(self.specs()):
            write(directory / "dump.smf", specs)
        if self.tables:
            text = "".join(
                table.display(n, 4_000 if self.pages else 0) for n, table in enumerate(self.tables, 1)
            )
            text = text.replace(since(START), since(begin))
            (directory / "db2.txt").write_text(logged(text, begin + HOUR))

    def look(self) -> Decided:
        """What is decided of its evidence."""
        with tempfile.TemporaryDirectory() as directory:
            self.write(Path(directory))
            with open_evidence([directory], system=IMAGE) as (evidence, loaded):
                assert not loaded.refused
                assert not any(file["damage"]["count"] for file in loaded.files)
                return decided(evidence, observe(evidence))

    def takes(self, pages: int, *, fixed: bool = False, frames_1m: bool = False) -> Site:
        """With so many frames fewer free (negative: more)."""
        return replace(
            self,
            free=None if self.free is None else max(0, self.free - pages),
            fixed=self.fixed + (pages if fixed else 0),
            fixed_1m=self.fixed_1m + (pages // 256 if frames_1m else 0),
        )

    def enter(self, command: str, *, counted: bool) -> Site:
        """With a command carried out; `counted`: whether what it gives back was in real storage."""
        if fullmatch := re.fullmatch(r"ALTER BUFFPOOL\((\d+)\) BUFFERS\((\d+)\)(.*)", command):
            return self._buffpool(int(fullmatch[1]), int(fullmatch[2]), fullmatch[3], counted=counted)
        if fullmatch := re.fullmatch(r"-ALTER BUFFERPOOL\(BP(\d+)\) (.*)", command):
            findall = dict(re.findall(r"(\w+)\((\w+)\)", fullmatch[2]))
            return self._bufferpool(int(fullmatch[1]), findall, counted=counted)
        if fullmatch := re.fullmatch(r"MEMLIMIT=(\d+)G", command):
            return replace(self, memory_limit=int(fullmatch[1]) << 10)
        if re.fullmatch(r"LFAREA=\(1M=\(\d+\),2G=\(0\)\)", command):
            return replace(self.takes(-self.spare_2g << 19), spare_2g=0)
        raise AssertionError(command)

    def _buffpool(self, number: int, buffers: int, rest: str, *, counted: bool) -> Site:
        old = self.queues[number - 1]
        findall = dict(re.findall(r"(\w+)\((\w+)\)", rest))
        new = replace(
            old,
            buffers=buffers,
            location=findall.pop("LOCATION", old.location),
            page_class=findall.pop("PAGECLAS", old.page_class),
        )
        assert not findall
        queues = (*self.queues[: number - 1], new, *self.queues[number:])
        more = buffers - old.buffers
        site = self.takes(more if more > 0 or counted else 0, fixed=new.page_class == "FIXED4KB")
        if new.page_class != old.page_class:
            site = replace(site, fixed=site.fixed + old.buffers)
        return replace(site, queues=queues)

    def _bufferpool(self, number: int, said: dict[str, str], *, counted: bool) -> Site:
        old = self.tables[number - 1]
        names = {"VPSIZE": "size", "SPSIZE": "simulated", "VPSEQT": "vpseqt"}
        values = {names[item]: int(said.pop(item)) for item in list(said) if item in names}
        said.pop("SPSEQT", None)
        values |= {
            name: said.pop(item)
            for item, name in (("PGFIX", "pgfix"), ("FRAMESIZE", "frame"))
            if item in said
        }
        assert not said
        new = replace(old, **values)
        more = new.size - old.size
        is_fixed, in_1m = new.pgfix == "YES", new.pgfix == "YES" and new.frame == "1M"
        site = self.takes(more if more > 0 or counted else 0, fixed=is_fixed, frames_1m=in_1m)
        if new.pgfix != old.pgfix:
            site = replace(
                site, fixed=site.fixed + old.size, fixed_1m=site.fixed_1m + in_1m * (old.size // 256)
            )
        site = site.takes(new.simulated // 50 - old.simulated // 50)
        return replace(site, tables=(*self.tables[: number - 1], new, *self.tables[number:]))

    @property
    def sizes(self) -> dict[str, int]:
        by_name = {str(n): queue.buffers for n, queue in enumerate(self.queues, 1)}
        return by_name | {f"BP{n}": table.size for n, table in enumerate(self.tables, 1)}

    @property
    def shown(self) -> set[str]:
        actual = {str(n) for n, queue in enumerate(self.queues, 1) if queue.shown}
        return actual | {f"BP{n}" for n, table in enumerate(self.tables, 1) if table.shown}


def carried_out(site: Site, settled: Decided) -> Site:
    """The site after every command that waits for nothing, each with all of its steps."""
    counted = {item.knob: item.counted_bytes < 0 for item in settled.plan.items}
    for change in settled.changes:
        if not change.only_after:
            last = change.way.then[-1] if change.way and change.way.then else change.command
            site = site.enter(last, counted=counted.get(change.knob, False))
    return site


sizes = st.sampled_from([1_000, 5_000, 20_000, 100_000, 400_000])
backlogs = st.sampled_from([0, 300, 4_000, 18_000, 19_000, 70_000, 300_000])


@st.composite
def queues(draw) -> Queue:
    backlog, old = draw(backlogs), draw(st.sampled_from([0, 500, 40_000]))
    total = old + backlog + draw(st.sampled_from([200, 5_000, 600_000]))
    buffers = draw(sizes)
    location = "ABOVE" if buffers > 100_000 else draw(st.sampled_from(["ABOVE", "BELOW"]))
    return Queue(buffers, backlog, old, draw(st.booleans()), total, location)


tables = st.builds(
    Table,
    size=st.sampled_from([20_000, 100_000, 400_000]),
    getpages=st.sampled_from([0, 900, 30_000, 40_000_000]),
    working_set=st.sampled_from([3_000, 30_000, 150_000]),
    simulated=st.sampled_from([0, 0, 4_000, 100_000]),
)
sites = st.builds(
    Site,
    queues=st.lists(queues(), max_size=2).map(tuple),
    tables=st.lists(tables, max_size=2).map(tuple),
    free=st.one_of(st.none(), st.sampled_from([2_000, 200_000, 2_560_000, 3_400_000, 8_000_000])),
    memory_limit=st.sampled_from([3_072, 8_192]),
    spare_2g=st.sampled_from([0, 0, 2]),
).filter(lambda site: site.queues or site.tables)


def moved(change: Change) -> int:
    return change.way.size_final - change.way.size_before
