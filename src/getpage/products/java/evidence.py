"""What logs of garbage collection answer. `evidence.toml` beside it says how a site comes by it."""

from __future__ import annotations

import re
from typing import Final

from getpage.contract.evidence import Need

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
    question="How large is the live set exactly? The log has no global collection; others bound it.",
    tables=(("java_collection",),),
    how="a log of several hours, until a global collection is in it",
    step="java.gc",
)
BESIDE = Need(
    question="How large should a heap of ZGC or Shenandoah be? Both work beside the program: pauses, waits "
    "for storage and collections of the whole heap are judged, not what another size costs.",
    tables=(("java_collection",),),
    how="logs of runs with two sizes: getpage prove compares them",
    step="java.gc",
)
PROCESSOR = Need(
    question="How much processor time does garbage collection take?",
    tables=(("java_collection",),),
    how="a virtual machine of J9 R28 (Java 8) or later, or -Xlog:gc*; before them pauses alone are known",
    step="java.gc",
)

NEEDS = (COLLECTIONS,)


#: What rotation, time stamps and transfer add to the name of a log: `.001`, `.20260312.090000`, `.gz`.
_ADDED: Final = re.compile(
    r"(?:[._-](?:[0-9]{1,14}|log|gc|txt|xml|gz|zst|xz|bz2|out|current|verbosegc|stderr))+$", re.IGNORECASE
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
