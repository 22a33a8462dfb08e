"""FDBR region whose pools are not those of the IMS that it tracks.

What it does:
    Compares the pools of PSBs and DMBs of a Fast Database Recovery (FDBR) region, above the bar and below it,
    with those of the IMS that it tracks.

Why it matters:
    The region takes over when IMS fails, with the locks that others wait for. It needs the same blocks in the
    same pools; IBM demands that both have them alike.

Evidence:
    Members DFSFDRxx, DFSPBxx (or the FDR procedure) and DFSDFxxx of both, or the reply to F name,STATUS.
    Files are named after the region and its system, FDR1@SYSB.DFSFDR00.txt.

What to do:
    Start the region with the members of the IMS that it tracks.

How to verify:
    The members of both have the same sizes; DFS4161I says that tracking started.

References:
    IBM IMS 15 documentation, "Defining an FDBR region", "FDR procedure", "Obtaining status".
"""

from __future__ import annotations

from collections.abc import Iterator

from getpage.core import wording
from getpage.core.names import Object
from getpage.products.ims.fast_recovery import PoolDifference, differences
from getpage.products.ims.ims import Ims
from getpage.products.ims.scopes import FAST_RECOVERY
from getpage.products.ims.subpool import DEFINITIONS
from getpage.result import Finding, Kind, Severity

ID = "ims-fdbr-pools"
TITLE = "FDBR region whose pools differ from those of its IMS"
LOOKS_AT = FAST_RECOVERY
NO_COMMAND = "Its next start takes the members of the IMS that it tracks: no size is decided."
FINDS = (Kind.RISK,)


def find(ims: Ims) -> Iterator[Finding]:
    """Each pool that is not as large."""
    if ims.active is not None:
        for difference in differences(ims.definitions, ims.active.definitions):
            yield _finding(ims, ims.active, difference)


def _finding(region: Ims, active: Ims, difference: PoolDifference) -> Finding:
    here, there = wording.size(difference.bytes), wording.size(difference.tracked)
    return Finding(
        check=ID,
        object=Object(region.id, difference.pool),
        severity=Severity.WARNING,
        kind=Kind.RISK,
        headline=f"{here} in the FDBR region, {there} in {active.name}",
        claim=f"IBM demands the same pools in both. If {active.name} fails, recovery may lack the blocks.",
        evidence=tuple(
            fact
            for ims, rows in ((region, difference.own), (active, difference.others))
            for row in rows
            for fact in ims.facts(DEFINITIONS, row, pool_bytes=f"{row['statement']}= of {ims.name}")
        ),
        storage_bytes=max(0, difference.tracked - difference.bytes),
        next_step=f"Start {region.name} with the members of {active.name}",
        no_command="The members of the two differ; those of the IMS that is tracked hold.",
    )
