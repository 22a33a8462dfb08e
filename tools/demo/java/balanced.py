"""The verbose GC log of CACHE1 (balanced, 8 GB), as OpenJ9 writes it, from 8 to 16.

A partial collection comes when eden is full. Every eighth time what survives has filled the other regions,
and the whole heap is collected at once. At 13:25 the threads of a partial one wait for processors.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path
from typing import Final

from getpage.core.units import MIB

from ..clock import DAY, at

NAME: Final = "CACHE1"
_FROM, _TO, _WAITS = at(8), at(16), at(13) + 25 * 60
#: In MiB: the heap, eden, and what is alive; in seconds: from one collection to the next.
_HEAP, _EDEN, _LIVE, _EVERY = 8192, 1200, 5000, 150
#: In MiB: what survives each partial collection and dies before the next of the whole heap.
_SURVIVES: Final = 240
#: Milliseconds of a partial collection, of one whose threads wait, and of one of the whole heap.
_PARTIAL, _WAITING, _WHOLE = 120.0, 7900.0, 6400.0
_THREADS, _WHOLE_EVERY = 4, 8


def write(path: Path) -> None:
    """Write the log."""
    path.write_text("".join(_lines()), encoding="ascii", newline="\n")


def _lines() -> Iterator[str]:
    yield '<?xml version="1.0" ?>\n\n<verbosegc xmlns="http://www.ibm.com/j9/verbosegc" '
    yield 'version="R29_Java11_CMPRSS">\n\n' + _initialized()
    for number in range(1, (_TO - _FROM) // _EVERY):
        second, since = _FROM + number * _EVERY, number % _WHOLE_EVERY
        before = _LIVE + _EDEN + _SURVIVES * (since or _WHOLE_EVERY)
        if since == 0:
            yield _stop(number, second, "global garbage collect", before, _LIVE, _WHOLE, ran=0.9)
        else:
            waits = second == _WAITS
            took, ran = (_WAITING, 0.01) if waits else (_PARTIAL, 0.9)
            yield _stop(number, second, "partial gc", before, before - _EDEN, took, ran=ran)


def _initialized() -> str:
    heap = hex(_HEAP * MIB)
    shown = {
        "gcPolicy": "-Xgcpolicy:balanced", "maxHeapSize": heap, "initialHeapSize": heap,
        "compressedRefs": "true", "compressedRefsShift": "0x1", "pageSize": hex(MIB),
        "requestedPageSize": hex(MIB), "gcthreads": str(_THREADS), "regionSize": hex(4 * MIB),
    }  # fmt: skip
    attributes = "".join(f'  <attribute name="{name}" value="{value}" />\n' for name, value in shown.items())
    return (
        f'<initialized id="1" timestamp="{_time(_FROM)}">\n{attributes}  <system>\n'
        '    <attribute name="numCPUs" value="4" />\n    <attribute name="architecture" value="s390x" />\n'
        '    <attribute name="os" value="z/OS" />\n  </system>\n  <vmargs>\n'
        f'    <vmarg name="-Xms{_HEAP}m" />\n    <vmarg name="-Xmx{_HEAP}m" />\n'
        '    <vmarg name="-Xgcpolicy:balanced" />\n  </vmargs>\n</initialized>\n\n'
    )


def _stop(number: int, second: int, kind: str, before: int, after: int, took: float, *, ran: float) -> str:
    when, first = _time(second), 10 * number
    whole = kind != "partial gc"
    cause = (
        f'<af-start id="{first + 1}" totalBytesRequested="8200" timestamp="{when}" />'
        if whole
        else f'<allocation-taxation id="{first + 1}" taxation-threshold="{_EDEN * MIB}" timestamp="{when}" />'
    )
    copied = 0 if whole else _SURVIVES
    return (
        f'<exclusive-start id="{first}" timestamp="{when}" intervalms="{_EVERY * 1000:.3f}">\n'
        f'</exclusive-start>\n{cause}\n<cycle-start id="{first + 2}" type="{kind}" contextid="0" '
        f'timestamp="{when}" />\n<gc-start id="{first + 3}" type="{kind}" contextid="{first + 2}" '
        f'timestamp="{when}">\n{_memory(before, 0)}</gc-start>\n'
        f'<allocation-stats totalBytes="{_EDEN * MIB}">\n</allocation-stats>\n'
        f'<gc-op id="{first + 5}" type="{"mark" if whole else "copy forward"}" timems="{took - 1:.3f}" '
        f'timestamp="{when}">\n  <memory-copied type="eden" objects="90000" bytes="{copied * MIB}" />\n'
        f'  <references type="soft" candidates="12000" cleared="0" enqueued="0" />\n'
        f'  <references type="weak" candidates="900" cleared="{600 if whole else 40}" enqueued="20" />\n'
        f'  <references type="phantom" candidates="30" cleared="2" enqueued="2" />\n</gc-op>\n'
        f'<gc-end id="{first + 6}" type="{kind}" contextid="{first + 2}" durationms="{took - 0.5:.3f}" '
        f'usertimems="{took * _THREADS * ran:.3f}" systemtimems="0.310" activeThreads="{_THREADS}" '
        f'timestamp="{when}">\n{_memory(after, _EDEN)}</gc-end>\n'
        f'<exclusive-end id="{first + 9}" timestamp="{when}" durationms="{took:.3f}" />\n\n'
    )


def _memory(used: int, eden: int) -> str:
    return (
        f'  <mem-info id="0" free="{(_HEAP - used) * MIB}" total="{_HEAP * MIB}">\n'
        f'    <mem type="eden" free="{eden * MIB}" total="{_EDEN * MIB}" />\n'
        f'    <pending-finalizers system="0" default="{eden // 40}" reference="20" classloader="0" />\n'
        "  </mem-info>\n"
    )


def _time(second: int) -> str:
    moment = datetime.combine(DAY, datetime.min.time()) + timedelta(seconds=second)
    return moment.isoformat(timespec="milliseconds")
