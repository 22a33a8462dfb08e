"""Blocks on a page: sections as they are read, and the evidence that a page folds away."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from getpage.core import numbers
from getpage.report.common.blocks import Command, Heading, Lines, Sheet, Words

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from getpage.report.common.blocks import Block


@dataclass(frozen=True, slots=True)
class Section:
    """A heading, "" for none, and what is below it: each block with the name of its kind."""

    heading: str
    blocks: list[tuple[str, Block]]


_KINDS = {Words: "words", Sheet: "sheet", Lines: "lines", Command: "command"}


def sections(blocks: Iterable[Block]) -> list[Section]:
    """Blocks as sections of a page, without what `in_full` has."""
    parts = [Section("", [])]
    for block in blocks:
        if isinstance(block, Heading):
            parts.append(Section(block.words, []))
        elif not _is_folded(block):
            parts[-1].blocks.append((_KINDS[type(block)], block))
    return [part for part in parts if part.blocks]


def _is_folded(block: Block) -> bool:
    return (isinstance(block, Sheet) and block.evidence) or (isinstance(block, Words) and block.foot)


@dataclass(frozen=True, slots=True)
class InFull:
    """Tables of evidence, as title, columns and rows of text, and what it all was made from."""

    tables: list[tuple[str, Sequence[str], list[list[str]]]]
    foot: list[str]


def in_full(blocks: Iterable[Block]) -> InFull:
    """The evidence among some blocks."""
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
