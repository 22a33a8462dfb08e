"""SDSF, display of active address spaces (DA): frames held and demand paging of each.

    SDSF DA MV2A   MV2A   PAG **  CPU/L   75/ 79            LINE 1-18 (39)
    NP   JOBNAME  StepName ProcStep JobID    Owner    C Pos DP Real Paging    SIO   CPU% ASID ASIDX
         CICSA001 IYCUA001          JOB19423 JOHNB    0 NS  E2 267T 154.42 142.98   0.29  271 010F

How sure: as printed in IBM REDP-5238, figure 4-6. `T` is thousands. Columns can be arranged and some are
blank, so from the position on they are counted from the right; ASID and ASIDX say the same twice, which is
checked. The panel prints no time.
"""

from __future__ import annotations

import re
from functools import partial
from typing import Final

from getpage.contract.printed import PrintedLine, Row, Sink
from getpage.products.common.text import figures, layout
from getpage.products.common.text.table import PrintedTable, Rows

REPORT: Final = "SDSF DA"

MARKS: Final = ("SDSF DA", "JOBNAME")
_TITLE = re.compile(r"[ |]{0,8}SDSF DA +([A-Z0-9@#$]{1,8})[ \t].*")
_HEADS = re.compile(r"[ |]{0,8}NP[ \t]+JOBNAME[ \t].*", re.IGNORECASE)
_JOB_ID = re.compile(r"(?:JOB|STC|TSU)[0-9]{5}|[JST][0-9]{7}")
_JOB = re.compile(r"[A-Z@#$*][A-Z0-9@#$*]{0,7}")
_ASIDX = re.compile(r"[0-9A-F]{4}")
_COMMAND: Final = 2
_WANTED: Final = ("REAL", "PAGING")
_TABLE: Final = "zos_address_space"


def _read(text: str, heads: list[str]) -> Row | str | None:
    """A row, by the heads from the right: what stands left of the job identifier may be blank."""
    cells = text.split()
    job_id = next((cell for cell in cells[1:5] if _JOB_ID.fullmatch(cell)), None)
    if job_id is None or len(cells) < len(_WANTED) + 2:
        return None
    tail = dict(zip(reversed(heads), reversed(cells), strict=False))
    known = layout.by_label(_TABLE, str.upper)
    row: Row = {}
    for column, cell in (
        (known[head], tail[head]) for head in (*_WANTED, "ASID", "SRVCLASS") if head in tail
    ):
        read = figures.of if column.unit in ("id", "name") else figures.scaled
        row[column.name] = read(column, cell)
    asid, hexadecimal = row.get("asid"), tail.get("ASIDX", "")
    disagree = asid is not None and _ASIDX.fullmatch(hexadecimal) and int(hexadecimal, 16) != asid
    job = _job(cells, cells.index(job_id))
    if row.get("frames") is None or row.get("page_in_rate") is None or disagree or not _JOB.fullmatch(job):
        return f"values under {' '.join(heads[-9:])}"
    return {"job": job, "job_id": job_id, **row}


def _job(cells: list[str], job_id: int) -> str:
    """The job's name; a command typed before it is one or two characters."""
    is_command = job_id > 1 and len(cells[0]) <= _COMMAND < len(cells[1]) and _JOB.fullmatch(cells[1])
    return cells[1] if is_command else cells[0]


def begin(line: PrintedLine, sink: Sink) -> Rows | bool:
    """Open a panel at its heads; the title above it names the system."""
    if title := _TITLE.fullmatch(line.text):
        sink.remember(REPORT, title[1], line)
        return False
    heads = line.text.upper().split()
    if not _HEADS.fullmatch(line.text) or not all(head in heads for head in _WANTED):
        return False
    system: str | None = sink.recall(REPORT, line)
    panel = PrintedTable(
        name=_TABLE, rows="rows of address spaces under the heads", read=partial(_read, heads=heads)
    )
    return Rows(panel, line, sink, {"system": system or line.system, "report": REPORT})
