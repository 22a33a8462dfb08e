"""What is wrong with dumps."""

from __future__ import annotations

from ..planted import Planted

TRUTHS = (
    Planted(
        "SDUMP",
        "MAXSPACE",
        "undersized",
        "MAXSPACE=4000M cut off the dump of MQA1MSTR, which holds 4.39 GiB: it is partial.",
        ("dumps-partial MAXSPACE", "dumps-maxspace MAXSPACE"),
    ),
    Planted(
        "SDUMP",
        "capture",
        "slow capture",
        "The queue manager stood still for 8.55 s at 02:20, as the sort of the statements had taken what was "
        "free and others were paged out first.",
        ("dumps-slow-capture capture",),
    ),
)
