"""The logical block of shared message data sets (DSBLOCK) as a knob: what larger ones save, and the command.

An I/O transfers at most one block. A message that is longer takes several, and each costs a time of its own
beside that of its pages. Both follow from a line through the intervals: seconds of I/O over requests and
pages, with a 90 % interval. A message begins at the next page of a block that others began, so that one of L
bytes takes L / DSBLOCK and one more on average, two more at most.

DSBLOCK is defined for the structure, and holds for the data sets of all queue managers of its group: their
I/O is added up. Their buffers grow with it. No record tells how many messages a block would hold that shorter
ones share: a smaller DSBLOCK is not judged.

Reference: IBM MQ documentation, "ALTER CFSTRUCT": DSBLOCK is 8K to 1M, a power of two.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from math import sqrt
from typing import Final

from getpage.contract.curve import Rates, SizeCurve
from getpage.contract.knob import Knob
from getpage.core import wording
from getpage.core.names import KnobId, LimitId
from getpage.core.student import t_quantile
from getpage.core.units import KIB, MIB
from getpage.result import Ask, Change

from .constants import PAGE_BYTES
from .queue_manager import QueueManager
from .smds import TABLE, SharedDataSet, used_blocks

#: IBM MQ documentation, ALTER CFSTRUCT.
LARGEST: Final = MIB
BLOCKS: Final = (8, 16, 32, 64, 128, 256, 512, 1024)
"""In KB."""
_VALID: Final = frozenset(size * KIB for size in BLOCKS)
BASIS: Final = "intervals"
#: Fewer intervals tell no line, and fewer messages at one time no space of one: ours.
_FEWEST: Final = 8
_FEWEST_MESSAGES: Final = 100
#: A share of the product of two sums below which all intervals have messages of one length.
_SAME: Final = 1e-6
_EMPTY: Final = (
    "the structure holds no messages: its data sets keep them in blocks of the size that they were put with"
)


@dataclass(frozen=True)
class StructureBlocks:
    """The data sets of one structure of one group, each with the queue manager that uses it."""

    parts: tuple[tuple[QueueManager, SharedDataSet], ...]

    @property
    def manager(self) -> QueueManager:
        """The one whose knob it is."""
        return self.parts[0][0]

    @property
    def data_set(self) -> SharedDataSet:
        """That of this queue manager."""
        return self.parts[0][1]

    @property
    def knob(self) -> KnobId:
        """What a command changes."""
        return KnobId(self.data_set.owner, f"{self.data_set.structure}.DSBLOCK")

    @property
    def bytes(self) -> int:
        """The block."""
        return self.data_set.buffer_bytes

    def _line(self, first: int, second: int) -> float:
        return self._sum((first, second))

    def _sum(self, name: tuple[int, int] | str) -> float:
        return float(sum(data_set.line(name) for _, data_set in self.parts))

    @property
    def requests(self) -> float:
        """I/O requests for messages in the window."""
        return self._line(0, 0)

    @property
    def pages(self) -> float:
        """Pages that they transferred."""
        return self._line(0, 1)

    @property
    def io_seconds(self) -> float:
        """Their time."""
        return self._line(0, 2) / 1e6

    @property
    def seconds(self) -> float:
        """The longest that one of the queue managers was watched."""
        return max(data_set.total_of_window("rate_seconds") for _, data_set in self.parts)

    @cached_property
    def message_bytes(self) -> float | None:
        """Bytes of a message: those put, else what the blocks in use hold of each; None if nothing tells."""
        put, space = (
            sum(data_set.total_of_window(name) for _, data_set in self.parts)
            for name in ("allocation_requests", "pages_allocated")
        )
        if put and space:
            return space * PAGE_BYTES / put
        row = self.data_set.fullest
        if row is None or int(row["messages"] or 0) < _FEWEST_MESSAGES:
            return None
        return used_blocks(row) * self.bytes / int(row["messages"])

    @property
    def transfers(self) -> float:
        """Messages that the I/O transferred."""
        return self.pages * PAGE_BYTES / self.message_bytes if self.message_bytes else 0.0

    @property
    def each(self) -> float | None:
        """Blocks that the I/O of a message takes now, or its space where no I/O is counted."""
        if not self.message_bytes or not self.bytes:
            return None
        return self.requests / self.transfers if self.transfers else self.message_bytes / self.bytes

    @property
    def wanted(self) -> int:
        """The smallest block that holds a message of average length; the largest if none does."""
        size = self.bytes
        while size < min(self.message_bytes or 0, LARGEST):
            size *= 2
        return size

    @cached_property
    def of_request(self) -> tuple[float, float, float] | None:
        """Seconds that a request takes beside its pages: best guess, least and most (90 %); None where the
        intervals do not tell requests from pages.
        """
        n, p, e = (self._line(0, at) for at in range(3))
        pp, pe, ee = self._line(1, 1), self._line(1, 2), self._line(2, 2)
        freedom = self._sum("intervals") - 2
        spread = n * pp - p * p
        if freedom + 2 < _FEWEST or spread <= _SAME * n * pp:
            return None
        request, page = (e * pp - p * pe) / spread, (n * pe - p * e) / spread
        left = max(0.0, ee - request * e - page * pe) / freedom
        reach = t_quantile(freedom, 0.95) * sqrt(left * pp / spread)
        most = e / n
        value, low, high = (
            min(max(0.0, at), most) / 1e6 for at in (request, request - reach, request + reach)
        )
        return value, low, high

    def saved(self, size: int) -> tuple[float, float, float]:
        """Seconds of the window that blocks of this size save: best guess, least and most."""
        whole = self.pages * PAGE_BYTES / size
        usual, most, fewest = self.transfers + whole, 2 * self.transfers + whole, max(self.transfers, whole)
        value, low, high = self.of_request or (0.0, 0.0, self.io_seconds / self.requests)
        fewer = (max(0.0, self.requests - count) for count in (usual, most, fewest))
        best, least, greatest = (
            seconds * count for seconds, count in zip((value, low, high), fewer, strict=True)
        )
        return best, least, min(greatest, self.io_seconds)


def blocks_of(managers: Iterable[QueueManager]) -> Iterator[StructureBlocks]:
    """The data sets of each structure whose block is known, and one that there is, of all queue managers of a
    group.
    """
    groups: dict[tuple[str, str], list[tuple[QueueManager, SharedDataSet]]] = {}
    for manager in managers:
        named = {structure.name: structure.group for structure in manager.structures}
        for data_set in manager.shared_data_sets:
            if data_set.bytes and data_set.buffer_bytes in _VALID:
                group = named.get(data_set.structure) or str(manager.id)
                groups.setdefault((group, data_set.structure), []).append((manager, data_set))
    return (StructureBlocks(tuple(parts)) for parts in groups.values())


def larger_blocks(blocks: StructureBlocks) -> tuple[Ask, ...]:
    """The block that holds an average message."""
    return (Ask(knob=blocks.knob, size=blocks.wanted // KIB, only_after=_EMPTY),)


def block_knobs(
    managers: Iterable[QueueManager], limits: Mapping[KnobId, tuple[LimitId, ...]]
) -> Iterator[Knob]:
    """The block of every structure; `limits` are those that the buffers of a data set count against."""
    for blocks in blocks_of(managers):
        yield _knob(blocks, limits)


def _knob(blocks: StructureBlocks, limits: Mapping[KnobId, tuple[LimitId, ...]]) -> Knob:
    now, manager = blocks.bytes // KIB, blocks.manager
    buffers = sum(data_set.buffers for _, data_set in blocks.parts)

    def change(size: int) -> tuple[Change, ...]:
        valid = max((block for block in BLOCKS if block <= size), default=now)
        return (_alter(blocks, max(now, valid), buffers),)

    def takes(size: int) -> Mapping[LimitId, int]:
        return {
            limit: data_set.buffers * (size - now) * KIB
            for _, data_set in blocks.parts
            for limit in limits.get(data_set.knob, ())
        }

    return Knob(
        id=blocks.knob,
        object=blocks.data_set.object,
        unit="KB",
        unit_bytes=KIB * buffers,
        setting_bytes=KIB,
        size=now,
        smallest=now,
        largest=LARGEST // KIB,
        fixed=False,
        backed=False,
        only_asked=True,
        limits=tuple(dict.fromkeys(limit for _, part in blocks.parts for limit in limits.get(part.knob, ()))),
        takes=takes,
        curve=_curve(blocks),
        supply="SMF 115 subtype 2 of eight intervals and more with messages of several lengths",
        facts=manager.facts(TABLE, blocks.data_set.last, buffer_size="size of a buffer"),
        change=change,
    )


def _curve(blocks: StructureBlocks) -> SizeCurve | None:
    now, seconds = blocks.bytes, blocks.seconds
    if not seconds or not blocks.requests or not blocks.message_bytes or now >= LARGEST:
        return None
    sizes = [now]
    while sizes[-1] < LARGEST:
        sizes.append(sizes[-1] * 2)
    saved = [(0.0, 0.0, 0.0), *(blocks.saved(size) for size in sizes[1:])]
    best, high, low = (tuple((blocks.io_seconds - part[at]) / seconds for part in saved) for at in range(3))
    return SizeCurve(
        basis=BASIS,
        sizes=tuple(size // KIB for size in sizes),
        wait=Rates(best, low, high, is_interval=blocks.of_request is not None),
        note="seconds of I/O: a request costs what intervals with longer and shorter messages show",
        facts=blocks.manager.facts(TABLE, blocks.data_set.last, buffer_size="size of a buffer"),
        only_after="" if blocks.of_request else "you know what an I/O costs beside its pages",
    )


def _alter(blocks: StructureBlocks, size: int, buffers: int) -> Change:
    now, name = blocks.bytes // KIB, blocks.data_set.structure
    return Change(
        subsystem=blocks.data_set.owner,
        setting=f"DSBLOCK of {name}",
        knob=blocks.knob,
        step=1,
        command=f"ALTER CFSTRUCT({name}) DSBLOCK({_spelled(size)})",
        undo=f"ALTER CFSTRUCT({name}) DSBLOCK({_spelled(now)})",
        verify=f"DISPLAY CFSTRUCT({name}) shows DSBLOCK({_spelled(size)}); QESDBFSZ is {size * KIB:,}, and "
        "there are fewer I/O requests per page in SMF 115 subtype 2.",
        verify_after="several SMF intervals with the same load as this window, including its peak",
        storage_bytes=(size - now) * KIB * buffers,
        because=(),
        effect=f"Messages of {name} take {wording.size(size * KIB)} in each I/O instead of "
        f"{wording.size(now * KIB)}, in all queue managers of the group.",
        only_after=_EMPTY,
        caution="Each buffer grows with it: see that MEMLIMIT has room. Each queue that has messages takes a "
        "block of the data set.",
    )


def _spelled(size: int) -> str:
    return "1M" if size == LARGEST // KIB else f"{size}K"
