"""What belongs to what: findings in their order, the changes that answer them, the pictures that show them.

Changes name the findings that they answer, and pictures the objects that they show, by their identities.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, partial

from getpage.contract.lazy import LazySequence
from getpage.core import numbers
from getpage.core.names import FindingId, Object
from getpage.report.check.calendar import on_days
from getpage.report.common.blocks import Sheet
from getpage.result import (
    Change,
    Finding,
    Incident,
    IncidentStep,
    Kind,
    Picture,
    Result,
    Severity,
    Table,
    Total,
)

_ORDER = {Severity.CRITICAL: 0, Severity.WARNING: 1, Severity.INFO: 2}


@dataclass(frozen=True, slots=True)
class RankedFinding:
    """A finding with its place in the report."""

    number: int
    finding: Finding
    changes: tuple[int, ...]  # numbers of the changes that answer it
    other_changes: tuple[Change, ...]  # its own changes that are not among those of the result
    pictures: Sequence[int]  # indexes of the pictures of its object

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
    other_reasons: tuple[FindingId, ...]

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


def link(result: Result) -> Links:
    """Everything in its order, with its links."""
    findings, changes = ranked(result), result.changes
    number_of = {finding.id: number for number, finding in enumerate(findings, 1)}
    answered = [_answered(change, number_of) for change in changes]
    place_of = {change.id: number for number, change in enumerate(changes, 1)}
    shown = cache(lambda: _pictures_by_object(result.pictures))
    answers: dict[int, set[int]] = defaultdict(set)
    for place, (own_numbers, _) in enumerate(answered, 1):
        for number in own_numbers:
            answers[number].add(place)
    linked = []
    for number, finding in enumerate(findings, 1):
        own = {place_of[c.id] for c in finding.changes if c.id in place_of}
        others = tuple(c for c in finding.changes if c.id not in place_of)
        # Pictures are made on the first look, which a table of findings does not take.
        pictures = LazySequence(partial(_of_object, shown, finding.object))
        linked.append(RankedFinding(number, finding, tuple(sorted(answers[number] | own)), others, pictures))
    return Links(
        tuple(linked),
        tuple(RankedChange(i, c, *answered[i - 1]) for i, c in enumerate(changes, 1)),
    )


def _answered(
    change: Change, number_of: dict[FindingId, int]
) -> tuple[tuple[int, ...], tuple[FindingId, ...]]:
    """The findings that a change answers: their numbers, and those that are not among the findings."""
    numbers = sorted({number_of[reason] for reason in change.because if reason in number_of})
    return tuple(numbers), tuple(reason for reason in change.because if reason not in number_of)


def _of_object(shown: Callable[[], dict[Object | str, list[int]]], shown_object: Object) -> Sequence[int]:
    return shown().get(shown_object, ())


def _pictures_by_object(pictures: Sequence[Picture]) -> dict[Object | str, list[int]]:
    shown: dict[Object | str, list[int]] = {}
    for index, picture in enumerate(pictures):
        shown.setdefault(picture.object, []).append(index)
    return shown


_AMOUNTS = {Kind.SHORTAGE: "short", Kind.WASTE: "wasted"}


def finding_facts(finding: Finding) -> str:
    """Its kind, how much storage and time it is about, and the check that says it."""
    words = [str(finding.kind)]
    if finding.storage_bytes:
        amount = _AMOUNTS.get(finding.kind, "of storage")
        words.append(f"{numbers.storage(finding.storage_bytes)} {amount}")
    if finding.delay_seconds:
        words.append(f"{numbers.seconds(finding.delay_seconds)} of work delayed")
    words += [on] if (on := on_days(finding)) else []
    return ", ".join([*words, f"{finding.product} check {finding.check}"])


def incident_sheet(incident: Incident) -> Iterator[Sheet]:
    """The steps of an incident as a table."""
    rows = [(when, step.object, step.what) for when, _, step in incident_steps(incident)]
    title = f"What happened on {incident.image} {numbers.span(incident.start, incident.end)}"
    yield Sheet(title, ("when", "who", "what"), rows, note=incident.headline)


def incident_steps(incident: Incident) -> tuple[tuple[str, str, IncidentStep], ...]:
    """Each step with when it was, and the letter that a picture marks it by."""
    letters = {id(step): chr(ord("a") + n) for n, step in enumerate(s for s in incident.steps if s.event)}
    return tuple((_when(step, incident), letters.get(id(step), ""), step) for step in incident.steps)


def _when(step: IncidentStep, incident: Incident) -> str:
    """To the second for what began by itself, else the interval; the day only where it is another one."""
    form = "%H:%M:%S" if step.event else "%H:%M"
    day = "" if step.start.date() == incident.start.date() else f"{step.start:%Y-%m-%d} "
    return f"{day}{step.start:{form}} to {step.end:{form}}"


def how_much(total: Total) -> str:
    """The number with its unit, as short as it can be read."""
    if total.value is None:
        return "?"
    shorter = {"bytes": numbers.storage, "s": numbers.seconds}.get(total.unit)
    return shorter(total.value) if shorter else numbers.value_with_unit(total.value, total.unit)


def in_short(result: Result) -> Iterator[Table]:
    """Tables of a row an object that stand beside the findings: of evidence of one product. Of several the
    lists of findings and commands have the place.
    """
    if len({looked.product for looked in result.looked}) == 1:
        yield from (table for table in result.tables if table.in_short)


def total_rows(totals: Iterable[Total]) -> list[tuple[str, str]]:
    """Each with what it is, and how much of whose."""
    return [
        (total.label, f"{how_much(total)} {total.whose}{f' ({total.severity})' if total.severity else ''}")
        for total in totals
    ]
