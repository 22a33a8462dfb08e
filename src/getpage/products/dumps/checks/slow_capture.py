"""Captures that took long.

What it does:
    Says how long the dumped address spaces stood still, and splits that time: copying from real storage,
    reading from auxiliary storage, and paging others out. It is a shortage of real storage if paging out or
    reading took a fifth of it or more; else a note. If storage was free and it took at least three times what
    that explains, the cause is elsewhere: a warning.

Why it matters:
    From the request for a dump to IEA794I its address spaces are not dispatched: everybody who works with
    them waits. Afterwards they wait for what was paged out.

Evidence:
    IEA794I; ERRORID of IEA611I, IEA045I, the reply to IEE094D, IEA992I or the DUMP command; SMF 71 for what
    was free before it; frames and slots of the dumped address spaces (RMF Monitor III, SDSF, SMF 30).

What to do:
    If storage was free: look at the service class of DUMPSRV (SYSSTC) and at how busy the processors were.
    Else keep MAXSPACE free above the peak of the workload. What is on auxiliary storage has not been used for
    long: faster page data sets or storage-class memory read it faster.

How to verify:
    The time from the error to IEA794I of the next dump.

References:
    IBM REDP-5238, 1.1, table 1-1; SHARE 10887, "z/OS V1.12 SVC Dump".
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from getpage.contract.facts import computed
from getpage.core import wording
from getpage.core.names import Object
from getpage.products.dumps.constants import SLOW_FOR_ANOTHER_REASON, WORTH_A_PART
from getpage.products.dumps.dumps import Dumps
from getpage.products.dumps.scopes import CAPTURES
from getpage.products.dumps.storage_at_dump import CapturedDump
from getpage.products.dumps.thresholds import CAPTURE
from getpage.result import Cause, Fact, Finding, Kind, Severity

ID = "dumps-slow-capture"
TITLE = "Captures that took long"
LOOKS_AT = CAPTURES
NO_COMMAND = (
    "No command frees real storage at the moment of a dump. Take storage from whoever does not use it at the "
    "peak (getpage plan keeps what a dump needs first), or give the partition more."
)
_NOT_STORAGE: Final = (
    "Storage was not short, so no size helps. See the service class of DUMPSRV and how busy the processors "
    "were (RMF, SMF 70 and 72)."
)
FINDS = (Kind.SHORTAGE, Kind.RISK, Kind.NOTE)


def find(dumps: Dumps) -> Iterator[Finding]:
    """One finding about all slow captures of a system, with the longest of them."""
    least = dumps.in_force(CAPTURE)
    slow = [captured for captured in dumps.captured if (captured.dump.seconds or 0) >= least]
    if not slow:
        return
    longest = max(slow, key=lambda captured: captured.dump.seconds or 0)
    waited = sum((captured.dump.seconds or 0) * captured.spaces for captured in slow)
    factor = _factor_unexplained(longest)
    if factor is not None:
        yield _for_another_reason(dumps, longest, factor, waited)
        return
    short = [captured for captured in slow if _is_short(captured)]
    took = wording.seconds(longest.dump.seconds or 0)
    yield Finding(
        check=ID,
        object=Object(dumps.id, "capture"),
        severity=Severity.WARNING if short else Severity.INFO,
        kind=Kind.SHORTAGE if short else Kind.NOTE,
        headline=f"Capture took {took}: {wording.plural(longest.spaces, 'address space')} stood still",
        claim=_split(longest),
        evidence=(
            *_facts(dumps, longest, waited),
            computed(f"captures of {least:.0f} s or more", len(slow), "count"),
            *longest.facts,
        ),
        storage_bytes=max((captured.lack for captured in short), default=0),
        delay_seconds=waited,
    )


def _factor_unexplained(captured: CapturedDump) -> float | None:
    """How many times as long as at IBM's rate a capture took; None if storage may explain it.

    Storage explains nothing if all of the dump was free before it and it took three times the most that its
    size and its pages on auxiliary storage take.
    """
    took, model = captured.dump.seconds, captured.model
    if took is None or model is None or captured.free is None or captured.lack:
        return None
    return took / model.all if took >= SLOW_FOR_ANOTHER_REASON * model.high else None


def _for_another_reason(dumps: Dumps, longest: CapturedDump, factor: float, waited: float) -> Finding:
    model = longest.model
    assert model is not None  # it has a ratio to it
    took = wording.seconds(longest.dump.seconds or 0.0)
    return Finding(
        check=ID,
        object=Object(dumps.id, "capture"),
        severity=Severity.WARNING,
        kind=Kind.RISK,
        headline=f"Capture took {took}, {factor:,.0f} times what IBM's rate gives",
        claim=f"Real storage was free: at IBM's rate it takes {wording.seconds(model.all)}. "
        "Look at the service class of DUMPSRV and at how busy the processors were.",
        cause=Cause.ELSEWHERE,
        evidence=(
            *_facts(dumps, longest, waited),
            computed("capture of its size at IBM's rate", round(model.all, 2), "s"),
            *longest.facts,
        ),
        delay_seconds=waited,
        no_command=_NOT_STORAGE,
    )


def _facts(dumps: Dumps, longest: CapturedDump, waited: float) -> tuple[Fact, ...]:
    labels = {"error_us": "time of the error", "asids": "address spaces in it", "job": "requested by"}
    return (
        *dumps.message_facts(longest.dump, **labels),
        computed("capture", round(longest.dump.seconds or 0, 2), "s"),
        computed("seconds that the dumped address spaces stood still", round(waited, 2), "s"),
    )


def _is_short(captured: CapturedDump) -> bool:
    parts = captured.split
    return parts is not None and parts.paged + parts.read >= WORTH_A_PART * parts.all


def _split(captured: CapturedDump) -> str:
    """Where the time went, by the rates of IBM."""
    parts = captured.split
    if parts is None or not captured.bytes:
        return "The size of the dump is not in the evidence, so the time cannot be split."
    bound = "at most " if captured.is_most else ""
    times = [f"{wording.seconds(parts.copied)} copying from real storage"]
    if parts.read:
        size = wording.size(captured.auxiliary)
        times.append(f"{wording.seconds(parts.read)} reading {size} from auxiliary storage")
    if parts.paged and captured.free is not None:
        times.append(
            f"{wording.seconds(parts.paged)} paging others out ({wording.size(captured.free)} were free)"
        )
    return f"A dump of {bound}{wording.size(captured.bytes)}: {wording.listed(times)}."
