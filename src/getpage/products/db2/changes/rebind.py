"""RELEASE(DEALLOCATE) of packages that reused threads allocate again and again.

A REBIND may choose another access path: APREUSE(ERROR) leaves the package as it is where the old one cannot
be kept. `(*)` stands for all versions of the package; without it only one that has no version is bound again.

Reference: IBM Db2 documentation, REBIND PACKAGE, RELEASE, APREUSE; IBM REDP-5238, 2.2.3.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from getpage.products.db2 import wording
from getpage.result import Change

if TYPE_CHECKING:
    from getpage.contract.measures import Row
    from getpage.core.names import FindingId
    from getpage.products.db2.member import Member

PLACE: Final = "a job that runs DSN (IKJEFT01)"


def rebind(collection: str, package: str, release: str) -> str:
    """The DSN subcommand."""
    return f"REBIND PACKAGE({collection}.{package}.(*)) RELEASE({release}) APREUSE(ERROR)"


def release_at_deallocation(
    member: Member, row: Row, because: tuple[FindingId, ...], step: int
) -> Change | None:
    """The change of one package; None where the evidence does not say in which collection it is."""
    collection, package = row.get("collection"), row["package"]
    if not collection:
        return None
    return Change(
        subsystem=member.id,
        setting=f"package {collection}.{package} RELEASE",
        step=step,
        command=rebind(collection, package, "DEALLOCATE"),
        undo=rebind(collection, package, "COMMIT"),
        place=PLACE,
        verify=f"class 7 CPU of an execution of {package} falls; storage of threads in DBM1 stays bearable, "
        "and utilities and DDL on what it uses are not kept waiting.",
        verify_after="an hour of the same load",
        storage_bytes=0,
        because=because,
        effect=f"Keeps {package} allocated in threads that are reused, instead of "
        f"{wording.rate(row['allocations_per_second'])} allocations per second.",
        caution="Rebind it when nothing uses it. Threads then hold it and its parent locks until they end: "
        "REORG, REBIND and DDL on what it uses wait for them, so leave out what is changed often. That it is "
        "bound with RELEASE(COMMIT) now follows from its allocations; see it in SYSIBM.SYSPACKAGE first.",
    )
