"""Frames of an address space by its accounting (SMF 30): an average weighted by its processor time.

SMF 30 has no average of frames held before z/OS 3.1; frames times processor time, divided by processor time,
is the average over the time in which it used a processor.

Reference: IBM z/OS MVS System Management Facilities, record type 30 (SMF30PSC, SMF30CPT, SMF30CPS).
"""

from __future__ import annotations

from typing import Final

import polars as pl

#: Processor time in milliseconds.
_CPU_MS: Final = (pl.col("tcb_hundredths").cast(pl.Float64) + pl.col("srb_hundredths").cast(pl.Float64)) * 10
#: Frames, of rows with `page_time` and both processor times; null where no processor was used.
FRAMES: Final = pl.col("page_time") * 1.024 / pl.when(_CPU_MS > 0).then(_CPU_MS)
#: What it is worked out from.
FORMULA: Final = "SMF30PSC / (SMF30CPT + SMF30CPS), average weighted by processor time"
