"""SVC dumps that held storage while sorts ran, by the messages of the system's log.

A dump holds real storage from when it is asked for until it is written (IEA794I, then IEA611I): sorts that
begin meanwhile find less.

Reference: IBM z/OS MVS System Messages, IEA794I, IEA611I, IEA911E, IEA045I.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

import polars as pl

from getpage.contract.evidence import Evidence
from getpage.result import Fact

_TABLE: Final = "svc_dump"
#: What asks for a dump stands no longer before its capture than that; ours.
_NEAR: Final = timedelta(minutes=10)


@dataclass(frozen=True, slots=True)
class DumpSpan:
    """One dump: from when to when it held storage, whose it is, and the message that says so."""

    start: datetime
    end: datetime
    job: str
    fact: Fact

    def overlaps(self, begin: datetime, end: datetime) -> bool:
        """Whether it held storage in that time."""
        return self.start < end and begin < self.end


def dump_spans(evidence: Evidence, system: str | None) -> list[DumpSpan]:
    """The dumps of a system, in order; one that was never written holds until the last message."""
    mine = pl.col("written").is_not_null() & pl.col("system").eq_missing(pl.lit(system, pl.String))
    rows = evidence.frame(_TABLE).filter(mine).sort("written", "file", "record")
    captured: dict[str | None, tuple[datetime, Mapping[str, Any]]] = {}
    requested_at: datetime | None = None
    spans: list[DumpSpan] = []

    def close(dump: str | None, end: datetime) -> None:
        start, row = captured.pop(dump)
        fact = evidence.fact(_TABLE, "message", row, label="a dump was captured")
        spans.append(DumpSpan(start, end, str(row["job"] or "another job"), fact))

    for row in rows.iter_rows(named=True):
        at = row["written"]
        if row["is_captured"]:
            near = requested_at is not None and at - requested_at <= _NEAR
            captured[row["dump_id"]] = (requested_at if near and requested_at is not None else at, row)
        elif row["data_set"] is not None and row["dump_id"] in captured:
            close(row["dump_id"], at)
        elif row["data_set"] is None and not row["is_waiting"]:
            requested_at = at
    for dump in list(captured):
        close(dump, max(rows["written"]))
    return sorted(spans, key=lambda span: span.start)
