"""All that a curve says, for Markdown and the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from getpage.core import numbers
from getpage.report.common.blocks import Heading, Lines, Sheet, Words
from getpage.report.curve import tables

if TYPE_CHECKING:
    from collections.abc import Iterator

    from getpage.report.common.blocks import Block
    from getpage.result.curve import Curves, PoolCurve


def blocks(curves: Curves, *, brief: bool = False) -> Iterator[Block]:
    """The cache advice of each pool, what it says in words, and what the numbers stand on; without `brief`
    every row is also shown in full.
    """
    for pool in curves.pools:
        yield Sheet(pool.pool, tables.columns(pool), tables.rows(pool))
        yield Words(tables.sentences(pool))
        if pool.simulated is not None:
            yield Lines(pool.simulated.messages())
        if not brief:
            yield from _in_full(pool)
    told = tables.notes(curves)
    if told and not brief:
        yield Heading("What the numbers stand on")
    yield Words(told)
    yield Words(
        [
            f"{', '.join(f'{name} {value}' for name, value in file.items())}"
            for file in (() if brief else curves.trace)
        ]
    )
    if not brief:
        assumed = " (assumed)" if curves.read_us_assumed else ""
        yield Words(
            [
                f"A synchronous read takes {numbers.number(curves.read_us)} us{assumed}; "
                f"curve model {curves.version}"
            ]
        )


def _in_full(pool: PoolCurve) -> Iterator[Block]:
    yield Sheet(f"Rows of {pool.pool} in full", tables.ALL, tables.in_full(pool))
    marks = [(one.name, one.vpseqt, one.size, one.reads) for one in pool.marks]
    if marks:
        yield Sheet(f"Sizes of {pool.pool} that matter", ("mark", "VPSEQT", "buffers", "reads"), marks)
    if pool.simulated is not None:
        one = pool.simulated
        yield Words(
            [
                f"Simulated: {numbers.number(one.spsize)} buffers beside {numbers.number(one.vpsize)}, "
                f"SPSEQT {one.spseqt} beside VPSEQT {one.vpseqt}."
            ]
        )
    yield Words([f"A page of {pool.pool} has {numbers.number(pool.page_bytes)} bytes."])
    if pool.sample is not None:
        yield Words([f"{100 * pool.sample:g} % of the pages of {pool.pool} were looked at."])
