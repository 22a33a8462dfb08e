"""The dumps of the evidence: messages about one dump put together.

A dump has an identifier while it is captured, which another may have after it. So messages are taken in
order: a capture (IEA794I) opens a dump with what asked for one last, IEA611I or IEA911E with the same
identifier ends it. When it was asked for is, in this order: the time of its error (ERRORID, to a tenth of a
second), when z/OS says that it has begun (IEA045I), or when it was asked for (a reply, a trap that matched, a
command).
"""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any, Final

import polars as pl

from .dump import Dump
from .thresholds import LONGEST, NEAR

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import datetime

    from getpage.contract.evidence import Evidence

    from .dump import Row

TABLE: Final = "svc_dump"
#: What asks for a dump, the surest of when first.
_ASKS: Final = ("IEA045I", "REPLY", "IEA992I", "DUMP")
_DONE: Final = ("IEA611I", "IEA911E")
_YEARS: Final = (1970, 2200)


def rows(evidence: Evidence) -> pl.DataFrame:
    """All messages, in order of time; a year that no log is of is no time."""
    said = evidence.frame(TABLE)
    possible = pl.col("written").dt.year().is_between(*_YEARS)
    return said.with_columns(pl.when(possible).then("written").alias("written")).sort(
        "written", "file", "record", nulls_last=True
    )


def dumps(messages: Iterable[Row]) -> list[Dump]:
    """The dumps that the messages of one system tell of, in order of time."""
    made = _Reading()
    for row in messages:
        made.take(row)
    return made.dumps


class _Reading:
    """What was read so far: all dumps, those that are captured by their identifier, and what asks for one."""

    def __init__(self) -> None:
        self.dumps: list[Dump] = []
        self._captured: dict[str | None, Dump] = {}
        self._asked: dict[str, Row] = {}

    def take(self, row: Row) -> None:
        """One message more."""
        name = str(row["message"])
        if name in _ASKS or name == "IEA043I":
            self._asked[name] = row
        elif name == "IEA794I":
            self._captured[row["dump_id"]] = self._new(row)
        elif name in _DONE:
            self._done(
                row,
                self._captured.pop(row["dump_id"]) if row["dump_id"] in self._captured else self._new(row),
            )
        elif name in ("IEA793A", "IEA799I"):
            one = self._captured.get(row["dump_id"]) or next(reversed(self._captured.values()), None)
            if one is not None:
                one.rows.setdefault(name, row)

    def _new(self, row: Row) -> Dump:
        one = Dump(id=row["dump_id"], rows={str(row["message"]): row})
        one.captured = row["written"] if row["is_captured"] else None
        near = {name: asked for name, asked in self._asked.items() if _near(asked, row)}
        one.rows |= near
        for name in _ASKS:
            if name in near and near[name]["written"] is not None:
                one.begun, one.begun_by = _at(near[name]), name
                break
        self._asked = {}
        self.dumps.append(one)
        return one

    def _done(self, row: Row, one: Dump) -> None:
        one.rows[str(row["message"])] = row
        one.written = row["written"]
        error = _of_day(one.captured or one.written, row["error_us"])
        if error is not None and (one.captured or error) - error <= LONGEST:
            one.begun, one.begun_by = error, str(row["message"])


def _near(asked: Row, row: Row) -> bool:
    """Whether what asked for a dump was close enough before it, as far as times are told."""
    if asked["written"] is None or row["written"] is None:
        return bool(asked["file"] == row["file"])
    return bool(timedelta() <= row["written"] - asked["written"] <= NEAR)


def _at(row: Row) -> datetime:
    """When it was: the time of its error where it tells that."""
    return _of_day(row["written"], row["error_us"]) or row["written"]


def _of_day(near: datetime | None, clock: Any) -> datetime | None:
    """A time of day on the day of a time, or on the one before; None where either is not told."""
    if near is None or clock is None:
        return None
    at = near.replace(hour=0, minute=0, second=0, microsecond=0) + timedelta(microseconds=float(clock))
    return at if at <= near + timedelta(seconds=1) else at - timedelta(days=1)
