"""Where storage pays most, with the commands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from getpage.app.evidence import NOBODY, EvidenceRequest, Watch, curves_option, opened
from getpage.app.horizon import read_horizon
from getpage.app.scenario import read_scenario
from getpage.core.option import option
from getpage.plan.settings import WORTH, PlanSettings

if TYPE_CHECKING:
    from getpage.contract.observation import Observation
    from getpage.evidence.view import StoreEvidence
    from getpage.result.plan import Plan


@dataclass(frozen=True, kw_only=True)
class PlanRequest(PlanSettings, EvidenceRequest):
    """A plan over all knobs of a store or of files."""

    horizon: timedelta | None = field(
        default=None,
        metadata=option(
            "What is due and must be bought in so many weeks or days, by the trends: 26w, 180d.",
            written=str,
            read=read_horizon,
        ),
    )
    scenario: Path | None = field(
        default=None,
        metadata=option(
            "A file of sizes to hold, as the page of getpage serve saves it.", group=WORTH, written=Path
        ),
    )
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

    with opened(request, watch) as evidence:
        return plan_of(evidence, observe(evidence, progress=watch.progress), request, watch)


def plan_of(
    evidence: StoreEvidence, observed: Observation, request: PlanRequest, watch: Watch = NOBODY
) -> Plan:
    """The plan for what was observed in some evidence."""
    from getpage.app.window import decided
    from getpage.plan.pipeline import enough

    if request.scenario is not None:
        request = replace(request, hold=(*request.holds, *read_scenario(request.scenario)), scenario=None)
    result = enough(decided(evidence, observed, request, request.curves, watch.progress))
    if request.horizon is None:
        return result
    return _until(evidence, observed, result, request.horizon, watch)


def _until(
    evidence: StoreEvidence, observed: Observation, plan: Plan, horizon: timedelta, watch: Watch
) -> Plan:
    """The plan with what is due within a horizon."""
    from getpage.app.horizon import with_horizon
    from getpage.app.trend import enough_days, trends_of

    trends = enough_days(trends_of(evidence, watch, on=lambda last: last + horizon))
    return with_horizon(plan, observed.knobs, trends, trends.last + horizon)
