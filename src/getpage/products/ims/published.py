"""What was published of large memory for IMS: the prior, as no counter of IMS tells it.

SHARE 17878, "IMS and Large Memory Benefits": page-fixed buffers take up to 3 % less CPU; database buffer
pools that are resized while IMS runs (IMS 12); a PSB pool that holds large, seldom used PSBs; large buffers
for the log.
"""

from __future__ import annotations

from typing import Final

from getpage.contract.price import Gain

#: Percent of CPU of page-fixing the buffers: "up to", so that the least is none.
FIXED: Final = (0.0, 3.0)
SOURCE: Final = "SHARE 17878, IMS and Large Memory Benefits"

GAINS: Final = (
    Gain(
        what="page-fix database buffers that do I/O",
        low=FIXED[0],
        high=FIXED[1],
        of="CPU",
        source=SOURCE,
    ),
)
