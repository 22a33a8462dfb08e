"""The evidence of a store again on other days: all of its times are moved."""

from __future__ import annotations

from datetime import date, timedelta
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pathlib import Path

#: Microseconds since 1970 that are moments of this century, as summaries of files have them.
_MOMENTS = range(10**15, 4 * 10**15)


def repeated(path: Path, shifts: list[int]) -> None:
    """Add the dated rows of a store, and the files they are from, once for each number of days later."""
    import polars as pl

    from getpage.evidence.catalog import UNDATED
    from getpage.evidence.commit import committing
    from getpage.evidence.store import Store

    store = Store(path)
    files = store.files()
    most = max(file["file"] for file in files)
    days = [day for day in store.days() if day != UNDATED]
    frames = {(table, day): store.table(table, [day]).collect() for table in store.tables() for day in days}
    with committing(store) as commit:
        for number, shift in enumerate(shifts, 1):
            for (table, day), rows in frames.items():
                if not rows.height:
                    continue
                times = [name for name, kind in rows.schema.items() if isinstance(kind, pl.Datetime)]
                later = [pl.col(name).dt.offset_by(f"{shift}d") for name in times]
                file = (pl.col("file") + most * number).cast(pl.UInt32)
                commit.frame(table, rows.with_columns(*later, file), _later(day, shift))
            for file in files:
                if file["days"] != [UNDATED]:
                    moved = _moved(file, shift * 86_400_000_000)
                    of_days = [day if day == UNDATED else _later(day, shift) for day in file["days"]]
                    named = {"file": file["file"] + most * number, "digest": f"{file['digest']}{number}"}
                    commit.files.append(moved | named | {"days": of_days})


def _later(day: str, shift: int) -> str:
    return str(date.fromisoformat(day) + timedelta(days=shift))


def _moved(value: Any, microseconds: int) -> Any:
    if isinstance(value, dict):
        return {name: _moved(inner, microseconds) for name, inner in value.items()}
    if isinstance(value, list):
        return [_moved(inner, microseconds) for inner in value]
    return value + microseconds if isinstance(value, int) and value in _MOMENTS else value
