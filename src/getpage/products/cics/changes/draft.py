"""A change before it has its place in the order, and what all changes of CICS have in common."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from getpage.result import Change

if TYPE_CHECKING:
    from getpage.core.names import FindingId, KnobId
    from getpage.products.cics.region import Region
    from getpage.result import Fact

AFTER: Final = "several statistics intervals that hold the same load as this window, its peak included"
SIT: Final = "the system initialization parameters of the region, for its next start"
#: The command of a place, where it is the definition that is changed.
LASTING: Final = (
    "It holds until the region is started again: put {} into its system initialization parameters as well."
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """What is to be done, and why."""

    setting: str
    command: str
    undo: str
    verify: str
    effect: str
    because: tuple[FindingId, ...]
    bytes: int = 0
    caution: str = ""
    place: str = ""
    after: str = AFTER
    only_after: str = ""
    lasting: str = ""
    lasting_undo: str = ""
    knob: KnobId | None = None
    evidence: tuple[Fact, ...] = ()

    def change(self, region: Region, step: int) -> Change:
        """The change in its place."""
        return Change(
            subsystem=region.id,
            setting=self.setting,
            knob=self.knob,
            step=step,
            command=self.command,
            undo=self.undo,
            verify=self.verify,
            verify_after=self.after,
            storage_bytes=self.bytes,
            because=self.because,
            effect=self.effect,
            caution=self.caution,
            place=self.place,
            only_after=self.only_after,
            lasting=self.lasting,
            lasting_undo=self.lasting_undo,
            evidence=self.evidence,
        )
