"""Where storage pays most, with the commands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from getpage.app.evidence import NOBODY, EvidenceRequest, Watch, curves_option, opened
from getpage.plan.settings import WORTH, PlanSettings

if TYPE_CHECKING:
    from getpage.result.plan import Plan


@dataclass(frozen=True, kw_only=True)
class PlanRequest(PlanSettings, EvidenceRequest):
    """A plan over all knobs of a store or of files."""

    curves: Sequence[str | Path] = field(default=(), metadata=curves_option(WORTH))

    def __post_init__(self) -> None:
        """GetpageError for what cannot be asked."""
        PlanSettings.__post_init__(self)
        EvidenceRequest.__post_init__(self)


def plan(request: PlanRequest, watch: Watch = NOBODY) -> Plan:
    """Where storage pays most over all knobs of a store or of files, with the commands.

    Raises GetpageError for what cannot be asked, NotEnoughEvidenceError where nothing can be planned.
    """
    from getpage.app.observe import observe
    from getpage.app.window import decided
    from getpage.plan.pipeline import enough

    with opened(request, watch) as evidence:
        observed = observe(evidence, progress=watch.progress)
        return enough(decided(evidence, observed, request, request.curves))
