"""The heading lines of an RMF report: system, sysplex, release, date, time, interval.

    z/OS V1R13     SYSTEM ID AL18     START 07/24/2012-06.45.00     INTERVAL 00.15.00
    z/OS V2R2   SYSPLEX UTCPLXCB   DATE 04/21/2015   INTERVAL 15.00.013   MODE = GOAL
    RPT VERSION V2R2 RMF   TIME 01.15.00

How sure: as printed in IBM REDP-5238, figures 6-10 to 6-12, and in public listings of z/OS V2R2.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta

from getpage.products.common.text import figures

_SYSTEM = re.compile(r"\bSYSTEM ID +([A-Z0-9@#$]{1,8})\b")
_SYSPLEX = re.compile(r"\bSYSPLE?X(?: ID)? +([A-Z0-9@#$]{1,8})\b")
_VERSION = re.compile(r"\bRPT VERSION +([A-Z0-9]{1,8})\b")
_DATE = re.compile(r"\b(?:DATE|START) +([0-9]{2}/[0-9]{2}/[0-9]{4})")
_TIME = re.compile(r"\bTIME +([0-9]{2}\.[0-9]{2}\.[0-9]{2})\b")
_INTERVAL = re.compile(r"\bINTERVAL +([0-9]{1,3})\.([0-9]{2})\.([0-9]{3})\b")
_LINE = re.compile(r"\b(?:SYSTEM ID|SYSPLE?X|RPT VERSION|TOTAL LENGTH OF INTERVALS)\b")


@dataclass(slots=True)
class RmfHeading:
    """The heading as far as it is read."""

    system: str | None = None
    sysplex: str | None = None
    release: str | None = None
    day: date | None = None
    clock: time | None = None
    length: timedelta | None = None

    def takes(self, text: str) -> bool:
        """Read a line of the heading; False where it is none."""
        if not _LINE.search(text):
            return False
        self.system = _word(_SYSTEM, text) or self.system
        self.sysplex = _word(_SYSPLEX, text) or self.sysplex
        self.release = _word(_VERSION, text) or self.release
        self.day = figures.american(_word(_DATE, text) or "") or self.day
        self.clock = figures.clock(_word(_TIME, text) or "") or self.clock
        interval = _INTERVAL.search(text)
        if interval:
            minutes, seconds, thousandths = map(int, interval.groups())
            self.length = timedelta(minutes=minutes, seconds=seconds, milliseconds=thousandths)
        return True

    @property
    def start(self) -> datetime | None:
        """When the interval began."""
        return figures.moment(self.day, self.clock)


def _word(pattern: re.Pattern[str], text: str) -> str | None:
    match = pattern.search(text)
    return match[1] if match else None


def title(*words: str) -> re.Pattern[str]:
    """A pattern for a title of these words, spaced as RMF does (`R M F   O V E R V I E W`) or not."""
    words_spelled = (f"(?:{'|'.join(map(re.escape, spellings(word)))})" for word in words)
    return re.compile(r"\s{1,20}".join(words_spelled), re.IGNORECASE)


def spellings(word: str) -> tuple[str, str]:
    """A word as titles have it: as it is, and with a blank between its letters."""
    return word, " ".join(word)
