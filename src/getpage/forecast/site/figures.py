"""A figure from draws: before, after and the change."""

from __future__ import annotations

import numpy as np

from getpage.core.names import Subject
from getpage.forecast.draws import Floats, estimate, known
from getpage.result import Fact
from getpage.result.forecast import Figure, FigureName

UNITS = {
    FigureName.READS: "/s",
    FigureName.READS_AVOIDED: "/s",
    FigureName.READS_PER_UNIT: "",
    FigureName.WAIT_PER_UNIT: "s",
    FigureName.WAIT_AVOIDED: "s",
    FigureName.WAIT: "s/s",
    FigureName.WAIT_SAVED: "s/s",
    FigureName.WAIT_SAVED_PER_UNIT: "s",
    FigureName.CPU: "s/s",
    FigureName.CPU_PER_UNIT: "s",
    FigureName.CPU_SAVED: "s/s",
    FigureName.RESPONSE: "s",
    FigureName.ETR: "/s",
    FigureName.ITR: "/s",
    FigureName.CPU_BUSY: "%",
    FigureName.REAL_STORAGE: "bytes",
}


def figure(
    subject: Subject,
    name: FigureName,
    after: Floats,
    *,
    basis: str,
    level: float,
    before: Floats | float | None = None,
    paired: Floats | None = None,
    unit: str | None = None,
    facts: tuple[Fact, ...] = (),
) -> Figure:
    """A figure of a subject. `before` is a number where it was measured, draws where it is uncertain too.

    The change is against `paired`, draws of before in the same hours, or against `before`.
    """
    unit_of_figure = unit if unit is not None else UNITS[name]
    start, against = None, paired
    if isinstance(before, float):
        start = known(before, label=f"{name} before", unit=unit_of_figure, level=level)
        against = np.full_like(after, before) if against is None else against
    elif before is not None:
        start = estimate(before, label=f"{name} before", unit=unit_of_figure, basis=basis, level=level)
        against = before if against is None else against
    change = None
    if against is not None and (against > 0).all():
        percent = 100 * (after / against - 1)
        change = estimate(percent, label=f"{name}, change", unit="%", basis=basis, level=level)
    return Figure(
        subject=subject,
        name=str(name),
        unit=unit_of_figure,
        after=estimate(after, label=str(name), unit=unit_of_figure, basis=basis, level=level),
        before=start,
        change_percent=change,
        facts=facts,
    )
