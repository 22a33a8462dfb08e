"""Where memory is short and where it is wasted: findings, changes, accounts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from getpage.app.evidence import NOBODY, EvidenceRequest, Watch, opened
from getpage.core.errors import NotEnoughEvidenceError

if TYPE_CHECKING:
    from getpage.evidence.store import Store
    from getpage.result import Result

#: Tables that no check looks at: what evidence is of, and how forecasts did.
_BESIDE = {"evidence_record", "forecast_score"}


@dataclass(frozen=True, kw_only=True)
class CheckRequest(EvidenceRequest):
    """The evidence to check."""


def check(request: CheckRequest, watch: Watch = NOBODY) -> Result:
    """All findings, changes, ledgers and pictures of a store or of files, and what of it is damaged."""
    from getpage.app.analysis import analyse

    with opened(request, watch) as evidence:
        return analyse(evidence, watch)


def check_enough(request: CheckRequest, watch: Watch = NOBODY) -> Result:
    """As `check`, but NotEnoughEvidenceError if no check can use any record."""
    from getpage.app.analysis import analyse

    with opened(request, watch) as evidence:
        refuse_nothing(evidence.store)
        return analyse(evidence, watch)


def is_enough(result: Result) -> bool:
    """Whether any rule applied to the evidence. If none did, the result is no clean bill of health."""
    return bool(result.looked or result.findings or result.changes)


def refuse_nothing(store: Store) -> None:
    """NotEnoughEvidenceError rather than a site called healthy of which nothing was seen."""
    from getpage.evidence import record_kinds
    from getpage.products.registry import PRODUCTS

    if not set(store.tables()) - _BESIDE:
        kinds = (count for file in store.files() for count in file["counts"])
        if maps := dict.fromkeys(record_kinds.why(kind) for kind in kinds if not record_kinds.is_smf(kind)):
            message = f"not enough evidence: {'; '.join(maps)}"
            raise NotEnoughEvidenceError(message, "getpage layout import --help")
        needs = "; ".join(need.supply for product in PRODUCTS for need in product.needs[:1])
        message = f"not enough evidence: no record in it that a check can use; supply {needs}"
        raise NotEnoughEvidenceError(message, "getpage collect")
