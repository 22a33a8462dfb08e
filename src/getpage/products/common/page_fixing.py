"""What page-fixing buffers saves, where only a published range tells."""

from __future__ import annotations

from getpage.result import Saving


def saved_by_fixing(low: float, high: float) -> Saving:
    """From `low` to `high` percent of CPU, as published: what it is at a site, only a comparison shows."""
    shown_by = (
        "page-fix it on a test system, and compare CPU per transaction before and after (getpage prove)"
    )
    return Saving(low=low, high=high, of="% of CPU", shown_by=shown_by)
