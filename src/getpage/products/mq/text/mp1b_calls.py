"""MP1B, accounting class 3: what an average MQ call cost, a line a call.

    Open name PAYMENTS.IN
    -MQ call-         N    ET    CT  Susp  LOGW  PSET
    Get      :   949070    39     9    30     0    29
    Put      :   949070    14     8     5     0
    Maximum depth encountered 10000

How sure: heads and figures as printed in IBM REDP-5238, examples 4-1 and 4-2 (microseconds an average
call, N calls; "Susp" is the time suspended, of which "LOGW" and "PSET" wait for the log and the page
set); the queue name (`Open name`) above a block from general knowledge of the SupportPac.

A row with fewer figures than heads: each goes under the head that ends in its column; where columns do
not line up (tabs, a copy by hand), from the left. Heads that are not known here are left out."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Final

from getpage.contract.printed import Line, Row, Sink, Step

from . import figures, mp1b

_COLUMNS: Final = {
    "N": "calls",
    "ET": "elapsed",
    "CT": "cpu",
    "SUSP": "suspended",
    "LOGW": "log_wait",
    "PSET": "page_set_wait",
}
MARKS: Final = ("-MQ CALL-", "OPEN NAME")
_HEAD = re.compile(r" {0,20}-MQ call-[ \t](.*)", re.IGNORECASE)
_CALL = re.compile(r" {0,20}([A-Z][A-Z0-9]{1,11})[ \t]*:(.*)", re.IGNORECASE)
_DEPTH = re.compile(r" {0,20}Maximum depth encountered +([0-9,]{1,20}) *", re.IGNORECASE)
_QUEUE = re.compile(r" {0,20}Open name +([A-Z0-9._%/]{1,48})(?: .*)?", re.IGNORECASE)
_WORD = re.compile(r"[^ \t]+")
_KINDS: Final = frozenset(
    {"OPEN", "CLOSE", "GET", "PUT", "PUT1", "INQ", "SET", "CB", "CALLBACK", "CTL", "STAT"}
    | {"SUB", "SUBRQ", "TOPIC", "COMMIT", "BACKOUT", "PREPARE", "OTHER"}
)
_QUEUE_SAID: Final = "queue"


@dataclass(slots=True)
class Calls:
    """One block of calls."""

    heads: list[tuple[str, int]]
    first: Line
    sink: Sink
    queue: str | None
    rows: list[Row] = field(default_factory=list)

    def feed(self, line: Line) -> Step:
        """Take a call, or the depth that ends the block."""
        depth = _DEPTH.fullmatch(line.text)
        if depth:
            self._depth(line, figures.count(depth[1]))
            return Step.DONE
        match = _CALL.fullmatch(line.text)
        if not match or match[1].upper() not in _KINDS:
            return Step.NOT_MINE
        cells = [(word[0], word.end()) for word in _WORD.finditer(line.text, match.start(2))]
        values = [figures.count(text) for text, _ in cells]
        if not values or None in values or len(values) > len(self.heads):
            self.sink.refuse(line.offset, f"up to {len(self.heads)} figures", line.text)
            return Step.MORE
        columns: Row = {"call": match[1].upper()}
        if self.queue:
            columns["queue"] = self.queue
        for (head, _), value in zip(self._under(line, cells), values, strict=False):
            if head in _COLUMNS:
                columns[_COLUMNS[head]] = value
        written, queue_manager = mp1b.owner(line, self.sink)
        self.rows.append(
            self.sink.row("mq_call_average", written, {"queue_manager": queue_manager, **columns})
        )
        return Step.MORE

    def _under(self, line: Line, cells: list[tuple[str, int]]) -> list[tuple[str, int]]:
        ends = {} if "\t" in line.text else {end: (head, end) for head, end in self.heads}
        below = [ends[end] for _, end in cells if end in ends]
        return below if len(below) == len(cells) else self.heads

    def _depth(self, line: Line, depth: int | None) -> None:
        if depth is None:
            self.sink.refuse(line.offset, "a queue depth", line.text)
        for row in self.rows:
            row["maximum_depth"] = depth

    def close(self, why: str) -> None:
        """Say that a block had heads and nothing else."""
        if not self.rows:
            self.sink.refuse(self.first.offset, "calls and their averages after -MQ call-", why)


def begin(line: Line, sink: Sink) -> Calls | bool:
    """Open a block at its heads; a queue's name above it is kept for it."""
    named = _QUEUE.fullmatch(line.text)
    if named:
        sink.remember(_QUEUE_SAID, named[1], line)
        return False
    match = _HEAD.fullmatch(line.text)
    if not match:
        return False
    heads = [(word[0].upper(), word.end()) for word in _WORD.finditer(line.text, match.start(1))]
    if not heads or heads[0][0] != "N":
        sink.refuse(line.offset, "-MQ call- N ET CT Susp LOGW PSET", line.text)
        return True
    queue: str | None = sink.recall(_QUEUE_SAID, line)
    sink.forget(_QUEUE_SAID)
    return Calls(heads, line, sink, queue)
