"""HotSpot's older log of its collections (`-XX:+PrintGC`, `-XX:+PrintGCDetails`, to JDK 8).

    CommandLine flags: -XX:InitialHeapSize=134217728 -XX:MaxHeapSize=268435456 -XX:+UseParallelGC
    0.209: [GC (Allocation Failure)  33280K->5090K(125952K), 0.0081120 secs]
    0.231: [Full GC (Ergonomics) 63550K->63435K(125952K), 0.0135610 secs] [Times: user=0.06 sys=0.00,

Limits: pauses of G1 and CMS that PrintGCDetails spreads over several lines have what their first and last
lines say on one line only; a line that is not whole is passed over as damage.

How sure: by HotSpot's documentation and public logs of JDK 6 to 8.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Final

from getpage.contract.printed import LineAnswer, PrintedLine, Row, Sink, row_of
from getpage.products.common.text import figures, layout

from .hotspot import HEAP, Generations, Heap, Previous, give, kind_of

MARKS: Final = ("[GC", "[FULL GC", "COMMANDLINE FLAGS:")

_LINE: Final = re.compile(
    r"[: ]{0,3}(?:(?P<uptime>[0-9]{1,9}[.,][0-9]{1,6}): )?\[(?P<what>Full GC|GC(?: pause)?|GC remark|GC "
    r"cleanup)"
    r"(?P<causes>(?: ?\([A-Za-z0-9 .()_-]{1,60}\))*)(?P<rest>.{0,1200})"
)
_SIZES: Final = re.compile(r"(?<![:K] )(?<!: )\b([0-9]{1,12}[KMG])->([0-9]{1,12}[KMG])\(([0-9]{1,12}[KMG])\)")
_PARTS: Final = re.compile(r"\[?[ :]?((?:DefNew|PSYoungGen|ParNew|ParOldGen|PSOldGen|Tenured): [^\],]{5,60})")
_TIME: Final = re.compile(r", ([0-9]{1,6}[.,][0-9]{1,9}) secs\]")
_CPU: Final = re.compile(r"\[Times: user=([0-9]{1,6}[.,][0-9]{1,6}) sys=([0-9]{1,6}[.,][0-9]{1,6}),")
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

    def __post_init__(self) -> None:
        """No settings yet."""
        self.heap = Heap(self.sink)

    def feed(self, line: PrintedLine) -> LineAnswer:
        """Take a line of a pause, or of the settings."""
        flags = _FLAGS.fullmatch(line.text)
        if flags is not None:
            self._settings(flags[1], line)
            return LineAnswer.MORE
        match = _LINE.fullmatch(line.text)
        if match is None:
            return LineAnswer.NOT_MINE
        self._pause(match, line)
        return LineAnswer.MORE

    def close(self, why: str) -> None:
        """A log may end anywhere: each row is whole."""

    def _settings(self, flags: str, line: PrintedLine) -> None:
        self.heap = Heap(self.sink)
        self.previous = Previous()
        use = _USE.search(flags)
        if use:
            self.heap.set(line, collector=use[1])
        self.heap.set(line, compressed_references="+UseCompressedOops" in flags)
        for name, value in _FLAG.findall(flags):
            if column := layout.by_label(HEAP).get(name):
                self.heap.set(line, **{column.name: figures.size(value)})

    def _pause(self, match: re.Match[str], line: PrintedLine) -> None:
        rest = match["rest"]
        time = _TIME.search(rest)
        if time is None:
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
        if "(mixed)" in causes:
            printed = printed.replace("(mixed)", "(Mixed)")
        uptime = match["uptime"]
        kind = kind_of(printed)
        pause = float(time[1].replace(",", ".")) * 1e6
        row: Row = {
            "number": self.number,
            "kind": kind,
            "printed": printed[:71],
            "cause": causes[1:].partition(") ")[0].removesuffix(")")[:71] or None,
            "explicit": "System" in causes,
            "pause_us": pause,
            "uptime_us": float(uptime.replace(",", ".")) * 1e6 if uptime else None,
            "heap_before": before,
            "heap_after": after,
            "heap_committed": held,
        } | generations.columns(kind)
        self.number += 1
        if is_full:
            row["live"] = after
        if self.previous.is_restarted(row["uptime_us"]):
            self.previous = Previous()
        row |= self.previous.since(row, line.written, ends=False)
        if (cpu := _CPU.search(rest)) is not None:
            row["cpu_us"] = sum(float(seconds.replace(",", ".")) for seconds in cpu.groups()) * 1e6
        give(self.sink, row_of(line, row))


def begin(line: PrintedLine, sink: Sink) -> PrintGcLog | bool:
    """Open the log at its settings or at a pause."""
    match = _LINE.fullmatch(line.text)
    if not _FLAGS.fullmatch(line.text) and (match is None or _TIME.search(match["rest"]) is None):
        return False
    log = PrintGcLog(line, sink)
    log.feed(line)
    return log
