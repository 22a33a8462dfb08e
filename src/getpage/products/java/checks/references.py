"""References of 8 bytes, or shifted, where smaller would do.

What it does:
    Names heaps that could have references of 4 bytes and do not, and heaps a little above 2 GB of which what
    is alive would fit below.

Why it matters:
    References of 8 bytes make objects larger and caches emptier. Up to 2047 MB references of 4 bytes need no
    shift either: 3 % of CPU between a heap of 2100 MB and one of 2047 MB in one installation.

Evidence:
    Verbose GC: compressedRefs, compressedRefsShift, maxHeapSize; what global collections leave.

What to do:
    -Xcompressedrefs (the default of newer releases up to 57 GB); -Xmx2047m for the latter.

How to verify:
    compressedRefs is true; compressedRefsShift is 0x0.

References:
    Eclipse OpenJ9 documentation, -Xcompressedrefs; SHARE 17878, application 4.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from getpage.contract.facts import computed
from getpage.core import wording
from getpage.core.names import Object
from getpage.core.units import MIB
from getpage.products.java.changes import TARGET
from getpage.products.java.published import BELOW_2G
from getpage.products.java.thresholds import COMPRESSED_LIMIT, UNSHIFTED_LIMIT
from getpage.result import Finding, Kind, Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from getpage.products.java.jvm import Jvm

ID = "java-references"
TITLE = "References larger than they need be"
NO_COMMAND = "Only a heap that may have references of 4 bytes can be given them."
FINDS = (Kind.WASTE,)


def find(jvm: Jvm) -> Iterator[Finding]:
    """The heap, where smaller references would do."""
    most, compressed = jvm.setting("heap_max"), jvm.setting("compressed_references")
    if not most:
        return
    facts = jvm.settings(
        heap_max="heap at most", compressed_references="references of 4 bytes", reference_shift="shift"
    )
    if compressed is False and most <= COMPRESSED_LIMIT:
        yield Finding(
            check=ID,
            object=Object(jvm.id, "references"),
            severity=Severity.WARNING,
            kind=Kind.WASTE,
            headline=f"References of 8 bytes: a heap of {wording.size(most)} can do with 4",
            claim=f"References in the heap of {jvm.label} have 8 bytes, though {wording.size(most)} can "
            f"do with 4.",
            evidence=facts,
        )
    elif jvm.is_just_above_unshifted and jvm.leak is None:
        yield Finding(
            check=ID,
            object=Object(jvm.id, "references"),
            severity=Severity.WARNING,
            kind=Kind.WASTE,
            headline=f"References are shifted: {wording.size(most)} is a little above 2 GB",
            claim=f"The heap of {jvm.label} is a little above 2 GB ({wording.size(most)}), so that "
            f"references are shifted: below, {BELOW_2G:g} % of CPU was saved in one installation.",
            evidence=(*facts, computed(TARGET, UNSHIFTED_LIMIT // MIB, "MiB")),
        )
