"""Collections that the program asks for.

What it does:
    Names virtual machines that System.gc() stops for more than 0.5 % of the time.

Why it matters:
    Each is a global collection, whether or not the heap is full: its pause and its processor time bring
    nothing that would not have come later for less.

Evidence:
    Verbose GC: sys-start with reason explicit; HotSpot: the cause System.gc().

What to do:
    -Xdisableexplicitgc, unless the program needs it (direct buffers); or lengthen the interval of RMI's
    distributed collection, which asks for it every hour (sun.rmi.dgc.server.gcInterval).

How to verify:
    No collection has the cause.

References:
    Eclipse OpenJ9 documentation, -Xdisableexplicitgc. The 0.5 % are ours.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from getpage.contract.facts import computed
from getpage.core import wording
from getpage.core.names import Object
from getpage.products.java.jvm import COLLECTIONS
from getpage.products.java.resized import AS_LARGE
from getpage.products.java.thresholds import MOST_EXPLICIT
from getpage.result import Finding, Kind, Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from getpage.products.java.jvm import Jvm

ID = "java-explicit-collections"
TITLE = "Collections that the program asks for"
NO_COMMAND = ""
FINDS = (Kind.WASTE,)


def find(jvm: Jvm) -> Iterator[Finding]:
    """The virtual machine, where they take long."""
    stopped = jvm.share(pl.col("explicit")) if jvm.judged else 0.0
    if stopped <= MOST_EXPLICIT:
        return
    # The first stop of a log is in no share of time, as nothing says how long it came after the one before.
    rows = jvm.rows.filter(AS_LARGE, pl.col("explicit"), pl.col("pause_us").is_not_null())
    row = rows.row(int(rows["pause_us"].arg_max() or 0), named=True)
    took = float(rows["pause_us"].sum()) / 1e6
    yield Finding(
        check=ID,
        object=Object(jvm.id, "collections"),
        severity=Severity.WARNING,
        kind=Kind.WASTE,
        headline=f"Asks for its own collections: {rows.height:,} took {wording.percent(stopped)} of the time",
        claim=f"{jvm.label} asked for {wording.plural(rows.height, 'collection')} itself (System.gc), which "
        f"stopped it for {wording.seconds(took)} in all, {wording.percent(stopped)} of the time.",
        evidence=(
            *jvm.facts(COLLECTIONS, row, pause_us="longest of them", cpu_us="its processor time"),
            computed("stopped by collections that it asked for", round(100 * stopped, 2), "percent"),
        ),
    )
