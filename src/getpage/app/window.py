"""One window of evidence as a whole: what all products observe in it, and what is decided on that."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path

from getpage.app.settings import in_use, settings_of, with_site
from getpage.app.tool import TOOL
from getpage.contract.causes import merge_causes
from getpage.contract.lazy import Restartable
from getpage.contract.observation import Observation, together
from getpage.contract.offers import add_offers
from getpage.contract.product import Product
from getpage.contract.severity import grade
from getpage.contract.storage import LEAST_WASTE
from getpage.curve.stored import with_traces
from getpage.evidence.view import StoreEvidence, Window
from getpage.ledger.demands import demands
from getpage.ledger.dump_needs import with_needs
from getpage.plan.pipeline import Decided, decide
from getpage.plan.settings import PlanSettings
from getpage.products import registry
from getpage.products.common.analysis import Parts
from getpage.result import Coverage


def observe_window(evidence: StoreEvidence) -> Observation:
    """The observation of all products, with curves from traces in the evidence. Findings are graded by the
    waiting they cause in all of the window, and there is one per cause.
    """
    seen = (product for product in registry.PRODUCTS if any(map(evidence.most_rows, product.seen_in)))
    observed = with_needs(together(_analysed(product, evidence) for product in seen))
    observed = replace(with_traces(evidence, observed), demands=(*observed.demands, *demands(observed)))
    least_waste = settings_of(evidence).least_waste or LEAST_WASTE
    graded = grade(observed, _seconds(evidence), least_waste, evidence.thresholds)
    return add_offers(merge_causes(graded))


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


def _seconds(evidence: StoreEvidence) -> float:
    """Length of the window in seconds; 0 if unknown."""
    first, last = span(evidence.window, evidence.coverage)
    return (last - first).total_seconds() if first and last else 0.0


def span(window: Window, covered: Sequence[Coverage]) -> tuple[datetime | None, datetime | None]:
    """From when to when there is evidence, within the window."""
    first = window.first or min((c.first for c in covered if c.first), default=None)
    return first, window.last or max((c.last for c in covered if c.last), default=None)


def decided(
    evidence: StoreEvidence,
    observed: Observation,
    settings: PlanSettings | None = None,
    curves: Sequence[str | Path] = (),
) -> Decided:
    """The decisions on an observation, with the window of the evidence."""
    first, last = span(evidence.window, evidence.coverage)
    seconds = (last - first).total_seconds() if first and last else 0.0
    site = settings_of(evidence)
    settled = decide(observed, with_site(settings or PlanSettings(), site, observed.knobs), curves, seconds)
    plan = replace(
        settled.plan,
        window_first=first,
        window_last=last,
        assumptions=(*settled.plan.assumptions, *in_use(site)),
        tool=TOOL,
    )
    return replace(settled, plan=plan)
