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
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from getpage.contract.printed import Step, row_of
from getpage.products.common.text import figures, layout

if TYPE_CHECKING:
    from getpage.contract.printed import Line, Row, Sink

REPORT: Final = "SDSF DA"

MARKS: Final = ("SDSF DA", "JOBNAME")
_TITLE = re.compile(r"[ |]{0,8}SDSF DA +([A-Z0-9@#$]{1,8})[ \t].*")
_HEADS = re.compile(r"[ |]{0,8}NP[ \t]+JOBNAME[ \t].*", re.IGNORECASE)
_JOB_ID = re.compile(r"(?:JOB|STC|TSU)[0-9]{5}|[JST][0-9]{7}")
_JOB = re.compile(r"[A-Z@#$*][A-Z0-9@#$*]{0,7}")
_ASIDX = re.compile(r"[0-9A-F]{4}")
_WANTED: Final = ("REAL", "PAGING")
_TABLE: Final = "zos_address_space"


@dataclass(slots=True)
class Panel:
    """The rows of the panel."""

    first: Line
    heads: list[str]
    system: str | None
    sink: Sink
    rows: int = 0

    def feed(self, line: Line) -> Step:
        """Take a row."""
        cells = line.text.split()
        job_id = next((cell for cell in cells[1:5] if _JOB_ID.fullmatch(cell)), None)
        if job_id is None or len(cells) < len(_WANTED) + 2:
            return Step.NOT_MINE
        job = cells[cells.index(job_id) - 1] if cells.index(job_id) == 1 else self._job(cells)
        tail = dict(zip(reversed(self.heads), reversed(cells), strict=False))
        row = self._row(job, job_id, tail)
        if row is None:
            self.sink.refuse(line.offset, f"values under {' '.join(self.heads[-9:])}", line.text)
            return Step.MORE
        self.rows += 1
        self.sink.give(_TABLE, row_of(line, row))
        return Step.MORE

    def _job(self, cells: list[str]) -> str:
        """The job's name; a command typed before it is one or two characters."""
        return cells[1] if len(cells[0]) <= 2 and _JOB.fullmatch(cells[1]) and len(cells[1]) > 2 else cells[0]

    def _row(self, job: str, job_id: str, tail: dict[str, str]) -> Row | None:
        known = layout.by_label(_TABLE, str.upper)
        columns = [
            (known[head], text) for head, text in tail.items() if head in ("ASID", "SRVCLASS", *_WANTED)
        ]
        row: Row = {
            column.name: figures.of(column, text)
            if column.unit in ("id", "name")
            else figures.scaled(column, text)
            for column, text in columns
        }
        hexadecimal = tail.get("ASIDX", "")
        disagree = (
            row.get("asid") is not None
            and _ASIDX.fullmatch(hexadecimal)
            and int(hexadecimal, 16) != row["asid"]
        )
        if row["frames"] is None or row["page_in_rate"] is None or disagree or not _JOB.fullmatch(job):
            return None
        return {"system": self.system, "report": REPORT, "job": job, "job_id": job_id, **row}

    def close(self, why: str) -> None:
        """Say that a panel had heads and no rows."""
        if not self.rows:
            self.sink.refuse(self.first.offset, "rows of address spaces under the heads", why)


def begin(line: Line, sink: Sink) -> Panel | bool:
    """Open a panel at its heads; the title above it names the system."""
    if title := _TITLE.fullmatch(line.text):
        sink.remember(REPORT, title[1], line)
        return False
    if not _HEADS.fullmatch(line.text):
        return False
    heads = line.text.upper().split()
    if not all(name in heads for name in _WANTED):
        return False
    system: str | None = sink.recall(REPORT, line)
    return Panel(line, heads, system or line.system, sink)
