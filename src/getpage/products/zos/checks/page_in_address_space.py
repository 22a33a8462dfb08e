"""Address space that waits for pages.

What it does:
    Reports address spaces that waited for storage or paging at all, and those with 10 page-ins per second or
    more, each by its name, with what RMF names as the cause. How severe a wait is follows from its share of
    the samples (critical from 10 %, a warning from 0.1 %). A single sample is no verdict: critical takes two
    samples, or a minute. Without a wait known, more than 100 page-ins per second are a warning, fewer a note.

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
    investigated. The 10 are getpage's own.
"""

from __future__ import annotations

from collections.abc import Iterator

from getpage.contract.measures import Measure, Row, in_time
from getpage.contract.severity import by_waiting
from getpage.contract.storage import whole
from getpage.contract.thresholds import WAITING_CRITICAL
from getpage.core import wording
from getpage.core.names import Object
from getpage.products.zos.constants import LASTS_SECONDS
from getpage.products.zos.rows import SPACES
from getpage.products.zos.scopes import ADDRESS_SPACES
from getpage.products.zos.sorts import limit_sorts
from getpage.products.zos.spaces import PEAK, WAITED, WAITS
from getpage.products.zos.system import ZosSystem
from getpage.products.zos.thresholds import SPACE_PAGE_INS
from getpage.result import REAL_STORAGE, Criterion, Finding, Kind, Severity, Shows

ID = "zos-page-in-address-space"
TITLE = "Address space that waits for pages"
LOOKS_AT = ADDRESS_SPACES
NO_COMMAND = (
    "No command adds real storage. See in RMF Monitor III STORF who holds it and who pages, let whoever does "
    "not use it give back (getpage ledger), move work away, or give the partition more."
)
FINDS = (Kind.SHORTAGE, Kind.NOTE)


def find(system: ZosSystem) -> Iterator[Finding]:
    """Every address space that waits or pages, the longest wait first."""
    for space in sorted(system.paging_spaces, key=_longest_wait):
        yield _finding(system, space)


def _longest_wait(space: Measure) -> tuple[object, ...]:
    peak, waited = space[PEAK], space[WAITED]
    row = peak or waited or {}
    percent = (waited or {}).get("storage_delay_percent") or 0.0
    return (-percent, -((peak or {}).get("page_in_rate") or 0.0), *in_time(row))


def _finding(system: ZosSystem, space: Measure) -> Finding:
    peak, waited = space[PEAK], space[WAITED]
    row = waited or peak
    assert row is not None, "an address space is found by one of them"
    own = system.within(row["job"])
    severity = _severity(system, own, space)
    wait, in_brief = _in_words(row, peak)
    other = peak if peak is not None and not _same(row, peak) else None
    return Finding(
        check=ID,
        object=own,
        severity=severity,
        criterion=_criterion(system, own, waited),
        kind=Kind.NOTE if severity is Severity.INFO else Kind.SHORTAGE,
        headline=wait,
        in_brief=in_brief,
        shows=Shows((whole(own.image), own), REAL_STORAGE, itself=severity is not Severity.INFO),
        claim=_claim(row),
        evidence=(
            *system.facts(SPACES, other, page_in_rate="page-ins"),
            *system.facts(
                SPACES,
                row,
                page_in_rate="page-ins while it waited" if other else "page-ins",
                frames="frames that it holds",
                auxiliary_slots="slots on auxiliary storage",
                fixed_frames="fixed frames",
                storage_delay_percent="samples in which it waited for storage",
                samples="samples",
                primary_delay="primary delay",
                probable_cause="probable cause",
                service_class="service class",
            ),
        ),
        advice=() if severity is Severity.INFO else limit_sorts(system),
    )


def _in_words(row: Row, peak: Row | None) -> tuple[str, str]:
    """The headline, and the same with the address space in few words."""
    percent, job = row["storage_delay_percent"], row["job"]
    if percent:
        share = f"{percent:.2g} % of its samples"
        if row["samples"]:
            share = f"{_waited_samples(row)} of {wording.plural(row['samples'], 'sample')}"
        return f"Waited for storage in {share}", f"{job}, which waited for storage in {share}"
    if peak is not None and peak["page_in_rate"]:
        rate = wording.rate(peak["page_in_rate"])
        return f"{rate} page-ins/s", f"page-ins of {job} ({rate}/s)"
    return "Waits for storage, as RMF names it", f"the waits of {job} for storage"


def _claim(row: Row) -> str:
    causes = [row[name] for name in ("primary_delay", "probable_cause") if row[name]]
    named = f"RMF names {wording.listed([_lower(cause) for cause in causes])}. " if causes else ""
    return f"{named}Give the system real storage, or take it from whoever does not use it (getpage ledger)."


def _severity(system: ZosSystem, own: Object, space: Measure) -> Severity:
    """By its wait, or its page-ins, whichever is graver."""
    peak, waited = space[PEAK], space[WAITED]
    by_wait = by_rate = Severity.INFO
    if waited is not None:
        percent = waited["storage_delay_percent"]
        by_wait = Severity.WARNING
        if percent is not None:
            by_wait = by_waiting(percent / 100, own, system.evidence.thresholds)
        if by_wait is Severity.CRITICAL and not _lasts(waited, space[WAITS]):
            by_wait = Severity.WARNING
    if peak is not None and peak["page_in_rate"] > system.in_force(SPACE_PAGE_INS, own):
        by_rate = Severity.WARNING
    order = tuple(Severity)
    return min(by_wait, by_rate, key=order.index)


def _criterion(system: ZosSystem, own: Object, waited: Row | None) -> Criterion | None:
    percent = None if waited is None else waited["storage_delay_percent"]
    if percent is None:
        return None
    most = 100 * system.evidence.thresholds.of(WAITING_CRITICAL, own)
    return Criterion("samples in which it waited for storage", "percent", percent, most)


def _lasts(row: Row, rows: int) -> bool:
    """Whether more than one sample shows the wait, or it lasted."""
    if rows > 1:
        return True
    return _waited_samples(row) > 1 if row["samples"] else (row["seconds"] or 0.0) >= LASTS_SECONDS


def _waited_samples(row: Row) -> int:
    return max(1, round(int(row["samples"]) * float(row["storage_delay_percent"]) / 100))


def _same(row: Row, other: Row) -> bool:
    return (row["file"], row["record"]) == (other["file"], other["record"])


def _lower(text: str) -> str:
    return text[:1].lower() + text[1:].rstrip(".")
