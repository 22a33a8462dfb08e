"""What the rules of a product find on its subsystems."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from getpage.contract.checks import Rule
from getpage.contract.order import in_order
from getpage.contract.unjudged import REPORT, Failure, answer_without_failing
from getpage.core.names import Object, Subsystem
from getpage.result import Finding, Kind, Severity, Shows

S = TypeVar("S")


@dataclass(frozen=True)
class RuleResults(Generic[S]):
    """All findings in the order in which they are read, and each subsystem with its own. `offers` hold only
    where real storage is free.
    """

    findings: tuple[Finding, ...]
    of: Sequence[tuple[S, Sequence[Finding]]]
    offers: tuple[Finding, ...] = ()


def apply_rules(subsystems: Iterable[S], rules: Sequence[Rule[S]]) -> RuleResults[S]:
    """Ask every rule about every subsystem."""
    always = [rule for rule in rules if not rule.OFFERS]
    where_free = [rule for rule in rules if rule.OFFERS]
    subsystems = tuple(subsystems)
    of = [(subsystem, run_rules(always, subsystem)) for subsystem in subsystems]
    offers = (finding for subsystem in subsystems for finding in run_rules(where_free, subsystem))
    return RuleResults(in_order(finding for _, findings in of for finding in findings), of, tuple(offers))


def run_rules(rules: Iterable[Rule[S]], subsystem: S) -> list[Finding]:
    """The findings on one subsystem, each with what its rule states of all of them."""
    return [_completed(finding, rule) for rule in rules for finding in findings_of(rule, subsystem)]


def findings_of(rule: Rule[S], subsystem: S) -> list[Finding]:
    """What one rule finds on a subsystem. Where it fails on an object, a finding says so, and the rule is
    asked about all others; where no single object shows, what it found before stands.
    """
    findings: list[Finding] = []
    failures: list[Failure] = []

    def ask(subjects: Sequence[S]) -> None:
        findings.clear()
        for subject in subjects:
            findings.extend(rule.find(subject))

    answer_without_failing(ask, (subsystem,), failures.append)
    return [*findings, *(_unjudged(rule, subsystem, failure) for failure in failures)]


def _unjudged(rule: Rule[S], subsystem: S, failure: Failure) -> Finding:
    of = getattr(subsystem, "id", None)
    product = str(getattr(rule, "__name__", "")).partition("products.")[2].partition(".")[0]
    named, at = of if isinstance(of, Subsystem) else Subsystem(product), failure.object
    others = "All other objects were judged" if failure.others_stand else "It looked at nothing behind that"
    return Finding(
        check=rule.ID,
        object=Object(named, f"{at.name} not judged" if at is not None and at.name else "not judged"),
        severity=Severity.WARNING,
        kind=Kind.NOTE,
        headline="could not be judged: a value in its records is beyond all bounds",
        claim=f"This check failed on a value of its evidence: {failure.what}. {others}; all other answers "
        "stand.",
        no_command=REPORT,
    )


def _completed(finding: Finding, rule: Rule[S]) -> Finding:
    """The finding with its rule's `NO_COMMAND` and `SHOWS` where it has none of its own."""
    shows = finding.shows
    if shows is None and rule.SHOWS and finding.in_brief:
        shows = Shows((finding.object,), rule.SHOWS)
    return replace(finding, no_command=finding.no_command or rule.NO_COMMAND, shows=shows)
