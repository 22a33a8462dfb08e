"""Terms of Java's heaps that a report explains."""

from __future__ import annotations

from getpage.contract.terms import Term

TERMS = (
    Term(
        "compressed references",
        r"compressed references|references of 4 bytes",
        "Java's pointers within the heap, kept in 4 bytes instead of 8: less heap, fewer cache misses. The "
        "heap must not be too large for them.",
    ),
    Term(
        "global collection",
        r"global collections?",
        "Garbage collection of the whole heap; what it leaves is alive.",
    ),
    Term(
        "live set",
        r"live set",
        "What is in use after a global collection: what the program still refers to. A heap must be larger "
        "than that, and the larger it is the more seldom it is collected.",
    ),
    Term(
        "nursery",
        r"nursery|nurseries",
        "The part of a heap in which objects are made. It is collected often and by itself, as most objects "
        "die young; what lives on is moved to the tenure area.",
    ),
    Term("tenure area", r"tenure area|tenured?", "The part of a heap for objects that have lived for long."),
)
