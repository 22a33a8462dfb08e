"""Queues as queue statistics show them: what each holds, how old it is, and whether anybody gets from it.

The pages that a queue holds are not recorded. They follow from its most messages and the average length of
those put to it: bytes over 4096, which leaves out what MQ keeps beside a message, so that it is the least.
Releases before 9.3.3 count neither puts nor bytes; the pages are then unknown, and so is what gets do.
A record that MQ marks as partial tells neither depth nor age. Replies to `DISPLAY QSTATUS` show depth, age
and handles of a moment, those to `DISPLAY QLOCAL` the page set.

Reference: IBM MQ documentation, "Queue data records".
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from typing import Final

import polars as pl

from getpage.contract.measures import (
    Count,
    Key,
    Largest,
    Latest,
    Measure,
    Measures,
    Row,
    Smallest,
    Sum,
    Worst,
)
from getpage.core.names import Object, Subsystem
from getpage.products.common.passes import Pass

from .constants import PAGE_BYTES
from .counters import OWNER, TRACE

TABLE: Final = "mq_queue"

_IS_TOLD: Final = pl.col("partial").fill_null(value=False).not_()
_IS_PRIVATE: Final = pl.col("shared").not_()
#: The share of the messages put that is got in an interval in which a queue does not grow: ours.
_STEADY: Final = 0.9
_DEPTH: Final = pl.max_horizontal("depth", "depth_high_water").fill_null(0).cast(pl.Int64)


def _worked_out(rows: pl.DataFrame) -> pl.DataFrame:
    """With messages `held`, `puts` and `gets`, whether it was `unserved`, and puts and gets while it grew."""
    both = pl.col("put_count").cast(pl.Int64) + pl.col("put1_count").cast(pl.Int64)
    rows = rows.with_columns(
        pl.when(_IS_TOLD).then(_DEPTH).alias("held"),
        both.alias("puts"),
        pl.col("get_count").cast(pl.Int64).alias("gets"),
        (pl.col("put_bytes").cast(pl.Float64) + pl.col("put1_bytes")).alias("bytes_put"),
    )
    nobody = pl.coalesce(pl.col("gets") == 0, pl.col("input_handles") == 0).fill_null(value=False)
    rows = rows.with_columns((nobody & (pl.col("held") > 0)).alias("unserved"))
    grew = _STEADY * pl.col("puts") > pl.col("gets")
    return rows.with_columns(
        *(pl.when(grew).then(pl.col(name)).alias(f"{name}_grown") for name in ("puts", "gets", "seconds")),
        *(pl.when("unserved").then(pl.col(name)).alias(f"{name}_unserved") for name in ("puts", "seconds")),
    )


def depth_and_age(rows: pl.DataFrame) -> pl.DataFrame:
    """With messages `held`, and the age of the oldest in minutes."""
    age = pl.when(_IS_TOLD & (pl.col("oldest_message_age") >= 0)).then(pl.col("oldest_message_age") / 60)
    held = pl.when(_IS_TOLD).then(_DEPTH).cast(pl.Float64)
    return rows.with_columns(held.alias("held"), age.round(1).alias("age_minutes"))


MOST_PRIVATE: Final = Largest(pl.when(_IS_PRIVATE).then(pl.col("held")))
DEEPEST: Final = Worst("held", where=pl.col("held") > 0)
OLDEST: Final = Worst("oldest_message_age", where=_IS_TOLD & (pl.col("oldest_message_age") > 0))
PLACED: Final = Latest(pl.col("page_set") >= 0)
LAST: Final = Latest(pl.col("depth").is_not_null())
SHOWN: Final = Latest(pl.col("start").is_null() & (pl.col("depth") > 0))
ROWS: Final = Count()
FIRST_END: Final = Smallest("end")
LAST_END: Final = Largest("end")
TOTALS: Final = {
    name: Sum(name)
    for name in (
        *("puts", "gets", "bytes_put", "get_bytes", "seconds", "expired_count"),
        *("puts_grown", "gets_grown", "seconds_grown", "puts_unserved", "seconds_unserved"),
    )
}
QUEUES: Final = Pass(
    table=TABLE,
    by=(*OWNER, "queue"),
    columns=(
        *("shared", "partial", "page_set", "buffer_pool", "structure", "shared_queue_group", "depth"),
        *("depth_high_water", "oldest_message_age", "input_handles", "put_count", "put1_count", "put_bytes"),
        *("put1_bytes", "get_count", "get_bytes", "expired_count", "uncommitted"),
    ),
    asks=(MOST_PRIVATE, DEEPEST, OLDEST, PLACED, LAST, SHOWN, ROWS, FIRST_END, LAST_END, *TOTALS.values()),
    keep=(*TRACE, "held", "puts", "gets"),
    worked_out=_worked_out,
)


class Served(Enum):
    """What those who get from a queue did while it filled."""

    AWAY = "away"  # nobody got anything
    BEHIND = "behind"  # less was got than was put
    STAYS = "stays"  # messages lie there, or nothing tells


#: The share of the messages at the most that came while nobody got, or of the window in which nobody did,
#: from which that is why they are there: ours.
_MOST_OF_THEM: Final = 0.5
_NEARLY_ALWAYS: Final = 0.9


@dataclass(frozen=True)
class Queue:
    """One queue over the window."""

    object: Object
    measure: Measure

    @property
    def name(self) -> str:
        """Its name."""
        return str(self.measure.key[-1])

    @property
    def pool(self) -> int | None:
        """The buffer pool that it was last in; None of a shared queue, where none was assigned, and where
        only a display names its page set.
        """
        return self._placed("buffer_pool")

    @property
    def page_set(self) -> int | None:
        """The page set that it was last on; None of a shared queue, or where none was assigned."""
        return self._placed("page_set")

    @property
    def structure(self) -> str | None:
        """The structure of a shared queue; None of a private one."""
        last = self.measure[LAST]
        return str(last["structure"]) if last is not None and last["shared"] and last["structure"] else None

    @property
    def sharing_group(self) -> str:
        """The queue sharing group of a shared queue; empty where no record names it."""
        last = self.measure[LAST]
        return "" if last is None else str(last["shared_queue_group"] or "").strip()

    def _placed(self, column: str) -> int | None:
        row = self.measure[PLACED]
        return None if row is None or row[column] is None else int(row[column])

    @cached_property
    def deepest(self) -> Row | None:
        """The row of the interval with the most messages; None where it was always empty."""
        return self.measure[DEEPEST]

    @property
    def messages(self) -> int:
        """The most messages on it."""
        return 0 if self.deepest is None else int(self.deepest["held"])

    @property
    def oldest(self) -> Row | None:
        """The row with the oldest message; None where nothing tells its age."""
        return self.measure[OLDEST]

    @property
    def message_bytes(self) -> float | None:
        """Average length of the messages put, else of those got; None where nothing counts bytes."""
        for of, count in (("bytes_put", "puts"), ("get_bytes", "gets")):
            if self.total(of) and self.total(count):
                return self.total(of) / self.total(count)
        return None

    @cached_property
    def pages(self) -> int | None:
        """The fewest pages that its most messages take; None where their length is not known."""
        length = self.message_bytes
        return None if length is None else -int(-self.messages * length // PAGE_BYTES)

    @cached_property
    def served(self) -> Served:
        """What those who get from it did."""
        if self.is_closed_now:
            return Served.AWAY
        unserved, window = self.total("seconds_unserved"), self.total("seconds")
        came = self.total("puts_unserved") >= _MOST_OF_THEM * self.messages
        if unserved and (came or unserved >= _NEARLY_ALWAYS * window):
            return Served.AWAY
        rise = self.total("puts_grown") - self.total("gets_grown")
        return Served.BEHIND if rise > 0 and rise >= _MOST_OF_THEM * self.messages else Served.STAYS

    @property
    def is_closed_now(self) -> bool:
        """Whether the last that is known is a display, and nobody had it open for input then."""
        shown = self.measure[SHOWN]
        return shown is not None and shown == self.measure[LAST] and shown["input_handles"] == 0

    @property
    def is_unserved_now(self) -> bool:
        """Whether nobody got from it in the last interval."""
        last = self.measure[LAST]
        return last is not None and bool(last["held"]) and last["gets"] == 0

    def total(self, column: str) -> float:
        """The sum of a column over the window."""
        return float(self.measure[TOTALS[column]] or 0)


def queue_object(of: Subsystem, name: str) -> Object:
    """A queue, as findings name it."""
    return Object(of, f"queue {name}" if name else "an unnamed queue")


def queues(measures: Measures, owner: Key, of: Subsystem) -> tuple[Queue, ...]:
    """The queues of one queue manager, by name."""
    every = measures.within(owner)
    return tuple(Queue(queue_object(of, str(measure.key[-1] or "")), measure) for measure in every)


def messages_on(every: Sequence[Queue]) -> int | None:
    """Messages on private queues at the most; None where no private queue is there."""
    depths = [depth for queue in every if (depth := queue.measure[MOST_PRIVATE]) is not None]
    return sum(depths) if depths else None
