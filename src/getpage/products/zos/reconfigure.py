"""Storage that leaves or enters a partition while z/OS runs: CONFIG STOR, on the system itself.

What goes offline is free for every partition of the same machine with reserved storage, wherever it lies.
Only storage that holds no long-term fixed page can go offline: what RSU set aside at the IPL. No record that
is read here has RSU or the reserved storage of a partition, so that both are for a look first.

References: IBM z/OS MVS System Commands, CONFIG (STOR) and DISPLAY M; z/OS MVS Initialization and Tuning
Reference, IEASYSxx RSU; PR/SM Planning Guide, "Dynamic storage reconfiguration".
"""

from __future__ import annotations

from typing import Final

from getpage.core import wording
from getpage.core.names import Subsystem
from getpage.core.units import GIB, MIB
from getpage.result import Change

_DONE: Final = "IEE712I CONFIG PROCESSING COMPLETE"


def reconfigured(system: Subsystem, installed: int | None, size: int) -> Change:
    """The command that takes storage from a system (negative bytes) or gives it some, in whole MiB."""
    amount = _amount(abs(size))
    offline = f"CONFIG STOR({amount}),OFFLINE"
    online = f"CONFIG STOR({amount}),ONLINE"
    then = "" if installed is None else f" {system.image} has {wording.size(installed + size)} then."
    lasts = "Change the image profile of the partition too: the next activation takes storage from there."
    leaves = size < 0
    return Change(
        subsystem=system,
        setting="central storage",
        step=1,
        command=offline if leaves else online,
        undo=online if leaves else offline,
        verify=f"{_DONE}; D M=STOR shows {wording.size(abs(size))} {'less' if leaves else 'more'} online"
        f"{', and RMF (PAGING) no page-ins' if leaves else ''}.",
        verify_after="the reply, and the next peak" if leaves else "the reply",
        storage_bytes=0,
        because=(),
        effect=f"{wording.size(abs(size))} {'leave' if leaves else 'enter'} {system.image}.{then}",
        caution=(
            f"Only where RSU in IEASYSxx set aside {wording.size(-size)} at the IPL (D M=STOR): other "
            "storage may hold fixed pages. If not, change the image profile and IPL. "
            f"{lasts} LFAREA in percent counts from less."
            if leaves
            else f"Only where the partition has {wording.size(size)} of reserved storage (D M=STOR). If not, "
            f"change the image profile and IPL. {lasts}"
        ),
    )


def _amount(size: int) -> str:
    """A size as CONFIG takes it: five digits at most."""
    return f"{size // GIB}G" if size % GIB == 0 else f"{size // MIB}M"
