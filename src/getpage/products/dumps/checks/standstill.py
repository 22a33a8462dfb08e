"""Dumps that may stop the whole system for long.

What it does:
    Names a MAXSNDSP of more than 15 seconds: all work of the system may stand still that long while a dump
    captures common storage.

Why it matters:
    That part of a capture stops every address space, not only those that are dumped, and in a sysplex others
    that wait for the system. It takes longer with common storage on auxiliary storage.

Evidence:
    D DUMP,OPTIONS or CHNGDUMP: MAXSNDSP, BUFFERS.

What to do:
    Ask whether that is wanted. With less than the capture takes, common storage in the dump is no longer of
    one moment, which may make it useless: no command is printed. BUFFERS keeps storage ready for common
    storage, so that this part is short.

How to verify:
    D D,O shows it; the next dump.

References:
    IBM z/OS MVS System Commands, CHNGDUMP (MAXSNDSP, BUFFERS, Q=NO). That 15 s are the default is general
    knowledge: no public page of IBM's was found that says it.
"""

from __future__ import annotations

from collections.abc import Iterator

from getpage.core import wording
from getpage.core.names import Object
from getpage.products.dumps.constants import DEFAULT_MAXSNDSP
from getpage.products.dumps.dumps import Dumps
from getpage.products.dumps.scopes import STANDSTILL
from getpage.result import Finding, Harm, Kind, Severity

ID = "dumps-standstill"
TITLE = "Dumps that may stop the whole system for long"
LOOKS_AT = STANDSTILL
NO_COMMAND = "A smaller value may spoil dumps: the site decides."
FINDS = (Kind.RISK,)


def find(dumps: Dumps) -> Iterator[Finding]:
    """The system, if its MAXSNDSP is above the default."""
    seconds = dumps.option_value("maxsndsp")
    if seconds is None or seconds <= DEFAULT_MAXSNDSP:
        return
    reserved = dumps.option_value("buffers")
    buffers = "" if reserved is None else f" BUFFERS reserves {wording.size(reserved)} for that."
    yield Finding(
        check=ID,
        object=Object(dumps.id, "MAXSNDSP"),
        severity=Severity.INFO,
        harm=Harm.OUTAGE,
        kind=Kind.RISK,
        headline=f"A dump may stop all work for {wording.seconds(seconds)} (default {DEFAULT_MAXSNDSP} s)",
        claim=f"z/OS stops every address space while it captures common storage.{buffers}",
        evidence=dumps.option_facts("maxsndsp", "buffers"),
    )
