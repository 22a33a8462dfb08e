"""A few numbers over all of the site: real storage that z/OS images are short of, objects that are short,
what is wasted and free by image, and how long work waited.

Storage of different kinds is never added up: what counts is real storage of z/OS images, against what a dump
needs. Work files, coupling facilities and guests stand with their findings, in their own units.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from getpage.contract.order import is_short, is_whole_system
from getpage.core import numbers
from getpage.core.names import Image, Object
from getpage.ledger.room import FreeStorage
from getpage.result import Account, Finding, Kind, Line, Place, Severity, Total


def totals(
    findings: Sequence[Finding], accounts: Sequence[Account], rooms: Iterable[FreeStorage] = ()
) -> tuple[Total, ...]:
    """Those of which the evidence tells; `rooms` are the z/OS images with what was free at their minimum."""
    guests = {account.of for account in accounts if any(line.place is Place.GUEST for line in account.lines)}
    every = (
        _short_images(findings, rooms),
        _short(findings),
        _wasted([finding for finding in findings if finding.object.image not in guests]),
        _free(accounts),
        _waited(findings),
    )
    return tuple(total for total in every if total is not None)


def _short_images(findings: Iterable[Finding], rooms: Iterable[FreeStorage]) -> Total | None:
    """What images lack at their minimum of what is kept for a dump."""
    missing = {
        room.image: -room.beyond
        for room in rooms
        if room.is_minimum and room.beyond is not None and room.beyond < 0
    }
    if not missing:
        return None
    whole = [finding for finding in findings if is_whole_system(finding) and finding.object.image in missing]
    return Total(
        label="Real storage short",
        value=sum(missing.values()),
        unit="bytes",
        whose=f"at the minimum, after the reserve for a dump {_by_image(missing)}",
        severity=min(
            (finding.severity for finding in whole), key=list(Severity).index, default=Severity.WARNING
        ),
    )


def _short(findings: Iterable[Finding]) -> Total | None:
    short = [finding for finding in findings if is_short(finding)]
    if not short:
        return None
    critical = any(finding.severity is Severity.CRITICAL for finding in short)
    objects = {finding.object for finding in short}
    return Total(
        label="Short",
        value=len(objects),
        unit="object" if len(objects) == 1 else "objects",
        whose=f"{'lacks' if len(objects) == 1 else 'lack'} storage or buffers, or reached a limit",
        severity=Severity.CRITICAL if critical else Severity.WARNING,
    )


def _wasted(findings: Iterable[Finding]) -> Total | None:
    wasted: dict[Image, int] = {}
    for finding in findings:
        if finding.kind is Kind.WASTE and finding.severity is not Severity.INFO:
            wasted[finding.object.image] = wasted.get(finding.object.image, 0) + finding.storage_bytes
    if not any(wasted.values()):
        return None
    return Total(label="Wasted", value=sum(wasted.values()), unit="bytes", whose=_by_image(wasted))


def _by_image(sizes: Mapping[Image, int]) -> str:
    """`in all: SYSB 11.7 GiB, SYSC 3.67 GiB`, most first; of one image `on SYSB`."""
    ordered = sorted(sizes.items(), key=lambda pair: (-pair[1], str(pair[0])))
    if len(ordered) == 1:
        return f"on {ordered[0][0] or 'a system that is not named (--system names it)'}"
    return f"in all: {', '.join(f'{image} {numbers.storage(size)}' for image, size in ordered)}"


def _free(accounts: Iterable[Account]) -> Total | None:
    """The least of all images."""
    free = {
        str(account.of): sum(line.bytes or 0 for line in lines)
        for account in accounts
        if isinstance(account.of, Image)
        if (lines := _real(account.free_at_minimum)) or not account.free_at_minimum
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
    waited: dict[Object, float] = {}
    for finding in findings:
        if finding.delay_seconds:
            waited[finding.object] = max(waited.get(finding.object, 0), finding.delay_seconds)
    if not waited:
        return None
    most = max(waited, key=lambda object_: (waited[object_], str(object_)))
    return Total(label="Work waited", value=waited[most], unit="s", whose=f"for {most}, the longest")


def _real(lines: Iterable[Line]) -> list[Line]:
    return [line for line in lines if line.place is Place.REAL and line.bytes]
