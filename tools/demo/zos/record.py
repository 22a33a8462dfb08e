"""Records as RMF and SMF write them: what all of one kind begin with."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..clock import INTERVAL, local

if TYPE_CHECKING:
    from ..spec import Row, Spec
    from .model import SystemInterval

SYSPLEX = "PLEXPROD"
SAMPLES = INTERVAL
"""RMF samples once a second: CYCLE(1000)."""

_LATE = 0.4
"""Seconds from the end of an interval until RMF writes."""


def rmf(
    done: SystemInterval,
    kind: tuple[int, int],
    sections: dict[str, list[Row]],
    common: Row | None = None,
) -> Spec:
    """Describe a record of RMF for the interval."""
    name = done.spec.name
    header: Row = {
        "system": name,
        "system_name": name,
        "written": local(done.end + _LATE),
        "product": "RMF",
        "interval_start": local(done.end - INTERVAL),
        "interval_us": INTERVAL * 1_000_000,
        "samples": SAMPLES,
        "level": "ZV030100",
        "record_level": 1,
        "sysplex": SYSPLEX,
    }
    return {
        "record_type": kind[0],
        "subtype": kind[1],
        "common": header | (common or {}),
        "sections": sections,
        "lengths": {},
    }
