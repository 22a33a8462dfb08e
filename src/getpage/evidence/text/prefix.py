"""Take the log's own prefix off a line: who wrote it, where and when.

Forms (z/OS MVS System Messages and z/OS MVS Planning: Operations describe the hard-copy log; the others
are as commonly seen; all from general knowledge and public samples, none from an IBM layout):

- JES2 job log: `10.48.00 STC30242  text`; continuations start with the multi-line id
- system log: `M 0000000 SY1 26141 10:48:00.12 STC30242 00000090  text  299`, `D   299 00000090  text`
- SDSF user log: `SY1  2026141  10:48:00.12 STC30242  text`
- system log without its time columns: `STC30242 00000090  text`, `  299 00000090  text`
- ISO timestamps that log shippers add, `RESPONSE=SY1`, sequence numbers (columns 1 to 8 or 73 to 80), ASA
  carriage control, and `>` of quoted mail

A time is taken as printed, without its zone: SMF records carry local time too.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import NamedTuple

from getpage.core.calendar import is_year
from getpage.core.text import is_whole
from getpage.products.common.text import figures

_JOB = r"(?:(?:STC|JOB|TSU)[0-9]{5}|[STJ][0-9]{7})"
_CLOCK = r"(?P<h>[0-9]{2})[.:](?P<m>[0-9]{2})[.:](?P<s>[0-9]{2})(?:[.,:](?P<f>[0-9]{1,9}))?"
_ISO_DAY = r"[0-9]{4}-[0-9]{2}-[0-9]{2}"
_ZONE = r"[+-][0-9]{2}:?[0-9]{2}"
_JULIAN = r"(?P<julian>[0-9]{7}|[0-9]{5}|[0-9]{4}\.[0-9]{3})"

_CARD = 80
_SEQUENCE = 8
_INTERVAL = re.compile(r" {0,20}[0-9]{2}/[0-9]{2} +[0-9]{2}\.[0-9]{2}\.[0-9]{2} ")
"""A row of a report by interval: eight digits at its end are a figure, no sequence number."""


class Prefixed(NamedTuple):
    """A line's text and what stood before it; `key` is the multi-line id where the form names it."""

    text: str
    kind: str | None = None
    key: str | None = None
    system: str | None = None
    job: str | None = None
    day: date | None = None
    clock: time | None = None

    @property
    def bare(self) -> bool:
        """True if nothing in the prefix shows that the line is the first of its message."""
        return self.job is None and self.kind in (None, "S") and not (self.system and self.clock)

    @property
    def written(self) -> datetime | None:
        """The local time of the line, if date and time are printed."""
        return moment(self.day, self.clock) if self.day and self.clock else None


def moment(day: date, clock: time) -> datetime:
    """Join a date and a time of day."""
    return datetime.combine(day, clock)


def _forms(stems: Sequence[str]) -> tuple[re.Pattern[str], ...]:
    """The forms, where messages begin with one of these stems."""
    known = "|".join(stems)
    return (
        # ISO timestamp
        re.compile(rf"\[?(?P<iso>{_ISO_DAY})[T ]{_CLOCK}(?:Z|{_ZONE})?\]? ?(?P<text>.*)"),
        # system log, first or only line
        re.compile(
            r"[ 01+-]?(?P<kind>[NMWXO])[RCI ]?(?:[0-9A-F]{7}|[0-9A-F]{16}) +(?P<system>[A-Z0-9@#$]{1,8}) +"
            rf"{_JULIAN} {_CLOCK} "
            r" {0,9}(?:(?P<job>[A-Z0-9@#$*]{1,8}) {1,9})?[0-9A-F]{8} (?P<text>.*)"
        ),
        # system log, a further line of a multi-line message
        re.compile(r"[ 01+-]?(?P<kind>[DEL])[RCI ]? +(?P<key>[0-9]{3,4}) +[0-9A-F]{8} (?P<text>.*)"),
        # system log, the rest of a line that was too long
        re.compile(r"(?P<kind>S)[RCI ]? {20,90}(?P<text>[^ ].*)"),
        # job log
        re.compile(rf"[01+-]? {{0,4}}{_CLOCK} +(?:(?P<job>{_JOB}) +|(?=[*@+]?(?:{known})))(?P<text>.*)"),
        # SDSF user log
        re.compile(
            rf" ?(?P<system>[A-Z0-9@#$]{{1,8}}) +{_JULIAN} +{_CLOCK} +(?:(?P<job>{_JOB}) +)?(?P<text>.*)"
        ),
        # system log without time columns
        re.compile(rf" {{0,4}}(?P<job>{_JOB}) +[0-9A-F]{{8}} (?P<text>.*)"),
        re.compile(r" {1,12}(?P<key>[0-9]{3,4}) +[0-9A-F]{8} (?P<text>.*)"),
        # reply to a routed command
        re.compile(r"(?:[A-Z0-9@#$]{1,8} +)?RESPONSE=(?P<system>[A-Z0-9@#$]{1,8}) (?P<text>.*)"),
        # noise before something that is known: sequence number, carriage control, mail quoting
        re.compile(
            r"(?:[0-9]{5,8} +|[01+-] ?|(?:> ?){1,3})"
            r"(?P<text> {0,8}(?:[0-9]{2}\.[0-9]{2}\.[0-9]{2} |"
            rf"[*@+]?(?:{known})|[NMDE][RCI ]?[0-9A-F]{{7}} ).*)"
        ),
    )


def _which(forms: Sequence[re.Pattern[str]]) -> re.Pattern[str]:
    """Says which form a line has, by the number of its group, in one pass: most lines have none. Of the forms
    it has all but a text that may be anything.
    """
    heads = (re.sub(r"\(\?P<[a-z]+>", "(?:", form.pattern.removesuffix("(?P<text>.*)")) for form in forms)
    return re.compile("|".join(f"({head})" for head in heads))


class Prefixes:
    """The prefixes that logs have before messages whose identifiers begin with these stems."""

    def __init__(self, stems: Sequence[str]) -> None:
        """Take off prefixes until one of `stems` is reached."""
        self._stems = tuple(stems)
        self._forms = _forms(stems)
        self._which = _which(self._forms)

    def strip(self, text: str) -> Prefixed:
        """Take off every prefix that is recognized; at most three, from the outside in."""
        if len(text) == _CARD and is_whole(text[-_SEQUENCE:]) and not _INTERVAL.match(text):
            text = text[:-_SEQUENCE]
        line = Prefixed(text.rstrip())
        for _ in range(3):
            which = self._which.match(line.text)
            match = which and self._forms[(which.lastindex or 0) - 1].fullmatch(line.text)
            if not match:
                break
            line = _merge(line, match.groupdict())
            if line.text.startswith(self._stems):
                break
        return line


def _merge(line: Prefixed, groups: dict[str, str | None]) -> Prefixed:
    day = _iso_day(groups.get("iso")) or _julian_day(groups.get("julian"))
    return Prefixed(
        text=groups["text"] or "",
        kind=groups.get("kind") or line.kind,
        key=groups.get("key") or line.key,
        system=groups.get("system") or line.system,
        job=groups.get("job") or line.job,
        day=day or line.day,
        clock=_clock(groups) or line.clock,
    )


def _clock(groups: dict[str, str | None]) -> time | None:
    try:
        fraction = (groups.get("f") or "0").ljust(6, "0")[:6]
        return time(int(groups["h"] or 0), int(groups["m"] or 0), int(groups["s"] or 0), int(fraction))
    except (KeyError, ValueError):
        return None


def _iso_day(text: str | None) -> date | None:
    """A day; None of a year that no evidence is of."""
    try:
        day = date.fromisoformat(text) if text else None
    except ValueError:
        return None
    return day if day is not None and is_year(day.year) else None


def _julian_day(text: str | None) -> date | None:
    digits = (text or "").replace(".", "")
    if not digits:
        return None
    year, day = int(digits[:-3]), int(digits[-3:])
    year += 2000 if len(digits) == 5 else 0
    try:
        written = date(year, 1, 1) + timedelta(days=day - 1)
    except (ValueError, OverflowError):
        return None
    return written if day and written.year == year and is_year(year) else None


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
        if not any(mark in line.text for mark in MARKS):
            return False
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
