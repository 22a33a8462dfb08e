"""The days of a store in brief, each worked out once and kept beside it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import date, datetime, time, timedelta
from typing import TYPE_CHECKING, Final

from getpage.app.settings import accept, name_applications, settings_of, show_thresholds
from getpage.app.window import decided, observe_window, span, stretches
from getpage.contract.observation import Observation
from getpage.core.errors import NotEnoughEvidenceError
from getpage.core.progress import Progress
from getpage.core.saved import UnlikeError
from getpage.evidence import beside
from getpage.evidence.catalog import UNDATED
from getpage.evidence.view import StoreEvidence, kept_of_day, keys_of
from getpage.evidence.window import LATE, DayWindow, Window, is_cut
from getpage.result.day import StoredDay

if TYPE_CHECKING:
    import polars as pl

    from getpage.evidence.store import Store
    from getpage.plan.pipeline import Decided

_A_DAY: Final = timedelta(days=1)


def days_of(evidence: StoreEvidence) -> list[date]:
    """The days of the window on which an interval of the evidence began, ascending; NotEnoughEvidenceError
    where none has a date.
    """
    days = [date.fromisoformat(day) for day in evidence.store.days(*evidence.window.days()) if day != UNDATED]
    last = evidence.window.last
    days = [day for day in days if last is None or datetime.combine(day, time()) < last]
    days = [day for day in days if not is_only_midnight(evidence, day)]
    if not days:
        raise NotEnoughEvidenceError(
            "not enough evidence: no record in it has a date, and days are compared.",
            "getpage load SMF.DUMP --into STORE",
        )
    return days


def is_only_midnight(evidence: StoreEvidence, day: date) -> bool:
    """Whether what SMF wrote on a day is only of intervals of the day before, which ended at midnight."""
    start = datetime.combine(day, time())
    if any(first < start + _A_DAY and last > start + LATE for first, last in stretches(evidence.coverage)):
        return False
    kept = kept_of_day(evidence, day, "last written", lambda: _last_written(evidence.store, day))
    return not (kept["tables"]["written"] > start + LATE).any()


def _last_written(store: Store, day: date) -> Mapping[str, pl.DataFrame]:
    """When the last row of each table was written on a day."""
    import polars as pl

    of_day = [day.isoformat()]
    timed = [name for name in store.tables(of_day) if "written" in store.dictionary.schema(name)]
    last = pl.col("written").max().cast(pl.Datetime("us"))
    every = [store.table(name, of_day).select(last).collect() for name in timed]
    return {"tables": pl.concat([pl.DataFrame(schema={"written": pl.Datetime("us")}), *every])}


def in_brief(
    evidence: StoreEvidence,
    days: Iterable[date],
    progress: Progress | None = None,
    *,
    whole: bool = True,
    seen: Callable[[StoreEvidence, Observation, Decided], None] | None = None,
) -> Iterator[StoredDay]:
    """Each of the days, from what was kept of it or, where that is not of these rows, worked out and kept. A
    day of which the window has only a part is not kept. Unless `whole` they lack demands and facts.
    `seen` is called with what was observed and decided of each day that is worked out and kept.
    """
    from getpage.days import kept

    wanted = list(days)
    key_of, reader = keys_of(evidence), kept.DayReader()
    for number, day in enumerate(wanted):
        if progress is not None:
            progress(str(day), number, len(wanted))
        if is_cut(evidence.window, day):
            yield _worked_out(evidence, day)
            continue
        key = key_of(day)
        try:
            documents = beside.read(evidence.store, str(day), key)
            brief = kept.as_day(documents, reader, whole=whole) if documents else None
        except UnlikeError:
            brief = None
        if brief is None:
            brief = _worked_out(evidence, day, seen)
            beside.put_measures(evidence.store)
            if not brief.unjudged:
                beside.keep(evidence.store, str(day), key, kept.as_documents(brief))
        yield brief


def of_day(evidence: StoreEvidence, day: date) -> StoreEvidence:
    """The evidence of one day, as far as it is in the window."""
    whole = _window(evidence, day)
    within = _cut(whole, evidence.window) if is_cut(evidence.window, day) else whole
    return evidence.of(within)


def with_settings(evidence: StoreEvidence, observed: Observation) -> Observation:
    """What was observed, with the names of applications and the thresholds of the site; what the site has
    accepted on the last day of the window are notes.
    """
    site = settings_of(evidence)
    last = span(evidence.window, evidence.coverage)[1]
    named = show_thresholds(name_applications(observed, site), site.thresholds)
    return accept(named, site.accepted, last)


def _worked_out(
    evidence: StoreEvidence,
    day: date,
    seen: Callable[[StoreEvidence, Observation, Decided], None] | None = None,
) -> StoredDay:
    from getpage.contract.order import in_order
    from getpage.days.day import as_day

    part = of_day(evidence, day)
    observed = with_settings(part, observe_window(part))
    settled = decided(part, observed)
    if seen is not None:
        seen(part, observed, settled)
    findings = in_order(settled.findings)
    return as_day(day, observed, findings, (part.window.first, part.window.last))


def _cut(day: DayWindow, window: Window) -> Window:
    """The part of a day's evidence that is in the window."""
    ends = [end for end in (day.last or day.whole.last, window.last) if end is not None]
    return Window(max(day.first or day.day, window.first or day.day), min(ends))


def _window(evidence: StoreEvidence, day: date) -> DayWindow:
    """The day, from the beginning to the end of the evidence on it."""
    start = datetime.combine(day, time())
    end = start + _A_DAY
    spans = [
        (max(first, start), min(last, end))
        for first, last in stretches(evidence.coverage)
        if first < end and last > start
    ]
    first = min((first for first, _ in spans), default=None)
    last = max((last for _, last in spans), default=None)
    return DayWindow(first, last, start)
