"""The coverage of the evidence as strips.

Some records carry a clock in UTC and others only the system's local time. Their offset is not in the
evidence, so the two kinds get strips of their own instead of one axis that would be wrong for one of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from getpage.core import numbers
from getpage.report.charts import Strip, coverage_strip

if TYPE_CHECKING:
    from datetime import datetime

    from getpage.result import Coverage

# More rows than this do not fit one screen; then each subsystem gets one row.
MOST_ROWS = 40


def strips(coverage: tuple[Coverage, ...]) -> list[str]:
    """The drawings: one for records with a UTC clock, one for those in local time."""
    made: list[str] = []
    for zoned, name in ((True, "UTC"), (False, "local time of the system")):
        rows = [_strip(c, c.first, c.last) for c in coverage if c.first and c.last and _zoned(c) == zoned]
        if len(rows) > MOST_ROWS:
            rows = _merged(rows)
        if rows:
            title = f"Evidence by subsystem and record, {name}"
            made.append(coverage_strip(rows, uid=f"coverage-{len(made) + 1}", title=title))
    return made


def is_merged(coverage: tuple[Coverage, ...]) -> bool:
    """Whether a strip stands for a subsystem as a whole."""
    counts = [sum(_zoned(c) == zoned for c in coverage if c.first) for zoned in (True, False)]
    return max(counts, default=0) > MOST_ROWS


def _zoned(coverage: Coverage) -> bool:
    return coverage.first is not None and coverage.first.tzinfo is not None


def _strip(coverage: Coverage, first: datetime, last: datetime) -> Strip:
    counted = ("interval", coverage.intervals) if coverage.intervals else ("record", coverage.rows)
    note = numbers.counted(counted[1], counted[0])
    label = f"{coverage.table.removeprefix('SMF ')} {coverage.title}"
    return Strip(str(coverage.subsystem or ""), label, first, last, coverage.gaps, note)


def _merged(rows: list[Strip]) -> list[Strip]:
    """One row per subsystem, missing wherever one of its records is missing."""
    groups: dict[str, list[Strip]] = {}
    for row in rows:
        groups.setdefault(row.group, []).append(row)
    return [
        Strip(
            group="All subsystems",
            label=name,
            first=min(r.first for r in members),
            last=max(r.last for r in members),
            gaps=tuple(sorted({gap for r in members for gap in r.gaps})),
            note=numbers.counted(len(members), "kind of record", "kinds of record"),
        )
        for name, members in groups.items()
    ]
