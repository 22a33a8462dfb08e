"""CPU, ITR, response, ETR and busy of a run that is forecast, through the queueing network."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from getpage.forecast import published
from getpage.forecast.draws import estimate, known, log_middle
from getpage.forecast.points.line import Bend, along
from getpage.forecast.points.population import Users, users_of
from getpage.forecast.points.runs import REPEAT
from getpage.forecast.points.target import READS
from getpage.forecast.queueing import residence, settle
from getpage.result.forecast import Figure, FigureName, Load

if TYPE_CHECKING:
    from getpage.forecast.draws import Floats
    from getpage.forecast.points.forecast import Case
    from getpage.result.forecast import Price

MODEL = "queueing model"
CPU = "CPU per unit"
GIVEN = "given"
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
class Spoken:
    """What one part of the forecast says."""

    figures: tuple[Figure, ...] = ()
    assumptions: tuple[str, ...] = ()
    prices: tuple[Price, ...] = ()
    loads: tuple[Load, ...] = ()
    missing: tuple[tuple[str, str], ...] = ()


def figures(case: Case) -> Spoken:
    """The figures that the rows carry: CPU from two rows (or one and a price), the rest with response too."""
    by_reads = case.target.by == READS
    cpu = _cpu(case, by_reads)
    waits = _waits(case, by_reads)
    users = _users(case)
    found: dict[FigureName, tuple[Floats, str]] = {}
    words: list[str] = []
    missing: list[tuple[str, str]] = []
    loads: tuple[Load, ...] = ()
    if by_reads:
        found[FigureName.READS_PER_UNIT] = (case.target.at, GIVEN)
    if cpu is not None:
        basis = "line over reads" if by_reads else f"line over {case.target.by}"
        if case.processors:
            found[FigureName.CPU_PER_UNIT] = (cpu, basis)
        if any(run.itr or run.busy is not None for run in case.runs):
            found[FigureName.ITR] = ((case.processors or 1) / cpu, basis)
        words += _cpu_words(case, by_reads)
    if waits is not None and cpu is not None and case.processors and users is not None:
        rate, stays = settle(users.population, users.think, waits, cpu, case.processors)
        found[FigureName.ETR] = (rate, MODEL)
        found[FigureName.RESPONSE] = (waits + stays, MODEL)
        found[FigureName.CPU_BUSY] = (100 * rate * cpu / case.processors, MODEL)
        if by_reads:
            found[FigureName.READS] = (rate * case.target.at, MODEL)
        words += _network_words(users, case.processors)
        loads = (_load(case, users),)
    elif waits is not None:
        response = waits if cpu is None or not case.processors else waits + cpu
        basis = f"line over {'reads' if by_reads else case.target.by}"
        found[FigureName.RESPONSE] = (response, basis)
        words.append("the processors are as busy as before: response changes by waits and CPU time alone")
        if users is not None:
            found[FigureName.ETR] = (users.population / (users.think + response), MODEL)
            loads = (_load(case, users),)
            if by_reads:
                found[FigureName.READS] = (found[FigureName.ETR][0] * case.target.at, MODEL)
    if users is None or FigureName.ETR not in found:
        missing.append(
            (
                "How does throughput change?",
                "two calibration rows with ETR, response and CPU, or the users and their think time "
                "(--population, --think), and --processors",
            )
        )
    if by_reads and waits is not None:
        words.append(_wait_words(case))
    made = tuple(_figure(case, name, *value) for name, value in found.items())
    return Spoken(made, tuple(words), (), loads, tuple(missing))


def _cpu(case: Case, by_reads: bool) -> Floats | None:
    values = [run.cpu for run in case.runs if run.cpu is not None]
    if len(values) < len(case.runs):
        return None
    price = published.cpu_per_read(case.settings.machine) if by_reads and case.processors else None
    return _line(case, values, CPU, price, published.cpu_per_read(None))


def _waits(case: Case, by_reads: bool) -> Floats | None:
    """Seconds a unit that are not spent at the processors: reads, and what waits behind them."""
    values = []
    for run in case.runs:
        if run.response is None:
            return None
        stays: Floats | float = 0.0
        if run.cpu is not None and run.etr is not None and case.processors:
            stays = residence(run.etr, run.cpu, case.processors)
            stays = np.where(np.isfinite(stays), stays, run.cpu)
        values.append(np.maximum(run.response - stays, 1e-3 * run.response))
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
    before = {
        FigureName.READS_PER_UNIT: run.reads,
        FigureName.CPU_PER_UNIT: run.cpu,
        FigureName.RESPONSE: run.response,
        FigureName.ETR: run.etr,
        FigureName.ITR: None if run.cpu is None else (case.processors or 1) / run.cpu,
        FigureName.CPU_BUSY: None if run.busy is None else 100 * run.busy,
        FigureName.READS: None if run.reads is None or run.etr is None else run.reads * run.etr,
    }[name]
    measured = case.target.point.value(column) if case.target.point and column else None
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
) -> Figure:
    """A figure of a run to be measured, with the nearest calibration row before it and the change from there.

    A run that is measured differs from what the work does on average as all runs do.
    """
    if basis != GIVEN:
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
        return [f"CPU per unit goes straight over {case.target.by} between rows"]
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


def _load(case: Case, users: Users) -> Load:
    level = case.settings.level
    run = case.runs[case.nearest]
    return Load(
        subject=case.target.label,
        kind="closed",
        basis=users.basis,
        processors=case.processors,
        busy_percent=None if run.busy is None else 100 * float(run.busy[0]),
        population=estimate(users.population, label="users", unit="", basis=users.basis, level=level),
        think_seconds=estimate(users.think, label="think time", unit="s", basis=users.basis, level=level),
    )
