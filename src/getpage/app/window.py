"""One window of evidence as a whole: what all products observe in it, and what is decided on that."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date, datetime, time, timedelta
from pathlib import Path

from getpage.answers import first_things
from getpage.app.settings import in_use, settings_of, with_site
from getpage.app.tool import TOOL
from getpage.contract.causes import merge_causes
from getpage.contract.lazy import Restartable
from getpage.contract.observation import Observation, together
from getpage.contract.offers import add_offers
from getpage.contract.order import in_order
from getpage.contract.product import Product
from getpage.contract.severity import grade
from getpage.contract.storage import LEAST_WASTE
from getpage.core.memoized import memoized
from getpage.core.names import Image
from getpage.core.progress import Progress
from getpage.curve.stored import with_traces
from getpage.evidence import beside
from getpage.evidence.catalog import UNDATED
from getpage.evidence.view import StoreEvidence
from getpage.evidence.window import Window
from getpage.ledger.demands import demands
from getpage.ledger.dump_needs import with_needs
from getpage.plan.pipeline import Decided, decide
from getpage.plan.settings import PlanSettings
from getpage.products import registry
from getpage.products.common.analysis import Parts
from getpage.result import Coverage


def observe_window(evidence: StoreEvidence, progress: Progress | None = None) -> Observation:
    """The observation of all products, with curves from traces in the evidence. Findings are graded by the
    waiting they cause in all of the window, and there is one per cause. `progress` counts products.
    """
    seen = [product for product in registry.PRODUCTS if any(map(evidence.most_rows, product.seen_in))]
    observed = with_needs(together(_each_analysed(seen, evidence, progress)))
    observed = replace(with_traces(evidence, observed), demands=(*observed.demands, *demands(observed)))
    least_waste = settings_of(evidence).least_waste or LEAST_WASTE
    graded = grade(observed, _seconds(evidence), least_waste, evidence.thresholds)
    beside.put_measures(evidence.store)
    return add_offers(merge_causes(graded))


def _each_analysed(
    seen: Sequence[Product], evidence: StoreEvidence, progress: Progress | None
) -> Iterator[Observation]:
    for number, product in enumerate(seen):
        if progress is not None:
            progress(product.called, number, len(seen))
        yield _analysed(product, evidence)


def _analysed(product: Product, evidence: StoreEvidence) -> Observation:
    """What a product says of the evidence; where it fails, that its part of the answers is not there."""
    parts: Parts[object] = Parts(product.name, ())
    analysed = parts.of(f"What {product.called} has", lambda _: (product.analyse(evidence),))
    if not analysed:
        return Observation(unjudged=parts.unjudged)
    [observed] = analysed
    return replace(
        observed,
        pictures=parts.later(f"Pictures of {product.called}", lambda _: observed.pictures),
        tables=parts.later(f"Tables of {product.called}", lambda _: observed.tables),
        unjudged=Restartable(lambda: (*parts.unjudged, *observed.unjudged)),
    )


@memoized()
def _seconds(evidence: StoreEvidence) -> float:
    """The time of the window of which there is evidence, in seconds; 0 if unknown."""
    first, last = span(evidence.window, evidence.coverage)
    if first is None or last is None:
        return 0.0
    seconds, until = 0.0, first
    for start, end in sorted(_with_evidence(evidence)):
        if min(end, last) > max(start, until):
            seconds += (min(end, last) - max(start, until)).total_seconds()
            until = min(end, last)
    return seconds or (last - first).total_seconds()


def _with_evidence(evidence: StoreEvidence) -> Iterator[tuple[datetime, datetime]]:
    """From when to when there is evidence: of records with intervals without their gaps, of others on each
    day that has rows, as these tell when they were written and nothing of the days between.
    """
    yield from stretches(evidence.coverage)
    days = [date.fromisoformat(day) for day in evidence.store.days(*evidence.window.days()) if day != UNDATED]
    for line in evidence.coverage:
        if line.intervals or line.first is None or line.last is None:
            continue
        for day in days:
            start = datetime.combine(day, time(), line.first.tzinfo)
            yield max(line.first, start), min(line.last, start + timedelta(days=1))


def span(window: Window, covered: Sequence[Coverage]) -> tuple[datetime | None, datetime | None]:
    """From when to when there is evidence, within the window; the window where nothing tells."""
    first = max(
        filter(None, (window.first, min((c.first for c in covered if c.first), default=None))), default=None
    )
    last = min(
        filter(None, (window.last, max((c.last for c in covered if c.last), default=None))), default=None
    )
    return first, last


def stretches(covered: Sequence[Coverage]) -> Iterator[tuple[datetime, datetime]]:
    """From when to when there is evidence without a gap; of records without intervals only where there are no
    others, as these tell when they were written and nothing between.
    """
    for line in [line for line in covered if line.intervals] or covered:
        if line.first is None or line.last is None:
            continue
        start = line.first
        for first, last in line.gaps:
            yield start, first
            start = last
        yield start, line.last


@memoized()
def days_held(evidence: StoreEvidence) -> tuple[str, ...]:
    """Of how many days of the window there is evidence, as a sentence; nothing where it is all of them."""
    window = evidence.window
    first, last = span(window, evidence.coverage)
    if first is None or last is None:
        return ()
    until = (window.last or last) - timedelta(microseconds=1)
    of = (until.date() - (window.first or first).date()).days + 1
    days: set[date] = set()
    for start, end in _with_evidence(evidence):
        begins, ends = max(start, first), min(end, last)
        while begins < ends:
            days.add(begins.date())
            begins = datetime.combine(begins.date(), time()) + timedelta(days=1)
    return (f"Evidence of {len(days)} of {of:,} days.",) if 0 < len(days) < of else ()


def decided(
    evidence: StoreEvidence,
    observed: Observation,
    settings: PlanSettings | None = None,
    curves: Sequence[str | Path] = (),
    due: Mapping[Image, int] | None = None,
    progress: Progress | None = None,
) -> Decided:
    """The decisions on an observation, with the window of the evidence; `due` as `decide` has it."""
    first, last = span(evidence.window, evidence.coverage)
    seconds, site = _seconds(evidence), settings_of(evidence)
    settings = with_site(settings or PlanSettings(), site, observed.knobs)
    settled = decide(observed, settings, curves, seconds, due, progress)
    plan = replace(
        settled.plan,
        first=first_things(in_order(settled.findings), settled.changes),
        window_first=first,
        window_last=last,
        assumptions=(*settled.plan.assumptions, *days_held(evidence), *in_use(site)),
        tool=TOOL,
    )
    return replace(settled, plan=plan)
