"""Observation of the evidence by all products: the same for every verb."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Final

from getpage.app.days import days_of, in_brief, of_day, with_settings
from getpage.app.window import observe_window, span
from getpage.contract.observation import Observation
from getpage.core.errors import NotEnoughEvidenceError
from getpage.core.progress import Progress
from getpage.curve.saved import into_observation, read_curves
from getpage.days.worst import by_worst_day, calendars
from getpage.evidence.view import StoreEvidence
from getpage.evidence.window import LATE
from getpage.result.day import StoredDay

_A_DAY: Final = timedelta(days=1) + LATE
#: Days by which a longer window is judged, the last ones: a year, and a month to compare it with.
_MOST_DAYS: Final = 400


def observe(
    evidence: StoreEvidence, curves: Sequence[str | Path] = (), progress: Progress | None = None
) -> Observation:
    """The observation of all products, with curves from traces in the evidence and from saved files. What is
    short in a window longer than a day is as severe as on its worst day.

    `curves` are files that `getpage curve` saved, as `FILE` or `SUBSYSTEM=FILE`; they go before what the
    evidence tells of the same pool. GetpageError for one that fits no knob, or several.
    """
    days = _days(evidence, progress)  # what is kept of them answers for the window
    observed = with_settings(evidence, _judged_by(days, evidence, observe_window(evidence, progress)))
    return into_observation(observed, read_curves(curves)) if curves else observed


def _days(evidence: StoreEvidence, progress: Progress | None) -> Sequence[StoredDay]:
    """The days in brief of a window longer than a day; nothing of a shorter one."""
    first, last = span(evidence.window, evidence.coverage)
    if first is None or last is None or last - first <= _A_DAY:
        return ()
    try:
        days = days_of(evidence)[-_MOST_DAYS:]
    except NotEnoughEvidenceError:
        return ()
    return () if len(days) < 2 else list(in_brief(evidence, days, progress, whole=False))


def _judged_by(days: Sequence[StoredDay], evidence: StoreEvidence, observed: Observation) -> Observation:
    if not days:
        return observed
    findings = by_worst_day(
        observed, days, lambda day: with_settings(part := of_day(evidence, day), observe_window(part))
    )
    return replace(observed, findings=findings, calendars=calendars(days))
