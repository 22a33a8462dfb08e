"""An observation of one product: what its rules find, and its other parts.

Each rule and each part is asked of all subsystems. A value on which one of them fails takes neither the
answers of other subsystems nor other parts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Generic, Protocol, TypeVar

from getpage.contract.checks import Rule, checked
from getpage.contract.evidence import Need
from getpage.contract.lazy import LazySequence
from getpage.contract.order import in_order
from getpage.contract.unjudged import Failure, answer_without_failing, report_it
from getpage.contract.work import AllWork, Work
from getpage.core.names import Object, Subsystem
from getpage.result import Finding, Kind, Looked, Missing, Severity, Shows

S = TypeVar("S")
T = TypeVar("T")
U = TypeVar("U")


class HasLabel(Protocol):
    """Whatever sentences can name."""

    @property
    def label(self) -> str:
        """How they do."""


L = TypeVar("L", bound=HasLabel)


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
        no_command=report_it(),
    )


def _completed(finding: Finding, rule: Rule[S]) -> Finding:
    """The finding with its rule's `NO_COMMAND` and `SHOWS` where it has none of its own."""
    shows = finding.shows
    if shows is None and rule.SHOWS and finding.in_brief:
        shows = Shows((finding.object,), rule.SHOWS)
    return replace(finding, no_command=finding.no_command or rule.NO_COMMAND, shows=shows)


class Parts(Generic[S]):
    """What is asked of the subsystems of a product. `unjudged` is what failed so far: parts that are made on
    first look fail later.
    """

    def __init__(self, product: str, subsystems: Iterable[S], unjudged: Iterable[Missing] = ()) -> None:
        """`product` is its name."""
        self._product, self._subsystems = product, tuple(subsystems)
        self.unjudged: list[Missing] = list(unjudged)

    def of(self, what: str, ask: Callable[[Sequence[S]], Iterable[T]]) -> tuple[T, ...]:
        """What `ask` yields of all subsystems; `what` names the part."""
        return self._answer(what, lambda some: tuple(ask(some))) or ()

    def each(self, what: str, ask: Callable[[S], T | None]) -> tuple[T, ...]:
        """One of each subsystem, as far as it has one."""
        return self.of(what, lambda some: (answer for answer in map(ask, some) if answer is not None))

    def every(self, what: str, ask: Callable[[S], Iterable[T]]) -> tuple[T, ...]:
        """All of each subsystem."""
        return self.of(what, lambda some: (answer for subsystem in some for answer in ask(subsystem)))

    def pair(
        self, what: str, ask: Callable[[Sequence[S]], tuple[tuple[T, ...], tuple[U, ...]]]
    ) -> tuple[tuple[T, ...], tuple[U, ...]]:
        """Two parts that are made together."""
        return self._answer(what, ask) or ((), ())

    def later(self, what: str, ask: Callable[[Sequence[S]], Iterable[T]]) -> LazySequence[T]:
        """What `ask` yields, made on first look."""
        return LazySequence(lambda: self.of(what, ask))

    def missing(self: Parts[L], needs: Callable[[L], Iterable[tuple[bool, Need]]]) -> tuple[Missing, ...]:
        """The questions that the evidence cannot answer: `needs` says whether each is unmet."""
        return self.of("What is missing", lambda some: missing(some, needs))

    def looked(self, rules: Sequence[Rule[S]]) -> tuple[Looked, ...]:
        """What the rules looked at."""
        return self.of("What was checked", lambda some: checked(self._product, rules, some))

    def work(self, ask: Callable[[Sequence[S]], Iterable[Sequence[Work]]]) -> AllWork:
        """The work of all subsystems, made on first look."""
        return AllWork.later(self._product, lambda: self.of("Work", ask))

    def _answer(self, what: str, ask: Callable[[Sequence[S]], T]) -> T | None:
        return answer_without_failing(ask, self._subsystems, lambda failure: self._lost(what, failure))

    def _lost(self, what: str, failure: Failure) -> None:
        of = failure.object or getattr(failure.subject, "id", None)
        named = "" if of is None else f" of {of}"
        rest = "" if failure.others_stand else " Nothing of this part is shown."
        self.unjudged.append(
            Missing(
                subsystem=self._product,
                question=f"{what}{named} could not be judged",
                supply=f"{failure.what}.{rest} {report_it()}",
                failed=True,
            )
        )


def missing(
    subsystems: Iterable[L], needs: Callable[[L], Iterable[tuple[bool, Need]]]
) -> tuple[Missing, ...]:
    """What is not there, in the order of its worth, which is that of `needs`: whether each is unmet."""
    names: dict[tuple[int, Need], list[str]] = {}
    for subsystem in subsystems:
        for worth, (absent, need) in enumerate(needs(subsystem)):
            if absent:
                names.setdefault((worth, need), []).append(subsystem.label)
    return tuple(
        Missing(subsystem=", ".join(who), question=need.question, supply=need.supply)
        for (_, need), who in sorted(names.items(), key=lambda item: item[0][0])
    )
