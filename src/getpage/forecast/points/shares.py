"""What follows from one row that says which share of the elapsed time was spent waiting for reads.

Elapsed = reads x time of a read / share. Reads avoided take their wait with them, less what a read from a
group buffer pool takes instead, where the table says that the pages are found there. What share of the
response that a user sees is spent in this subsystem is not told, nor is the CPU of a unit: both may be
anything that fits, and the intervals say so.
"""

from __future__ import annotations

from collections.abc import Collection

import numpy as np

from getpage.forecast import price as published
from getpage.forecast.draws import log_middle
from getpage.forecast.points.runs import READS, Case, run_of
from getpage.forecast.points.system import PointFigures, figure_of
from getpage.result.forecast import Figure

BASIS = "share of wait"


def figures(case: Case, forecast_before: Collection[str]) -> PointFigures:
    """Elapsed time, response and CPU relative to the nearest row; nothing where a share is not told."""
    run = case.runs[case.nearest]
    if (
        case.target.by != READS
        or run.reads is None
        or run.read_seconds is None
        or run.wait_share is None
        or not 0 < run.wait_share[0] < 1
        or run.reads[0] <= 0
    ):
        return PointFigures()
    draws, level = case.settings.draws, case.settings.level
    avoided = run.reads - case.target.at
    elapsed = run.reads * run.read_seconds / run.wait_share
    group = run.group_read_seconds
    if group is None and case.target.point is not None:
        group = run_of(case.target.point, case.points, case.processors, draws).group_read_seconds
    each = run.read_seconds - (group if group is not None else 0.0)
    after = np.maximum(elapsed - avoided * each, 0)
    shown: list[Figure] = [figure_of(case, "elapsed in subsystem", "s", after, elapsed, None, BASIS, level)]
    words = [
        "reads avoided take their wait with them"
        + ("" if group is None else "; their pages are then read from the group buffer pool"),
    ]
    if "response" not in forecast_before:
        part = draws.uniform("share of response in subsystem")
        relative = 100 * part * (after / elapsed) + 100 * (1 - part)
        shown.append(
            figure_of(case, "relative response", "%", relative, draws.constant(100.0), None, BASIS, level)
        )
        words.append(
            "the share of users' response that is spent in this subsystem is not known: any share "
            "is taken to be as likely (a column `response` would tell)"
        )
    if "CPU per unit" not in forecast_before:
        price = published.cpu_per_read(case.settings.machine)
        middle, sigma = log_middle(price.low, price.high)
        saved = avoided * np.exp(middle + sigma * draws.normal("price of share"))
        part = draws.uniform("CPU share of elapsed") * (1 - run.wait_share)
        relative = 100 * np.maximum(1 - saved / (part * elapsed), 0)
        shown.append(
            figure_of(case, "relative CPU per unit", "%", relative, draws.constant(100.0), None, BASIS, level)
        )
        words.append(
            "the CPU of a unit is not known: any share of its elapsed time that was not spent waiting for "
            f"reads is taken to be as likely (`CPU per transaction` would tell); {price.source}"
        )
    return PointFigures(tuple(shown), tuple(words))
