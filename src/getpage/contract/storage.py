"""Real storage and processors of a z/OS image, as whoever saw them says."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from getpage.core.names import PLATFORM, Image, Object, Subsystem

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import datetime

    from getpage.result import Fact


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


@dataclass(frozen=True, slots=True, kw_only=True)
class RealStorage:
    """Real storage of one z/OS system in one interval, in bytes; None is what the evidence does not tell.

    `free` is the least that was available in the interval, or the average where no minimum is known, which
    `free_is_average` then says. `reserve` is what is to stay free for a dump; `reserve_note` says where from,
    if it is not MAXSPACE, and `reserve_lacks` which address spaces it should hold too, by their usual names.
    `by` is the system that says all this: z/OS goes before what others saw of it.

    Who says nothing but what is installed and free by interval may give one entry, that with least free, and
    in `intervals` all of them in order, it among them: made when somebody looks, as a month has many.
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
    intervals: Sequence[RealStorage] = field(default=(), compare=False, repr=False)
    facts: Mapping[str, Fact]


@dataclass(frozen=True, slots=True, kw_only=True)
class Processors:
    """How busy the general purpose processors of one z/OS system were in one interval: LPAR busy.

    `busy_seconds` are those in which its logical processors were dispatched, `online_seconds` those in which
    they were online, all processors together. `start` is local time. There is no entry where it is not known.
    """

    image: Image
    start: datetime
    seconds: float
    busy_seconds: float
    online_seconds: float
    facts: tuple[Fact, ...] = ()
