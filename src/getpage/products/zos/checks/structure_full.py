"""List structure that is nearly full.

What it does:
    Reports list structures of which 80 % or more of the entries, or of the elements, were in use at the end
    of an interval.

Why it matters:
    A list structure that is full refuses new entries: messages of a queue-sharing group, log streams,
    signals between systems. 80 % is where z/OS itself warns (IXC585E) unless the policy says otherwise.

Evidence:
    SMF 74 subtype 4: entries and elements in use, and their limits.

What to do:
    A larger structure, within its policy: SETXCF START,ALTER, or ALLOWAUTOALT(YES); or find who does not
    take off what is on it.

How to verify:
    D XCF,STR,STRNAME=... shows less than 80 % in use at the peak.

References:
    IBM z/OS MVS Setting Up a Sysplex, FULLTHRESHOLD (default 80).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from getpage.core import wording
from getpage.products.common.coupling import (
    REQUEST,
    STRUCTURE_SPACE,
    CouplingFacility,
    Structure,
    of_sysplex,
)
from getpage.products.zos.scopes import STRUCTURES
from getpage.products.zos.thresholds import STRUCTURE
from getpage.result import Finding, Kind, Severity, Shows

ID = "zos-structure-full"
TITLE = "List structure that is nearly full"
LOOKS_AT = STRUCTURES
NO_COMMAND = (
    "The structure grows within SIZE of its CFRM policy (SETXCF START,ALTER), or in a policy with more: "
    "which policy is active is not in this evidence."
)
FINDS = (Kind.SHORTAGE,)

_COUNTED = (("list_entries", "entries"), ("list_elements", "elements"))


def find(facilities: Sequence[CouplingFacility]) -> Iterator[Finding]:
    """Every list structure at its fullest, once."""
    seen: set[tuple[str, str]] = set()
    for facility in facilities:
        for structure in facility.structures:
            same = (structure.sysplex, structure.name)
            if same not in seen and (finding := _fullest(structure)):
                seen.add(same)
                yield finding


def _fullest(structure: Structure) -> Finding | None:
    if "list" not in structure.type:
        return None
    of = of_sysplex(structure.sysplex, structure.name)
    for column, what in _COUNTED:
        limit = f"{column}_limit"
        row = structure.fullest(column)
        share = 0.0 if row is None else int(row[column]) / int(row[limit])
        if row is not None and share >= structure.evidence.thresholds.of(STRUCTURE, of):
            in_use = f"{wording.percent(share)} of its list {what} in use"
            return Finding(
                check=ID,
                object=of,
                severity=Severity.WARNING,
                kind=Kind.SHORTAGE,
                headline=in_use,
                in_brief=f"RMF shows {in_use}",
                claim="A full list structure refuses new entries. Enlarge it within its policy, or "
                "find which program does not remove entries.",
                evidence=structure.facts(
                    REQUEST,
                    row,
                    **{column: f"{what} in use", limit: f"{what} at most"},
                    size="storage of the structure",
                    size_maximum="most that it may take",
                ),
                shows=Shows((of,), STRUCTURE_SPACE),
            )
    return None
