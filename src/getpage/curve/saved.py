"""Curves that `getpage curve --format json` saved, as curves of the knobs that they are of.

A trace says how the reads of a getpage change with the size. At the getpages a second of the window that
gives reads a second; what was counted at the present size stands, and the curve goes through it
(`anchored.py`, which says how first touches of a trace are bounded). Where the reads to a getpage that the
window shows at the present size lie outside the bounds of the trace, the window is not the trace: the bounds
then hold the differences of both.

Limits: a trace of minutes does not show what is read again after hours: large sizes bring at least what it
shows. Of a curve of several VPSEQT the rows of the first are used, and only synchronous reads, which work
waits for.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import Any

from getpage.contract.curve import TRACE, SizePoint, monotone, reads_curve
from getpage.contract.knob import Knob
from getpage.contract.observation import Observation
from getpage.core.errors import GetpageError, command
from getpage.core.names import KnobId, called
from getpage.core.saved import UnlikeError, maybe, member, members, read_json
from getpage.curve.anchored import Share, anchored, share_at
from getpage.curve.trace_span import Span
from getpage.curve.warm import enough
from getpage.result import Missing
from getpage.result.curve import CURVE_VERSION, Row


@dataclass(frozen=True, slots=True)
class SavedCurve:
    """One pool of one file: sizes in buffers, with synchronous reads to a getpage, estimated, at least and at
    most; `getpages` are those of the trace.
    """

    file: str
    subsystem: str | None
    pool: str
    sampled: bool
    points: tuple[Share, ...]
    getpages: int
    #: Of a group buffer pool, whose sizes are data entries: the share of getpages first to their page.
    first_touches: float | None = None
    #: From the first reference of each file of the trace to the last, local time; None where not told.
    seen: tuple[Span, ...] | None = None

    def matches(self, knob: Knob) -> bool:
        """Whether it is of this knob: by the names of its pool, and of its subsystem where given."""
        mine = self.pool in {knob.id.name, f"pool {knob.id.name}"} or called(knob.id, self.pool)
        return mine and (self.subsystem is None or called(knob.subsystem, self.subsystem))


def read_curves(given: Iterable[str | Path]) -> tuple[SavedCurve, ...]:
    """Saved curves from files, each `FILE` or `SUBSYSTEM=FILE`. GetpageError where one is none."""
    return tuple(curve for path in given for curve in _file(str(path)))


def _file(given: str) -> list[SavedCurve]:
    subsystem, equals, name = given.partition("=")
    if not equals or Path(given).exists():
        subsystem, name = "", given
    try:
        saved = read_json(Path(name))
        rows = member(saved, "curve", list)
        _of_this_version(name, saved)
        seen = seen_of(map(_hours, members(saved, "trace")))
        pools = of_rows(name, subsystem or None, map(_row, rows), seen)
        groups = (_group(name, subsystem or None, group) for group in members(saved, "groups"))
        return [*pools, *(replace(group, seen=seen) for group in groups)]
    except UnlikeError as error:
        message = f"{name}: not a saved curve, {error}"
        raise GetpageError(message, command("getpage curve TRACE -o", Path(name).name)) from error


def _hours(file: Any) -> Span | None:
    """The hours of a file of the trace, as JSON has them."""
    first, last = maybe(file, "first", str), maybe(file, "last", str)
    if first is None or last is None:
        return None
    try:
        span = datetime.fromisoformat(first), datetime.fromisoformat(last)
    except ValueError as error:
        message = f"the hours of its trace: {error}"
        raise UnlikeError(message) from error
    if span[0].tzinfo or span[1].tzinfo or span[0] > span[1]:
        message = f"the hours of its trace: from {first} to {last}, which are to be local times"
        raise UnlikeError(message)
    return span


def seen_of(spans: Iterable[Span | None]) -> tuple[Span, ...] | None:
    """The hours of all files of a trace; None where one of them does not tell."""
    every = tuple(spans)
    known = tuple(span for span in every if span is not None)
    return known if known and len(known) == len(every) else None


def _of_this_version(name: str, saved: dict[str, Any]) -> None:
    if saved.get("version") != CURVE_VERSION:
        message = f"{name}: a curve of version {saved.get('version')}, and this program reads {CURVE_VERSION}"
        raise GetpageError(message, command("getpage curve TRACE -o", Path(name).name))


def _group(file: str, subsystem: str | None, group: Any) -> SavedCurve:
    """A group buffer pool as its JSON has it."""
    getpages = member(group, "getpages", int)
    if getpages < 1:
        message = f"a row is not as a curve has it: {getpages} getpages"
        raise UnlikeError(message)
    shares = sorted(
        (member(row, "entries", int), member(row, "disk_reads", int) / getpages)
        for row in member(group, "rows", list)
    )
    if not shares or shares[0][0] < 0 or not all(0 <= share <= 1 for _, share in shares):
        raise UnlikeError("a row is not as a curve has it: entries or reads of a group buffer pool")
    points = tuple(Share(entries, share, share, share) for entries, share in shares)
    first = min(1.0, max(0.0, member(group, "pages", int) / getpages))
    return SavedCurve(file, subsystem, member(group, "pool", str), False, points, getpages, first)


def _row(row: Any) -> Row:
    """A row as its JSON has it."""
    return Row(
        pool=member(row, "pool", str),
        size=member(row, "size", int),
        vpseqt=maybe(row, "vpseqt", int),
        pgsteal=member(row, "pgsteal", str),
        bytes=member(row, "bytes", int),
        factor=maybe(row, "factor", float),
        getpages=member(row, "getpages", int),
        reads=member(row, "reads", int),
        sync_random=member(row, "sync_random", int),
        sync_sequential=member(row, "sync_sequential", int),
        asynchronous=member(row, "asynchronous", int),
        read_seconds=member(row, "read_seconds", float),
        share=member(row, "share", float),
        reads_least=member(row, "reads_least", int),
        reads_warm=member(row, "reads_warm", int),
        sync_least=member(row, "sync_least", int),
        sync_warm=member(row, "sync_warm", int),
        band_low=maybe(row, "band_low", float),
        band_high=maybe(row, "band_high", float),
    )


def of_rows(
    file: str, subsystem: str | None, rows: Iterable[Row], seen: tuple[Span, ...] | None = None
) -> list[SavedCurve]:
    """The pools of the rows of a curve, whose trace is of these hours. UnlikeError where a row cannot be."""
    first: dict[str, int | None] = {}
    points: dict[str, list[Share]] = {}
    getpages: dict[str, int] = {}
    sampled: set[str] = set()
    for row in rows:
        if first.setdefault(row.pool, row.vpseqt) != row.vpseqt:
            continue
        least, value, most = (
            reads / row.getpages if row.getpages > 0 else -1.0
            for reads in (row.sync_least, row.sync_warm, row.sync_random + row.sync_sequential)
        )
        below = above = 0.0
        if row.band_low is not None and row.band_high is not None:
            sampled.add(row.pool)
            below, above = row.band_low - row.share, row.band_high - row.share
        if row.size < 1 or not 0 <= least <= value <= most <= 1:
            message = f"a row is not as a curve has it: size {row.size}, reads of {row.getpages} getpages"
            raise UnlikeError(message)
        references = None if row.pool in sampled else _references_telling(row)
        at = Share(row.size, value, max(0.0, least + below), min(1.0, most + above), references)
        points.setdefault(row.pool, []).append(at)
        getpages[row.pool] = row.getpages
    return [
        SavedCurve(file, subsystem, pool, pool in sampled, tuple(sorted(each)), getpages[pool], seen=seen)
        for pool, each in points.items()
    ]


def _references_telling(row: Row) -> float:
    """Effective sample size for the share of uncertain references that are reads: both the certain reads,
    which show it, and the uncertain ones have the error of a count.
    """
    certain, doubt = row.sync_least, row.sync_random + row.sync_sequential - row.sync_least
    return certain * doubt / (certain + doubt) if certain and doubt else float(certain)


def with_curves(
    knobs: Sequence[Knob], saved: Sequence[SavedCurve]
) -> tuple[tuple[Knob, ...], tuple[str, ...]]:
    """Knobs with the saved curves that are theirs, and notes on them.

    GetpageError for a curve that fits none of them, or several.
    """
    curves: dict[KnobId, SavedCurve] = {}
    for curve in saved:
        fitting = [knob.id for knob in knobs if curve.matches(knob)]
        if len(fitting) != 1:
            raise _ambiguous(curve, fitting, knobs)
        curves[fitting[0]] = curve
    notes: list[str] = []
    completed = tuple(_with(knob, curves[knob.id], notes) if knob.id in curves else knob for knob in knobs)
    return completed, tuple(notes)


def into_observation(observed: Observation, saved: Sequence[SavedCurve]) -> Observation:
    """What was observed, with the saved curves in its knobs; notes on them are what is missing.

    GetpageError for a curve that fits none of them, or several.
    """
    knobs, notes = with_curves(observed.knobs, saved)
    missing = tuple(
        Missing(subsystem="saved curves", question="What other sizes of a pool would read.", supply=note)
        for note in notes
    )
    return replace(observed, knobs=knobs, missing=(*observed.missing, *missing))


def _ambiguous(curve: SavedCurve, fitting: Sequence[KnobId], knobs: Sequence[Knob]) -> GetpageError:
    if fitting:
        which = fitting[0].subsystem
        names = ", ".join(map(str, fitting))
        return GetpageError(
            f"{curve.file}: pool {curve.pool} may be {names}", f"--curve {which}={curve.file}"
        )
    names = ", ".join(str(knob.id) for knob in knobs[:12]) or "none"
    return GetpageError(
        f"{curve.file}: pool {curve.pool} is none of this evidence ({names})",
        f"getpage curve TRACE --pool {knobs[0].id.name if knobs else 'BP1'}",
    )


def _with(knob: Knob, saved: SavedCurve, notes: list[str]) -> Knob:
    if saved.first_touches is not None:
        return _with_group(knob, saved, saved.first_touches, notes)
    if not knob.references:
        notes.append(
            f"{saved.file}: the getpages per second of {knob.id} are not in the evidence, so that its "
            "curve has no reads per second and is not used"
        )
        return knob
    rate = knob.references
    at = share_at(saved.points, knob.size)
    if at is None:
        sizes = f"{saved.points[0].size:,} to {saved.points[-1].size:,}"
        notes.append(
            f"{saved.file}: {knob.id} has {knob.size:,} buffers, and the curve is of {sizes}: make "
            f"it with --current {knob.size}"
        )
        return knob
    measured = _measured(knob)
    counted = None if measured is None else min(1.0, measured / rate)
    shares: Iterable[Share] = saved.points
    if counted is not None:
        shares = anchored(saved.points, at, counted)
        if not 0.5 * at.low <= counted <= 2 * at.high:
            notes.append(
                f"{saved.file}: the trace reads {_span(at)} a getpage at {knob.size:,} buffers and the "
                f"window {counted:.4f}: they are of different loads, and the bounds are wide"
            )
    points = monotone(
        SizePoint(
            size=share.size,
            reads=share.value * rate,
            low=share.low * rate,
            high=share.high * rate,
            sample_size=share.sample_size,
        )
        for share in shares
    )
    note = ", ".join(_note_of(saved, at, counted, rate))
    return replace(knob, curve=reads_curve(basis=TRACE, points=points, note=note, seen=saved.seen))


def _note_of(saved: SavedCurve, at: Share, counted: float | None, rate: float) -> Iterator[str]:
    """The basis of a curve: its file, how far it is from the count, and how long a trace would settle it."""
    yield f"trace {saved.file}" + (", sampled" if saved.sampled else "")
    share = f"{_span(at)} reads per getpage at the present size"
    if counted is not None:
        yield share
        off = (
            f"{abs(at.value / counted - 1):.0%} {'more' if at.value > counted else 'fewer'} than"
            if counted
            else "and"
        )
        share = f"{off} the {counted:.4f} that the pool counted, which the curve meets"
    yield share
    needed = enough(at.size, at.value if counted is None else counted)
    if needed is not None and needed > saved.getpages and at.high > at.low:
        yield (
            f"first touches leave open which of these are reads; a trace of {needed:,} getpages "
            "in place of "
            f"{saved.getpages:,}, {needed / rate / 60:,.0f} minutes of the window, would settle it to a tenth"
        )


def _span(at: Share) -> str:
    between = f" ({at.low:.4f} to {at.high:.4f})" if at.high > at.low else ""
    return f"{at.value:.4f}{between}"


def _with_group(knob: Knob, saved: SavedCurve, first: float, notes: list[str]) -> Knob:
    """A structure with the curve of its group buffer pool: reads from disk as measured at the present size,
    in proportion to those of the trace.

    The trace starts with empty pools, and whether a page was there before its first getpage is not known. So
    one end of the bounds counts first touches as reads from disk and the other does not.
    """
    now, there = _measured(knob), share_at(saved.points, knob.entries) if knob.entries else None
    at = there.value if there else 0.0
    if now is None or not at or not knob.entries:
        notes.append(
            f"{saved.file}: the data entries of {knob.id}, or its reads from disk, are not in the evidence "
            "or not in the trace, so that its curve is not used"
        )
        return knob
    points = [SizePoint(size=knob.size, reads=now, low=now, high=now)]
    for point in saved.points:
        size, share = round(knob.size * point.size / knob.entries), point.value
        cold = now * share / at
        warm = now * max(0.0, share - first) / (at - first) if at > first else cold
        if size > 0 and size != knob.size:
            points.append(SizePoint(size=size, reads=cold, low=min(warm, cold), high=max(warm, cold)))
    note = f"trace {saved.file}, of all members; bounds by whether first touches are reads"
    return replace(knob, curve=reads_curve(basis=TRACE, points=monotone(points), note=note, seen=saved.seen))


def _measured(knob: Knob) -> float | None:
    """Reads a second of the window at the present size."""
    curve = knob.curve
    place = curve.place_of(knob.size) if curve else None
    return curve.reads.at(place).value if curve and curve.reads and place is not None else None
