"""Four numbers over all of the site: what is short, what is wasted, what is free, and how long work waited.

Nothing is judged here: they are sums and extremes of what findings and accounts say.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from getpage.core import numbers
from getpage.core.names import Image
from getpage.result import Kind, Place, Severity, Total

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from getpage.core.names import Object
    from getpage.result import Account, Finding, Line


def totals(findings: Sequence[Finding], accounts: Iterable[Account]) -> tuple[Total, ...]:
    """Those of which the evidence tells."""
    found = (_short(findings), _wasted(findings), _free(accounts), _waited(findings))
    return tuple(total for total in found if total is not None)


def _short(findings: Iterable[Finding]) -> Total | None:
    found = [f for f in findings if f.kind is Kind.SHORTAGE and f.severity is not Severity.INFO]
    if not found:
        return None
    known = _largest_of_each(found, "storage_bytes")
    known = {one: size for one, size in known.items() if size}
    objects = len({finding.object for finding in found})
    whose = f"of {numbers.counted(objects, 'object')} that {'is' if objects == 1 else 'are'} short"
    if len(known) < objects:
        whose = f"known for {len(known)} {whose}" if known else f"{whose}; by how much is not known"
    worst = Severity.CRITICAL if any(f.severity is Severity.CRITICAL for f in found) else Severity.WARNING
    return Total(
        label="Short",
        value=int(sum(known.values())) if known else None,
        unit="bytes",
        whose=whose,
        severity=worst,
    )


def _wasted(findings: Iterable[Finding]) -> Total | None:
    found = [f for f in findings if f.kind is Kind.WASTE and f.severity is not Severity.INFO]
    if not found:
        return None
    objects = len({finding.object for finding in found})
    return Total(
        label="Wasted",
        value=sum(finding.storage_bytes for finding in found),
        unit="bytes",
        whose=f"by {numbers.counted(objects, 'object')}",
    )


def _free(accounts: Iterable[Account]) -> Total | None:
    """The least of all images."""
    free = {
        str(account.of): sum(line.bytes or 0 for line in found)
        for account in accounts
        if isinstance(account.of, Image)
        if (found := _real(account.free_at_minimum)) or not account.free_at_minimum
    }
    if not free:
        return None
    least = min(free, key=lambda image: free[image])
    others = "; ".join(f"{image} {numbers.storage(size)}" for image, size in free.items() if image != least)
    return Total(
        label="Free at its minimum",
        value=free[least],
        unit="bytes",
        whose=f"on {least}{f'; {others}' if others else ''}",
    )


def _waited(findings: Iterable[Finding]) -> Total | None:
    """The most of any one object: what waits for two objects would be counted twice in a sum."""
    waited = {one: time for one, time in _largest_of_each(findings, "delay_seconds").items() if time}
    if not waited:
        return None
    most = max(waited, key=lambda one: (waited[one], str(one)))
    return Total(label="Work waited", value=waited[most], unit="s", whose=f"for {most}, most of all")


def _largest_of_each(findings: Iterable[Finding], name: str) -> dict[Object, float]:
    largest: dict[Object, float] = {}
    for finding in findings:
        largest[finding.object] = max(largest.get(finding.object, 0), getattr(finding, name))
    return largest


def _real(lines: Iterable[Line]) -> list[Line]:
    return [line for line in lines if line.place is Place.REAL and line.bytes]
