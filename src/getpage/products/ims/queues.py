"""The pool of message queue buffers: how many there are, and what programs wait for I/O of the queues.

Messages are in buffers; where there are too few, they are written to the data sets of the queues (SHMSG,
LGMSG, QBLKS) and read again, and programs wait. The IMS Monitor counts and times these waits. With shared
queues the pool grows by itself and the data sets are not used.

References: IBM IMS 15 documentation, "Message queue pool tuning", "QBUF= parameter for procedures", "QBUFMAX=
parameter for procedures" (72 bytes beside each buffer).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import polars as pl

from getpage.contract.measures import Row
from getpage.core.names import KnobId, Object
from getpage.products.common.subsystem import SubsystemInWindow

TABLE: Final = "ims_queue_io"
#: QBUF= below it is not what IMS has: it then takes its system definition.
FEWEST: Final = 200
MOST: Final = 9_999
_BESIDE: Final = 72


@dataclass(frozen=True, eq=False)
class QueuePool:
    """The pool; `definition` is QBUF=, `size` what tells the length of a buffer, `rows` are waits for I/O."""

    ims: SubsystemInWindow
    definition: Row | None
    size: Row | None
    rows: pl.DataFrame
    is_resized: bool

    @property
    def object(self) -> Object:
        """As findings name it."""
        return Object(self.ims.id, "message queue pool")

    @property
    def knob(self) -> KnobId:
        """How many buffers it has."""
        return KnobId(self.ims.id, "QBUF")

    @property
    def buffers(self) -> int | None:
        """Number of buffers; None where no member says what IMS has."""
        number = 0 if self.definition is None else int(self.definition["buffers"] or 0)
        return number if number >= FEWEST else None

    @property
    def buffer_bytes(self) -> int | None:
        """What one takes; None if no member says it."""
        return None if self.size is None else int(self.size["buffer_bytes"]) + _BESIDE

    @property
    def is_knob(self) -> bool:
        """Whether number and size are known, and how long waits were counted."""
        return bool(self.buffers and self.buffer_bytes and self.seconds)

    @property
    def seconds(self) -> float:
        """Seconds of the traces that have such waits."""
        traces = self.rows.select("file", "written", "interval_us").unique()
        return float(traces["interval_us"].sum() or 0) / 1e6

    @property
    def waits(self) -> int:
        """Waits for I/O of the queues."""
        return int(self.rows["waits"].sum() or 0)

    @property
    def waited(self) -> float:
        """Seconds of these waits."""
        return float(self.rows["waited_us"].sum() or 0) / 1e6

    @property
    def worst(self) -> Row | None:
        """The program and data set with the longest wait in all; None without one."""
        if not self.rows.height:
            return None
        return self.rows.row(int(self.rows["waited_us"].arg_max() or 0), named=True)

    def share(self, data_set: str) -> float:
        """Share of the waited time that is of one kind of data set."""
        of = self.rows.filter(pl.col("data_set").str.starts_with(data_set))["waited_us"].sum() or 0
        return float(of) / 1e6 / self.waited if self.waited else 0.0


def queue_pool_of(ims: SubsystemInWindow, definitions: pl.DataFrame, rows: pl.DataFrame) -> QueuePool | None:
    """The pool; None if neither a member nor a report mentions it."""
    defined = definitions.filter(pl.col("statement") == "QBUF")
    sizes = [definitions.filter(pl.col("statement") == name) for name in ("QBUFSZ", "LGMSGSZ")]
    size = next((of.row(-1, named=True) for of in sizes if of.height), None)
    if not defined.height and not rows.height:
        return None
    definition = defined.row(-1, named=True) if defined.height else None
    return QueuePool(ims, definition, size, rows, defined["buffers"].n_unique() > 1)
