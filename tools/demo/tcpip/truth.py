"""What is wrong with the stack, and what only looks wrong."""

from __future__ import annotations

from ..planted import Planted

TRUTHS = (
    Planted(
        "TCPIPB",
        "FTPARCH port 20 in",
        "undersized",
        "A receive buffer of 64 KB holds an archive that comes over 18 ms to 3.6 MB/s; another stream from "
        "as far, with a buffer of its own, has 15.",
        ("tcp-window FTPARCH port 20 in",),
    ),
    Planted(
        "TCPIPB",
        "BRNSEND port 20 out",
        "lossy",
        "One segment in eighty is sent again on the way to a branch: no buffer helps.",
        ("tcp-loss BRNSEND port 20 out",),
    ),
    Planted(
        "TCPIPB",
        "SMC",
        "held back",
        "An application server links to CICS of SYSA with containers of 32 KB over six connections, without "
        "SMC-R.",
        ("tcp-smc SMC",),
    ),
    Planted(
        "TCPIPA",
        "SMC",
        "held back",
        "The other end of the same connections.",
        ("tcp-smc SMC",),
    ),
    Planted(
        "TCPIPB",
        "MIRROR port 873 in",
        "healthy",
        "Comes from as far with more than the default buffer allows.",
    ),
    Planted(
        "TCPIPB",
        "REPORTS port 20 out",
        "healthy",
        "Slow, but its window is nearly empty: the application or the partner is slow.",
    ),
)
