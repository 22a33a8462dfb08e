"""The thresholds of IMS's checks that a site can move; all ours."""

from __future__ import annotations

from typing import Final

from getpage.contract.thresholds import CheckThreshold, ThresholdUnit

_SHARE, _RATE = ThresholdUnit.SHARE, ThresholdUnit.RATE

# A tenth of that of Db2, as a DL/I call waits for each of them and nothing is read ahead here.
READS: Final = CheckThreshold("ims-subpool-reads", "reads", 100.0, _RATE, "reads from disk, from")
FOUND: Final = CheckThreshold(
    "ims-subpool-reads",
    "found",
    0.80,
    _SHARE,
    "requests that found their block, without a time, below",
)
STEALS: Final = CheckThreshold(
    "ims-subpool-steals", "steals", 0.01, _SHARE, "writes that free a buffer to reads, from"
)
BUSY: Final = CheckThreshold(
    "ims-subpool-busy", "waits", 0.01, _SHARE, "requests that waited for another at their block, from"
)
OCCUPIED: Final = CheckThreshold(
    "ims-regions-occupied", "occupied", 0.9, _SHARE, "time that the regions of a class are occupied, from"
)
QUEUED: Final = CheckThreshold(
    "ims-regions-occupied", "queued", 0.5, ThresholdUnit.SECONDS, "mean time of messages on the queue, from"
)
IDLE: Final = CheckThreshold(
    "ims-messages-queued",
    "occupied",
    0.7,
    _SHARE,
    "time that the regions of a class are occupied while its messages wait, below",
)
QUEUE_IO: Final = CheckThreshold("ims-queue-buffers", "waits", 0.1, _RATE, "waits for message queues, from")
LOG_BUFFERS: Final = CheckThreshold("ims-log-buffers", "waits", 0.1, _RATE, "waits for a log buffer, from")
