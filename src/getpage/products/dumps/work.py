"""What a proof compares: how long captures took, per GiB dumped, day by day."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from datetime import datetime

from getpage.contract.observation import Metered
from getpage.core.units import GIB

from .dumps import Dumps
from .storage_at_dump import CapturedDump


def metered(every: Iterable[Dumps]) -> Iterator[Metered]:
    """Seconds of capture per dump, and per GiB where sizes are known."""
    for dumps in every:
        timed = [captured for captured in dumps.captured if captured.dump.seconds and captured.dump.captured]
        if timed:
            yield _meter(dumps, timed, sized=False)
        sized = [captured for captured in timed if captured.bytes]
        if sized:
            yield _meter(dumps, sized, sized=True)


def _meter(dumps: Dumps, known: list[CapturedDump], *, sized: bool) -> Metered:
    days: dict[datetime, list[CapturedDump]] = defaultdict(list)
    for captured in known:
        if captured.dump.captured is not None:
            at = captured.dump.captured
            days[at.replace(minute=0, second=0, microsecond=0)].append(captured)
    starts = sorted(days)
    volume = [
        sum((captured.bytes or 0) / GIB if sized else 1.0 for captured in days[start]) for start in starts
    ]
    return Metered(
        subsystem=dumps.id,
        name="capture per GiB" if sized else "capture",
        title="seconds of capture, per GiB dumped" if sized else "seconds of capture, per dump",
        unit="s",
        better=-1,
        starts=starts,
        above=[sum(captured.dump.seconds or 0.0 for captured in days[start]) for start in starts],
        below=volume,
        volume=volume,
        seconds=[3600.0 for _ in starts],
        facts=dumps.message_facts(known[0].dump, dump_id="DUMPID", error_us="time of the error"),
    )
