"""Two tables of runs, before and after: runs of the same label are pairs (the same load, another release).

The difference of a measure is the mean over the pairs, with the interval of Student's t for paired samples:
what all pairs share, the load, is not noise. The scatter is taken as no smaller than the rounding of the
printed digits makes it. Pairs are taken as independent of one another: load points are, intervals in a row
are not (put those in a store).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from getpage.core.errors import NotEnoughEvidenceError, command
from getpage.prove.answer import confirm, first_line
from getpage.prove.printed import chance_of_mean, compare_printed, direction, mean_estimate, verdict
from getpage.prove.tables import printed_figure, table_notes
from getpage.result import Estimate
from getpage.result.prove import Difference, Proof, Side
from getpage.runs import Cell, Point, Points, RunColumn, read_points
from getpage.runs.agree import with_itr
from getpage.runs.headings import is_delta
from getpage.runs.links import with_links
from getpage.runs.span import Span, mean

#: Loads further apart than this share of the first are not the same load.
SAME_LOAD = 0.05
PAIRED = "paired runs"

_Pair = tuple["Cell", "Cell"]


def prove_tables(before: str | Path, after: str | Path, *, level: float = 0.95) -> Proof:
    """Each measure that both tables have, over the runs that both have.

    Raises NotEnoughEvidenceError where no run or no measure is in both.
    """
    old, new = (with_links(with_itr(read_points(path))) for path in (before, after))
    pairs = _pairs(old, new)
    differences = []
    for column in old.columns:
        other = new.column(column.name)
        if other is None or other.unit != column.unit or is_delta(column.heading):
            continue
        cells = [
            (first.cells[column.name], second.cells[column.name])
            for first, second in pairs
            if column.name in first.cells and column.name in second.cells
        ]
        if cells:
            differences.append(_difference(column, cells, level))
    if not differences:
        message = (
            f"{before} and {after} have no figure in common: a run of the same label with a figure in a "
            f"column of the same name. Runs before: {', '.join(old.labels[:6])}; after: "
            f"{', '.join(new.labels[:6])}; label the same run alike in both, under the same headings"
        )
        raise NotEnoughEvidenceError(message, command("getpage prove", after))
    confirmed = confirm(differences, level)
    return Proof(
        source="table",
        level=level,
        before=Side(label=str(before), files=(old.file,)),
        after=(Side(label=str(after), files=(new.file,)),),
        answer=first_line(confirmed, level),
        differences=confirmed,
        printed=tuple(map(printed_figure, (*old.checks, *new.checks))),
        notes=tuple(_notes(old, new, pairs)),
    )


def _pairs(old: Points, new: Points) -> list[tuple[Point, Point]]:
    """Runs of the same label; of tables whose labels are measured (ETR first), runs of the same load."""
    column = old.label_column
    idle = {*old.without_work, *new.without_work}
    if column is None or column != new.label_column:
        both = [label for label in old.labels if label in new.labels and label not in idle]
        return [(old.point(label), new.point(label)) for label in both]
    pairs, left = [], [point for point in new.points if point.label not in idle]
    for point in (point for point in old.points if point.label not in idle):
        load = point.cells[column].value
        nearest = min(left, key=lambda other: abs(other.cells[column].value - load), default=None)
        if nearest is not None and abs(nearest.cells[column].value - load) <= SAME_LOAD * abs(load):
            pairs.append((point, nearest))
            left.remove(nearest)
    return pairs


def _notes(old: Points, new: Points, pairs: list[tuple[Point, Point]]) -> list[str]:
    if old.label_column is not None and old.label_column == new.label_column:
        column = next(column for column in old.columns if column.name == old.label_column)
        load = f"the same {column.heading}, within {SAME_LOAD:.0%},"
        notes = [f"{len(pairs)} runs at {load} are compared pair by pair."]
    else:
        notes = [f"{len(pairs)} runs are in both tables and are compared pair by pair."]
    for name, points, side in (("before", old, 0), ("after", new, 1)):
        paired = {pair[side].label for pair in pairs}
        alone = [label for label in points.labels if label not in {*paired, *points.without_work}]
        if alone:
            notes.append(f"Only {name}, and left out: {', '.join(alone[:12])}.")
    unlike = [first.label for first, second in pairs if not _is_same_load(first, second)]
    if unlike:
        notes.append(f"Not the same load (ETR more than {SAME_LOAD:.0%} apart): {', '.join(unlike[:12])}.")
    return [*notes, *dict.fromkeys((*table_notes(old), *table_notes(new)))]


def _is_same_load(before: Point, after: Point) -> bool:
    old, new = before.value("etr"), after.value("etr")
    return old is None or new is None or abs(new - old) <= SAME_LOAD * old


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
    better = direction(column.name, column.heading, column.unit)
    return Difference(
        subject="all runs",
        measure=column.name,
        title=column.heading,
        unit=column.unit,
        before=_mean("before", column.unit, [a for a, _ in spans], level),
        after=_mean("after", column.unit, [b for _, b in spans], level),
        difference=difference,
        change_percent=percent,
        verdict=verdict(judged.low, judged.high, better),
        basis=PAIRED,
        runs_before=len(pairs),
        runs_after=len(pairs),
        facts=facts,
        better=better,
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
