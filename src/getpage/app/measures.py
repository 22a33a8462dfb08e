"""What days come to, worked out when they are loaded, so that the first check of many days finds it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date, timedelta
from typing import TYPE_CHECKING

from getpage.core.progress import Progress
from getpage.evidence import beside
from getpage.evidence.catalog import UNDATED

if TYPE_CHECKING:
    from getpage.evidence.store import Store


def days_to_measure(store: Store, loaded: Iterable[str]) -> list[date]:
    """The days to work out after a load into these, of a store of which answers are kept by day: they, and
    the days before them, whose last intervals were written after midnight. All days of a store that has
    become one of several days.
    """
    dated = {date.fromisoformat(day) for day in loaded if day != UNDATED}
    there = {date.fromisoformat(day) for day in store.days() if day != UNDATED}
    if not dated or not beside.has_several_days(store) or beside.is_read_at_once(store):
        return []
    if len(there - dated) < beside.FEWEST_DAYS:
        return sorted(there)
    return sorted(there & {*dated, *(day - timedelta(days=1) for day in dated)})


def make_measures(store: Store, days: Sequence[date], progress: Progress | None = None) -> None:
    """Work out what `check` keeps of these days, as far as it is not kept: of each day by itself, so that
    several processes can each do some of them. What raises is what `check` of such a day raises.
    """
    from getpage.app.days import in_brief, is_only_midnight, of_day
    from getpage.app.window import observe_window
    from getpage.evidence.view import StoreEvidence

    evidence = StoreEvidence(store)
    for number, day in enumerate(days):
        if progress is not None:
            progress(str(day), number, len(days))
        if is_only_midnight(evidence, day):
            observe_window(of_day(evidence, day))
        else:
            list(in_brief(evidence, [day]))
        store.release(str(day))
