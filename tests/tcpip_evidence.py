"""TCP/IP for tests: records of connections that ended, and replies to NETSTAT."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from getpage.core.names import Image, Subsystem
from zos_records import Spec, micros, write

if TYPE_CHECKING:
    from pathlib import Path

    from getpage.result import Finding, Result

STACK = Subsystem("tcpip", Image("SYSA"), "TCPIP")
GB = 10**9
KIB = 1 << 10
MIB = 1 << 20
UTC_OFFSET = 3600


def at(minutes: float) -> int:
    """Microseconds since 1970, local time, so many minutes after the first interval began."""
    return micros(0, 60 * minutes)


def address(last: int) -> str:
    """10.1.1.x as a record has it."""
    return f"00000000000000000000FFFF0A0101{last:02X}"


def connection(
    job: str, *, begin: float, seconds: float, system: str = "SYSA", stack: str = "TCPIP", **more: Any
) -> Spec:
    """A connection that was established after `begin` minutes and took `seconds`."""
    end = at(begin) + round(seconds * 1_000_000)
    row = {
        "job": job,
        "connection": 47,
        "started": at(begin) - UTC_OFFSET * 1_000_000,
        "ended": end - UTC_OFFSET * 1_000_000,
        "remote_address": address(2),
        "local_address": address(1),
        "remote_port": 40_000,
        "local_port": 20,
        "bytes_in": 5_000,
        "bytes_out": 5_000,
        "send_window": 65_535,
        "most_send_window": 65_535,
        "congestion_window": 65_535,
        "segment_bytes": 1452,
        "round_trip_ms": 15,
        "round_trip_variance_ms": 1,
        "segments_in": 1000,
        "segments_out": 1000,
    } | more
    return {
        "record_type": 119,
        "subtype": 2,
        "common": {"system": system, "written": end, "stack": stack, "release": "020300"},
        "sections": {"SMF119AP_TT": [row]},
        "lengths": {},
    }


def config(
    receive: int = 64 * KIB,
    send: int = 64 * KIB,
    most: int = 256 * KIB,
    stack: str = "TCPIP",
    more: str = "",
) -> str:
    """The reply to D TCPIP,,N,CONFIG."""
    return (
        f"EZD0101I NETSTAT CS V2R3 {stack} 405\n"
        "TCP CONFIGURATION TABLE:\n"
        f"DEFAULTRCVBUFSIZE:  {receive:08}  DEFAULTSNDBUFSIZE:  {send:08}\n"
        f"DEFLTMAXRCVBUFSIZE: {most:08}  SOMAXCONN:          0000001024\n"
        "MAXRETRANSMITTIME:  120.000   MINRETRANSMITTIME:  0.500\n"
        "DELAYACK:           YES       SELECTIVEACK:       NO\n"
        f"DEFLTMAXSNDBUFSIZE: {most:08}  RETRANSMITATTEMPT:  015\n" + more
    )


def stats(established: int, stack: str = "TCPIP") -> str:
    """The reply to D TCPIP,,N,STATS."""
    return (
        f"EZD0101I NETSTAT CS V2R3 {stack} 406\n"
        "TCP STATISTICS\n"
        f"  CURRENT ESTABLISHED CONNECTIONS           = {established}\n"
        "  SEGMENTS SENT                             = 1000\n"
        "  SEGMENTS RETRANSMITTED                    = 10\n"
    )


def client(
    job: str, number: int, *, more: str = "", bytes_in: int = 0, bytes_out: int = 0, **buffers: int
) -> str:
    """A connection of the reply to D TCPIP,,N,ALL."""
    return (
        f"CLIENT NAME: {job:<8}            CLIENT ID: {number:08X}\n"
        f"LOCAL SOCKET: 9.10.120.100..{9000 + number}\n"
        "FOREIGN SOCKET: 9.10.240.100..1024\n"
        f"BYTESIN:            {bytes_in:020}\n"
        f"BYTESOUT:           {bytes_out:020}\n"
        "SEGMENTSIN:         00000000001549388483\n"
        "SEGMENTSOUT:        00000000000000000356\n" + more + ""
        f"RECEIVEBUFFERSIZE:  {buffers.get('receive', 65536):010}  SENDBUFFERSIZE:     "
        f"{buffers.get('send', 65536):010}\n"
    )


def later(minutes: float) -> datetime:
    """So many minutes after the first interval began."""
    return datetime(1970, 1, 1) + timedelta(microseconds=at(minutes))


def site(path: Path, *specs: Spec, reply: str | None = None, count: int = 50) -> Path:
    """A folder with records, and replies of the stack with so many connections."""
    path.mkdir()
    write(path / "dump.smf", list(specs))
    (path / "netstat.txt").write_text((config() if reply is None else reply) + stats(count))
    return path


def findings(result: Result, check: str) -> list[Finding]:
    """Those of one check."""
    return [finding for finding in result.findings if finding.check == check]


def ftp(moved: int, trip: int, hours: float = 2.5, transfers: int = 14, **more: Any) -> list[Spec]:
    """FTP received in a loop, one transfer after the other, for so many hours."""
    each = hours * 3600 / transfers
    return [
        connection(
            "FTPD1", begin=n * each / 60, seconds=each, bytes_in=moved // transfers, bytes_out=500,
            round_trip_ms=trip, **more,
        )
        for n in range(transfers)
    ]  # fmt: skip
