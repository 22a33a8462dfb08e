"""Lines of vmstat: what was swapped, a second, and what processors did.

    vmstat -w -t -S M 60
    procs -----------memory---------- ---swap-- -----io---- -system-- ------cpu-----
     r  b   swpd   free   buff  cache   si   so    bi    bo   in   cs us sy id wa st
     1  0 524288 412345  20480 301234   12   40   310   120  900 1500 10  5 80  4  1

The first line below the heads that begin a run is an average since boot; heads come again after a screenful.
Units are KiB; another (-S) is known only where the command stands in the text above the heads. Lines of `-t`
end with date and time, and any may begin with a time stamp. Columns behind `st` are passed over.

Limits: where vmstat was started again into the same file without its command above the heads, the first line
of that run is not told from the others.

Reference: procps-ng, vmstat(8).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Final

from getpage.contract.printed import Cover, Step, row_of
from getpage.core.units import KIB, MIB

if TYPE_CHECKING:
    from getpage.contract.printed import Line, Sink

MARKS: Final = ("VMSTAT ", "SWPD")
TABLE: Final = "linux_paging"
UNIT: Final = "vmstat unit"

#: vmstat(8), -S: k and m are decimal.
_UNITS: Final = {"k": 1000, "K": KIB, "m": 1_000_000, "M": MIB}
_COMMAND: Final = re.compile(
    r"(?:[^|;]{0,80}[\s/$#>])?vmstat\b(?P<options>(?: +[-A-Za-z0-9]{1,20}){0,9}) *(?:[|>&].*)?"
)
_UNIT: Final = re.compile(r"-[a-zA-Z]*S ?([kKmM])\b|--unit[ =]([kKmM])\b")
_HEADS: Final = re.compile(
    r" *r +b +swpd +free +buff +cache +si +so +bi +bo +in +cs +us +sy +id +wa(?P<more>(?: "
    r"+[A-Za-z]{2,5}){0,4}) *"
)
_GROUPS: Final = re.compile(r" *-*procs?-* +-*memory-* +.{0,160}")
_STAMP: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}:[0-9]{2}")
_ROW: Final = re.compile(r" *(?P<figures>[0-9]{1,15}(?: +[0-9]{1,15}){15,18})(?: +(?P<stamp>.{19}))? *")
_BEGUN: Final = re.compile(r" *[0-9-]{1,9}(?: +[^ ]{1,20}){8,24} *")
_BYTES: Final = ("swapped", "free", "buffers", "cached", "swapped_in_rate", "swapped_out_rate")
_COLUMNS: Final = (
    *("running", "blocked", *_BYTES, "blocks_in_rate", "blocks_out_rate", None, None),
    *("user_percent", "system_percent", "idle_percent", "wait_percent", "steal_percent"),
)
_PERCENT: Final = tuple(name for name in _COLUMNS if name is not None and name.endswith("percent"))
_MOST: Final = 1 << 50
#: Shares are rounded one by one, so that their sum is not quite 100.
_ALL: Final = 104
#: Lines that are further apart than that are not neighbours: vmstat was started again. Ours.
_LONGEST_US: Final = 3_700 * 1_000_000


@dataclass(slots=True)
class Run:
    """The lines of one vmstat."""

    first: Line
    sink: Sink
    unit: int
    steals: bool
    rows: int = 0
    last: datetime | None = None

    def feed(self, line: Line) -> Step:
        """Take a line; heads that come again are of the same run unless a command stands before them."""
        if _HEADS.fullmatch(line.text) or _GROUPS.fullmatch(line.text):
            return Step.MORE
        found = _ROW.fullmatch(line.text)
        if found is None:
            if _COMMAND.fullmatch(line.text):
                return Step.DONE if self.rows and begin(line, self.sink) else Step.NOT_MINE
            if _BEGUN.fullmatch(line.text):
                self.sink.refuse(line.offset, "sixteen figures of vmstat or more", line.text)
                return Step.MORE
            return Step.NOT_MINE
        self._row(line, found)
        return Step.MORE

    def _row(self, line: Line, found: re.Match[str]) -> None:
        columns = _COLUMNS if self.steals else _COLUMNS[:-1]
        values = [int(one) for one in found["figures"].split()]
        row: dict[str, object] = {name: value for name, value in zip(columns, values, strict=False) if name}
        row |= {name: int(row[name]) * self.unit for name in _BYTES}  # type: ignore[call-overload]
        written = _moment(found["stamp"]) or line.written
        share = sum(value for name, value in row.items() if name in _PERCENT and isinstance(value, int))
        if len(values) < len(columns) or max(values) * self.unit > _MOST or share > _ALL:
            self.sink.refuse(line.offset, "figures of vmstat that there can be", line.text)
            return
        since = self._since(written)
        said = {
            "unit_bytes": self.unit,
            "since_boot": self.rows == 0,
            "interval_us": since,
            "written": written,
        }
        cover = None
        if since and written and self.last:
            cover = Cover(TABLE, line.system, "vmstat", self.last, written)
        self.sink.give(TABLE, row_of(line, row | said), cover)
        self.rows, self.last = self.rows + 1, written

    def _since(self, written: datetime | None) -> float | None:
        if written is None or self.last is None:
            return None
        since = (written - self.last).total_seconds() * 1e6
        return since if 0 < since <= _LONGEST_US else None

    def close(self, why: str) -> None:
        """Say that a run had heads and no lines."""
        if not self.rows:
            self.sink.refuse(self.first.offset, "lines of figures below the heads of vmstat", why)


def _moment(stamp: str | None) -> datetime | None:
    if stamp is None or not _STAMP.fullmatch(stamp):
        return None
    try:
        return datetime.fromisoformat(stamp)
    except ValueError:
        return None


def begin(line: Line, sink: Sink) -> Run | bool:
    """Open a run at its heads; take word of its unit from the command."""
    heads = _HEADS.fullmatch(line.text)
    if heads is not None:
        unit = sink.recall(UNIT, line) or KIB
        sink.forget(UNIT)
        return Run(line, sink, unit, "st" in heads["more"].split())
    command = _COMMAND.fullmatch(line.text)
    if command is None:
        return False
    unit = _UNIT.search(command["options"])
    sink.remember(UNIT, _UNITS[unit[1] or unit[2]] if unit else KIB, line)
    return True
