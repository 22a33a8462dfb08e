"""All that a curve says, for Markdown and the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from getpage.core import numbers
from getpage.report.common.blocks import Heading, Lines, Sheet, Words
from getpage.report.common.elsewhere import elsewhere
from getpage.report.curve import groups, tables

if TYPE_CHECKING:
    from collections.abc import Iterator

    from getpage.report.common.blocks import Block
    from getpage.result.curve import Curves, PoolCurve


def blocks(curves: Curves, *, brief: bool = False) -> Iterator[Block]:
    """The cache advice of each pool, what it says in words, every row in full, and what the numbers stand
    on.
    """
    for pool in curves.pools:
        yield Sheet(pool.pool, tables.columns(pool), tables.rows(pool))
        yield Words(tables.sentences(pool))
        if pool.simulated is not None:
            yield Lines(pool.simulated.messages())
        yield from _in_full(pool)
    for group in curves.groups:
        yield Sheet(group.pool, groups.COLUMNS, groups.rows(group))
        yield Words(groups.sentences(group))
    if notes := tables.notes(curves):
        yield Heading("What the numbers stand on")
        yield Words(notes)
    if brief and curves.pools:
        yield elsewhere("Every row with its counts, and the sizes that matter", page=True)
    files = [
        ", ".join(f"{name} {value}" for name, value in file.items() if value is not None)
        for file in curves.trace
    ]
    assumed = ", assumed" if curves.read_us_assumed else ""
    read = f"A synchronous read takes {numbers.number(curves.read_us)} µs{assumed}."
    yield Words([*files, f"{read} Curve model {curves.version}."], foot=True)


def _in_full(pool: PoolCurve) -> Iterator[Block]:
    yield Sheet(f"Rows of {pool.pool} in full", tables.ALL, tables.in_full(pool), evidence=True)
    if pool.marks:
        marks = [(mark.name, mark.vpseqt, mark.size, mark.reads) for mark in pool.marks]
        heads = ("mark", "VPSEQT", "buffers", "reads")
        yield Sheet(f"Sizes of {pool.pool} that matter", heads, marks, evidence=True)
    if (simulated := pool.simulated) is not None:
        parts = ("of", "buffers", "sequential threshold")
        rows = [
            ("pool", simulated.vpsize, simulated.vpseqt),
            ("simulated pool", simulated.spsize, simulated.spseqt),
        ]
        yield Sheet(f"Simulated pool of {pool.pool}", parts, rows, evidence=True)
    rest = [("bytes of a page", numbers.number(pool.page_bytes))]
    if pool.enough_getpages is not None:
        rest.append(("getpages of a trace that settles it", numbers.number(pool.enough_getpages)))
    if pool.sample is not None:
        rest.append(("share of the pages looked at", f"{100 * pool.sample:g} %"))
    if pool.band is not None:
        rest.append(("band", pool.band))
    yield Sheet(f"What {pool.pool} is", ("what", "value"), rest, evidence=True)
