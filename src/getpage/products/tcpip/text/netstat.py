"""Replies to NETSTAT CONFIG, ALL and STATS, to the operator command or to that of TSO and z/OS UNIX.

    EZD0101I NETSTAT CS V2R3 TCPCS1 405
    MVS TCP/IP NETSTAT CS V2R3       TCPIP Name: TCPCS           14:21:13
    TCP CONFIGURATION TABLE:
    DEFAULTRCVBUFSIZE:  00065536   DEFAULTSNDBUFSIZE:  00065536
    GLOBAL CONFIGURATION INFORMATION:
    ECSALIMIT: 0000000K   POOLLIMIT: 0000000K
    SMCR: YES
      FIXEDMEMORY: 256M   TCPKEEPMININT: 00000300
    CLIENT NAME: USER33   CLIENT ID: 0000002F
    LOCAL SOCKET: 9.10.120.100..9999
    FOREIGN SOCKET: 9.10.240.100..1024
    BYTESIN:            00000000098473884485
    TCP STATISTICS
      CURRENT ESTABLISHED CONNECTIONS           = 117

Labels are taken in any case. A reply without its heading begins at a section. Counters of the long form
have 20 digits; those of the short form have ten, and are the low 32 bits.

How sure: the first heading, CONFIG and ALL as IBM REDP-5238, figures 6-16 and 6-17, prints them; the second
heading and the other labels by name from IBM z/OS Communications Server: IP System Administrator's
Commands; of STATS no reply was seen.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final

from getpage.contract.printed import LineAnswer, PrintedLine, Row, Sink
from getpage.products.common.text import figures
from getpage.products.common.text.labelled import LabelledReport
from getpage.products.common.text.layout import PrintedColumn

STEMS: Final = ("EZD",)
MARKS: Final = (
    *("NETSTAT CS ", "TCP CONFIGURATION TABLE", "GLOBAL CONFIGURATION INFORMATION"),
    *("CLIENT NAME:", "TCP STATISTICS"),
)
_CONSOLE: Final = re.compile(
    r"[ *@+]{0,4}EZD0101I NETSTAT CS (V[0-9A-Z]{1,7}) ([A-Z0-9@#$]{1,8})(?: {1,20}([0-9]{3,4}))?\s{0,40}"
)
_TSO: Final = re.compile(
    r"\s{0,4}MVS TCP/IP NETSTAT CS (V[0-9A-Z]{1,7})\s{1,40}TCPIP NAME:\s{1,20}([A-Z0-9@#$]{1,8})"
    r"\s{1,40}[0-9]{2}:[0-9]{2}:[0-9]{2}\s{0,40}",
    re.IGNORECASE,
)
_CONFIG: Final = re.compile(
    r"\s{0,20}(?:TCP CONFIGURATION TABLE|GLOBAL CONFIGURATION INFORMATION):\s{0,40}", re.IGNORECASE
)
_CLIENT: Final = re.compile(r"\s{0,20}CLIENT NAME:\s{1,40}\S.{0,120}", re.IGNORECASE)
_STATISTICS: Final = re.compile(r"\s{0,20}([A-Z0-9]{2,8}) STATISTICS:?\s{0,40}", re.IGNORECASE)
_OTHER: Final = re.compile(r"\s{0,20}[A-Z][A-Z0-9 /-]{2,60}:\s{0,40}", re.IGNORECASE)
_COUNT: Final = re.compile(
    r"\s{0,20}([A-Z][A-Z0-9 ()/-]{2,60}?)\s{0,60}=\s{0,40}([0-9]{1,20})\s{0,40}", re.IGNORECASE
)
_LONG_DIGITS: Final = 11
#: Byte 1 of TCPPRF and TCPPRF2: right sizing is active.
_ACTIVE: Final = 0x40


class NetstatSection(LabelledReport):
    """A section of a reply."""

    __slots__ = ()

    @staticmethod
    def normal(label: str) -> str:
        """A label in capitals, without blanks."""
        return "".join(label.upper().split())


@dataclass(slots=True)
class Configuration(NetstatSection):
    """The settings of a stack; FIXEDMEMORY is that of the kind of SMC above it."""

    table = "tcp_configuration"
    smc: str = ""

    def pairs(self, text: str) -> Iterator[tuple[str, str]]:
        """The labels of a line, each with the first word behind it."""
        for label, value in figures.pairs(text):
            if label in ("SMCR", "SMCD"):
                self.smc = label
            yield self.smc + label if label == "FIXEDMEMORY" else label, value.split(" ")[0]


@dataclass(slots=True)
class Connection(NetstatSection):
    """One connection."""

    table = "tcp_socket"
    started: dict[str, str] = field(default_factory=dict)

    def pairs(self, text: str) -> Iterator[tuple[str, str]]:
        """The labels of a line with their figures; when the connection was established is in two of them."""
        for label, value in figures.pairs(text):
            if label in ("STARTDATE", "STARTTIME"):
                self.started[label] = value
            elif label == "BYTESIN":
                self.row["is_long"] = len(value) >= _LONG_DIGITS
            yield label, value

    def read(self, column: PrintedColumn, text: str) -> Any:
        """A figure; right sizing is a bit of its byte, and names are in capitals."""
        if column.type == "Boolean":
            byte = figures.hexadecimal(text)
            return None if byte is None else bool(byte & _ACTIVE)
        return figures.of(column, text.upper() if column.unit == "name" else text)

    def close(self, why: str) -> None:
        """Hand on the connection."""
        day = figures.american(self.started.get("STARTDATE", ""))
        self.row["started"] = figures.moment(day, figures.clock(self.started.get("STARTTIME", "")))
        NetstatSection.close(self, why)


@dataclass(slots=True)
class Statistics(NetstatSection):
    """The counters of a stack."""

    table = "tcp_statistics"

    def pairs(self, text: str) -> Iterator[tuple[str, str]]:
        """The label of a line and its counter."""
        if match := _COUNT.fullmatch(text):
            yield self.normal(match[1]), match[2]


@dataclass(slots=True)
class NetstatReply:
    """One reply. `section` is the one that is being read; a configuration has two, and goes on to the end."""

    first: PrintedLine
    sink: Sink
    stack: str | None = None
    release: str | None = None
    configuration: Configuration | None = None
    section: NetstatSection | None = None
    sections: int = 0

    def feed(self, line: PrintedLine) -> LineAnswer:
        """Take a line of it: a heading, figures, or nothing that is read."""
        text = line.text
        if not text.strip():
            return LineAnswer.MORE
        if _CONFIG.fullmatch(text):
            if self.configuration is None:
                row = self._row(line) | {"report": "NETSTAT", "release": self.release}
                self.configuration = Configuration(self.first, self.sink, row)
            self._begin(self.configuration)
        elif _CLIENT.fullmatch(text):
            connection = Connection(self.first, self.sink, self._row(line))
            connection.take(line)
            self._begin(connection)
        elif match := _STATISTICS.fullmatch(text):
            is_tcp = match[1].upper() == "TCP"
            self._begin(Statistics(self.first, self.sink, self._row(line)) if is_tcp else None)
        elif (self.section is None or not self.section.take(line)) and not self._is_passed_over(line):
            return LineAnswer.NOT_MINE
        return LineAnswer.MORE

    def _row(self, line: PrintedLine) -> Row:
        """What every row has: its place is that of the section, system and time are those of the first
        line.
        """
        return {"stack": self.stack, "record": line.offset}

    def _begin(self, section: NetstatSection | None) -> None:
        if self.section is not None and self.section is not self.configuration:
            self.section.close("the next section")
        self.section = section
        self.sections += section is not None

    def _is_passed_over(self, line: PrintedLine) -> bool:
        """True if a line belongs to the reply and has nothing that is read."""
        patterns = (_OTHER, _COUNT)
        return (
            line.key is not None
            or any(pattern.fullmatch(line.text) for pattern in patterns)
            or any(figures.pairs(line.text))
        )

    def close(self, why: str) -> None:
        """Hand on the last of each; say that a heading had nothing below it that is read."""
        self._begin(None)
        if self.configuration is not None:
            self.configuration.close(why)
        if not self.sections:
            self.sink.refuse(self.first.offset, "CONFIG, ALL or STATS below the heading of NETSTAT", why)


def begin(line: PrintedLine, sink: Sink) -> tuple[NetstatReply | bool, str | None]:
    """Open a reply at its heading, or at a section where no heading stands above it."""
    if match := _CONSOLE.fullmatch(line.text):
        return NetstatReply(line, sink, match[2], match[1]), match[3]
    if match := _TSO.fullmatch(line.text):
        return NetstatReply(line, sink, match[2].upper(), match[1].upper()), None
    section = _STATISTICS.fullmatch(line.text)
    if section is None and not (_CONFIG.fullmatch(line.text) or _CLIENT.fullmatch(line.text)):
        return False, None
    if section is not None and section[1].upper() != "TCP":
        return False, None
    reply = NetstatReply(line, sink)
    reply.feed(line)
    return reply, None
