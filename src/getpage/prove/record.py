"""The forecaster's record: every figure of every forecast that was proved, kept in a store.

It is the table `forecast_score`, so `getpage sql` sees it too. A proof is kept once. A forecaster is well
calibrated when the share of figures inside their intervals is the probability that the intervals claim. How
far the share may be off by chance is the interval of Clopper and Pearson (1934), which takes figures as
independent. Figures of one forecast are not quite independent, so this interval is a lower limit.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Final

import polars as pl

from getpage.core.figures import value
from getpage.core.student import beta_quantile
from getpage.evidence.catalog import UNDATED
from getpage.evidence.commit import committing
from getpage.evidence.store import Store
from getpage.result import Table
from getpage.result.prove import INSIDE, OUTSIDE, Calibration, KeptScore, Proof, Record

TABLE: Final = "forecast_score"
_NOTE: Final = (
    "Hits and misses alike, kept by getpage prove --forecast. The share of figures inside their intervals is "
    "bounded with probability 0.95 (Clopper and Pearson), figures taken as independent."
)


def keep(path: Path, forecast_file: Path, proof: Proof) -> bool:
    """Keep the scores of a proof in the store at `path`; False where the store has them already."""
    store = Store(path)
    identity = _identity(forecast_file, proof)
    if identity in set(store.table(TABLE).select("proof").collect()["proof"]):
        return False
    rows = [
        {
            "proof": identity,
            "forecast_file": forecast_file.name,
            "subject": str(score.subject),
            "figure": score.name,
            "figure_unit": score.unit,
            "basis": score.forecast.basis,
            "forecast": score.forecast.value,
            "low": score.forecast.low,
            "high": score.forecast.high,
            "probability": score.forecast.level,
            "actual": None if score.actual is None else score.actual.value,
            "outcome": score.outcome,
        }
        for score in proof.scores
    ]
    schema = store.dictionary.schema(TABLE)
    with committing(store) as commit:
        commit.frame(TABLE, pl.DataFrame(rows, schema=schema), UNDATED)
    return True


def kept_scores(store: Store) -> pl.DataFrame:
    """Every kept figure, in the order kept."""
    return store.table(TABLE).drop("file", "record").collect()


def record_of(kept: pl.DataFrame) -> Record:
    """The kept figures with their calibration."""
    figures = tuple(KeptScore(**row) for row in kept.iter_rows(named=True))
    return Record(figures=figures, calibration=calibration(kept))


def calibration(kept: pl.DataFrame) -> tuple[Calibration, ...]:
    """Hits by figure and claimed probability, and over all figures of one probability."""
    judged = kept.filter(pl.col("outcome").is_in([INSIDE, OUTSIDE]))
    calibrations = []
    for probability in sorted(judged["probability"].unique()):
        rows = judged.filter(pl.col("probability") == probability)
        groups = [("all figures", rows)]
        groups += [(name, rows.filter(pl.col("figure") == name)) for name in sorted(rows["figure"].unique())]
        calibrations += [_calibration(name, probability, group) for name, group in groups]
    return tuple(calibrations)


def _calibration(name: str, probability: float, rows: pl.DataFrame) -> Calibration:
    inside = int((rows["outcome"] == INSIDE).sum())
    low, high = _share(inside, rows.height)
    verdict = "as claimed"
    if probability > high:
        verdict = "too narrow"
    elif probability < low:
        verdict = "too wide"
    return Calibration(
        figure=name,
        claimed=probability,
        inside=inside,
        figures=rows.height,
        low=low,
        high=high,
        verdict=verdict,
        below=int((rows["actual"] < rows["low"]).sum()),
        above=int((rows["actual"] > rows["high"]).sum()),
    )


def _share(inside: int, figures: int) -> tuple[float, float]:
    """The 95 % interval of a share by Clopper and Pearson (1934): it holds the share at least that often."""
    low = 0.0 if inside == 0 else beta_quantile(inside, figures - inside + 1, 0.025)
    high = 1.0 if inside == figures else beta_quantile(inside + 1, figures - inside, 0.975)
    return low, high


def _identity(forecast_file: Path, proof: Proof) -> str:
    sides = [
        (side.label, *map(str, (side.first, side.last)), *side.files) for side in (proof.before, *proof.after)
    ]
    content = hashlib.sha256(forecast_file.read_bytes()).hexdigest() + json.dumps(sides)
    return hashlib.sha256(content.encode()).hexdigest()


def record_tables(store: Store) -> tuple[Table, ...]:
    """Calibration and figures of every forecast proved in a store; empty where none was."""
    kept = kept_scores(store)
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
    calibrated = tuple(map(_calibration_row, calibration(kept)))
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


def _calibration_row(row: Calibration) -> tuple[str | int, ...]:
    share = f"{100 * row.low:.0f} to {100 * row.high:.0f} %"
    return row.figure, f"{100 * row.claimed:.0f} %", row.inside, row.figures, share, row.verdict
