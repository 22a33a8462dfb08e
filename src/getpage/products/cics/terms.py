"""Terms of CICS, for readers who come from another corner of the field."""

from __future__ import annotations

from typing import Final

from getpage.contract.terms import Term

TERMS: Final = (
    Term(
        "QR TCB",
        r"\bQR TCB\b",
        "the one TCB of a CICS region on which all of its work runs that is not threadsafe.",
    ),
    Term(
        "open TCB",
        r"\b(?:open TCBs?|L8|L9)\b",
        "a TCB of which a region has many, and on which threadsafe work and calls of Db2 and MQ run.",
    ),
    Term("MXT", r"\bMXT\b", "the most user tasks that a CICS region runs at a time; more wait."),
    Term(
        "dynamic storage area",
        r"\b(?:storage areas?|[EG]?[CUS]DSA|E?RDSA|ETDSA)\b",
        "storage that CICS manages for tasks and programs: below 16 MB, above it, and above the bar.",
    ),
    Term(
        "look-aside",
        r"\b[Ll]ook-asides?\b",
        "a VSAM read that found its data in a buffer, so that no I/O was needed.",
    ),
)
