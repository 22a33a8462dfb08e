"""Commands for what dumps may take, each with what takes it back: one change a setting.

MAXSPACE is never made smaller: a dump that does not fit is a partial one, on the worst day. It is made larger
only as far as captured dumps then fit into what is free and into half of auxiliary storage.

Reference: IBM z/OS MVS System Commands, CHNGDUMP; z/OS MVS Initialization and Tuning Reference, COMMNDxx.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from getpage.contract.facts import value_of
from getpage.core import wording
from getpage.core.units import MIB
from getpage.result import Change, Severity

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from getpage.core.names import FindingId
    from getpage.result import Finding

    from .dumps import Dumps

#: The number of a finding that says what MAXSPACE it asks for, in MiB.
TARGET: Final = "MAXSPACE that is asked for"
#: The check of dumps that nothing keeps from filling auxiliary storage.
UNMANAGED: Final = "dumps-fill-auxiliary"
_SEEN: Final = "D D,O shows"
_AFTER: Final = "the next dump"


def megabytes(size: float) -> int:
    """Bytes in whole MiB, rounded up: the unit of MAXSPACE."""
    return -int(-size // MIB)


def command(setting: str) -> str:
    """What is entered, and stands in COMMNDxx between COM=' and '."""
    return f"CHNGDUMP SET,SDUMP,{setting}"


def lasting(setting: str) -> str:
    """The line that makes it last."""
    return f"COM='{command(setting)}'"


def resize(dumps: Dumps, size: int, because: tuple[FindingId, ...] = ()) -> Change:
    """MAXSPACE of `size` MiB."""
    now = megabytes(dumps.now)
    larger, before = f"MAXSPACE={size}M", f"MAXSPACE={now}M"
    return Change(
        subsystem=dumps.id,
        setting="MAXSPACE",
        knob=dumps.knob,
        step=1,
        command=command(larger),
        undo=command(before),
        verify=f"{_SEEN} {larger}; the next dump ends with IEA611I COMPLETE, and IEA794I comes no later "
        "after its error than this says.",
        verify_after=_AFTER,
        storage_bytes=(size - now) * MIB,
        because=because,
        effect=f"Reserves up to {wording.size((size - now) * MIB)} more for captured dumps; allocates "
        "nothing "
        f"now. The ledger keeps {wording.size(size * MIB)} free for them above the workload's peak.",
        caution=_caution(dumps, size),
        lasting=lasting(larger),
        lasting_undo=lasting(before),
        evidence=dumps.maxspace_facts,
    )


def _caution(dumps: Dumps, size: int) -> str:
    said = []
    if dumps.maxspace is None:
        said.append(
            f"What MAXSPACE is now is not in the evidence: {wording.size(dumps.now)} is what it is where "
            "nothing was set. Look with D D,O first, and put what it shows into the undo."
        )
    if dumps.lowest is None:
        said.append(
            "What is free at the tightest moment is not in the evidence (SMF 71): a dump that finds no room "
            "pages the workload out, and can fill auxiliary storage."
        )
    elif size * MIB > dumps.lowest[0]:
        said.append(
            f"Only {wording.size(dumps.lowest[0])} were free at the tightest moment: a dump of the worst day "
            "pages others out for the rest."
        )
    if dumps.slots is None:
        said.append(
            "How full auxiliary storage is is not in the evidence (SMF 71): at 70 % in use the system is "
            "short of it, and what is captured counts."
        )
    if dumps.managed is False:
        said.append("AUXMGMT is OFF: nothing ends a capture that fills auxiliary storage. Set it ON first.")
    return " ".join(said)


def reconcile(dumps: Dumps, findings: Sequence[Finding]) -> tuple[Change, ...]:
    """One change a setting that answers what was found."""
    asking = [one for one in findings if one.severity is not Severity.INFO and dumps.is_placed]
    made = [*_managed(dumps, asking), *_space(dumps, asking)]
    return tuple(replace(one, step=step) for step, one in enumerate(made, start=1))


def _space(dumps: Dumps, findings: Sequence[Finding]) -> Iterator[Change]:
    wanted = {one.id: value for one in findings if (value := value_of(one, TARGET)) is not None}
    if wanted:
        yield resize(dumps, max(map(int, wanted.values())), tuple(wanted))


def _managed(dumps: Dumps, findings: Sequence[Finding]) -> Iterator[Change]:
    ids = tuple(one.id for one in findings if one.check == UNMANAGED)
    if not ids or dumps.managed is not False:
        return
    yield Change(
        subsystem=dumps.id,
        setting="AUXMGMT",
        step=1,
        command=command("AUXMGMT=ON"),
        undo=command("AUXMGMT=OFF"),
        verify=f"{_SEEN} AUXMGMT=ON.",
        verify_after="the command",
        storage_bytes=0,
        because=ids,
        effect="No new dump is taken with half of auxiliary storage in use, and a capture ends at 68 %.",
        caution="A dump that is ended so is a partial one: more page data sets or storage-class memory "
        "keep it whole.",
        lasting=lasting("AUXMGMT=ON"),
        lasting_undo=lasting("AUXMGMT=OFF"),
        evidence=next((one.evidence for one in findings if one.id in ids), ()),
    )
