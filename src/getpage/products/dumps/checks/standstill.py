"""Dumps that may stop the whole system for long.

What it does:
    Names a MAXSNDSP of more than 15 seconds: so long may all work of the system stand still while a dump
    captures common storage.

Why it matters:
    That part of a capture stops every address space, not only those that are dumped, and in a sysplex others
    that wait for the system. With common storage on auxiliary storage it takes the longer.

Evidence:
    D DUMP,OPTIONS or CHNGDUMP: MAXSNDSP, BUFFERS.

What to do:
    Ask whether that is wanted. Below what the capture takes common storage in the dump is no longer of one
    moment, which may make it useless: so no command is printed. BUFFERS keeps storage ready for common
    storage, so that this part is short.

How to verify:
    D D,O shows it; the next dump.

References:
    IBM z/OS MVS System Commands, CHNGDUMP (MAXSNDSP, BUFFERS, Q=NO). That 15 s are the default is general
    knowledge: no public page of IBM's was found that says it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from getpage.core import wording
from getpage.core.names import Object
from getpage.products.dumps.thresholds import DEFAULT_MAXSNDSP
from getpage.result import Finding, Kind, Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from getpage.products.dumps.dumps import Dumps

ID = "dumps-standstill"
TITLE = "Dumps that may stop the whole system for long"
NO_COMMAND = "less of it may spoil dumps: whether that is wanted is the site's to say."
FINDS = (Kind.RISK,)


def find(dumps: Dumps) -> Iterator[Finding]:
    """A word on MAXSNDSP."""
    seconds = dumps.option_value("maxsndsp")
    if seconds is None or seconds <= DEFAULT_MAXSNDSP:
        return
    reserved = dumps.option_value("buffers")
    buffers = "" if reserved is None else f"; BUFFERS keeps {wording.size(reserved)} ready for that"
    yield Finding(
        check=ID,
        object=Object(dumps.id, "MAXSNDSP"),
        severity=Severity.INFO,
        kind=Kind.RISK,
        claim=f"A dump may stop all work on {dumps.place} for {wording.seconds(seconds)} while common "
        f"storage is captured (MAXSNDSP={seconds}){buffers}.",
        evidence=dumps.option_facts("maxsndsp", "buffers"),
    )
