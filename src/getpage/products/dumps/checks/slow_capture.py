"""Captures that took long.

What it does:
    Says how long the dumped address spaces did no work, and splits it: what was copied from real storage,
    what was read from auxiliary storage, and what others were paged out for. It is a shortage of real storage
    where paging out took a fifth of it or more, or reading from auxiliary storage did; else a note. Where
    storage was free and it took three times what that explains or more, the cause is elsewhere: a warning.

Why it matters:
    From when a dump is asked for to IEA794I its address spaces are not dispatched: everybody who works with
    them waits. Afterwards what was paged out is waited for, too.

Evidence:
    IEA794I; ERRORID of IEA611I, IEA045I, the reply to IEE094D, IEA992I or the DUMP command; SMF 71 for what
    was free before it; frames and slots of the dumped address spaces (RMF Monitor III, SDSF, SMF 30).

What to do:
    Where storage was free: look at the service class of DUMPSRV (SYSSTC) and at how busy the processors were.
    Else keep MAXSPACE free above the peak of the workload. What is on auxiliary storage has not been touched
    for long: page data sets on faster disks, or storage-class memory, read it faster.

How to verify:
    The time from the error to IEA794I of the next dump.

References:
    IBM REDP-5238, 1.1, table 1-1; SHARE 10887, "z/OS V1.12 SVC Dump".
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from getpage.contract.facts import computed
from getpage.core import wording
from getpage.core.names import Object
from getpage.products.dumps.thresholds import SLOW_FOR_ANOTHER_REASON, WORTH_A_PART, WORTH_SAYING
from getpage.result import Cause, Finding, Kind, Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from getpage.products.dumps.captured import Captured
    from getpage.products.dumps.dumps import Dumps

ID = "dumps-slow-capture"
TITLE = "Captures that took long"
NO_COMMAND = (
    "No command frees real storage at the moment of a dump: take storage from whoever does not use it at the "
    "peak (getpage plan keeps what a dump needs first), or give the partition more; page data sets are the "
    "site's."
)
NOT_STORAGE = (
    "No command frees what was not short: see the service class of DUMPSRV and how busy the processors were "
    "(RMF, SMF 70 and 72)."
)
FINDS = (Kind.SHORTAGE, Kind.RISK, Kind.NOTE)
_LONGEST: Final = "capture"


def find(dumps: Dumps) -> Iterator[Finding]:
    """One finding of all captures of a system, with the longest of them."""
    slow = [one for one in dumps.captured if (one.dump.seconds or 0) >= WORTH_SAYING]
    if not slow:
        return
    longest = max(slow, key=lambda one: one.dump.seconds or 0)
    waited = sum((one.dump.seconds or 0) * one.spaces for one in slow)
    short = [one for one in slow if _is_short(one)]
    most = longest.dump.seconds or 0
    times = _times_explained(longest)
    if times is not None:
        yield _for_another_reason(dumps, longest, times, waited)
        return
    many = "" if len(slow) == 1 else f" {len(slow)} captures took {WORTH_SAYING:.0f} s or more."
    yield Finding(
        check=ID,
        object=Object(dumps.id, "capture"),
        severity=Severity.WARNING if short else Severity.INFO,
        kind=Kind.SHORTAGE if short else Kind.NOTE,
        headline=f"Capture took {wording.seconds(most)}: {wording.plural(longest.spaces, 'address space')} "
        "did no work",
        claim=f"The capture of {_of(longest)} on {dumps.place} took {wording.seconds(most)}, in which "
        f"{wording.plural(longest.spaces, 'address space')} did no work{_split(longest)}.{many}",
        evidence=(
            *dumps.message_facts(longest.dump, error_us="time of the error", asids="address spaces in it"),
            computed(_LONGEST, round(most, 2), "s"),
            computed("seconds that the dumped address spaces did no work", round(waited, 2), "s"),
            *longest.facts,
        ),
        storage_bytes=max((one.lack for one in short), default=0),
        delay_seconds=waited,
    )


def _times_explained(captured: Captured) -> float | None:
    """How many times as long as at IBM's rate a capture took; None where storage may explain it.

    Storage explains nothing where all of the dump was free before it and it took three times the most that
    its size and its pages on auxiliary storage take.
    """
    took, model = captured.dump.seconds, captured.model
    if took is None or model is None or captured.free is None or captured.lack:
        return None
    return took / model.all if took >= SLOW_FOR_ANOTHER_REASON * model.high else None


def _for_another_reason(dumps: Dumps, longest: Captured, times: float, waited: float) -> Finding:
    model = longest.model
    assert model is not None  # it has a ratio to it
    took = longest.dump.seconds or 0.0
    return Finding(
        check=ID,
        object=Object(dumps.id, "capture"),
        severity=Severity.WARNING,
        kind=Kind.RISK,
        headline=f"Capture took {wording.seconds(took)}, {times:,.0f} times what IBM's rate gives",
        claim=f"Real storage was free: at IBM's rate it takes {wording.seconds(model.all)}. "
        "Look at the service class of DUMPSRV and at how busy the processors were.",
        cause=Cause.ELSEWHERE,
        evidence=(
            *dumps.message_facts(longest.dump, error_us="time of the error", asids="address spaces in it"),
            computed(_LONGEST, round(took, 2), "s"),
            computed("capture of its size at IBM's rate", round(model.all, 2), "s"),
            computed("seconds that the dumped address spaces did no work", round(waited, 2), "s"),
            *longest.facts,
        ),
        delay_seconds=waited,
        no_command=NOT_STORAGE,
    )


def _is_short(one: Captured) -> bool:
    parts = one.split
    return parts is not None and parts.paged + parts.read >= WORTH_A_PART * parts.all


def _of(one: Captured) -> str:
    size = ""
    if one.bytes:
        size = f" of {'at most ' if one.is_most else ''}{wording.size(one.bytes)}"
    return f"a dump{size} for {one.dump.job or 'an unnamed job'}"


def _split(one: Captured) -> str:
    parts = one.split
    if parts is None:
        return "; how large it was is not in the evidence"
    said = [f"{wording.seconds(parts.copied)} copying from real storage"]
    if parts.read:
        said.append(
            f"{wording.seconds(parts.read)} reading {wording.size(one.auxiliary)} from auxiliary storage"
        )
    if parts.paged and one.free is not None:
        said.append(
            f"{wording.seconds(parts.paged)} paging others out, as {wording.size(one.free)} were free before "
            "it"
        )
    return f": {wording.listed(said)}"
