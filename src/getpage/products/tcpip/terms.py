"""Terms of TCP/IP that a report explains."""

from __future__ import annotations

from getpage.contract.terms import Term

TERMS = (
    Term(
        "window",
        r"receive windows?|send windows?|partner's window",
        "Bytes that a receiver is ready to take: more are not sent before it has acknowledged some.",
    ),
    Term(
        "round trip",
        r"round[ -]trips?|round-trip time",
        "Time from a segment to its acknowledgement, of which a stream moves one window at most.",
    ),
    Term(
        "dynamic right sizing",
        r"[Dd]ynamic right sizing|DRS",
        "Function of z/OS that lets the receive buffer of a stream grow to 2 MB where the round trip is 2 "
        "ms or longer and the buffer begins with 64 KB.",
    ),
    Term(
        "SMC-R",
        r"SMC-[RD]",
        "Shared Memory Communications: data of a TCP connection goes from memory to memory, over RDMA "
        "(SMC-R) or within one machine (SMC-D).",
    ),
)
