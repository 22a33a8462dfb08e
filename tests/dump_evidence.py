"""SVC dumps for tests: a system log around each, as z/OS 2.4 writes it, and real storage before it."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from zos_records import paging, smf71, write

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

SYSTEM = "AL18"
#: When the first interval of `zos_records` ends, and five minutes after that the first dump begins.
BEGUN = datetime(2012, 7, 24, 7, 5)
MIB = 1 << 20
GIB = 1 << 30
FRAME = 4096
ASID = 271


def line(at: datetime, first: str, *more: str, key: int = 591, system: str = SYSTEM) -> Iterator[str]:
    """A message of one line, or of several with a multi-line id."""
    kind = "M" if more else "N"
    clock = f"{at:%H:%M:%S}.{at.microsecond // 10_000:02}"
    head = f" {kind} 4000000 {system:<8} {at:%y%j} {clock}          00000090  {first}"
    yield f"{head} {key}" if more else head
    for place, text in enumerate(more, start=1):
        last = "E" if place == len(more) else "D"
        yield f" {last}                                         {key} 00000090  {text}"


def dump(
    seconds: float,
    *,
    at: datetime = BEGUN,
    used: int | None = None,
    free: int = 0,
    partial: str | None = None,
    asids: tuple[int, ...] = (ASID,),
    number: int = 1,
    job: str = "DB1AMSTR",
    writes: float = 60.0,
    waits: bool = False,
    error: bool = True,
    system: str = SYSTEM,
) -> str:
    """The log of a dump whose capture took so many seconds; `used` and `free` are MB that D DUMP,STATUS shows
    while it is captured, `partial` what z/OS says of why it is.
    """
    captured = at + timedelta(seconds=seconds)
    done = captured + timedelta(seconds=writes)
    names = ",".join(f"{asid:04X}" for asid in asids)
    tenth = f"TIME{at:%H.%M.%S}.{at.microsecond // 100_000}"
    whose = f"DUMPID={number:03} REQUESTED BY JOB ({job:8})"
    lines = list(line(captured, "IEA794I SVC DUMP HAS CAPTURED:", whose, "DUMP TITLE=LOOP", system=system))
    if not error:
        lines = [*line(at, f"IEE600I REPLY TO 05 IS;JOBNAME=({job}),END", system=system), *lines]
    if used is not None:
        status = f"CAPTURED DUMPS=0001, SPACE USED={used:08}M, SPACE FREE={free:08}M"
        shown = captured + timedelta(seconds=2)
        lines += line(shown, "IEE852I 07.00.00 SYS1.DUMP STATUS", status, key=592, system=system)
    if waits:
        text = f"NO SVC DUMP DATA SETS AVAILABLE FOR DUMPID={number:03} BY JOB ({job:8})."
        shown = captured + timedelta(seconds=3)
        lines += line(shown, f"*12 IEA793A {text}", "USE THE DUMPDS COMMAND", key=593, system=system)
    lines += line(
        done,
        f"IEA611I {'COMPLETE' if partial is None else 'PARTIAL'} DUMP ON DUMP.{system}.S{number:05}",
        whose,
        f"FOR ASIDS({names})",
        "INCIDENT TOKEN: PLEX1 AL18 07/24/2012 12:05:00",
        *(
            []
            if partial is None
            else ["SDRSN = 00000000 10000000 00000000 00000000", *([partial] if partial else [])]
        ),
        *([f"ERRORID = SEQ00064 CPU00 ASID{asids[0]:04X} {tenth}"] if error else []),
        key=594,
        system=system,
    )
    return "\n".join(lines) + "\n"


def site(path: Path, frames: int, *logs: str, online: int = 10_485_760, **more: Any) -> Path:
    """A folder with two intervals in which so many frames were free, 40 GiB online, and the logs."""
    path.mkdir()
    all_of = {f"total_{which}": online for which in ("minimum", "average", "maximum")}
    fixed = {f"fixed_{which}": 100_000 for which in ("minimum", "average", "maximum")}
    rows = [paging(frames, available_end=frames, **all_of, **fixed, **more) for _ in range(2)]
    write(path / "dump.smf", [smf71(SYSTEM, n, row) for n, row in enumerate(rows)])
    for number, log in enumerate(logs):
        (path / f"log-{number}.txt").write_text(log)
    return path


def slots(total: int, free: int) -> dict[str, int]:
    """Auxiliary storage of an interval."""
    return {
        **{f"slots_total_{which}": total for which in ("minimum", "maximum", "end")},
        **{f"slots_free_{which}": free for which in ("minimum", "average", "maximum", "end")},
        "slots_other_end": total - free,
    }


def aux(job: str, frames: int, slots: int, at: str = "07.04.00") -> str:
    """RMF Monitor III of one job's storage: frames that it holds and its slots, in thousands."""
    return f"""\
                       RMF V2R1      Job Delays                      Line 1 of 1
Samples: 5      System: {SYSTEM}  Date: 07/24/12  Time: {at}  Range: 10    Sec

Job: {job:8}      Primary delay: Processor.
------------------------- Job Storage Usage Data ---------------------------
Average Frames:{frames // 1000:6}K    Working Set:   100K    Fixed Frames:   1319
Active Frames:    100K    Aux Slots:  {slots // 1000:6}K    DIV Frames:      199
Idle Frames:         0    Page In Rate:     0    ES Move Rate:    N/A
-------------------------- Job Performance Summary ---------------------------
         Service       WFL -Using%- DLY IDL UKN ---- % Delayed for ----- Primary
CX ASID Class    P Cr  %   PRC DEV  %   %   %   PRC DEV STR SUB OPR ENQ Reason
B0 0271 CICSBTCH 1       0   0   0   0   0  80    0   0   0   0   0   0 
"""
