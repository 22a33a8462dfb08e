"""What is asked of the log of a queue manager: see `checks.log_buffers` and the outage model."""

from __future__ import annotations

from typing import Final

import polars as pl

from getpage.contract.measures import Sum, Worst
from getpage.products.common.passes import Pass

from .rows import OWNER, TRACE

WAITS: Final = Sum("unavailable_buffer_waits")
MOST_WAITS: Final = Worst("unavailable_buffer_waits", where=pl.col("unavailable_buffer_waits") > 0)
SECONDS: Final = Sum("seconds")
CHECKPOINTS: Final = Sum("checkpoints")

LOGS: Final = Pass(
    table="mq_log",
    by=OWNER,
    columns=("unavailable_buffer_waits", "log_writes", "checkpoints"),
    asks=(WAITS, MOST_WAITS, SECONDS, CHECKPOINTS),
    keep=TRACE,
)
