"""Db2 storage on auxiliary storage.

What it does:
    Warns of any address space of Db2 with auxiliary storage in use.

Why it matters:
    What is paged out has to come back, page by page, while a thread waits and holds its locks and latches;
    the members of the group wait with it.

Evidence:
    AUXILIARY STORAGE IN USE of a statistics report; QW0225AX of IFCID 225.

What to do:
    Enlarge nothing; find out what pushed it out (a dump, DFSORT, a utility) and reserve storage for dumps:
    MAXSPACE, as the account of this subsystem has it.

How to verify:
    The counters return to zero and stay there at the next dump or batch.

References:
    IBM REDP-5238, 2.2.1: the counters should be all zero.
"""

from __future__ import annotations

from collections.abc import Iterator

from getpage.contract.facts import computed
from getpage.contract.storage import whole
from getpage.products.db2 import wording
from getpage.products.db2.member import Member
from getpage.products.db2.scopes import ADDRESS_SPACES
from getpage.products.db2.storage.address_spaces import paged_out
from getpage.result import REAL_STORAGE, Finding, Kind, Severity, Shows

ID = "db2-storage-paged-out"
TITLE = "Db2 storage on auxiliary storage"
NO_COMMAND = (
    "Real storage is short, and no command of Db2 adds any: give some back on its image, enlarge the "
    "partition, or run less."
)
LOOKS_AT = ADDRESS_SPACES
FINDS = (Kind.SHORTAGE,)


def find(member: Member) -> Iterator[Finding]:
    """A member with an address space that is partly paged out."""
    rows = paged_out(member.spaces.values())
    if not rows:
        return
    total = sum(int(row["auxiliary"]) for row in rows)
    spaces = wording.listed([str(row["space"]) for row in rows])
    yield Finding(
        check=ID,
        object=member.object,
        severity=Severity.WARNING,
        kind=Kind.SHORTAGE,
        headline=f"{wording.size(total)} on auxiliary storage",
        claim=(
            f"Real storage was short, and {spaces} wait for every page. Find what pushed it out, and enlarge "
            "nothing."
        ),
        in_brief=f"{wording.size(total)} of {member.object} on auxiliary storage",
        shows=Shows((whole(member.id.image),), REAL_STORAGE, itself=False),
        evidence=(
            computed("on auxiliary storage", total, "bytes"),
            *(
                fact
                for row in rows
                for fact in member.facts(
                    "db2_storage",
                    row,
                    auxiliary=f"auxiliary storage, {row['space']}",
                    real=f"real storage, {row['space']}",
                )
            ),
        ),
        storage_bytes=total,
    )
