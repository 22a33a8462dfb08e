"""Dumps that are partial.

What it does:
    Names the dumps that lack some of what was asked for, with the words of z/OS, and tells apart those that
    MAXSPACE cut off. These ask for a MAXSPACE as large as what the dumped address spaces held, if that is
    known, as far as captured dumps then fit into what is free at the tightest moment and into half of
    auxiliary storage. A dump that a smaller MAXSPACE than the present one cut off is left out.

Why it matters:
    If a dump lacks what shows the cause of a failure, the failure comes again before it can be repaired.

Evidence:
    IEA611I or IEA911E PARTIAL with SDRSN and its words; IEA043I; MAXSPACE from CHNGDUMP, D DUMP,OPTIONS or
    D DUMP,STATUS; frames and slots of the dumped address spaces (RMF Monitor III, SDSF, SMF 30).

What to do:
    Enlarge MAXSPACE if it was reached. If storage was short, see what the capture lacked; other reasons are
    in the message.

How to verify:
    D D,O; the next dump ends with IEA611I COMPLETE.

References:
    IBM z/OS MVS System Messages, IEA611I, IEA911E; IBM z/OS MVS System Commands, CHNGDUMP.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from getpage.contract.facts import counted
from getpage.core import wording
from getpage.core.names import Object
from getpage.products.dumps.dumps import Dumps
from getpage.products.dumps.scopes import DUMPS
from getpage.products.dumps.spelling import maxspace_for
from getpage.products.dumps.storage_at_dump import CapturedDump
from getpage.result import Ask, Fact, Finding, Harm, Kind, Severity

ID = "dumps-partial"
TITLE = "Dumps that are partial"
LOOKS_AT = DUMPS
NO_COMMAND = "The words of the message and its SDRSN say what it lacked; they do not name MAXSPACE."
FINDS = (Kind.RISK,)
_NO_SIZE: Final = (
    "The size that the dump needed is not in the evidence. Frames and slots of the dumped address spaces "
    "show it (getpage collect --for zos.monitor3)."
)
_WHOSE: Final = "The system is not known: name it with --system, or load the log with its prefix."
_NAMED: Final = 3
_LABELS: Final = {
    "is_partial": "partial",
    "reason_codes": "SDRSN",
    "reason": "message text",
    "dump_id": "DUMPID",
    "job": "requested by",
}


def find(dumps: Dumps) -> Iterator[Finding]:
    """One finding about the dumps that MAXSPACE cut off, one about the others."""
    cut = [dump for dump in dumps.partial if dump.dump.hit_maxspace and not dump.raised]
    others = [dump for dump in dumps.partial if not dump.dump.hit_maxspace]
    if cut:
        yield _cut_off(dumps, cut)
    if others:
        yield Finding(
            check=ID,
            object=Object(dumps.id, "dumps"),
            severity=Severity.WARNING,
            harm=Harm.LOST,
            kind=Kind.RISK,
            headline=f"{wording.plural(len(others), 'dump')} partial for a reason other than MAXSPACE",
            claim=f"{_jobs(others)}: the message and its SDRSN say what is missing.",
            evidence=_facts(dumps, others),
        )


def _cut_off(dumps: Dumps, cut: list[CapturedDump]) -> Finding:
    asks, why = _asks(dumps)
    need = dumps.need
    at = f" at {wording.size(dumps.maxspace)}" if dumps.maxspace else ""
    needed = f", needed up to {wording.size(need[0])}" if need else ""
    return Finding(
        check=ID,
        object=dumps.space,
        severity=Severity.CRITICAL,
        criterion=counted("dumps cut off", len(cut), "dumps"),
        harm=Harm.LOST,
        kind=Kind.RISK,
        headline=f"{wording.plural(len(cut), 'dump')} cut off{at}{needed}",
        claim=f"{_jobs(cut)}: data that shows the cause of the failure may be missing. Enlarge MAXSPACE "
        "before the next dump.",
        evidence=(*_facts(dumps, cut), *dumps.maxspace_facts, *(need[1] if need else ())),
        no_command=why,
        asks=asks,
    )


def _asks(dumps: Dumps) -> tuple[tuple[Ask, ...], str]:
    """A MAXSPACE that holds what was to be dumped, or why none is asked for."""
    if not dumps.is_placed:
        return (), _WHOSE
    need = dumps.need
    if need is None or need[0] <= dumps.now:
        return (), _NO_SIZE
    return maxspace_for(dumps, need[0])


def _jobs(partial: list[CapturedDump]) -> str:
    """Whose dumps they are."""
    jobs = dict.fromkeys(captured.dump.job or "an unnamed job" for captured in partial)
    return f"{'Dump' if len(partial) == 1 else 'Dumps'} of {wording.listed(list(jobs), _NAMED)}"


def _facts(dumps: Dumps, partial: list[CapturedDump]) -> tuple[Fact, ...]:
    return tuple(
        fact for captured in partial[:_NAMED] for fact in dumps.message_facts(captured.dump, **_LABELS)
    )
