"""Replies and commands about the options of SVC dumps, and about dumps that are captured.

    IEE857I 10.00.00 DUMP OPTION 123                (reply to D DUMP,OPTIONS)
       SDUMP- ADD OPTIONS (LSQA,TRT),BUFFERS=00000000K,MAXSPACE=00000500M,
       MSGTIME=99999 MINUTES,MAXSNDSP=015 SECONDS,AUXMGMT=ON
    IEE852I 10.00.00 SYS1.DUMP STATUS 124            (reply to D DUMP,STATUS)
    IEE853I 10.00.00 SYS1.DUMP TITLES 125
    IEE854I 10.00.00 SYS1.DUMP ERRDATA 126
       CAPTURED DUMPS=0001, SPACE USED=00000300M, SPACE FREE=00000200M
    CHNGDUMP SET,SDUMP,MAXSPACE=8000M
    CD SET,SDUMP,AUXMGMT=ON

What is used and what is free of the space for captured dumps are MAXSPACE together.

How sure: the operands from IBM's description of CHNGDUMP, the line of captured dumps from that of IEE854I;
IEE857I from general knowledge of it, as no printed one was found. What does not fit is passed over.

References: IBM z/OS MVS System Commands, CHNGDUMP, DISPLAY DUMP; z/OS MVS System Messages, volume 7.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from getpage.contract.printed import Step, row_of
from getpage.core.units import KIB, MIB

from .messages import is_other

if TYPE_CHECKING:
    from collections.abc import Callable

    from getpage.contract.printed import Line, Row, Sink

TABLE: Final = "zos_dump_option"
STEMS: Final = ("IEE",)
MARKS: Final = ("IEE857I", "IEE852I", "IEE853I", "IEE854I", "CHNGDUMP", "CD SET", "MAXSPACE=")
_HEAD: Final = re.compile(r"[ *@+]{0,4}(IEE85[2347]I) .{0,120}?(?: ([0-9]{3,4}))?\s{0,20}")
_COMMAND: Final = re.compile(r".{0,40}\b(?:CHNGDUMP|CD) +SET *,(.{0,400})", re.DOTALL)
_SPACE: Final = re.compile(
    r"CAPTURED DUMPS=([0-9]{1,8}) {0,4}, {0,4}SPACE USED=([0-9]{1,8})M {0,4}, {0,4}SPACE FREE=([0-9]{1,8})M"
)
_MOST_LINES: Final = 12
_MOST_U32: Final = 1 << 31


def _megabytes(text: str) -> int:
    return int(text) * MIB


def _whole(text: str) -> int | None:
    return int(text) if int(text) < _MOST_U32 else None


#: Operands of SDUMP: what they are called here, what they look like, what their text says.
_OPERANDS: Final[tuple[tuple[str, re.Pattern[str], Callable[[str], object]], ...]] = (
    ("maxspace", re.compile(r"\bMAXSPACE=([0-9]{1,8})M\b"), _megabytes),
    ("buffers", re.compile(r"\bBUFFERS=([0-9]{1,8})M\b"), _megabytes),
    ("buffers", re.compile(r"\bBUFFERS=([0-9]{1,8})K\b"), lambda text: int(text) * KIB),
    ("maxsndsp", re.compile(r"\bMAXSNDSP=([0-9]{1,8})\b"), _whole),
    ("msgtime", re.compile(r"\bMSGTIME=([0-9]{1,8})\b"), _whole),
    ("auxiliary_managed", re.compile(r"\bAUXMGMT=(ON|OFF)\b"), lambda text: text == "ON"),
)


def _operands(words: str) -> Row:
    """What is said of SDUMP; of other kinds of dumps nothing is said with these words."""
    return {
        name: value
        for name, pattern, means in _OPERANDS
        if (found := pattern.search(words)) and (value := means(found[1])) is not None
    }


@dataclass(slots=True)
class Reply:
    """A reply of several lines, as far as it was read."""

    first: Line
    sink: Sink
    keyed: bool
    row: Row = field(default_factory=dict)
    words: str = ""
    lines: int = 0
    ended: bool = False

    def feed(self, line: Line) -> Step:
        """Take a line of it; without a multi-line id it ends at the first that is of something else."""
        if line.key is None and is_other(line):
            self.ended = not self.keyed
            return Step.NOT_MINE
        if self.ended or self.lines >= _MOST_LINES:
            return Step.NOT_MINE
        self.lines += 1
        self.words = f"{self.words} {line.text.strip()}"
        return Step.MORE

    def close(self, why: str) -> None:  # noqa: ARG002 - a reply may be without any of them
        """Keep what it says of SDUMP."""
        row = _operands(self.words)
        if found := _SPACE.search(self.words):
            used, free = int(found[2]) * MIB, int(found[3]) * MIB
            row |= {"captured_dumps": _whole(found[1]), "space_used": used, "maxspace": used + free}
        if row:
            self.sink.give(TABLE, row_of(self.first, row))


def begin(line: Line, sink: Sink) -> tuple[Reply | bool, str | None]:
    """Open a reply, and say which multi-line id its other lines carry; a command is all there is."""
    if found := _HEAD.fullmatch(line.text):
        return Reply(line, sink, found[2] is not None), found[2]
    found = _COMMAND.fullmatch(line.text)
    row = _operands(found[1]) if found and "SDUMP" in found[1] else {}
    if not row:
        return False, None
    sink.give(TABLE, row_of(line, row))
    return True, None
