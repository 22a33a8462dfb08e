"""The parts of a response in words, and where to look for what makes one of them long."""

from __future__ import annotations

from typing import Final

from .hours import CPU, HELD

#: Where to look for what makes a part long.
_LOOK: Final = {
    CPU: "Compare the release of its program: more CPU is more work per task, or a longer path.",
    HELD: "The task is dispatched and does not run: see paging and CPU delay of the region.",
    "first dispatch": "Tasks wait before they start: see MXT, the transaction class and the QR TCB.",
    "TCB switches": "Count the TCB switches per task, and see how busy the QR TCB is.",
    "file I/O": "See the file's strings and buffers, its splits, and the response of its volume.",
    "record-level sharing": "See locks, the SMSVSAM buffers and the coupling facility.",
    "temporary storage": "See the buffers and strings of temporary storage.",
    "transient data": "See the buffers and strings of transient data.",
    "MRO": "See the same transaction in the region that it calls.",
    "IPIC": "See the same transaction in the region that it calls.",
    "Db2 thread": "See the thread limits of its DB2ENTRY and of the DB2CONN.",
    "IMS": "See its calls in IMS: pools, locks and database I/O.",
    "MQ": "See the queue that it reads.",
    "enqueue": "Find the task that holds the resource.",
}


def in_words(part: str) -> str:
    """`waits for file I/O`; CPU and what is left of the response as they are called."""
    return part if part in {CPU, HELD} or part.endswith("waits") else f"waits for {part}"


def where_to_look(part: str) -> str:
    """What to look at, as a sentence."""
    return _LOOK.get(part, "See the table of where the time of transactions went.")
