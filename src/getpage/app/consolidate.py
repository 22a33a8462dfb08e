"""What fewer regions for the same work would take."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from getpage.app.evidence import NOBODY, EvidenceRequest, Watch, opened
from getpage.contract.consolidation import ConsolidationQuestion

if TYPE_CHECKING:
    from getpage.contract.consolidation import ConsolidationModel
    from getpage.result import Table


@dataclass(frozen=True, kw_only=True)
class ConsolidateRequest(ConsolidationQuestion, EvidenceRequest):
    """Evidence of regions, which of them share the work, and how many they become."""

    def __post_init__(self) -> None:
        """GetpageError for what cannot be asked."""
        ConsolidationQuestion.__post_init__(self)
        EvidenceRequest.__post_init__(self)


def consolidate(request: ConsolidateRequest, watch: Watch = NOBODY) -> Table:
    """Storage and processor time of fewer regions, what of it is certain, and whether they hold the work.

    Raises GetpageError for regions that are not in the evidence, NotEnoughEvidenceError where it does not
    tell what they take.
    """
    with opened(request, watch) as evidence:
        return _model()(request, evidence)


def _model() -> ConsolidationModel:
    """The model of the product that has one."""
    from getpage.products.registry import PRODUCTS

    return next(product.consolidation for product in PRODUCTS if product.consolidation is not None)
