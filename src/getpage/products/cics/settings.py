"""Commands and definitions for settings that are no size of a knob: TCBs, threads, strings, and programs.

A limit rises by as many as waited at once: with fewer some would still wait, and more is not shown to be
needed. How many waited for a thread to DBCTL nothing counts: a quarter more is a size to look at.

References: IBM CICS TS 5.5 documentation: MAXOPENTCBS, CEMT SET DISPATCHER (by general knowledge of CEMT),
TD, LSRPOOL, FILE, JVMSERVER and DB2CONN attributes, CEMT SET JVMSERVER, CEMT SET DB2CONN, "Specifying numbers
of threads", CEDA ALTER PROGRAM, "Threadsafe programs"; IBM IMS 15 documentation, "DRA startup table".
"""

from __future__ import annotations

from dataclasses import replace
from math import ceil
from typing import Final

from getpage.contract.measures import Measure
from getpage.core import numbers, wording
from getpage.core.names import FindingId
from getpage.core.units import KIB
from getpage.products.common.subsystem import row_of
from getpage.result import Advise, Change

from . import connections, dispatcher, facilities, transactions
from .constants import MORE_THREADS, MOST_TCBS
from .definitions import DefinitionGain, gains, on_qr_anyway, per_hour, qr_spread, switches_each
from .region import Region
from .sizing import more_for_waits
from .spelling import NEXT_START, SIT, altered, buffers_and_strings, change, lsr_definition, ts_buffers
from .thresholds import TD_WAITS, TS_WAITS

#: Most that CICS takes.
_MOST_THREADS: Final = 256
_MOST_DB2_TCBS: Final = 2000
_MOST_DBCTL_THREADS: Final = 999
_MOST_LSR_STRINGS: Final = 255
_INSIDE_THREADS: Final = (
    "it is known what tasks wait for while they have a thread (log records X'56FA' of IMS, or the DBCTL area "
    "of SMF 110 subtype 1)"
)
#: What a thread to DBCTL takes of LSQA below 16 MB, about.
_DBCTL_THREAD_BYTES: Final = 9 * KIB
_TCB_KEYWORDS: Final = {"open": "MAXOPENTCBS", "xplink": "MAXXPTCBS", "ssl": "MAXSSLTCBS"}


def _advise(command: Change) -> tuple[Advise, ...]:
    """Advice of one command, which answers all findings that give it."""

    def spell(because: tuple[FindingId, ...]) -> Change:
        return replace(command, because=because)

    return (Advise(subsystem=command.subsystem, setting=command.setting, spell=spell),)


def tcb_pool(region: Region, pool: Measure) -> tuple[Advise, ...]:
    """The limit of a TCB pool, raised by as many as waited at once."""
    name, row = str(pool.key[-1]), row_of(region.measured.pools.of(*pool.key), dispatcher.LAST_POOL)
    keyword, waiting = _TCB_KEYWORDS.get(name), int(pool[dispatcher.MOST_WAITING] or 0)
    if keyword is None or row is None or not waiting:
        return ()
    before = int(row["limit"])
    size = min(before + waiting, MOST_TCBS[name])
    if size <= before:
        return ()
    command = change(
        region,
        keyword,
        only_after=region.inside_tcb_pools.only_after,
        command=f"CEMT SET DISPATCHER {keyword}({size})",
        undo=f"CEMT SET DISPATCHER {keyword}({before})",
        verify="The statistics of the pool show no waits at its limit.",
        effect=f"Allows {size:,} TCBs in the {name} pool of {region.label} instead of {before:,}.",
        caution="Each TCB takes storage below 16 MB outside the areas of CICS, and more for a Db2 or MQ "
        "thread. See what is free there, and that THREADLIMIT of the connection fits.",
        lasting=(f"{keyword}={size}", f"{keyword}={before}"),
    )
    return _advise(command)


def temporary_storage(region: Region) -> tuple[Advise, ...]:
    """TS=(,buffers,strings), where buffers are no knob: they suffice, or their size is unknown."""
    row = region.ts_settings
    many = region.in_force(TS_WAITS)
    more = [
        more_for_waits(region.temporary_with(what), waits, many) for what, waits in facilities.WAITS.items()
    ]
    if row is None or not any(more):
        return ()
    return _advise(ts_buffers(region, int(row["buffers"]) + more[0]))


def transient_data(region: Region) -> tuple[Advise, ...]:
    """TD=(buffers,strings), each raised by as many as waited at once."""
    row = row_of(region.transient_with("buffers"), facilities.LAST_TD)
    many = region.in_force(TD_WAITS)
    more = [
        more_for_waits(region.transient_with(what), waits, many) for what, waits in facilities.WAITS.items()
    ]
    if row is None or not any(more) or not row["buffers"] or not row["strings"]:
        return ()
    before = int(row["buffers"]), int(row["strings"])
    after = before[0] + more[0], before[1] + more[1]
    command = change(
        region,
        "TD",
        command=f"TD=({after[0]},{after[1]})",
        undo=f"TD=({before[0]},{before[1]})",
        place=SIT,
        after=NEXT_START,
        verify="The transient data statistics show no waits for buffers or strings.",
        effect=f"Gives transient data of {region.label} {buffers_and_strings(before, after)}.",
        storage_bytes=more[0] * int(row["ci_size"] or 0),
    )
    return _advise(command)


def file_strings(region: Region, measure: Measure) -> tuple[Advise, ...]:
    """STRINGS of a file, raised by as many as waited at once."""
    row = row_of(region.measured.files.of(*measure.key), facilities.LAST_FILE)
    worst = measure[facilities.WORST_FILE]
    if row is None or worst is None or not row["strings"] or not worst["peak_waiting"]:
        return ()
    name, before = str(measure.key[-1]), int(row["strings"])
    size = before + int(worst["peak_waiting"])
    command = change(
        region,
        f"FILE {name} STRINGS",
        command=altered("FILE", name, f"STRINGS({size})"),
        undo=altered("FILE", name, f"STRINGS({before})"),
        place=f"the FILE definition {name} in its group, installed while the file is closed",
        verify="The statistics of the file show no waits for strings.",
        effect=f"Allows {size:,} requests to file {name} of {region.label} at a time instead of {before:,}.",
        caution="A file in an LSR pool uses strings of the pool: the pool needs as many more "
        "(cics-lsr-pool).",
    )
    return _advise(command)


def lsr_strings(region: Region, pool: Measure) -> tuple[Advise, ...]:
    """STRINGS of an LSR pool, raised by as many as waited at once."""
    row, waiting = pool[facilities.LAST_SEEN], int(pool[facilities.MOST_FOR_LSR_STRINGS] or 0)
    if row is None or not row["strings"] or not waiting:
        return ()
    number, before = str(pool.key[-1]), int(row["strings"])
    size = min(before + waiting, _MOST_LSR_STRINGS)
    if size <= before:
        return ()
    command = change(
        region,
        f"LSR pool {number} STRINGS",
        command=altered("LSRPOOL", "name", f"STRINGS({size})"),
        undo=altered("LSRPOOL", "name", f"STRINGS({before})"),
        place=lsr_definition(number),
        verify="The statistics of the pool show no waits for strings.",
        effect=f"Allows {size:,} requests to LSR pool {number} of {region.label} at a time instead of "
        f"{before:,}.",
    )
    return _advise(command)


def jvm_threads(region: Region, server: Measure) -> tuple[Advise, ...]:
    """THREADLIMIT of a JVM server, raised by as many as waited at once."""
    row, waiting = server[connections.LAST_JVM], int(server[connections.MOST_FOR_THREADS] or 0)
    if row is None or not row["thread_limit"] or not waiting:
        return ()
    name, before = str(server.key[-1]), int(row["thread_limit"])
    size = min(before + waiting, _MOST_THREADS)
    if size <= before:
        return ()
    command = change(
        region,
        f"JVMSERVER {name} THREADLIMIT",
        command=f"CEMT SET JVMSERVER({name}) THREADLIMIT({size})",
        undo=f"CEMT SET JVMSERVER({name}) THREADLIMIT({before})",
        verify="The statistics of the JVM server show no waits for threads, and its GC log no more GC time.",
        effect=f"Allows {size:,} tasks at a time in JVM server {name} of {region.label} instead of "
        f"{before:,}.",
        caution="Each thread takes a T8 TCB, a stack and the live objects of its task in the heap: check "
        "the GC log first.",
        lasting=(
            altered("JVMSERVER", name, f"THREADLIMIT({size})"),
            altered("JVMSERVER", name, f"THREADLIMIT({before})"),
        ),
    )
    return _advise(command)


def db2_tcbs(region: Region) -> tuple[Advise, ...]:
    """TCBLIMIT of the DB2CONN, raised by as many as waited at once."""
    measure = region.db2_connection
    row = row_of(measure, connections.LAST_DB2)
    waiting = 0 if measure is None else int(measure[connections.MOST_FOR_DB2] or 0)
    if row is None or not row["tcb_limit"] or not waiting:
        return ()
    before = int(row["tcb_limit"])
    size = min(before + waiting, _MOST_DB2_TCBS)
    if size <= before:
        return ()
    command = change(
        region,
        "DB2CONN TCBLIMIT",
        command=f"CEMT SET DB2CONN TCBLIMIT({size})",
        undo=f"CEMT SET DB2CONN TCBLIMIT({before})",
        verify="The Db2 connection statistics show no tasks on the ready queue.",
        effect=f"Allows {size:,} tasks of {region.label} to be connected to Db2 at a time instead of "
        f"{before:,}.",
        caution="Each TCB is a thread of Db2: CTHREAD must cover those of all regions, and each takes "
        "storage below 16 MB of the region.",
        lasting=(
            altered("DB2CONN", row["db2_connection"] or "name", f"TCBLIMIT({size})"),
            altered("DB2CONN", row["db2_connection"] or "name", f"TCBLIMIT({before})"),
        ),
    )
    return _advise(command)


def dbctl_threads(region: Region, session: Measure, *, is_known: bool) -> tuple[Advise, ...]:
    """MAXTHRD of the DRA, raised by a quarter; `is_known` is whether anything shows what its threads do."""
    row = session[connections.LAST_DBCTL]
    if row is None:
        return ()
    name, before = str(session.key[-1]), int(row["most_threads"])
    size = min(ceil(before * MORE_THREADS), _MOST_DBCTL_THREADS)
    if size <= before:
        return ()
    more = (size - before) * _DBCTL_THREAD_BYTES
    command = change(
        region,
        f"DBCTL {name} MAXTHRD",
        only_after="" if is_known else _INSIDE_THREADS,
        command=f"MAXTHRD={size}",
        undo=f"MAXTHRD={before}",
        place="the DFSPRP macro of the region's DRA startup table DFSPZPxx, assembled and linked again; it "
        "is read when the region connects to DBCTL (CDBC)",
        after="the next session with the same load, including its peak",
        verify="The DBCTL session termination statistics show less time at MAXTHRD.",
        effect=f"Allows {size:,} tasks of {region.label} to have a PSB scheduled in {name} at a time "
        f"instead of {before:,}. It is a size to try: nothing counts how many were queued.",
        storage_bytes=more,
        caution=f"Each thread is a TCB with about 9 KB of LSQA below 16 MB, {wording.size(more)} more in "
        "all: see what is free there first. If all of them have a PSB scheduled, the PSB pools of "
        f"{name} must hold them, MAXREGN (at most 999) its threads of all regions, and with Fast Path "
        "CNBA the buffers of each, (FPBUF + FPBOF) x MAXTHRD. Disconnecting ends DL/I work of the region "
        "until it connects again: change it with its next start.",
    )
    return _advise(command)


def threadsafe(region: Region, transaction: Measure) -> tuple[Advise, ...]:
    """CONCURRENCY of the first program of a transaction: what frees most of QR where that is near its limit,
    else what saves most. Nothing where no record names the program, or nothing is gained.
    """
    name = str(transaction.key[-1])
    program = region.program_of(name)
    every = (gain for gain in gains(transaction, region.switch_cost) if gain.cicsapi)
    is_near = region.is_qr_near
    best = max(every, key=lambda gain: (-gain.qr_then if is_near else 0.0, gain.saved))
    on_qr = float(transaction[transactions.QR_CPU] or 0) / int(transaction[transactions.TASKS])
    frees = is_near and best.qr_then < on_qr
    if program is None or (best.saved <= 0 and not frees):
        return ()
    stays = on_qr_anyway(transaction)
    command = change(
        region,
        f"PROGRAM {program} CONCURRENCY",
        command=altered("PROGRAM", program, f"CONCURRENCY({best.name})"),
        undo=altered("PROGRAM", program, "CONCURRENCY(QUASIRENT)"),
        place=f"the PROGRAM definition {program} in its group; CEDA INSTALL makes it take effect",
        verify=f"Tasks of {name} have fewer TCB switches, less CPU on QR and a shorter response in SMF 110 "
        "subtype 1, and no more abends.",
        effect=f"Takes a task of {name} of {region.label} from {switches_each(transaction):,.0f} TCB "
        f"switches to {best.fewest:,} if every command is threadsafe, and its CPU on QR from "
        f"{numbers.seconds(on_qr)} to {numbers.seconds(best.qr_then)}. Saves "
        f"{numbers.seconds(best.saved)} of change-mode delay per task ({_signed(best.low)} to "
        f"{_signed(best.high)}) and {_signed(best.cpu)} of CPU, at {region.switch_cost.label} per switch. "
        f"{_in_an_hour(transaction, best, on_qr)}",
        caution="The undo assumes that it is QUASIRENT now: CEDA VIEW PROGRAM shows it. Programs that it "
        "links to count as well" + (f". A task also does {stays}, which may need QR." if stays else "."),
        only_after=f"DFHEISUP has listed the commands of {program} and of what it links to that are not "
        "threadsafe, and their logic is known to be",
    )
    return _advise(command)


def _in_an_hour(transaction: Measure, best: DefinitionGain, on_qr: float) -> str:
    """What it comes to in an hour with such tasks. Off QR it is at most so much: commands may stay there."""
    freed, cpu = per_hour(transaction, on_qr - best.qr_then), per_hour(transaction, best.cpu)
    ends, of_qr = "", ""
    spread = qr_spread(transaction)
    if spread is not None and freed > 0:
        least, most = (freed * max(1 + sign * spread, 0.0) for sign in (-1, 1))
        of_qr = f" ({numbers.seconds(least)} to {numbers.seconds(most)})"
    if best.cpu_low is not None and best.cpu_high is not None:
        low, high = (per_hour(transaction, end) for end in (best.cpu_low, best.cpu_high))
        ends = f" ({_signed(low)} to {_signed(high)})"
    return (
        f"Per hour with its tasks: up to {numbers.seconds(freed)} of CPU off QR{of_qr}, {_signed(cpu)} of "
        f"CPU{ends}."
    )


def _signed(seconds: float) -> str:
    return f"-{numbers.seconds(-seconds)}" if seconds < 0 else numbers.seconds(seconds)
