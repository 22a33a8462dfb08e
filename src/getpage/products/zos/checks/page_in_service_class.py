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
    IBM REDP-5238, 4.1.3 and figures 4-1 and 4-2. The 10 are ours.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

import polars as pl

from getpage.contract.facts import value_of
from getpage.contract.measures import Largest
from getpage.core.names import Object
from getpage.products.zos import words
from getpage.products.zos.thresholds import (
    ONE_REGION,
    PAGE_INS_TO_INVESTIGATE,
    PAGE_INS_WORTH_SAYING,
)
from getpage.result import Finding, Kind, Severity

from . import page_in_address_space

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from getpage.products.zos.system import Row, ZosSystem

HIGHEST: Final = Largest("page_in_rate")
OF_ONE_REGION: Final = Largest(pl.when(pl.col("resident") <= ONE_REGION).then(pl.col("page_in_rate")))

_PAGED = "page-ins, average over the address spaces"
_RESIDENT = "resident address spaces"

ID = "zos-page-in-service-class"
TITLE = "Service class whose address spaces have page-ins"
NO_COMMAND = (
    "Find the region first: SDSF DA (column Paging), RMF Monitor III STORF, or a report class for each. "
    "Then real storage is what it lacks, which no command here makes more: let whoever does not use it give "
    "back (getpage ledger), move work away, or give the partition more."
)
FINDS = (Kind.SHORTAGE, Kind.RISK)


def find(system: ZosSystem) -> Iterator[Finding]:
    """Every class that pages, or may hide a region that does."""
    for row in page_in_address_space.worst_first(system.classes):
        rate, regions = row["page_in_rate"], max(row["resident"] or 1.0, 1.0)
        several = regions > ONE_REGION
        whole = rate * regions if several else rate
        if rate < PAGE_INS_WORTH_SAYING and whole <= PAGE_INS_TO_INVESTIGATE:
            continue
        hides = several and rate <= PAGE_INS_TO_INVESTIGATE < whole
        hidden = (
            f": an average that hides a region, which can have up to {words.rate(whole)}" if hides else ""
        )
        is_grave = rate >= PAGE_INS_WORTH_SAYING and whole > PAGE_INS_TO_INVESTIGATE
        yield _finding(system, row, hidden, is_grave=is_grave)


def named_by_region(findings: Iterable[Finding]) -> dict[Object, Object]:
    """Classes of which a region is reported by its own name, each with the worst of these."""
    found: dict[Object, Object] = {}
    for finding in findings:
        for fact in finding.evidence if finding.check == page_in_address_space.ID else ():
            if fact.label == page_in_address_space.SERVICE_CLASS:
                of = finding.object.subsystem
                found.setdefault(Object(replace(of, name=str(fact.value))), finding.object)
    return found


def _finding(system: ZosSystem, row: Row, hidden: str, *, is_grave: bool) -> Finding:
    regions = _regions(system, row)
    over = f" over {row['resident']:,.0f} address spaces" if (row["resident"] or 0) > ONE_REGION else ""
    name = f"{row['kind'].lower()} {row['class_name']}"
    claim = (
        f"{name[0].upper()}{name[1:]} on {system.label} had page-ins of "
        f"{words.rate(row['page_in_rate'])}{over}"
    )
    claim += f" {words.interval(row)}{hidden}"
    if regions:
        claim += f". Over {PAGE_INS_TO_INVESTIGATE:.0f}/s: {words.listed(regions)}"
    elif over:
        claim += ". Which of them pages, SDSF DA or a report class for each would tell"
    return Finding(
        check=ID,
        object=system.within(row["class_name"]),
        severity=Severity.WARNING if is_grave or regions else Severity.INFO,
        kind=Kind.SHORTAGE if is_grave or regions else Kind.RISK,
        claim=claim + ".",
        evidence=system.facts(
            "zos_service_class",
            row,
            page_in_rate=_PAGED,
            resident=_RESIDENT,
            frames_each="frames of each, on average",
            frames="frames of all",
        ),
    )


def _regions(system: ZosSystem, row: Row) -> list[str]:
    """Who is above the line, of what this class may hold."""
    found: dict[str, float] = {}
    for space in system.paging_by_class:
        _, job, service_class = space.key
        if service_class is None or service_class == row["class_name"]:
            found[job] = max(space[HIGHEST], found.get(job, 0.0))
    for one in system.classes:
        _, kind, name, _ = one.key
        rate = one[OF_ONE_REGION]
        if name != row["class_name"] and rate is not None and rate > PAGE_INS_TO_INVESTIGATE:
            label = f"the one region of {kind.lower()} {name}"
            found[label] = max(rate, found.get(label, 0.0))
    ordered = sorted(found.items(), key=lambda one: (-one[1], one[0]))
    return [f"{name} ({words.rate(rate)})" for name, rate in ordered]


def in_short(finding: Finding) -> str:
    """What it counts, in a few words, where another finding speaks of the same shortage."""
    rate, spaces = value_of(finding, _PAGED), value_of(finding, _RESIDENT) or 1
    over = f" on average of {spaces:,.0f} address spaces" if spaces > ONE_REGION else ""
    return f"page-ins of service class {finding.object.subsystem.name} ({words.rate(rate)}{over})"
