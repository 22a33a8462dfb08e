"""What rules looked at."""

from __future__ import annotations

from typing import TYPE_CHECKING

from getpage.report.common.blocks import Sheet

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from getpage.result import Looked

TITLE = "What rules looked at"
COLUMNS = ("Product", "Rules", "Objects", "Each a", "For")


def rows(looked: Sequence[Looked]) -> list[tuple[str, int, int, str, str]]:
    """A row a kind of object."""
    return [(one.product, one.rules, one.objects, one.what, ", ".join(one.finds)) for one in looked]


def blocks(looked: Sequence[Looked]) -> Iterator[Sheet]:
    """The table; nothing where no rule looked."""
    if looked:
        yield Sheet(TITLE, COLUMNS, rows(looked))
