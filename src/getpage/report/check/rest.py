"""What a result holds beside findings and changes, for Markdown and the terminal: the evidence, the plan with
its forecast, reads by size, accounts, pictures, tables and files.
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


#: Rows of a table that are read on a terminal.
_ROWS = 20


def held(result: Result, *, brief: bool = False) -> Iterator[Block]:
    """Reads by size, accounts, pictures and tables; `brief` shows the first rows of long tables."""
    if result.reads_by_size:
        of = ((one.object, numbers.storage(one.unit_bytes)) for one in result.reads_by_size)
        rows = [(*row, *named) for row, named in zip(sizes.table(result.reads_by_size), of, strict=True)]
        yield Sheet("Reads by size", (*sizes.COLUMNS, "Object", "Unit"), rows)
        yield from facts.sheet(
            "Evidence of reads by size", ((o.knob, o.evidence) for o in result.reads_by_size)
        )
    yield from accounts.sheets(result.accounts, "Storage")
    if brief:
        yield from pictures.sentences("Pictures over time", result.pictures)
    else:
        yield from pictures.sheet("Pictures over time: lowest and highest", result.pictures)
    for table in result.tables:
        rows = [tuple(map(numbers.scalar, row)) for row in table.rows]
        if brief and len(rows) > _ROWS:
            more = f"The first {_ROWS} of {len(rows):,} rows; --format md, csv and json have all."
            yield Sheet(table.title, table.columns, rows[:_ROWS], note=f"{table.note} {more}".lstrip())
        else:
            yield Sheet(table.title, table.columns, rows, note=table.note)


def files(result: Result) -> Iterator[Block]:
    """The files of evidence, and what made the result."""
    yield from evidence.sources(result.sources)
    yield Words([f"{result.tool} · result model {result.version}".removeprefix(" · ")])
