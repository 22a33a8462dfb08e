"""The days of a store in brief, each worked out once and kept beside it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from datetime import date, datetime, time, timedelta
from typing import Final

from getpage.app.settings import settings_of
from getpage.core.errors import NotEnoughEvidenceError
from getpage.core.saved import UnlikeError
from getpage.evidence import beside
from getpage.evidence.catalog import UNDATED
from getpage.evidence.view import StoreEvidence, Window
from getpage.result.day import StoredDay

_A_DAY: Final = timedelta(days=1)


def days_of(evidence: StoreEvidence) -> list[date]:
    """The days on which an interval of the evidence began, ascending; NotEnoughEvidenceError where none has a
    date.
    """
    days = [date.fromisoformat(day) for day in evidence.store.days() if day != UNDATED]
    days = [day for day in days if not _is_only_midnight(evidence, day)]
    if not days:
        raise NotEnoughEvidenceError(
            "not enough evidence: no record in it has a date, and days are compared.",
            "getpage load SMF.DUMP --into STORE",
        )
    return days


def _is_only_midnight(evidence: StoreEvidence, day: date) -> bool:
    """Whether what SMF wrote on a day is only of intervals of the day before, which ended at midnight."""
    import polars as pl

    from getpage.evidence.view import LATE

    start = datetime.combine(day, time())
    if any(first < start + _A_DAY and last > start + LATE for first, last in _stretches(evidence)):
        return False
    of_day = [day.isoformat()]
    for table in evidence.store.tables(of_day):
        rows = evidence.store.table(table, of_day)
        if "written" in rows.collect_schema():
            last = rows.select(pl.col("written").max()).collect().item()
            if last is not None and last > start + LATE:
                return False
    return True


def in_brief(
    evidence: StoreEvidence, days: Iterable[date], progress: Callable[[str, int, int], None] | None = None
) -> Iterator[StoredDay]:
    """Each of the days, from what was kept of it or, where that is not of these rows, worked out and kept."""
    from getpage.days import kept

    wanted = list(days)
    settings = settings_of(evidence).text
    systems = sorted({str(line.subsystem) for line in evidence.coverage if line.subsystem})
    for number, day in enumerate(wanted):
        if progress is not None:
            progress(str(day), number, len(wanted))
        neighbor = day + _A_DAY  # has what was written at midnight
        of_days = [name.isoformat() for name in (day, neighbor)]
        key = beside.made_from(evidence.store, of_days, *systems, evidence.system or "", settings)
        try:
            document = beside.read(evidence.store, str(day), key)
            yield kept.as_day(document) if document is not None else _worked_out(evidence, day, key)
        except UnlikeError:
            yield _worked_out(evidence, day, key)


def _worked_out(evidence: StoreEvidence, day: date, key: str) -> StoredDay:
    from getpage.app.observe import observe
    from getpage.app.plan import decided
    from getpage.contract.order import in_order
    from getpage.days import kept
    from getpage.days.day import as_day
    from getpage.evidence.view import StoreEvidence

    of_day = StoreEvidence(evidence.store, _window(evidence, day), evidence.system)
    observed = observe(of_day)
    findings = in_order(decided(of_day, observed).findings)
    window = of_day.window
    brief = as_day(day, observed, findings, (window.first, window.last))
    if not brief.unjudged:
        beside.keep(evidence.store, str(day), key, kept.as_json(brief))
    return brief


def _window(evidence: StoreEvidence, day: date) -> Window:
    """The day, from the beginning to the end of the evidence on it."""
    from getpage.evidence.view import DayWindow

    start = datetime.combine(day, time())
    end = start + _A_DAY
    spans = [
        (max(first, start), min(last, end))
        for first, last in _stretches(evidence)
        if first < end and last > start
    ]
    first = min((first for first, _ in spans), default=None)
    last = max((last for _, last in spans), default=None)
    return DayWindow(first, last, start)


def _stretches(evidence: StoreEvidence) -> Iterator[tuple[datetime, datetime]]:
    """From when to when there is evidence without a gap; of records without intervals only where there are no
    others, as these tell when they were written and nothing between.
    """
    lines = [line for line in evidence.coverage if line.intervals] or evidence.coverage
    for line in lines:
        if line.first is None or line.last is None:
            continue
        start = line.first
        for first, last in line.gaps:
            yield start, first
            start = last
        yield start, line.last
