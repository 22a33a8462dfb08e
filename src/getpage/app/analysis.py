"""Analysis: findings, changes, accounts and tables of one window of evidence, as one result."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TypeVar

from getpage.answers import incident, stopped, totals, verdict
from getpage.app.evidence import NOBODY, Watch
from getpage.app.observe import observe
from getpage.app.settings import in_use, settings_of
from getpage.app.tool import TOOL
from getpage.app.window import days_held, decided, span
from getpage.contract.curve import SizeCurve, known, size_costs
from getpage.contract.knob import Knob
from getpage.contract.lazy import LazySequence
from getpage.contract.observation import Observation, real_by_interval
from getpage.contract.order import in_order
from getpage.evidence import beside
from getpage.evidence.coverage import damage, sources
from getpage.evidence.view import StoreEvidence
from getpage.ledger import by_interval, image_accounts
from getpage.ledger.site import Site
from getpage.plan.pipeline import Decided
from getpage.products.common.analysis import Parts
from getpage.prove.record import record_tables
from getpage.result import CostBySize, Missing, Result, Table

T = TypeVar("T")


def analyse(evidence: StoreEvidence, watch: Watch = NOBODY) -> Result:
    """Run every product's rules over the evidence."""
    observed = observe(evidence, progress=watch.progress)
    return as_result(evidence, observed, decided(evidence, observed, progress=watch.progress))


def as_result(evidence: StoreEvidence, observed: Observation, settled: Decided) -> Result:
    """Build the result from an observation and the decisions on it."""
    files = evidence.store.files()
    first, last = span(evidence.window, evidence.coverage)
    findings = in_order(settled.findings)
    real = observed.real_storage
    parts: Parts[object] = Parts("", ())
    accounts = (*image_accounts(observed.accounts, real), *observed.accounts)
    unjudged = tuple(observed.unjudged)
    return Result(
        window_first=first,
        window_last=last,
        verdict=(*verdict(observed, findings), *days_held(evidence), *in_use(settings_of(evidence))),
        first=settled.plan.first,
        totals=totals(findings, accounts, Site(observed).room.images.values()),
        sources=sources(files),
        coverage=evidence.coverage,
        missing=(*unjudged, *observed.missing),
        looked=observed.looked,
        damage=damage(files),
        findings=findings,
        changes=settled.changes,
        calendars=observed.calendars,
        incidents=parts.later("What led to shortages", lambda _: incident.incidents(observed, findings)),
        accounts=accounts,
        pictures=LazySequence(lambda: _kept(evidence, observed.pictures)),
        cost_by_size=tuple(
            _by_size(knob, knob.curve) for knob in observed.knobs if knob.curve and known(knob.curve)
        ),
        tables=LazySequence(
            lambda: (
                *_kept(evidence, parts.of("Tables", lambda _: _tables(evidence, observed))),
                *_not_judged((*parts.unjudged, *observed.unjudged), unjudged),
            )
        ),
        tool=TOOL,
    )


def _kept(evidence: StoreEvidence, shown: Iterable[T]) -> tuple[T, ...]:
    """Tables or pictures; a store by URL has what was worked out of days for them."""
    there = tuple(shown)
    beside.put_measures(evidence.store)
    return there


def _tables(evidence: StoreEvidence, observed: Observation) -> tuple[Table, ...]:
    return (
        *record_tables(evidence.store),
        *_by_interval(observed),
        *observed.tables,
        *stopped.tables(observed),
    )


def _not_judged(failed: Sequence[Missing], known: Sequence[Missing]) -> Iterator[Table]:
    """A table of what failed since, when pictures and tables were made."""
    rows = tuple((lost.question, lost.supply) for lost in failed if lost not in known)
    if rows:
        yield Table(title="What could not be judged", columns=("what", "why"), rows=rows)


def _by_interval(observed: Observation) -> tuple[Table, ...]:
    return by_interval(observed.accounts, observed.real_storage, real_by_interval(observed))


def _by_size(knob: Knob, curve: SizeCurve) -> CostBySize:
    """The cost of a knob at other sizes."""
    return CostBySize(
        knob=knob.id,
        object=knob.object,
        unit=knob.unit,
        unit_bytes=knob.unit_bytes,
        size=knob.size,
        basis=curve.basis,
        costs=size_costs(curve),
        note=curve.note,
        evidence=curve.facts or knob.facts,
    )
