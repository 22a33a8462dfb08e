"""Large sorts as events: when each began and ended, for the account of an hour in which storage was short."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from getpage.contract.event import Event
from getpage.core import wording

from .sorts import Sorts


def events(every: Iterable[Sorts]) -> Iterator[Event]:
    """Every large sort whose time is known."""
    for sorts in every:
        if not sorts.is_dated:
            continue
        for row in sorts.timed.iter_rows(named=True):
            job = row["job"] or row["program"] or ""
            work = f"{wording.size(row['held'])} of work in storage, {wording.size(row['disk'])} on disk"
            yield Event(
                image=sorts.id.image, start=row["begin"], end=row["end"], job=job, what=f"sort with {work}"
            )
