"""The definition of a program that changes its TCB often: CONCURRENCY, and API where that is fewer changes.

Reference: IBM CICS TS 5.5 documentation, CEDA ALTER PROGRAM, "Threadsafe programs".
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from getpage.core import numbers
from getpage.products.cics.definitions import gains, on_qr_anyway, switches_each

from .draft import Draft

if TYPE_CHECKING:
    from getpage.contract.measures import Measure
    from getpage.core.names import FindingId
    from getpage.products.cics.region import Region


def threadsafe(region: Region, one: Measure, because: tuple[FindingId, ...]) -> Draft | None:
    """CONCURRENCY of the first program of a transaction, as saves most; None where no record names it, or
    nothing is to be saved.
    """
    transaction = str(one.key[-1])
    program = region.program_of(transaction)
    best = max((gain for gain in gains(one, region.switch_cost) if gain.cicsapi), key=lambda gain: gain.saved)
    if program is None or best.saved <= 0:
        return None
    stays = on_qr_anyway(one)
    named = f"CEDA ALTER PROGRAM({program}) GROUP(group)"
    return Draft(
        setting=f"PROGRAM {program} CONCURRENCY",
        command=f"{named} CONCURRENCY({best.name})",
        undo=f"{named} CONCURRENCY(QUASIRENT)",
        place=f"the PROGRAM definition {program}, in its group, which CEDA INSTALL makes take effect",
        verify=f"Tasks of {transaction} have fewer changes of TCB, less CPU on QR and a shorter response in "
        "SMF 110 subtype 1, and no abends more.",
        effect=f"Takes a task of {transaction} of {region.label} from {switches_each(one):,.0f} changes of "
        f"TCB to {best.fewest:,} where every command is threadsafe, and {numbers.seconds(best.saved)} of "
        f"waits off it ({_signed(best.low)} to {_signed(best.high)}), and {_signed(best.cpu)} of CPU at "
        f"{region.switch_cost.said} each.",
        because=because,
        caution="The undo takes it to be QUASIRENT now: CEDA VIEW PROGRAM says how it is. Programs that it "
        "links to count as well" + (f"; a task does {stays} meanwhile, which may need QR." if stays else "."),
        only_after=f"DFHEISUP has listed the commands of {program} and of what it links to that are not "
        "threadsafe, and their logic is known to be",
    )


def _signed(seconds: float) -> str:
    return f"-{numbers.seconds(-seconds)}" if seconds < 0 else numbers.seconds(seconds)
