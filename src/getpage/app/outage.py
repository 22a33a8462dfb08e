"""What a stopped consumer does to the pool that holds its backlog."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from getpage.app.evidence import NOBODY, EvidenceRequest, Paths, Watch, opened, paths_option
from getpage.contract.outage import OutageQuestion
from getpage.core.errors import GetpageError, Without

if TYPE_CHECKING:
    from getpage.contract.outage import OutageModel
    from getpage.result.outage import Outage


@dataclass(frozen=True, kw_only=True)
class OutageRequest(OutageQuestion, EvidenceRequest):
    """An outage of a consumer: in numbers alone, or of a pool of a store or of files."""

    paths: Paths = field(default=(), kw_only=False, metadata=paths_option())

    def __post_init__(self) -> None:
        """GetpageError for what cannot be asked together."""
        OutageQuestion.__post_init__(self)
        EvidenceRequest.__post_init__(self)
        if self.paths:
            return
        if self.pool is not None or self.first or self.last:
            raise GetpageError(
                "--pool, --from and --to need evidence: a store or files",
                Without(("--pool", "--from", "--to")),
            )
        given = {"--rate": self.put_rate, "--size": self.message_bytes, "--buffers": self.buffers}
        if missing := [name for name, value in given.items() if value is None]:
            message = f"without evidence, {' and '.join(missing)} must be given"
            raise GetpageError(message, "getpage outage --rate 1000 --size 2000 --buffers 200k --for 10m")


def outage(request: OutageRequest, watch: Watch = NOBODY) -> Outage:
    """How much of a backlog a pool holds, when it starts to write, and how long the drain takes.

    Raises GetpageError for what is not told or cannot be, NotEnoughEvidenceError where evidence has no pool.
    """
    from getpage.app.tool import TOOL

    if not request.paths:
        return replace(_model()(request, None), tool=TOOL)

    from getpage.app.window import span

    with opened(request, watch) as evidence:
        result = _model()(request, evidence)
        first, last = span(evidence.window, evidence.coverage)
    return replace(result, tool=TOOL, window_first=first, window_last=last)


def _model() -> OutageModel:
    """The model of the product that has one."""
    from getpage.products.registry import PRODUCTS

    return next(product.outage for product in PRODUCTS if product.outage is not None)
