"""Everything that the rules of z/OS say of the evidence, in one deterministic order."""

from __future__ import annotations

from typing import TYPE_CHECKING

from getpage.result import Finding, Kind, Severity
from getpage.systems.advice import with_changes, worst_first
from getpage.systems.interface import Said
from getpage.systems.order import in_order

from .changes import changes
from .checks import RULES, free_storage
from .limits import limits
from .missing import missing
from .pictures import pictures
from .processors import processors
from .real import real_storage
from .system import systems
from .work import work

if TYPE_CHECKING:
    from collections.abc import Iterable

    from getpage.systems.interface import Evidence

    from .system import ZosSystem

MOST = 5


def analyse(evidence: Evidence) -> Said:
    """What the evidence says of every z/OS system in it."""
    found = systems(evidence)
    plain = in_order(finding for system in found for rule in RULES for finding in rule.find(system))
    advised = [change for system in found for change in changes(system, plain)]
    findings = tuple(with_changes(finding, advised) for finding in plain)
    return Said(
        findings=findings,
        changes=worst_first(advised, findings),
        pictures=tuple(picture for system in found for picture in pictures(system)),
        missing=missing(found),
        real_storage=tuple(entry for system in found for entry in real_storage(system)),
        limits=tuple(limit for system in found for limit in limits(system)),
        work=tuple(work(evidence)),
        processors=tuple(processors(evidence)),
        short=_sentences(f for f in findings if f.kind is Kind.SHORTAGE and f.severity is not Severity.INFO),
        wasted=_wasted(findings),
        do=tuple(_do(found, findings)),
    )


def _sentences(findings: Iterable[Finding]) -> tuple[str, ...]:
    by_object: dict[str, str] = {}
    for finding in findings:
        by_object.setdefault(finding.object, finding.claim)
    sentences = list(by_object.values())
    if len(sentences) > MOST:
        return (*sentences[: MOST - 1], f"{len(sentences) - MOST + 1} more are short; they stand below.")
    return tuple(sentences)


def _wasted(findings: Iterable[Finding]) -> tuple[str, ...]:
    return _sentences(f for f in findings if f.kind is Kind.WASTE)


def _do(found: Iterable[ZosSystem], findings: tuple[Finding, ...]) -> Iterable[str]:
    """What to do about real storage as a whole: commands belong to the consumers."""
    short = {
        f.object.split(".")[0]
        for f in findings
        if f.kind is Kind.SHORTAGE and f.severity is not Severity.INFO
    }
    for system in found:
        if system.label in short:
            yield (
                f"On {system.label}, let nothing grow before the paging is gone: take real storage from what "
                "does not use it (getpage ledger), or give the partition more."
            )
        elif free_storage.room_to_give(system):
            yield f"On {system.label}, real storage is free for what reads most, after a reserve for a dump."
