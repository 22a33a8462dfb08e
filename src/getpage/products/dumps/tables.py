"""Each dump in one table, and what a dump of other sizes takes in another."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from getpage.core.units import GIB
from getpage.products.common import capture
from getpage.result import Table

from .thresholds import MOST

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from .captured import Captured
    from .dumps import Dumps

_COLUMNS: Final = (
    *("dumps of", "job", "captured", "size GiB", "free before GiB", "on auxiliary GiB", "capture s"),
    *("copied s", "read s", "paging others out s", "write s", "address spaces", "written"),
    *("pages in /s", "pages out /s"),
)
#: Shares of what is dumped that are free before it, from none to all.
_SHARES: Final = (0.0, 0.25, 0.5, 0.75, 1.0)
_Cells = tuple[str | float | int | None, ...]


def tables(every: Sequence[Dumps]) -> Iterator[Table]:
    """Of all systems."""
    rows = tuple(_row(dumps, one) for dumps in every for one in dumps.captured[-MOST:])
    if rows:
        yield Table(
            title="SVC dumps",
            columns=_COLUMNS,
            rows=rows,
            note="A capture is from when a dump was asked for to IEA794I; its parts are as IBM's "
            "measurements have them (REDP-5238, table 1-1; SHARE 10887), scaled to its seconds. A size "
            "with <= is what its address spaces held. Pages in and out are of the whole system in the "
            "interval of the dump.",
        )
    sizes = tuple(row for dumps in every for row in _sizes(dumps))
    if sizes:
        yield Table(
            title="What the capture of the largest dump takes with more and less free",
            columns=(
                *("dumps of", "size GiB", "on auxiliary GiB", "free before GiB"),
                *("capture s (bounds)", "longer %", "by IBM's rates s", "by them before V1R12 s"),
            ),
            rows=sizes,
            note="By what its own capture took, where that is known; else by the rates that IBM measured. "
            "The last column is of a system that reads auxiliary storage by page faults, as before "
            "z/OS V1R12.",
        )


def _row(dumps: Dumps, one: Captured) -> _Cells:
    parts, at = one.split, one.dump.captured or one.dump.written
    size = None if one.bytes is None else f"{'<= ' if one.is_most else ''}{_gib(one.bytes)}"
    done = "partial" if one.dump.is_partial else "complete" if one.dump.done else "not in the evidence"
    return (
        dumps.label,
        one.dump.job,
        None if at is None else f"{at:%Y-%m-%d %H:%M:%S}",
        size,
        _gib(one.free),
        _gib(one.auxiliary) if one.held else None,
        _rounded(one.dump.seconds),
        None if parts is None else _rounded(parts.copied),
        None if parts is None else _rounded(parts.read),
        None if parts is None or one.free is None else _rounded(parts.paged),
        _rounded(one.dump.write_seconds),
        len(one.dump.asids) or None,
        done,
        None if one.paged is None else round(one.paged[0]),
        None if one.paged is None else round(one.paged[1]),
    )


def _sizes(dumps: Dumps) -> Iterator[_Cells]:
    one = dumps.largest
    if one is None or not one.bytes:
        return
    best = one.with_free(one.bytes)
    frees = sorted({*(round(share * one.bytes) for share in _SHARES), *([one.free] if one.free else [])})
    for free in frees:
        took = one.with_free(free)
        if took is None or best is None:
            continue
        rates, before = (
            capture.seconds(one.bytes, free, one.auxiliary, direct=direct) for direct in (True, False)
        )
        yield (
            dumps.label,
            _gib(one.bytes),
            _gib(one.auxiliary),
            _gib(free),
            f"{took.all:.1f} ({took.low:.1f} to {took.high:.1f})",
            round(100 * (took.all / best.all - 1)),
            _rounded(rates.all),
            _rounded(before.all),
        )


def _gib(size: int | None) -> float | None:
    return None if size is None else round(size / GIB, 2)


def _rounded(seconds: float | None) -> float | None:
    return None if seconds is None else round(seconds, 2)
