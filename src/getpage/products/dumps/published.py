"""What was published of dumps with more of what is dumped in real storage."""

from __future__ import annotations

from getpage.contract.price import Gain

GAINS = (
    Gain(
        what="15.6 GB free before a dump of 20 GB, against 520 and 128 MB",
        low=37.0,
        high=42.0,
        of="capture time of the dump",
        source="IBM REDP-5238, 1.1, table 1-1",
    ),
)
