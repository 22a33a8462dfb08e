"""Real storage and processors of a z/OS image, as whoever saw them says."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from getpage.core.names import PLATFORM, Image, Object, Subsystem
from getpage.core.units import MIB, PAGE

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from datetime import datetime

    from getpage.result import Change, Fact


@dataclass(frozen=True, slots=True, kw_only=True)
class AddressSpace:
    """The real storage that one address space holds, in bytes; `fixed` where it is known.

    `is_average` says that it is an average over the interval, not what was held at one time; `seen` is when
    that was, where it was not in the interval. `fact` is there for the interval with least free only.
    """

    job: str
    bytes: int
    fixed: int | None = None
    is_average: bool = False
    seen: datetime | None = None
    fact: Fact | None = None


def whole(image: Image) -> Object:
    """A z/OS image as a whole, as its findings name it."""
    return Object(Subsystem(PLATFORM, image))


#: What is kept for a dump where the evidence does not tell what one needs: with 133,349 frames (521 MiB) free
#: before it, the capture of a dump was "real storage constrained" (IBM REDP-5238, table 1-1).
LEAST_KEPT: Final = 133_349 * PAGE

#: The share of real storage that every command leaves free at the minimum, where a dump needs less: what
#: DFSORT keeps as it is shipped (EXPRES=10%).
FREE_SHARE_KEPT: Final = 0.10


def stays_free(reserve: int | None, installed: int | None) -> int:
    """Bytes that every command leaves free: what a dump needs (`reserve`, None where nothing tells that), and
    no less than a share of what is installed; that for a dump alone where nothing tells how much there is.
    """
    kept = LEAST_KEPT if reserve is None else reserve
    return max(kept, round(FREE_SHARE_KEPT * (installed or 0)))


#: Wasted storage that is worth a command at least: ours. Less than 64 MiB is within what a busy day changes.
LEAST_WASTE: Final = 64 * MIB
#: What a GiB has to bring at least to be given, in seconds an hour: a thousandth of one processor, or of one
#: transaction that waits. Ours: less is beyond what before and after can show, and free storage is a reserve.
LEAST_PER_GIB: Final = 3.6


@dataclass(frozen=True, slots=True)
class RealTimes:
    """From when to when real storage of a z/OS image is known."""

    image: Image
    start: datetime
    end: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class RealStorage:
    """Real storage of one z/OS system in one interval, in bytes; None is what the evidence does not tell.

    `free` is the least that was available in the interval, or the average where no minimum is known, which
    `free_is_average` then says. `reserve` is what is to stay free for a dump; `reserve_note` says where from,
    if it is not MAXSPACE, and `reserve_lacks` which address spaces it should hold too, by their usual names.
    `by` is the system that says all this: z/OS goes before what others saw of it. `largest` tells what an
    address space held at its largest in the window, where more is known of that than what `address_spaces`
    held in this interval. `partitions` gives the systems of all partitions of its machine, itself among them;
    nothing where no record lists them. `reconfigured` spells the command that takes bytes from it (negative)
    or gives it some; only z/OS has one. Storage changes in multiples of `increment`.
    """

    image: Image
    by: str = PLATFORM
    start: datetime | None = None
    end: datetime | None = None
    installed: int | None = None
    free: int | None = None
    free_is_average: bool = False
    fixed: int | None = None
    large_1m: int | None = None
    large_2g: int | None = None
    reserve: int | None = None
    reserve_note: str = ""
    reserve_lacks: tuple[str, ...] = ()
    address_spaces: tuple[AddressSpace, ...] = ()
    largest: Callable[[str], int | None] | None = None
    partitions: Callable[[], frozenset[str]] = frozenset
    reconfigured: Callable[[int], Change] | None = None
    increment: int | None = None
    facts: Mapping[str, Fact]

    @property
    def kept(self) -> int:
        """Bytes that nothing may grow into: what a dump needs, or the least where nothing tells that."""
        return LEAST_KEPT if self.reserve is None else self.reserve

    def left_free(self, added: int = 0) -> int:
        """Bytes that every command leaves free, once `added` bytes were added."""
        return stays_free(self.reserve, None if self.installed is None else self.installed + added)


@dataclass(frozen=True, slots=True, kw_only=True)
class SitePrice:
    """What the site pays for a GiB of real storage, and a month for each MSU of the highest rolling four-hour
    average; None where it says nothing of it.
    """

    currency: str
    per_gib: float | None = None
    per_msu: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Processors:
    """How busy the general purpose processors of one z/OS system were in one interval: LPAR busy.

    `busy_seconds` are those in which its logical processors were dispatched, `online_seconds` those in which
    they were online, all processors together; those of zIIPs are apart. `start` is local time. There is no
    entry where it is not known. `msu` is the average of the four hours that end with the interval, in
    millions of service units an hour; None where it is not recorded; `msu_facts` are of it, `facts` of the
    time dispatched. `end_utc` is the end of the interval. WLM caps the system when its average reaches
    `defined_msu`, or when those of its capacity group together reach `group_msu`; None where there is no such
    limit.
    """

    image: Image
    start: datetime
    seconds: float
    busy_seconds: float
    online_seconds: float
    ziip_busy_seconds: float = 0.0
    ziip_online_seconds: float = 0.0
    msu: float | None = None
    end_utc: datetime | None = None
    defined_msu: float | None = None
    group: str = ""
    group_msu: float | None = None
    facts: tuple[Fact, ...] = ()
    msu_facts: tuple[Fact, ...] = ()
