"""Read printed evidence: console messages, command replies and reports, within any log.

What: the messages and reports that the products know (`Product.printed`), out of logs of any form. They
become rows of the same tables that records fill.
Why: a job log is at hand where SMF is not, and the messages say things that SMF does not.
Limits: a text says what was true when it was printed; what it does not print is absent from the row. Text
that looks like a known message and cannot be read is damage; text that looks like nothing known is passed
over.
Reference: IBM z/OS MVS System Messages, on the forms of logs; each reader names that of its own form.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from getpage.products import registry

from .assemble import Assembler
from .readers import Readers

if TYPE_CHECKING:
    from collections.abc import Iterable

    from getpage.contract.printed import Row, TextDamage

__all__ = ["TextEvidence", "looks_like_text_evidence", "read_text"]


@dataclass(frozen=True, slots=True)
class TextEvidence:
    """What a text says: rows by table, what could not be read, and how many lines a reader recognised."""

    rows: dict[str, list[Row]]
    damage: list[TextDamage]
    matched_lines: int


def read_text(lines: Iterable[tuple[int, str]]) -> TextEvidence:
    """Read lines, each with its byte offset in the file, into rows by table, and damage."""
    assembler = Assembler(Readers(product.printed for product in registry.PRODUCTS))
    for offset, text in lines:
        assembler.feed(offset, text)
    assembler.close()
    damage = sorted(assembler.sink.damage, key=lambda item: item.offset)
    return TextEvidence(assembler.sink.rows, damage, assembler.matched)


def looks_like_text_evidence(sample: str) -> bool:
    """Whether the text holds anything that a reader knows."""
    return read_text(enumerate(sample.splitlines())).matched_lines > 0
