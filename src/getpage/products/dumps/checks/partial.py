"""Dumps that are partial.

What it does:
    Names the dumps that were written without some of what was asked for, with what z/OS said of it, and sorts
    out those that MAXSPACE cut off. These ask for a MAXSPACE as large as what the dumped address spaces held,
    where that is known, as far as captured dumps then fit into what is free at the tightest moment and into
    half of auxiliary storage. A dump that a smaller MAXSPACE than the present one cut off is not told again.

Why it matters:
    A failure whose dump lacks what shows its cause comes again before it can be repaired.

Evidence:
    IEA611I or IEA911E PARTIAL with SDRSN and its words; IEA043I; MAXSPACE from CHNGDUMP, D DUMP,OPTIONS or
    D DUMP,STATUS; frames and slots of the dumped address spaces (RMF Monitor III, SDSF, SMF 30).

What to do:
    A larger MAXSPACE where that was reached. Where it is storage that was short, see what the capture lacked;
    other reasons stand in the message.

How to verify:
    D D,O; the next dump ends with IEA611I COMPLETE.

References:
    IBM z/OS MVS System Messages, IEA611I, IEA911E; IBM z/OS MVS System Commands, CHNGDUMP.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from getpage.contract.facts import computed
from getpage.core import wording
from getpage.core.names import Object
from getpage.products.dumps.changes import TARGET
from getpage.products.dumps.target import target
from getpage.result import Finding, Harm, Kind, Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from getpage.products.dumps.captured import Captured
    from getpage.products.dumps.dumps import Dumps
    from getpage.result import Fact

ID = "dumps-partial"
TITLE = "Dumps that are partial"
NO_COMMAND = (
    "What it lacked is in the words of the message and its SDRSN; that MAXSPACE was reached is not said."
)
FINDS = (Kind.SHORTAGE,)
_NO_SIZE: Final = (
    "How large the dump would have been is not in the evidence: frames and slots of the dumped address "
    "spaces (getpage collect --for zos.monitor3) tell it."
)
_WHOSE: Final = "Which system it is of is not told: --system with its name, or the log with its prefix."
_NAMED: Final = 3


def find(dumps: Dumps) -> Iterator[Finding]:
    """One finding of those that MAXSPACE cut off, one of the others."""
    cut = [one for one in dumps.partial if one.dump.hit_maxspace and not one.raised]
    others = [one for one in dumps.partial if not one.dump.hit_maxspace]
    if cut:
        yield _cut(dumps, cut)
    if others:
        claim = f"{wording.plural(len(others), 'dump')} on {dumps.place} {_was(others)} partial"
        yield Finding(
            check=ID,
            object=Object(dumps.id, "dumps"),
            severity=Severity.WARNING,
            harm=Harm.LOST,
            kind=Kind.SHORTAGE,
            headline=f"{wording.plural(len(others), 'dump')} partial for another reason than MAXSPACE",
            claim=f"{claim}: {_named(others)}.",
            evidence=_facts(dumps, others),
        )


def _cut(dumps: Dumps, cut: list[Captured]) -> Finding:
    wanted, why = target_of(dumps)
    asked = () if wanted is None else (computed(TARGET, wanted, "MiB"),)
    need = dumps.need
    size = f" What was to be dumped is {wording.size(need[0])} at most." if need else ""
    at = f" at {wording.size(dumps.maxspace)}" if dumps.maxspace else ""
    told = f" of {wording.size(dumps.maxspace)}" if dumps.maxspace else ""
    return Finding(
        check=ID,
        object=dumps.space,
        severity=Severity.CRITICAL,
        harm=Harm.LOST,
        kind=Kind.SHORTAGE,
        headline=f"{wording.plural(len(cut), 'dump')} cut off{at}"
        + (f", needed {wording.size(need[0])} at most" if need else ""),
        claim=f"MAXSPACE{told} cut off {wording.plural(len(cut), 'dump')} on {dumps.place}, which "
        f"{_was(cut)} partial: {_named(cut)}.{size}",
        evidence=(*_facts(dumps, cut), *dumps.maxspace_facts, *(need[1] if need else ()), *asked),
        no_command=why,
    )


def target_of(dumps: Dumps) -> tuple[int | None, str]:
    """MiB that MAXSPACE is to be, or why there is none."""
    if not dumps.is_placed:
        return None, _WHOSE
    need = dumps.need
    if need is None or need[0] <= dumps.now:
        return None, _NO_SIZE
    return target(dumps, need[0])


def _was(some: list[Captured]) -> str:
    return "was" if len(some) == 1 else "were"


def _named(some: list[Captured]) -> str:
    return wording.listed([_one(one) for one in some], _NAMED)


def _one(one: Captured) -> str:
    at = one.dump.captured or one.dump.written
    words = [one.dump.job or "a dump", *([f"at {at:%Y-%m-%d %H:%M:%S}"] if at else [])]
    reason = one.dump.reason.rstrip(". ")
    return " ".join(words) + (f" ({reason})" if reason else "")


def _facts(dumps: Dumps, some: list[Captured]) -> tuple[Fact, ...]:
    return tuple(
        fact
        for one in some[:_NAMED]
        for fact in dumps.message_facts(
            one.dump, is_partial="partial", reason_codes="SDRSN", reason="what z/OS said", dump_id="DUMPID"
        )
    )
