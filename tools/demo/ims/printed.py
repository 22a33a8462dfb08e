"""What IMSP printed: reports of the IMS Monitor by the quarter of an hour from 9 to 11, the counters of a
pool since IMS started, waits for the log as IMS Performance Analyzer reports them, and its members.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from ..clock import DAY, INTERVAL, at
from . import definitions as d
from . import log_records

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from .definitions import SubpoolSpec

_FROM, _TO = at(9), at(11)
_WRITES = 40
"""Of a thousand requests."""
_FLAG = {True: "Y", False: "N"}


def _written(make: Callable[[], Iterator[str]]) -> Callable[[Path], None]:
    def write(path: Path) -> None:
        path.write_text("".join(f"{line}\n" for line in make()), encoding="ascii", newline="\n")

    return write


def _monitor() -> Iterator[str]:
    for start in range(_FROM, _TO, INTERVAL):
        yield from _heading(start, start + INTERVAL)
        for spec in d.OSAM:
            yield from _osam(spec, start)
        for spec in d.VSAM:
            yield from _vsam(spec, start)
    yield from _heading(_FROM, _TO)
    yield "POOL SPACE FAILURE SUMMARY"
    yield ""
    yield "          POOL ID    BYTES REQ.   OCCURRENCES"
    yield f"          DLMP      {d.ASKED:9}   {d.NOT_THERE:9}"
    yield f"     TOTAL                      {d.NOT_THERE:9}"
    yield from _program_io()


def _heading(start: int, stop: int, report: str = "BUFFER POOL STATISTICS ") -> Iterator[str]:
    said = [f"{DAY:%Y} {DAY:%j}  {_clock(second)}" for second in (start, stop)]
    yield (f"***IMS  MONITOR***  {report}   TRACE START {said[0]}     TRACE STOP  {said[1]}  PAGE 0002")
    yield ""


def _program_io() -> Iterator[str]:
    yield from _heading(_FROM, _TO, "****PROGRAM I/O****")
    yield "                                    .........IWAIT TIME.........."
    yield "PSBNAME  PCB NAME      IWAITS       TOTAL        MEAN     MAXIMUM   DDN/FUNC  MODULE"
    before = ""
    for psb, data_set, waits, each in d.QUEUE_WAITS:
        name, before = "" if psb == before else f"{psb:8} I/O PCB", psb
        yield f"{name:16} {waits:12}{waits * each:12}{each:12}{each * 5:12}   {data_set:8}  DBH"


def _counts(spec: SubpoolSpec, second: int) -> dict[str, int]:
    """Counters since IMS started at midnight, with a load that is a fifth higher from 10 on."""
    asked = round(spec.requests * (second + 0.2 * max(0, second - at(10))))
    found = asked * spec.found // 1000
    return {
        "asked": asked,
        "found": found,
        "reads": asked - found,
        "steals": asked * spec.steals // 1000,
        "writes": asked * _WRITES // 1000,
        "busy": asked // 2000,
        "waits": spec.waits * (second // INTERVAL),
        "locked": spec.locked,
    }


def _three(label: str, spec: SubpoolSpec, start: int, what: str) -> str:
    before, after = _counts(spec, start)[what], _counts(spec, start + INTERVAL)[what]
    return f"    NUMBER OF {label:52}{before:12}{after:19}{after - before:19}"


def _osam(spec: SubpoolSpec, start: int) -> Iterator[str]:
    yield "                   D A T A   B A S E   B U F F E R   P O O L"
    yield from _settings(
        ("FIX PREFIX/BUFFERS", "/".join((_FLAG[spec.fixed],) * 2)),
        ("SUBPOOL ID", spec.name),
        ("SUBPOOL BUFFER SIZE", spec.size),
        ("TOTAL BUFFERS IN SUBPOOL", spec.buffers),
    )
    yield from _times(start)
    yield _three("LOCATE-TYPE CALLS", spec, start, "asked")
    yield _three("LOCATE-TYPE CALLS, DATA ALREADY IN OSAM POOL", spec, start, "found")
    yield _three("READ I/O REQUESTS", spec, start, "reads")
    yield _three("SINGLE BLOCK WRITES BY BUFFER STEAL ROUTINE", spec, start, "steals")
    yield _three("BLOCKS WRITTEN BY PURGE", spec, start, "writes")
    yield _three("BUFFERS LOCKED DUE TO WRITE ERRORS", spec, start, "locked")
    yield _three("LOCATE CALLS WAITED DUE TO BUSY ID", spec, start, "busy")
    yield _three("BUFFER STEAL REQUESTS WAITED FOR BUFFERS", spec, start, "waits")
    yield ""


def _vsam(spec: SubpoolSpec, start: int) -> Iterator[str]:
    yield "             V S A M   B U F F E R   P O O L"
    yield from _settings(
        ("FIX INDEX/BLOCK/DATA", "/".join((_FLAG[spec.fixed],) * 3)),
        ("SHARED RESOURCE POOL ID", spec.name),
        ("SHARED RESOURCE POOL TYPE", "D"),
        ("SUBPOOL BUFFER SIZE", spec.size),
        ("NUMBER  HIPERSPACE BUFFERS", 0),
        ("TOTAL BUFFERS IN SUBPOOL", spec.buffers),
    )
    yield from _times(start)
    yield _three("CONTROL INTERVAL REQUESTED ALREADY IN POOL", spec, start, "found")
    yield _three("CONTROL INTERVAL READ FROM EXTERNAL STORAGE", spec, start, "reads")
    yield _three("VSAM WRITES INITIATED BY IMS", spec, start, "writes")
    yield _three("VSAM WRITES TO MAKE SPACE IN THE POOL", spec, start, "steals")
    yield ""


def _settings(*said: tuple[str, str | int]) -> Iterator[str]:
    return (f"{'':50}{label:30}{value:>8}" for label, value in said)


def _times(start: int) -> Iterator[str]:
    yield f"{'':50}{_clock(start)}           {_clock(start + INTERVAL)}"
    yield "                                            START TRACE        END   TRACE        DIFFERENCE"
    yield ""


def _since_start() -> Iterator[str]:
    for hour in (9, 11):
        moment = f"{DAY:%Y-%m-%d} {_clock(at(hour))}"
        spec = d.UNUSED
        yield f"{moment} PROGRAM IMSSTAT"
        yield (
            "  B U F F E R   H A N D L E R   S T A T I S T I C S  /  V S A M   S T A T I S T I C S   "
            f"FIXOPT=N/N/N   POOLID: {spec.name}"
        )
        yield "BSIZ NBUFFRS HS-NBUF  RETURN-RBA  RETURN-KEY  ESDS-INSRT  KSDS-INSRT  BUFFRS-ALT  BKGRND-WRT"
        yield f" {spec.size // 1024:02}K {spec.buffers:07} 0000000 {' '.join(['0000000000'] * 7)} 00000/00000"
        yield "           VSAM-GETS  SCHED-BUFR  VSAM-FOUND  VSAM-READS  USER-WRITS  VSAM-WRITS  HSRDS-SUCC"
        yield f"          {' '.join(['0000000000'] * 8)} 00000/00000"


def _log() -> Iterator[str]:
    length = timedelta(seconds=_TO - _FROM)
    yield f"Logger Statistics        Interval :    {_interval(length)} (HHHH.MM.SS)"
    yield "                                                              Count /Transact   /Second"
    rate = d.LOG_WAITS / length.total_seconds()
    yield f"  Logical Logger:   Records written               {2_600_000:>12,}     24.10    361.11"
    yield f"                    Check write requests          {190_000:>12,}      1.76     26.39"
    yield f"                    Waits for writes              {900:>12,}       .01       .13"
    yield f"                    Buffer waits: chkpt invokers  {24:>12,}       .00       .00"
    yield f"                    Buffer waits: non-chkpt invokers {d.LOG_WAITS:>9,}       .03      {rate:.2f}"


def _vsm() -> Iterator[str]:
    for spec in d.OSAM:
        flag = _FLAG[spec.fixed]
        yield f"IOBF=({spec.size},{spec.buffers},{flag},{flag},{spec.name})"
    for name in dict.fromkeys(spec.name for spec in (*d.VSAM, d.UNUSED)):
        yield f"POOLID={name},FIXDATA=NO"
        yield from (
            f"VSRBF={spec.size},{spec.buffers},D" for spec in (*d.VSAM, d.UNUSED) if spec.name == name
        )
    yield f"OLDSDEF OLDS=(00,01,02,03),BUFNO={d.LOG_BUFFERS:03},MODE=DUAL,BLKSIZE={d.LOG_BLOCK}"
    yield "WADSDEF WADS=(0,1,8)"


def _parameters() -> Iterator[str]:
    yield "VSPEC=00,APPLID1=IMSPAPPL"
    yield f"CSAPSB={d.CSA_PSB},DLIPSB={d.DLI_PSB},PSBW={d.PSB_WORK},DMB={d.DMB}"
    yield f"QBUF={d.QUEUE_BUFFERS},LGMSGSZ={d.QUEUE_RECORD}"


def _standby_parameters() -> Iterator[str]:
    yield f"CSAPSB={d.CSA_PSB},DLIPSB={d.STANDBY_DLI},PSBW={d.PSB_WORK},DMB={d.DMB}"


def _standby() -> Iterator[str]:
    yield "ACTIVEIMSID=IMSP,GROUPNAME=FDRIMSP,FPBUFF=LOCAL,TIMEOUT=60"


def _standby_section() -> Iterator[str]:
    yield "<SECTION=DATABASE>"
    yield f"ACBIN64={d.STANDBY_ACB}"


def _database_section() -> Iterator[str]:
    yield "<SECTION=DATABASE>"
    yield f"ACBIN64={d.ACB_GIGABYTES}"


def _clock(second: int) -> str:
    return f"{datetime.min + timedelta(seconds=second):%H:%M:%S}"


def _interval(length: timedelta) -> str:
    minutes, seconds = divmod(int(length.total_seconds()), 60)
    return f"{minutes // 60}.{minutes % 60:02}.{seconds:02}"


FILES = {
    "IMSP@SYSC.monitor.txt": _written(_monitor),
    "IMSP@SYSC.stat.txt": _written(_since_start),
    "IMSP@SYSC.irur.txt": _written(_log),
    "IMSP@SYSC.log56fa.txt": _written(log_records.lines),
    "IMSP@SYSC.joblog.txt": _written(log_records.started),
    "IMSP@SYSC.DFSVSM00.txt": _written(_vsm),
    "IMSP@SYSC.DFSPB00.txt": _written(_parameters),
    "IMSP@SYSC.DFSDF001.txt": _written(_database_section),
    "FDRP@SYSA.DFSFDR00.txt": _written(_standby),
    "FDRP@SYSA.DFSPB00.txt": _written(_standby_parameters),
    "FDRP@SYSA.DFSDF001.txt": _written(_standby_section),
}
