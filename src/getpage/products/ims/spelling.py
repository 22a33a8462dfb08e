"""Changes of subpools, pools and log buffers, spelled: statements, undo, verification, what to look out for.

UPDATE POOL changes subpools while IMS runs, and does not last: the next start takes DFSVSMxx. Pools of PSBs
and DMBs, and the buffers of the log, change with a restart only. A statement is the site's own with one
operand changed.

References: IBM IMS 15 documentation, "Defining OSAM subpools", "Defining VSAM subpools", "Defining VSAM
buffer pools", "Adjusting OSAM database buffers dynamically", "OSAMxxx section of the DFSDFxxx member",
"VSAMxxx section of the DFSDFxxx member", "Changing the number of OLDS buffers", "PSB, PSBW, and DMB pool
tuning".
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from getpage.core import wording
from getpage.core.names import FindingId
from getpage.core.units import KIB
from getpage.products.common.page_fixing import saved_by_fixing
from getpage.result import Change

from .constants import FIXED, SOURCE
from .pools import HOLDS, ImsPool, LogBuffers
from .queues import QueuePool
from .subpool import DEFINITIONS, Subpool

_AFTER: Final = "an interval with the same load"
_WAITS: Final = (
    "Work that uses the subpool waits while UPDATE POOL changes it: avoid the busiest hour. It needs IMS 12 "
    "or later with a Common Service Layer; otherwise change DFSVSMxx and restart."
)
#: Positions among the operands of IOBF and VSRBF: the number of buffers, fix1 and fix2.
_NUMBER: Final = 1
_FIXES: Final = (2, 3)


def resize(subpool: Subpool, size: int) -> Change:
    """Another number of buffers."""
    old = subpool.buffers or 0
    more = (size - old) * (subpool.buffer_bytes or 0)
    statement = _with_buffers(subpool, size)
    batch = _is_batch(subpool)
    return Change(
        subsystem=subpool.ims.id,
        setting=f"{subpool.name} buffers",
        knob=subpool.knob,
        step=1,
        command=statement,
        undo=_now(subpool),
        place=_place(subpool),
        verify=f"{_seen(subpool)} TOTAL BUFFERS IN SUBPOOL {size:,}, and "
        f"{'fewer' if size > old else 'no more'} reads for the same requests.",
        verify_after="the next run" if batch else _AFTER,
        storage_bytes=more,
        because=(),
        effect=f"{size:,} buffers instead of {old:,}: {wording.size(size * (subpool.buffer_bytes or 0))}.",
        lasting="" if batch else statement,
        lasting_undo="" if batch else _defined(subpool),
        caution=" ".join(_cautions(subpool, size, more)),
        evidence=subpool.setting_facts,
    )


def _cautions(subpool: Subpool, size: int, more: int) -> Iterator[str]:
    if not _is_batch(subpool):
        yield _WAITS
        yield "Put the same statement into DFSVSMxx as well: the next start takes its sizes from there."
    if more > 0:
        where = (
            "The region of the step"
            if _is_batch(subpool)
            else "The DL/I address space (common storage without one)"
        )
        yield f"Buffers are below the bar. {where} needs room for {wording.size(more)} more (REGION, CSA)."
        if subpool.fixed:
            yield f"They are page-fixed: {wording.size(size * (subpool.buffer_bytes or 0))} in all."


def fix(subpool: Subpool, size: int | None = None, because: tuple[FindingId, ...] = ()) -> Change:
    """Page-fix its buffers, at a size that it then has."""
    fixed_bytes = (size or subpool.buffers or 0) * (subpool.buffer_bytes or 0)
    statement, undo = _fixed(subpool, size), _unfixed(subpool)
    batch = _is_batch(subpool)
    others = "" if subpool.access == "OSAM" else " It fixes all subpools of that VSAM pool."
    return Change(
        subsystem=subpool.ims.id,
        setting=fixing(subpool),
        step=1,
        command=statement,
        undo=undo,
        place=_place(subpool, fixes=True),
        verify=f"{_seen(subpool)} FIX with Y for the buffers; the same work takes less CPU.",
        verify_after="the next run" if batch else _AFTER,
        storage_bytes=0,
        fixes_bytes=fixed_bytes,
        because=because,
        effect=f"Saves {FIXED[0]:g} to {FIXED[1]:g} % of CPU ({SOURCE}): z/OS need not fix and free pages "
        "around each I/O.",
        saving=saved_by_fixing(*FIXED),
        lasting="" if batch else statement,
        lasting_undo="" if batch else undo,
        caution=f"Fixes {wording.size(fixed_bytes)} of real storage. Do it only where that much is free at "
        f"its minimum.{others}" + ("" if batch else f" {_WAITS}"),
        evidence=subpool.setting_facts,
    )


def fixing(subpool: Subpool) -> str:
    """The setting that page-fixes its buffers."""
    return f"{subpool.name} page fixing"


def _is_batch(subpool: Subpool) -> bool:
    """Whether batch regions alone report it: their pools are built anew with each run."""
    return subpool.last is not None and subpool.last["covers"] == "run"


def _place(subpool: Subpool, *, fixes: bool = False) -> str:
    if _is_batch(subpool):
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
    if _is_batch(subpool):
        return "//DFSSTAT of the run shows"
    return "The IMS Monitor, or QUERY POOL TYPE(DBAS) SUBTYPE(ALL) SHOW(STATISTICS), shows"


_NOT_SCHEDULED: Final = (
    "If the pool is too small on the worst day, programs wait until others end, and a PSB that never fits is "
    "stopped (DFS993I, at the start DFS0567I): its transactions queue and its CICS threads fail."
)
#: What a pool that is too small does to a production system.
_TOO_SMALL: Final = {
    "DLMP": _NOT_SCHEDULED,
    "DPSB": _NOT_SCHEDULED,
    "PSBW": _NOT_SCHEDULED,
    "DLDP": (
        "If the pool is too small on the worst day, databases are closed and opened again for each program "
        "that uses them, and programs wait for that."
    ),
}


def resize_pool(pool: ImsPool, kilobytes: int) -> Change:
    """Another size of a pool of PSBs or DMBs."""
    old = pool.kilobytes or 0
    return Change(
        subsystem=pool.ims.id,
        setting=f"{pool.parameter} pool",
        knob=pool.knob,
        step=1,
        command=f"{pool.parameter}={kilobytes}",
        undo=str(pool.definition["text"]) if pool.definition else f"{pool.parameter}={old}",
        place=f"DFSPBxx, for the next start of IMS ({pool.parameter}= in KB)",
        verify="/DISPLAY POOL shows the new size; the Pool Space Failure Summary of the IMS Monitor has no "
        f"{pool.id}, and no DFS993I comes.",
        verify_after="the restart, and a peak like the one that had no space",
        storage_bytes=(kilobytes - old) * KIB,
        because=(),
        effect=f"Room for more {HOLDS[pool.id]}: {wording.size(kilobytes * KIB)} instead of "
        f"{wording.size(old * KIB)}.",
        caution="It needs a restart of IMS (warm start), which interrupts online work, and storage below "
        "the bar: common storage in every address space (CSAPSB, PSB, and the others without a DL/I address "
        f"space), else REGION of the DL/I address space. {_TOO_SMALL[pool.id]} Start large, as IBM advises, "
        "then reduce to a little more than the most in use. Never reduce it on this evidence alone.",
        evidence=pool.ims.facts(DEFINITIONS, pool.definition, pool_bytes="size of the pool"),
    )


def resize_queue(queue: QueuePool, number: int) -> Change:
    """Another number of message queue buffers."""
    old, each = queue.buffers or 0, queue.buffer_bytes or 0
    return Change(
        subsystem=queue.ims.id,
        setting="message queue buffers",
        knob=queue.knob,
        step=1,
        command=f"QBUF={number}",
        undo=f"QBUF={old}",
        place="DFSPBxx, for the next start of IMS",
        verify="The Program I/O report of the IMS Monitor has fewer waits on SHMSG, LGMSG and QBLKS.",
        verify_after="the restart, and a peak like the one that waited",
        storage_bytes=(number - old) * each,
        because=(),
        effect=f"{number:,} message queue buffers instead of {old:,}: {wording.size(number * each)}.",
        caution="It needs a restart of IMS (warm start). Buffers are below the bar: the control region needs "
        f"room for {wording.size((number - old) * each)} more.",
        evidence=queue.ims.facts(DEFINITIONS, queue.definition, buffers="QBUF="),
    )


def resize_log(log: LogBuffers, number: int, because: tuple[FindingId, ...] = ()) -> Change:
    """Another number of log buffers."""
    old, each = log.buffers or 0, log.buffer_bytes or 0
    more = (number - old) * each
    size = f": {wording.size(number * each)}." if each else "."
    return Change(
        subsystem=log.ims.id,
        setting="log buffers",
        knob=log.knob,
        step=1,
        command=f"BUFNO={number}",
        undo=f"BUFNO={old}",
        place="OLDSDEF of the LOGGER section of DFSDFxxx (of DFSVSMxx in older releases), for the next "
        "start of IMS",
        verify="Logger Statistics of IMS Performance Analyzer: no buffer waits other than those of "
        "checkpoints.",
        verify_after="the restart, and a peak like the one that waited",
        storage_bytes=more,
        fixes_bytes=max(0, more),
        because=because,
        effect=f"{number:,} log buffers instead of {old:,}{size}",
        caution="It needs a restart of IMS (warm start); BLKSIZE and the log data sets stay as they are. "
        "With too few buffers on the worst day, programs that change data and dynamic backout wait for the "
        "log. Log buffers are page-fixed, in common storage unless BUFSTOR=64 and the data sets are of "
        "extended format; the WADS has to hold them too.",
        evidence=log.ims.facts(DEFINITIONS, log.definition, text="OLDSDEF"),
    )


def _now(subpool: Subpool) -> str:
    """The statement in force: the site's own, unless the report differs from it; then by the report."""
    definition = subpool.definition
    is_same = definition is not None and definition["buffers"] == subpool.buffers
    if definition is not None and is_same and not _is_fixed_otherwise(subpool):
        return str(definition["text"])
    return _statement(subpool, _operands(subpool))


def _defined(subpool: Subpool) -> str:
    """The statement that the next start takes."""
    return _now(subpool) if subpool.definition is None else str(subpool.definition["text"])


def _with_buffers(subpool: Subpool, number: int) -> str:
    operands = _operands(subpool)
    operands[_NUMBER] = str(number)
    return _statement(subpool, operands)


def _fixed(subpool: Subpool, number: int | None) -> str:
    """IOBF with fix1 and fix2; for VSAM the statement of the pool."""
    if subpool.access == "OSAM":
        operands = _operands(subpool)
        if number is not None:
            operands[_NUMBER] = str(number)
        operands += [""] * (max(_FIXES) + 1 - len(operands))
        for position in _FIXES:
            operands[position] = "Y"
        return _osam(operands)
    pool = subpool.key["pool_id"]
    if not pool:
        return "OPTIONS,VSAMFIX=(BFR,IOB)"
    present = str(subpool.pool["text"]).split(",")[1:] if subpool.pool is not None else []
    fixes = ["FIXDATA", "FIXBLOCK", *(["FIXINDEX"] if subpool.key["kind"] == "I" else [])]
    kept = [operand for operand in present if operand.partition("=")[0] not in fixes]
    return ",".join([f"POOLID={pool}", *(f"{word}=YES" for word in fixes), *kept])


def _unfixed(subpool: Subpool) -> str:
    if subpool.access == "OSAM":
        return _now(subpool)
    pool = subpool.key["pool_id"]
    if subpool.pool is not None:
        return str(subpool.pool["text"])
    return f"POOLID={pool} without FIXDATA and FIXBLOCK" if pool else "OPTIONS without VSAMFIX"


def _statement(subpool: Subpool, operands: list[str]) -> str:
    return _osam(operands) if subpool.access == "OSAM" else "VSRBF=" + ",".join(operands)


def _is_fixed_otherwise(subpool: Subpool) -> bool:
    """Whether the report and the statement of an OSAM subpool differ in whether it is page-fixed."""
    definition = subpool.definition
    return (
        subpool.access == "OSAM"
        and definition is not None
        and bool(definition["fixed_buffers"]) is not bool(subpool.fixed)
    )


def _operands(subpool: Subpool) -> list[str]:
    """The operands of its statement, with the present number of buffers."""
    if subpool.definition is not None:
        operands = re.sub(r"^[A-Z]+=\(?|\)$", "", str(subpool.definition["text"])).split(",")
        operands += [""] * (_NUMBER + 1 - len(operands))
        operands[_NUMBER] = str(subpool.buffers)
        if _is_fixed_otherwise(subpool):
            operands += [""] * (max(_FIXES) + 1 - len(operands))
            operands[_FIXES[0]] = "Y" if subpool.fixed else "N"
        return operands
    last = subpool.last or {}
    operands = [str(subpool.buffer_bytes), str(subpool.buffers)]
    if subpool.access == "OSAM":
        fixes = ["Y" if last.get(name) else "N" for name in ("fixed_buffers", "fixed_blocks")]
        return [*operands, *fixes, *([subpool.key["subpool_id"]] if subpool.key["subpool_id"] else [])]
    operands += [subpool.key["kind"]] if subpool.key["kind"] else []
    if last.get("hiperspace_buffers"):
        operands += [*([] if subpool.key["kind"] else ["D"]), "HSO", str(last["hiperspace_buffers"])]
    return operands


def _osam(operands: list[str]) -> str:
    while operands and not operands[-1]:
        operands = operands[:-1]
    return f"IOBF=({','.join(operands)})"
