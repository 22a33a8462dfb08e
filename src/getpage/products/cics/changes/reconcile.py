"""One change for each setting of a region, from all that the rules found, in the order in which to make them.

Limits of storage come first: what lets more work in at a time takes storage.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from getpage.products.cics.checks import (
    class_limit,
    db2_connection,
    dbctl_threads,
    file_strings,
    jvm_threads,
    lsr_pool,
    main_temporary_storage,
    max_tasks,
    short_on_storage,
    storage_limit,
    tcb_pool_limit,
    tcb_switches,
    temporary_storage_waits,
    transient_data,
)
from getpage.products.cics.definitions import SHOWN, most_switching
from getpage.products.common.findings import FindingsByObject

from . import connections, counts, definition, limits, task_limits

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from getpage.core.names import FindingId
    from getpage.products.cics.region import Region
    from getpage.result import Change, Finding

    from .draft import Draft

#: The storage areas that each limit holds.
AREAS: Final = {
    "DSALIM": ("CDSA", "UDSA", "SDSA", "RDSA", "storage below 16 MB"),
    "EDSALIM": ("ECDSA", "EUDSA", "ESDSA", "ERDSA", "ETDSA", "storage above 16 MB"),
    "MEMLIMIT": ("GCDSA", "GUDSA", "GSDSA", "storage above the bar"),
}


def reconcile(region: Region, findings: Iterable[Finding]) -> tuple[Change, ...]:
    """The changes of one region; none of a limit whose tasks wait for something else."""
    asked = FindingsByObject((one for one in findings if one.cause is None), (tcb_switches.ID,))
    drafts = (draft for draft in _drafts(region, asked) if draft is not None)
    return tuple(draft.change(region, step) for step, draft in enumerate(drafts, 1))


def _drafts(region: Region, asked: FindingsByObject) -> Iterator[Draft | None]:
    for name in ("DSALIM", "EDSALIM"):
        if because := _of_limit(region, asked, name):
            yield limits.dsa(region, name, because)
    if because := _of_limit(region, asked, "MEMLIMIT"):
        yield limits.memlimit(region, because)
    if because := asked.because(region.within(main_temporary_storage.MAIN), main_temporary_storage.ID):
        yield limits.main_temporary(region, because)
    if because := asked.because(region.within("MXT"), max_tasks.ID):
        yield task_limits.max_tasks(region, because)
    for one in region.classes_now:
        if because := asked.because(region.within(class_limit.named(one)), class_limit.ID):
            yield task_limits.class_limit(region, one, because)
    for pool in region.pools_now:
        if because := asked.because(region.within(tcb_pool_limit.named(pool)), tcb_pool_limit.ID):
            yield counts.tcb_pool(region, pool, because)
    yield _temporary_storage(region, asked)
    yield _transient_data(region, asked)
    for pool in region.lsr_pools:
        if because := asked.because(region.within(f"LSR pool {pool.key[-1]} strings"), lsr_pool.ID):
            yield counts.lsr_strings(region, pool, because)
    if because := asked.because(region.within(tcb_switches.OBJECT), tcb_switches.ID):
        for one in most_switching(region)[:SHOWN]:
            yield definition.threadsafe(region, one, because)
    for one in region.files_now:
        if because := asked.because(region.within(f"file {one.key[-1]}"), file_strings.ID):
            yield counts.file_strings(region, one, because)
    if because := asked.because(region.within(db2_connection.OBJECT), db2_connection.ID):
        yield connections.db2_tcbs(region, because)
    for one in region.dbctl:
        if because := asked.because(region.within(dbctl_threads.named(one)), dbctl_threads.ID):
            yield connections.dbctl_threads(region, one, because)
    for one in region.jvm_servers:
        if because := asked.because(region.within(jvm_threads.named(one)), jvm_threads.ID):
            yield connections.jvm_threads(region, one, because)


def _of_limit(region: Region, asked: FindingsByObject, name: str) -> tuple[FindingId, ...]:
    near = asked.because(region.within(name), storage_limit.ID)
    short = (asked.because(region.within(area), short_on_storage.ID) for area in AREAS[name])
    return (*near, *(one for found in short for one in found))


def _temporary_storage(region: Region, asked: FindingsByObject) -> Draft | None:
    buffers, strings = (
        asked.because(region.within(f"temporary storage {what}"), temporary_storage_waits.ID)
        for what in ("buffers", "strings")
    )
    if not (buffers or strings):
        return None
    return counts.temporary_storage(region, bool(buffers), bool(strings), (*buffers, *strings))


def _transient_data(region: Region, asked: FindingsByObject) -> Draft | None:
    buffers, strings = (
        asked.because(region.within(f"transient data {what}"), transient_data.ID)
        for what in ("buffers", "strings")
    )
    if not (buffers or strings):
        return None
    return counts.transient_data(region, bool(buffers), bool(strings), (*buffers, *strings))
