"""Read verbose GC logs of IBM J9 and Eclipse OpenJ9 (`-verbose:gc`, `-Xverbosegclog`): one XML document a
file.

What: each stop of the program is a row of `java_collection`, with all that was done in it; each concurrent
phase is one too; settings are a row of `java_heap`. gencon, optthruput, optavgpause, balanced.
Why: on z/OS this is the log that Java has.
Limits: R26 (Java 6.0.1) and later; the form before it (R24, `<af>` around `<gc>`) and metronome's are said
and not read. The closing tag is absent as long as the virtual machine runs: that is no damage.
Reference: Eclipse OpenJ9 documentation, "Verbose GC logs"; Eclipse OMR, gc/verbose, for the form of every
element.
"""

from __future__ import annotations

from getpage.contract.xml import XmlReader

from .listener import Verbose

ROOT = "verbosegc"

READERS = (XmlReader(root=ROOT, title=f"a verbose GC log ({ROOT})", reading=Verbose),)

__all__ = ["READERS"]
