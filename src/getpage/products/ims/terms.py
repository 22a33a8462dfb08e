"""Terms of IMS that a report explains."""

from __future__ import annotations

from getpage.contract.terms import Term

TERMS = (
    Term(
        "subpool",
        r"subpools?",
        "Buffers of IMS of one size, for blocks of databases; data sets go to the subpool whose buffers are "
        "as large as their blocks.",
    ),
    Term("OSAM", r"OSAM", "An access method of IMS for databases, with buffers of its own."),
    Term(
        "buffer steal",
        r"steals?",
        "Taking a buffer from one block for another; a block that was changed has to be written first.",
    ),
    Term(
        "PSB",
        r"PSBs?",
        "Program specification block: what a program may do with which databases. It is in a pool while the "
        "program is scheduled; without room it waits.",
    ),
    Term(
        "DMB", r"DMBs?", "Data management block: the description of a database, in a pool while it is used."
    ),
)
