"""Service class whose address spaces have page-ins.

What it does:
    Reports classes with 10 page-ins per second or more, and classes below that whose average can hide a
    region with more than 100: the rate times the number of resident address spaces is what one of them can
    have at most. From 10 per second on that is a warning where it comes to more than 100 over all regions,
    however it is shared. Names the regions (address spaces, or classes of one region) that have more than
    100.

Why it matters:
    RMF prints one rate for all regions of a class. In IBM's example 17 CICS regions together showed 92.8 a
    second; the file-owning region alone had far more, and every transaction waited for it.

Evidence:
    RMF Workload Activity: PAGE-IN RATES SINGLE, MPL. Address spaces from SDSF DA or RMF Monitor III, and
    report classes of one region, say which region it is.

What to do:
    Look at the regions one by one (SDSF DA, RMF Monitor III STORF), or give each its own report class.
    For the region that pages: as for zos-page-in-address-space.

How to verify:
    The class's page-in rate, and that of each region.

References:
    IBM REDP-5238, 4.1.3 and figures 4-1 and 4-2. The 10 are getpage's own.
"""

from __future__ import annotations

from collections.abc import Iterator

from getpage.contract.measures import Row
from getpage.contract.storage import whole
from getpage.core import wording
from getpage.core.names import Object
from getpage.products.zos.constants import (
    ONE_REGION,
    PAGE_INS_TO_INVESTIGATE,
)
from getpage.products.zos.rows import CLASSES as TABLE
from getpage.products.zos.scopes import CLASSES
from getpage.products.zos.sorts import limit_sorts
from getpage.products.zos.spaces import HIGHEST, OF_ONE_REGION, PEAK, WAITED, worst_first
from getpage.products.zos.system import ZosSystem
from getpage.products.zos.thresholds import CLASS_PAGE_INS, CLASS_PAGE_INS_GRAVE
from getpage.result import REAL_STORAGE, Finding, Kind, Severity, Shows

ID = "zos-page-in-service-class"
TITLE = "Service class whose address spaces have page-ins"
LOOKS_AT = CLASSES
NO_COMMAND = (
    "Find the region first: SDSF DA (column Paging), RMF Monitor III STORF, or a report class for each. Then "
    "it lacks real storage: let whoever does not use it give back (getpage ledger), move work away, or give "
    "the partition more."
)
FINDS = (Kind.SHORTAGE, Kind.RISK)


def find(system: ZosSystem) -> Iterator[Finding]:
    """Every class that pages, or may hide a region that does."""
    for row in worst_first(system.classes):
        rate, resident = row["page_in_rate"], max(row["resident"] or 1.0, 1.0)
        together = rate * resident if resident > ONE_REGION else rate
        own = system.within(row["class_name"])
        each, line = (system.in_force(threshold, own) for threshold in (CLASS_PAGE_INS, CLASS_PAGE_INS_GRAVE))
        if rate >= each or together > line:
            yield _finding(system, row, line, is_grave=rate >= each and together > line)


def _finding(system: ZosSystem, row: Row, line: float, *, is_grave: bool) -> Finding:
    regions = _regions(system, row, max(line, PAGE_INS_TO_INVESTIGATE))
    several = (row["resident"] or 0) > ONE_REGION
    over = f" on average of {row['resident']:,.0f} address spaces" if several else ""
    rate = wording.rate(row["page_in_rate"])
    short = is_grave or bool(regions)
    own = system.within(row["class_name"])
    named = _named_region(system, row["class_name"])
    shown_by = tuple(filter(None, (whole(own.image) if own.image else None, named or own)))
    return Finding(
        check=ID,
        object=own,
        severity=Severity.WARNING if short else Severity.INFO,
        kind=Kind.SHORTAGE if short else Kind.RISK,
        headline=f"{rate} page-ins/s{over}",
        in_brief=f"page-ins of service class {row['class_name']} ({rate}/s{over})",
        shows=Shows(shown_by, REAL_STORAGE, itself=short and named is None),
        claim=_claim(row, regions, max(line, PAGE_INS_TO_INVESTIGATE), several=several),
        evidence=system.facts(
            TABLE,
            row,
            page_in_rate="page-ins, average over the address spaces",
            resident="resident address spaces",
            frames_each="frames of each, on average",
            frames="frames of all",
        ),
        advice=limit_sorts(system) if short else (),
    )


def _claim(row: Row, regions: list[str], line: float, *, several: bool) -> str:
    if regions:
        return f"Over {line:.0f}/s: {wording.listed(regions)}."
    if several:
        most = wording.rate(row["page_in_rate"] * row["resident"])
        return (
            f"One of them can have up to {most}/s. SDSF DA, RMF Monitor III STORF or a report class for each "
            "shows which."
        )
    return "Every transaction there waits for its pages. Give the system real storage."


def _named_region(system: ZosSystem, class_name: str) -> Object | None:
    """The address space of this class that is reported by its own name, the worst; None without one."""
    rows = (space[WAITED] or space[PEAK] for space in system.paging_spaces)
    jobs = [row["job"] for row in rows if row is not None and row["service_class"] == class_name]
    return system.within(min(jobs)) if jobs else None


def _regions(system: ZosSystem, row: Row, line: float) -> list[str]:
    """Who is above the line, of what this class may hold, the highest rate first."""
    rates: dict[str, float] = {}
    for space in system.paging_by_class:
        _, job, service_class = space.key
        if service_class is None or service_class == row["class_name"]:
            rates[job] = max(space[HIGHEST], rates.get(job, 0.0))
    rates = {job: rate for job, rate in rates.items() if rate > line}
    for of_class in system.classes:
        *_, kind, name, _ = of_class.key
        rate = of_class[OF_ONE_REGION]
        if name != row["class_name"] and rate is not None and rate > line:
            label = f"the one region of {kind.lower()} {name}"
            rates[label] = max(rate, rates.get(label, 0.0))
    ordered = sorted(rates.items(), key=lambda item: (-item[1], item[0]))
    return [f"{name} ({wording.rate(rate)}/s)" for name, rate in ordered]
