"""getpage prove --record: how well forecasts did."""

from __future__ import annotations

from pathlib import Path

from getpage.cli.output import Format, show
from getpage.core.errors import NotEnoughEvidenceError
from getpage.evidence.store import Store
from getpage.prove.record import kept_scores, record_of


def show_record(path: Path, form: Format) -> int:
    """Every figure that was proved, and whether intervals hold what they claim."""
    store = Store(path)
    kept = kept_scores(store)
    if not kept.height:
        message = f"{path}: no forecast was proved in this store yet"
        raise NotEnoughEvidenceError(message, "getpage prove BEFORE AFTER --forecast FILE")
    show(record_of(kept), form)
    return 0
