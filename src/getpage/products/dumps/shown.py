"""What is shown of dumps: their account, a table of each dump and of other sizes, captures over time.

MAXSPACE is a limit, and a captured dump is held for minutes: neither counts as storage that the workload
holds. What of it is to stay free is in the account of the image.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from getpage.core.units import GIB
from getpage.products.common import capture
from getpage.result import Account, Curve, Line, Picture, Place, Table

from .constants import MOST
from .dumps import Dumps
from .storage_at_dump import CapturedDump

_COLUMNS: Final = (
    *("dumps of", "job", "captured", "size GiB", "free before GiB", "on auxiliary GiB", "capture s"),
    *("copied s", "read s", "paging others out s", "write s", "address spaces", "written"),
    *("pages in /s", "pages out /s"),
)
#: Shares of a dump that are free before it.
_SHARES: Final = (0.0, 0.25, 0.5, 0.75, 1.0)
_Cells = tuple[str | float | int | None, ...]
#: One point is no picture.
_FEWEST: Final = 2


def account(dumps: Dumps) -> Account | None:
    """The account; None if neither is known, or the system is not."""
    if not dumps.is_placed:
        return None
    lines = []
    if dumps.maxspace is not None:
        note = "for captured dumps, until each is written"
        fact = next(iter(dumps.maxspace_facts), None)
        lines.append(Line(holder="MAXSPACE", bytes=dumps.maxspace, place=Place.LIMIT, note=note, fact=fact))
    if reserved := dumps.option_value("buffers"):
        note = "kept ready for capturing common storage"
        fact = next(iter(dumps.option_facts("buffers")), None)
        lines.append(Line(holder="BUFFERS", bytes=reserved, place=Place.LIMIT, note=note, fact=fact))
    largest = dumps.largest
    if largest is not None and largest.bytes:
        at_most = "at most, by what its address spaces held" if largest.is_most else "by D DUMP,STATUS"
        lines.append(
            Line(
                holder=f"largest dump ({largest.dump.job or 'unnamed job'})",
                bytes=largest.bytes,
                place=Place.LIMIT,
                note=at_most,
                fact=next(iter(largest.facts), None),
            )
        )
    if not lines:
        return None
    return Account(of=dumps.id, lines=tuple(lines), note="Held from the capture until a dump is written.")


def tables(every: Sequence[Dumps]) -> Iterator[Table]:
    """Both tables, over all systems."""
    rows = tuple(_row(dumps, captured) for dumps in every for captured in dumps.captured[-MOST:])
    if rows:
        yield Table(
            title="SVC dumps",
            columns=_COLUMNS,
            rows=rows,
            note="A capture lasts from the request for a dump to IEA794I; its parts are as IBM "
            "measured (REDP-5238, table 1-1; SHARE 10887), scaled to its seconds. A size with "
            "<= is what its address spaces held. Pages in and out are those of the system in "
            "the interval of the dump.",
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
            note="Scaled to its own capture if that is known, else at the rates that IBM measured. "
            "The last column is for a system that reads auxiliary storage by page faults, as "
            "before z/OS V1R12.",
        )


def _row(dumps: Dumps, captured: CapturedDump) -> _Cells:
    parts, at = captured.split, captured.dump.captured or captured.dump.written
    size = None if captured.bytes is None else f"{'<= ' if captured.is_most else ''}{_gib(captured.bytes)}"
    done = (
        "partial" if captured.dump.is_partial else "complete" if captured.dump.done else "not in the evidence"
    )
    return (
        dumps.label,
        captured.dump.job,
        None if at is None else f"{at:%Y-%m-%d %H:%M:%S}",
        size,
        _gib(captured.free),
        _gib(captured.auxiliary) if captured.held else None,
        _rounded(captured.dump.seconds),
        None if parts is None else _rounded(parts.copied),
        None if parts is None else _rounded(parts.read),
        None if parts is None or captured.free is None else _rounded(parts.paged),
        _rounded(captured.dump.write_seconds),
        len(captured.dump.asids) or None,
        done,
        None if captured.paged is None else round(captured.paged[0]),
        None if captured.paged is None else round(captured.paged[1]),
    )


def _sizes(dumps: Dumps) -> Iterator[_Cells]:
    captured = dumps.largest
    if captured is None or not captured.bytes:
        return
    best = captured.with_free(captured.bytes)
    frees = sorted(
        {*(round(share * captured.bytes) for share in _SHARES), *([captured.free] if captured.free else [])}
    )
    for free in frees:
        took = captured.with_free(free)
        if took is None or best is None:
            continue
        rates, before = (
            capture.seconds(captured.bytes, free, captured.auxiliary, direct=direct)
            for direct in (True, False)
        )
        yield (
            dumps.label,
            _gib(captured.bytes),
            _gib(captured.auxiliary),
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


def pictures(every: Sequence[Dumps]) -> Iterator[Picture]:
    """One picture of each system with at least two captures."""
    for dumps in every:
        timed = [captured for captured in dumps.captured if captured.dump.seconds and captured.dump.captured]
        if len(timed) < _FEWEST:
            continue
        free = [captured.with_free(captured.bytes) if captured.bytes else None for captured in timed]
        curves = [Curve(label="capture", values=tuple(captured.dump.seconds for captured in timed))]
        if any(took is not None for took in free):
            with_all = tuple(None if took is None else took.all for took in free)
            curves.append(Curve(label="with all of it free", values=with_all))
        yield Picture(
            id=f"dumps-{dumps.label.replace(' ', '-').replace('.', '-').lower()}-capture",
            title=f"Captures of SVC dumps, {dumps.label}",
            object=dumps.object,
            unit="s",
            times=tuple(captured.dump.captured for captured in timed if captured.dump.captured),
            curves=tuple(curves),
            note="From the request for a dump to IEA794I.",
        )
