"""Read printed z/OS evidence: RMF reports and panels, SDSF, and the reply about large frames.

Only lines in which memory stands are read; every other line of these reports is passed over.
"""

from __future__ import annotations

from getpage.contract.printed import Printed

from . import overview, replies, sdsf_da, storj, workload

PRINTED = Printed(messages=(replies,), reports=(overview, workload, storj, sdsf_da))

__all__ = ["PRINTED"]
