"""CPU, ITR, response, ETR and busy of a run that is forecast, through the queueing network.

What the model gives is held to what the rows measured: the rows say how much, the model how it goes. No model
gives back just what was measured: think times come from a law over all rows, processors are taken for a queue
of one class. So a model says only the shape. Between two rows a figure goes from the one's to the other's as
far as the model has gone from its figure of the one to that of the other, never past either; beyond the last
row it is the row's, times the model's ratio. At a row it is the row's.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from getpage.forecast import price as published
from getpage.forecast.draws import Floats, estimate, known, log_middle
from getpage.forecast.points.line import Bend, along
from getpage.forecast.points.runs import READS, REPEAT, Case, TableRun
from getpage.forecast.queueing import residence, settle
from getpage.forecast.scalability import Users, users_of
from getpage.result.forecast import GIVEN, ArrivalModel, Figure, FigureName, Price

#: Models that differ by less between two rows do not say where between them a figure is.
_SAME = 1e-9


def anchored(
    places: Sequence[Floats],
    measured: Sequence[Floats],
    modelled: Sequence[Floats],
    at: Floats,
    model: Floats,
) -> Floats:
    """A figure at `at`, of which the model says `model`; `places`, `measured` and `modelled` are the rows'.

    All are draws, shape (draws,); which rows are the neighbors is that of the best guess.
    """
    order = sorted(range(len(places)), key=lambda i: float(places[i][0]))
    xs, ys, ms = ([of[i] for i in order] for of in (places, measured, modelled))
    after = next((i for i, x in enumerate(xs) if x[0] >= at[0]), len(xs))
    if after == len(xs) or (after == 0 and xs[0][0] > at[0]):
        end = min(after, len(xs) - 1)
        return np.asarray(ys[end] * model / np.where(ms[end] == 0, 1.0, ms[end]))
    if xs[after][0] == at[0]:
        return ys[after]
    before = after - 1
    apart = ms[after] - ms[before]
    differing = np.abs(apart) > _SAME * np.maximum(np.abs(ms[after]), np.abs(ms[before]))
    way = xs[after] - xs[before]
    straight = (at - xs[before]) / np.where(way == 0, 1.0, way)
    share = np.where(differing, (model - ms[before]) / np.where(differing, apart, 1.0), straight)
    return np.asarray(ys[before] + (ys[after] - ys[before]) * np.clip(share, 0.0, 1.0))


MODEL = "queueing model"
CPU = "CPU per unit"
#: Waits are at least this share of a response.
_LEAST_WAIT = 1e-3
_UNITS = {
    FigureName.READS: "/s",
    FigureName.READS_PER_UNIT: "",
    FigureName.CPU_PER_UNIT: "s",
    FigureName.RESPONSE: "s",
    FigureName.ETR: "/s",
    FigureName.ITR: "/s",
    FigureName.CPU_BUSY: "%",
}
_COLUMNS = {
    FigureName.READS: "sync_reads_per_s",
    FigureName.RESPONSE: "response_s",
    FigureName.ETR: "etr",
    FigureName.ITR: "itr",
    FigureName.CPU_BUSY: "cpu_percent",
}


@dataclass(frozen=True, slots=True)
class PointFigures:
    """What one part of the forecast says."""

    figures: tuple[Figure, ...] = ()
    assumptions: tuple[str, ...] = ()
    prices: tuple[Price, ...] = ()
    loads: tuple[ArrivalModel, ...] = ()
    missing: tuple[tuple[str, str], ...] = ()

    def beside(self, other: PointFigures) -> PointFigures:
        """What it says beside another part that goes before it and is of throughput."""
        if not other.figures and not other.missing:
            return self
        names = {figure.name for figure in other.figures}
        return replace(
            self, figures=tuple(figure for figure in self.figures if figure.name not in names), missing=()
        )


@dataclass(frozen=True, slots=True)
class _Unit:
    """What a unit of work reads, computes and waits for, in a row or in what is forecast."""

    reads: Floats | None
    cpu: Floats | None
    waits: Floats | None


def figures(case: Case) -> PointFigures:
    """The figures that the rows carry: CPU from two rows (or one and a price), the rest with response too.

    The model gives how each goes; at the rows themselves it is what they measured (`anchored`).
    """
    by_reads = case.target.by == READS
    waits = _waits(case)
    target = _Unit(
        case.target.at if by_reads else None,
        _cpu(case, by_reads),
        None if waits is None else _over_rows(case, waits, by_reads),
    )
    rows = [
        _Unit(case.places[i] if by_reads else None, run.cpu, None if waits is None else waits[i])
        for i, run in enumerate(case.runs)
    ]
    users = _users(case)
    modelled = _model(case, target, users)
    of_rows = [_model(case, row, users) for row in rows]
    modelled_figures = {
        name: (_held(case, name, of_rows, draws), basis) for name, (draws, basis) in modelled.items()
    }
    if by_reads:
        modelled_figures = {FigureName.READS_PER_UNIT: (case.target.at, GIVEN), **modelled_figures}
    words: list[str] = []
    missing: list[tuple[str, str]] = []
    loads: tuple[ArrivalModel, ...] = ()
    if target.cpu is not None:
        words += _cpu_words(case, by_reads)
    if target.waits is not None:
        if not (target.cpu is not None and case.processors and users is not None):
            words.append("the processors are as busy as before: response changes by waits and CPU time alone")
        elif users is not None:
            words += _network_words(users, case.processors)
        words += _clipped_words(case)
        if users is not None:
            loads = (_load(case, users),)
    if users is None or FigureName.ETR not in modelled_figures:
        missing.append(
            (
                "How does throughput change?",
                "two calibration rows with ETR, response and CPU, or the users and their think time "
                "(--population, --think), and --processors",
            )
        )
    if by_reads and target.waits is not None:
        words.append(_wait_words(case))
    if len(case.rows) > 1:
        words.append(
            "at a calibration row every figure is the row's, and between two rows it lies between theirs"
        )
    shown = tuple(_figure(case, name, *value) for name, value in modelled_figures.items())
    return PointFigures(shown, tuple(words), (), loads, tuple(missing))


def _model(case: Case, of: _Unit, users: Users | None) -> dict[FigureName, tuple[Floats, str]]:
    """What the model gives for a unit of work that reads, computes and waits so."""
    modelled: dict[FigureName, tuple[Floats, str]] = {}
    line = f"line over {'reads' if of.reads is not None else case.target.by}"
    if of.cpu is not None:
        if case.processors:
            modelled[FigureName.CPU_PER_UNIT] = (of.cpu, line)
        if any(run.itr or run.busy is not None for run in case.runs):
            modelled[FigureName.ITR] = ((case.processors or 1) / of.cpu, line)
    if of.waits is None:
        return modelled
    if of.cpu is not None and case.processors and users is not None:
        rate, stays = settle(users.population, users.think, of.waits, of.cpu, case.processors)
        modelled[FigureName.ETR] = (rate, MODEL)
        modelled[FigureName.RESPONSE] = (of.waits + stays, MODEL)
        modelled[FigureName.CPU_BUSY] = (100 * rate * of.cpu / case.processors, MODEL)
    else:
        response = of.waits if of.cpu is None or not case.processors else of.waits + of.cpu
        modelled[FigureName.RESPONSE] = (response, line)
        if users is not None:
            modelled[FigureName.ETR] = (users.population / (users.think + response), MODEL)
    if of.reads is not None and FigureName.ETR in modelled:
        modelled[FigureName.READS] = (modelled[FigureName.ETR][0] * of.reads, MODEL)
    return modelled


def _held(
    case: Case, name: FigureName, rows: list[dict[FigureName, tuple[Floats, str]]], draws: Floats
) -> Floats:
    """A figure of the model, held to what the rows measured of it, those of them that did."""
    known = [
        (place, measured, of[name][0])
        for place, run, of in zip(case.places, case.runs, rows, strict=True)
        if name in of and (measured := _measured(run, name, case.processors)) is not None
    ]
    if len(known) < len(case.runs):
        return draws
    rows_of = [[row[i] for row in known] for i in range(3)]
    return anchored(rows_of[0], rows_of[1], rows_of[2], case.target.at, draws)


def _measured(run: TableRun, name: FigureName, processors: int | None) -> Floats | None:
    """A figure as a row has it, or as it follows from those that it has."""
    itr = None if run.cpu is None else (processors or 1) / run.cpu
    return {
        FigureName.READS_PER_UNIT: run.reads,
        FigureName.CPU_PER_UNIT: run.cpu,
        FigureName.RESPONSE: run.response,
        FigureName.ETR: run.etr,
        FigureName.ITR: itr if run.internal is None else run.internal,
        FigureName.CPU_BUSY: None if run.busy is None else 100 * run.busy,
        FigureName.READS: None if run.reads is None or run.etr is None else run.reads * run.etr,
    }.get(name)


def _cpu(case: Case, by_reads: bool) -> Floats | None:
    values = [run.cpu for run in case.runs if run.cpu is not None]
    if len(values) < len(case.runs):
        return None
    price = published.cpu_per_read(case.settings.machine) if by_reads and case.processors else None
    return _line(case, values, CPU, price, published.cpu_per_read(None))


def _waits(case: Case) -> list[Floats] | None:
    """Seconds a unit that are not spent at the processors, by row: reads, and what waits behind them."""
    values = []
    for run in case.runs:
        if run.response is None:
            return None
        values.append(np.maximum(run.response - _stays(case, run), _LEAST_WAIT * run.response))
    return values


def _stays(case: Case, run: TableRun) -> Floats | float:
    """Seconds a unit at the processors, queueing included; nothing where that cannot be told."""
    if run.cpu is None or not case.processors:
        return 0.0
    if run.etr is None:
        return run.cpu
    stays = residence(run.etr, run.cpu, case.processors)
    return np.where(np.isfinite(stays), stays, run.cpu)


def _clipped_words(case: Case) -> list[str]:
    """Which rows leave no time for waits: their response and their CPU do not fit one another."""
    rows = [
        run.label
        for run in case.runs
        if run.response is not None
        and run.response[0] * (1 - _LEAST_WAIT) < np.broadcast_to(_stays(case, run), run.response.shape)[0]
    ]
    if not rows:
        return []
    return [
        f"of {', '.join(rows)} the response is no longer than the CPU of a unit and its queue: response and "
        "CPU do not fit one another, and waits are taken for next to nothing there"
    ]


def _over_rows(case: Case, values: list[Floats], by_reads: bool) -> Floats | None:
    price = _wait_price(case, values) if by_reads else None
    return _line(case, values, "waits", price, published.WAIT_PER_READ)


def _wait_price(case: Case, values: list[Floats]) -> published.Range:
    """What a read adds to the waits, where one row has no slope: its own time, or all that waits behind
    it."""
    alone = published.WAIT_PER_READ
    reads = float(case.places[0][0])
    most = float(values[0][0]) / reads if reads > 0 else alone.high
    return published.Range(alone.low, max(alone.high, most), alone.unit, alone.source)


def _line(
    case: Case, values: list[Floats], of: str, price: published.Range | None, spread: published.Range
) -> Floats | None:
    if len(values) < 2 and price is None:
        return None
    sigma = log_middle(spread.low, spread.high)[1]
    bend = Bend(of, sigma, price, joined=of == CPU, decays=case.target.by == "pool_bytes")
    return along(case.places, values, case.target.at, bend, case.settings.draws).value


def _users(case: Case) -> Users | None:
    both = [(run.etr, run.response) for run in case.runs if run.etr is not None and run.response is not None]
    return users_of(
        [rate for rate, _ in both],
        [response for _, response in both],
        population=case.settings.population,
        think=case.settings.think_seconds,
        draws=case.settings.draws,
    )


def _figure(case: Case, name: FigureName, draws: Floats, basis: str) -> Figure:
    level, unit = case.settings.level, _UNITS[name]
    column = _COLUMNS.get(name)
    run = case.runs[case.nearest]
    before = _measured(run, name, case.processors)
    point = case.target.point
    measured = point.value(column) if point and column else None
    if measured is None and point and name is FigureName.ITR:
        etr, busy = point.value("etr"), point.value("cpu_percent")
        measured = 100 * etr / busy if etr is not None and busy else None
    return figure_of(case, str(name), unit, draws, before, measured, basis, level)


def figure_of(
    case: Case,
    name: str,
    unit: str,
    draws: Floats,
    before: Floats | None,
    measured: float | None,
    basis: str,
    level: float,
    *,
    repeats: bool = True,
) -> Figure:
    """A figure of a run to be measured, with the nearest calibration row before it and the change from there.

    A run that is measured differs from what the work does on average as all runs do: `repeats` adds that to
    draws that do not have it.
    """
    if repeats and basis != GIVEN:
        draws = draws * (1 + REPEAT * case.settings.draws.normal(f"{case.target.label} {name} repeated"))
    change = None
    if before is not None and (before > 0).all():
        change = estimate(
            100 * (draws / before - 1), label=f"{name}, change", unit="%", basis=basis, level=level
        )
    row = case.rows[case.nearest].label
    return Figure(
        subject=case.target.label,
        name=name,
        unit=unit,
        after=estimate(draws, label=name, unit=unit, basis=basis, level=level),
        before=None
        if before is None
        else known(float(before[0]), label=f"{name}, {row}", unit=unit, level=level),
        change_percent=change,
        measured=measured,
    )


def _cpu_words(case: Case, by_reads: bool) -> list[str]:
    if not by_reads:
        return [f"CPU per unit is interpolated along a line over {case.target.by}"]
    range_ = published.cpu_per_read(case.settings.machine)
    return [
        "CPU per unit falls with reads per unit: by what the rows say, and beyond them also by the "
        f"published price ({range_.source})"
    ]


def _wait_words(case: Case) -> str:
    if len(case.rows) == 1:
        return (
            "one row does not tell how much waits behind reads: anything from the time of a read alone "
            f"({published.WAIT_PER_READ.source}) to all that is not spent at the processors"
        )
    return (
        "waits per unit fall with reads per unit, locks held meanwhile included, as the rows say; beyond "
        f"them the slope may differ by as much as read times do ({published.WAIT_PER_READ.source})"
    )


def _network_words(users: Users, processors: int) -> list[str]:
    return [
        f"{users.population[0]:,.0f} users who think {users.think[0]:.2f} s ({users.basis}) share "
        f"{processors} processors; waits elsewhere are not longer under load"
    ]


def _load(case: Case, users: Users) -> ArrivalModel:
    level = case.settings.level
    run = case.runs[case.nearest]
    return ArrivalModel(
        subject=case.target.label,
        kind="closed",
        basis=users.basis,
        processors=case.processors,
        busy_percent=None if run.busy is None else 100 * float(run.busy[0]),
        population=estimate(users.population, label="users", unit="", basis=users.basis, level=level),
        think_seconds=estimate(users.think, label="think time", unit="s", basis=users.basis, level=level),
    )
