"""A forecast of a run from other runs: a site's benchmark, or a table that somebody published.

Calibrated on some rows, and given one figure of the row that is forecast (reads per unit of work, unless told
otherwise), it works out CPU, ITR, response, ETR and busy, and every other column of the table, each with an
interval. Nothing else of the forecast row is looked at but to compare.

CPU and waits per unit follow reads per unit (`line`); users and think time come from the response time law
(`population`); a closed network of think time, waits and one multi-server station of processors gives
throughput and response (`queueing`). Other columns are lines through the calibration rows.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from getpage.core.errors import GetpageError, NotEnoughEvidenceError, UnknownNameError, command
from getpage.forecast.draws import Draws, Floats, log_middle
from getpage.forecast.points import others, servers, shares, system
from getpage.forecast.points.line import Bend, along
from getpage.forecast.points.runs import (
    LABEL,
    READS,
    REPEAT,
    SIZE,
    Case,
    TableRun,
    Target,
    at_of,
    is_label,
    label_of,
    not_told,
    processors_of,
    run_of,
    value_of,
)
from getpage.forecast.settings import RunSettings
from getpage.result import Missing
from getpage.result.forecast import Forecast, RowAgreement
from getpage.runs import Point, Points

#: Beyond the rows by more than this many times their range nothing is forecast from them: ours. Rows that lie
#: close together do not show whether a figure goes on, flattens or turns so far from them.
_FARTHEST = 4.0
# How steeply reads fall with size (logarithms of both) differs by this factor from one part of the sizes to
# the next, for 90 of 100: ours. Two sizes do not tell a curve; getpage curve does.
_BY_SIZE = 4.0


def forecast_points(
    points: Points,
    *,
    calibrate: Sequence[str],
    predict: str,
    settings: RunSettings | None = None,
    tool: str = "",
) -> Forecast:
    """Forecast a row of a table, or a value between or beyond its rows, from other rows.

    `predict` is a label, or `column=value`. GetpageError for labels and columns that are not there;
    NotEnoughEvidenceError where the rows cannot carry a forecast, with what would.
    """
    case = _case(points, calibrate, predict, settings or RunSettings())
    parts = list(_parts(case))
    figures = tuple(figure for part in parts for figure in part.figures)
    lacks = tuple(dict.fromkeys(lack for part in parts for lack in part.missing))
    if not figures and case.beyond > _FARTHEST:
        message = f"{points.file}: not enough evidence for {case.target.label!r}; supply {_too_far(case)}"
        raise NotEnoughEvidenceError(
            message, command("--calibrate", ",".join(_others(points, case.target.label)))
        )
    if not figures:
        message = (
            f"{points.file}: not enough evidence: nothing can be forecast of {case.target.label!r} from "
            f"{len(case.rows)} row(s) by {case.target.by}"
            + "".join(dict.fromkeys(f"; {why}" for _, why in lacks))
            + "; supply columns such as ETR, CPU %, ITR, response"
        )
        raise NotEnoughEvidenceError(
            message, command("--calibrate", ",".join(_others(points, case.target.label)))
        )
    return Forecast(
        source="points",
        level=case.settings.level,
        figures=figures,
        assumptions=tuple(
            dict.fromkeys(
                [*_given(case), *_beyond(case)] + [word for part in parts for word in part.assumptions]
            )
        ),
        loads=tuple(load for part in parts for load in part.loads),
        agreements=_agreements(points),
        missing=tuple(
            Missing(subsystem=case.target.label, question=question, supply=supply)
            for question, supply in lacks
        ),
        files=(points.file,),
        tool=tool,
    )


def _parts(case: Case) -> Iterator[system.PointFigures]:
    """The parts of the answer; a figure of one of them is not forecast again by a later one."""
    together = servers.figures(case)
    yield together
    if case.beyond > _FARTHEST:
        yield system.PointFigures(missing=((f"What is {case.target.label}?", _too_far(case)),))
        return
    modelled = system.figures(case).beside(together)
    yield modelled
    names = {figure.name for figure in modelled.figures} | servers.claimed(case)
    of_share = shares.figures(case, names)
    yield of_share
    yield others.figures(case, names | {figure.name for figure in of_share.figures})


def _others(points: Points, label: str) -> list[str]:
    """The labels of all rows but one."""
    return [other for other in points.labels if other != label]


def _differing(points: Sequence[Point], by: str) -> str:
    """A column in which all of some rows differ; the size where there is none."""
    names = [name for name in points[0].cells if name != by]
    return next((name for name in names if len({point.value(name) for point in points}) == len(points)), SIZE)


def _too_far(case: Case) -> str:
    return (
        f"a run nearer to it: it lies {100 * case.beyond:,.0f} % of the range of the rows beyond them, and "
        f"rows show nothing farther than {100 * _FARTHEST:.0f} %"
    )


def _case(points: Points, calibrate: Sequence[str], predict: str, settings: RunSettings) -> Case:
    if not calibrate:
        message = f"{points.file}: --calibrate names no row"
        raise GetpageError(message, command("--calibrate", ",".join(points.labels[:2])))
    rows = tuple(dict.fromkeys(_row_numbers(points, calibrate)))
    points_of = tuple(points.points[i] for i in rows)
    draws = settings.draws
    processors = settings.processors or processors_of(points)
    runs = tuple(run_of(point, points, processors, draws) for point in points_of)
    target = value_of(points, predict, draws)
    row = None if target else label_of(points, predict, "--predict")
    if row is not None and row in points_of:
        message = f"{points.file}: row {row.label!r} is both to be forecast and to calibrate on"
        raise GetpageError(message, command("--calibrate", ",".join(_others(points, row.label))))
    own = run_of(row, points, processors, draws) if row else None
    by = settings.by or (target.by if target else _usual(points, runs, own))
    by = _known_column(points, by)
    if target is None:
        assert row is not None
        assert own is not None
        at = at_of(own, row, by)
        if at is None:
            raise not_told(points, row.label, by)
        target = Target(row.label, by, np.full(draws.count + 1, float(at[0])), row)
    places = [_place(points, point, run, target, draws) for point, run in zip(points_of, runs, strict=True)]
    beyond = 0.0 if target.by == READS else _ranges_beyond(places, target)
    if target.by == SIZE and all(run.reads is not None for run in runs) and len(runs) > 1:
        target, places = _by_reads(target, runs, places, draws)
    if len({float(p[0]) for p in places}) < len(places):
        message = (
            f"{points.file}: not enough evidence: two calibration rows have the same {target.by}; --by "
            "names a column in which they differ"
        )
        raise NotEnoughEvidenceError(message, f"--by {_differing(points_of, target.by)}")
    return Case(points, points_of, runs, tuple(places), target, processors, settings, beyond)


def _ranges_beyond(places: Sequence[Floats], target: Target) -> float:
    """How far the target lies beyond the rows, in ranges of theirs; 0 between them, and of a single row."""
    ends, at = [float(place[0]) for place in places], float(target.at[0])
    length = max(ends) - min(ends)
    return max(min(ends) - at, at - max(ends), 0.0) / length if length else 0.0


def _row_numbers(points: Points, labels: Sequence[str]) -> list[int]:
    return [points.points.index(label_of(points, label, "--calibrate")) for label in labels]


def _usual(points: Points, runs: Sequence[TableRun], own: TableRun | None) -> str:
    """Reads per unit where all rows have it, else how many servers there are, else the size."""
    every = [*runs, *([own] if own else [])]
    if all(run.reads is not None for run in every):
        return READS
    return LABEL if servers.counts_servers(points, LABEL) else SIZE


def _known_column(points: Points, by: str) -> str:
    name = by.strip().lower().replace(" ", "_")
    name = {"size": SIZE, "reads": READS}.get(name, name)
    if name in {READS, SIZE} or points.column(name):
        return name
    if is_label(points, name):
        return LABEL
    message = f"{points.file}: --by {by}: there is no such column"
    raise UnknownNameError(message, by, [READS, *(column.name for column in points.columns)])


def _place(points: Points, point: Point, run: TableRun, target: Target, draws: Draws) -> Floats:
    place = at_of(run, point, target.by)
    if place is None:
        raise not_told(points, point.label, target.by)
    return place if len(place) > 1 else draws.constant(float(place[0]))


def _by_reads(
    target: Target, runs: Sequence[TableRun], places: Sequence[Floats], draws: Draws
) -> tuple[Target, list[Floats]]:
    """What is forecast by size is forecast by the reads that the size has: a line over logarithms."""
    reads = [np.maximum(run.reads, 1e-9) for run in runs if run.reads is not None]
    at = along(
        [np.log(p) for p in places],
        [-np.log(r) for r in reads],
        np.log(target.at),
        Bend("reads by size", log_middle(1 / _BY_SIZE, _BY_SIZE)[1]),
        draws,
    )
    return Target(target.label, READS, np.exp(-at.value), target.point), list(reads)


def _given(case: Case) -> list[str]:
    rows = ", ".join(point.label for point in case.rows)
    words = f"calibrated on {rows}; of {case.target.label} only {case.target.by.replace('_', ' ')} is given"
    return [
        *case.points.assumed_units,
        f"{words} ({case.target.at[0]:.4g})",
        f"the work is the same in all rows, and differs by {100 * REPEAT:.1f} % from run to run",
    ]


def _beyond(case: Case) -> list[str]:
    if len(case.places) == 1:
        at_row = float(case.places[0][0]) == float(case.target.at[0])
        return [] if at_row else ["from one row: what a read costs comes from published ranges"]
    far = _ranges_beyond(case.places, case.target)
    if not far:
        return []
    return [
        f"beyond the calibration rows by {100 * far:.0f} % of their range: slopes out there may differ, and "
        "the intervals are wider for it"
    ]


def _agreements(points: Points) -> tuple[RowAgreement, ...]:
    return tuple(
        RowAgreement(
            subject=check.label,
            name=check.rule,
            unit=check.unit,
            printed=check.printed.value,
            computed=check.computed.value,
            low=check.computed.low,
            high=check.computed.high,
            agrees=check.agrees,
        )
        for check in points.checks
    )
