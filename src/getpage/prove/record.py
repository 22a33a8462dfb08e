"""The forecaster's record: every figure of every forecast that was proved, kept in a store.

It is the table `forecast_score`, so `getpage sql` sees it too. A proof that was kept is not kept again. A
forecaster is well calibrated when the share of figures inside their intervals is the probability that the
intervals claim; how far the share may be off by chance is the interval of Clopper and Pearson (1934), which
takes figures as independent. Figures of one forecast are not quite, so it is at best this narrow.
"""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING

import polars as pl

from getpage.core.student import beta_quantile
from getpage.evidence.catalog import UNDATED
from getpage.evidence.store import Store
from getpage.result.prove import INSIDE, OUTSIDE, Calibration, KeptScore, Record

if TYPE_CHECKING:
    from pathlib import Path

    from getpage.result.prove import Proof

TABLE = "forecast_score"


def keep(path: Path, forecast_file: Path, proof: Proof) -> bool:
    """Keep the scores of a proof in the store at `path`; False where it has them already."""
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
    with store.writing() as commit:
        commit.frame(TABLE, pl.DataFrame(rows, schema=schema), UNDATED)
    return True


def record(store: Store) -> pl.DataFrame:
    """Every kept figure, in the order kept."""
    return store.table(TABLE).drop("file", "record").collect()


def as_result(kept: pl.DataFrame) -> Record:
    """The figures of `record`, with their calibration."""
    figures = tuple(KeptScore(**row) for row in kept.iter_rows(named=True))
    return Record(figures=figures, calibration=calibration(kept))


def calibration(kept: pl.DataFrame) -> tuple[Calibration, ...]:
    """Hits by figure and claimed probability, and over all figures of one probability."""
    judged = kept.filter(pl.col("outcome").is_in([INSIDE, OUTSIDE]))
    found = []
    for probability in sorted(judged["probability"].unique()):
        of = judged.filter(pl.col("probability") == probability)
        groups = [("all figures", of)]
        groups += [(name, of.filter(pl.col("figure") == name)) for name in sorted(of["figure"].unique())]
        found += [_calibration(name, probability, rows) for name, rows in groups]
    return tuple(found)


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
    """The 95 % interval of a share by Clopper and Pearson (1934): never narrower than it claims."""
    low = 0.0 if inside == 0 else beta_quantile(inside, figures - inside + 1, 0.025)
    high = 1.0 if inside == figures else beta_quantile(inside + 1, figures - inside, 0.975)
    return low, high


def _identity(forecast_file: Path, proof: Proof) -> str:
    sides = [
        (side.label, *map(str, (side.first, side.last)), *side.files) for side in (proof.before, *proof.after)
    ]
    said = hashlib.sha256(forecast_file.read_bytes()).hexdigest() + json.dumps(sides)
    return hashlib.sha256(said.encode()).hexdigest()
