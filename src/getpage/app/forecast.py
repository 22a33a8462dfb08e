"""Forecasts of other sizes, for a store or files, or for a table of runs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime, time, timedelta
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

from getpage.app.changes import a_date
from getpage.app.evidence import NOBODY, EvidenceRequest, Watch, curves_option, files_of, opened
from getpage.core.errors import GetpageError, Without
from getpage.core.option import names, option
from getpage.forecast.settings import TABLE, RunSettings
from getpage.result.trend import LEVEL

if TYPE_CHECKING:
    from getpage.contract.observation import Observation
    from getpage.evidence.view import StoreEvidence
    from getpage.forecast.change import SizeRequest
    from getpage.result import Change
    from getpage.result.forecast import Forecast

CHANGE: Final = "What is to change"


@dataclass(frozen=True, kw_only=True)
class ForecastRequest(RunSettings, EvidenceRequest):
    """Changes of size for a store or files (`changes`: "DB1A.BP1=+500000"), or a run of a table: the
    labels of the rows to learn from and that of the row to forecast.
    """

    changes: str | Sequence[str] = field(
        default=(),
        kw_only=False,
        metadata=option(
            "A knob and its size: DB1A.BP1=+500000, MQ01.3=200k, BP1=x2, BP2=-10%, "
            "BP8=+2GiB. Repeat it to change several.",
            name="change",
            group=CHANGE,
            written=tuple[str, ...],
        ),
    )
    at: date | None = field(
        default=None,
        metadata=option(
            "A day to come: the peak of each demand by its trend, 2027-03-01.", written=str, read=a_date
        ),
    )
    curves: Sequence[str | Path] = field(default=(), metadata=curves_option(CHANGE))
    calibrate: str | Sequence[str] = field(
        default=(),
        metadata=option(
            "Labels of the rows to learn from, with commas.", group=TABLE, written=str, read=names
        ),
    )
    predict: str | None = field(
        default=None,
        metadata=option(
            "Label of the row to forecast, or a value that no row has: pool_bytes=480GB, reads_per_unit=2.5.",
            group=TABLE,
        ),
    )

    def __post_init__(self) -> None:
        """GetpageError for what cannot be asked together."""
        RunSettings.__post_init__(self)
        EvidenceRequest.__post_init__(self)
        if not self.of_runs and self.by is not None:
            raise GetpageError("--by is for a table of runs", "--calibrate small,medium --predict large")
        if self.of_runs and (self.changes or self.curves):
            raise GetpageError(
                "--change and --curve are for a site, --calibrate and --predict for a table of runs",
                Without(("--change", "--curve")),
            )
        if self.at is not None and (self.of_runs or self.changes or self.curves or self.level != LEVEL):
            raise GetpageError(
                "--at is for demands as they grow, at 90 %, not for other sizes or a table of runs",
                "getpage forecast STORE --at 2027-03-01",
            )
        if self.of_runs and (len(files_of(self.paths)) != 1 or self.predict is None):
            raise GetpageError(
                "a table of runs is one CSV file, with --calibrate ROWS and --predict ROW",
                "getpage forecast runs.csv --calibrate small,medium --predict large",
            )

    @property
    def of_runs(self) -> bool:
        """Whether this is about a table of runs."""
        return bool(self.calibrate) or self.predict is not None


def forecast(request: ForecastRequest, watch: Watch = NOBODY) -> Forecast:
    """What changes of size bring, or a run of a table, with intervals.

    Raises GetpageError for input that cannot be used, NotEnoughEvidenceError where the evidence cannot carry
    a forecast, with what would.
    """
    if request.at is not None:
        return _at(request, request.at, watch)
    if not request.of_runs and not _several(request.changes):
        _refuse_table_alone(files_of(request.paths))
    return _of_runs(request) if request.of_runs else _of_site(request, watch)


def _at(request: ForecastRequest, day: date, watch: Watch) -> Forecast:
    """The demands on a day to come."""
    from getpage.app.trend import enough_days, not_too_far, trends_of
    from getpage.result.forecast import Forecast

    with opened(request, watch) as evidence:
        on = partial(not_too_far, day, f"--at {day}")
        trends = enough_days(trends_of(evidence, watch, on=on))
        files = sorted(str(file["path"]) for file in evidence.store.files())
    return Forecast(
        source="store",
        level=trends.level,
        figures=(),
        assumptions=(
            f"Demands go on as they did on the {trends.days} days from {trends.first} to {trends.last}; what "
            "has not begun is not in them.",
        ),
        demands=trends.trends,
        window_first=datetime.combine(trends.first, time()),
        window_last=datetime.combine(trends.last + timedelta(days=1), time()),
        files=tuple(files),
        tool=trends.tool,
    )


def _refuse_table_alone(paths: Sequence[str]) -> None:
    """GetpageError for a table of runs without the rows to learn from, with the options to add."""
    from getpage.runs import read_points

    if len(paths) != 1 or not Path(paths[0]).is_file() or Path(paths[0]).suffix.lower() != ".csv":
        return
    try:
        labels = read_points(Path(paths[0])).labels
    except GetpageError:
        return
    known, last = ",".join(labels[:-1][:2]), labels[-1]
    message = (
        f"{paths[0]}: a table of runs; --calibrate names the rows that are known, --predict one to forecast"
    )
    raise GetpageError(message, f'--calibrate "{known}" --predict "{last}"')


def _of_runs(request: ForecastRequest) -> Forecast:
    from getpage.app.tool import TOOL
    from getpage.forecast.points import forecast_points
    from getpage.runs import read_points

    [path] = files_of(request.paths)
    return forecast_points(
        read_points(Path(path)),
        calibrate=_several(request.calibrate),
        predict=request.predict or "",
        settings=request,
        tool=TOOL,
    )


def _of_site(request: ForecastRequest, watch: Watch) -> Forecast:
    from getpage.app.observe import observe

    with opened(request, watch) as evidence:
        return forecast_of(evidence, observe(evidence, progress=watch.progress), request)


def forecast_of(evidence: StoreEvidence, observed: Observation, request: ForecastRequest) -> Forecast:
    """What changes of size bring, for what was observed in some evidence."""
    from getpage.app.tool import TOOL
    from getpage.contract.work import AllWork
    from getpage.curve.saved import read_curves, with_curves
    from getpage.forecast.change import size_requests
    from getpage.forecast.site import forecast_site, room

    knobs, notes = with_curves(observed.knobs, read_curves(request.curves))
    sizes = size_requests(_several(request.changes), knobs)
    room.refuse_ruled_out(sizes, observed.findings)
    result = forecast_site(
        sizes,
        observed.work,
        processors=observed.processors,
        settings=request,
        window=(request.first or AllWork.together([observed.work]).first, request.last),
        files=sorted(str(file["path"]) for file in evidence.store.files()),
        tool=TOOL,
    )
    short = tuple(room.cautions(sizes, observed.real_storage, observed.limits))
    return replace(
        result,
        changes=_with_room(result.changes, sizes, observed),
        assumptions=(*notes, *result.assumptions),
        cautions=short,
        missing=(*observed.unjudged, *result.missing),
    )


def _with_room(
    changes: Sequence[Change], sizes: Sequence[SizeRequest], observed: Observation
) -> tuple[Change, ...]:
    """The changes with what is free before and after each; those that have no room, or of which something
    has to be known first, say what they wait for.
    """
    from getpage.ledger.fit import Proposal, mark_waiting, with_cautions
    from getpage.ledger.site import Site
    from getpage.plan.asks import not_before, wanted_sizes

    by_id = {request.knob.id: request for request in sizes}
    wanted = wanted_sizes(observed.findings, [request.knob for request in sizes])

    def proposal(change: Change) -> Proposal:
        request = by_id.get(change.knob) if change.knob else None
        if request is None:
            return Proposal(change)
        first = not_before(request.knob, request.size, wanted.get(request.knob.id))
        return Proposal(change, request.knob, after=first)

    proposals = list(map(proposal, changes))
    return tuple(with_cautions(mark_waiting(proposals, Site(observed)), Site(observed)))


def _several(given: str | Sequence[str]) -> Sequence[str]:
    return [given] if isinstance(given, str) else given
