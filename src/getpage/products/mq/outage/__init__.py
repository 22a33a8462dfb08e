"""How long a buffer pool absorbs a stopped consumer, and what the drain then costs.

`simulate` runs one outage at one pool size, `sizes_table` compares sizes, `buffers_to_absorb` and
`milestones` are closed forms. Units are in `units`, sources in `rules`; docs/models/outage.md tells what
the model can and cannot say.
"""

from __future__ import annotations

from .inputs import (
    MessagePages,
    OutageInputs,
    PageSetTimes,
    measured_times,
    pages_from_counts,
    pages_from_size,
)
from .outcome import (
    Drain,
    DrainEnd,
    Milestones,
    Outcome,
    Phase,
    Stretch,
    Writes,
    buffers_to_absorb,
    milestones,
)
from .rules import CPU_SAVED, DATA_RATE_GAINED, QUEUE_MANAGER_CPU_SAVED_BY_FIXING, PublishedRange
from .simulate import simulate
from .sizes import SizeRow, candidate_sizes, sizes_table
from .throughput import SteadyLoad, cpu_ceiling, hit_ratio, path_ceiling, processors_busy, rate_bound

__all__ = [
    "CPU_SAVED",
    "DATA_RATE_GAINED",
    "QUEUE_MANAGER_CPU_SAVED_BY_FIXING",
    "Drain",
    "DrainEnd",
    "MessagePages",
    "Milestones",
    "OutageInputs",
    "Outcome",
    "PageSetTimes",
    "Phase",
    "PublishedRange",
    "SizeRow",
    "SteadyLoad",
    "Stretch",
    "Writes",
    "buffers_to_absorb",
    "candidate_sizes",
    "cpu_ceiling",
    "hit_ratio",
    "measured_times",
    "milestones",
    "pages_from_counts",
    "pages_from_size",
    "path_ceiling",
    "processors_busy",
    "rate_bound",
    "simulate",
    "sizes_table",
]
