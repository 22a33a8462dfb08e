"""The date and the system of a JES2 job log, which it prints once for all its lines.

`J E S 2 J O B L O G -- S Y S T E M S Y 1 -- N O D E ...` opens a job log; `---- TUESDAY, 08 DEC 2015
----` gives the date of the lines after it, and is printed again at midnight. From general knowledge of
JES2 output. The date holds for one job: a line of another job has none until its own date is printed."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from getpage.products.common.text import figures

if TYPE_CHECKING:
    from datetime import date

    from .prefix import Prefixed

#: In upper case: a line without one of them is none of the two that are read here.
MARKS = ("J E S 2", "---- ")
_DATE = re.compile(r"-{4} +[A-Z]{3,9},? +([0-9]{1,2}) ([A-Z]{3}) ([0-9]{4}) +-{4}.*")
_TITLE = re.compile(
    r"[ 01+-]{0,40}J E S 2 {1,8}J O B {1,8}L O G {1,8}-- {1,8}S Y S T E M {1,8}((?:[^ ] ){0,7}[^ ]) .*"
)


@dataclass(slots=True)
class JobLog:
    """The job log that the lines are in."""

    system: str | None = None
    job: str | None = None
    day: date | None = None

    def reads(self, line: Prefixed) -> bool:
        """Read a line that the job log itself prints; False where it is none of the two."""
        title = _TITLE.fullmatch(line.text)
        if title:
            self.system, self.job, self.day = title[1].replace(" ", ""), None, None
            return True
        match = _DATE.fullmatch(line.text)
        if match and match[2] in figures.MONTHS:
            self.job, self.day = line.job, figures.calendar(match[3], match[2], match[1])
            return True
        return False

    def day_of(self, job: str | None) -> date | None:
        """The date, if it was printed for this job."""
        return self.day if job is not None and job == self.job else None

    def system_of(self, job: str | None) -> str | None:
        """The system, if the line is of the job log that named it (its first job, before any other)."""
        return self.system if job is not None and self.job in (None, job) else None
