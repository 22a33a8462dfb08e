"""Tasks that hang until the region ends, each in a place of MXT.

What it does:
    Counts messages DFHXM0303 to DFHXM0310: tasks that the transaction manager could neither start nor end,
    and has suspended for ever.

Why it matters:
    Each keeps its place of MXT, and may keep locks and storage. Fewer tasks can run than MXT says, so that
    MXT looks too small where it is not.

Evidence:
    The job log; MXT of SMF 110 subtype 2 (transaction manager) or of the page "Transaction Manager".

What to do:
    Send the dump of the first one to IBM. The tasks can be neither purged nor quiesced: cancel the region
    when that suits. Do not raise MXT for them.

How to verify:
    After the restart no such message, and no task that waits for FOREVER on DFHXMTA.

References:
    IBM CICS TS 5.5 documentation, DFHXM0304: "The suspended task will hold its MXT slot until CICS is
    terminated".
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from getpage.contract.facts import computed
from getpage.core import wording
from getpage.products.cics import storage, tasks
from getpage.result import Finding, Kind, Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from getpage.products.cics.region import Region

ID = "cics-hanging-tasks"
TITLE = "Tasks that hang until the region ends"
NO_COMMAND = "No setting ends such a task: the region has to be cancelled when that suits."
FINDS = (Kind.RISK,)

#: Of these messages the table has DFHXM0303 to DFHXM0310.
_HANGS: Final = "DFHXM03"


def find(region: Region) -> Iterator[Finding]:
    """One finding of all of them."""
    said = {name: one for name, one in sorted(region.messages.items()) if name.startswith(_HANGS)}
    if not said:
        return
    count = sum(one[storage.WRITTEN] for one in said.values())
    of = f" of {tasks.MXT.said(region.tasks)}" if region.tasks is not None else ""
    keep = "it keeps its place" if count == 1 else "they keep their places"
    hang = "hangs" if count == 1 else "hang"
    yield Finding(
        check=ID,
        object=region.within("MXT"),
        severity=Severity.WARNING,
        kind=Kind.RISK,
        claim=f"{wording.plural(count, 'task')} of {region.label} {hang} ({wording.listed(list(said))}): "
        f"{keep} of MXT{of} until the region ends.",
        evidence=(
            computed("tasks that hang", count, "tasks"),
            *(
                fact
                for name, one in said.items()
                for fact in region.facts(
                    storage.MESSAGE_TABLE, one[storage.FIRST_WRITTEN], message=f"first {name}"
                )
            ),
        ),
    )
