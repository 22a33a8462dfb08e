"""Terms of MQ that a report explains."""

from __future__ import annotations

from getpage.contract.terms import Term

TERMS = (
    Term("buffer", r"buffers?", "A piece of a buffer pool that holds one page: 4 KiB in IBM MQ."),
    Term(
        "checkpoint",
        r"checkpoints?",
        "The point at which a queue manager writes pages that have been changed for long, so that a "
        "restart need not go back further in the log.",
    ),
    Term(
        "deferred write",
        r"deferred[- ]writes?|DWT",
        "Changed pages are written while the work goes on. In IBM MQ it starts when fewer than 15 % of a "
        "pool's buffers are available.",
    ),
    Term(
        "immediate write",
        r"immediate[- ]writes?|IMW",
        "A page that is written while the work waits. If no synchronous write was forced (DMC is zero), "
        "these are pages that stayed changed over two checkpoints.",
    ),
    Term(
        "page set",
        r"page ?sets?",
        "The data set that an IBM MQ queue manager keeps messages and object definitions in. Each page "
        "set uses one buffer pool.",
    ),
    Term(
        "short on storage",
        r"short on storage|SOS",
        "No buffer was free and none could be taken: the work waited.",
    ),
    Term(
        "stealable",
        r"stealable|available buffers?",
        "Holding no page, or an unchanged one, so that the buffer can be taken at once.",
    ),
    Term(
        "synchronous write",
        r"synchronous[- ]writes?|DMC",
        "The task that changes a page writes it itself and waits. In IBM MQ it is forced when fewer than "
        "5 % of a pool's buffers are available.",
    ),
)
