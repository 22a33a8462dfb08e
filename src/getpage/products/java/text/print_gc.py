"""HotSpot's older log of its collections (`-XX:+PrintGC`, `-XX:+PrintGCDetails`, to JDK 8).

    CommandLine flags: -XX:InitialHeapSize=134217728 -XX:MaxHeapSize=268435456 -XX:+UseParallelGC
    0.209: [GC (Allocation Failure)  33280K->5090K(125952K), 0.0081120 secs]
    0.231: [Full GC (Ergonomics) 63550K->63435K(125952K), 0.0135610 secs] [Times: user=0.06 sys=0.00,

Of G1 PrintGCDetails writes a pause, what it did, the sizes, and processor time, a line each: the row of the
pause is handed on when the next one begins.

    7.203: [GC pause (G1 Evacuation Pause) (young), 0.0024360 secs]
       [Eden: 5120.0K(5120.0K)->0.0B(3072.0K) Survivors: 0.0B->1024.0K Heap: 8878.7K(13.0M)->5628.7K(13.0M)]
     [Times: user=0.02 sys=0.00, real=0.00 secs]

Limits: pauses of CMS that PrintGCDetails spreads over several lines have what their first and last lines say
on one line only; a line that is not whole is passed over as damage.

How sure: by HotSpot's documentation and public logs of JDK 6 to 8.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final

from getpage.contract.printed import LineAnswer, PrintedLine, Row, Sink, row_of
from getpage.products.common.text import figures, layout

from .hotspot import HEAP, Generations, Heap, Previous, give, kind_of

MARKS: Final = ("[GC", "[FULL GC", "COMMANDLINE FLAGS:", "[EDEN:", "[TIMES:")

_LINE: Final = re.compile(
    r"[: ]{0,3}(?:(?P<uptime>[0-9]{1,9}[.,][0-9]{1,6}): )?"
    r"\[(?P<what>Full GC|GC pause|GC remark|GC cleanup|GC)"
    r"(?P<causes>(?: ?\([A-Za-z0-9 .()_-]{1,60}\))*)(?P<rest>.{0,1200})"
)
_CONCURRENT: Final = re.compile(
    r".{0,40}?(?:(?P<uptime>[0-9]{1,9}[.,][0-9]{1,6}): )?\[GC concurrent-(?P<phase>[a-z-]{3,40})-"
    r"(?:start|end, (?P<took>[0-9]{1,6}[.,][0-9]{1,9}) secs|abort)\] *"
)
_SIZES: Final = re.compile(r"(?<![:K] )(?<!: )\b([0-9]{1,12}[KMG])->([0-9]{1,12}[KMG])\(([0-9]{1,12}[KMG])\)")
_PARTS: Final = re.compile(r"\[?[ :]?((?:DefNew|PSYoungGen|ParNew|ParOldGen|PSOldGen|Tenured): [^\],]{5,60})")
_TIME: Final = re.compile(r", ([0-9]{1,6}[.,][0-9]{1,9}) secs\]")
_CPU: Final = re.compile(r"\[Times: user=([0-9]{1,6}[.,][0-9]{1,6}) sys=([0-9]{1,6}[.,][0-9]{1,6}),")
_SIZE: Final = r"([0-9]{1,9}\.[0-9][BKMG])"
_G1_SIZES: Final = re.compile(
    rf" {{1,12}}\[Eden: {_SIZE}\({_SIZE}\)->{_SIZE}\({_SIZE}\) Survivors: {_SIZE}->{_SIZE} "
    rf"Heap: {_SIZE}\({_SIZE}\)->{_SIZE}\({_SIZE}\)\].{{0,200}}"
)
#: Parts of pauses of CMS that collect nothing.
_OF_CMS: Final = {"CMS-initial-mark: ": "Pause Initial Mark", "CMS-remark: ": "Pause Remark"}
#: What G1 says of a pause beside its cause.
_NO_CAUSE: Final = re.compile(r" \((?:young|to-space exhausted)\)")
_FLAGS: Final = re.compile(r".{0,40}?CommandLine flags: (.{1,4000})")
_FLAG: Final = re.compile(r"-XX:(MaxHeapSize|InitialHeapSize|MaxNewSize|NewSize)=([0-9]{1,15})")
_USE: Final = re.compile(r"-XX:\+Use(Serial|Parallel|G1|ConcMarkSweep)(?:Old)?GC")


@dataclass(slots=True)
class PrintGcLog:
    """The log of one virtual machine."""

    first: PrintedLine
    sink: Sink
    heap: Heap = field(init=False)
    previous: Previous = field(default_factory=Previous)
    number: int = 0
    _held: tuple[Row, datetime | None] | None = None

    def __post_init__(self) -> None:
        """No settings yet."""
        self.heap = Heap(self.sink)

    def feed(self, line: PrintedLine) -> LineAnswer:
        """Take a line of a pause, or of the settings."""
        flags = _FLAGS.fullmatch(line.text)
        if flags is not None:
            self._settings(flags[1], line)
            return LineAnswer.MORE
        if self._held is not None and self._more(self._held[0], line.text):
            return LineAnswer.MORE
        if (phase := _CONCURRENT.fullmatch(line.text)) is not None:
            self._beside(phase, line)
            return LineAnswer.MORE
        match = _LINE.fullmatch(line.text)
        if match is None:
            return LineAnswer.NOT_MINE
        self._pause(match, line)
        return LineAnswer.MORE

    def close(self, why: str) -> None:  # noqa: ARG002
        """A log may end anywhere: each row is whole."""
        self._give()

    def _give(self) -> None:
        """Hand on the last pause, of which all is known that will be."""
        if self._held is None:
            return
        (row, written), self._held = self._held, None
        if self.previous.is_restarted(row["uptime_us"]):
            self.previous = Previous()
        give(self.sink, row | self.previous.since(row, written, ends=False))

    def _more(self, row: Row, text: str) -> bool:
        """Take a line that belongs to the last pause, if it is one."""
        if (sizes := _G1_SIZES.fullmatch(text)) is not None:
            row |= _of_g1([figures.size(size) or 0 for size in sizes.groups()], row["kind"])
        elif text.lstrip().startswith("[Times:") and (cpu := _CPU.search(text)) is not None:
            row["cpu_us"] = _cpu(cpu)
        else:
            return False
        return True

    def _settings(self, flags: str, line: PrintedLine) -> None:
        self._give()
        self.heap = Heap(self.sink)
        self.previous = Previous()
        use = _USE.search(flags)
        if use:
            self.heap.set(line, collector=use[1])
        self.heap.set(line, compressed_references="+UseCompressedOops" in flags)
        for name, value in _FLAG.findall(flags):
            if column := layout.by_label(HEAP).get(name):
                self.heap.set(line, **{column.name: figures.size(value)})

    def _beside(self, match: re.Match[str], line: PrintedLine) -> None:
        """The end of a phase beside the program; its start tells nothing more."""
        if match["took"] is None:
            return
        uptime = match["uptime"]
        row: Row = {
            "kind": "concurrent",
            "printed": f"Concurrent {match['phase']}",
            "explicit": False,
            "pause_us": None,
            "concurrent_us": float(match["took"].replace(",", ".")) * 1e6,
            "uptime_us": float(uptime.replace(",", ".")) * 1e6 if uptime else None,
        }
        self._give()
        give(self.sink, row_of(line, row))

    def _pause(self, match: re.Match[str], line: PrintedLine) -> None:
        rest = match["rest"]
        times = _TIME.findall(rest)  # parts of the pause have theirs before it
        if not times:
            self.sink.refuse(line.offset, "a pause with its time on one line", line.text)
            return
        generations = Generations()
        for part in _PARTS.findall(rest):
            generations.take(part, None)
        whole = _SIZES.findall(
            re.sub(r"(?:[A-Za-z ]{3,24}): [0-9]{1,12}K->[0-9]{1,12}K\([0-9]{1,12}K\)", "", rest)
        )
        before, after, held = (figures.size(size) for size in whole[-1]) if whole else (None, None, None)
        is_full, causes = match["what"] == "Full GC", match["causes"].strip()
        printed = f"Pause {'Full' if is_full else 'Young'} {causes}".strip()
        if match["what"] in ("GC remark", "GC cleanup"):
            printed = f"Pause {match['what'][3:].capitalize()}"
        for part, name in _OF_CMS.items():
            if part in rest:
                printed = name
        if "(mixed)" in causes:
            printed = printed.replace("(mixed)", "(Mixed)")
        printed = _NO_CAUSE.sub("", printed)
        uptime = match["uptime"]
        kind = kind_of(printed)
        pause = float(times[-1].replace(",", ".")) * 1e6
        row: Row = {
            "number": self.number,
            "kind": kind,
            "printed": printed[:71],
            "cause": causes[1:].partition(") ")[0].removesuffix(")")[:71] or None,
            "explicit": "System" in causes,
            "trouble": "To-space exhausted" if "to-space exhausted" in causes else None,
            "pause_us": pause,
            "uptime_us": float(uptime.replace(",", ".")) * 1e6 if uptime else None,
            "heap_before": before,
            "heap_after": after,
            "heap_committed": held,
        } | generations.columns(kind)
        self.number += 1
        if is_full:
            row["live"] = after
        if (cpu := _CPU.search(rest)) is not None:
            row["cpu_us"] = _cpu(cpu)
        self._give()
        self._held = row_of(line, row), line.written


def _cpu(match: re.Match[str]) -> float:
    return sum(float(seconds.replace(",", ".")) for seconds in match.groups()) * 1e6


def _of_g1(sizes: list[int], kind: str) -> Row:
    """Columns of the line of sizes of G1: of eden, survivors and the heap, before and after."""
    eden, _, eden_after, _, survivors, survived, before, _, after, held = sizes
    row: Row = {"heap_before": before, "heap_after": after, "heap_committed": held}
    if kind == "global":
        row["live"] = after
    if kind in ("young", "partial"):
        row |= {"young_room": eden or None, "young_after": eden_after + survived, "copied": survived}
    if kind == "young":
        row["promoted"] = max(0, (after - eden_after - survived) - (before - eden - survivors))
    return row


def begin(line: PrintedLine, sink: Sink) -> PrintGcLog | bool:
    """Open the log at its settings or at a pause."""
    match = _LINE.fullmatch(line.text) if _CONCURRENT.fullmatch(line.text) is None else None
    if not _FLAGS.fullmatch(line.text) and (match is None or _TIME.search(match["rest"]) is None):
        return False
    log = PrintGcLog(line, sink)
    log.feed(line)
    return log
