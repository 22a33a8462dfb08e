"""CICSINQ1 on SYSC, of which the dump has one record: its session with IMSP as DBCTL when that ended.

From 10:20 to 10:40 all three threads of MAXTHRD are in use, by programs that run in them; the log of IMSP
has them too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ..clock import at, local

if TYPE_CHECKING:
    from ..spec import Row, Spec

NAME, SYSTEM, DBCTL = "CICSINQ1", "SYSC", "IMSP"
MAXTHRD: Final = 3
FROM, TO = at(10) + 1_200, at(10) + 2_400
"""When all threads are in use."""
CONNECTED, ENDED = at(8), at(12)
_SECOND: Final = 1_000_000.0


def session() -> Spec:
    """The statistics at the end of the session."""
    common: Row = {
        "system": SYSTEM,
        "written": local(ENDED + 0.2),
        "region": NAME,
        "generic_applid": NAME,
        "cics_level": "0740",
        "statistics_type": "USS",
        "interval_end": local(ENDED),
        "interval_us": (ENDED - CONNECTED) * _SECOND,
        "interval_number": 1,
        "job": NAME,
    }
    row: Row = {
        "session": 1,
        "dbctl": DBCTL,
        "rse": "IMSPRSE",
        "connected": local(CONNECTED),
        "disconnected": local(ENDED),
        "connected_local": local(CONNECTED),
        "disconnected_local": local(ENDED),
        "least_threads": 1,
        "most_threads": MAXTHRD,
        "times_at_least": 90,
        "times_at_most": 118,
        "at_most_us": (TO - FROM) * _SECOND,
        "peak_threads": MAXTHRD,
        "schedules": 360,
    }
    return {
        "record_type": 110,
        "subtype": 2,
        "common": common,
        "sections": {"DFHDBUDS": [row]},
        "lengths": {},
    }
