"""Shared by both forms of HotSpot's logs: settings, generations, and the time since the last pause."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, Final

from getpage.contract.printed import Cover, PrintedLine, Row, Sink
from getpage.products.common.text import figures, layout

COLLECTION: Final = "java_collection"
HEAP: Final = "java_heap"
PHASE: Final = "java_phase"
#: What the time is called until all threads of the program stand still.
STOPPING: Final = "stopping threads"
#: What the time is called that a log covers.
REPORT: Final = "GC"

USING: Final = re.compile(
    r"Using (?:The )?(Serial|Parallel|G1|Z|Shenandoah|Epsilon|Concurrent Mark Sweep)\b.*"
)
_SETTING: Final = re.compile(r"(Heap [A-Za-z ]{3,24}|Memory|Version|CPUs|Parallel Workers): (.{1,120})")
_COOPS: Final = re.compile(
    r"Heap address: 0x[0-9a-f]{1,16}, size: ([0-9]{1,9}) MB, Compressed Oops mode: .*?(?:Oop shift "
    r"amount: ([0-9]))?"
)
_GENERATION: Final = re.compile(
    r"(?P<name>DefNew|PSYoungGen|ParNew|ParOldGen|PSOldGen|Tenured|CMS): "
    r"(?P<before>[0-9]{1,12}K)(?:\([0-9]{1,12}K\))?->(?P<after>[0-9]{1,12}K)\((?P<held>[0-9]{1,12}K)\)"
    r"(?: Eden: [0-9]{1,12}K\([0-9]{1,12}K\)->[0-9]{1,12}K\((?P<eden>[0-9]{1,12}K)\).*)?"
)
_REGIONS: Final = re.compile(
    r"(?P<name>Eden|Survivor|Old|Humongous) regions: "
    r"(?P<before>[0-9]{1,9})->(?P<after>[0-9]{1,9})(?:\([0-9]{1,9}\))?"
)
_YOUNG: Final = ("DefNew", "PSYoungGen", "ParNew")


def kind_of(what: str) -> str:
    """`Pause Young (Mixed) (G1 Evacuation Pause)`: young, partial, global, phase or concurrent."""
    if not what.startswith("Pause"):
        return "concurrent" if what.startswith("Concurrent") else "cycle"
    if what.startswith("Pause Full") or what.startswith("Pause Degenerated"):
        return "global"
    if what.startswith("Pause Young"):
        return "partial" if "(Mixed)" in what else "young"
    return "phase"


@dataclass(slots=True)
class Heap:
    """Settings, which make a row as soon as one of them is known."""

    sink: Sink
    row: Row | None = None

    @property
    def region_bytes(self) -> int | None:
        """Size of a region of G1."""
        return None if self.row is None else self.row.get("region_bytes")

    def is_told(self, column: str) -> bool:
        """Whether a setting is known."""
        return self.row is not None and self.row.get(column) is not None

    def take(self, text: str, line: PrintedLine) -> bool:
        """Take a line that is of no collection, if it tells a setting."""
        text = text.strip()
        if (using := USING.fullmatch(text)) is not None:
            self.set(line, collector=using[1])
        elif (oops := _COOPS.fullmatch(text)) is not None:
            self.set(line, compressed_references=True, reference_shift=int(oops[2] or 0))
            if self.row is not None and self.row.get("heap_max") is None:
                self.set(line, heap_max=int(oops[1]) << 20)
        elif (setting := _SETTING.fullmatch(text)) is not None:
            self._setting(setting[1].lower(), setting[2], line)
        elif text.startswith("Compressed Oops: "):
            self.set(line, compressed_references="Enabled" in text)
        else:
            return False
        return True

    def _setting(self, label: str, text: str, line: PrintedLine) -> None:
        """A setting under the label that the layout has for it; of a count, more words may follow."""
        column = layout.by_label(HEAP, str.lower).get(label)
        if column is not None:
            is_count = column.unit == "count"
            self.set(line, **{column.name: figures.of(column, text.split()[0] if is_count else text)})

    def set(self, line: PrintedLine, **columns: Any) -> None:
        """Settings as they become known."""
        if self.row is None:
            self.row = self.sink.row(HEAP, line, {})
        self.row.update(columns)


@dataclass(slots=True)
class Generations:
    """Sizes of generations and regions before and after one collection."""

    sizes: dict[str, tuple[int, int, int | None]] = field(default_factory=dict)
    eden: int | None = None

    def take(self, text: str, region_bytes: int | None) -> bool:
        """Take a line of a generation; whether it was one."""
        text = text.strip()
        if (match := _GENERATION.fullmatch(text)) is not None:
            before, after, held = (figures.size(match[name]) for name in ("before", "after", "held"))
            name = "young" if match["name"] in _YOUNG else "old"
            if before is not None and after is not None:
                self.sizes[name] = (before, after, held)
            if match["eden"]:
                self.eden = figures.size(match["eden"])
            return True
        if (match := _REGIONS.fullmatch(text)) is None:
            return False
        if region_bytes:
            before, after = int(match["before"]) * region_bytes, int(match["after"]) * region_bytes
            self.sizes[match["name"].lower()] = (before, after, None)
        return True

    def columns(self, kind: str) -> Row:
        """Columns of the row of the pause."""
        row: Row = {}
        eden, survivor = self.sizes.get("eden"), self.sizes.get("survivor")
        young = self.sizes.get("young")
        if young is None and eden and survivor:  # G1: regions have no committed size of a generation
            young = (eden[0] + survivor[0], eden[1] + survivor[1], None)
            row["young_room"] = eden[0] or None
        old = self.sizes.get("old")
        if young:
            row |= {"young_committed": young[2], "young_after": young[1]}
            row.setdefault("young_room", self.eden or young[2])
        if old:
            row |= {"old_committed": old[2], "old_after": old[1]}
        if large := self.sizes.get("humongous"):
            row |= {"large_before": large[0], "large_after": large[1]}
        if young and kind in ("young", "partial"):
            row["copied"] = young[1]  # what is left in the nursery was copied there
        if old and kind == "young":
            row["promoted"] = max(0, old[1] - old[0])
        return row


@dataclass(slots=True)
class Previous:
    """When the program last stopped, and with how much heap it went on: what lies between is allocation, but
    where a collector frees storage beside the program (`frees_beside`).
    """

    uptime: float | None = None
    written: datetime | None = None
    heap_after: int | None = None
    frees_beside: bool = False

    def is_restarted(self, uptime: float | None) -> bool:
        """True if an uptime is lower than the last: another virtual machine writes the log."""
        return uptime is not None and self.uptime is not None and uptime < self.uptime - 1e6

    def since(self, row: Row, written: datetime | None, *, ends: bool) -> Row:
        """Bytes allocated since the last pause, and the time for it. `ends`: the line is printed when the
        pause ends.
        """
        if row["pause_us"] is None:
            return {}
        columns: Row = {}
        uptime, before = row["uptime_us"], row["heap_before"]
        took = row["pause_us"] if ends else 0.0
        uptime = None if uptime is None else uptime - took
        written = figures.moved(written, timedelta(microseconds=-took))
        if uptime is not None and self.uptime is not None:
            columns["interval_us"] = max(0.0, uptime - self.uptime)
        elif written is not None and self.written is not None and uptime is None:
            columns["interval_us"] = max(0.0, (written - self.written).total_seconds() * 1e6)
        if before is not None and self.heap_after is not None and not self.frees_beside:
            columns["allocated"] = max(0, before - self.heap_after)
        # Times are rounded: a stop that seems to begin before the last one gives no time back.
        self.uptime = _not_before(uptime, self.uptime, 1e6)
        self.written = _not_before(written, self.written, timedelta(seconds=1))
        self.heap_after = row["heap_after"] if row["heap_after"] is not None else self.heap_after
        return columns


def _not_before(now: Any, last: Any, rounding: Any) -> Any:
    """The later of two times, where one is before the other by less than `rounding`; else the newer one."""
    return last if now is not None and last is not None and last - rounding < now < last else now


def give(sink: Sink, row: Row) -> None:
    """Hand on the row of a collection of which all is known, with the time that it is of, where dated."""
    took, since = row["pause_us"], row.get("interval_us")
    end = row["written"]
    start = (
        None if took is None or since is None else figures.moved(end, timedelta(microseconds=-took - since))
    )
    cover = None
    if start is not None and end is not None:
        cover = Cover(COLLECTION, row["system"], REPORT, start, end)
    sink.give(COLLECTION, row, cover)
