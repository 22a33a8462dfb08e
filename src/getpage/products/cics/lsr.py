"""Buffers of VSAM LSR pools: what of each size was found in storage, and what was read.

VSAM counts from when a pool was built and CICS never resets it. Of two collections of the same pool the
difference counts, with the time between them; of one the counters as they are, of which no rate is known.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from getpage.contract.curve import SizeCurve
from getpage.contract.measures import Measure, Row
from getpage.core.names import KnobId, Object
from getpage.core.units import KIB
from getpage.products.common.sizes import Interval, bounds
from getpage.result import Fact

from . import facilities
from .constants import FEWEST_LSR_BUFFERS, MOST_LSR_BUFFERS
from .region import Region

_INDEX: Final = "index"
#: `LSR1-DATA4K`, with the region before it or without.
_NAME: Final = re.compile(r"(?:[A-Z0-9$#@]{1,8}\.)?LSR[1-9][0-9]{0,2}-(?:DATA|INDEX)(?:(512)|([0-9]{1,2})K)")


@dataclass(frozen=True)
class Buffers:
    """The buffers of one size in one pool, for data, for index, or for both."""

    region: Region
    measure: Measure
    last: Row

    @property
    def pool(self) -> str:
        """Number of the pool."""
        number = self.measure.key[-3]
        return "?" if number is None else str(number)

    @property
    def kind(self) -> str:
        """Data, index, or data and index."""
        return str(self.measure.key[-2])

    @property
    def is_index(self) -> bool:
        """Whether they hold index only."""
        return self.kind == _INDEX

    @property
    def bytes(self) -> int:
        """Size of a buffer."""
        return int(self.measure.key[-1])

    @property
    def buffers(self) -> int:
        """How many there are."""
        return int(self.last["buffers"])

    @property
    def attribute(self) -> str:
        """The attribute of the LSRPOOL definition that has their number: DATA4K, INDEX512."""
        size = "512" if self.bytes < KIB else f"{self.bytes // KIB}K"
        return f"{'INDEX' if self.is_index else 'DATA'}{size}"

    @property
    def name(self) -> str:
        """How they are named."""
        return f"LSR{self.pool}-{self.attribute}"

    @property
    def object(self) -> Object:
        """As findings name them."""
        return self.region.within(self.name)

    @property
    def knob(self) -> KnobId:
        """The number of them."""
        return KnobId(self.region.id, self.name)

    @cached_property
    def reads(self) -> int:
        """Reads from disk in the time that counts."""
        return counted(self.measure, "reads")

    @cached_property
    def lookasides(self) -> int:
        """Reads that found their data in a buffer."""
        return counted(self.measure, "lookasides")

    @property
    def ratio(self) -> float | None:
        """Look-aside ratio; None where nothing was read."""
        requests = self.reads + self.lookasides
        return self.lookasides / requests if requests else None

    @cached_property
    def seconds(self) -> float | None:
        """The time between the two collections; None of one alone."""
        first, last = self.measure[facilities.FIRST_SEEN], self.last
        if first is None or first["end"] is None or last["end"] is None:
            return None
        seconds = float((last["end"] - first["end"]).total_seconds())
        return seconds if seconds > 0 and last["reads"] >= first["reads"] else None

    @property
    def interval(self) -> Interval | None:
        """What was read and asked for, where the time is known."""
        if self.seconds is None:
            return None
        requests = float(self.reads + self.lookasides)
        return Interval(size=self.buffers, reads=float(self.reads), references=requests, seconds=self.seconds)

    @property
    def curve(self) -> SizeCurve | None:
        """What other numbers of them cost: bounds, as only the present number was measured."""
        interval = self.interval
        if interval is None:
            return None
        return bounds(
            size=self.buffers,
            smallest=min(FEWEST_LSR_BUFFERS, self.buffers),
            largest=MOST_LSR_BUFFERS,
            reads=interval.reads / interval.seconds,
            references=interval.references / interval.seconds,
            facts=self.facts,
        )

    @property
    def facts(self) -> tuple[Fact, ...]:
        """What the last collection says."""
        return self.region.facts(
            facilities.BUFFER_TABLE,
            self.last,
            buffers="buffers",
            lookasides="look-asides",
            reads="reads from disk",
        )


def buffers_of(region: Region) -> Iterator[Buffers]:
    """All sizes of all pools that have buffers."""
    for measure in region.lsr_buffers:
        last = measure[facilities.LAST_SEEN]
        if last is not None and last["buffers"]:
            yield Buffers(region, measure, last)


def string_waits(pool: Measure) -> int:
    """Requests to an LSR pool that waited for a string.

    CICS resets their peak (IBM CICS TS 5.4 documentation, LSR pool: Resource statistics), and nothing that
    VSAM counts; of this counter no public page was found to say. One that falls from one collection to
    another was reset, and then the collections that reset add up; one that only rises is taken to have gone
    on, which counts fewer.
    """
    first, last = pool[facilities.FIRST_SEEN], pool[facilities.LAST_SEEN]
    most, least = pool[facilities.MOST_LSR_WAITS], pool[facilities.LEAST_LSR_WAITS]
    if first is None or last is None or most is None or least is None:
        return counted(pool, "string_waits")
    if (last["string_waits"] or 0) < most or (first["string_waits"] or 0) > least:
        return facilities.LSR_STRING_WAITS.count(pool)
    return counted(pool, "string_waits")


def counted(measure: Measure, column: str) -> int:
    """What a counter that is never reset came to between the first and the last collection; since it began
    where there is one only.
    """
    first, last = measure[facilities.FIRST_SEEN], measure[facilities.LAST_SEEN]
    if last is None or last[column] is None:
        return 0
    before = first[column] if first is not None and first is not last else None
    same = first is not None and (first["file"], first["record"]) == (last["file"], last["record"])
    if before is None or same or before > last[column]:
        return int(last[column])
    return int(last[column]) - int(before)


def page_bytes_by_name(pool: str) -> int | None:
    """Bytes of a buffer by the name of its pool; None for a name that is not one of an LSR pool."""
    match = _NAME.fullmatch(pool)
    if match is None:
        return None
    return int(match[1]) if match[1] else int(match[2]) * KIB
