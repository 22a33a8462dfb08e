"""What belongs to what: findings in their order, the changes that answer them, the pictures that show them.

The result names things by text (`Change.because`, `Picture.object`), so the links are found by comparing
names. A name that fits nothing is shown as it is and links nowhere: a wrong link is worse than none.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from getpage.result import Change, Finding, Picture, Result, Severity

_ORDER = {Severity.CRITICAL: 0, Severity.WARNING: 1, Severity.INFO: 2}


@dataclass(frozen=True, slots=True)
class RankedFinding:
    """A finding with its place in the report."""

    number: int
    finding: Finding
    changes: tuple[int, ...]  # numbers of the changes that answer it
    other_changes: tuple[Change, ...]  # its own changes that are not among those of the result
    pictures: tuple[int, ...]  # indexes of the pictures of its object

    @property
    def anchor(self) -> str:
        """The fragment that the finding is linked by."""
        return f"finding-{self.number}"


@dataclass(frozen=True, slots=True)
class RankedChange:
    """A change with its place in the report and the numbers of the findings that it answers."""

    number: int
    change: Change
    findings: tuple[int, ...]
    other_reasons: tuple[str, ...]

    @property
    def anchor(self) -> str:
        """The fragment that the change is linked by."""
        return f"change-{self.number}"


@dataclass(frozen=True, slots=True)
class Links:
    """Findings and changes in the order of the report, linked to each other."""

    findings: tuple[RankedFinding, ...]
    changes: tuple[RankedChange, ...]


def ranked(result: Result) -> list[Finding]:
    """Findings by severity; within one severity the order of the result, which is the order of weight."""
    return sorted(result.findings, key=lambda f: _ORDER[f.severity])


def ordered(result: Result) -> list[Change]:
    """Changes by subsystem, as the subsystems first appear, and by step within each."""
    places: dict[tuple[str, str], int] = {}
    for change in result.changes:
        places.setdefault((change.system, change.subsystem), len(places))
    return sorted(result.changes, key=lambda c: (places[c.system, c.subsystem], c.step))


def link(result: Result) -> Links:
    """Everything in its order, with its links."""
    findings, changes = ranked(result), ordered(result)
    names = _names(findings)
    answered = [_resolve(change, names, findings) for change in changes]
    knobs = {_knob(change): number for number, change in enumerate(changes, 1)}
    shown = _pictures_by_object(result.pictures)
    linked = []
    for number, finding in enumerate(findings, 1):
        by_reason = {i for i, (numbers, _) in enumerate(answered, 1) if number in numbers}
        by_knob = {knobs[_knob(c)] for c in finding.changes if _knob(c) in knobs}
        others = tuple(c for c in finding.changes if _knob(c) not in knobs)
        pictures = tuple(shown.get(_plain(finding.object), ()))
        linked.append(RankedFinding(number, finding, tuple(sorted(by_reason | by_knob)), others, pictures))
    return Links(
        tuple(linked),
        tuple(RankedChange(i, c, *answered[i - 1]) for i, c in enumerate(changes, 1)),
    )


def _knob(change: Change) -> tuple[str, str, str]:
    return change.system, change.subsystem, change.knob


def _plain(name: str) -> str:
    return re.sub(r"[\W_]+", " ", name.casefold()).strip()


def _names(findings: list[Finding]) -> dict[str, list[int]]:
    names: dict[str, list[int]] = {}
    for number, f in enumerate(findings, 1):
        for name in (f.check, f"{f.check} {f.object}", f"{f.check} {f.system} {f.object}"):
            names.setdefault(_plain(name), []).append(number)
        names.setdefault(_plain(f"{f.system} {f.check} {f.object}"), []).append(number)
    return names


def _resolve(
    change: Change, names: dict[str, list[int]], findings: list[Finding]
) -> tuple[tuple[int, ...], tuple[str, ...]]:
    """The findings that a change names; a check's name alone means that check in the change's subsystem."""
    numbers: set[int] = set()
    unknown: list[str] = []
    for reason in change.because:
        found = names.get(_plain(reason), [])
        if len(found) > 1:
            found = [n for n in found if _within(findings[n - 1], change)]
        if found:
            numbers.update(found)
        else:
            unknown.append(reason)
    return tuple(sorted(numbers)), tuple(unknown)


def _within(finding: Finding, change: Change) -> bool:
    if any(_knob(c) == _knob(change) for c in finding.changes):
        return True
    words = _plain(f"{finding.system} {finding.object}").split()
    return not finding.changes and set(_plain(change.subsystem).split()) <= set(words)


def _pictures_by_object(pictures: tuple[Picture, ...]) -> dict[str, list[int]]:
    shown: dict[str, list[int]] = {}
    for index, picture in enumerate(pictures):
        shown.setdefault(_plain(picture.object), []).append(index)
    return shown
