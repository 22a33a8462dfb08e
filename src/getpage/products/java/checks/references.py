"""References of 8 bytes, or shifted, where smaller would do.

What it does:
    Names heaps that could have references of 4 bytes and do not, and heaps a little above 2 GB whose live set
    fits below.

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

from collections.abc import Iterator

from getpage.core import wording
from getpage.core.names import Object
from getpage.core.units import MIB
from getpage.products.java.constants import BELOW_2G, COMPRESSED_LIMIT, UNSHIFTED_LIMIT
from getpage.products.java.jvm import Jvm
from getpage.products.java.scopes import SETTINGS
from getpage.products.java.spelling import compressed_references
from getpage.result import Ask, Finding, Kind, Severity

ID = "java-references"
TITLE = "References larger than they need be"
LOOKS_AT = SETTINGS
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
            headline=f"References of 8 bytes; 4 are enough for a heap of {wording.size(most)}",
            claim="They make objects larger and caches emptier. Compress them.",
            evidence=facts,
            advice=(compressed_references(jvm),),
        )
    elif jvm.is_just_above_unshifted and jvm.leak is None:
        yield Finding(
            check=ID,
            object=Object(jvm.id, "references"),
            severity=Severity.WARNING,
            kind=Kind.WASTE,
            headline=f"References are shifted: {wording.size(most)} is a little above 2 GB",
            claim=f"Below 2 GB one installation saved {BELOW_2G:g} % of CPU. The live set fits there.",
            evidence=facts,
            asks=(Ask(knob=jvm.knob, size=UNSHIFTED_LIMIT // MIB),),
        )
