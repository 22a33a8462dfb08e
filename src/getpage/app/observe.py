"""Observation of a window of evidence by all products: the same for every verb."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from getpage.contract.causes import merge_causes
from getpage.contract.lazy import LazySequence
from getpage.contract.observation import Observation, together
from getpage.contract.offers import add_offers
from getpage.contract.severity import grade
from getpage.contract.unjudged import ANSWERS, REPORT, failure
from getpage.curve.saved import into_observation, read_curves
from getpage.curve.stored import with_traces
from getpage.ledger.demands import demands
from getpage.ledger.dump_needs import with_needs
from getpage.products import registry
from getpage.result import Missing, Table

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from datetime import datetime
    from pathlib import Path

    from getpage.contract.product import Product
    from getpage.evidence.view import StoreEvidence, Window
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
    observed = add_offers(merge_causes(grade(observed, _seconds(evidence))))
    return into_observation(observed, read_curves(curves)) if curves else observed


def _analysed(product: Product, evidence: StoreEvidence) -> Observation:
    """What a product says of the evidence; where it fails, that its part of the answers is not there."""
    try:
        observed = product.analyse(evidence)
    except ANSWERS:
        raise
    except Exception as error:
        return Observation(unjudged=(_unjudged(product, error, f"What {product.called} has"),))

    def tables() -> Iterator[Table]:
        try:
            yield from observed.tables
        except ANSWERS:
            raise
        except Exception as error:
            lost = _unjudged(product, error, f"Tables of {product.called}")
            yield Table(title=lost.question, columns=("why",), rows=((lost.supply,),))

    return replace(observed, tables=LazySequence(tables))


def _unjudged(product: Product, error: Exception, what: str) -> Missing:
    return Missing(
        subsystem=product.name, question=f"{what} could not be judged", supply=f"{failure(error)}. {REPORT}"
    )


def _seconds(evidence: StoreEvidence) -> float:
    """Length of the window in seconds; 0 if unknown."""
    first, last = span(evidence.window, evidence.coverage)
    return (last - first).total_seconds() if first and last else 0.0


def span(window: Window, covered: Sequence[Coverage]) -> tuple[datetime | None, datetime | None]:
    """From when to when there is evidence, within the window."""
    first = window.first or min((c.first for c in covered if c.first), default=None)
    return first, window.last or max((c.last for c in covered if c.last), default=None)
