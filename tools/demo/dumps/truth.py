"""What is wrong with dumps."""

from __future__ import annotations

from ..planted import Planted

TRUTHS = (
    Planted(
        "SDUMP",
        "MAXSPACE",
        "undersized",
        "MAXSPACE=3000M cut off the dump of MQB1MSTR at 14:20, which holds more: it is partial.",
        ("dumps-partial MAXSPACE", "dumps-maxspace MAXSPACE"),
    ),
    Planted(
        "SDUMP",
        "data sets",
        "no data set",
        "The captured dump of MQB1MSTR held 3000 MB for 21 minutes, as there was no data set to write it to.",
        ("dumps-no-data-set data sets",),
    ),
    Planted(
        "SDUMP",
        "MAXSNDSP",
        "stands still",
        "MAXSNDSP=60: a dump may stop all work of SYSB for a minute while common storage is captured.",
        ("dumps-standstill MAXSNDSP",),
    ),
)
