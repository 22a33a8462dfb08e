"""Storage of Db2 near the bound that Db2 sets itself.

What it does:
    Warns of a member whose real and auxiliary storage reached 80 % of REALSTORAGE_MAX.

Why it matters:
    From there on Db2 discards frames that it would keep, which takes CPU in every thread. At all of it the
    subsystem ends, however much real storage z/OS has left.

Evidence:
    QW0225RL and QW0225AX of IFCID 225 for each address space at its most; REALSTORAGE_MAX as job DSNTIJUZ has
    it.

What to do:
    Raise REALSTORAGE_MAX where z/OS has the storage, or make idle pools smaller. Enlarge none before: plans
    keep what pools may grow by under 80 %.

How to verify:
    The storage of Db2 in IFCID 225 stays under 80 % of it.

References:
    IBM Db2 documentation, "MANAGE REAL STORAGE field" (80 %), "REALSTORAGE_MAX".
"""

from __future__ import annotations

from collections.abc import Iterator

from getpage.core.names import Object
from getpage.products.db2 import wording
from getpage.products.db2.member import Member
from getpage.products.db2.scopes import ADDRESS_SPACES
from getpage.products.db2.storage.real_storage_max import DISCARDS_FROM, NAME, bound, facts, held
from getpage.result import Finding, Kind, Severity

ID = "db2-real-storage-max"
TITLE = "Storage of Db2 near REALSTORAGE_MAX"
NO_COMMAND = "How much of the real storage of z/OS this Db2 is meant to have is for the site to say."
LOOKS_AT = ADDRESS_SPACES
FINDS = (Kind.RISK,)


def find(member: Member) -> Iterator[Finding]:
    """A member that holds 80 % of its bound or more."""
    most, used = bound(member), held(member)
    if most is None or used is None or used < DISCARDS_FROM * most:
        return
    yield Finding(
        check=ID,
        object=Object(member.id, NAME),
        severity=Severity.WARNING,
        kind=Kind.RISK,
        headline=f"Holds {wording.size(used)}, {wording.percent(used / most)} of {wording.size(most)}",
        claim="From 80 % on Db2 discards frames; at 100 % it ends. Raise it before pools grow.",
        evidence=facts(member, used),
    )
