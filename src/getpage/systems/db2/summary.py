"""The few sentences that answer first: what is short, what is wasted, and what to do, worst first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from getpage.result import Kind, Severity

from . import words

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from getpage.result import Change, Finding

MOST = 5


def short(findings: Iterable[Finding]) -> tuple[str, ...]:
    """What is short: one sentence an object, that of its worst finding."""
    found = [f for f in findings if f.kind is Kind.SHORTAGE and f.severity is not Severity.INFO]
    return _first_of_each(found, "objects are short")


def wasted(findings: Iterable[Finding]) -> tuple[str, ...]:
    """What is wasted, largest first, and the sum of it."""
    found = [f for f in findings if f.kind is Kind.WASTE and f.severity is not Severity.INFO]
    found.sort(key=lambda f: (-f.storage_bytes, f.object))
    sentences = _first_of_each(found, "pools have spare buffers")
    if len(found) > 1:
        total = words.size(sum(f.storage_bytes for f in found))
        pools = words.plural(len(found), "buffer pool")
        return (f"{total} in {pools} of Db2 serve fewer than 10 getpages a second each.", *sentences)
    return sentences


def do(changes: Sequence[Change]) -> tuple[str, ...]:
    """What to do, in order, by member: giving back first, one change at a time."""
    sentences: list[str] = []
    for subsystem in dict.fromkeys(change.subsystem for change in changes):
        mine = [change for change in changes if change.subsystem == subsystem]
        for position, change in enumerate(mine):
            first = "Then, on" if position else "On"
            sentences.append(
                f"{first} {subsystem}, enter {change.command}{_storage(change)}. {change.effect}"
            )
    if len(sentences) > MOST:
        left = len(sentences) - MOST + 1
        return (*sentences[: MOST - 1], f"{left} more stand below, with their commands.")
    return tuple(sentences)


def _storage(change: Change) -> str:
    if not change.storage_bytes:
        return ""
    what = "takes" if change.storage_bytes > 0 else "gives back"
    return f" ({what} {words.size(abs(change.storage_bytes))})"


def _first_of_each(findings: Sequence[Finding], what: str) -> tuple[str, ...]:
    by_object: dict[str, str] = {}
    for finding in findings:
        by_object.setdefault(finding.object, finding.claim)
    sentences = list(by_object.values())
    if len(sentences) > MOST:
        return (*sentences[: MOST - 1], f"{len(sentences) - MOST + 1} more {what}; they stand below.")
    return tuple(sentences)
