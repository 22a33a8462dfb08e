"""Buffers of shared message data sets as knobs: what another DSBUFS would save, and its command.

Waits for a free buffer are timed, and the most requests that waited at once are counted. More buffers may
also save reads, as free ones keep their data: how many nothing tells, so they count for none. A buffer is
kept as long as its I/O takes: where that took longer while requests waited, more at once may only queue at
the disks.

Reference: IBM MQ documentation, "ALTER SMDS": DSBUFS is 1 to 9999; it takes effect at once.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from getpage.contract.curve import SizeCurve
from getpage.contract.knob import Knob
from getpage.core.names import FindingId, LimitId
from getpage.products.common.queueing import bounded_curve, queue_curve
from getpage.result import Ask, Change

from .queue_manager import QueueManager
from .smds import SETTING, TABLE, SharedDataSet

#: IBM MQ documentation, ALTER SMDS.
MOST_BUFFERS: Final = 9_999
_DISKS: Final = "you know that the volumes have I/O to spare (SMF 42 subtype 6, RMF device activity)"
_AFTER: Final = "several SMF intervals with the same load as this window, including its peak"


def data_set_knobs(manager: QueueManager, limits: tuple[LimitId, ...]) -> Iterator[Knob]:
    """The buffers of every shared message data set of which their number and size are known."""
    for data_set in manager.shared_data_sets:
        if data_set.bytes:
            yield _knob(manager, data_set, limits)


def more_buffers(data_set: SharedDataSet) -> tuple[Ask, ...]:
    """As many more as requests waited at once; nothing where nothing tells how many, or none did."""
    enough = data_set.enough
    if not data_set.buffers or enough is None or enough <= data_set.buffers:
        return ()
    return (Ask(knob=data_set.knob, size=min(enough, MOST_BUFFERS), reached=True),)


def _knob(manager: QueueManager, data_set: SharedDataSet, limits: tuple[LimitId, ...]) -> Knob:
    now = data_set.buffers
    row, table = (data_set.setting, SETTING) if data_set.is_shown_later else (data_set.last, TABLE)

    def change(size: int) -> tuple[Change, ...]:
        return (_alter(data_set, size),)

    return Knob(
        id=data_set.knob,
        object=data_set.object,
        unit="buffers",
        unit_bytes=data_set.buffer_bytes,
        size=now,
        smallest=now,  # nothing counts how many reads fewer would cost
        largest=max(now, MOST_BUFFERS),
        fixed=False,
        backed=False,
        limits=limits,
        curve=_curve(manager, data_set),
        supply="a second DSBUFS and the same statistics (SMF 115 subtype 2) afterwards",
        facts=manager.facts(table, row, buffers="buffers"),
        change=change,
    )


def _curve(manager: QueueManager, data_set: SharedDataSet) -> SizeCurve | None:
    seconds, waited = data_set.total("rate_seconds"), data_set.waited_seconds
    if not seconds or not waited:
        return None
    facts = manager.facts(
        TABLE,
        data_set.worst_wait,
        pool_waits="waits for a free buffer, worst interval",
        pool_wait_elapsed="time of these waits",
    )
    enough, now = data_set.enough, data_set.buffers
    if enough is None or enough <= now:
        return bounded_curve(size=now, largest=MOST_BUFFERS, waited=waited / seconds, facts=facts)
    return queue_curve(
        size=now,
        enough=enough,
        largest=MOST_BUFFERS,
        waited=waited / seconds,
        only_after=_DISKS if data_set.is_io_slower else "",
        facts=facts,
    )


def _named(data_set: SharedDataSet) -> str:
    return f"SMDS({data_set.owner.name or 'qmgr'}) CFSTRUCT({data_set.structure})"


def _alter(data_set: SharedDataSet, size: int) -> Change:
    now, row, named = data_set.buffers, data_set.override, _named(data_set)
    before = "DEFAULT" if row is not None and not row["buffers"] else str(now)
    caution = "Each buffer is a memory object above the bar: see that MEMLIMIT has room."
    if row is None:
        caution += f" If DISPLAY {named} shows DSBUFS(DEFAULT) now, undo with DEFAULT."
    return Change(
        subsystem=data_set.owner,
        setting=f"DSBUFS of {data_set.structure}",
        knob=data_set.knob,
        step=1,
        command=f"ALTER {named} DSBUFS({size})",
        undo=f"ALTER {named} DSBUFS({before})",
        verify=f"DISPLAY {named} shows DSBUFS({size}); QESDBFTO is {size:,} and QESDBFWP stays 0 in SMF 115 "
        "subtype 2.",
        verify_after=_AFTER,
        storage_bytes=(size - now) * data_set.buffer_bytes,
        because=(),
        effect=f"{size:,} buffers for {data_set.structure} instead of {now:,}, at once and over a restart.",
        caution=caution,
    )


def expand(data_set: SharedDataSet, because: tuple[FindingId, ...]) -> Change:
    """The data set expanded when it is nearly full."""
    named, row = _named(data_set), data_set.override
    before = row["expand"] if row is not None and row["expand"] else "DEFAULT"
    return Change(
        subsystem=data_set.owner,
        setting=f"DSEXPAND of {data_set.structure}",
        step=1,
        command=f"ALTER {named} DSEXPAND(YES)",
        undo=f"ALTER {named} DSEXPAND({before})",
        verify=f"DISPLAY {named} shows DSEXPAND(YES); QESDSMFL stays 0 in SMF 115 subtype 2.",
        verify_after=_AFTER,
        storage_bytes=0,
        because=because,
        effect="Expands the data set when it is nearly full.",
        caution="Its volumes need free space, and its cluster a secondary allocation.",
    )
