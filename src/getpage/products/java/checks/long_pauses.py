"""Pauses that people notice.

What it does:
    Names heaps with a collection that stopped the program for a second or longer, other than those that the
    program asked for.

Why it matters:
    Nothing answers meanwhile: each request in flight takes that much longer, and timeouts begin to fire.

Evidence:
    Verbose GC of J9 or OpenJ9, or the log of HotSpot: pause_us of java_collection.

What to do:
    Use a collector that works on parts of the heap: gencon where the policy is optthruput or optavgpause,
    balanced for heaps of more than 4 GB with gencon. A pause whose collector ran on less than half of a
    processor has another cause, and no other collector shortens it: pages of the heap were on auxiliary
    storage, or the processors were busy. Where SMF 70 is of the same time, it tells the latter.

How to verify:
    The longest pause is shorter; collections may take more processor time.

References:
    Eclipse OpenJ9 documentation, Garbage collection policies. The second is getpage's own.
"""

from __future__ import annotations

from collections.abc import Iterator

import polars as pl

from getpage.contract.facts import computed
from getpage.contract.storage import Processors
from getpage.core import wording
from getpage.core.names import Object
from getpage.products.java import lpar
from getpage.products.java.constants import ALL_BUSY, BALANCED_FROM, LEAST_RUN
from getpage.products.java.jvm import COLLECTIONS, Jvm
from getpage.products.java.resized import AS_LARGE
from getpage.products.java.scopes import COLLECTED_HEAPS
from getpage.products.java.spelling import WHOLE_HEAP_POLICIES, collected_in_parts
from getpage.products.java.thresholds import PAUSE
from getpage.result import Fact, Finding, Kind, Severity

ID = "java-long-pauses"
TITLE = "Collections that stop Java for a second or longer"
LOOKS_AT = COLLECTED_HEAPS
NO_COMMAND = (
    "No other policy of collection is sure to be shorter. See the processor time of the longest pause, and "
    "whether pages of the heap were in real storage."
)
FINDS = (Kind.SHORTAGE, Kind.NOTE)


def find(jvm: Jvm) -> Iterator[Finding]:
    """The heap, where it was stopped so long."""
    explicit = pl.col("explicit").fill_null(value=False)
    least = jvm.in_force(PAUSE) * 1e6
    rows = jvm.rows.filter(AS_LARGE).filter((pl.col("pause_us") >= least) & ~explicit)
    if not rows.height:
        return
    row = rows.row(int(rows["pause_us"].arg_max() or 0), named=True)
    policy = jvm.setting("collector")
    in_parts = policy in WHOLE_HEAP_POLICIES or (policy == "gencon" and (jvm.most or 0) > BALANCED_FROM)
    ran = None if row["cpu_us"] is None else row["cpu_us"] / row["pause_us"]
    waited = ran is not None and ran < LEAST_RUN
    answered = in_parts and not waited
    busy = lpar.at(jvm.processors_meanwhile, row["written"]) if waited else None
    yield Finding(
        check=ID,
        object=Object(jvm.id, "collections"),
        severity=Severity.WARNING if answered else Severity.INFO,
        kind=Kind.SHORTAGE if answered else Kind.NOTE,
        headline=f"Garbage collection pauses of up to {wording.seconds(row['pause_us'] / 1e6)}",
        claim="Nothing answers meanwhile. " + _what_to_do(ran, busy, answered=answered),
        evidence=(
            *jvm.facts(COLLECTIONS, row, pause_us="longest pause", cpu_us="its processor time", live="live"),
            *jvm.settings(collector="collector", heap_max="heap at most"),
            computed("pauses of a second or longer", rows.height, "collections"),
            *_of_processors(ran, busy),
        ),
        advice=(collected_in_parts(jvm),) if answered else (),
        delay_seconds=float(rows["pause_us"].sum()) / 1e6,
    )


def _what_to_do(ran: float | None, busy: Processors | None, *, answered: bool) -> str:
    """What shortens the longest pause; `ran` are the processors that it ran on."""
    if answered:
        return "Collect the heap in parts."
    if ran is None:
        return "See what the longest pause waited for."
    if ran >= LEAST_RUN:
        return f"The longest ran on {ran:.1f} processors: it worked, and did not wait."
    ziips = lpar.ziip_busy_share([busy]) if busy is not None else None
    if ziips is not None and ziips >= ALL_BUSY:
        return f"The longest ran on {ran:.2f} processors while zIIPs were {wording.percent(ziips)} busy."
    share = lpar.busy_share([busy]) if busy is not None else None
    if share is not None and share >= ALL_BUSY:
        return f"The longest ran on {ran:.2f} processors while the LPAR was {wording.percent(share)} busy."
    return f"The longest ran on {ran:.2f} processors: it waited for one, or for pages."


def _of_processors(ran: float | None, busy: Processors | None) -> Iterator[Fact]:
    if ran is not None:
        yield computed("processors that it ran on", round(ran, 3), "processors")
    if busy is not None:
        yield from busy.facts
        yield computed(
            "LPAR busy meanwhile", round(100 * busy.busy_seconds / busy.online_seconds, 1), "percent"
        )
        if (ziips := lpar.ziip_busy_share([busy])) is not None:
            yield computed("zIIPs busy meanwhile", round(100 * ziips, 1), "percent")
