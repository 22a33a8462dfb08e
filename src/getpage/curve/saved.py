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

import json
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from getpage.contract.curve import TRACE, SizePoint, monotone, reads_curve
from getpage.core.errors import GetpageError
from getpage.core.names import called
from getpage.curve.anchored import Share, anchored, share_at
from getpage.curve.warm import enough
from getpage.result import Missing
from getpage.result.curve import CURVE_VERSION, Row

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from getpage.contract.knob import Knob
    from getpage.contract.observation import Observation
    from getpage.core.names import KnobId


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
        made = json.loads(Path(name).read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        message = f"{name}: {getattr(error, 'strerror', None) or 'this is not text'}"
        raise GetpageError(message) from error
    except (ValueError, RecursionError) as error:
        raise _not_one(name, "this is not JSON") from error
    if not isinstance(made, dict) or not isinstance(made.get("curve"), list):
        raise _not_one(name, 'expected an object with "curve"')
    if made.get("version") != CURVE_VERSION:
        message = f"{name}: a curve of version {made.get('version')}, and this program reads {CURVE_VERSION}"
        raise GetpageError(message)
    try:
        pools = of_rows(name, subsystem or None, map(_row, made["curve"]))
        return [*pools, *(_group(name, subsystem or None, one) for one in made.get("groups", []))]
    except (KeyError, TypeError, ValueError, AttributeError, ZeroDivisionError) as error:
        raise _not_one(name, f"a row is not as a curve has it ({error!r})") from error


def _not_one(name: str, why: str) -> GetpageError:
    return GetpageError(
        f"{name}: not a saved curve, {why}. Save one with: getpage curve TRACE -o {Path(name).name}"
    )


def _group(file: str, subsystem: str | None, made: dict[str, Any]) -> SavedCurve:
    """A group buffer pool as its JSON has it."""
    getpages = int(made["getpages"])
    shares = sorted((int(row["entries"]), int(row["disk_reads"]) / getpages) for row in made["rows"])
    points = tuple(Share(entries, share, share, share) for entries, share in shares)
    first = int(made["pages"]) / getpages
    return SavedCurve(file, subsystem, str(made["pool"]), False, points, getpages, first)


def _row(made: dict[str, Any]) -> Row:
    """A row as its JSON has it."""
    low, high = made.get("band_low"), made.get("band_high")
    return Row(
        pool=str(made["pool"]),
        size=int(made["size"]),
        vpseqt=made["vpseqt"],
        pgsteal=str(made["pgsteal"]),
        bytes=int(made["bytes"]),
        factor=made["factor"],
        getpages=int(made["getpages"]),
        reads=int(made["reads"]),
        sync_random=int(made["sync_random"]),
        sync_sequential=int(made["sync_sequential"]),
        asynchronous=int(made["asynchronous"]),
        read_seconds=float(made["read_seconds"]),
        share=float(made["share"]),
        reads_least=int(made["reads_least"]),
        reads_warm=int(made["reads_warm"]),
        sync_least=int(made["sync_least"]),
        sync_warm=int(made["sync_warm"]),
        band_low=None if low is None else float(low),
        band_high=None if high is None else float(high),
    )


def of_rows(file: str, subsystem: str | None, rows: Iterable[Row]) -> list[SavedCurve]:
    """The pools of the rows of a curve. ValueError where a row cannot be."""
    first: dict[str, int | None] = {}
    points: dict[str, list[Share]] = {}
    getpages: dict[str, int] = {}
    sampled: set[str] = set()
    for row in rows:
        if first.setdefault(row.pool, row.vpseqt) != row.vpseqt:
            continue
        least, value, most = (
            reads / row.getpages
            for reads in (row.sync_least, row.sync_warm, row.sync_random + row.sync_sequential)
        )
        below = above = 0.0
        if row.band_low is not None and row.band_high is not None:
            sampled.add(row.pool)
            below, above = row.band_low - row.share, row.band_high - row.share
        if row.size < 1 or not 0 <= least <= value <= most <= 1:
            message = f"size {row.size}, {least}, {value} and {most} reads to a getpage"
            raise ValueError(message)
        at = Share(row.size, value, max(0.0, least + below), min(1.0, most + above))
        points.setdefault(row.pool, []).append(at)
        getpages[row.pool] = row.getpages
    return [
        SavedCurve(file, subsystem, pool, pool in sampled, tuple(sorted(each)), getpages[pool])
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
        SizePoint(size=one.size, reads=one.value * rate, low=one.low * rate, high=one.high * rate)
        for one in shares
    )
    note = ", ".join(_said(saved, at, counted, rate))
    return replace(knob, curve=reads_curve(basis=TRACE, points=points, note=note))


def _said(saved: SavedCurve, at: Share, counted: float | None, rate: float) -> Iterator[str]:
    """What a curve stands on: its file, how far it is from what was counted, how long a trace would settle
    it.
    """
    yield f"trace {saved.file}" + (", sampled" if saved.sampled else "")
    said = f"{_span(at)} reads a getpage at the present size"
    if counted is not None:
        yield said
        off = (
            f"{abs(at.value / counted - 1):.0%} {'more' if at.value > counted else 'fewer'} than"
            if counted
            else "and"
        )
        said = f"{off} the {counted:.4f} that the pool counted, which the curve meets"
    yield said
    needed = enough(at.size, at.value if counted is None else counted)
    if needed is not None and needed > saved.getpages and at.high > at.low:
        yield (
            f"first touches leave open which of these are reads; a trace of {needed:,} getpages in place of "
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
    for one in saved.points:
        size, share = round(knob.size * one.size / knob.entries), one.value
        cold = now * share / at
        warm = now * max(0.0, share - first) / (at - first) if at > first else cold
        if size > 0 and size != knob.size:
            points.append(SizePoint(size=size, reads=cold, low=min(warm, cold), high=max(warm, cold)))
    note = f"trace {saved.file}, of all members; bounds by whether first touches are reads"
    return replace(knob, curve=reads_curve(basis=TRACE, points=monotone(points), note=note))


def _measured(knob: Knob) -> float | None:
    """Reads a second of the window at the present size."""
    curve = knob.curve
    place = curve.place_of(knob.size) if curve else None
    return curve.reads.at(place).value if curve and curve.reads and place is not None else None
