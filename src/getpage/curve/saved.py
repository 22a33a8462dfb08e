"""Curves that `getpage curve --format json` saved, as curves of the knobs that they are of.

A trace says how the reads of a getpage change with the size. At the getpages a second of the window that
gives reads a second; what was measured at the present size stands, and the curve goes through it. First
touches of a trace are reads at every size, so that they cancel. Where the reads to a getpage that the
window shows at the present size differ from those of the trace, the window is not the trace: savings are
then bounded by both.

Limits: a trace of minutes does not show what is read again after hours: large sizes bring at least what it
shows. Of a curve of several VPSEQT the rows of the first are used, and only synchronous reads, which work
waits for.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from getpage.contract.curve import TRACE, SizePoint, monotone, reads_curve
from getpage.core.errors import GetpageError
from getpage.core.names import called
from getpage.core.saved import UnlikeError, maybe, member, members, read_json
from getpage.result import Missing
from getpage.result.curve import CURVE_VERSION, Row

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from getpage.contract.knob import Knob
    from getpage.contract.observation import Observation
    from getpage.core.names import KnobId


@dataclass(frozen=True, slots=True)
class SavedCurve:
    """One pool of one file: sizes in buffers, with synchronous reads to a getpage and their band."""

    file: str
    subsystem: str | None
    pool: str
    sampled: bool
    points: tuple[tuple[int, float, float, float], ...]
    #: Of a group buffer pool, whose sizes are data entries: the share of getpages first to their page.
    first_touches: float | None = None

    def matches(self, knob: Knob) -> bool:
        """Whether it is of this knob: by the names of its pool, and of its subsystem where given."""
        mine = self.pool in {knob.id.name, f"pool {knob.id.name}"} or self.pool == str(knob.id)
        return mine and (self.subsystem is None or called(knob.subsystem, self.subsystem))


def read_curves(given: Iterable[str | Path]) -> tuple[SavedCurve, ...]:
    """Saved curves from files, each `FILE` or `SUBSYSTEM=FILE`. GetpageError where one is none."""
    return tuple(curve for one in given for curve in _file(str(one)))


def _file(given: str) -> list[SavedCurve]:
    subsystem, equals, name = given.partition("=")
    if not equals or Path(given).exists():
        subsystem, name = "", given
    try:
        made = read_json(Path(name))
        rows = member(made, "curve", list)
        _of_this_version(name, made)
        pools = of_rows(name, subsystem or None, map(_row, rows))
        return [*pools, *(_group(name, subsystem or None, one) for one in members(made, "groups"))]
    except UnlikeError as error:
        message = (
            f"{name}: not a saved curve, {error}. Save one with: getpage curve TRACE -o {Path(name).name}"
        )
        raise GetpageError(message) from error


def _of_this_version(name: str, made: dict[str, Any]) -> None:
    if made.get("version") != CURVE_VERSION:
        message = f"{name}: a curve of version {made.get('version')}, and this program reads {CURVE_VERSION}"
        raise GetpageError(message)


def _group(file: str, subsystem: str | None, made: Any) -> SavedCurve:
    """A group buffer pool as its JSON has it."""
    getpages = member(made, "getpages", int)
    if getpages < 1:
        message = f"a row is not as a curve has it: {getpages} getpages"
        raise UnlikeError(message)
    shares = sorted(
        (member(row, "entries", int), member(row, "disk_reads", int) / getpages)
        for row in member(made, "rows", list)
    )
    if not shares or shares[0][0] < 0 or not all(0 <= share <= 1 for _, share in shares):
        raise UnlikeError("a row is not as a curve has it: entries or reads of a group buffer pool")
    points = tuple((entries, share, share, share) for entries, share in shares)
    first = member(made, "pages", int) / getpages
    return SavedCurve(file, subsystem, member(made, "pool", str), False, points, min(1.0, max(0.0, first)))


def _row(made: Any) -> Row:
    """A row as its JSON has it."""
    return Row(
        pool=member(made, "pool", str),
        size=member(made, "size", int),
        vpseqt=maybe(made, "vpseqt", int),
        pgsteal=member(made, "pgsteal", str),
        bytes=member(made, "bytes", int),
        factor=maybe(made, "factor", float),
        getpages=member(made, "getpages", int),
        reads=member(made, "reads", int),
        sync_random=member(made, "sync_random", int),
        sync_sequential=member(made, "sync_sequential", int),
        asynchronous=member(made, "asynchronous", int),
        read_seconds=member(made, "read_seconds", float),
        share=member(made, "share", float),
        band_low=maybe(made, "band_low", float),
        band_high=maybe(made, "band_high", float),
    )


def of_rows(file: str, subsystem: str | None, rows: Iterable[Row]) -> list[SavedCurve]:
    """The pools of the rows of a curve. UnlikeError where a row cannot be."""
    first: dict[str, int | None] = {}
    points: dict[str, list[tuple[int, float, float, float]]] = {}
    sampled: set[str] = set()
    for row in rows:
        if first.setdefault(row.pool, row.vpseqt) != row.vpseqt:
            continue
        sync = (row.sync_random + row.sync_sequential) / row.getpages if row.getpages > 0 else -1.0
        below = above = 0.0
        if row.band_low is not None and row.band_high is not None:
            sampled.add(row.pool)
            below, above = row.band_low - row.share, row.band_high - row.share
        if row.size < 1 or not 0 <= sync <= 1:
            message = f"a row is not as a curve has it: size {row.size}, reads of {row.getpages} getpages"
            raise UnlikeError(message)
        at = (row.size, sync, max(0.0, sync + below), min(1.0, sync + above))
        points.setdefault(row.pool, []).append(at)
    return [
        SavedCurve(file, subsystem, pool, pool in sampled, tuple(sorted(each)))
        for pool, each in points.items()
    ]


def with_curves(
    knobs: Sequence[Knob], saved: Sequence[SavedCurve]
) -> tuple[tuple[Knob, ...], tuple[str, ...]]:
    """Knobs with the saved curves that are theirs, and notes on them.

    GetpageError for a curve that fits none of them, or several.
    """
    curves: dict[KnobId, SavedCurve] = {}
    for one in saved:
        fitting = [knob.id for knob in knobs if one.matches(knob)]
        if len(fitting) != 1:
            raise _ambiguous(one, fitting, knobs)
        curves[fitting[0]] = one
    notes: list[str] = []
    made = tuple(_with(one, curves[one.id], notes) if one.id in curves else one for one in knobs)
    return made, tuple(notes)


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


def _ambiguous(one: SavedCurve, fitting: Sequence[KnobId], knobs: Sequence[Knob]) -> GetpageError:
    if fitting:
        which = fitting[0].subsystem
        names = ", ".join(map(str, fitting))
        return GetpageError(
            f"{one.file}: pool {one.pool} may be {names}: say of which, as in --curve {which}={one.file}"
        )
    names = ", ".join(str(knob.id) for knob in knobs[:12]) or "none"
    return GetpageError(
        f"{one.file}: pool {one.pool} is none of this evidence ({names}): give its pool the name that it has "
        "there (getpage curve --pool)"
    )


def _with(knob: Knob, saved: SavedCurve, notes: list[str]) -> Knob:
    if saved.first_touches is not None:
        return _with_group(knob, saved, saved.first_touches, notes)
    if not knob.references:
        notes.append(
            f"{saved.file}: the getpages a second of {knob.id} are not in the evidence, so that its "
            "curve has no reads a second and is not used"
        )
        return knob
    rate = knob.references
    at = _at(saved, knob.size)
    if at is None:
        sizes = f"{saved.points[0][0]:,} to {saved.points[-1][0]:,}"
        notes.append(
            f"{saved.file}: {knob.id} has {knob.size:,} buffers, and the curve is of {sizes}: make "
            f"it with --current {knob.size}"
        )
        return knob
    measured = _measured(knob)
    now = at * rate if measured is None else measured
    ratio = now / (at * rate) if at and measured is not None else 1.0
    if not 0.5 <= ratio <= 2:
        notes.append(
            f"{saved.file}: the trace reads {at:.4f} a getpage at {knob.size:,} buffers and the window "
            f"{now / rate:.4f}: they are of different loads, and the bounds are wide"
        )
    points = monotone(_point(one, now, at, rate, ratio) for one in saved.points)
    note = f"trace {saved.file}" + (", sampled" if saved.sampled else "")
    return replace(knob, curve=reads_curve(basis=TRACE, points=points, note=note))


def _with_group(knob: Knob, saved: SavedCurve, first: float, notes: list[str]) -> Knob:
    """A structure with the curve of its group buffer pool: reads from disk as measured at the present size,
    in proportion to those of the trace.

    The trace starts with empty pools, and whether a page was there before its first getpage is not known. So
    one end of the bounds counts first touches as reads from disk and the other does not.
    """
    now, at = _measured(knob), _at(saved, knob.entries) if knob.entries else None
    if now is None or not at or not knob.entries:
        notes.append(
            f"{saved.file}: the data entries of {knob.id}, or its reads from disk, are not in the evidence "
            "or not in the trace, so that its curve is not used"
        )
        return knob
    points = [SizePoint(size=knob.size, reads=now, low=now, high=now)]
    for entries, share, _, _ in saved.points:
        size = round(knob.size * entries / knob.entries)
        cold = now * share / at
        warm = now * max(0.0, share - first) / (at - first) if at > first else cold
        if size > 0 and size != knob.size:
            points.append(SizePoint(size=size, reads=cold, low=min(warm, cold), high=max(warm, cold)))
    note = f"trace {saved.file}, of all members; bounds by whether first touches are reads"
    return replace(knob, curve=reads_curve(basis=TRACE, points=monotone(points), note=note))


def _at(saved: SavedCurve, size: int) -> float | None:
    """Reads to a getpage at a size, on the line between its neighbours; beyond the last as at the last."""
    before = [one for one in saved.points if one[0] <= size]
    after = [one for one in saved.points if one[0] >= size]
    if not before:
        return None
    if not after or after[0][0] == before[-1][0]:
        return before[-1][1]
    share = (size - before[-1][0]) / (after[0][0] - before[-1][0])
    return before[-1][1] + share * (after[0][1] - before[-1][1])


def _measured(knob: Knob) -> float | None:
    """Reads a second of the window at the present size."""
    curve = knob.curve
    place = curve.place_of(knob.size) if curve else None
    return curve.reads.at(place).value if curve and curve.reads and place is not None else None


def _point(
    one: tuple[int, float, float, float], now: float, at: float, rate: float, ratio: float
) -> SizePoint:
    size, share, low, high = one
    saved = (at - share) * rate
    scaled = sorted((saved, saved * ratio))
    reads = max(0.0, now - saved)
    least = max(0.0, now - scaled[1] - (share - low) * rate)
    most = now - scaled[0] + (high - share) * rate
    return SizePoint(size=size, reads=reads, low=min(reads, least), high=max(reads, most))
