"""What the evidence cannot answer, and what would supply it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from getpage.report.common.blocks import Heading, Words

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from getpage.report.common.blocks import Block
    from getpage.result import Missing

TITLE = "What this evidence cannot answer"


def blocks(missing: Iterable[Missing]) -> Iterator[Block]:
    """A sentence each, under a heading; nothing where all is answered."""
    if found := sentences(missing):
        yield Heading(TITLE)
        yield Words(found)


def sentences(missing: Iterable[Missing]) -> list[str]:
    """A sentence each."""
    return [
        f"{one.subsystem}: {one.question} Supply: {one.supply}"
        if one.subsystem
        else f"{one.question} Supply: {one.supply}"
        for one in missing
    ]
