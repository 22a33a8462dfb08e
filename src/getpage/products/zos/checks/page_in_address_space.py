"""Address space that waits for pages.

What it does:
    Reports address spaces that waited for storage or paging at all, and those with 10 page-ins per second or
    more, each by its name, with what RMF names as the cause. How grave a wait is follows from its share of
    the samples (critical from 10 %, a warning from 0.1 %); without a wait known, more than 100 page-ins a
    second are a warning and fewer are worth a word.

Why it matters:
    A CICS region that pages stops all of its transactions for each page. One region can page while the
    others of its class do not, so it is looked for one by one.

Evidence:
    SDSF DA (Paging), RMF Monitor III STORJ and STORF (Page In Rate, primary delay, probable cause).

What to do:
    Give the system real storage, or take it from whoever does not use it (getpage ledger). Where the
    delay is in cross-memory storage, the page that is missing belongs to another address space, such as
    Db2, MQ or a file-owning region: look there. Page-fix the buffers of what is paged most, if storage is
    free at its minimum.

How to verify:
    The same panel, with the same work: no paging, or little.

References:
    IBM REDP-5238, 4.1.3 and figures 4-3 and 4-6: strive for none, more than about 100 per second must be
    investigated. The 10 are ours.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import polars as pl

from getpage.contract.facts import value_of
from getpage.contract.measures import Count, Worst, in_time
from getpage.contract.severity import by_waiting
from getpage.products.zos import words
from getpage.products.zos.thresholds import PAGE_INS_TO_INVESTIGATE, PAGE_INS_WORTH_SAYING
from getpage.result import Finding, Kind, Severity

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from getpage.contract.measures import Measure
    from getpage.products.zos.system import Row, ZosSystem

PEAK: Final = Worst("page_in_rate")
_WAITS: Final = (pl.col("storage_delay_percent") > 0) | pl.col("primary_delay").str.contains(
    "(?i)paging|storage|swap"
)
#: The row with the longest wait; RMF may name a delay without saying how long it was.
WAITED: Final = Worst(pl.col("storage_delay_percent").fill_null(0.0), where=_WAITS)
#: Rows that a finding may come of.
WORTH_SAYING: Final = (pl.col("page_in_rate") >= PAGE_INS_WORTH_SAYING) | _WAITS
#: Rows that show page-ins at all.
PAGE_INS: Final = Count(pl.col("page_in_rate") >= 1)
ROWS: Final = Count()

ID = "zos-page-in-address-space"
TITLE = "Address space that waits for pages"
NO_COMMAND = (
    "Real storage is short, which no command here makes more: see in RMF Monitor III STORF who holds it and "
    "who pages, let whoever does not use it give back (getpage ledger), move work away, or give the "
    "partition more."
)
FINDS = (Kind.SHORTAGE, Kind.NOTE)

#: Table of address spaces.
SPACES: Final = "zos_address_space"
#: Label of the fact that says whose class the address space is in.
SERVICE_CLASS = "service class"
_PAGED = "page-ins"
_WAITED = "samples in which it waited for storage"


def find(system: ZosSystem) -> Iterator[Finding]:
    """Every address space that waits or pages, that which waits longest first."""
    found = [(one[PEAK], one[WAITED]) for one in system.paging_spaces]
    for peak, waited in sorted(found, key=_longest_wait):
        yield _finding(system, peak, waited)


def _longest_wait(found: tuple[Row | None, Row | None]) -> tuple[object, ...]:
    peak, waited = found
    row = peak or waited or {}
    percent = (waited or {}).get("storage_delay_percent") or 0.0
    return (-percent, -((peak or {}).get("page_in_rate") or 0.0), *in_time(row))


def worst_first(measures: Iterable[Measure]) -> list[Row]:
    """The row of each with the highest rate, the highest first."""
    rows = (row for one in measures if (row := one[PEAK]) is not None)
    return sorted(rows, key=lambda row: (-row["page_in_rate"], *in_time(row)))


def _finding(system: ZosSystem, peak: Row | None, waited: Row | None) -> Finding:
    row = waited or peak
    assert row is not None, "an address space is found by one of them"
    severity = _severity(peak, waited)
    said = []
    if peak and peak["page_in_rate"]:
        said.append(f"had page-ins of {words.rate(peak['page_in_rate'])} {words.interval(peak)}")
    if (percent := row["storage_delay_percent"]) is not None:
        when = "" if row is peak or _same(row, peak) else f" {words.interval(row)}"
        said.append(f"waited for storage in {percent:.2g} % of the samples{when}")
    claim = f"{row['job']} on {system.label} {', and '.join(said) or 'waited for storage'}"
    if row["primary_delay"]:
        claim += f"; RMF names as its primary delay: {_lower(row['primary_delay'])}"
    if row["probable_cause"]:
        claim += f", and as the probable cause: {_lower(row['probable_cause'])}"
    more = () if peak is None or _same(row, peak) else system.facts(SPACES, peak, page_in_rate=_PAGED)
    return Finding(
        check=ID,
        object=system.within(row["job"]),
        severity=severity,
        kind=Kind.NOTE if severity is Severity.INFO else Kind.SHORTAGE,
        claim=claim + ".",
        evidence=(
            *more,
            *system.facts(
                SPACES,
                row,
                page_in_rate=_PAGED if not more else "page-ins while it waited",
                frames="frames that it holds",
                auxiliary_slots="slots on auxiliary storage",
                fixed_frames="fixed frames",
                storage_delay_percent=_WAITED,
                primary_delay="primary delay",
                probable_cause="probable cause",
                service_class=SERVICE_CLASS,
            ),
        ),
    )


def _severity(peak: Row | None, waited: Row | None) -> Severity:
    """By its wait, or its page-ins, whichever is graver."""
    by_wait = by_rate = Severity.INFO
    if waited is not None:
        percent = waited["storage_delay_percent"]
        by_wait = Severity.WARNING if percent is None else by_waiting(percent / 100)
    if peak is not None and peak["page_in_rate"] > PAGE_INS_TO_INVESTIGATE:
        by_rate = Severity.WARNING
    order = tuple(Severity)
    return min(by_wait, by_rate, key=order.index)


def _same(row: Row, other: Row | None) -> bool:
    return other is not None and (row["file"], row["record"]) == (other["file"], other["record"])


def _lower(text: str) -> str:
    return text[:1].lower() + text[1:]


def in_short(finding: Finding) -> str:
    """What it counts, in a few words, where another finding speaks of the same shortage."""
    name, percent = finding.object.subsystem.name, value_of(finding, _WAITED)
    if percent:
        return f"{name}, which waited for storage in {percent:.2g} % of its samples"
    rate = value_of(finding, _PAGED)
    return f"page-ins of {name} ({words.rate(rate)})" if rate else f"the waits of {name} for storage"
