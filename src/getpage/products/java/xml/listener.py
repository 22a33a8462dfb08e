"""Elements of a verbose GC log, in their order, as rows."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, Final

from getpage.contract.printed import Row
from getpage.contract.xml import Reported, Taker
from getpage.products.common.text import figures, layout

from .stop import UNMET, ExclusiveStop, microseconds, moment

#: Options that say something of memory; others may hold anything, passwords too.
_MEMORY: Final = re.compile(
    r"-X(?:m[a-z]{1,3}[0-9]{1,15}[kKmMgGtT]?|gcpolicy:[a-z]{1,20}|lp(?::[a-z]{1,12}:pagesize=[0-9]{1,5}[kKmMgG]"
    r"(?:,(?:non)?pageable|,strict|,warn){0,2})?|softmx[0-9]{1,15}[kKmMgGtT]?|(?:no)?compressedrefs|"
    r"disableexplicitgc)"
)
_NURSERY: Final = re.compile(r"-Xmnx?([0-9]{1,15}[kKmMgGtT]?)")
_POLICY: Final = "-Xgcpolicy:"
_LONGEST: Final = 71


_NOT_USED: Final = "not used"
_MOST_ATTRIBUTES: Final = 200
_MOST_OPTIONS: Final = 40
_TABLE: Final = "java_heap"


@dataclass(slots=True)
class Settings:
    """Attributes as they are read; without any, of a piece of a log whose start is elsewhere."""

    offset: int
    written: datetime | None
    version: str | None
    _attributes: dict[str, str] = field(default_factory=dict)
    _options: list[str] = field(default_factory=list)

    def take(self, name: str, attributes: dict[str, str]) -> None:
        """Take an element within it."""
        label = attributes.get("name", "")
        if name == "attribute" and len(self._attributes) < _MOST_ATTRIBUTES:
            self._attributes.setdefault(label, attributes.get("value", ""))
        elif name == "vmarg" and _MEMORY.fullmatch(label) and len(self._options) < _MOST_OPTIONS:
            self._options.append(label)

    def row(self) -> Row:
        """Columns of `java_heap`: attributes by their labels, and what options say."""
        known = layout.by_label(_TABLE)
        row = {
            known[label].name: _read(known[label], text)
            for label, text in self._attributes.items()
            if label in known
        }
        if row.get("compressed_references") is None and self.version and self.version.endswith("_CMPRSS"):
            row["compressed_references"] = True
        nursery = [match[1] for option in self._options if (match := _NURSERY.fullmatch(option))]
        return row | {
            "version": self.version and self.version[:_LONGEST],
            "nursery": figures.size(nursery[-1]) if nursery else None,
            "options": " ".join(dict.fromkeys(self._options))[:_LONGEST] or None,
        }


def _read(column: layout.PrintedColumn, text: str) -> Any:
    """An attribute; numbers are decimal or hexadecimal."""
    if column.type not in ("Utf8", "Boolean"):
        number = figures.integer(text)
        return number if number is None or number.bit_length() <= 8 * column.length else None
    return None if text == _NOT_USED else figures.of(column, text.removeprefix(_POLICY))


COLLECTION: Final = "java_collection"
HEAP: Final = "java_heap"
PHASE: Final = "java_phase"
_STOPPING: Final = "stopping threads"
_REPORT: Final = "GC"
_PHASES: Final = ("concurrent-end", "concurrent-aborted", "concurrent-halted")
#: Collects all the time, in increments of milliseconds, which stand in summaries.
_NOT_READ: Final = "metronome"
_ENDS_HERE: Final = "the file ends here"
_OPEN: Final = "no element found"
#: Depth of the elements of an event; those below it belong to it.
_EVENT: Final = 2


class Verbose:
    """Listens to one log, and hands on what is complete."""

    def __init__(self, taker: Taker) -> None:
        """Nothing has been read."""
        self._taker = taker
        self._start_over()

    def _start_over(self) -> None:
        self._path: list[str] = []
        self._version: str | None = None
        self._settings: Settings | None = None
        self._has_settings = False
        self._stop: ExclusiveStop | None = None
        self._pending: list[tuple[str, dict[str, str]]] = []
        self._concurrent: dict[str, datetime | None] = {}
        self._refused = False
        self._is_first = True

    def start(self, name: str, attributes: dict[str, str], offset: int) -> None:
        """An element begins."""
        if not self._path:  # the root: of this file, or of the next piece of a log in it
            self._start_over()
            self._version = attributes.get("version")
        self._path.append(name)
        if len(self._path) == _EVENT:
            self._event(name, attributes, offset)
        elif self._settings is not None:
            self._settings.take(name, attributes)
        elif self._stop is not None:
            if name == "response-info":
                self._give_part(offset, self._stop.written, None, _STOPPING, attributes)
            self._stop.within(self._path, attributes)

    def end(self, name: str, text: str, offset: int) -> None:  # noqa: ARG002 - nothing stands in text
        """An element ends."""
        if self._path:
            self._path.pop()
        if name == "initialized" and self._settings is not None:
            self._give_settings(self._settings)
            self._settings = None
        elif name == "exclusive-end" and self._stop is not None:
            self._give(self._stop)
            self._stop = None

    def refuse(self, offset: int, expected: str, actual: str) -> None:
        """The document breaks off: while the virtual machine runs, the root is open and nothing is wrong."""
        if actual == _ENDS_HERE and _OPEN in expected and len(self._path) == 1 and self._stop is None:
            return
        self._taker.refuse(offset, expected, actual)

    def _event(self, name: str, attributes: dict[str, str], offset: int) -> None:
        if name == "initialized":
            self._settings = Settings(offset, moment(attributes), self._version)
            return
        if name == "gc-op":
            self._give_operation(attributes, offset)
        if name in ("af", "gc", "sys", "con") and not self._refused:
            self._refused = True
            self._taker.refuse(offset, "a verbose GC log of J9 R26 or later", f"<{name}>, the form of R24")
            return
        if not self._has_settings:
            self._give_settings(Settings(offset, moment(attributes), self._version))
        if name == "exclusive-start":
            if self._stop is not None:
                self._cut_off()
            self._stop = ExclusiveStop(offset, attributes)
            for element, pending in self._pending:
                self._stop.event(element, pending)
            self._pending = []
        elif self._stop is not None:
            self._stop.event(name, attributes)
        else:
            self._between(name, attributes, offset)

    def _between(self, name: str, attributes: dict[str, str], offset: int) -> None:
        """What stands between two stops: concurrent phases, and resizing and warnings, which the next stop
        tells of.
        """
        if name == "concurrent-start":
            self._concurrent = {attributes.get("contextid", ""): moment(attributes)}
        elif name in _PHASES:
            self._give_phase(name, attributes, offset)
        elif name in ("heap-resize", "warning", *UNMET) and len(self._pending) < 100:
            self._pending.append((name, attributes))

    def _cut_off(self) -> None:
        assert self._stop is not None
        self._taker.refuse(self._stop.offset, "an exclusive-end to this exclusive-start", "the next one")

    def _give_settings(self, settings: Settings) -> None:
        self._has_settings = True
        row = settings.row()
        if row.get("collector") == _NOT_READ:
            self._taker.refuse(settings.offset, f"a policy other than {_NOT_READ}", f"-Xgcpolicy:{_NOT_READ}")
        self._hand_on(HEAP, settings.offset, settings.written, row)

    def _give(self, stop: ExclusiveStop) -> None:
        row = stop.row()
        if row is None:
            self._taker.refuse(stop.offset, "an exclusive-end with durationms", stop.printed_end)
            return
        if "allocated" in row:
            if self._is_first and stop.may_follow_another:
                del row["allocated"]  # since a collection that is not in this piece
            self._is_first = False
        self._hand_on(COLLECTION, stop.offset, stop.written, row)

    def _give_phase(self, name: str, attributes: dict[str, str], offset: int) -> None:
        ended = moment(attributes)
        began = self._concurrent.pop(attributes.get("contextid", ""), None)
        took = (ended - began).total_seconds() * 1e6 if began and ended else None
        kind = attributes.get("type") or name
        row: Row = {
            "number": figures.integer(attributes.get("id")),
            "kind": "concurrent",
            "printed": f"{name} {kind}"[:71],
            "cause": (attributes.get("terminationReason") or attributes.get("reason") or "")[:71] or None,
            "explicit": False,
            "concurrent_us": took if took is not None and took >= 0 else None,
        }
        self._hand_on(COLLECTION, offset, ended, row)

    def _give_operation(self, attributes: dict[str, str], offset: int) -> None:
        """A phase of a collection. It may stand between two stops too: part of the work is concurrent."""
        number = figures.integer(attributes.get("contextid"))
        self._give_part(offset, moment(attributes), number, attributes.get("type", ""), attributes)

    def _give_part(
        self, offset: int, written: datetime | None, number: int | None, name: str, attributes: dict[str, str]
    ) -> None:
        took = microseconds(attributes.get("timems"))
        if name and took is not None:
            row: Row = {"number": number, "phase": name[:_LONGEST], "took_us": took}
            self._taker.row(PHASE, {"record": offset, "system": None, "written": written, **row})

    def _hand_on(self, table: str, offset: int, written: datetime | None, row: Row) -> None:
        self._taker.row(table, {"record": offset, "system": None, "written": written, **row})
        start = end = written
        if (since := row.get("interval_us")) is not None:
            start = figures.moved(written, timedelta(microseconds=-since))
            end = figures.moved(written, timedelta(microseconds=row["pause_us"]))
        self._taker.report(
            Reported(at=offset, name=_REPORT, subject=None, start=start, end=end, goes_on=True)
        )
