"""Where storage pays most, with the commands."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from getpage.app.evidence import NOBODY, EvidenceRequest, Watch, curves_option, opened
from getpage.app.horizon import read_horizon
from getpage.app.scenario import Scenario, read_scenario
from getpage.core.option import option
from getpage.plan.settings import WORTH, PlanSettings

if TYPE_CHECKING:
    from getpage.contract.observation import Observation
    from getpage.core.names import Image
    from getpage.evidence.view import StoreEvidence
    from getpage.result.plan import Plan


@dataclass(frozen=True, kw_only=True)
class PlanRequest(PlanSettings, EvidenceRequest):
    """A plan over all knobs of a store or of files."""

    horizon: timedelta | None = field(
        default=None,
        metadata=option(
            "What reaches its limit within so many weeks or days by the trends, and what to buy: 26w, 180d.",
            written=str,
            read=read_horizon,
        ),
    )
    scenario: Path | None = field(
        default=None,
        metadata=option(
            "A file of sizes to hold, as the page of getpage serve saves it, and of storage to take, move or "
            "buy.",
            group=WORTH,
            written=Path,
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
        request = _with_scenario(request, read_scenario(request.scenario))
    curves, progress = request.curves, watch.progress
    if request.horizon is None:
        return enough(decided(evidence, observed, request, curves, progress=progress))
    until = _horizon(evidence, observed, request.horizon, watch)
    due: dict[Image, int] = {}
    if request.buy is not None:  # what is due comes first of what is bought
        bare = replace(request, buy=None)
        without = until(enough(decided(evidence, observed, bare, curves, progress=progress)))
        due = {purchase.image: purchase.storage_bytes for purchase in without.purchases}
    return until(enough(decided(evidence, observed, request, curves, due, progress)))


def _with_scenario(request: PlanRequest, scenario: Scenario) -> PlanRequest:
    """The request with what a scenario asks for beside."""
    return replace(
        request,
        hold=(*request.holds, *scenario.hold),
        take=(*request.takes, *scenario.take),
        move=(*request.shifts, *scenario.move),
        buy=scenario.buy if request.buy is None else request.buy,
        scenario=None,
    )


def _horizon(
    evidence: StoreEvidence, observed: Observation, horizon: timedelta, watch: Watch
) -> Callable[[Plan], Plan]:
    """What adds to a plan what is due within a horizon."""
    from getpage.app.horizon import with_horizon
    from getpage.app.trend import enough_days, trends_of

    trends = enough_days(trends_of(evidence, watch, on=lambda last: last + horizon))
    return lambda plan: with_horizon(plan, observed.knobs, trends, trends.last + horizon)
