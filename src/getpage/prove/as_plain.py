"""A proof as rows for CSV and Markdown, and as JSON."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from getpage.result import to_plain

if TYPE_CHECKING:
    from getpage.result import Estimate
    from getpage.result.prove import Proof

COLUMNS = (
    *(
        "subject",
        "measure",
        "unit",
        "before",
        "before_low",
        "before_high",
        "after",
        "after_low",
        "after_high",
    ),
    *("difference", "difference_low", "difference_high"),
    *("change_percent", "change_percent_low", "change_percent_high"),
    *("verdict", "level", "basis", "runs_before", "runs_after"),
)
MEANS = ("column", "rows", "mean_percent", "low", "high", "scatter_low", "scatter_high", "goal", "outcome")


def rows(proof: Proof) -> list[tuple[object, ...]]:
    """One row a difference."""
    return [
        (
            *(d.subject, d.title, d.unit),
            *_ends(d.before),
            *_ends(d.after),
            *_ends(d.difference),
            *_ends(d.change_percent),
            *(str(d.verdict), d.difference.level, d.basis, d.runs_before, d.runs_after),
        )
        for d in proof.differences
    ]


def mean_rows(proof: Proof) -> list[tuple[object, ...]]:
    """One row a column of changes."""
    return [
        (m.subject, m.rows, *_ends(m.mean), *_ends(m.scatter)[1:], m.goal, m.outcome) for m in proof.means
    ]


def to_json(proof: Proof) -> str:
    """The whole proof."""
    return json.dumps({"kind": "proof", **to_plain(proof)}, indent=2) + "\n"


def _ends(estimate: Estimate | None) -> tuple[float | None, float | None, float | None]:
    if estimate is None:
        return None, None, None
    value, low, high = (float(f"{end:.12g}") for end in (estimate.value, estimate.low, estimate.high))
    return value, low, high
