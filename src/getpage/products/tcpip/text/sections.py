"""Sections of replies to NETSTAT: CONFIG, ALL and STATS.

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

Labels are taken in any case. Counters of the long form have 20 digits; those of the short form have ten, and
are the low 32 bits.

How sure: CONFIG and ALL as IBM REDP-5238, figures 6-16 and 6-17, prints them; the other labels by name from
IBM z/OS Communications Server: IP System Administrator's Commands; of STATS no reply was seen.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from getpage.contract.printed import Step, row_of

from .values import bits, decimal, moment, pairs, size, whole, yes

if TYPE_CHECKING:
    from getpage.contract.printed import Line, Row, Sink

#: What a section begins with.
MARKS: Final = (
    *("TCP CONFIGURATION TABLE", "GLOBAL CONFIGURATION INFORMATION"),
    *("CLIENT NAME:", "TCP STATISTICS"),
)
_CONFIG: Final = re.compile(
    r"\s{0,20}(?:TCP CONFIGURATION TABLE|GLOBAL CONFIGURATION INFORMATION):\s{0,40}", re.IGNORECASE
)
_CLIENT: Final = re.compile(r"\s{0,20}CLIENT NAME:\s{1,40}[A-Z0-9@#$*]{1,8}\s.{0,120}", re.IGNORECASE)
_STATS: Final = re.compile(r"\s{0,20}TCP STATISTICS:?\s{0,40}", re.IGNORECASE)
_OTHER: Final = re.compile(r"\s{0,20}[A-Z][A-Z0-9 /-]{2,60}:\s{0,40}", re.IGNORECASE)
_COUNT: Final = re.compile(
    r"\s{0,20}([A-Z][A-Z0-9 ()/-]{2,60}?)\s{0,60}=\s{0,40}([0-9]{1,20})\s{0,40}", re.IGNORECASE
)
_STATISTICS: Final = re.compile(r"\s{0,20}[A-Z0-9]{2,8} STATISTICS:?\s{0,40}", re.IGNORECASE)
_LONG_DIGITS: Final = 11

_OF_CONFIG: Final[dict[str, tuple[str, Any]]] = {
    "DEFAULTRCVBUFSIZE": ("receive_buffer", size),
    "DEFAULTSNDBUFSIZE": ("send_buffer", size),
    "DEFLTMAXRCVBUFSIZE": ("most_receive_buffer", size),
    "DEFLTMAXSNDBUFSIZE": ("most_send_buffer", size),
    "DELAYACK": ("delay_acks", yes),
    "SELECTIVEACK": ("selective_ack", yes),
    "TCPTIMESTAMP": ("timestamps", yes),
    "ECSALIMIT": ("ecsa_limit", size),
    "POOLLIMIT": ("pool_limit", size),
    "SMCR": ("smcr", yes),
    "SMCD": ("smcd", yes),
}
_OF_CLIENT: Final[dict[str, tuple[str, Any]]] = {
    "BYTESIN": ("bytes_in", whole),
    "BYTESOUT": ("bytes_out", whole),
    "SEGMENTSIN": ("segments_in", whole),
    "SEGMENTSOUT": ("segments_out", whole),
    "RECEIVEBUFFERSIZE": ("receive_buffer", size),
    "SENDBUFFERSIZE": ("send_buffer", size),
    "RCVWND": ("receive_window", size),
    "SNDWND": ("send_window", size),
    "MAXSNDWND": ("most_send_window", size),
    "CONGESTIONWINDOW": ("congestion_window", size),
    "MAXIMUMSEGMENTSIZE": ("segment_bytes", size),
    "SMOOTHTRIPTIME": ("round_trip_ms", decimal),
    "SMOOTHTRIPVARIANCE": ("round_trip_variance_ms", decimal),
    "REXMT": ("retransmitted", whole),
    "REXMTCOUNT": ("retransmitted", whole),
}
_SOCKETS: Final = {"LOCALSOCKET": "local_socket", "FOREIGNSOCKET": "remote_socket"}
_OF_STATISTICS: Final = {
    "CURRENT ESTABLISHED CONNECTIONS": "established",
    "SEGMENTS RECEIVED": "segments_received",
    "SEGMENTS SENT": "segments_sent",
    "SEGMENTS RETRANSMITTED": "segments_retransmitted",
    "WINDOW PROBES SENT": "window_probes_sent",
    "CURRENT ESTABLISHED SMCR CONNECTIONS": "smcr_established",
    "CURRENT ESTABLISHED SMCD CONNECTIONS": "smcd_established",
}
#: Bits of TCPPRF and TCPPRF2 that say that right sizing is active.
_ACTIVE: Final = 0x40


@dataclass(slots=True)
class Reply:
    """A reply: rows of its sections, in their order."""

    first: Line
    sink: Sink
    stack: str | None = None
    release: str | None = None
    config: Row | None = None
    client: Row | None = None
    counters: Row | None = None
    memory: str = ""
    said: dict[str, str] = field(default_factory=dict)
    rows: int = 0

    def feed(self, line: Line) -> Step:
        """Take a line of it: a heading, pairs, or nothing that is read."""
        text = line.text
        if not text.strip():
            return Step.MORE
        if _CONFIG.fullmatch(text):
            self._end_client()
            self.config = self.config if self.config is not None else self._row(line)
            self.config["report"] = "NETSTAT"
            self.config["release"] = self.release
            self._end_counters()
        elif _CLIENT.fullmatch(text):
            self._end_client()
            self.client = row_of(self.first, {"stack": self.stack, "record": line.offset})
            self._of_client(line, text)
        elif _STATS.fullmatch(text):
            self._end_counters()
            self.counters = self._row(line)
        elif _STATISTICS.fullmatch(text):
            self._end_counters()
        elif self.counters is not None and (found := _COUNT.fullmatch(text)):
            column = _OF_STATISTICS.get(" ".join(found[1].upper().split()))
            if column:
                self._set(self.counters, column, whole(found[2]), line)
        elif self.client is not None and any(pairs(text)):
            self._of_client(line, text)
        elif self.config is not None and any(pairs(text)):
            self._of_config(line, text)
        elif not self._passed_over(line, text):
            return Step.NOT_MINE
        return Step.MORE

    def _passed_over(self, line: Line, text: str) -> bool:
        """Other sections of the reply, which are not read."""
        return line.key is not None or bool(
            _OTHER.fullmatch(text) or any(pairs(text)) or _COUNT.fullmatch(text)
        )

    def _row(self, line: Line) -> Row:
        """A row: system and time are those of the first line, its place that of the section."""
        self.rows += 1
        return row_of(self.first, {"stack": self.stack, "record": line.offset})

    def _of_config(self, line: Line, text: str) -> None:
        assert self.config is not None
        for label, value in pairs(text):
            if label in _OF_CONFIG:
                column, read = _OF_CONFIG[label]
                self._set(self.config, column, read(value.split(" ")[0]), line)
                self.memory = column if column in ("smcr", "smcd") else self.memory
            elif label == "FIXEDMEMORY" and self.memory:
                self._set(self.config, f"{self.memory}_memory", size(value), line)

    def _of_client(self, line: Line, text: str) -> None:
        assert self.client is not None
        for label, value in pairs(text):
            if label in _OF_CLIENT:
                column, read = _OF_CLIENT[label]
                self._set(self.client, column, read(value), line)
                if column == "bytes_in":
                    self.client["is_long"] = len(value) >= _LONG_DIGITS
            elif label in _SOCKETS:
                self.client[_SOCKETS[label]] = value[:64]
            elif label == "CLIENTNAME":
                self.client["job"] = value[:8].upper()
            elif label == "CLIENTID":
                self.client["connection_id"] = value[:8].upper()
            elif label == "STATE":
                self.client["state"] = value[:16].upper()
            elif label in ("STARTDATE", "STARTTIME"):
                self.said[label] = value
            elif label in ("TCPPRF", "TCPPRF2"):
                found = bits(value)
                column = "right_sizing" if label == "TCPPRF" else "send_right_sizing"
                self._set(self.client, column, None if found is None else bool(found & _ACTIVE), line)
            elif label in ("SMCSTATUS", "SMCRSTATUS", "SMCDSTATUS"):
                self.client["smc_status"] = value[:16].upper()

    def _set(self, row: Row, column: str, value: Any, line: Line) -> None:
        if value is None:
            self.sink.refuse(line.offset, f"a value for {column} of a NETSTAT reply", line.text)
        row[column] = value

    def _end_client(self) -> None:
        """Give away what was read of a connection."""
        if self.client is None:
            return
        self.client["started"] = moment(self.said.get("STARTDATE", ""), self.said.get("STARTTIME", ""))
        self.rows += 1
        self.sink.give("tcp_socket", self.client)
        self.client, self.said = None, {}

    def _end_counters(self) -> None:
        if self.counters is not None:
            self.sink.give("tcp_statistics", self.counters)
        self.counters = None

    def close(self, why: str) -> None:
        """Keep the last of each; say that a heading had nothing below it that is read."""
        self._end_client()
        self._end_counters()
        if self.config is not None:
            self.sink.give("tcp_configuration", self.config)
        if not self.rows:
            self.sink.refuse(self.first.offset, "CONFIG, ALL or STATS below the heading of NETSTAT", why)


def begin(line: Line, sink: Sink) -> Reply | bool:
    """Open a reply at a section, where no heading stands above it."""
    if not (_CONFIG.fullmatch(line.text) or _CLIENT.fullmatch(line.text) or _STATS.fullmatch(line.text)):
        return False
    made = Reply(line, sink)
    made.feed(line)
    return made
