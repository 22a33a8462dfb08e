"""The curve of a pool as a picture: reads of a pool in use between their bounds, by class, the clairvoyant
bound, and the marked sizes.

Plain LRU is drawn at some two hundred sizes, each of them exact; Db2's pool at the sizes simulated, with
straight lines between them, one for each VPSEQT.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby

from getpage.curve.pool import PoolRun
from getpage.curve.settings import CurveSettings
from getpage.result.curve import Mark, MarkName, PoolCurve, SizeBand, SizeLine, SizeMark, SizePicture

#: What the band of a picture is.
_BAND = "from the least to an empty pool's"
#: Sizes at which a curve is drawn: about one every three pixels.
_POINTS = 192
#: Sizes at which the bound is drawn, closer together at the small ones: each takes a pass over the trace.
_BOUND_POINTS = 24
#: Room to the right of saturation, where the curve is flat.
_BEYOND = 1.15


def of_lru(curve: PoolCurve, pool: PoolRun, settings: CurveSettings) -> tuple[SizePicture, ...]:
    """The plain LRU curve, reads of all classes and by class."""
    last = _last(curve, pool.pages)
    sizes = sorted({last * i // _POINTS for i in range(_POINTS + 1)})
    empty, rows = pool.lru(sizes), pool.warm(sizes)
    total = tuple((row.size, sum(row.reads)) for row in rows)
    lines = [SizeLine(label="all reads", points=total)]
    pairs = zip(rows, empty, strict=True)
    band = SizeBand(
        label=_BAND, points=tuple((r.size, float(sum(r.least)), float(most.total)) for r, most in pairs)
    )
    random = tuple((row.size, row.reads[0]) for row in rows)
    if random != total:
        ahead = tuple((row.size, sum(row.reads[1:])) for row in rows)
        lines += [
            SizeLine(label="synchronous random", points=random),
            SizeLine(label="asynchronous", points=ahead),
        ]
    if settings.opt:
        sizes = sorted({round(last * (i / _BOUND_POINTS) ** 2) for i in range(_BOUND_POINTS + 1)})
        bound = tuple(zip(sizes, map(float, pool.opt(sizes)), strict=True))
        lines.append(SizeLine(label="clairvoyant bound (OPT)", points=bound, bound=True))
    note = "Plain LRU." if curve.sample is None else f"Plain LRU, from {100 * curve.sample:g} % of the pages."
    return (_picture(curve, "", lines, curve.marks, note, band),)


def of_grid(curve: PoolCurve) -> tuple[SizePicture, ...]:
    """The pools of the grid, a picture for each VPSEQT."""
    pictures = []
    for vpseqt, group in groupby(curve.rows, lambda row: row.vpseqt):
        rows = list(group)
        if len(rows) < 2:
            continue
        every = ((0, float(curve.getpages)), *((r.size, float(r.reads_warm)) for r in rows))
        lines = [SizeLine(label="all reads", points=every)]
        if any(r.sync_random != r.reads for r in rows):
            waited = tuple((r.size, float(r.sync_warm)) for r in rows)
            ahead = tuple((r.size, float(r.reads_warm - r.sync_warm)) for r in rows)
            lines += [
                SizeLine(label="synchronous", points=waited),
                SizeLine(label="asynchronous", points=ahead),
            ]
        bounds = tuple((r.size, float(r.reads_least), float(r.reads)) for r in rows)
        if all(row.opt_reads is not None for row in rows):
            points = tuple((row.size, float(row.opt_reads or 0)) for row in rows)
            lines.append(SizeLine(label="clairvoyant bound (OPT)", points=points, bound=True))
        marks = [mark for mark in curve.marks if mark.vpseqt == vpseqt]
        setting = f"PGSTEAL({rows[0].pgsteal.upper()})" if vpseqt is None else f"VPSEQT {vpseqt}"
        pictures.append(
            _picture(
                curve,
                setting,
                lines,
                marks,
                f"{setting}, simulated at {len(rows)} sizes, straight between.",
                SizeBand(label=_BAND, points=bounds),
            )
        )
    return tuple(pictures)


def _picture(
    curve: PoolCurve,
    setting: str,
    lines: list[SizeLine],
    marks: Iterable[Mark],
    note: str,
    band: SizeBand,
) -> SizePicture:
    suffix = f"-{setting.lower().replace(' ', '-')}" if setting else ""
    return SizePicture(
        id=f"curve-{curve.pool}{suffix}".lower(),
        title=f"Reads by size{f', {setting}' if setting else ''}",
        object=curve.pool,
        unit="reads",
        page_bytes=curve.page_bytes,
        lines=tuple(lines),
        band=band,
        marks=tuple(SizeMark(label=mark.name, size=mark.size) for mark in marks),
        note=note,
    )


def _last(curve: PoolCurve, pages: int) -> int:
    """The largest size drawn: a little beyond what matters, not beyond all pages unless a size shown is."""
    full = curve.mark(MarkName.SATURATION)
    wanted = [mark.size for mark in curve.marks if mark.name == MarkName.CURRENT]
    wanted.append(min(pages, round(_BEYOND * full.size)) if full else pages)
    return max(*wanted, 1)
