"""The field's terms in one sentence each, for readers who come from another corner of z/OS.

Those of one product are stated by it (`Product.terms`). Only the terms that a report uses are printed in it.
"""

from __future__ import annotations

import re

from getpage.contract.product import Term
from getpage.products import registry

TERMS = (
    Term(
        "above and below the bar",
        r"(above|below) the bar|the bar",
        "The bar is the 2 GiB line of an address space. Storage below it is scarce and shared with code "
        "and control blocks; storage above it is limited by MEMLIMIT.",
    ),
    Term(
        "buffer pool",
        r"buffer ?pools?|pools?",
        "Storage in which a queue manager or a database keeps pages of its data sets, so that a request "
        "for a page need not read it from disk.",
    ),
    Term(
        "getpage",
        r"get ?pages?",
        "A request for a page. It costs a read from disk only if the page is not in the pool.",
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
        "page-fixed",
        r"page[- ]fix(ed)?|FIXED4KB|PGFIX|unfixed",
        "Kept in real storage all the time. It saves fixing and releasing pages for each I/O and takes "
        "real storage that no other work can use.",
    ),
    Term(
        "steal",
        r"steals?|stealing|stolen|STL",
        "To take the buffer of an unchanged page for another page.",
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
    every = sorted(
        (*TERMS, *(term for product in registry.PRODUCTS for term in product.terms())), key=_by_name
    )
    return [term for term in every if re.search(rf"\b({term.pattern})\b", words, re.IGNORECASE)]


def _by_name(term: Term) -> str:
    return term.name.casefold()
