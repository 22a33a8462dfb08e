"""What a proof compares: how long captures took, per GiB dumped, day by day."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from getpage.contract.meter import Metered
from getpage.core.units import GIB

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from datetime import datetime

    from .captured import Captured
    from .dumps import Dumps


def metered(every: Iterable[Dumps]) -> Iterator[Metered]:
    """Seconds of capture per dump, and per GiB where sizes are known."""
    for dumps in every:
        timed = [one for one in dumps.captured if one.dump.seconds and one.dump.captured]
        if timed:
            yield _meter(dumps, timed, sized=False)
        sized = [one for one in timed if one.bytes]
        if sized:
            yield _meter(dumps, sized, sized=True)


def _meter(dumps: Dumps, some: list[Captured], *, sized: bool) -> Metered:
    days: dict[datetime, list[Captured]] = defaultdict(list)
    for one in some:
        if one.dump.captured is not None:
            at = one.dump.captured
            days[at.replace(minute=0, second=0, microsecond=0)].append(one)
    starts = sorted(days)
    volume = [sum((one.bytes or 0) / GIB if sized else 1.0 for one in days[start]) for start in starts]
    return Metered(
        subsystem=dumps.id,
        name="capture per GiB" if sized else "capture",
        title="seconds of capture, per GiB dumped" if sized else "seconds of capture, per dump",
        unit="s",
        better=-1,
        starts=starts,
        above=[sum(one.dump.seconds or 0.0 for one in days[start]) for start in starts],
        below=volume,
        volume=volume,
        seconds=[3600.0 for _ in starts],
        facts=dumps.message_facts(some[0].dump, dump_id="DUMPID", error_us="time of the error"),
    )
