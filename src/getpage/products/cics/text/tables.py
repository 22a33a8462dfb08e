"""Tables of CICS statistics, as DFHSTUP and DFH0STAT print them: TCB modes, classes, files, buffers of LSR
pools.

    TCB Mode  < TCBs Attached >  TCB       Attach    MVS     Accumulated       Accumulated      Accumulated
              Current      Peak  Attaches  Failures  Waits   Time in MVS wait  Time Dispatched  Time / TCB
    QR              1         1         0         0  143277  00:10:24.771944   00:02:40.437340
    00:00:28.560502

    TCB    TCBs Attached    Op. System     Op. System      Total TCB       Total TCB         DS TCB      TCB
    CPU/Disp Mode  Current    Peak     Waits         Wait Time     Dispatch Time     CPU Time        CPU Time
           Ratio QR         1        1       4,463   01:53:49.86610  00:00:04.92424  00:00:02.28346
           00:00:00.34112      46.3%

    Tclass    Trans in   Attach in   Class   At Class   Current   Peak     Current   Peak
    Name      Tclass     Tclass      Limit   Limit      Active    Active   Queued    Queued
    DSWTCLA         4       20,811      40        658         3       40         0       61

    FILES - PERFORMANCE INFORMATION STATISTICS
    File      Strings   Active    <----- Wait on Strings ----->     Buffers
    Name                Strings   Current     Total    Highest     Data   Index
    PARTS           5         2         0        32          4       10      10

    Data Buffer Statistics
    Buffer    No. of   Hiperspace     Look      Buffer     User    Non-User   Look-Aside
      Size   Buffers      Buffers   Asides       Reads   Writes      Writes        Ratio
     4,096     1,000            0  912,331      88,102    4,120           0        91.1%

    Index Buffer Statistics
    Buffer Size   Number   Lookasides   Reads   User writes   Non-user writes
           2048      200        55120     310             0                 0

The times of a TCB mode tell which of the two forms a row is of: three of DFHSTUP, the last of them CPU of
the mode; four of DFH0STAT, CPU of the mode and then that of the dispatcher in it. A time in the row of a
class (Last At Max Act) is left out. VSAM counts buffers from when their pool was built; CICS never resets
it. The pool is the one whose number stands above.

How sure: the columns and their order by IBM's documentation of CICS TS (of TCB modes also IBM REDP-5238,
figure 4-5, and of CICS TS 3.1; of files general knowledge); how heads are broken is not public, so that
rows are read by the order of their columns.
"""

from __future__ import annotations

import re
from functools import partial
from typing import Final

from getpage.contract.printed import LineAnswer, PrintedLine, Row, Sink
from getpage.core.units import KIB
from getpage.products.common.text import figures
from getpage.products.common.text.table import PrintedTable, Rows

from . import heading
from .labels import LSR_POOL

MARKS: Final = ("TCBS ATTACHED", "TCLASS", "PERFORMANCE INFORMATION", "BUFFER STATISTICS")
_WIDEST: Final = 250

MODES: Final = (
    *("QR", "RO", "CO", "SZ", "RP", "FO", "SL", "SO", "SP", "EP", "TP", "D2"),
    *("S8", "L8", "L9", "X8", "X9", "T8", "J8", "J9", "JM", "H8"),
)
#: Counts before the times of a TCB mode, by the number of these.
_COUNTS: Final = {
    3: ("tcbs", "peak_tcbs", "attaches", "attach_failures", "waits"),
    4: ("tcbs", "peak_tcbs", "waits"),
}
_TIMES: Final = ("wait_us", "dispatched_us", "cpu_us", "dispatcher_cpu_us")
_FEWEST: Final = 6


def _tcb_mode(text: str) -> Row | str | None:
    cells = text.split()
    if len(cells) < _FEWEST or cells[0] not in MODES:
        return None
    mode, *rest = cells
    if rest[-1].endswith("%"):
        rest.pop()
    times = [figures.duration(cell) for cell in rest if ":" in cell]
    counts = [figures.count(cell) for cell in rest if ":" not in cell]
    names = _COUNTS.get(len(times), ())
    if len(counts) != len(names) or None in counts or None in times:
        return f"counts and times of TCB mode {mode}"
    return {"mode": mode, **dict(zip(names, counts, strict=True)), **dict(zip(_TIMES, times, strict=False))}


_CLASS_NAME: Final = re.compile(r"[A-Z0-9@#$./_%&?!:|\"=,;<>-]{1,8}", re.IGNORECASE)
_CLASS_TIME: Final = re.compile(r"[0-9/]{8,10}|[0-9:.]*:[0-9:.]*|-+")
_CLASS_COLUMNS: Final = (
    *("definitions", "attaches", "limit", "times_at_limit"),
    *("active", "peak_active", "queued", "peak_queued"),
)


def _class(text: str) -> Row | str | None:
    name, *cells = text.split() or [""]
    counts = [figures.count(cell) for cell in cells if not _CLASS_TIME.fullmatch(cell)]
    if not _CLASS_NAME.fullmatch(name) or len(counts) < len(_CLASS_COLUMNS) or None in counts:
        return None
    row = dict(zip(_CLASS_COLUMNS, counts, strict=False))
    if any((row[now] or 0) > (row[f"peak_{now}"] or 0) for now in ("active", "queued")):
        return "a class whose peaks are no less than what is there now"
    return {"transaction_class": name, **row}


_FILE_NAME: Final = re.compile(r"[A-Z@#$][A-Z0-9@#$]{0,7}")
_FILE_COLUMNS: Final = (
    *("strings", "active_strings", "waiting", "string_waits", "peak_waiting"),
    *("data_buffers", "index_buffers"),
)


def _file(text: str) -> Row | None:
    name, *cells = text.split() or [""]
    counts = [figures.count(cell) for cell in cells]
    if not _FILE_NAME.fullmatch(name) or len(counts) != len(_FILE_COLUMNS) or None in counts:
        return None
    return {"name": name, **dict(zip(_FILE_COLUMNS, counts, strict=True))}


_BUFFER_SIZES: Final = (512, *(KIB * n for n in (1, 2, 4, 8, 12, 16, 20, 24, 28, 32)))
_BUFFER_COLUMNS: Final = ("buffers", "lookasides", "reads", "user_writes", "other_writes")
#: DFHSTUP has hiperspace buffers too.
_WITH_HIPERSPACE: Final = ("buffers", "hiperspace_buffers", *_BUFFER_COLUMNS[1:])


def _buffers(text: str, columns: tuple[str, ...]) -> Row | str | None:
    counts = [figures.count(cell) for cell in text.split() if not cell.endswith("%")]
    if not counts or counts[0] not in _BUFFER_SIZES:
        return None
    if len(counts) <= len(columns) or None in counts[: len(columns) + 1]:
        return f"{', '.join(columns)} of the buffers"
    return dict(zip(("buffer_bytes", *columns), counts, strict=False))


class _Buffers(Rows):
    """The rows of buffers; the heads say whether hiperspace buffers are among the columns."""

    def feed(self, line: PrintedLine) -> LineAnswer:
        """Take heads or a row."""
        if self.table is _LSR_BUFFERS and "HIPERSPACE" in line.text.upper():
            self.table = _LSR_BUFFERS_WITH_HIPERSPACE
        return Rows.feed(self, line)


def _heads(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE)


_TCB_MODES: Final = PrintedTable(
    name="cics_tcb_mode",
    rows="rows of TCB modes under the heads",
    heads=_heads(r"\s*(?:Mode\s+)?Current\s+Peak\s.*"),
    read=_tcb_mode,
)
_CLASSES: Final = PrintedTable(
    name="cics_transaction_class",
    rows="rows of transaction classes under the heads",
    heads=_heads(r"[ 01+-]{0,9}Name\s.*"),
    read=_class,
)
_FILES: Final = PrintedTable(
    name="cics_file",
    rows="rows of files under the heads",
    heads=_heads(r"[ 01+-]{0,9}(?:File|Name)\s.*"),
    read=_file,
)
_LSR_BUFFERS, _LSR_BUFFERS_WITH_HIPERSPACE = (
    PrintedTable(
        name="cics_lsr_buffer",
        rows="rows of buffers under the title",
        heads=_heads(r"[ 01+-]{0,20}(?:Buffer|Size)\b.*"),
        read=partial(_buffers, columns=columns),
    )
    for columns in (_BUFFER_COLUMNS, _WITH_HIPERSPACE)
)
#: What each table begins with.
_BEGINNINGS: Final = (
    (_TCB_MODES, _heads(r".{0,16}\bTCB\b.{0,24}\bTCBs Attached\b.*")),
    (_CLASSES, _heads(r"[ 01+-]{0,9}Tclass\s.{0,120}?\bTrans\b.{0,120}?\bAttach\b.{0,120}")),
    (_FILES, _heads(r"[ 01+-]{0,60}Files? ?[-:]? {0,3}Performance Information\b.*")),
)
_BUFFERS_TITLE: Final = _heads(r"[ 01+-]{0,60}(Data and Index|Data|Index) Buffer Statistics\b.*")


def begin(line: PrintedLine, sink: Sink) -> Rows | bool:
    """Open a table at its heads or its title."""
    text = line.text[:_WIDEST]
    for table, beginning in _BEGINNINGS:
        if beginning.fullmatch(text):
            return Rows(table, line, sink, heading.region(line, sink))
    title = _BUFFERS_TITLE.fullmatch(text)
    if title is None:
        return False
    pool = {"lsr_pool": sink.recall(LSR_POOL, line), "kind": title[1].lower()}
    return _Buffers(_LSR_BUFFERS, line, sink, heading.region(line, sink) | pool)
