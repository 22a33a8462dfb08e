"""Collections that the program asks for.

What it does:
    Names virtual machines that System.gc() stops for more than 0.5 % of the time.

Why it matters:
    Each is a global collection, whether or not the heap is full. It frees nothing that a later collection
    would not free for less.

Evidence:
    Verbose GC: sys-start with reason explicit; HotSpot: the cause System.gc().

What to do:
    -Xdisableexplicitgc, unless the program needs it (direct buffers); or lengthen the interval of RMI's
    distributed collection, which asks for it every hour (sun.rmi.dgc.server.gcInterval).

How to verify:
    No collection has that cause.

References:
    Eclipse OpenJ9 documentation, -Xdisableexplicitgc. The 0.5 % are getpage's own.
"""

from __future__ import annotations

from collections.abc import Iterator

import polars as pl

from getpage.contract.facts import computed
from getpage.core import wording
from getpage.core.names import Object
from getpage.products.java.jvm import COLLECTIONS, Jvm
from getpage.products.java.resized import AS_LARGE
from getpage.products.java.scopes import COLLECTED_HEAPS
from getpage.products.java.spelling import without_explicit_collections
from getpage.products.java.thresholds import EXPLICIT
from getpage.result import Finding, Kind, Severity

ID = "java-explicit-collections"
TITLE = "Collections that the program asks for"
LOOKS_AT = COLLECTED_HEAPS
NO_COMMAND = ""
FINDS = (Kind.WASTE,)


def find(jvm: Jvm) -> Iterator[Finding]:
    """The virtual machine, where they take long."""
    stopped = jvm.share(pl.col("explicit")) if jvm.judged else 0.0
    if stopped <= jvm.in_force(EXPLICIT):
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
        headline=f"System.gc(): {wording.plural(rows.height, 'collection')} took "
        f"{wording.percent(stopped)} of the time",
        claim="The program asks for them whether or not the heap is full. Ignore System.gc(), or ask less "
        "often.",
        evidence=(
            *jvm.facts(COLLECTIONS, row, pause_us="longest of them", cpu_us="its processor time"),
            computed("stopped by collections that it asked for", round(100 * stopped, 2), "percent"),
            computed("collections that it asked for", rows.height, "collections"),
            computed("stopped by them in all", round(took, 3), "seconds"),
        ),
        advice=(without_explicit_collections(jvm),),
    )
