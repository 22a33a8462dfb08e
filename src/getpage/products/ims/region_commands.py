"""Commands that give a class more message regions: an idle region that serves it too, else another region.

Regions are assigned and started while IMS runs; neither lasts over a restart, which takes the classes of each
region from its JCL. A region that is started takes an address space: its size is assumed.

References: IBM IMS 15 documentation, "/ASSIGN command", "Starting dependent regions", "DFS551I",
"CL1=,CL2=,CL3=,CL4= parameter for procedures", "Choosing the number of regions".
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from getpage.core import numbers, wording
from getpage.core.names import FindingId
from getpage.products.common.ims_messages import REGIONS
from getpage.products.common.subsystem import SubsystemInWindow
from getpage.result import Advise, Change, Fact

from .constants import MOST_CLASSES, MOST_OCCUPIED, REGION_BYTES
from .ims import Ims
from .occupied import MESSAGE, ClassQueue, MessageRegion, RegionGroup

_AFTER: Final = "an interval with the same load"
_VERIFY: Final = (
    "Log records X'56FA' of the same hour: messages of {classes} wait less, and their regions are occupied "
    "for 80 % of the time or less."
)


def more_regions(ims: Ims, group: RegionGroup, full: Sequence[ClassQueue]) -> tuple[Advise, ...]:
    """One more region for a group of classes whose regions were occupied in these intervals."""
    idle = _idle(ims, group, full)
    command = _another(ims, group, full) if idle is None else _assign(ims, group, idle, full)

    def spell(because: tuple[FindingId, ...]) -> Change:
        return replace(command, because=because)

    return (Advise(subsystem=ims.id, setting=command.setting, spell=spell),)


def _idle(ims: Ims, group: RegionGroup, full: Sequence[ClassQueue]) -> MessageRegion | None:
    """The message region with the most time left in these intervals, if its classes are known and it has
    room for the work of a region of the group.
    """
    best, least = None, MOST_OCCUPIED / 2
    for region in ims.regions:
        is_other = region.kind in MESSAGE and region not in group.regions
        if not is_other or region.started is None or not region.shares:
            continue
        busiest = max(region.shares.get(queue.interval, 0.0) for queue in full)
        if busiest < least and len(region.classes) + len(group.classes) <= MOST_CLASSES:
            best, least = region, busiest
    return best


def _needs(group: RegionGroup, full: Sequence[ClassQueue]) -> str:
    worst = max(full, key=lambda queue: queue.offered)
    needed = max(group.needed(full), len(group.regions) + 1)
    return (
        f"What arrives would occupy {numbers.estimated(worst.offered)} regions: {needed} in all keep them "
        f"occupied for 80 % or less, and there are {len(group.regions)}."
    )


def _assign(ims: Ims, group: RegionGroup, region: MessageRegion, full: Sequence[ClassQueue]) -> Change:
    old, more = region.classes, group.classes
    most = wording.percent(max(region.shares.get(queue.interval, 0.0) for queue in full))
    return Change(
        subsystem=ims.id,
        setting=f"{group.name} regions",
        step=1,
        command=_classes((*old, *more), region.number),
        undo=_classes(old, region.number),
        verify=_VERIFY.format(classes=group.name),
        verify_after=_AFTER,
        storage_bytes=0,
        because=(),
        effect=f"Lets {region.name} serve {group.name} too. It was occupied for {most} at most. "
        f"{_needs(group, full)}",
        caution=f"Its own classes, {_listed(old)}, stay first. /DISPLAY ACTIVE REGION shows its number and "
        "classes: the number changes when the region is started again. It lasts until then; CL1= to CL4= of "
        "its JCL keep it.",
        evidence=_evidence(ims, region),
    )


def one_more_region(ims: Ims, like: MessageRegion) -> tuple[Advise, ...]:
    """One more region like this one, where no log records say how many are needed."""
    effect = (
        f"Starts one more region like {like.name}. It is a number to try: no report says how many would be "
        "enough."
    )
    command = _start(ims, like, "message regions", effect, "IMS Monitor reports of the same hour")

    def spell(because: tuple[FindingId, ...]) -> Change:
        return replace(command, because=because)

    return (Advise(subsystem=ims.id, setting=command.setting, spell=spell),)


def _another(ims: Ims, group: RegionGroup, full: Sequence[ClassQueue]) -> Change:
    like = group.regions[0]
    more = max(1, group.needed(full) - len(group.regions))
    effect = f"Starts one more region like {like.name}, of {more} that are needed. {_needs(group, full)}"
    return _start(ims, like, f"{group.name} regions", effect, "Log records X'56FA' of the same hour")


def _start(ims: Ims, like: MessageRegion, setting: str, effect: str, seen: str) -> Change:
    return Change(
        subsystem=ims.id,
        setting=setting,
        step=1,
        command="/START REGION member",
        undo="/STOP REGION number",
        verify=f"{seen}: fewer messages wait, and regions are occupied for 80 % of the time or less.",
        verify_after=_AFTER,
        storage_bytes=REGION_BYTES,
        because=(),
        effect=effect,
        caution=f"member has the JCL that starts {like.job or like.name}; number is the ID of the DFS551I "
        "that follows. An IMS has MAXREGN regions allocated and takes up to 999 more. A region takes an "
        f"address space, assumed to be {wording.size(REGION_BYTES)} of real storage, and room for its PSBs. "
        "It helps only where processors are free. Start it with the others at the next start of IMS too.",
        evidence=_evidence(ims, like),
    )


def _classes(numbers_of: Sequence[int], region: int) -> str:
    return f"/ASSIGN CLASS {' '.join(map(str, numbers_of))} TO REGION {region}"


def _listed(classes: Sequence[int]) -> str:
    return ", ".join(map(str, classes)) or "none"


def _evidence(ims: SubsystemInWindow, region: MessageRegion) -> tuple[Fact, ...]:
    return ims.facts(REGIONS, region.started, job="region", region="its number", classes="its classes")
