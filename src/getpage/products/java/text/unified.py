"""HotSpot's unified log of its collections (`-Xlog:gc`, `-Xlog:gc*`): Serial, Parallel, G1, ZGC, Shenandoah.

    [0.022s][info][gc     ] Using G1
    [2022-11-10T03:37:32.146-0800][2.720s][info ][gc] GC(0) Pause Young (Normal) 116M->40M(2048M) 21.861ms
    [0.003s][info][gc       ] Using Parallel
    [0.003s][info][gc       ] Using Serial
    [0.003s][info][gc       ] Using Shenandoah
    [0.003s][info][gc       ] Using The Z Garbage Collector
    [0.005s][info][gc,init  ] Heap Region Size: 1M
    [1.221s][info][gc       ] GC(0) Garbage Collection (Metadata GC Threshold) 10620M(5%)->8800M(4%)
    java.lang.OutOfMemoryError: Java heap space

Decorations may be left out, or others added: what stands in brackets at the front is passed over, but for an
uptime. What belongs to one collection has its number. The line of the pause makes the row; what was printed
of the collection before it (generations) is in it, and what comes after it (processor time) is added to it.

Limits: pauses are as the collector counts them, without the time to stop the threads, which `safepoint` logs
beside them. A log without `gc*` has no generations, processor time or settings: what they tell is null.
Phases are those of level info, which add up to their pause; what debug prints is part of them.

How sure: lines of G1, Serial, Parallel and ZGC as real logs of JDK 9 to 24 have them; Shenandoah's and those
of generational ZGC by their sources in OpenJDK.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any, Final

from getpage.contract.printed import LineAnswer, PrintedLine, Row, Sink, row_of
from getpage.products.common.text import figures

from . import references
from .beside import FreedBeside
from .hotspot import PHASE, STOPPING, USING, Generations, Heap, Previous, give, kind_of

MARKS: Final = (
    *("[GC", "GC(", "USING G1", "USING SERIAL", "USING PARALLEL", "USING THE Z", "USING SHENANDOAH"),
    *("HEAP REGION SIZE", "OUTOFMEMORYERROR"),
)

_FRONT: Final = re.compile(r" ?((?:\[[^\[\]]{1,60}\])*) ?(.*)")
_UPTIME: Final = re.compile(r"\[([0-9]{1,12}(?:\.[0-9]{1,9})?)(s|ms|ns)\]")
_TAGGED: Final = re.compile(r"\[(?:gc|safepoint|metaspace|os|init|pagesize)[a-z0-9_, ]*\]")
_NUMBERED: Final = re.compile(r"GC\(([0-9]{1,9})\) (?:([yYO]): )?(.*)")
_DONE: Final = re.compile(
    r"(?P<what>(?:Pause|Concurrent|Garbage Collection|Minor Collection|Major Collection)\b.{0,160}?)"
    r"(?: (?P<before>[0-9]{1,12}[BKMGT])(?:\([0-9]{1,3}%\))?->(?P<after>[0-9]{1,12}[BKMGT])"
    r"(?:\((?P<held>[0-9]{1,12}[BKMGT]|[0-9]{1,3}%)\))?)?"
    r"(?: (?P<time>[0-9]{1,12}(?:\.[0-9]{1,9})?)(?P<unit>ms|s))?"
)
#: How what collections, pauses and phases are called begins.
_NAMES: Final = ("Pause", "Concurrent", "Garbage Collection", "Minor Collection", "Major Collection")
#: `Concurrent Mark (4.570s, 4.577s)`: when a phase of G1 began and ended.
_SPAN: Final = re.compile(r"\([0-9.]{1,20}m?s(?:, [0-9.]{1,20}m?s)?\)$")
_CPU: Final = re.compile(r"User=([0-9.]{1,12})s Sys=([0-9.]{1,12})s Real=[0-9.]{1,12}s")
_CAPACITY: Final = re.compile(
    r" *Capacity: +(?:[0-9]{1,12}[BKMGT] \([0-9]{1,3}%\) +){3}([0-9]{1,12}[BKMGT]) .*"
)
#: Collectors by what only they print: a piece of a log whose beginning is gone does not name its collector.
_TELLING: Final = (
    (re.compile(r".*\(G1 .*"), "G1"),
    (re.compile(r"(?:Garbage|Minor|Major) Collection .*|Pause (?:Mark|Relocate) (?:Start|End)"), "Z"),
    (re.compile(r"Pause (?:Init Mark|Final Mark|Degenerated GC).*"), "Shenandoah"),
)
_SECONDS: Final = {"s": 1e6, "ms": 1e3, "ns": 1e-3}
_TROUBLE: Final = ("To-space exhausted", "Evacuation Failure", "Concurrent Mark Abort")
#: Since JDK 20 in the line of the pause; objects that native code pinned are no want of storage.
_EVACUATION: Final = re.compile(r"(.{1,140}) \((Evacuation Failure(?:: [A-Za-z/ ]{1,40})?)\)")
_PINNED: Final = "Evacuation Failure: Pinned"
#: A thread of the program that waits for storage prints it, of no collection: no number before it.
_STALL: Final = re.compile(r"((?:Allocation|Relocation) Stall) \(.{1,120}\) ([0-9]{1,12}(?:\.[0-9]{1,9})?)ms")
#: So does one that found none (Shenandoah, ZGC); any collector's program, where its output is in the log.
_UNMET: Final = re.compile(
    r"(Failed to allocate [A-Za-z ]{1,20}), ([0-9]{1,12}[BKMGT])|Out Of Memory \(.{1,120}\)"
)
_OUT_OF_MEMORY: Final = re.compile(
    r".{0,200}java\.lang\.(OutOfMemoryError): (Java heap space|GC overhead limit exceeded)\b.{0,200}"
)
#: What stands in parentheses behind a pause without being its cause.
_NO_CAUSES: Final = ("unload classes", "Young", "Old", "Global", "Major", "Bootstrap Old", "Old Generation")
_WORKERS: Final = re.compile(r"Using ([0-9]{1,5}) workers? of [0-9]{1,5} for .{1,60}")
_PHASES: Final = re.compile(r"\[gc,phases *\]")
_PART_OF_PHASE: Final = re.compile(r"\[(?:debug|trace) *\]")
_PHASE: Final = re.compile(r" {0,2}([A-Z][A-Za-z0-9 :()/-]{2,69}?):? ([0-9]{1,9}(?:\.[0-9]{1,9})?)ms")
#: The time until all threads stand still, of JDK 13 and later, and of those before.
_SAFEPOINT: Final = re.compile(r'Safepoint ".{1,80}", .{0,80}\bReaching safepoint: ([0-9]{1,15}) ns, .*')
_STOPPED: Final = re.compile(
    r"Total time for which .{1,80}, Stopping threads took: ([0-9]{1,9}\.[0-9]{1,9}) .*"
)
#: Collections of which something is remembered: a concurrent one goes on while young ones come and go.
_MOST_OPEN: Final = 64


@dataclass(slots=True)
class UnifiedLog:
    """The log of one virtual machine, as far as it was read."""

    first: PrintedLine
    sink: Sink
    heap: Heap = field(init=False)
    previous: Previous = field(default_factory=Previous)
    beside: FreedBeside = field(default_factory=FreedBeside)
    _open: dict[int, dict[str, Any]] = field(default_factory=dict)
    _rows: dict[int, Row] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """No settings yet."""
        self.heap = Heap(self.sink)

    def feed(self, line: PrintedLine) -> LineAnswer:
        """Take a line of any of the log's own."""
        front = _FRONT.fullmatch(line.text)
        if front is None:
            return LineAnswer.NOT_MINE
        if not _is_front(front[1], front[2]):
            is_taken = self._out_of_memory(line) or self.heap.take(front[2], line)
            return LineAnswer.MORE if is_taken else LineAnswer.NOT_MINE
        uptime = _uptime(front[1])
        if self.previous.is_restarted(uptime):
            self.heap, self.previous, self.beside = Heap(self.sink), Previous(), FreedBeside()
            self._give_all()
        numbered = _NUMBERED.fullmatch(front[2])
        if numbered is None:
            if not self._of_thread(front[2], line, uptime) and not self._stopping(front[2], line):
                self.heap.take(front[2], line)
        elif (phase := self._part(front[1], numbered[3])) is None:
            self._collection(int(numbered[1]), numbered[3], line, uptime, numbered[2] or "")
        elif not _PART_OF_PHASE.search(front[1]):
            self._phase(line, phase[1], float(phase[2]) * 1e3, int(numbered[1]))
        return LineAnswer.MORE

    def close(self, why: str) -> None:  # noqa: ARG002
        """A log may end anywhere: each row is whole."""
        self._give_all()

    def _give_all(self) -> None:
        for row in self._rows.values():
            give(self.sink, row)
        self._open, self._rows = {}, {}

    def _collection(
        self, number: int, text: str, line: PrintedLine, uptime: float | None, generation: str
    ) -> None:
        if text.startswith("User="):
            if (cpu := _CPU.fullmatch(text)) is not None:
                self._add_cpu(number, cpu)
            return
        known = self._known(number)
        if "Capacity:" in text and (capacity := _CAPACITY.fullmatch(text)) is not None:
            known["held"] = figures.size(capacity[1])
        elif text.startswith(_TROUBLE) and "->" not in text:
            known["trouble"] = text[:71]
        elif text.startswith(_NAMES):
            done = _DONE.fullmatch(text)
            if done is not None and (done["time"] or done["before"]):
                self._row(number, known, done, line, uptime, is_old=generation == "O")
        elif self.beside.take(known, generation, text):
            pass
        elif "->" in text:
            known["generations"].take(text, self.heap.region_bytes)
        elif (workers := _WORKERS.fullmatch(text)) is not None:
            known["threads"] = max(int(workers[1]), known.get("threads", 0))
        else:
            references.take(known, text.strip())

    def _of_thread(self, text: str, line: PrintedLine, uptime: float | None) -> bool:
        """Take a line that a thread printed which waited for storage or found none, if it is one."""
        if (stall := _STALL.fullmatch(text)) is not None:
            self._trouble(line, "stall", stall[1], stalled_us=float(stall[2]) * 1e3, uptime_us=uptime)
        elif (unmet := _UNMET.fullmatch(text)) is not None:
            requested = figures.size(unmet[2] or "")
            self._trouble(
                line, "unmet", unmet[1] or "OutOfMemoryError", requested=requested, uptime_us=uptime
            )
        else:
            return self._out_of_memory(line)
        return True

    def _out_of_memory(self, line: PrintedLine) -> bool:
        """Take the error that ends a thread, where the program's own output stands in the log."""
        if (error := _OUT_OF_MEMORY.fullmatch(line.text)) is not None:
            self._trouble(line, "unmet", error[1], cause=error[2], uptime_us=None)
        return error is not None

    def _trouble(self, line: PrintedLine, kind: str, what: str, **columns: Any) -> None:
        row = {"kind": kind, "printed": what, "trouble": what, "explicit": False, "pause_us": None}
        give(self.sink, row_of(line, row | columns))

    @staticmethod
    def _part(decorations: str, text: str) -> re.Match[str] | None:
        """A phase of a collection, by the tag of its line."""
        is_part = _PHASES.search(decorations) is not None and not text.startswith(_NAMES)
        return _PHASE.fullmatch(text) if is_part else None

    def _stopping(self, text: str, line: PrintedLine) -> bool:
        """Take a line of a stop, if it is one: of any stop, as a collection is not the only cause."""
        if (safepoint := _SAFEPOINT.fullmatch(text)) is not None:
            self._phase(line, STOPPING, int(safepoint[1]) / 1e3)
        elif (stopped := _STOPPED.fullmatch(text)) is not None:
            self._phase(line, STOPPING, float(stopped[1]) * 1e6)
        else:
            return False
        return True

    def _phase(self, line: PrintedLine, phase: str, took_us: float, number: int | None = None) -> None:
        self.sink.give(PHASE, row_of(line, {"phase": phase, "took_us": took_us, "number": number}))

    def _known(self, number: int) -> dict[str, Any]:
        if number not in self._open:
            if len(self._open) >= _MOST_OPEN:
                oldest = next(iter(self._open))
                del self._open[oldest]
                self._give(oldest)
            self._open[number] = {"generations": Generations()}
        return self._open[number]

    def _give(self, number: int) -> None:
        """Hand on the row of a collection, if there is one to which processor time might still come."""
        row = self._rows.pop(number, None)
        if row is not None:
            give(self.sink, row)

    def _row(
        self,
        number: int,
        known: dict[str, Any],
        done: re.Match[str],
        line: PrintedLine,
        uptime: float | None,
        *,
        is_old: bool,
    ) -> None:
        """The row of a pause, a concurrent phase, or a collection as a whole."""
        what, kind = done["what"], kind_of(done["what"])
        if (failure := _EVACUATION.fullmatch(what)) is not None:
            what = failure[1]
            if failure[2] != _PINNED:
                known["trouble"] = failure[2]
        took = float(done["time"]) * _SECONDS[done["unit"]] if done["time"] else None
        before, after = (figures.size(done[name] or "") for name in ("before", "after"))
        held = figures.size(done["held"] or "") or known.get("held")
        if done["held"] == "100%":
            held = held or after
        if not self.heap.is_told("collector"):
            collectors = [collector for printed, collector in _TELLING if printed.fullmatch(what)]
            if collectors:
                self.heap.set(line, collector=collectors[0])
        stops, threads = what.startswith("Pause"), known.pop("threads", None)
        row: Row = {
            "number": number,
            "kind": kind,
            "printed": f"{what} (Old)" if is_old else what[:71],
            "cause": _cause(what),
            "explicit": "System.gc()" in what,
            "pause_us": took if stops else None,
            "concurrent_us": None if stops else took,
            "uptime_us": uptime,
            "heap_before": before,
            "heap_after": after,
            "heap_committed": held,
            "trouble": known.pop("trouble", None),
            "threads": threads if stops else None,
            **known.pop("references", {}),
        }
        if stops and before is not None:
            row |= known["generations"].columns(kind)
            known["generations"] = Generations()
        if what.startswith("Pause Full"):
            row["live"] = after
        if not stops and after is not None:
            row |= self.beside.columns(number, known, what, before, after)
            self.previous.frees_beside = True
        elif after is not None:
            self.beside.left = after
        row |= self.previous.since(row, line.written, ends=True)
        self._give(number)  # a pause before it in the same collection
        self._rows[number] = row_of(line, row)

    def _add_cpu(self, number: int, cpu: re.Match[str]) -> None:
        """Processor time stands below the pause."""
        row = self._rows.get(number)
        if row is None or row.get("cpu_us") is not None:
            return
        try:
            row["cpu_us"] = (float(cpu[1]) + float(cpu[2])) * 1e6
        except ValueError:
            self.sink.refuse(int(row["record"]), "processor times as numbers", cpu[0])
        self._give(number)


def _is_front(decorations: str, text: str) -> bool:
    """True if the decorations are those of a GC log; without tags the text tells, and any may be left out."""
    return bool(_TAGGED.search(decorations)) or _NUMBERED.fullmatch(text) is not None


def _uptime(decorations: str) -> float | None:
    match = _UPTIME.search(decorations)
    return float(match[1]) * _SECONDS[match[2]] if match else None


def _cause(what: str) -> str | None:
    """The text in the last parentheses, `G1 Evacuation Pause`; None without any, or where it is the time at
    which a concurrent phase began and ended.
    """
    if not what.endswith(")") or "(" not in what or _SPAN.search(what):
        return None
    head = what[:-2] if what.endswith("())") else what[:-1]  # System.gc()
    cause = head.rpartition(" (")[2]
    if cause in _NO_CAUSES:
        return None
    return f"{cause})"[:71] if what.endswith("())") else cause[:71]


def begin(line: PrintedLine, sink: Sink) -> UnifiedLog | bool:
    """Open the log at a line of it."""
    front = _FRONT.fullmatch(line.text)
    if front is None:
        return False
    numbered = _NUMBERED.fullmatch(front[2])
    is_collection = numbered is not None and (bool(front[1]) or numbered[3].startswith(_NAMES))
    is_tagged = "gc" in front[1] and bool(_TAGGED.search(front[1]))
    is_setting = USING.fullmatch(front[2]) is not None or front[2].lower().startswith("heap region size: ")
    if not is_collection and not is_tagged and not is_setting:
        return False
    log = UnifiedLog(line, sink)
    log.feed(line)
    return log
