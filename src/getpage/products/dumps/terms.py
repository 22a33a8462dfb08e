"""Terms of SVC dumps that a report explains."""

from __future__ import annotations

from getpage.contract.terms import Term

TERMS = (
    Term(
        "capture",
        r"captures?|captured|capture time",
        "The first phase of an SVC dump, in which what is dumped is copied within storage; its address "
        "spaces do no work meanwhile. Then it is written to a data set.",
    ),
    Term(
        "MAXSPACE",
        r"MAXSPACE",
        "Most virtual storage that captured dumps may take (CHNGDUMP); a dump that needs more is partial.",
    ),
    Term(
        "auxiliary storage",
        r"auxiliary storage",
        "Page data sets and storage-class memory: where pages are that are not in real storage.",
    ),
)
