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
from typing import Final

from getpage.contract.printed import Line, Row, Sink, Step
from getpage.core.text import is_whole

from . import values

REPORT: Final = "SDSF DA"

MARKS: Final = ("SDSF DA", "JOBNAME")
_TITLE = re.compile(r"[ |]{0,8}SDSF DA +([A-Z0-9@#$]{1,8})[ \t].*")
_HEADS = re.compile(r"[ |]{0,8}NP[ \t]+JOBNAME[ \t].*", re.IGNORECASE)
_JOB_ID = re.compile(r"(?:JOB|STC|TSU)[0-9]{5}|[JST][0-9]{7}")
_JOB = re.compile(r"[A-Z@#$*][A-Z0-9@#$*]{0,7}")
_POSITION = re.compile(r"[A-Z]{2}|[NO]/?[SI]|LO|TO")
_SAID: Final = "SDSF DA"
_WANTED: Final = ("REAL", "PAGING")


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
        self.sink.row("zos_address_space", line, row)
        return Step.MORE

    def _job(self, cells: list[str]) -> str:
        """The job's name; a command typed before it is one or two characters."""
        return cells[1] if len(cells[0]) <= 2 and _JOB.fullmatch(cells[1]) and len(cells[1]) > 2 else cells[0]

    def _row(self, job: str, job_id: str, tail: dict[str, str]) -> Row | None:
        frames, paging = values.frames(tail.get("REAL", "")), values.rate(tail.get("PAGING", ""))
        asid, hexadecimal = tail.get("ASID", ""), tail.get("ASIDX", "")
        if frames is None or paging is None or not _JOB.fullmatch(job):
            return None
        number = int(asid) if is_whole(asid) and len(asid) <= 5 else None
        if (
            number is not None
            and re.fullmatch(r"[0-9A-F]{4}", hexadecimal)
            and int(hexadecimal, 16) != number
        ):
            return None
        columns: Row = {"system": self.system, "report": REPORT, "job": job, "job_id": job_id}
        if "SRVCLASS" in tail:
            columns["service_class"] = tail["SRVCLASS"]
        return columns | {"asid": number, "frames": frames, "page_in_rate": paging}

    def close(self, why: str) -> None:
        """Say that a panel had heads and no rows."""
        if not self.rows:
            self.sink.refuse(self.first.offset, "rows of address spaces under the heads", why)


def begin(line: Line, sink: Sink) -> Panel | bool:
    """Open a panel at its heads; the title above it names the system."""
    if found := _TITLE.fullmatch(line.text):
        sink.remember(_SAID, found[1], line)
        return False
    if not _HEADS.fullmatch(line.text):
        return False
    heads = line.text.upper().split()
    if not all(name in heads for name in _WANTED):
        return False
    system: str | None = sink.recall(_SAID, line)
    return Panel(line, heads, system or line.system, sink)
