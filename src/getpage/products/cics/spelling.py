"""Commands and statements for the sizes of a region's knobs, with undo, verification and cautions.

References: IBM CICS TS 5.6 documentation: "MXT", CEMT INQUIRE and SET DSAS, SET TEMPSTORAGE, TS; EXEC CICS
SET TRANCLASS; LSRPOOL attributes DATA512 to DATA32K and INDEX512 to INDEX32K; z/OS MVS JCL Reference,
MEMLIMIT; CICS TS 5.4, "Policy system rules" (User tasks, Transaction class tasks). CEMT SET TCLASS MAXIM by
general knowledge of CEMT.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from getpage.contract.measures import Measure
from getpage.core import wording
from getpage.core.names import KnobId
from getpage.core.units import GIB, KIB, MIB
from getpage.products.common.subsystem import row_of
from getpage.result import Change

from . import facilities, policy, storage, tasks
from .constants import EDSA_STEP
from .lsr import Buffers
from .region import Region
from .sizing import edsa_left, more_for_waits, most_of_a_task, task_bytes
from .thresholds import TS_WAITS

AFTER: Final = "several statistics intervals with the same load as this window, including its peak"
NEXT_START: Final = "the next start, at the same load"
SIT: Final = "the system initialization parameters of the region, for its next start"
_IN_REGION: Final = (
    "REGION must have room for it, next to what z/OS, VSAM and Language Environment use: page "
    '"Storage" of DFH0STAT shows what is left.'
)


def change(
    region: Region,
    setting: str,
    *,
    command: str,
    undo: str,
    verify: str,
    effect: str,
    knob: KnobId | None = None,
    storage_bytes: int = 0,
    caution: str = "",
    place: str = "",
    after: str = AFTER,
    only_after: str = "",
    lasting: tuple[str, str] = ("", ""),
    watch: str = "",
) -> Change:
    """A change of a region; `lasting` is the statement that keeps it over a restart, and what it replaces."""
    return Change(
        subsystem=region.id,
        setting=setting,
        knob=knob,
        step=1,
        command=command,
        undo=undo,
        verify=verify,
        verify_after=after,
        storage_bytes=storage_bytes,
        because=(),
        effect=effect,
        caution=caution,
        place=place,
        only_after=only_after,
        lasting=lasting[0],
        lasting_undo=lasting[1],
        watch=watch,
    )


def altered(kind: str, name: str, attribute: str) -> str:
    """The command that alters a definition in the CSD; in which group it is no record says."""
    return f"CEDA ALTER {kind}({name}) GROUP(group) {attribute}"


def _watched(rule: str, limit: str) -> str:
    """The policy rule that tells of the limit before it is reached again."""
    return f"A policy with system rule {rule}, above {policy.PERCENT} % of {limit}, tells before that."


def max_tasks(region: Region, size: int) -> Change:
    """MXT."""
    row = region.task_limit
    assert row is not None
    before = int(row["mxt"])
    more = (size - before) * task_bytes(region)
    return change(
        region,
        tasks.MXT_NAME,
        knob=region.knob(tasks.MXT_NAME),
        command=f"CEMT SET SYSTEM MAXTASKS({size})",
        undo=f"CEMT SET SYSTEM MAXTASKS({before})",
        verify="The transaction manager statistics show no times at MXT, and no storage area is near its "
        f"limit. {_watched('User tasks', 'MXT')}",
        effect=f"Allows {size:,} user tasks at a time in {region.label} instead of {before:,}.",
        storage_bytes=more,
        caution=_of_tasks(region, size, size - before, more),
        lasting=(f"MXT={size}", f"MXT={before}"),
        watch=policy.above_max_tasks(),
    )


def _of_tasks(region: Region, size: int, count: int, more: int) -> str:
    """What CICS reserves, what EDSALIM leaves for it, and what all tasks at once would take."""
    if count <= 0:
        return "Tasks beyond it wait before they start."
    sentences = [
        f"CICS reserves {wording.size(more)} for {wording.plural(count, 'task')} more, beside the "
        "storage that each task acquires."
    ]
    left = edsa_left(region)
    if left is None:
        sentences.append("EDSALIM and its peak are not in this evidence: look at them first.")
    else:
        first = ": raise it first" if left < more else ""
        sentences.append(f"EDSALIM leaves {wording.size(max(left, 0))} above its peak{first}.")
    if most := most_of_a_task(region):
        worst = size * (most + task_bytes(region))
        sentences.append(
            f"If all {size:,} tasks run at once with up to {wording.size(most)} each, as a task had, they "
            f"take {wording.size(worst)} above 16 MB."
        )
    return " ".join(sentences)


def class_limit(region: Region, measure: Measure, size: int) -> Change:
    """MAXACTIVE of a transaction class."""
    row = row_of(region.measured.classes.of(*measure.key), tasks.LAST_CLASS)
    assert row is not None
    name, before = str(measure.key[-1]), int(row["limit"])
    most = region.task_limit
    beyond = most is not None and size > int(most["mxt"])
    return change(
        region,
        f"TCLASS {name}",
        knob=region.class_knob(name),
        command=f"CEMT SET TCLASS({name}) MAXIM({size})",
        undo=f"CEMT SET TCLASS({name}) MAXIM({before})",
        verify="The statistics of the class show no queued tasks. "
        f"{_watched('Transaction class tasks', 'MAXACTIVE')}",
        effect=f"Allows {size:,} tasks of class {name} at a time in {region.label} instead of {before:,}.",
        storage_bytes=(size - before) * task_bytes(region),
        caution="A class may protect something: find out what before you raise it. Its tasks use storage "
        "under EDSALIM and count against MXT"
        + (f", which is {int(most['mxt']):,} and stops them then." if beyond and most else "."),
        lasting=(
            altered("TRANCLASS", name, f"MAXACTIVE({size})"),
            altered("TRANCLASS", name, f"MAXACTIVE({before})"),
        ),
    )


def dsa(region: Region, limit: storage.AreaLimit, size: int) -> Change:
    """DSALIM or EDSALIM, `size` in bytes."""
    row = row_of(region.storage, limit.last)
    assert row is not None
    before = int(row[limit.limit])
    keyword = f"{limit.name}IT"
    return change(
        region,
        limit.name,
        knob=region.knob(limit.name),
        command=f"CEMT SET DSAS {keyword}({size})",
        undo=f"CEMT SET DSAS {keyword}({before})",
        verify="The storage statistics show the new limit, a peak under 95 % of it, and no times short on "
        f"storage {limit.where}.",
        effect=f"Allows {wording.size(size)} of storage areas {limit.where} in {region.label} instead of "
        f"{wording.size(before)}.",
        storage_bytes=size - before,
        caution=_in_region(region, limit, size - before),
        lasting=(f"{limit.name}={_memory(size)}", f"{limit.name}={_memory(before)}"),
    )


def _in_region(region: Region, limit: storage.AreaLimit, more: int) -> str:
    """What REGION has to hold, with what z/OS saw of it where that is known."""
    space = region.zos.space(region.system, tuple(region.jobs(region.limits)))
    where = "below" if limit is storage.DSALIM else "above"
    there, used = (space[f"region_{where}"], space[f"user_{where}"]) if space else (None, None)
    if not there or used is None:
        return _IN_REGION
    left = int(there) - int(used)
    fits = "has room for this" if left >= more else f"lacks {wording.size(more - left)} for this"
    return (
        f"At most {wording.size(int(used))} of {wording.size(int(there))} were in use {limit.where} in the "
        f"address space (SMF 30), which {fits}. {_IN_REGION}"
    )


def raise_edsa(region: Region, count: int) -> tuple[int, Change]:
    """EDSALIM higher by so many bytes for what a size takes, in whole MiB, and the command. It takes no
    storage itself: what needs it counts for that.
    """
    row = row_of(region.storage, storage.EDSALIM.last)
    assert row is not None
    before = int(row["edsa_limit"])
    size = -(-(before + count) // EDSA_STEP) * EDSA_STEP
    return size - before, _for_others(dsa(region, storage.EDSALIM, size))


def memlimit(region: Region, size: int) -> Change:
    """MEMLIMIT, `size` in bytes."""
    use = storage.use(region.storage, storage.MEMLIMIT)
    assert use is not None
    more = max(size - use.used, 0)
    return change(
        region,
        storage.MEMLIMIT.name,
        knob=region.knob(storage.MEMLIMIT.name),
        command=f"MEMLIMIT={_large(size)}",
        undo=f"MEMLIMIT={use.limit // MIB}M",
        verify="The storage statistics show the new MEMLIMIT, and there is no DFHSM0606.",
        effect=f"Allows {wording.size(size)} above the bar in {region.label} instead of "
        f"{wording.size(use.limit)}.",
        storage_bytes=size - use.limit,
        place="the EXEC statement of the region's JCL, or SMFLIMxx, for its next start",
        after="the next start",
        caution="MEMLIMIT is virtual storage and takes no real storage by itself. If the areas above the "
        f"bar fill it, they take {wording.size(more)} more than at their peak. An IEFUSI exit or a SMFLIMxx "
        "rule can set less than the JCL asks for.",
    )


def raise_memlimit(region: Region, count: int) -> tuple[int, Change]:
    """MEMLIMIT higher by so many bytes for what a size takes, in whole GiB, and the statement."""
    use = storage.use(region.storage, storage.MEMLIMIT)
    assert use is not None
    size = -(-(use.limit + count) // GIB) * GIB
    return size - use.limit, _for_others(memlimit(region, size))


def _for_others(limit: Change) -> Change:
    """A limit that makes room for the size of another knob, which counts what it takes."""
    return replace(limit, storage_bytes=0, knob=None)


def main_temporary(region: Region, size: int) -> Change:
    """TSMAINLIMIT, `size` in bytes."""
    row = row_of(region.temporary, facilities.LAST_MAIN)
    assert row is not None
    before = int(row["main_limit"])
    caution = (
        f"Queues can then use up to {wording.size(size)} of real storage. TSMAINLIMIT may be no more than a "
        "quarter of MEMLIMIT."
    )
    if not (region.limits and region.limits["memlimit_mb"]):
        caution += (
            " MEMLIMIT is not in this evidence: if it is under four times the new limit, the command "
            "changes nothing."
        )
    return change(
        region,
        facilities.TSMAINLIMIT,
        knob=region.knob(facilities.TSMAINLIMIT),
        command=f"CEMT SET TEMPSTORAGE TSMAINLIMIT({size})",
        undo=f"CEMT SET TEMPSTORAGE TSMAINLIMIT({before})",
        verify="The temporary storage statistics show no times at TSMAINLIMIT, and there is no DFHTS1601 or "
        "DFHTS1602.",
        effect=f"Allows {wording.size(size)} of main temporary storage in {region.label} instead of "
        f"{wording.size(before)}.",
        storage_bytes=size - before,
        caution=caution,
        lasting=(f"TSMAINLIMIT={_memory(size)}", f"TSMAINLIMIT={_memory(before)}"),
    )


def ts_buffers(region: Region, buffers: int) -> Change:
    """TS=(,buffers,strings), with as many strings more as were waited for at once."""
    row = region.ts_settings
    assert row is not None
    before = int(row["buffers"]), int(row["strings"])
    many = region.in_force(TS_WAITS)
    strings = more_for_waits(region.temporary_with("strings"), facilities.WAITS["strings"], many)
    after = buffers, before[1] + strings
    return change(
        region,
        "TS",
        knob=region.knob(facilities.TS_BUFFERS) if row["ci_size"] and buffers != before[0] else None,
        command=f"TS=(,{after[0]},{after[1]})",
        undo=f"TS=(,{before[0]},{before[1]})",
        place=SIT,
        after=NEXT_START,
        verify="The temporary storage statistics show no waits for buffers or strings.",
        effect=f"Gives temporary storage of {region.label} {buffers_and_strings(before, after)}.",
        storage_bytes=(after[0] - before[0]) * int(row["ci_size"] or 0),
    )


def buffers_and_strings(before: tuple[int, int], after: tuple[int, int]) -> str:
    """What changes: `8 buffers instead of 3 and 6 strings instead of 4`."""
    kinds = zip(("buffers", "strings"), before, after, strict=True)
    changed = (f"{new:,} {what} instead of {old:,}" for what, old, new in kinds if new != old)
    return " and ".join(changed)


def lsr_buffers(buffers: Buffers, size: int) -> Change:
    """Buffers of one size of an LSR pool."""
    number = buffers.pool
    return change(
        buffers.region,
        f"LSR pool {number} {buffers.attribute}",
        knob=buffers.knob,
        command=altered("LSRPOOL", "name", f"{buffers.attribute}({size})"),
        undo=altered("LSRPOOL", "name", f"{buffers.attribute}({buffers.buffers})"),
        place=lsr_definition(number),
        verify="The look-aside ratio of these buffers in the LSR pool statistics.",
        effect=f"Gives LSR pool {number} of {buffers.region.label} {size:,} buffers of {buffers.bytes:,} "
        f"bytes instead of {buffers.buffers:,}.",
        storage_bytes=(size - buffers.buffers) * buffers.bytes,
        caution=f"They take {wording.size(size * buffers.bytes)} of 31-bit storage outside EDSALIM: REGION "
        "must hold them.",
    )


def lsr_definition(number: str) -> str:
    """Where an LSR pool is defined."""
    return (
        f"the LSRPOOL definition with LSRPOOLNUM({number}), in its group; once it is installed, the pool is "
        "built again when all its files are closed"
    )


def _memory(size: int) -> str:
    return f"{size // MIB}M" if size % MIB == 0 else f"{size // KIB}K"


def _large(size: int) -> str:
    return f"{size // GIB}G" if size % GIB == 0 else f"{-(-size // MIB)}M"
