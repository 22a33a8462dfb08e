"""Coupling facility whose structures do not fit elsewhere.

What it does:
    Adds up the structures of each coupling facility that no other one holds too (duplexed ones are there
    already), and compares them with the storage that the other facilities of the sysplex have free at the
    lowest.

Why it matters:
    When a coupling facility fails or is taken away for service, its structures are rebuilt in the others.
    What does not fit there is rebuilt smaller or not at all: a group buffer pool that is not rebuilt takes
    its page sets out of use until Db2 recovers them.

Evidence:
    SMF 74 subtype 4: storage of the coupling facilities, sizes of the structures.

What to do:
    Give the smaller facility the storage, or take storage from structures that do not use theirs. Do not let
    a structure grow into storage that is free only as long as nothing fails.

How to verify:
    D CF shows as much free storage as the structures of the other facility take.

References:
    IBM z/OS MVS Setting Up a Sysplex, planning for the storage of coupling facilities.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from getpage.contract.facts import computed
from getpage.core import wording
from getpage.products.common.coupling import CouplingFacility, of_sysplex
from getpage.products.zos.scopes import FACILITIES
from getpage.result import Finding, Kind, Severity

ID = "zos-coupling-facility-takeover"
TITLE = "Coupling facility whose structures do not fit elsewhere"
LOOKS_AT = FACILITIES
NO_COMMAND = (
    "A coupling facility gets storage from its partition's definition, or by moving structures to another."
)
FINDS = (Kind.RISK,)


def find(facilities: Sequence[CouplingFacility]) -> Iterator[Finding]:
    """Every facility whose structures do not fit into what the others of its sysplex have free."""
    for facility in facilities:
        others = [
            other for other in facilities if other.sysplex == facility.sysplex and other is not facility
        ]
        tightest = [row for other in others if (row := other.tightest)]
        if not others or len(tightest) < len(others):
            continue
        duplexed = {structure.name for other in others for structure in other.structures}
        wanted = sum(structure.size for structure in facility.structures if structure.name not in duplexed)
        free = sum(int(row["storage_free"]) for row in tightest)
        if wanted > free:
            yield _finding(facility, others, wanted, free)


def _finding(
    facility: CouplingFacility, others: Sequence[CouplingFacility], wanted: int, free: int
) -> Finding:
    short = wording.size(wanted - free)
    names = wording.listed([other.name for other in others])
    return Finding(
        check=ID,
        object=of_sysplex(facility.sysplex, facility.name),
        severity=Severity.WARNING,
        kind=Kind.RISK,
        headline=f"If it fails, its structures lack {short} in other facilities",
        claim=f"Not all of its structures can be rebuilt in {names}. Give the others storage, or "
        "shrink structures that do not use theirs.",
        evidence=(
            computed(f"structures that only {facility.name} holds", wanted, "bytes"),
            *(
                fact
                for other in others
                for fact in other.facts(other.tightest, storage_free=f"free in {other.name} at the lowest")
            ),
        ),
        storage_bytes=wanted - free,
    )
