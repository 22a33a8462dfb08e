"""Commands for SVC dumps, spelled, and the MAXSPACE that findings ask for.

MAXSPACE is never made smaller: on the worst day a dump that does not fit is partial. It is made larger only
as far as captured dumps then fit into what is free and into half of auxiliary storage.

Reference: IBM z/OS MVS System Commands, CHNGDUMP; z/OS MVS Initialization and Tuning Reference, COMMNDxx.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from getpage.core import wording
from getpage.core.names import FindingId
from getpage.core.units import MIB
from getpage.result import Ask, Change, Fact

from .dumps import Dumps

_SEEN: Final = "D D,O shows"
_AFTER: Final = "the next dump"


def megabytes(size: float) -> int:
    """Bytes in whole MiB, rounded up: the unit of MAXSPACE."""
    return -int(-size // MIB)


def maxspace_for(dumps: Dumps, need: int) -> tuple[tuple[Ask, ...], str]:
    """Asks for a MAXSPACE that holds a dump of so many bytes, or says why none is asked for."""
    room = dumps.room
    if room is None or megabytes(need) * MIB <= room:
        return (Ask(knob=dumps.knob, size=megabytes(need)),), ""
    within = room // MIB
    if within > megabytes(dumps.now):
        return (Ask(knob=dumps.knob, size=int(within)),), ""
    return (), (
        f"A MAXSPACE of {wording.size(need)} would fill auxiliary storage: at the tightest moment captured "
        f"dumps can take {wording.size(room)}. First add real storage, page data sets or storage-class "
        "memory."
    )


def resize(dumps: Dumps, size: int) -> Change:
    """MAXSPACE of `size` MiB."""
    now = megabytes(dumps.now)
    return Change(
        subsystem=dumps.id,
        setting="MAXSPACE",
        knob=dumps.knob,
        step=1,
        command=_command(f"MAXSPACE={size}M"),
        undo=_command(f"MAXSPACE={now}M"),
        verify=f"{_SEEN} MAXSPACE={size}M; the next dump ends with IEA611I COMPLETE, and its capture takes "
        "no longer than predicted.",
        verify_after=_AFTER,
        storage_bytes=(size - now) * MIB,
        because=(),
        effect=f"Reserves up to {wording.size((size - now) * MIB)} more for captured dumps; allocates "
        f"nothing now. The ledger keeps {wording.size(size * MIB)} free for them above the workload's peak.",
        caution=" ".join(_cautions(dumps, size)),
        lasting=_lasting(f"MAXSPACE={size}M"),
        lasting_undo=_lasting(f"MAXSPACE={now}M"),
        evidence=dumps.maxspace_facts,
    )


def _cautions(dumps: Dumps, size: int) -> Iterator[str]:
    if dumps.maxspace is None:
        yield (
            "The present MAXSPACE is not in the evidence: the undo has the default, "
            f"{wording.size(dumps.now)}. Look with D D,O first, and put what it shows into the undo."
        )
    if dumps.lowest is None:
        yield (
            "Free storage at the tightest moment is not in the evidence (SMF 71): a dump that finds no room "
            "pages the workload out, and can fill auxiliary storage."
        )
    elif size * MIB > dumps.lowest[0]:
        yield (
            f"Only {wording.size(dumps.lowest[0])} were free at the tightest moment: on the worst day the "
            "rest of a dump pages others out."
        )
    if dumps.slots is None:
        yield (
            "The use of auxiliary storage is not in the evidence (SMF 71): at 70 % the system is short of "
            "it, and captured dumps count."
        )
    if dumps.managed is False:
        yield "AUXMGMT is OFF: nothing ends a capture that fills auxiliary storage. Set it ON first."


def manage(dumps: Dumps, facts: tuple[Fact, ...], because: tuple[FindingId, ...]) -> Change:
    """AUXMGMT=ON."""
    return Change(
        subsystem=dumps.id,
        setting="AUXMGMT",
        step=1,
        command=_command("AUXMGMT=ON"),
        undo=_command("AUXMGMT=OFF"),
        verify=f"{_SEEN} AUXMGMT=ON.",
        verify_after="the command",
        storage_bytes=0,
        because=because,
        effect="No new dump is taken with half of auxiliary storage in use, and a capture ends at 68 %.",
        caution="A dump that ends that way is partial: more page data sets or storage-class memory "
        "keep it complete.",
        lasting=_lasting("AUXMGMT=ON"),
        lasting_undo=_lasting("AUXMGMT=OFF"),
        evidence=facts,
    )


def _command(setting: str) -> str:
    return f"CHNGDUMP SET,SDUMP,{setting}"


def _lasting(setting: str) -> str:
    """The line of COMMNDxx."""
    return f"COM='{_command(setting)}'"
