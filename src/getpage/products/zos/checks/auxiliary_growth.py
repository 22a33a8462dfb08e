"""Auxiliary storage that will run short.

What it does:
    Takes the slope of the slots in use with a 90 % interval, and reports systems that reach 70 % within a
    day at that rate, where all of the interval rises and still does in the later half. Of four days and
    more it takes that of the peaks of days too, and warns of what is reached within two weeks. Names the
    address space that took at least half of them.

Why it matters:
    At 70 % z/OS stops jobs that take slots fast (IRA200E), and stops itself when there are none. A page
    data set more only delays that where one address space never gives storage back.

Evidence:
    RMF Page Data Set Activity (SMF 75), replies to D ASM, or RMF Paging Activity (SMF 71), eight of them at
    least. Slots by address space: RMF Monitor III STORF, message IRA206I, SMF 30 (SMF30HVA).

What to do:
    Where an address space is named, find what it never frees; stop it at a quiet hour before the time named.
    Else add a page data set in time.

How to verify:
    Slots in use no longer rise: D ASM.

References:
    Messages IRA200E and IRA206I, z/OS MVS System Messages; P. K. Sen, JASA 63 (1968). The day and the two
    weeks are getpage's own: `getpage trend` looks further ahead. docs/models/paging.md.
"""

from __future__ import annotations

from collections.abc import Iterator

from getpage.contract.facts import computed
from getpage.core import wording
from getpage.core.units import PAGE
from getpage.products.zos.growth import DAY, UseGrowth
from getpage.products.zos.page_add import add_data_set
from getpage.products.zos.paging_space import Filler
from getpage.products.zos.rows import PAGE_SETS, SPACES
from getpage.products.zos.scopes import PAGE_SLOTS
from getpage.products.zos.system import ZosSystem
from getpage.products.zos.thresholds import LATER_SHORT, SLOTS, SOON_SHORT
from getpage.result import Cause, Criterion, Fact, Finding, Harm, Kind, Severity

ID = "zos-auxiliary-growth"
TITLE = "Auxiliary storage that will run short"
LOOKS_AT = PAGE_SLOTS
NO_COMMAND = (
    "A larger paging space only fills later: find what takes the slots, and end it before they run short."
)
FINDS = (Kind.RISK,)


def find(system: ZosSystem) -> Iterator[Finding]:
    """The system, when its slots run short soon."""
    soon = system.in_force(SOON_SHORT)
    growth, by_day = system.paging_space.growth, system.paging_space.growth_of_days
    if growth is None or growth.earliest > soon:
        growth = by_day
    if growth is None or min(growth.earliest - soon, growth.reached_in - system.in_force(LATER_SHORT)) > 0:
        return
    filler = system.paging_space.filler
    more = 0.0 if growth.earliest <= soon else growth.of.value * system.in_force(LATER_SHORT)
    limit = wording.percent(system.in_force(SLOTS))
    yield Finding(
        check=ID,
        object=system.object,
        severity=Severity.CRITICAL if growth.earliest <= soon else Severity.WARNING,
        criterion=Criterion("page slots short in, at the earliest", "s", growth.earliest, soon, falls=True),
        kind=Kind.RISK,
        harm=Harm.SOON,
        cause=Cause.LEAK if filler else None,
        headline=f"Page slots fill {_rate(system, growth, soon)}: {limit} (IRA200E) in {_left(growth, soon)}",
        claim=_claim(filler, limit, _between(growth, soon)),
        next_step=f"Stop {filler.job} before {_written(growth, soon)}, and find what it does not free"
        if filler
        else "",
        evidence=tuple(_facts(system, growth, filler)),
        advice=() if filler else add_data_set(system, more),
    )


def _rate(system: ZosSystem, growth: UseGrowth, soon: float) -> str:
    hours, unit = (1, "h") if growth.earliest <= soon else (24, "day")
    more = growth.per_hour * hours
    per = wording.size(round(more * PAGE)) if system.paging_space.is_in_slots else wording.percent(more)
    return f"{per}/{unit}"


def _left(growth: UseGrowth, soon: float) -> str:
    if growth.earliest <= soon:
        return wording.seconds(growth.reached_in)
    return wording.plural(round(growth.reached_in / DAY), "day")


def _between(growth: UseGrowth, soon: float) -> str:
    """When it is reached by days, as a part of a sentence; empty within hours."""
    first, last = (round(seconds / DAY) for seconds in (growth.earliest, growth.latest))
    if growth.earliest <= soon or first == last:
        return ""
    return f", in {first:,} to {last:,} days"


def _written(growth: UseGrowth, soon: float) -> str:
    return f"{growth.at:%H:%M}" if growth.earliest <= soon else f"{growth.at:%Y-%m-%d}"


def _claim(filler: Filler | None, limit: str, between: str) -> str:
    if filler is None:
        return (
            f"From {limit} on{between}, z/OS stops jobs that take slots fast. Find who takes them: IRA206I, "
            "RMF STORF."
        )
    part = f" ({wording.percent(min(filler.share, 1.0))} of the growth)" if filler.share else ""
    return (
        f"{filler.job} took {wording.size(filler.slots * PAGE)} more{part} and gives nothing back. More page "
        "data sets would fill too."
    )


def _facts(system: ZosSystem, growth: UseGrowth, filler: Filler | None) -> Iterator[Fact]:
    if filler:
        yield from system.facts(SPACES, filler.first, auxiliary_slots=f"slots of {filler.job}, first")
        yield from system.facts(SPACES, filler.last, auxiliary_slots=f"slots of {filler.job}, last")
    fullest = system.paging_space.fullest
    for row in system.paging_space.rows_at(fullest)[:8] if fullest else ():
        name = row["data_set"] or row["type"]
        yield from system.facts(
            PAGE_SETS, row, slots=f"slots of {name}", slots_used_maximum=f"slots in use of {name}"
        )
    unit = "slots per hour" if system.paging_space.is_in_slots else "of all slots per hour"
    yield computed("moments or days that tell it", growth.of.points, "count")
    yield computed("growth", _rounded(growth.per_hour), unit)
    yield computed("growth at the least, 90 %", _rounded(growth.of.low * 3600), unit)
    yield computed("growth at the most, 90 %", _rounded(growth.of.high * 3600), unit)
    yield computed("short at the earliest", round(growth.earliest), "seconds after the last of them")
    yield computed("short at the latest, 90 %", round(growth.latest), "seconds after the last of them")


def _rounded(value: float) -> float | int:
    return round(value) if abs(value) >= 10 else round(value, 5)
