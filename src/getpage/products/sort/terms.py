"""Terms of sorts that a report explains."""

from __future__ import annotations

from getpage.contract.terms import Term

TERMS = (
    Term(
        "work data set",
        r"work data sets?|work space",
        "Disk space (SORTWKnn) that holds what a sort has read and not yet merged; what storage holds of it "
        "is neither written nor read again.",
    ),
    Term(
        "hiperspace",
        r"[Hh]iperspaces?",
        "Storage beside an address space that DFSORT moves pages to and from, instead of a work data set.",
    ),
    Term(
        "memory object",
        r"memory objects?",
        "Storage above the bar of an address space; DFSORT uses it as work space or as main storage.",
    ),
    Term(
        "EXPMAX",
        r"EXPMAX",
        "Most storage, in MB, that all sorts of a system together may have in memory objects, hiperspaces "
        "and data spaces (ICEPRMxx).",
    ),
)
