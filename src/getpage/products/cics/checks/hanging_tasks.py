"""Tasks that hang until the region ends, each in a place of MXT.

What it does:
    Counts messages DFHXM0303 to DFHXM0310: tasks that the transaction manager could neither start nor end,
    and suspended for ever.

Why it matters:
    Each keeps its place under MXT, and may keep locks and storage. Fewer tasks can run than MXT allows, so
    MXT looks too small.

Evidence:
    The job log; MXT of SMF 110 subtype 2 (transaction manager) or of the page "Transaction Manager".

What to do:
    Send the dump of the first one to IBM. The tasks can be neither purged nor quiesced: cancel the region
    when convenient. Do not raise MXT for them.

How to verify:
    After the restart no such message, and no task that waits for FOREVER on DFHXMTA.

References:
    IBM CICS TS 5.5 documentation, DFHXM0304: "The suspended task will hold its MXT slot until CICS is
    terminated".
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from getpage.contract.facts import computed
from getpage.core import wording
from getpage.products.cics import storage, tasks
from getpage.products.cics.region import Region
from getpage.products.cics.scopes import MESSAGES
from getpage.products.common.subsystem import row_of
from getpage.result import Finding, Kind, Severity

ID = "cics-hanging-tasks"
TITLE = "Tasks that hang until the region ends"
LOOKS_AT = MESSAGES
NO_COMMAND = "No setting ends such a task: cancel the region when convenient."
FINDS = (Kind.RISK,)

#: Of these messages the table has DFHXM0303 to DFHXM0310.
_HANGS: Final = "DFHXM03"


def find(region: Region) -> Iterator[Finding]:
    """One finding of all of them."""
    hanging = {name: message for name, message in sorted(region.messages.items()) if name.startswith(_HANGS)}
    if not hanging:
        return
    count = sum(message[storage.WRITTEN] for message in hanging.values())
    keep = "it keeps its place" if count == 1 else "each keeps its place"
    yield Finding(
        check=ID,
        object=region.within(tasks.MXT_NAME),
        severity=Severity.WARNING,
        kind=Kind.RISK,
        headline=f"{wording.plural(count, 'task hangs', 'tasks hang')} until the region ends: {keep}",
        claim="They can be neither purged nor quiesced. Cancel the region when convenient, and do not raise "
        "MXT for them.",
        evidence=(
            computed("tasks that hang", count, "tasks"),
            *region.facts(tasks.MANAGER_TABLE, row_of(region.tasks, tasks.LAST_MXT), mxt="MXT"),
            *(
                fact
                for name, message in hanging.items()
                for fact in region.facts(
                    storage.MESSAGE_TABLE, message[storage.FIRST_WRITTEN], message=f"first {name}"
                )
            ),
        ),
    )
