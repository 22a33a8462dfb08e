"""What stands above everything else: four numbers, a bar of real storage an image, the commands that matter.

Nothing is decided here: numbers are sums of what findings and accounts say, commands the first of the list.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from getpage.core import numbers
from getpage.core.names import Image
from getpage.report.charts import Segment, stacked_bar
from getpage.result import Kind, Place, Severity

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from getpage.core.names import Object
    from getpage.report.check.links import RankedChange
    from getpage.result import Account, Finding, Line, Result

#: Commands on the first screen; the others stand below.
MOST_COMMANDS = 5
#: Holders of an image that are named; the others are one segment.
_MOST_HOLDERS = 5


@dataclass(frozen=True, slots=True)
class Figure:
    """One number of the strip: what it is, how much, and whose."""

    label: str
    value: str
    note: str
    look: str = ""  # the severity that it is coloured by


@dataclass(frozen=True, slots=True)
class FirstScreen:
    """All of it, ready to show."""

    figures: tuple[Figure, ...]
    bar: str
    narrow_bar: str
    commands: tuple[RankedChange, ...]
    more_commands: int


def first_screen(result: Result, changes: Sequence[RankedChange]) -> FirstScreen:
    """What the first screen of the page shows beside its sentences; `changes` in their order."""
    ready = [one for one in changes if not one.change.only_after]
    shown = tuple(ready[:MOST_COMMANDS])
    found = (_short(result), _wasted(result), _free(result), _waited(result))
    return FirstScreen(
        figures=tuple(figure for figure in found if figure is not None),
        bar=_bar(result.accounts),
        narrow_bar=_bar(result.accounts, narrow=True),
        commands=shown,
        more_commands=len(changes) - len(shown),
    )


def _short(result: Result) -> Figure | None:
    found = [f for f in result.findings if f.kind is Kind.SHORTAGE and f.severity is not Severity.INFO]
    if not found:
        return None
    known = _largest_of_each(found, "storage_bytes")
    known = {one: size for one, size in known.items() if size}
    objects = len({finding.object for finding in found})
    note = f"of {numbers.counted(objects, 'object')} that {'is' if objects == 1 else 'are'} short"
    if len(known) < objects:
        note = f"known for {len(known)} {note}" if known else f"{note}; by how much is not known"
    worst = Severity.CRITICAL if any(f.severity is Severity.CRITICAL for f in found) else Severity.WARNING
    return Figure("Short", numbers.storage(int(sum(known.values()))) if known else "?", note, worst)


def _wasted(result: Result) -> Figure | None:
    found = [f for f in result.findings if f.kind is Kind.WASTE and f.severity is not Severity.INFO]
    if not found:
        return None
    objects = len({finding.object for finding in found})
    total = sum(finding.storage_bytes for finding in found)
    return Figure("Wasted", numbers.storage(total), f"by {numbers.counted(objects, 'object')}")


def _free(result: Result) -> Figure | None:
    """The least of all images."""
    images = [account for account in result.accounts if isinstance(account.of, Image)]
    free = {
        str(account.of): sum(line.bytes or 0 for line in found)
        for account in images
        if (found := _real(account.free_at_minimum)) or not account.free_at_minimum
    }
    if not free:
        return None
    least = min(free, key=lambda image: free[image])
    others = "; ".join(f"{image} {numbers.storage(size)}" for image, size in free.items() if image != least)
    return Figure(
        "Free at its minimum", numbers.storage(free[least]), f"on {least}{f'; {others}' if others else ''}"
    )


def _waited(result: Result) -> Figure | None:
    """The most of any one object: what waits for two objects would be counted twice in a sum."""
    waited = {one: time for one, time in _largest_of_each(result.findings, "delay_seconds").items() if time}
    if not waited:
        return None
    most = max(waited, key=lambda one: (waited[one], str(one)))
    return Figure("Work waited", numbers.seconds(waited[most]), f"for {most}, most of all")


def _largest_of_each(findings: Iterable[Finding], name: str) -> dict[Object, float]:
    largest: dict[Object, float] = {}
    for finding in findings:
        largest[finding.object] = max(largest.get(finding.object, 0), getattr(finding, name))
    return largest


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
