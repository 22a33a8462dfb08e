"""From the counts of one pool to its cache advice: rows, marks, the simulated pool and the picture."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Sequence
from itertools import groupby

from getpage import _native
from getpage.curve import marks, picture, warm
from getpage.curve.grid import GridRow, SimulationGrid, asked_sizes, chosen_sizes, simulate
from getpage.curve.pool import LruRow, PoolRun, WarmRow, simulated_rows
from getpage.curve.settings import CurveSettings
from getpage.curve.sizes import page_bytes
from getpage.curve.warm import Warm
from getpage.result.curve import Mark, MarkName, PoolCurve, Row

#: Sizes simulated among which a knee can be told.
_LEAST_ROWS = 3
#: VPSEQT of plain LRU: sequential pages may take the whole pool.
_ALL = 100


def advise(
    pool: PoolRun, settings: CurveSettings, run: _native.CurveRun | None, grid: SimulationGrid | None
) -> PoolCurve:
    """The advice for one pool; `run` has its grid, where there is one."""
    if run is None or grid is None:
        return _lru(pool, settings)
    return _grid(pool, settings, simulated_rows(run, pool.name), grid)


def _lru(pool: PoolRun, settings: CurveSettings) -> PoolCurve:
    current = settings.current_size(pool.name)
    marked = _lru_marks(pool, current)
    sizes = asked_sizes(settings, pool.name)
    if sizes is None:
        wanted = {*chosen_sizes(current, pool.pages), *(mark.size for mark in marked)}
        sizes = sorted(wanted)
    answers = {row.size: row for row in pool.lru(sizes)}
    opt = dict(zip(sorted(answers), pool.opt(sorted(answers)), strict=True)) if settings.opt else {}
    used = {row.size: row for row in pool.warm(sorted(answers))}
    rows = [_lru_row(pool, settings, row, used[row.size], opt.get(row.size)) for row in answers.values()]
    return _curve(pool, settings, rows, marked, ())


def _lru_row(pool: PoolRun, settings: CurveSettings, row: LruRow, used: WarmRow, opt: int | None) -> Row:
    random, *ahead = row.reads
    row_of_size = _row(pool, settings, row.size, _ALL, (random, 0, sum(ahead)), warm.of_lru(row, used))
    low, high = row.band or (None, None)
    return dataclasses.replace(row_of_size, opt_reads=opt, band_low=low, band_high=high)


def _lru_marks(pool: PoolRun, current: int | None) -> list[Mark]:
    full = marks.saturation(pool.totals, pool.getpages, pool.first_touches, pool.pages)
    knee = None
    if full is not None:
        knee = marks.knee(pool.totals(marks.candidates(full)), pool.getpages)
    named = ((MarkName.CURRENT, current), (MarkName.KNEE, knee), (MarkName.SATURATION, full))
    return [
        Mark(name=name, vpseqt=_ALL, size=size, reads=pool.totals([size])[0][1])
        for name, size in named
        if size is not None
    ]


def _grid(
    pool: PoolRun, settings: CurveSettings, grid_rows: list[GridRow], grid: SimulationGrid
) -> PoolCurve:
    simulated = None
    if grid.simulated:
        simulated = simulate(pool.name, grid_rows[0], grid_rows[1], settings.read_seconds)
    ordered = sorted(grid_rows, key=lambda row: (row.vpseqt, row.size))
    kept = {(row.size, row.vpseqt) for row in grid_rows[:2]} if simulated else set()
    if settings.wanted_sizes is None:
        ordered = _up_to_enough(ordered, pool.pages, kept)
    opt = {}
    if settings.opt:
        sizes = sorted({row.size for row in ordered})
        opt = dict(zip(sizes, pool.opt(sizes), strict=True))
    rows = []
    marked: list[Mark] = []
    for vpseqt, group in groupby(ordered, lambda row: row.vpseqt):
        members = list(group)
        rows += [
            dataclasses.replace(
                _row(
                    pool,
                    settings,
                    r.size,
                    vpseqt,
                    (r.sync_random, r.sync_sequential, r.asynchronous),
                    used,
                ),
                opt_reads=opt.get(r.size),
            )
            for r, used in zip(members, warm.of_grid(members, pool, settings.pgsteal), strict=True)
        ]
        marked += _grid_marks(pool, settings, vpseqt, members)
    curve = _curve(pool, settings, rows, marked, tuple(settings.thresholds))
    return dataclasses.replace(curve, simulated=simulated)


def _up_to_enough(rows: list[GridRow], pages: int, kept: set[tuple[int, int]]) -> list[GridRow]:
    """Sizes chosen before the trace was known, without those beyond the first that holds all its pages."""
    enough = min((row.size for row in rows if row.size >= pages), default=max(row.size for row in rows))
    return [row for row in rows if row.size <= enough or (row.size, row.vpseqt) in kept]


def _grid_marks(pool: PoolRun, settings: CurveSettings, vpseqt: int, rows: Sequence[GridRow]) -> list[Mark]:
    """Marks among the sizes simulated: nothing is known between them.

    Where none of them is saturated, the line for the knee ends where plain LRU is.
    """
    most = marks.reads_when_saturated(pool.getpages, pool.first_touches)
    full = next((i for i, row in enumerate(rows) if all(r.reads <= most for r in rows[i:])), None)
    line = rows if full is None else rows[: full + 1]
    points = [(row.size, row.reads) for row in line]
    if full is None:
        beyond = marks.saturation(pool.totals, pool.getpages, pool.first_touches, pool.pages)
        points += pool.totals([beyond]) if beyond and beyond > points[-1][0] else []
    knee = marks.knee(points, pool.getpages)
    if len(rows) < _LEAST_ROWS or knee not in {row.size for row in rows}:
        knee = None
    shown = None if settings.pgsteal != "lru" and not settings.vpseqts else vpseqt
    named = (
        (MarkName.CURRENT, settings.current_size(pool.name)),
        (MarkName.KNEE, knee),
        (MarkName.SATURATION, None if full is None else rows[full].size),
    )
    reads = {row.size: row.reads for row in rows}
    return [
        Mark(name=name, vpseqt=shown, size=size, reads=reads.get(size))
        for name, size in named
        if size is not None
    ]


def _row(
    pool: PoolRun, settings: CurveSettings, size: int, vpseqt: int, reads: tuple[int, int, int], used: Warm
) -> Row:
    current = settings.current_size(pool.name)
    total = sum(reads)
    return Row(
        pool=pool.name,
        size=size,
        vpseqt=None if settings.pgsteal != "lru" and not settings.vpseqts else vpseqt,
        pgsteal=settings.pgsteal,
        bytes=size * page_bytes(pool.name),
        factor=size / current if current else None,
        getpages=pool.getpages,
        reads=total,
        sync_random=reads[0],
        sync_sequential=reads[1],
        asynchronous=reads[2],
        **dataclasses.asdict(used),
        read_seconds=(reads[0] + reads[1]) * settings.read_seconds,
        share=total / pool.getpages,
    )


def _enough(pool: PoolRun, marked: Sequence[Mark]) -> int | None:
    """Getpages of a trace that settles the present size, else the knee, else the saturated one."""
    sizes = {mark.name: mark.size for mark in reversed(marked)}
    size = next((sizes[name] for name in MarkName if name in sizes), None)
    if size is None:
        return None
    return warm.enough(size, sum(pool.warm([size])[0].reads) / pool.getpages)


def _curve(
    pool: PoolRun,
    settings: CurveSettings,
    rows: Iterable[Row],
    size_marks: list[Mark],
    thresholds: tuple[int, ...],
) -> PoolCurve:
    named: dict[tuple[int, int | None], list[str]] = {}
    for mark in size_marks:
        named.setdefault((mark.size, mark.vpseqt), []).append(mark.name)
    marked_rows = tuple(
        dataclasses.replace(row, marks=tuple(named.get((row.size, row.vpseqt), ()))) for row in rows
    )
    curve = PoolCurve(
        pool=pool.name,
        page_bytes=page_bytes(pool.name),
        getpages=pool.getpages,
        pages=pool.pages,
        first_touches=pool.first_touches,
        sample=pool.sample if isinstance(pool.sample, float) else None,
        marks=tuple(size_marks),
        rows=marked_rows,
        band=settings.band if isinstance(pool.sample, float) else None,
        enough_getpages=_enough(pool, size_marks),
    )
    drawn = picture.of_grid(curve) if thresholds else picture.of_lru(curve, pool, settings)
    return dataclasses.replace(curve, pictures=drawn)
