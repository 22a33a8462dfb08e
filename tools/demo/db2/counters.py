"""Counters as Db2 keeps them: cumulative since its start, some days before the day of the evidence."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..spec import Row

DAYS_BEFORE = 9
"""The day is the tenth since the last start."""


class Counters:
    """Running totals by object: a row of what an interval counted becomes a row of totals."""

    def __init__(self) -> None:
        """Begin with nothing counted."""
        self._totals: dict[str, dict[str, int]] = {}

    def add(self, of: str, **counted: float) -> Row:
        """Add to the totals of an object, and give them; all before the day was like its first interval."""
        known = self._totals.setdefault(of, {})
        for name, value in counted.items():
            whole = round(value)
            known[name] = known.get(name, whole * 96 * DAYS_BEFORE) + whole
        return dict(known)
