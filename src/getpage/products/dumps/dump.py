"""SVC dumps, put together from messages: when each was asked for, captured and written, and of what.

A dump has an identifier while it is captured, which another may have after it. So messages are taken in
order: a capture (IEA794I) opens a dump with the request before it, IEA611I or IEA911E with the same
identifier ends it. The time of the request is, in this order: the time of its error (ERRORID, to a tenth of a
second), when z/OS says that the dump has begun (IEA045I), or the time of a reply, a matching trap or a
command.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, Final

import polars as pl

from getpage.contract.evidence import Evidence
from getpage.products.common.every_row import every_row

from .constants import LONGEST, NEAR

Row = dict[str, Any]
TABLE: Final = "svc_dump"
#: Messages that ask for a dump, the surest of the time first.
_REQUESTS: Final = ("IEA045I", "REPLY", "IEA992I", "DUMP")
_DONE: Final = ("IEA611I", "IEA911E")
_YEARS: Final = (1970, 2200)
_JOBNAME: Final = re.compile(r"\bJOBNAME=\(([A-Z0-9@#$*?, ]{1,200})\)")


@dataclass(slots=True)
class Dump:
    """One SVC dump.

    `begun`, `captured` and `written` are local times, None if unknown. `rows` are its messages by identifier,
    REPLY, DUMP or SLIP.
    """

    id: str | None = None
    begun: datetime | None = None
    captured: datetime | None = None
    written: datetime | None = None
    rows: dict[str, Row] = field(default_factory=dict)

    def first_of(self, column: str) -> Any:
        """The first value of a column in its messages; None if none has one."""
        values = (row[column] for row in self.rows.values() if row[column] is not None)
        return next(values, None)

    @property
    def job(self) -> str | None:
        """The job that asked for it."""
        job = self.first_of("job")
        return None if job is None else str(job)

    @property
    def title(self) -> str | None:
        """Its title."""
        title = self.first_of("title")
        return None if title is None else str(title)

    @property
    def asids(self) -> tuple[int, ...]:
        """The address spaces in it."""
        longest = max((str(row["asids"] or "") for row in self.rows.values()), key=len, default="")
        return tuple(int(asid, 16) for asid in longest.split(",") if 0 < len(asid) <= 4)

    @property
    def jobs(self) -> tuple[str, ...]:
        """Jobs that a reply names to be dumped, and the job that asked for the dump."""
        match = _JOBNAME.search(str(self.rows["REPLY"]["reason"] or "")) if "REPLY" in self.rows else None
        named = [job.strip() for job in match[1].split(",")] if match else []
        return tuple(dict.fromkeys((*filter(None, named), *([self.job] if self.job else []))))

    @property
    def done(self) -> Mapping[str, Any] | None:
        """The message that says that it is written."""
        return next((row for row in self.rows.values() if row["data_set"] is not None), None)

    @property
    def is_partial(self) -> bool:
        """Whether it lacks some of what was asked for."""
        return any(row["is_partial"] for row in self.rows.values())

    @property
    def reason(self) -> str:
        """Why it is partial, in the words of z/OS; empty if they are not known."""
        texts = (row["reason"] for row in self.rows.values() if row["data_set"] is not None and row["reason"])
        return str(next(texts, ""))

    @property
    def hit_maxspace(self) -> bool:
        """Whether z/OS said that MAXSPACE was reached."""
        return "IEA043I" in self.rows or "MAXSPACE" in self.reason.upper()

    @property
    def waited(self) -> Mapping[str, Any] | None:
        """The message that says that there was no data set to write it to."""
        return self.rows.get("IEA793A")

    @property
    def seconds(self) -> float | None:
        """Seconds of its capture, from the request to IEA794I; None if either time is unknown."""
        if self.begun is None or self.captured is None:
            return None
        took = (self.captured - self.begun).total_seconds()
        return took if took > 0 else None

    @property
    def write_seconds(self) -> float | None:
        """Seconds from the end of its capture until it was written; None if either time is unknown."""
        if self.captured is None or self.written is None:
            return None
        return max(0.0, (self.written - self.captured).total_seconds())


def messages(evidence: Evidence) -> pl.DataFrame:
    """All messages about dumps, in order of time; an impossible year counts as no time."""
    rows = every_row(evidence, TABLE)
    is_possible = pl.col("written").dt.year().is_between(*_YEARS)
    return rows.with_columns(pl.when(is_possible).then("written").alias("written")).sort(
        "written", "file", "record", nulls_last=True
    )


def dumps_in(rows: Iterable[Row]) -> list[Dump]:
    """The dumps in the messages of one system, in order of time."""
    reading = _Reading()
    for row in rows:
        reading.take(row)
    return reading.dumps


class _Reading:
    """All dumps so far, those being captured by identifier, and the requests not yet used."""

    def __init__(self) -> None:
        self.dumps: list[Dump] = []
        self._captured: dict[str | None, Dump] = {}
        self._requests: dict[str, Row] = {}

    def take(self, row: Row) -> None:
        """Take the next message."""
        name = str(row["message"])
        if name in _REQUESTS or name == "IEA043I":
            self._requests[name] = row
        elif name == "IEA794I":
            self._captured[row["dump_id"]] = self._new(row)
        elif name in _DONE:
            is_captured = row["dump_id"] in self._captured
            self._done(row, self._captured.pop(row["dump_id"]) if is_captured else self._new(row))
        elif name in ("IEA793A", "IEA799I"):
            dump = self._captured.get(row["dump_id"]) or next(reversed(self._captured.values()), None)
            if dump is not None:
                dump.rows.setdefault(name, row)

    def _new(self, row: Row) -> Dump:
        dump = Dump(id=row["dump_id"], rows={str(row["message"]): row})
        dump.captured = row["written"] if row["is_captured"] else None
        near = {name: request for name, request in self._requests.items() if _near(request, row)}
        dump.rows |= near
        for name in _REQUESTS:
            if name in near and near[name]["written"] is not None:
                dump.begun = _at(near[name])
                break
        self._requests = {}
        self.dumps.append(dump)
        return dump

    def _done(self, row: Row, dump: Dump) -> None:
        dump.rows[str(row["message"])] = row
        dump.written = row["written"]
        error = _of_day(dump.captured or dump.written, row["error_us"])
        if error is not None and (dump.captured or error) - error <= LONGEST:
            dump.begun = error


def _near(request: Row, row: Row) -> bool:
    """Whether a request came shortly before a message; without times, whether both are in one file."""
    if request["written"] is None or row["written"] is None:
        return bool(request["file"] == row["file"])
    return bool(timedelta() <= row["written"] - request["written"] <= NEAR)


def _at(row: Row) -> datetime:
    """When it was: the time of its error if the message has it."""
    return _of_day(row["written"], row["error_us"]) or row["written"]


def _of_day(near: datetime | None, clock: Any) -> datetime | None:
    """A time of day on the day of a time, or on the day before; None if either is unknown."""
    if near is None or clock is None:
        return None
    at = near.replace(hour=0, minute=0, second=0, microsecond=0) + timedelta(microseconds=float(clock))
    return at if at <= near + timedelta(seconds=1) else at - timedelta(days=1)
