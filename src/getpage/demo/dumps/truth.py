"""What is wrong with dumps."""

from __future__ import annotations

from ..planted import Planted

TRUTHS = (
    Planted(
        "SDUMP",
        "MAXSPACE",
        "undersized",
        "MAXSPACE=500M cut off the dump of CICSPAY3, which holds 210,000 frames: it is partial.",
        ("dumps-partial MAXSPACE",),
    ),
    Planted(
        "SDUMP",
        "capture",
        "slow capture",
        "A dump of 500 MB took 23.6 s to capture at 02:20, with 36,000 frames free: others were paged out.",
        ("dumps-slow-capture capture",),
    ),
)
