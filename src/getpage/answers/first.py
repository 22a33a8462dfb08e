"""What to act on first: three things at most, each with its one command or next step.

Shortages and risks come alike: what hurts production now, then what will, then what is wasted. Of one object
only the gravest finding is named, and notes are not.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from getpage.contract.order import is_whole_system
from getpage.core.names import Image, Object
from getpage.result import Change, Finding, Priority, Severity

#: More than three things are not remembered.
MOST: Final = 3


def first_things(findings: Sequence[Finding], changes: Sequence[Change]) -> tuple[Priority, ...]:
    """The gravest findings, which are in their order, with what to do; `changes` are the one list."""
    named: dict[Object, Finding] = {}
    for finding in findings:
        if finding.severity is not Severity.INFO:
            named.setdefault(finding.object, finding)
    return tuple(_priorities(list(named.values())[:MOST], changes))


def _priorities(findings: Sequence[Finding], changes: Sequence[Change]) -> Iterator[Priority]:
    numbers = {change.id: number for number, change in enumerate(changes, 1)}
    short: dict[Image, int] = {}
    for number, finding in enumerate(findings, 1):
        mine = [change for change in changes if finding.id in change.because]
        ready = [change for change in mine if not change.only_after]
        if ready:
            do = f"command {numbers[ready[0].id]}: {ready[0].command}"
        elif mine and (before := short.get(finding.object.image)):
            do = f"blocked by {before}: then command {numbers[mine[0].id]}: {mine[0].command}"
        elif mine:
            do = f"after {mine[0].only_after}: {mine[0].command}"
        else:
            do = finding.next_step or f"getpage explain {finding.check}"
        if is_whole_system(finding):
            short[finding.object.image] = number
        yield Priority(
            finding=finding.id,
            object=finding.object,
            severity=finding.severity,
            headline=finding.summary,
            do=do,
        )
