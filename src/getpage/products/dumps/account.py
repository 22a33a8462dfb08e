"""The account of dumps: what they may take, and what captured dumps held at most.

MAXSPACE is a limit, and what is captured is held for minutes: neither is counted among what the workload
holds. What of it is to stay free stands in the account of the image.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from getpage.result import Account, Line, Place

if TYPE_CHECKING:
    from .dumps import Dumps


def account(dumps: Dumps) -> Account | None:
    """The account; None where nothing tells of either, or of which system it is."""
    if not dumps.is_placed:
        return None
    lines = []
    if dumps.maxspace is not None:
        note = "for captured dumps, until each is written"
        fact = next(iter(dumps.maxspace_facts), None)
        lines.append(Line(holder="MAXSPACE", bytes=dumps.maxspace, place=Place.LIMIT, note=note, fact=fact))
    if reserved := dumps.option_value("buffers"):
        note = "kept ready for capturing common storage"
        fact = next(iter(dumps.option_facts("buffers")), None)
        lines.append(Line(holder="BUFFERS", bytes=reserved, place=Place.LIMIT, note=note, fact=fact))
    largest = dumps.largest
    if largest is not None and largest.bytes:
        at_most = "at most, by what its address spaces held" if largest.is_most else "by D DUMP,STATUS"
        lines.append(
            Line(
                holder=f"largest dump ({largest.dump.job or 'unnamed job'})",
                bytes=largest.bytes,
                place=Place.LIMIT,
                note=at_most,
                fact=next(iter(largest.facts), None),
            )
        )
    if not lines:
        return None
    return Account(of=dumps.id, lines=tuple(lines), note="Held from the capture until a dump is written.")
