"""What logs of garbage collection answer, how a site comes by them, and the terms that a report explains.

References: Eclipse OpenJ9 documentation, -Xverbosegclog and -verbose:gc; IBM SDK for z/OS, Java Technology
Edition, User Guide; WebSphere Application Server for z/OS documentation, Java virtual machine settings; CICS
TS documentation, JVM server options.
"""

from __future__ import annotations

import re
from typing import Final

from getpage.contract.collect import Collect, EvidenceStep
from getpage.contract.evidence import Need
from getpage.contract.product import Term

_LOG = "-Xverbosegclog:file (in the JVM's options), or -verbose:gc, which writes to stderr"

COLLECTIONS = Need(
    question="How long does garbage collection stop Java, how large are the live sets, and how fast "
    "do heaps fill?",
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
    question="How large is the live set? The log has no global collection, which would show it.",
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

COLLECT = Collect(
    steps=(
        EvidenceStep(
            name="java.gc",
            gives="heaps of Java: what is alive in them, how fast they fill, how long collections stop the "
            "work and what processor time they take",
            entered="the JVM's options, then a restart: WebSphere's generic JVM arguments, Liberty's "
            "jvm.options, the JVM profile of a CICS JVM server; of a batch job OPENJ9_JAVA_OPTIONS from Java "
            "11 on, IBM_JAVA_OPTIONS up to Java 8",
            fetched=("-Xverbosegclog:/your/logs/WEB1@SYSA.gc.log,5,2000",),
            interval="all the time",
            cost="less than 1 % of processor time; a line to a few KB per garbage collection, some MB on a "
            "busy day. Five files of 2000 collections each are kept. Name each file SERVER@SYSTEM, such as "
            "WEB1@SYSA.gc.log: the log itself names neither",
            source="Eclipse OpenJ9 documentation: -Xverbosegclog, OPENJ9_JAVA_OPTIONS",
        ),
    ),
    also=("zos.rmf", "zos.spaces"),
)

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
        "What is in use after a global collection: what the program still refers to. A heap must "
        "be larger than that; the larger it is, the less often it is collected.",
    ),
    Term(
        "nursery",
        r"nursery|nurseries",
        "The part of a heap in which objects are made. It is collected often and by itself, as most objects "
        "die young; what lives on is moved to the tenure area.",
    ),
    Term("tenure area", r"tenure area|tenured?", "The part of a heap for objects that have lived for long."),
)


#: What rotation, time stamps and transfer add to the name of a log: `.001`, `.20260312.090000`, `.gz`.
_ADDED: Final = re.compile(
    r"(?:[._-](?:[0-9]{1,14}|log|gc|txt|xml|gz|zst|out|current|verbosegc|stderr))+$", re.IGNORECASE
)
_PLACED: Final = re.compile(r"(.+)@([A-Za-z0-9#$]{1,8})")
_ODD: Final = re.compile(r"[^A-Za-z0-9@#$-]+")
_LONGEST_NAME: Final = 40


def name_of(file: str) -> tuple[str | None, str]:
    """System and name: `logs/WEB1@SYSA.gc.log.003` is WEB1 on SYSA, `WEB1.log` WEB1 on a system unknown."""
    last = _ADDED.sub("", re.split(r"[/\\!:]", file)[-1])
    placed = _PLACED.fullmatch(last)
    name = _ODD.sub("-", placed[1] if placed else last).strip("-").upper()[:_LONGEST_NAME]
    return (placed[2].upper() if placed else None), name or "JVM"


def of_file(file: str) -> str:
    """What the logs in files of this name are of, with its system."""
    system, name = name_of(file)
    return f"{name}@{system or ''}"
