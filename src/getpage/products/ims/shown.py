"""What is shown of IMS: the account of its storage, a table of its subpools, and each of them over time.

What of its storage is real is within the frames of its address spaces, which z/OS reports, and is not counted
again; page-fixed buffers must be real.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

import polars as pl

from getpage.core.numbers import counted
from getpage.core.units import KIB, MIB
from getpage.products.common.series import FEWEST_INTERVALS
from getpage.result import Account, Curve, Line, Picture, Place, Table, Threshold

from .fast_recovery import is_local, psb_pool
from .ims import Ims
from .pools import HOLDS, PSBS, ImsPool, last_of, most_of
from .subpool import DEFINITIONS, TABLE, Subpool
from .thresholds import READS

_COLUMNS: Final = (
    *("subpool", "buffers", "bytes each", "MiB", "page-fixed", "requests", "found %", "reads", "reads/s"),
    *("steal writes", "other writes", "waits for a buffer", "waits for another request", "locked"),
)
_WAITS: Final = ("busy_id_waits", "busy_write_waits", "busy_read_waits", "ownership_waits")


def account(ims: Ims) -> Account | None:
    """The account; None if no size is known."""
    pools = _pools(ims) if ims.tracks is None else _psb_pool(ims)
    lines = (
        *_subpools(ims), *pools, *_acb_pool(ims), *_log(ims), *_queues(ims), *_fast_path(ims)
    )  # fmt: skip
    if not lines:
        return None
    return Account(
        of=ims.id,
        lines=lines,
        note=("" if ims.tracks is None else f"A Fast Database Recovery region, which tracks {ims.tracks}. ")
        + "Buffers and pools that are defined or reported, without programs and Fast Path buffers above the "
        "bar.",
    )


def _subpools(ims: Ims) -> Iterator[Line]:
    for subpool in ims.subpools:
        if not subpool.bytes:
            continue
        source = subpool.last if subpool.last is not None else subpool.definition
        table = TABLE if subpool.last is not None else DEFINITIONS
        assert source is not None
        yield Line(
            holder=f"subpool {subpool.name}",
            bytes=subpool.bytes,
            place=Place.BELOW_BAR,
            fixed=bool(subpool.fixed),
            note=f"{counted(subpool.buffers or 0, 'buffer')} of {subpool.buffer_bytes:,} bytes",
            fact=ims.fact(table, "buffers", source, "buffers"),
        )


def _pools(ims: Ims) -> Iterator[Line]:
    for pool in ims.pools:
        if pool.definition is not None:
            yield _pool_line(ims, pool)


def _pool_line(ims: Ims, pool: ImsPool) -> Line:
    assert pool.definition is not None
    return Line(
        holder=f"{pool.parameter} pool",
        bytes=pool.bytes,
        place=Place.BELOW_BAR,
        note=f"at most, for {HOLDS[pool.id]}",
        fact=ims.fact(DEFINITIONS, "pool_bytes", pool.definition, "size of the pool"),
    )


def _psb_pool(ims: Ims) -> Iterator[Line]:
    """Pools below the bar of an FDBR region, which has one of PSBs."""
    size, rows = psb_pool(ims.definitions)
    if size:
        yield Line(
            holder="PSB pool",
            bytes=size,
            place=Place.BELOW_BAR,
            note="at most; one pool, as large as CSAPSB= and DLIPSB= together, or PSB= if that is more",
            fact=ims.fact(DEFINITIONS, "pool_bytes", rows[0], "size of the pool"),
        )
    yield from (_pool_line(ims, pool) for pool in ims.pools if pool.definition and pool.id not in PSBS)


def _queues(ims: Ims) -> Iterator[Line]:
    pool = ims.queue_pool
    if pool is not None and pool.definition is not None and pool.buffers and pool.buffer_bytes:
        yield Line(
            holder="message queue buffers",
            bytes=pool.buffers * pool.buffer_bytes,
            place=Place.BELOW_BAR,
            note=f"{counted(pool.buffers, 'buffer')} of {pool.buffer_bytes:,} bytes, with their prefixes",
            fact=ims.fact(DEFINITIONS, "buffers", pool.definition, "QBUF="),
        )


def _fast_path(ims: Ims) -> Iterator[Line]:
    """Fast Path buffers, unless they are above the bar (FPBP64=Y), where DBBF= and BSIZ= are ignored."""
    number, size, above = (last_of(ims.definitions, name) for name in ("DBBF", "BSIZ", "FPBP64"))
    if number is None or size is None or above is not None:
        return
    is_own = ims.tracks is not None and is_local(ims.definitions)
    yield Line(
        holder="Fast Path buffers",
        bytes=number["buffers"] * size["buffer_bytes"],
        place=Place.BELOW_BAR,
        note=f"at most {counted(number['buffers'], 'buffer')} of {size['buffer_bytes']:,} bytes, in "
        + ("its own region (FPBUFF=LOCAL)" if is_own else "common storage (ECSA)"),
        fact=ims.fact(DEFINITIONS, "buffers", number, "DBBF="),
    )


def _acb_pool(ims: Ims) -> Iterator[Line]:
    """The pool above the bar, unless IMS started without it."""
    pool = ims.acb_pool
    if pool is not None and pool.definition is not None and pool.failure is None:
        yield Line(
            holder=str(pool.object.name),
            bytes=pool.bytes,
            place=Place.ABOVE_BAR,
            note="at most, for PSBs and DMBs that are not resident, beside their pools below the bar",
            fact=ims.fact(DEFINITIONS, "pool_bytes", pool.definition, "size of the pool"),
        )


def _log(ims: Ims) -> Iterator[Line]:
    log = ims.log_buffers
    if log is None or log.definition is None or not log.buffer_bytes or not log.buffers:
        return
    yield Line(
        holder="log buffers",
        bytes=log.buffers * log.buffer_bytes,
        place=Place.ABOVE_BAR if log.definition["storage"] == "64" else Place.BELOW_BAR,
        fixed=True,
        note=f"{counted(log.buffers or 0, 'buffer')} of {log.buffer_bytes:,} bytes",
        fact=ims.fact(DEFINITIONS, "text", log.definition, "OLDSDEF"),
    )


def tables(systems: Sequence[Ims]) -> Iterator[Table]:
    """All subpools with counters."""
    rows = tuple(_row(subpool) for ims in systems for subpool in ims.judged)
    if rows:
        yield Table(
            title="Subpools of IMS",
            columns=_COLUMNS,
            rows=rows,
            note="Counts at the present size: from traces, else from runs of batch regions or since "
            "IMS started. VSAM requests are hits plus reads. A request waits for another one "
            "for the same block or buffer, or for its owner; more buffers do not end that.",
        )

    of_pools = tuple(_pool_row(pool) for ims in systems for pool in ims.pools if pool.use is not None)
    if of_pools:
        yield Table(
            title="Pools of PSBs and DMBs of IMS",
            columns=("pool", "holds", "size, KiB", "most in use, KiB", "%", "times without space"),
            rows=of_pools,
            note="By log records X'45'. What is not in use stays in a pool as long as there is room.",
        )


def _pool_row(pool: ImsPool) -> tuple[str | float | int | None, ...]:
    assert pool.use is not None
    share, size = pool.used_share, pool.use["pool_bytes"] or pool.bytes
    return (
        f"{pool.object.name} of {pool.ims.label}",
        HOLDS[pool.id],
        None if size is None else size // KIB,
        most_of(pool.use) // KIB,
        None if share is None else round(100 * share, 1),
        pool.times or None,
    )


def _row(subpool: Subpool) -> tuple[str | float | int | None, ...]:
    rate = subpool.rate("reads")
    assert subpool.last is not None
    return (
        subpool.label,
        subpool.buffers,
        subpool.buffer_bytes,
        round(subpool.bytes / MIB, 1) if subpool.bytes else None,
        {True: "yes", False: "no"}.get(subpool.fixed) if subpool.fixed is not None else None,
        subpool.total("requests"),
        None if subpool.hit_share is None else round(100 * subpool.hit_share, 1),
        subpool.total("reads"),
        None if rate is None else round(rate, 1),
        subpool.total("steal_writes"),
        subpool.total("writes"),
        subpool.total("buffer_waits"),
        sum(map(subpool.total, _WAITS)),
        subpool.last["locked"],
    )


def pictures(systems: Iterable[Ims]) -> Iterator[Picture]:
    """Two pictures of every subpool that has intervals with dates."""
    for ims in systems:
        for subpool in ims.judged:
            yield from _pictures_of(subpool)


def _pictures_of(subpool: Subpool) -> Iterator[Picture]:
    rows = subpool.rows.filter(
        pl.col("seconds").is_not_null()
        & pl.col("end").is_not_null()
        & pl.col("reads").is_not_null()
        & (pl.col("requests") > 0)
    )
    if rows.height < FEWEST_INTERVALS:
        return
    name = str(subpool.object).replace(" ", "-").lower()
    times = tuple(rows["end"].dt.replace_time_zone(None).to_list())
    reads = tuple((rows["reads"] / rows["seconds"]).to_list())
    hits = tuple((100 * rows["found"] / rows["requests"]).to_list())
    yield Picture(
        id=f"ims-{name}-reads",
        title=f"Reads per second, {subpool.label}",
        object=subpool.object,
        unit="reads/s",
        times=times,
        curves=(Curve(label="reads", values=reads),),
        thresholds=(Threshold(label="many reads", value=subpool.ims.in_force(READS, subpool.object)),),
        least_top=1.0,
    )
    yield Picture(
        id=f"ims-{name}-found",
        title=f"Requests that found their block, {subpool.label}",
        object=subpool.object,
        unit="percent",
        times=times,
        curves=(Curve(label="found in a buffer", values=hits),),
    )
