"""One stop of the program, `exclusive-start` to `exclusive-end`, with all that was done in it."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import Final

from getpage.contract.printed import Row
from getpage.core.calendar import is_year
from getpage.products.common.text import figures

#: What a stop is, where several things were done in it: the worst, by type of cycle or collection.
_KINDS: Final = {
    "global": "global",
    "global garbage collect": "global",
    "partial gc": "partial",
    "scavenge": "young",
    "global mark phase": "phase",
}
_GRAVITY: Final = ("global", "partial", "young", "phase")
_CLOCK: Final = "clock error"
#: What found no storage. The second is told by metronome alone, in the sources of OpenJ9.
UNMET: Final = ("allocation-unsatisfied", "out-of-memory")
_REFERENCES: Final = ("soft", "weak", "phantom")
#: What begins a collection, with the time since the one before that began so; it is printed within so many
#: microseconds of the stop.
_OF_A_KIND: Final = ("af-start", "sys-start", "concurrent-collection-start")
_WITHIN: Final = 1_000.0


@dataclass(slots=True)
class ExclusiveStop:
    """The stop as far as it is read; `started` has the attributes of `exclusive-start`."""

    offset: int
    started: dict[str, str]
    ended: dict[str, str] | None = None
    kinds: set[str] = field(default_factory=set)
    printed: str = ""
    cause: str | None = None
    explicit: bool = False
    cpu_us: float | None = None
    resized: int = 0
    resize_reason: str | None = None
    trouble: str | None = None
    _since_its_kind: float | None = None
    _sums: dict[str, int] = field(default_factory=dict)
    _before: dict[str, tuple[int, int]] = field(default_factory=dict)
    _after: dict[str, tuple[int, int]] = field(default_factory=dict)

    @property
    def written(self) -> datetime | None:
        """When it began."""
        return moment(self.started)

    @property
    def may_follow_another(self) -> bool:
        """Whether the stop before it, which its interval is since, may not be the collection before it."""
        since, of_kind = microseconds(self.started.get("intervalms")), self._since_its_kind
        return since is not None and of_kind is not None and of_kind > since + _WITHIN

    @property
    def printed_end(self) -> str:
        """The attributes of its end, for damage."""
        return str(self.ended)

    def event(self, name: str, attributes: dict[str, str]) -> None:
        """Take an element that stands between its start and its end."""
        if name in _OF_A_KIND:
            self._since_its_kind = microseconds(attributes.get("intervalms"))
        if name == "exclusive-end":
            self.ended = attributes
        elif name in ("cycle-start", "gc-start"):
            self._collect(attributes.get("type", ""))
        elif name == "af-start":
            self.cause = f"allocation failure {attributes.get('type', '')}".strip()[:71]
            self._most("requested", attributes.get("totalBytesRequested"))
        elif name == "sys-start":
            self.cause, self.explicit = f"system {attributes.get('reason', '')}".strip()[:71], True
        elif name == "percolate-collect":
            self.cause = f"percolate {attributes.get('reason', '')}".strip()[:71]
        elif name in ("concurrent-collection-start", "concurrent-global-final", "allocation-taxation"):
            self.cause = self.cause or name
        elif name == "gc-end":
            self._add_cpu(attributes)
            self._most("threads", attributes.get("activeThreads"))
        elif name == "allocation-stats":
            self._add("allocated", attributes.get("totalBytes"))
        elif name == "heap-resize":
            self._resize(attributes)
        elif name in ("warning", *UNMET):
            self.trouble = (attributes.get("details") or name)[:71]
            self._most("requested", attributes.get("bytesRequested"))

    def within(self, path: list[str], attributes: dict[str, str]) -> None:
        """Take an element within an event; `path` are the names from the root to it."""
        event, name = path[1], path[-1]
        if event in ("gc-start", "gc-end") and name in ("mem-info", "mem"):
            self._memory(event, name, attributes)
        elif name == "memory-copied":
            tenured = attributes.get("type") in ("tenure", "old")
            self._add("promoted" if tenured else "copied", attributes.get("bytes"))
        elif name == "copy-failed":
            self._add("copy_failed", attributes.get("bytes"))
        elif name == "references" and attributes.get("type") in _REFERENCES:
            self._add(f"{attributes['type']}_cleared", attributes.get("cleared"))
        elif event == "gc-end" and name == "pending-finalizers":
            self._sums.pop("finalizers", None)  # of several collections, the last
            for queue in ("system", "default"):
                self._add("finalizers", attributes.get(queue))
        elif name == "heap-resize":
            self._resize(attributes)
        elif name == "warning":
            self.trouble = attributes.get("details", "")[:71] or None

    def row(self) -> Row | None:
        """Columns of `java_collection`; None where its end tells no time."""
        pause = microseconds((self.ended or {}).get("durationms"))
        if pause is None:
            return None
        interval = microseconds(self.started.get("intervalms"))
        if self.trouble and _CLOCK in self.trouble:  # timings after it are wrong
            pause, interval = None, None
        kind = next((kind for kind in _GRAVITY if kind in self.kinds), "phase")
        row: Row = {
            "number": figures.integer(self.started.get("id")),
            "kind": kind,
            "printed": self.printed[:71] or "exclusive access",
            "cause": self.cause,
            "explicit": self.explicit,
            "pause_us": pause,
            "cpu_us": self.cpu_us,
            "interval_us": interval,
            "resized": self.resized or None,
            "resize_reason": self.resize_reason,
            "trouble": self.trouble,
            **self._sums,
        }
        return row | self._heap(kind)

    def _collect(self, kind: str) -> None:
        known = _KINDS.get(kind)
        if known is not None:
            self.kinds.add(known)
            if kind not in self.printed.split(", "):
                self.printed = f"{self.printed}, {kind}".removeprefix(", ")

    def _add_cpu(self, attributes: dict[str, str]) -> None:
        spent = [microseconds(attributes.get(name)) for name in ("usertimems", "systemtimems")]
        known = [time for time in spent if time is not None]
        if known:
            self.cpu_us = (self.cpu_us or 0.0) + sum(known)

    def _add(self, column: str, text: str | None) -> None:
        value = figures.integer(text)
        if value is not None:
            self._sums[column] = self._sums.get(column, 0) + value

    def _most(self, column: str, text: str | None) -> None:
        value = figures.integer(text)
        if value is not None:
            self._sums[column] = max(value, self._sums.get(column, 0))

    def _resize(self, attributes: dict[str, str]) -> None:
        amount = figures.integer(attributes.get("amount"))
        kind = attributes.get("type", "")
        if amount is None or kind not in ("expand", "contract"):
            return  # the large object area moves within the heap; released pages stay the heap's
        self.resized += amount if kind == "expand" else -amount
        self.resize_reason = f"{kind}: {attributes.get('reason', '')}"[:71]

    def _memory(self, event: str, name: str, attributes: dict[str, str]) -> None:
        free, total = (figures.integer(attributes.get(name)) for name in ("free", "total"))
        if free is None or total is None or free > total:
            return
        what = "heap" if name == "mem-info" else attributes.get("type", "")
        if event == "gc-start":
            self._before.setdefault(what, (free, total))  # of several collections, the first
        else:
            self._after[what] = (free, total)

    def _heap(self, kind: str) -> Row:
        row: Row = {}
        before, after = self._before.get("heap"), self._after.get("heap")
        if before:
            row["heap_before"] = before[1] - before[0]
        if after:
            row |= {"heap_after": after[1] - after[0], "heap_committed": after[1]}
        nursery, room = self._after.get("nursery"), self._after.get("allocate") or self._after.get("eden")
        if nursery:
            row["young_committed"] = nursery[1]
        if room or nursery:
            free, total = room or nursery or (0, 0)
            row |= {"young_room": total, "young_after": total - free}
        tenure = self._after.get("tenure")
        if tenure:
            row |= {"old_committed": tenure[1], "old_after": tenure[1] - tenure[0]}
        if large := self._after.get("loa"):
            row |= {"large_committed": large[1], "large_after": large[1] - large[0]}
        if large := self._before.get("loa"):
            row["large_before"] = large[1] - large[0]
        if kind == "global":
            row["live"] = self._live(row)
        return row

    def _live(self, row: Row) -> int | None:
        """Bytes live after a global collection, without the survivor space, which J9 counts as in use."""
        if "old_after" in row:
            return int(row["old_after"]) + int(row.get("young_after") or 0)
        after = row.get("heap_after")
        return None if after is None else int(after)


def moment(attributes: dict[str, str]) -> datetime | None:
    """`2015-12-31T15:22:46.957`, local time; None where it is not there, no time, or of a year that
    no evidence is of.
    """
    try:
        known = datetime.fromisoformat(attributes.get("timestamp", "")).replace(tzinfo=None)
    except ValueError:
        return None
    return known if is_year(known.year) else None


def microseconds(milliseconds: str | None) -> float | None:
    """Of `12.319`; None where it is no number, or more than any log covers."""
    value = figures.decimal(milliseconds or "")
    return value * 1e3 if value is not None and value * 1e3 < figures.MOST_BYTES else None
