"""Terms of Linux's memory that a report explains."""

from __future__ import annotations

from getpage.contract.terms import Term

TERMS = (
    Term(
        "anonymous memory",
        r"anonymous memory",
        "Pages of programs that no file is behind, as heaps and stacks: they can only go to swap space.",
    ),
    Term(
        "MemAvailable",
        r"MemAvailable|available without swapping",
        "What programs can have without swapping, as the kernel of Linux estimates it: what is free, and "
        "most of the page cache.",
    ),
    Term(
        "page cache",
        r"page cache",
        "Pages of files that Linux keeps in memory that nothing else needs; it gives them up when programs "
        "ask.",
    ),
    Term(
        "PSS",
        r"PSS",
        "Proportional set size: the memory of a process, of what it shares with others its proportion, so "
        "that all processes add up.",
    ),
    Term("swap space", r"swap space", "Disk of a Linux guest for pages that memory has no room for."),
)
