"""Which way a measure is better: what is waited for, spent or read should fall; what gets done should rise.

Busy shares, sizes and counts of work are neither: a processor that is busier because more is done is not
worse off.
"""

from __future__ import annotations

import re
from typing import Final

_WHOLE: Final = {"etr": 1, "itr": 1, "cpu_percent": 0, "processors": 0, "pool_bytes": 0, "response_s": -1}
_BETTER_HIGH: Final = re.compile(
    r"\b(etr|itr|throughput|per cpu second|mips|hits?|transaction rate|free|available)\b"
)
_NEITHER: Final = re.compile(r"(\bbusy\b|% *$|^%|\bcalls\b|\btasks\b|\bsize\b|\bcubes\b|\bmemory\b)")
_BETTER_LOW: Final = re.compile(
    r"\b(response|elapsed|wait(s|ed)?|delay(ed)?|susp(ended|ension)?|pset|logw|et|ct|time|cpu|cost|reads?|i/os?|"
    r"io|misses|miss|cycles|samples|seconds|frames|paging|page-?ins?|switch(es)?|contention|collisions|tran|"
    r"transaction|duration)\b"
)


def direction(measure: str, heading: str = "", unit: str = "") -> int:
    """1 where more is better, -1 where less is, 0 where neither is by itself."""
    if measure in _WHOLE:
        return _WHOLE[measure]
    words = (heading or measure).lower().replace("_", " ")
    if _BETTER_HIGH.search(words):
        return 1
    if _BETTER_LOW.search(words) and not (unit == "%" and "cycles" not in words):
        return -1
    if _NEITHER.search(words):
        return 0
    return -1 if unit in {"s", "ms", "us", "min", "h"} else 0
