"""A plan of a store, and a report with a plan and what that is forecast to bring."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from getpage.app.analysis import TOOL, as_result
from getpage.app.observe import observe
from getpage.core.errors import NotEnoughEvidenceError
from getpage.forecast.change import SizeRequest
from getpage.forecast.site import forecast_site
from getpage.plan import Asked, plan_of

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from getpage.contract.observation import Observation
    from getpage.evidence.view import StoreEvidence
    from getpage.result import Result
    from getpage.result.forecast import Forecast
    from getpage.result.plan import Plan


def plan(evidence: StoreEvidence, asked: Asked) -> Plan:
    """The plan of a store. NotEnoughEvidenceError where nothing can be planned."""
    return _of(evidence, observe(evidence), asked)[0]


def with_plan(evidence: StoreEvidence, curves: Sequence[str | Path] = ()) -> Result:
    """What was observed, with the plan within the ledger where the evidence carries one.

    `curves` are files that `getpage curve` saved, as for `Asked`.
    """
    observed = observe(evidence, curves)
    try:
        made, result = _of(evidence, observed, Asked())
    except NotEnoughEvidenceError:
        return as_result(evidence, observed)
    try:
        return replace(result, plan=made, forecast=_forecast(evidence, observed, made))
    except NotEnoughEvidenceError as error:
        caution = f"No forecast of what the plan brings together: {error}"
        return replace(result, plan=replace(made, cautions=(*made.cautions, caution)))


def _forecast(evidence: StoreEvidence, observed: Observation, made: Plan) -> Forecast | None:
    """What all sizes of the plan bring together; None where it only gives back what is wasted."""
    knobs = {knob.id: knob for knob in observed.knobs}
    sizes = [SizeRequest(knobs[one.knob], one.size_after) for one in made.items if one.worth]
    if not sizes:
        return None
    return forecast_site(
        sizes,
        observed.work,
        processors=observed.processors,
        window=(made.window_first, made.window_last),
        files=[str(file["path"]) for file in evidence.store.files()],
        tool=TOOL,
    )


def _of(evidence: StoreEvidence, observed: Observation, asked: Asked) -> tuple[Plan, Result]:
    made, result = plan_of(observed, asked), as_result(evidence, observed)
    first, last = result.window_first, result.window_last
    return replace(made, window_first=first, window_last=last, tool=TOOL), result
