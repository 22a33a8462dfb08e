"""What stands above everything else on a page beside its numbers: a bar of real storage an image, and the
commands that matter, the first of the list.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from getpage.core.names import Image
from getpage.report.charts import Segment, stacked_bar
from getpage.result import Place

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from getpage.report.check.links import RankedChange
    from getpage.result import Account, Line, Result

#: Commands on the first screen; the others stand below.
MOST_COMMANDS = 5
#: Holders of an image that are named; the others are one segment.
_MOST_HOLDERS = 5


@dataclass(frozen=True, slots=True)
class FirstScreen:
    """All of it, ready to show."""

    bar: str
    narrow_bar: str
    commands: tuple[RankedChange, ...]
    more_commands: int


def first_screen(result: Result, changes: Sequence[RankedChange]) -> FirstScreen:
    """What the first screen of the page shows beside numbers and sentences; `changes` in their order."""
    ready = [one for one in changes if not one.change.only_after]
    shown = tuple(ready[:MOST_COMMANDS])
    return FirstScreen(
        bar=_bar(result.accounts),
        narrow_bar=_bar(result.accounts, narrow=True),
        commands=shown,
        more_commands=len(changes) - len(shown),
    )


def _bar(accounts: Iterable[Account], *, narrow: bool = False) -> str:
    rows = [
        (str(account.of), segments)
        for account in accounts
        if isinstance(account.of, Image) and (segments := _segments(account))
    ]
    title = "Real storage of each z/OS image at its minimum"
    return stacked_bar(rows, uid="narrow-bar" if narrow else "first-bar", title=title, narrow=narrow)


def _segments(account: Account) -> list[Segment]:
    held = sorted(_real(account.lines), key=lambda line: (-(line.bytes or 0), line.holder))
    rest = held[_MOST_HOLDERS:]
    segments = [Segment(0, line.holder, line.bytes or 0) for line in held[:_MOST_HOLDERS]]
    if rest:
        segments.append(Segment(0, f"{len(rest)} others", sum(line.bytes or 0 for line in rest)))
    free = _real(account.free_at_minimum)
    return segments + [Segment(0, line.holder, line.bytes or 0, free=True) for line in free]


def _real(lines: Iterable[Line]) -> list[Line]:
    return [line for line in lines if line.place is Place.REAL and line.bytes]
