"""The account of an IMS's storage: its subpools, its pools of PSBs and DMBs, and the buffers of its log.

What of it is real is within the frames of its address spaces, which z/OS tells, and is not counted again;
page-fixed buffers must be real.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from getpage.result import Account, Line, Place

from .pools import HOLDS
from .subpool import DEFINITIONS, TABLE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .ims import Ims


def account(ims: Ims) -> Account | None:
    """The account; None where nothing tells a size."""
    lines = (*_subpools(ims), *_pools(ims), *_log(ims))
    if not lines:
        return None
    return Account(
        of=ims.id,
        lines=lines,
        note="Buffers and pools that are defined or reported; Fast Path buffers, message queues and programs "
        "are held beside them.",
    )


def _subpools(ims: Ims) -> Iterator[Line]:
    for one in ims.subpools:
        if not one.bytes:
            continue
        source = one.last if one.last is not None else one.definition
        table = TABLE if one.last is not None else DEFINITIONS
        assert source is not None
        yield Line(
            holder=f"subpool {one.name}",
            bytes=one.bytes,
            place=Place.BELOW_BAR,
            fixed=bool(one.fixed),
            note=f"{one.buffers:,} buffers of {one.buffer_bytes:,} bytes",
            fact=ims.fact(table, "buffers", source, "buffers"),
        )


def _pools(ims: Ims) -> Iterator[Line]:
    for pool in ims.pools:
        if pool.definition is not None:
            yield Line(
                holder=f"{pool.parameter} pool",
                bytes=pool.bytes,
                place=Place.BELOW_BAR,
                note=f"at most, for {HOLDS[pool.id]}",
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
        note=f"{log.buffers:,} buffers of {log.buffer_bytes:,} bytes",
        fact=ims.fact(DEFINITIONS, "text", log.definition, "OLDSDEF"),
    )
