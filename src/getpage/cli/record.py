"""getpage prove --record: how well forecasts did."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from getpage.cli.output import Format, rows, table, write
from getpage.core.errors import NotEnoughEvidenceError
from getpage.evidence.store import Store
from getpage.prove.record import calibration, record
from getpage.result import to_plain

if TYPE_CHECKING:
    from pathlib import Path

_HEADS = ("figure", "claimed", "inside", "of", "share, 95 % bounds", "below", "above", "intervals are")


def show_record(path: Path, form: Format) -> int:
    """Every figure that was proved, and whether intervals hold what they claim."""
    kept = record(Store(path))
    if not kept.height:
        message = (
            f"{path}: no forecast was proved in this store yet; prove one: getpage prove ... --forecast FILE"
        )
        raise NotEnoughEvidenceError(message)
    found = calibration(kept)
    if form is Format.JSON:
        plain = {"kind": "record", "figures": kept.to_dicts(), "calibration": to_plain(found)}
        write(json.dumps(plain, indent=2) + "\n")
    elif form is not Format.TABLE:
        rows("", kept.columns, kept.rows(), form)
    else:
        shown = kept.drop("proof", "basis", "probability")
        table("Figures of forecasts against what came", shown.columns, shown.rows())
        table(
            "Calibration",
            _HEADS,
            [
                (
                    c.figure,
                    c.claimed,
                    c.inside,
                    c.figures,
                    f"{c.low:.2f} to {c.high:.2f}",
                    c.below,
                    c.above,
                    c.verdict,
                )
                for c in found
            ],
        )
    return 0
