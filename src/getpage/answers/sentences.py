"""What is short and what is wasted, a sentence an object, cut once and with a count of what is left out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from getpage.contract.order import in_order, is_short
from getpage.core import wording as words
from getpage.core.names import PLATFORM
from getpage.result import Kind, Severity

if TYPE_CHECKING:
    from collections.abc import Sequence

    from getpage.core.names import Object
    from getpage.result import Finding

#: Sentences of one answer; more are not read.
MOST = 8


def short(findings: Sequence[Finding]) -> tuple[str, ...]:
    """What is short, worst first."""
    return cut(
        _first_of_each(in_order(filter(is_short, findings))),
        MOST,
        "more objects are short; they stand below",
        "more object is short; it stands below",
    )


def wasted(findings: Sequence[Finding]) -> tuple[str, ...]:
    """What is wasted, largest first, with the sum by z/OS system; then what is free for others."""
    found = [f for f in findings if f.kind is Kind.WASTE and f.severity is not Severity.INFO]
    found.sort(key=lambda f: (-f.storage_bytes, str(f.object)))
    free = [
        f"{sentence(f)} {f.claim}"
        for f in findings
        if f.kind is Kind.WASTE and f.product == PLATFORM and f not in found
    ]
    return cut(
        [*_sum(found), *_first_of_each(found), *free],
        MOST,
        "more are wasted; they stand below",
        "more is wasted; it stands below",
    )


def cut(sentences: Sequence[str], most: int, many: str, one: str) -> tuple[str, ...]:
    """The first sentences, `most` at most, and how many there are beside them."""
    if len(sentences) <= most:
        return tuple(sentences)
    left = len(sentences) - most + 1
    return (*sentences[: most - 1], f"{left:,} {one if left == 1 else many}.")


def _first_of_each(findings: Sequence[Finding]) -> list[str]:
    by_object: dict[Object, str] = {}
    for finding in findings:
        by_object.setdefault(finding.object, sentence(finding))
    return list(by_object.values())


def sentence(finding: Finding) -> str:
    """The headline with its object; the claim of a finding that has no headline yet."""
    if not finding.headline:
        return finding.claim
    name = str(finding.object)
    return f"{name}: {finding.headline}." if name else f"{finding.headline}."


def _sum(found: Sequence[Finding]) -> list[str]:
    """All of it, by z/OS system: what is wasted on one is of no use to another."""
    systems: dict[str, int] = {}
    for finding in found:
        name = finding.object.image.name or "a system that nothing names (--system says which)"
        systems[name] = systems.get(name, 0) + finding.storage_bytes
    largest = sorted(
        ((name, size) for name, size in systems.items() if size), key=lambda one: (-one[1], one[0])
    )
    if len(found) < 2 or not largest:
        return []
    parts = words.listed([f"{words.size(count)} on {name}" for name, count in largest])
    whole = f"In all {words.size(sum(systems.values()))} are wasted"
    return [f"{whole}: {parts}." if len(largest) > 1 else f"In all {parts} are wasted."]
