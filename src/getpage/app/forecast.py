"""From paths to a forecast: a store or files with changes of size, or a table of runs."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from getpage.app.analysis import TOOL
from getpage.app.observe import observe
from getpage.core.errors import GetpageError
from getpage.curve.saved import read_curves, with_curves
from getpage.evidence.view import Window, open_evidence
from getpage.forecast.change import size_requests
from getpage.forecast.load import LoadKind
from getpage.forecast.points import Settings as RunSettings
from getpage.forecast.points import forecast_points
from getpage.forecast.site import Settings as SiteSettings
from getpage.forecast.site import forecast_site, room
from getpage.runs import read_points

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from datetime import datetime

    from getpage.forecast.published import Machine
    from getpage.result.forecast import Forecast


def forecast(
    paths: Sequence[str],
    *,
    changes: Sequence[str] = (),
    curves: Sequence[str | Path] = (),
    calibrate: Sequence[str] = (),
    predict: str | None = None,
    by: str | None = None,
    machine: Machine | None = None,
    processors: int | None = None,
    busy_percent: float | None = None,
    load: LoadKind = LoadKind.AUTO,
    population: float | None = None,
    think_seconds: float | None = None,
    level: float = 0.9,
    first: datetime | None = None,
    last: datetime | None = None,
    layouts: Sequence[Path] = (),
    progress: Callable[[str, int, int], None] | None = None,
) -> Forecast:
    """Forecast changes of size for a store or files, or a run of a table (`calibrate`, `predict`).

    `curves` are files that `getpage curve` saved, as `FILE` or `SUBSYSTEM=FILE`: they go before what the
    evidence tells of the same pool.
    GetpageError for input that cannot be used; NotEnoughEvidenceError where evidence cannot carry a forecast.
    """
    site = SiteSettings(
        level=level,
        machine=machine,
        processors=processors,
        busy_percent=busy_percent,
        load=load,
        population=population,
        think_seconds=think_seconds,
    )
    if calibrate or predict is not None:
        if changes or curves:
            raise GetpageError(
                "--change and --curve are for evidence of a site, --calibrate and --predict for a table of "
                "runs; give one or the other"
            )
        if len(paths) != 1 or predict is None:
            raise GetpageError(
                "a table of runs is one CSV file with --calibrate ROWS and --predict ROW: "
                "getpage forecast runs.csv --calibrate small,medium --predict large"
            )
        settings = RunSettings(
            by=by,
            processors=processors,
            machine=machine,
            population=population,
            think_seconds=think_seconds,
            level=level,
        )
        points = read_points(Path(paths[0]))
        return forecast_points(points, calibrate=calibrate, predict=predict, settings=settings, tool=TOOL)
    if by is not None:
        raise GetpageError("--by is for a table of runs; give --calibrate and --predict with it")
    with open_evidence(list(paths), window=Window(first, last), layouts=layouts, progress=progress) as (
        evidence,
        _,
    ):
        observed = observe(evidence)
        files = [str(file["path"]) for file in evidence.store.files()]
        knobs, notes = with_curves(observed.knobs, read_curves(curves))
        requests = size_requests(changes, knobs)
        made = forecast_site(
            requests,
            observed.work,
            processors=observed.processors,
            settings=site,
            window=(first or min((w.start for w in observed.work), default=None), last),
            files=files,
            tool=TOOL,
        )
        short = tuple(room.cautions(requests, observed.real_storage, observed.limits))
    return replace(made, assumptions=(*notes, *made.assumptions), cautions=short)
