"""What answers each finding: its commands in the one list, or a sentence that says why there is none."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from typing import TYPE_CHECKING

from getpage.result import Severity

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from getpage.core.names import FindingId, Object
    from getpage.result import Change, Finding
    from getpage.result.plan import Plan

_NO_SIZE = "No size of it is known to help: getpage explain {check} says what to look at."


def answered(findings: Iterable[Finding], plan: Plan) -> Iterator[Finding]:
    """The findings with their commands as the list has them, or why none."""
    by_finding: dict[FindingId, list[Change]] = defaultdict(list)
    for step in plan.steps:
        for name in step.change.because:
            by_finding[name].append(step.change)
    left: dict[Object, str] = {one.object: one.why for one in plan.not_done}
    for finding in findings:
        mine: Sequence[Change] = tuple(by_finding[finding.id])
        why = ""
        if not mine and finding.severity is not Severity.INFO:
            why = finding.no_command or _sentence(left.get(finding.object, ""))
            why = why or _NO_SIZE.format(check=finding.check)
        yield replace(finding, changes=tuple(mine), no_command=why)


def _sentence(why: str) -> str:
    return f"{why[:1].upper()}{why[1:]}." if why else ""
