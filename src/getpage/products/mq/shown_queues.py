"""Pictures of the queues that fill a pool: messages, and the age of the oldest, over the window."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Final

import polars as pl

from getpage.contract.evidence import Evidence
from getpage.contract.measures import Key
from getpage.products.common.fold import OBJECT
from getpage.products.common.passes import read
from getpage.products.common.series import FEWEST_INTERVALS, Series, SeriesFold, over_time, with_gaps
from getpage.products.common.stretches import stretches
from getpage.result import Curve, Picture

from .counters import OWNER, ready
from .filling import Filling, filling
from .measured import MqMeasures
from .queue_manager import QueueManager
from .queues import FIRST_END, LAST_END, QUEUES, ROWS, TABLE, depth_and_age

_VALUES: Final = ("held", "age_minutes")
_QUEUE: Final = (*OWNER, "queue")
_Points = tuple[tuple[datetime, ...], tuple[float | None, ...], tuple[float | None, ...]]


def pictures_of_queues(managers: Sequence[QueueManager]) -> Iterator[Picture]:
    """Two pictures of every queue that fills a pool or its page set."""
    fills = [fill for manager in managers for fill in filling(manager)]
    if not fills:
        return
    lines = _lines(managers[0].measured)
    for fill in fills:
        points = lines.get(fill.queue.measure.key)
        if points is not None and len(points[0]) >= FEWEST_INTERVALS:
            yield from _of_queue(fill, points)


def _of_queue(fill: Filling, points: _Points) -> Iterator[Picture]:
    queue, (times, messages, ages) = fill.queue, points
    name = str(queue.object).replace(" ", "-").lower()
    label = fill.manager.label
    yield Picture(
        id=f"mq-{name}-depth",
        title=f"Messages on {queue.name} of {label}",
        object=queue.object,
        unit="messages",
        times=times,
        curves=(Curve(label="most in the interval", values=messages, extreme=True),),
        note=f"It is in pool {fill.pool.number}, on page set {queue.page_set}.",
    )
    if any(ages):
        yield Picture(
            id=f"mq-{name}-age",
            title=f"Age of the oldest message on {queue.name} of {label}",
            object=queue.object,
            unit="min",
            times=times,
            curves=(Curve(label="at the end of the interval", values=ages),),
            note="A message that nobody gets grows older by a minute each minute.",
        )


def _lines(measured: MqMeasures) -> dict[Key, _Points]:
    series = Series.of(_VALUES, list(measured.queues), rows=ROWS, ends=(FIRST_END, LAST_END))
    owners = measured.owners

    def add(part: Evidence, to: SeriesFold) -> None:
        wanted = read(part, TABLE, (*_QUEUE, *QUEUES.columns))
        for piece in stretches(part, {TABLE: wanted}):
            rows = depth_and_age(ready(piece[TABLE], owners)).drop_nulls(["end", "seconds"])
            to.add(to.objects.numbered(rows).select(OBJECT, "start", "end", "file", "record", *_VALUES))

    lines = over_time(measured.evidence, (TABLE,), _QUEUE, series, owners.context, add)
    frame = with_gaps(lines.done())
    keys = [] if lines.objects.known is None else lines.objects.known.drop(OBJECT).rows()
    lists = frame.group_by(OBJECT, maintain_order=True).agg("end", *(pl.col(name) for name in _VALUES))
    return {keys[at]: (tuple(ends), tuple(held), tuple(ages)) for at, ends, held, ages in lists.iter_rows()}
