"""Dumps that waited for a data set.

What it does:
    Names the dumps for which z/OS found no data set (IEA793A), how long they waited, and where the automatic
    allocation failed (IEA799I).

Why it matters:
    The dump stays captured: it holds real and auxiliary storage, and counts against MAXSPACE, so that the
    next dump gets less. After MSGTIME it is deleted.

Evidence:
    IEA793A and IEA799I; IEA611I or IEA911E of the same DUMPID; MSGTIME of D DUMP,OPTIONS.

What to do:
    Define where dumps go (DUMPDS ADD,SMS=class or VOL=, DUMPDS NAME=, DUMPDS ALLOC=ACTIVE), with enough
    space.

How to verify:
    D DUMP,STATUS; IEA793A does not come again.

References:
    IBM z/OS MVS System Commands, DUMPDS ALLOC, CHNGDUMP (MSGTIME).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from getpage.contract.facts import computed
from getpage.core import wording
from getpage.core.names import Object
from getpage.products.dumps.dumps import Dumps
from getpage.products.dumps.scopes import DUMPS
from getpage.products.dumps.storage_at_dump import CapturedDump
from getpage.result import Fact, Finding, Harm, Kind, Severity

ID = "dumps-no-data-set"
TITLE = "Dumps that waited for a data set"
LOOKS_AT = DUMPS
NO_COMMAND = "DUMPDS ADD names storage classes or volumes that are the site's, and DUMPDS NAME its data sets."
FINDS = (Kind.SHORTAGE,)
_NAMED: Final = 3
_LABELS: Final = {"is_waiting": "waits for a data set", "dump_id": "DUMPID", "job": "requested by"}


def find(dumps: Dumps) -> Iterator[Finding]:
    """One finding about all dumps of a system that waited."""
    waiting = [captured for captured in dumps.captured if captured.dump.waited is not None]
    if not waiting:
        return
    largest = max((captured.bytes or 0 for captured in waiting), default=0)
    holds = f"; holds {wording.size(largest)}" if largest else ""
    minutes = dumps.option_value("msgtime")
    until = (
        "until a data set is available"
        if minutes is None
        else f"for {wording.plural(minutes, 'minute')} at most (MSGTIME)"
    )
    failed = any("IEA799I" in captured.dump.rows for captured in waiting)
    why = "Automatic allocation failed (IEA799I)." if failed else "Define where dumps go (DUMPDS ADD)."
    yield Finding(
        check=ID,
        object=Object(dumps.id, "data sets"),
        severity=Severity.WARNING,
        kind=Kind.SHORTAGE,
        harm=Harm.LOST,
        headline=f"{wording.plural(len(waiting), 'dump')} had no data set to be written to{holds}",
        claim=f"A captured dump holds its storage {until}. {why}",
        evidence=(
            *(fact for captured in waiting[:_NAMED] for fact in _facts(dumps, captured)),
            *dumps.option_facts("msgtime"),
        ),
        storage_bytes=largest,
    )


def _facts(dumps: Dumps, captured: CapturedDump) -> Iterator[Fact]:
    dump = captured.dump
    yield from dumps.message_facts(dump, **_LABELS)
    if dump.written is not None and dump.waited is not None and dump.waited["written"] is not None:
        seconds = (dump.written - dump.waited["written"]).total_seconds()
        yield computed("it waited for a data set", round(seconds, 1), "s")
