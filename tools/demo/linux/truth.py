"""What is wrong with the Linux guest."""

from __future__ import annotations

from ..planted import Planted

TRUTHS = (
    Planted(
        "LNX1",
        "memory",
        "undersized",
        "From 8 to 10 cubes are loaded that do not fit: up to 700 MiB go to swap space and are read again.",
        ("linux-swapping memory",),
    ),
    Planted(
        "LNX1",
        "huge pages",
        "oversized",
        "A pool of 512 MiB of huge pages, made for a database that was moved, and used by none since.",
        ("linux-huge-pages huge pages",),
    ),
)
