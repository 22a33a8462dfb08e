"""Limits and buffers of regions as knobs: LSR buffers, MXT, transaction classes, DSALIM, EDSALIM, MEMLIMIT,
TSMAINLIMIT, and buffers of temporary storage.

A limit is a knob only where a finding asks for another size of it, or rules one out: nothing is gained by
raising a limit that nothing reached, and what it does not use is no storage. A task takes storage under
EDSALIM, and main temporary storage under MEMLIMIT: `Limit` says what is left there, and which command makes
more.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import Final

from getpage.contract.curve import SizeCurve
from getpage.contract.knob import Knob, Limit
from getpage.contract.measures import Measure
from getpage.core.names import KnobId, LimitId
from getpage.core.units import MIB
from getpage.products.common.queueing import bounded_curve, queue_curve
from getpage.products.common.sizes import bounds
from getpage.products.common.subsystem import row_of
from getpage.result import Change, Fact, Finding

from . import evidence, facilities, spelling, storage, tasks, transactions
from .constants import (
    FEWEST_LSR_BUFFERS,
    MOST_EDSA,
    MOST_LSR_BUFFERS,
    MOST_MEMLIMIT,
    MOST_TASKS,
    MOST_TS_BUFFERS,
)
from .lsr import Buffers, buffers_of
from .region import Region
from .rows import span_of
from .sizing import edsa_left, most_main, raised_mxt, storage_step, task_bytes

#: What the bytes of MEMLIMIT are of: it takes no real storage by itself.
ABOVE_THE_BAR: Final = "virtual storage above the bar"
_HIGHER: Final = "the same statistics at a higher limit: nothing else shows what the areas would have held"


def knobs(
    regions: Iterable[Region], findings: Iterable[Finding]
) -> tuple[tuple[Knob, ...], tuple[Limit, ...]]:
    """The knobs of all regions, limits that findings are about among them, and the room that these share."""
    about = {
        knob for finding in findings for knob in (*(ask.knob for ask in finding.asks), *finding.rules_out)
    }
    every: list[Knob] = []
    rooms: list[Limit] = []
    for region in regions:
        every += map(_lsr, buffers_of(region))
        every += _limits(region, about)
        rooms += _rooms(region, about)
    return tuple(every), tuple(rooms)


def _limits(region: Region, about: Collection[KnobId]) -> Iterator[Knob]:
    if region.knob(tasks.MXT_NAME) in about:
        yield _mxt(region)
    for measure in region.classes_now:
        if region.class_knob(str(measure.key[-1])) in about:
            yield _class(region, measure)
    for limit in (storage.DSALIM, storage.EDSALIM):
        if region.knob(limit.name) in about:
            yield _dsa(region, limit)
    if region.knob(storage.MEMLIMIT.name) in about:
        yield _memlimit(region)
    if region.knob(facilities.TSMAINLIMIT) in about:
        yield _main(region)
    yield from _ts_buffers(region)


def _rooms(region: Region, about: Collection[KnobId]) -> Iterator[Limit]:
    """What EDSALIM leaves for tasks, and MEMLIMIT for main temporary storage, where one of them may grow.
    What a finding raises itself makes its own room; else a command is named that does.
    """
    left = edsa_left(region)
    if left is not None and region.knob(tasks.MXT_NAME) in about:
        row = row_of(region.storage, storage.EDSALIM.last)
        is_most = row is None or int(row["edsa_limit"]) >= MOST_EDSA
        is_raised = is_most or region.knob(storage.EDSALIM.name) in about
        yield Limit(
            id=_room(region, storage.EDSALIM),
            label=f"EDSALIM of {region.label} above its peak",
            room=left,
            facts=region.facts(storage.STORAGE_TABLE, row, edsa_limit="EDSALIM"),
            raised=None if is_raised else lambda count: spelling.raise_edsa(region, count),
        )
    use = storage.use(region.storage, storage.MEMLIMIT)
    if use is not None and region.knob(facilities.TSMAINLIMIT) in about:
        is_raised = region.knob(storage.MEMLIMIT.name) in about
        yield Limit(
            id=_room(region, storage.MEMLIMIT),
            label=f"MEMLIMIT of {region.label} above its peak",
            room=use.limit - use.used,
            facts=region.facts(storage.STORAGE_TABLE, use.now, memlimit_mb="MEMLIMIT"),
            raised=None if is_raised else lambda count: spelling.raise_memlimit(region, count),
        )


def _room(region: Region, limit: storage.AreaLimit) -> LimitId:
    return LimitId(region.id, limit.name)


def _spelled(size: int, spell: Callable[[int], Change]) -> Callable[[int], tuple[Change, ...]]:
    """One command for any size but the present."""
    return lambda wanted: () if wanted == size else (spell(wanted),)


def _lsr(buffers: Buffers) -> Knob:
    interval = buffers.interval
    size = buffers.buffers
    return Knob(
        id=buffers.knob,
        object=buffers.object,
        unit="buffers",
        unit_bytes=buffers.bytes,
        size=size,
        smallest=min(FEWEST_LSR_BUFFERS, size),
        largest=max(MOST_LSR_BUFFERS, size),
        fixed=False,
        backed=buffers.reads >= size,
        curve=buffers.curve,
        references=interval.references / interval.seconds if interval else None,
        supply="a trace of requests (getpage curve, docs/models/curve.md), or 10 % more buffers and the same "
        "report afterwards: VSAM cannot simulate a larger pool"
        if interval
        else evidence.LSR.supply,
        facts=buffers.facts,
        change=_spelled(size, lambda wanted: spelling.lsr_buffers(buffers, wanted)),
    )


def _mxt(region: Region) -> Knob:
    row = region.task_limit
    assert row is not None
    size = int(row["mxt"])
    return Knob(
        id=region.knob(tasks.MXT_NAME),
        object=region.within(tasks.MXT_NAME),
        unit="tasks",
        unit_bytes=task_bytes(region),
        size=size,
        smallest=size,
        largest=max(size, MOST_TASKS),
        fixed=False,
        backed=False,
        limits=() if edsa_left(region) is None else (_room(region, storage.EDSALIM),),
        curve=_mxt_curve(region, size),
        supply="SMF 110 subtype 1, which shows how long tasks waited for MXT",
        facts=region.facts(tasks.MANAGER_TABLE, row, mxt="MXT"),
        change=_spelled(size, lambda wanted: spelling.max_tasks(region, wanted)),
    )


def _mxt_curve(region: Region, size: int) -> SizeCurve | None:
    """The time that tasks waited for MXT; None where monitoring shows none."""
    enough = raised_mxt(region) or size
    every = region.transactions_now
    seconds = span_of(every)
    waited = sum(float(measure[transactions.MXT_WAIT] or 0) for measure in every)
    if seconds is None or not waited or enough <= size:
        return None
    worst = max(every, key=lambda measure: float(measure[transactions.MXT_WAIT] or 0))
    facts = region.facts(
        transactions.TABLE,
        worst[transactions.LONGEST_MXT],
        mxt_delay_us=f"waits for MXT of {worst.key[-1]}, the longest of a quarter of an hour",
    )
    return queue_curve(
        size=size,
        enough=enough,
        largest=MOST_TASKS,
        waited=waited / seconds,
        only_after=region.inside_mxt.only_after,
        facts=facts,
    )


def _class(region: Region, measure: Measure) -> Knob:
    row = row_of(region.measured.classes.of(*measure.key), tasks.LAST_CLASS)
    assert row is not None
    name, size, queued = str(measure.key[-1]), int(row["limit"]), int(measure[tasks.CLASS_QUEUED] or 0)
    seconds, waited = span_of([measure]), tasks.QUEUED.in_(measure)
    curve = None
    if seconds is not None and waited and queued:
        curve = queue_curve(
            size=size,
            enough=size + queued,
            largest=MOST_TASKS,
            waited=waited / seconds,
            only_after=region.inside_classes.only_after,
            facts=region.facts(
                tasks.CLASSES_TABLE,
                measure[tasks.WORST_CLASS],
                queue_us="waited in the queue, worst statistics interval",
            ),
        )
    return Knob(
        id=region.class_knob(name),
        object=region.within(tasks.class_name(measure)),
        unit="tasks",
        unit_bytes=task_bytes(region),
        size=size,
        smallest=size,
        largest=max(size + queued, MOST_TASKS),
        fixed=False,
        backed=False,
        curve=curve,
        supply="statistics of the class by intervals, with the time that its tasks were queued",
        facts=region.facts(tasks.CLASSES_TABLE, row, limit="MAXACTIVE"),
        change=_spelled(size, lambda wanted: spelling.class_limit(region, measure, wanted)),
    )


def _dsa(region: Region, limit: storage.AreaLimit) -> Knob:
    row = row_of(region.storage, limit.last)
    assert row is not None
    is_below = limit is storage.DSALIM
    step, most = storage_step(limit)
    size = int(row[limit.limit]) // step

    def takes(wanted: int) -> Mapping[LimitId, int]:
        return {} if is_below else {_room(region, limit): (size - wanted) * step}

    return Knob(
        id=region.knob(limit.name),
        object=region.within(limit.name),
        unit="blocks of 256 KiB" if is_below else "MiB",
        unit_bytes=step,
        setting_bytes=step,
        size=size,
        smallest=size,
        largest=max(size, most // step),
        fixed=False,
        backed=False,
        takes=takes,
        curve=_short(region, limit, size, most // step),
        supply=_HIGHER,
        facts=region.facts(storage.STORAGE_TABLE, row, **{limit.limit: limit.name}),
        change=_spelled(size, lambda wanted: spelling.dsa(region, limit, wanted * step)),
    )


def _short(region: Region, limit: storage.AreaLimit, size: int, most: int) -> SizeCurve | None:
    """The time that areas under a limit were short on storage; None where unknown."""
    areas = [area for area in region.dsas_now if storage.limit_of(area) is limit]
    seconds = span_of(areas)
    if seconds is None:
        return None
    worst = max(areas, key=storage.SHORT_SECONDS.in_)
    short = storage.SHORT_SECONDS.in_(worst)
    facts: tuple[Fact, ...] = ()
    if short:
        facts = region.facts(
            storage.DSA_TABLE,
            worst[storage.WORST_DSA],
            short_us="time short on storage, worst statistics interval",
        )
    return bounded_curve(size=size, largest=most, waited=short / seconds, facts=facts)


def _memlimit(region: Region) -> Knob:
    use = storage.use(region.storage, storage.MEMLIMIT)
    assert use is not None
    size, most = use.limit // MIB, MOST_MEMLIMIT // MIB

    def takes(wanted: int) -> Mapping[LimitId, int]:
        return {_room(region, storage.MEMLIMIT): (size - wanted) * MIB}

    return Knob(
        id=region.knob(storage.MEMLIMIT.name),
        object=region.within(storage.MEMLIMIT.name),
        unit="MiB",
        unit_bytes=MIB,
        setting_bytes=MIB,
        size=size,
        smallest=size,
        largest=max(size, most),
        fixed=False,
        backed=False,
        storage=ABOVE_THE_BAR,
        takes=takes,
        curve=_short(region, storage.MEMLIMIT, size, most),
        supply=_HIGHER,
        facts=region.facts(storage.STORAGE_TABLE, use.now, memlimit_mb="MEMLIMIT"),
        change=_spelled(size, lambda wanted: spelling.memlimit(region, wanted * MIB)),
    )


def _main(region: Region) -> Knob:
    row = row_of(region.temporary, facilities.LAST_MAIN)
    assert row is not None
    size = int(row["main_limit"]) // MIB
    is_limited = storage.use(region.storage, storage.MEMLIMIT) is not None
    return Knob(
        id=region.knob(facilities.TSMAINLIMIT),
        object=region.within(facilities.MAIN),
        unit="MiB",
        unit_bytes=MIB,
        setting_bytes=MIB,
        size=size,
        smallest=size,
        largest=max(size, most_main(region) // MIB),
        fixed=False,
        backed=False,
        limits=(_room(region, storage.MEMLIMIT),) if is_limited else (),
        supply="the same statistics at a higher limit: no record shows how long tasks waited for it",
        facts=region.facts(facilities.TS_TABLE, row, main_limit="TSMAINLIMIT"),
        change=_spelled(size, lambda wanted: spelling.main_temporary(region, wanted * MIB)),
    )


def _ts_buffers(region: Region) -> Iterator[Knob]:
    """Buffers of auxiliary temporary storage, where it read anything or waited for one."""
    measure, row = region.temporary_with("buffers"), region.ts_settings
    if measure is None or row is None or not row["ci_size"]:
        return
    size, seconds = int(row["buffers"]), span_of([measure])
    reads, gets = facilities.TS_READS.in_(measure), facilities.GETS_AUXILIARY.in_(measure)
    if not reads and not facilities.WAITS["buffers"].times.count(measure):
        return
    facts = region.facts(
        facilities.TS_TABLE,
        row,
        buffers="buffers",
        buffer_reads="reads of DFHTEMP, last statistics interval",
    )
    references = max(gets, reads) / seconds if seconds else None
    curve = None
    if seconds and references is not None:
        curve = bounds(
            size=size,
            smallest=size,
            largest=MOST_TS_BUFFERS,
            reads=reads / seconds,
            references=references,
            facts=facts,
        )
    yield Knob(
        id=region.knob(facilities.TS_BUFFERS),
        object=region.within("temporary storage buffers"),
        unit="buffers",
        unit_bytes=int(row["ci_size"]),
        size=size,
        smallest=size,
        largest=max(size, MOST_TS_BUFFERS),
        fixed=False,
        backed=False,
        curve=curve,
        references=references,
        supply="the same statistics with more buffers: a second size of them",
        facts=facts,
        change=_spelled(size, lambda wanted: spelling.ts_buffers(region, wanted)),
    )
