"""Limits of a region as knobs: MXT, transaction classes, DSALIM, EDSALIM, MEMLIMIT, TSMAINLIMIT, TS buffers.

A limit to which nothing came is no knob: nothing is to be gained, and what it does not use is no storage.
Where a rule asks for a higher one, the plan decides the size, by the time that tasks queued for it where that
is known, else by what the rule asks. A task takes storage of CICS under EDSALIM, and main temporary storage
under MEMLIMIT: `rooms` says what is left there, and which command makes more.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from getpage.contract.knob import REAL_STORAGE, Knob, Limit
from getpage.core.names import LimitId
from getpage.core.units import MIB, PAGE
from getpage.products.common.sizes import bounds
from getpage.products.common.subsystem import row_of

from . import facilities, storage, tasks, transactions
from .changes import counts, limits, task_limits
from .changes.reconcile import AREAS
from .checks import class_limit
from .queueing import bounded_curve, queue_curve
from .thresholds import (
    DSA_STEP,
    EDSA_STEP,
    MOST_DSA,
    MOST_EDSA,
    MOST_MEMLIMIT,
    MOST_TASKS,
    MOST_TS_BUFFERS,
)
from .totals import span_of

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Mapping

    from getpage.contract.curve import SizeCurve
    from getpage.contract.measures import Measure
    from getpage.core.names import KnobId
    from getpage.result import Change, Fact

    from .changes.draft import Draft
    from .region import Region

#: What the bytes of MEMLIMIT are of: it takes no real storage by itself.
ABOVE_THE_BAR: Final = "virtual storage above the bar"


def limit_knobs(region: Region, asked: Collection[KnobId]) -> Iterator[Knob]:
    """Those of a region that a rule asks for, and the buffers of temporary storage that reads."""
    if task_limits.mxt_knob(region) in asked:
        yield _mxt(region)
    for one in region.classes_now:
        if task_limits.class_knob(region, str(one.key[-1])) in asked:
            yield _class(region, one)
    for of in (storage.DSALIM, storage.EDSALIM):
        if _id(region, of) in asked:
            yield _dsa(region, of)
    if _id(region, storage.MEMLIMIT) in asked:
        yield _memlimit(region)
    if _main_id(region) in asked:
        yield _main(region)
    yield from _buffers(region)


def rooms(region: Region, asked: Collection[KnobId]) -> Iterator[Limit]:
    """What EDSALIM leaves for the tasks of a region, and MEMLIMIT for its main temporary storage, where one
    of them is to grow. What a rule raises itself makes its room; else a command is named that does.
    """
    left = task_limits.above_peak(region)
    if left is not None and task_limits.mxt_knob(region) in asked:
        row = row_of(region.storage, storage.EDSALIM.last)
        most = row is None or int(row["edsa_limit"]) >= MOST_EDSA
        yield Limit(
            id=_room(region, storage.EDSALIM),
            label=f"EDSALIM of {region.label} above its peak",
            room=left,
            facts=region.facts(storage.STORAGE_TABLE, row, edsa_limit="EDSALIM"),
            raised=None
            if most or _id(region, storage.EDSALIM) in asked
            else lambda count: limits.raise_edsa(region, count),
        )
    use = storage.use(region.storage, storage.MEMLIMIT)
    if use is not None and _main_id(region) in asked:
        yield Limit(
            id=_room(region, storage.MEMLIMIT),
            label=f"MEMLIMIT of {region.label} above its peak",
            room=use.limit - use.used,
            facts=region.facts(storage.STORAGE_TABLE, use.now, memlimit_mb="MEMLIMIT"),
            raised=None
            if _id(region, storage.MEMLIMIT) in asked
            else lambda count: limits.raise_memlimit(region, count),
        )


def _id(region: Region, of: storage.AreaLimit) -> KnobId:
    return limits.knob_of(region, of.name)


def _main_id(region: Region) -> KnobId:
    return limits.knob_of(region, limits.TSMAINLIMIT)


def _room(region: Region, of: storage.AreaLimit) -> LimitId:
    return LimitId(region.id, of.name)


def _spelled(region: Region, draft: Callable[[int], Draft | None]) -> Callable[[int], tuple[Change, ...]]:
    def change(size: int) -> tuple[Change, ...]:
        made = draft(size)
        return () if made is None else (made.change(region, 1),)

    return change


def _mxt(region: Region) -> Knob:
    row = region.task_limit
    assert row is not None
    size = int(row["mxt"])
    enough = task_limits.raised_mxt(region) or size
    curve = None
    every = region.transactions_now
    seconds = span_of(every)
    waited = sum(float(one[transactions.MXT_WAIT] or 0) for one in every)
    if seconds is not None and waited and enough > size:
        worst = max(every, key=lambda one: float(one[transactions.MXT_WAIT] or 0))
        facts = region.facts(
            transactions.TABLE,
            worst[transactions.LONGEST_MXT],
            mxt_delay_us=f"waits for MXT of {worst.key[-1]}, the longest of a quarter of an hour",
        )
        curve = queue_curve(
            size=size, enough=enough, largest=MOST_TASKS, waited=waited / seconds, facts=facts
        )
    known = task_limits.above_peak(region) is not None
    return Knob(
        id=task_limits.mxt_knob(region),
        object=region.within(task_limits.MXT),
        unit="tasks",
        unit_bytes=task_limits.task_bytes(region),
        size=size,
        smallest=size,
        largest=max(size, MOST_TASKS),
        fixed=False,
        frame_bytes=PAGE,
        backed=False,
        limits=(_room(region, storage.EDSALIM),) if known else (),
        curve=curve,
        supply="SMF 110 subtype 1, which says how long tasks waited for MXT",
        facts=region.facts(tasks.MANAGER_TABLE, row, mxt="MXT"),
        change=_spelled(region, lambda size: task_limits.max_tasks(region, (), size)),
    )


def _class(region: Region, one: Measure) -> Knob:
    row = row_of(region.measured.classes.of(*one.key), tasks.LAST_CLASS)
    assert row is not None
    size, queued = int(row["limit"]), int(one[tasks.CLASS_QUEUED] or 0)
    seconds = span_of([one])
    waited = tasks.QUEUED.in_(one)
    curve = None
    if seconds is not None and waited and queued:
        facts = region.facts(
            tasks.CLASSES_TABLE, one[tasks.WORST_CLASS], queue_us="waited in the queue, worst collection"
        )
        curve = queue_curve(
            size=size, enough=size + queued, largest=MOST_TASKS, waited=waited / seconds, facts=facts
        )
    return Knob(
        id=task_limits.class_knob(region, str(one.key[-1])),
        object=region.within(class_limit.named(one)),
        unit="tasks",
        unit_bytes=task_limits.task_bytes(region),
        size=size,
        smallest=size,
        largest=max(size + queued, MOST_TASKS),
        fixed=False,
        frame_bytes=PAGE,
        backed=False,
        curve=curve,
        supply="statistics of the class by intervals, with the time that its tasks were queued",
        facts=region.facts(tasks.CLASSES_TABLE, row, limit="MAXACTIVE"),
        change=_spelled(region, lambda size: task_limits.class_limit(region, one, (), size)),
    )


def _dsa(region: Region, of: storage.AreaLimit) -> Knob:
    row = row_of(region.storage, of.last)
    assert row is not None
    below = of is storage.DSALIM
    step, most = (DSA_STEP, MOST_DSA) if below else (EDSA_STEP, MOST_EDSA)
    size = int(row[of.limit]) // step

    def takes(new: int) -> Mapping[LimitId, int]:
        return {} if below else {_room(region, of): (size - new) * step}

    return Knob(
        id=_id(region, of),
        object=region.within(of.name),
        unit="blocks of 256 KiB" if below else "MiB",
        unit_bytes=step,
        setting_bytes=step,
        size=size,
        smallest=size,
        largest=max(size, most // step),
        fixed=False,
        frame_bytes=PAGE,
        backed=False,
        takes=takes,
        curve=_short(region, of.name, size, most // step),
        supply="the same statistics at a higher limit: nothing else tells what the areas would have held",
        facts=region.facts(storage.STORAGE_TABLE, row, **{of.limit: of.name}),
        change=_spelled(region, lambda new: limits.dsa(region, of.name, (), new * step)),
    )


def _short(region: Region, name: str, size: int, most: int) -> SizeCurve | None:
    """The time that areas under a limit were short on storage; None where nothing tells how long."""
    areas = [one for one in region.dsas_now if one.key[-1] in AREAS[name]]
    seconds = span_of(areas)
    short = max((storage.SHORT_SECONDS.in_(one) for one in areas), default=0.0)
    if seconds is None:
        return None
    facts: tuple[Fact, ...] = ()
    for one in areas:
        if short and storage.SHORT_SECONDS.in_(one) == short:
            facts = region.facts(
                storage.DSA_TABLE, one[storage.WORST_DSA], short_us="time short on storage, worst collection"
            )
            break
    return bounded_curve(size=size, largest=most, waited=short / seconds, facts=facts)


def _memlimit(region: Region) -> Knob:
    use = storage.use(region.storage, storage.MEMLIMIT)
    assert use is not None
    size = use.limit // MIB

    def takes(new: int) -> Mapping[LimitId, int]:
        return {_room(region, storage.MEMLIMIT): (size - new) * MIB}

    return Knob(
        id=_id(region, storage.MEMLIMIT),
        object=region.within(storage.MEMLIMIT.name),
        unit="MiB",
        unit_bytes=MIB,
        setting_bytes=MIB,
        size=size,
        smallest=size,
        largest=max(size, MOST_MEMLIMIT // MIB),
        fixed=False,
        frame_bytes=PAGE,
        backed=False,
        storage=ABOVE_THE_BAR,
        takes=takes,
        curve=_short(region, storage.MEMLIMIT.name, size, MOST_MEMLIMIT // MIB),
        supply="the same statistics at a higher limit: nothing else tells what the areas would have held",
        facts=region.facts(storage.STORAGE_TABLE, use.now, memlimit_mb="MEMLIMIT"),
        change=_spelled(region, lambda new: limits.memlimit(region, (), new * MIB)),
    )


def _main(region: Region) -> Knob:
    row = row_of(region.temporary, facilities.LAST_MAIN)
    assert row is not None
    size = int(row["main_limit"]) // MIB
    known = storage.use(region.storage, storage.MEMLIMIT) is not None
    return Knob(
        id=_main_id(region),
        object=region.within("main temporary storage"),
        unit="MiB",
        unit_bytes=MIB,
        setting_bytes=MIB,
        size=size,
        smallest=size,
        largest=max(size, limits.most_main(region) // MIB),
        fixed=False,
        frame_bytes=PAGE,
        backed=False,
        limits=(_room(region, storage.MEMLIMIT),) if known else (),
        storage=REAL_STORAGE,
        supply="the same statistics at a higher limit: no record tells how long tasks waited for it",
        facts=region.facts(facilities.TS_TABLE, row, main_limit="TSMAINLIMIT"),
        change=_spelled(region, lambda new: limits.main_temporary(region, (), new * MIB)),
    )


def _buffers(region: Region) -> Iterator[Knob]:
    """Buffers of auxiliary temporary storage: what they read from it, and how often they were asked."""
    measure, row = region.temporary_with("buffers"), region.temporary_now
    if measure is None or row is None or not row["buffers"] or not row["strings"] or not row["ci_size"]:
        return
    size = int(row["buffers"])
    seconds = span_of([measure])
    reads = facilities.TS_READS.in_(measure)
    gets = facilities.GETS_AUXILIARY.in_(measure)
    if not reads and not facilities.BUFFER_WAITS.count(measure):
        return
    facts = region.facts(
        facilities.TS_TABLE, row, buffers="buffers", buffer_reads="reads of DFHTEMP, last collection"
    )
    curve = (
        bounds(
            size=size,
            smallest=size,
            largest=MOST_TS_BUFFERS,
            reads=reads / seconds,
            references=max(gets, reads) / seconds,
            facts=facts,
        )
        if seconds
        else None
    )

    def draft(new: int) -> Draft | None:
        return counts.temporary_buffers(region, new - size)

    yield Knob(
        id=limits.knob_of(region, counts.TS_BUFFERS),
        object=region.within("temporary storage buffers"),
        unit="buffers",
        unit_bytes=int(row["ci_size"]),
        size=size,
        smallest=size,
        largest=max(size, MOST_TS_BUFFERS),
        fixed=False,
        frame_bytes=PAGE,
        backed=False,
        curve=curve,
        references=max(gets, reads) / seconds if seconds else None,
        supply="the same statistics with more buffers: a second size of them",
        facts=facts,
        change=_spelled(region, draft),
    )
