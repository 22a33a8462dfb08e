"""Read printed evidence: console messages, command replies and reports, within any log.

What: for MQ `CSQI010I`, `CSQI065I`, `CSQP001I`, `CSQI005I` (replies to `DISPLAY USAGE`), `CSQY220I` and its
warnings, `CSQP020E`, and the MP1B SupportPac's region, buffer pool and average call reports; for Db2 the
replies to `-DISPLAY BUFFERPOOL` and `-DISPLAY GROUPBUFFERPOOL`, and sections of accounting and statistics
reports (`db2`). They become rows of the same tables that SMF fills.
Why: a job log is at hand where SMF is not, and the messages say things that SMF does not.
Limits: a text says what was true when it was printed; what it does not print is absent from the row. Text
that looks like a known message and cannot be read is damage; text that looks like nothing known is passed
over.
Reference: IBM REDP-5238, sections 2.1 to 2.3 and 4.2.1, and the message's own page; each reader says how
sure its form is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .assemble import Assembler
from .model import TextDamage, TextEvidence

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["TextDamage", "TextEvidence", "looks_like_text_evidence", "read_text"]


def read_text(lines: Iterable[tuple[int, str]]) -> TextEvidence:
    """Read lines, each with its byte offset in the file, into rows by table, and damage."""
    assembler = Assembler()
    for offset, text in lines:
        assembler.feed(offset, text)
    assembler.close()
    damage = sorted(assembler.sink.damage, key=lambda item: item.offset)
    return TextEvidence(assembler.sink.rows, damage, assembler.matched)


def looks_like_text_evidence(sample: str) -> bool:
    """Whether the text holds anything that a reader knows."""
    return read_text(enumerate(sample.splitlines())).matched_lines > 0
