"""What a result holds beside findings and changes, for Markdown: what sizes cost, accounts, pictures,
tables and files.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from getpage.core import numbers
from getpage.report.check import sizes
from getpage.report.common import accounts, evidence, facts, pictures
from getpage.report.common.blocks import Sheet, Words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from getpage.report.common.blocks import Block
    from getpage.result import Result


def held(result: Result) -> Iterator[Block]:
    """What sizes cost, accounts, pictures and tables."""
    if result.cost_by_size:
        of = ((str(one.object), numbers.storage(one.unit_bytes)) for one in result.cost_by_size)
        rows = [(*row, *named) for row, named in zip(sizes.table(result.cost_by_size), of, strict=True)]
        yield Sheet(
            sizes.title(result.cost_by_size), (*sizes.columns(result.cost_by_size), "Object", "Unit"), rows
        )
        yield from facts.sheet(
            "Evidence of what sizes cost", ((str(o.knob), o.evidence) for o in result.cost_by_size)
        )
    yield from accounts.sheets(result.accounts, "Storage")
    yield from pictures.sheet("Pictures over time: lowest and highest", result.pictures)
    for table in result.tables:
        rows = [tuple(map(numbers.scalar, row)) for row in table.rows]
        yield Sheet(table.title, table.columns, rows, note=table.note)


def files(result: Result) -> Iterator[Block]:
    """The files of evidence, and what made the result."""
    yield from evidence.sources(result.sources)
    yield Words([f"{result.tool} · result model {result.version}".removeprefix(" · ")])
