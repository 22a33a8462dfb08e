"""The forecaster's record as tables of a report: whether intervals held what they claim, and each figure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from getpage.core.figures import value
from getpage.prove.record import calibration, record
from getpage.result import Table

if TYPE_CHECKING:
    from getpage.evidence.store import Store
    from getpage.result.prove import Calibration

_NOTE = (
    "Hits and misses alike, kept by getpage prove --forecast. The share of figures inside their intervals is "
    "bounded with probability 0.95 (Clopper and Pearson), figures taken as independent."
)


def recorded(store: Store) -> tuple[Table, ...]:
    """Calibration and figures of every forecast proved in a store; nothing where none was."""
    kept = record(store)
    if not kept.height:
        return ()
    figures = tuple(
        (
            row["forecast_file"],
            row["subject"],
            row["figure"],
            value(row["forecast"], row["figure_unit"]),
            " to ".join(value(row[end], row["figure_unit"]) for end in ("low", "high")),
            None if row["actual"] is None else value(row["actual"], row["figure_unit"]),
            row["outcome"],
        )
        for row in kept.iter_rows(named=True)
    )
    calibrated = tuple(_calibration(one) for one in calibration(kept))
    tables = (
        Table(
            title="Forecast and proof: how often figures came inside their intervals",
            columns=("figure", "claimed", "inside", "of", "share, bounds", "intervals are"),
            rows=calibrated,
            note=_NOTE,
        ),
        Table(
            title="Forecast and proof: figures of forecasts against what came",
            columns=("forecast", "subject", "figure", "value", "interval", "actual", "outcome"),
            rows=figures,
        ),
    )
    return tables if calibrated else tables[1:]


def _calibration(one: Calibration) -> tuple[str | int, ...]:
    share = f"{100 * one.low:.0f} to {100 * one.high:.0f} %"
    return one.figure, f"{100 * one.claimed:.0f} %", one.inside, one.figures, share, one.verdict
