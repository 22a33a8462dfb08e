"""The field's terms in one sentence each, for readers who come from another corner of z/OS.

Only the terms that a report uses are printed in it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Term:
    """A term, the pattern that finds it in text, and what it means."""

    name: str
    pattern: str
    meaning: str

    @property
    def anchor(self) -> str:
        """The fragment that the term is linked by."""
        return "term-" + re.sub(r"\W+", "-", self.name.lower()).strip("-")


TERMS = (
    Term(
        "above and below the bar",
        r"(above|below) the bar|the bar",
        "The bar is the 2 GiB line of an address space. Storage below it is scarce and shared with code "
        "and control blocks; storage above it is limited by MEMLIMIT.",
    ),
    Term("buffer", r"buffers?", "A piece of a buffer pool that holds one page: 4 KiB in IBM MQ."),
    Term(
        "buffer pool",
        r"buffer ?pools?|pools?",
        "Storage in which a queue manager or a database keeps pages of its data sets, so that a request "
        "for a page need not read it from disk.",
    ),
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
        "getpage",
        r"get ?pages?",
        "A request for a page. It costs a read from disk only if the page is not in the pool.",
    ),
    Term(
        "immediate write",
        r"immediate[- ]writes?|IMW",
        "A page that is written while the work waits. If no synchronous write was forced (DMC is zero), "
        "these are pages that stayed changed over two checkpoints.",
    ),
    Term("interval", r"intervals?", "The time that one record of statistics covers."),
    Term(
        "low point",
        r"low(est)? points?|lowest|CBSL",
        "The smallest value within an interval. Free storage is judged by it, not by the average.",
    ),
    Term(
        "MEMLIMIT",
        r"MEMLIMIT",
        "The most storage above the bar that an address space may use.",
    ),
    Term(
        "page set",
        r"page ?sets?",
        "The data set that an IBM MQ queue manager keeps messages and object definitions in. Each page "
        "set uses one buffer pool.",
    ),
    Term(
        "page-fixed",
        r"page[- ]fix(ed)?|FIXED4KB|PGFIX|unfixed",
        "Kept in real storage all the time. It saves fixing and releasing pages for each I/O and takes "
        "real storage that no other work can use.",
    ),
    Term(
        "short on storage",
        r"short on storage|SOS",
        "No buffer was free and none could be taken: the work waited.",
    ),
    Term(
        "steal",
        r"steals?|stealing|stolen|STL",
        "To take the buffer of an unchanged page for another page.",
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

TRUST = (
    ("seen", "the field's place was compared with real records"),
    ("ibm", "the field's place is from IBM's documentation"),
    ("code", "the field's place is from public source code"),
    ("derived", "the field's place was concluded from other fields and is not proven"),
    ("text", "read from a printed report or message"),
    ("computed", "arithmetic on other facts"),
)


def used(words: str) -> list[Term]:
    """The terms that occur in a text, in alphabetical order."""
    return [term for term in TERMS if re.search(rf"\b({term.pattern})\b", words, re.IGNORECASE)]
