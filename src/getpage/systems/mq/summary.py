"""The few sentences that answer first: what is short, what is wasted, and what to do, worst first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from getpage.result import Kind, Severity
from getpage.systems import words

from .checks import queue_page_set_wait

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from getpage.result import Change, Finding

MOST = 5


def short(findings: Iterable[Finding]) -> tuple[str, ...]:
    """What is short: one sentence an object, that of its worst finding; what delays most work first.

    The waits of a queue are those of its pool, seen from the application: queues come after pools.
    """
    found = [f for f in findings if f.kind is Kind.SHORTAGE and f.severity is not Severity.INFO]
    found.sort(key=lambda f: (f.check == queue_page_set_wait.ID, -f.delay_seconds))
    return _first_of_each(found, "objects are short")


def wasted(findings: Iterable[Finding]) -> tuple[str, ...]:
    """What is wasted, largest first, and the sum of it."""
    found = [f for f in findings if f.kind is Kind.WASTE and f.severity is not Severity.INFO]
    found.sort(key=lambda f: (-f.storage_bytes, f.object))
    sentences = _first_of_each(found, "pools have spare buffers")
    if len(found) > 1:
        total = words.size(sum(f.storage_bytes for f in found))
        pools = words.plural(len(found), "buffer pool")
        return (
            f"{total} in {pools} can never hold data, as the page sets are too small for them.",
            *sentences,
        )
    return sentences


def do(changes: Sequence[Change]) -> tuple[str, ...]:
    """What to do, in order, by queue manager: giving back first, one change at a time."""
    sentences: list[str] = []
    for subsystem in dict.fromkeys(change.subsystem for change in changes):
        mine = [change for change in changes if change.subsystem == subsystem]
        back = [change for change in mine if change.storage_bytes < 0]
        if back:
            sentences.append(_giving_back(subsystem, back))
        for change in mine:
            if change.storage_bytes >= 0:
                takes = f" (takes {words.size(change.storage_bytes)})" if change.storage_bytes else ""
                then = "Then, on" if back or change.step > 1 else "On"
                sentences.append(f"{then} {subsystem}, enter {change.command}{takes}. {change.effect}")
    if len(sentences) > MOST:
        left = len(sentences) - MOST + 1
        return (*sentences[: MOST - 1], f"{left} more stand below, with their commands.")
    return tuple(sentences)


def _giving_back(subsystem: str, back: Sequence[Change]) -> str:
    size = words.size(-sum(change.storage_bytes for change in back))
    commands = words.listed([change.command for change in back], 4)
    first = "first, one at a time, " if len(back) > 1 else "first "
    return f"On {subsystem}, {first}enter {commands}: that gives back {size} at no cost."


def _first_of_each(findings: Sequence[Finding], what: str) -> tuple[str, ...]:
    by_object: dict[str, str] = {}
    for finding in findings:
        by_object.setdefault(finding.object, finding.claim)
    sentences = list(by_object.values())
    if len(sentences) > MOST:
        return (*sentences[: MOST - 1], f"{len(sentences) - MOST + 1} more {what}; they stand below.")
    return tuple(sentences)
