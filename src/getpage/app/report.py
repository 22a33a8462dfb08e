"""The contents of a report: findings, plan and forecast of a window of evidence."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from getpage.app.evidence import NOBODY, EvidenceRequest, Watch, curves_option, opened
from getpage.plan.settings import PlanSettings, StorageSettings

if TYPE_CHECKING:
    from getpage.contract.observation import Observation
    from getpage.evidence.view import StoreEvidence
    from getpage.result import Result
    from getpage.result.forecast import Forecast
    from getpage.result.plan import Plan

NO_STORAGE: Final = StorageSettings()


@dataclass(frozen=True, kw_only=True)
class ReportRequest(StorageSettings, EvidenceRequest):
    """The evidence to report on, and storage that its plan takes, moves or buys."""

    curves: Sequence[str | Path] = field(default=(), metadata=curves_option())


def report(request: ReportRequest, watch: Watch = NOBODY) -> Result:
    """All findings and changes, with the plan within the ledger and what it brings where the evidence carries
    that. NotEnoughEvidenceError where there is no record that any check can use.
    """
    from getpage.app.check import refuse_nothing

    with opened(request, watch) as evidence:
        refuse_nothing(evidence.store)
        return with_plan(evidence, request.curves, watch, request)


def with_plan(
    evidence: StoreEvidence,
    curves: Sequence[str | Path] = (),
    watch: Watch = NOBODY,
    storage: StorageSettings = NO_STORAGE,
) -> Result:
    """The result of an observation, with the plan within the ledger if the evidence supports one."""
    from getpage.app.observe import observe

    return report_of(evidence, observe(evidence, curves, watch.progress), watch, storage)


def report_of(
    evidence: StoreEvidence,
    observed: Observation,
    watch: Watch = NOBODY,
    storage: StorageSettings = NO_STORAGE,
) -> Result:
    """The same of what was observed."""
    from getpage.app.analysis import as_result
    from getpage.app.window import decided
    from getpage.core.errors import NotEnoughEvidenceError
    from getpage.report.plan.reallocation import reallocation_sentences

    settings = PlanSettings(take=storage.take, move=storage.move, buy=storage.buy)
    settled = decided(evidence, observed, settings, progress=watch.progress)
    result = as_result(evidence, observed, settled)
    if settled.lacks:
        return result
    plan = settled.plan
    if plan.reallocation:
        result = replace(result, verdict=(*reallocation_sentences(plan), *result.verdict))
    try:
        return replace(result, plan=plan, forecast=_forecast(evidence, observed, plan))
    except NotEnoughEvidenceError as error:
        caution = f"No forecast of the plan as a whole: {error.problem}"
        return replace(result, plan=replace(plan, cautions=(*plan.cautions, caution)))


def _forecast(evidence: StoreEvidence, observed: Observation, plan: Plan) -> Forecast | None:
    """Forecast of all sizes of the plan together; None if the plan only gives back waste."""
    from getpage.app.tool import TOOL
    from getpage.forecast.change import SizeRequest
    from getpage.forecast.site import forecast_site

    knobs = {knob.id: knob for knob in observed.knobs}
    sizes = [SizeRequest(knobs[item.knob], item.size_after) for item in plan.items if item.worth]
    if not sizes:
        return None
    forecast = forecast_site(
        sizes,
        observed.work,
        processors=observed.processors,
        window=(plan.window_first, plan.window_last),
        files=sorted(str(file["path"]) for file in evidence.store.files()),
        tool=TOOL,
    )
    return replace(forecast, changes=())  # they are in the one list of the report
