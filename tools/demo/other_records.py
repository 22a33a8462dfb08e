"""Records that getpage does not decode: dump header and trailer (2, 3), and others of a real dump (30, 73).

Only the SMF header is meant to be real; the rest is filled.
"""

from __future__ import annotations

from .clock import DAY, SECONDS_PER_DAY

_NEW_FORMAT, _WITH_SUBTYPE = 0x1E, 0x5E
_JOB_BYTES, _RMF_BYTES = 1_180, 1_812
_JOBS = ("PAYLOAD", "PAYSETTL", "BRNCLOSE", "STMTBTCH", "CICSPAY1", "CICSORD1", "TCPIP", "DBP1DBM1")


def _when(second: float) -> bytes:
    midnight = int(second // SECONDS_PER_DAY)
    hundredths = int((second - midnight * SECONDS_PER_DAY) * 100)
    day = DAY.timetuple().tm_yday + midnight
    packed = bytes.fromhex(f"01{DAY.year % 100:02d}{day:03d}F")
    return hundredths.to_bytes(4, "big") + packed


def _record(flag: int, record_type: int, second: float, rest: bytes) -> bytes:
    body = bytes((flag, record_type)) + _when(second) + rest
    return (len(body) + 4).to_bytes(2, "big") + bytes(2) + body


def _name(text: str, length: int) -> bytes:
    return text.ljust(length).encode("cp037")


def dump_header(system: str, second: float) -> bytes:
    """Give the record that the SMF dump program puts in front."""
    return _record(_NEW_FORMAT, 2, second, _name(system, 4))


def dump_trailer(system: str, second: float) -> bytes:
    """Give the record that the SMF dump program puts at the end."""
    return _record(_NEW_FORMAT, 3, second, _name(system, 4))


def rmf(system: str, second: float) -> bytes:
    """Give a record as RMF writes it for channel paths (type 73)."""
    rest = _name(system, 4) + _name("RMF", 4) + (1).to_bytes(2, "big")
    return _record(_WITH_SUBTYPE, 73, second, rest + bytes(_RMF_BYTES))


def jobs(system: str, second: float) -> list[bytes]:
    """Give records of jobs that start (type 30 subtype 1)."""
    rest = _name(system, 4) + _name("STC", 4) + (1).to_bytes(2, "big")
    return [
        _record(_WITH_SUBTYPE, 30, second, rest + bytes(80) + _name(job, 8) + bytes(_JOB_BYTES))
        for job in _JOBS
    ]
