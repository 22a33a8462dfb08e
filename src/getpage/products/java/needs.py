"""Questions that logs of Java's collections answer, and what supplies them.

Reference: Eclipse OpenJ9 documentation, -Xverbosegclog and -verbose:gc.
"""

from __future__ import annotations

from getpage.contract.evidence import Need

_LOG = "-Xverbosegclog:file (in the JVM's options), or -verbose:gc, which writes to stderr"

COLLECTIONS = Need(
    question="How long does garbage collection stop Java, what is alive in its heaps, and how fast do "
    "they fill?",
    tables=(("java_collection",),),
    how=_LOG,
    step="java.gc",
)
SETTINGS = Need(
    question="How large may each heap of Java be, in which pages, with which collector?",
    tables=(("java_heap",),),
    how=f"the beginning of the log: {_LOG}",
    step="java.gc",
)
LIVE = Need(
    question="How much of the heap is alive? No global collection that tells it is in the log.",
    tables=(("java_collection",),),
    how="a log of several hours, until a global collection is in it",
    step="java.gc",
)
PROCESSOR = Need(
    question="How much processor time does garbage collection take?",
    tables=(("java_collection",),),
    how="a virtual machine of J9 R28 (Java 8) or later, or -Xlog:gc*; before them pauses alone are known",
    step="java.gc",
)

NEEDS = (COLLECTIONS,)
