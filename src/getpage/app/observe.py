"""Observation of a window of evidence by all products: the same for every verb."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path

from getpage.app.settings import accept, name_applications, settings_of
from getpage.contract.causes import merge_causes
from getpage.contract.lazy import Restartable
from getpage.contract.observation import Observation, together
from getpage.contract.offers import add_offers
from getpage.contract.product import Product
from getpage.contract.severity import grade
from getpage.contract.storage import LEAST_WASTE
from getpage.curve.saved import into_observation, read_curves
from getpage.curve.stored import with_traces
from getpage.evidence.view import StoreEvidence, Window
from getpage.ledger.demands import demands
from getpage.ledger.dump_needs import with_needs
from getpage.products import registry
from getpage.products.common.parts import Parts
from getpage.result import Coverage


def observe(evidence: StoreEvidence, curves: Sequence[str | Path] = ()) -> Observation:
    """The observation of all products, with curves from traces in the evidence and from saved files. Findings
    are graded by the waiting they cause, and there is one per cause.

    `curves` are files that `getpage curve` saved, as `FILE` or `SUBSYSTEM=FILE`; they go before what the
    evidence tells of the same pool. GetpageError for one that fits no knob, or several.
    """
    seen = (product for product in registry.PRODUCTS if any(map(evidence.most_rows, product.seen_in)))
    observed = with_needs(together(_analysed(product, evidence) for product in seen))
    observed = replace(with_traces(evidence, observed), demands=(*observed.demands, *demands(observed)))
    site = settings_of(evidence)
    graded = grade(observed, _seconds(evidence), site.least_waste or LEAST_WASTE)
    observed = add_offers(merge_causes(graded))
    last = span(evidence.window, evidence.coverage)[1]
    observed = accept(name_applications(observed, site), site.accepted, last)
    return into_observation(observed, read_curves(curves)) if curves else observed


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
