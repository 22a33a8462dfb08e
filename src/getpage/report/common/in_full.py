"""What a page folds away: the numbers that its sentences, pictures and tables rest on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from getpage.core import numbers
from getpage.report.common.blocks import Sheet, Words

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from getpage.report.common.blocks import Block


@dataclass(frozen=True, slots=True)
class InFull:
    """Tables of evidence, as title, columns and rows of text, and what it all was made from."""

    tables: list[tuple[str, Sequence[str], list[list[str]]]]
    foot: list[str]


def in_full(blocks: Iterable[Block]) -> InFull:
    """What of some blocks is evidence."""
    tables: list[tuple[str, Sequence[str], list[list[str]]]] = []
    foot: list[str] = []
    for block in blocks:
        if isinstance(block, Sheet) and block.evidence:
            rows = [
                [cell if isinstance(cell, str) else numbers.scalar(cell) for cell in row]
                for row in block.rows
            ]
            tables.append((block.title, block.columns, rows))
        elif isinstance(block, Words) and block.foot:
            foot += block.lines
    return InFull(tables, foot)
