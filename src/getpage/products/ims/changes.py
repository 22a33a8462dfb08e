"""What gives subpools, pools and the log another size, or page-fixes buffers, with what takes it back.

UPDATE POOL changes subpools while IMS runs, and does not last: DFSVSMxx is what the next start takes. Pools
of PSBs and DMBs, and the buffers of the log, change with a restart only.

References: IBM IMS 15 documentation, "Adjusting OSAM database buffers dynamically", "OSAMxxx section of the
DFSDFxxx member", "VSAMxxx section of the DFSDFxxx member", "Changing the number of OLDS buffers", "PSB, PSBW,
and DMB pool tuning".
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from getpage.contract.facts import value_of
from getpage.core import wording
from getpage.core.units import KIB
from getpage.result import Change, Severity, Way

from . import statements
from .pools import HOLDS
from .published import FIXED, SOURCE

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from getpage.core.names import FindingId
    from getpage.result import Finding

    from .ims import Ims
    from .pools import LogBuffers, Pool
    from .subpool import Subpool

#: The number of a finding that says what it asks for.
TARGET: Final = "buffers to have"
KILOBYTES: Final = "KB to have"
NOT_FIXED: Final = "ims-subpool-not-fixed"

_AFTER: Final = "an interval with the same load"
_WAITS: Final = (
    "Work that uses the subpool waits while UPDATE POOL changes it: not at the busiest hour. It takes IMS 12 "
    "or later with a Common Service Layer; without, DFSVSMxx and a restart."
)


def resize(
    subpool: Subpool, size: int, because: tuple[FindingId, ...] = (), *, at_least: bool = False
) -> Change:
    """Another number of buffers."""
    old = subpool.buffers or 0
    more = (size - old) * (subpool.buffer_bytes or 0)
    new, now = statements.with_buffers(subpool, size), statements.now(subpool)
    batch = is_batch(subpool)
    return Change(
        subsystem=subpool.ims.id,
        setting=f"{subpool.name} buffers",
        knob=subpool.knob,
        step=1,
        command=new,
        undo=now,
        place=_place(subpool),
        verify=f"{_seen(subpool)} TOTAL BUFFERS IN SUBPOOL {size:,}, and "
        f"{'fewer' if size > old else 'no more'} reads for the same requests.",
        verify_after="the next run" if batch else _AFTER,
        storage_bytes=more,
        because=because,
        effect=f"{subpool.name} has {size:,} buffers instead of {old:,}: "
        f"{wording.size(size * (subpool.buffer_bytes or 0))}.",
        way=Way(
            unit="buffers",
            size_before=old,
            size_next=size,
            size_final=size,
            final_bytes=more,
            at_least=at_least,
        ),
        lasting="" if batch else new,
        lasting_undo="" if batch else statements.defined(subpool),
        caution=" ".join(_cautions(subpool, size, more)),
        evidence=subpool.setting_facts,
    )


def _cautions(subpool: Subpool, size: int, more: int) -> Iterator[str]:
    if not is_batch(subpool):
        yield _WAITS
        yield "Put the same statement into DFSVSMxx as well: the next start takes its sizes from there."
    if more > 0:
        where = (
            "the region of the step"
            if is_batch(subpool)
            else "the DL/I address space, or common storage without one,"
        )
        yield f"Buffers are below the bar: see that {where} has {wording.size(more)} more (REGION, CSA)."
        if subpool.fixed:
            yield f"They are page-fixed: {wording.size(size * (subpool.buffer_bytes or 0))} in all."


def fix(subpool: Subpool, because: tuple[FindingId, ...], size: int | None = None) -> Change:
    """Page-fix its buffers, at a size that it then has."""
    number = size or subpool.buffers or 0
    all_bytes = number * (subpool.buffer_bytes or 0)
    new, old = statements.fixed(subpool, size), statements.unfixed(subpool)
    batch = is_batch(subpool)
    others = "" if subpool.access == "OSAM" else " All subpools of that VSAM pool are fixed by it."
    return Change(
        subsystem=subpool.ims.id,
        setting=f"{subpool.name} page fixing",
        step=1,
        command=new,
        undo=old,
        place=_place(subpool, fixes=True),
        verify=f"{_seen(subpool)} FIX with Y for the buffers; processor time for the same work is lower.",
        verify_after="the next run" if batch else _AFTER,
        storage_bytes=0,
        fixes_bytes=all_bytes,
        because=because,
        effect=f"z/OS need not fix and free the pages of {subpool.name} around each I/O: {FIXED[0]:g} to "
        f"{FIXED[1]:g} % of CPU ({SOURCE}).",
        lasting="" if batch else new,
        lasting_undo="" if batch else old,
        caution=f"{wording.size(all_bytes)} of real storage are then fixed, whatever else is short: only "
        f"where it is free at its minimum.{others}" + ("" if batch else f" {_WAITS}"),
        evidence=subpool.setting_facts,
    )


def is_batch(subpool: Subpool) -> bool:
    """Whether nothing but batch regions told of it: their pools are made anew with each run."""
    return subpool.last is not None and subpool.last["covers"] == "run"


def _place(subpool: Subpool, *, fixes: bool = False) -> str:
    if is_batch(subpool):
        return "DFSVSAMP of the batch region, for its next run"
    section = f"{subpool.access}xxx"
    beside = ""
    if subpool.access == "VSAM":
        pool = subpool.key["pool_id"]
        beside = f" below POOLID={pool}" if pool and not fixes else ""
        beside += f", with {'the' if fixes else 'the other'} VSRBF of the pool, which is built anew"
    return (
        f"<SECTION={section}> of DFSDFxxx{beside}, then UPDATE POOL TYPE(DBAS) SECTION({section}): no restart"
    )


def _seen(subpool: Subpool) -> str:
    if is_batch(subpool):
        return "//DFSSTAT of the run shows"
    return "The IMS Monitor, or QUERY POOL TYPE(DBAS) SUBTYPE(ALL) SHOW(STATISTICS), shows"


def resize_pool(pool: Pool, kilobytes: int, because: tuple[FindingId, ...] = ()) -> Change:
    """Another size of a pool of PSBs or DMBs."""
    old = pool.kilobytes or 0
    more = (kilobytes - old) * KIB
    text = str(pool.definition["text"]) if pool.definition else f"{pool.parameter}={old}"
    return Change(
        subsystem=pool.ims.id,
        setting=f"{pool.parameter} pool",
        knob=pool.knob,
        step=1,
        command=f"{pool.parameter}={kilobytes}",
        undo=text,
        place=f"DFSPBxx, for the next start of IMS ({pool.parameter}= in KB)",
        verify=f"/DISPLAY POOL shows the new size; the Pool Space Failure Summary of the IMS Monitor has no "
        f"{pool.id}, and no DFS993I comes.",
        verify_after="the restart, and a peak like the one that had no space",
        storage_bytes=more,
        because=because,
        effect=f"Room for more {HOLDS[pool.id]}: {wording.size(kilobytes * KIB)} instead of "
        f"{wording.size(old * KIB)}.",
        way=Way(
            unit="KiB",
            size_before=old,
            size_next=kilobytes,
            size_final=kilobytes,
            final_bytes=more,
            at_least=True,
        ),
        caution="It takes a restart of IMS (a warm start, /NRESTART; no cold start), on which online work "
        "stands still, and storage below the bar: common storage of every address space "
        "(CSAPSB, PSB, and the others without a DL/I address space), else REGION of the DL/I address space. "
        f"{_TOO_SMALL[pool.id]} IBM's way is to start large and to come back to a little more than the "
        "most that is used: never make it smaller by what this evidence shows.",
        evidence=pool.ims.facts("ims_definition", pool.definition, pool_bytes="size of the pool"),
    )


_NOT_SCHEDULED: Final = (
    "Of a pool that is too small on the worst day programs wait until others end, and a PSB that never fits "
    "is stopped (DFS993I, at the start DFS0567I): its transactions queue, its threads of CICS fail."
)
#: What a pool that is too small does to a production system.
_TOO_SMALL: Final = {
    "DLMP": _NOT_SCHEDULED,
    "DPSB": _NOT_SCHEDULED,
    "PSBW": _NOT_SCHEDULED,
    "DLDP": (
        "Of a pool that is too small on the worst day databases are closed and opened again for every "
        "program that uses them in turn, and programs wait for that."
    ),
}


def resize_log(log: LogBuffers, number: int, because: tuple[FindingId, ...] = ()) -> Change:
    """Another number of log buffers."""
    old, each = log.buffers or 0, log.buffer_bytes or 0
    more = (number - old) * each
    return Change(
        subsystem=log.ims.id,
        setting="log buffers",
        knob=log.knob,
        step=1,
        command=f"BUFNO={number}",
        undo=f"BUFNO={old}",
        place="OLDSDEF of the LOGGER section of DFSDFxxx (of DFSVSMxx in older releases), for the next "
        "start of IMS",
        verify="Logger Statistics of IMS Performance Analyzer: no buffer waits of others than checkpoints.",
        verify_after="the restart, and a peak like the one that waited",
        storage_bytes=more,
        fixes_bytes=max(0, more),
        because=because,
        effect=f"The log has {number:,} buffers instead of {old:,}"
        + (f", {wording.size(number * each)}." if each else "."),
        way=Way(
            unit="buffers",
            size_before=old,
            size_next=number,
            size_final=number,
            final_bytes=more,
            at_least=True,
        ),
        caution="It takes a restart of IMS (a warm start; BLKSIZE stays, and with it the data sets of the "
        "log). Too few buffers on the worst day hold every program that changes data until the log is "
        "written, and dynamic backout, too. Log buffers are page-fixed, in common storage unless BUFSTOR=64 "
        "and the data sets are of extended format; the WADS has to hold them too.",
        evidence=log.ims.facts("ims_definition", log.definition, text="OLDSDEF"),
    )


def reconcile(ims: Ims, findings: Sequence[Finding]) -> tuple[Change, ...]:
    """One change a setting that answers what was found: what gives back first, page fixing last."""
    made = [
        *_subpools(ims, findings),
        *_pools(ims, findings),
        *_log(ims, findings),
        *_fixes(ims, findings),
    ]
    ordered = sorted(made, key=lambda one: (one.fixes_bytes > 0 and one.knob is None, one.storage_bytes >= 0))
    return tuple(replace(one, step=step) for step, one in enumerate(ordered, start=1))


def _asking(findings: Sequence[Finding], of: object, label: str) -> dict[FindingId, int]:
    return {
        one.id: int(value)
        for one in findings
        if one.object == of
        and one.severity is not Severity.INFO
        and (value := value_of(one, label)) is not None
    }


def _subpools(ims: Ims, findings: Sequence[Finding]) -> Iterator[Change]:
    for subpool in ims.judged:
        wanted = _asking(findings, subpool.object, TARGET)
        if wanted and subpool.buffers:
            larger = {name: size for name, size in wanted.items() if size > subpool.buffers}
            chosen = larger or wanted
            yield resize(subpool, max(chosen.values()), tuple(chosen), at_least=bool(larger))


def _pools(ims: Ims, findings: Sequence[Finding]) -> Iterator[Change]:
    for pool in ims.pools:
        wanted = _asking(findings, pool.object, KILOBYTES)
        if wanted and pool.kilobytes:
            yield resize_pool(pool, max(wanted.values()), tuple(wanted))


def _log(ims: Ims, findings: Sequence[Finding]) -> Iterator[Change]:
    log = ims.log_buffers
    if log is None or not log.buffers:
        return
    wanted = _asking(findings, log.object, TARGET)
    if wanted:
        yield resize_log(log, max(wanted.values()), tuple(wanted))


def _fixes(ims: Ims, findings: Sequence[Finding]) -> Iterator[Change]:
    asked = {one.object: one.id for one in findings if one.check == NOT_FIXED}
    for subpool in ims.judged:
        name = asked.get(subpool.object)
        if name is not None:
            yield fix(subpool, (name,))
