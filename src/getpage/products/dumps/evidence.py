"""What evidence of SVC dumps answers. `evidence.toml` beside it says how a site comes by it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from getpage.contract.evidence import Need

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .dumps import Dumps

MESSAGES = Need(
    question="How long did captures of dumps take, and which dumps were partial or waited?",
    tables=(("svc_dump",),),
    how="the system log of the day: IEA045I, IEA794I, IEA611I, IEA793A",
    step="dumps.log",
)
SIZES = Need(
    question="How large were the dumps, and how much of each was not in real storage?",
    tables=(("zos_address_space", "smf30_storage"),),
    how="D DUMP,STATUS while a dump is captured, or frames and slots of its address spaces",
    step="dumps.status",
)

NEEDS = (MESSAGES,)


def unmet(dumps: Dumps) -> Iterator[tuple[bool, Need]]:
    """Whether each need is unmet, in the order of its worth."""
    yield bool(dumps.all) and not any(dump.seconds for dump in dumps.all), MESSAGES
    yield any(captured.bytes is None for captured in dumps.captured), SIZES
