"""Two tables of runs, before and after: runs of the same label are pairs (the same load, another release).

The difference of a measure is the mean over the pairs, with the interval of Student's t for paired samples:
what all pairs share, the load, is not noise. The scatter is taken as no smaller than the rounding of the
printed digits makes it. Pairs are taken as independent of one another: load points are, intervals in a row
are not (put those in a store).
"""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING

from getpage.core.errors import NotEnoughEvidenceError
from getpage.prove.answer import confirm, first_line
from getpage.prove.printed import chance_of_mean, compare_printed, direction, mean_estimate, verdict
from getpage.prove.tables import printed_figure
from getpage.result.prove import Difference, Proof, Side
from getpage.runs import read_points
from getpage.runs.headings import is_delta
from getpage.runs.span import Span, mean

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from getpage.result import Estimate
    from getpage.runs import Cell, Points, RunColumn

#: Loads further apart than this share of the first are not the same load.
SAME_LOAD = 0.05
PAIRED = "paired runs"

_Pair = tuple["Cell", "Cell"]


def prove_tables(before: str | Path, after: str | Path, *, level: float = 0.95) -> Proof:
    """Each measure that both tables have, over the runs that both have.

    Raises NotEnoughEvidenceError where no run or no measure is in both.
    """
    old, new = read_points(before), read_points(after)
    labels = [label for label in old.labels if label in new.labels]
    differences = []
    for column in old.columns:
        other = new.column(column.name)
        if other is None or other.unit != column.unit or is_delta(column.heading):
            continue
        pairs = [
            (old.point(label).cells[column.name], new.point(label).cells[column.name])
            for label in labels
            if column.name in old.point(label).cells and column.name in new.point(label).cells
        ]
        if pairs:
            differences.append(_difference(column, pairs, level))
    if not differences:
        message = (
            f"{before} and {after} have no figure in common: a run of the same label with a figure in a "
            f"column of the same name. Runs before: {', '.join(old.labels[:6])}; after: "
            f"{', '.join(new.labels[:6])}"
        )
        raise NotEnoughEvidenceError(message)
    confirmed = confirm(differences, level)
    return Proof(
        source="table",
        level=level,
        before=Side(label=str(before), files=(old.file,)),
        after=(Side(label=str(after), files=(new.file,)),),
        answer=first_line(confirmed, level),
        differences=confirmed,
        printed=tuple(map(printed_figure, (*old.checks, *new.checks))),
        notes=tuple(_notes(old, new, labels)),
    )


def _notes(old: Points, new: Points, labels: list[str]) -> list[str]:
    notes = [f"{len(labels)} runs are in both tables and are compared pair by pair."]
    for name, points in (("before", old), ("after", new)):
        alone = [label for label in points.labels if label not in labels]
        if alone:
            notes.append(f"Only {name}, and left out: {', '.join(alone[:12])}.")
    unlike = [label for label in labels if not _same_load(old, new, label)]
    if unlike:
        notes.append(f"Not the same load (ETR more than {SAME_LOAD:.0%} apart): {', '.join(unlike[:12])}.")
    return notes


def _same_load(old: Points, new: Points, label: str) -> bool:
    before, after = old.point(label).value("etr"), new.point(label).value("etr")
    return before is None or after is None or abs(after - before) <= SAME_LOAD * before


def _difference(column: RunColumn, pairs: Sequence[_Pair], level: float) -> Difference:
    old, new = mean([a.span for a, _ in pairs]), mean([b.span for _, b in pairs])
    facts = tuple(cell.fact for pair in pairs for cell in pair)
    if len(pairs) == 1:
        return compare_printed("all runs", column.name, column.heading, column.unit, old, new, facts=facts)
    spans = [(a.span, b.span) for a, b in pairs]
    steps = [b - a for a, b in spans]
    difference = _mean("difference", column.unit, steps, level)
    logs = _logs(spans)
    percent = None if logs is None else _percent(_mean("change", "%", logs, level))
    judged = percent or difference
    return Difference(
        subject="all runs",
        measure=column.name,
        title=column.heading,
        unit=column.unit,
        before=_mean("before", column.unit, [a for a, _ in spans], level),
        after=_mean("after", column.unit, [b for _, b in spans], level),
        difference=difference,
        change_percent=percent,
        verdict=verdict(judged.low, judged.high, direction(column.name, column.heading, column.unit)),
        basis=PAIRED,
        runs_before=len(pairs),
        runs_after=len(pairs),
        facts=facts,
        chance=chance_of_mean(*_values(steps if logs is None else logs)),
    )


def _mean(label: str, unit: str, spans: list[Span], level: float) -> Estimate:
    return mean_estimate(*_values(spans), level, label=label, unit=unit, basis=PAIRED)


def _values(spans: list[Span]) -> tuple[list[float], float]:
    """The values, and the variance that the rounding alone gives each."""
    return [span.value for span in spans], math.fsum(span.width**2 for span in spans) / (12 * len(spans))


def _logs(pairs: list[tuple[Span, Span]]) -> list[Span] | None:
    """The logarithms of the pairs' ratios; None where one of them has none."""
    if not all(a.low > 0 and b.low > 0 for a, b in pairs):
        return None
    return [Span(*(math.log(y / x) for x, y in _ends(a, b))) for a, b in pairs]


def _percent(log: Estimate) -> Estimate:
    """The mean of the pairs' ratios as a change in %: geometric, so that every load counts alike."""
    value, low, high = (100 * math.expm1(end) for end in (log.value, log.low, log.high))
    return replace(log, value=value, low=low, high=high)


def _ends(a: Span, b: Span) -> tuple[tuple[float, float], ...]:
    """Before and after as printed, and where the ratio is lowest and highest."""
    return (a.value, b.value), (a.high, b.low), (a.low, b.high)
