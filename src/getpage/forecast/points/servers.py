"""What more servers do together, where the rows differ by how many there are: throughput, how much of as many
single servers that is, and what the last of them adds.
"""

from __future__ import annotations

import re
from math import ceil
from typing import Final

import numpy as np

from getpage.forecast.draws import Floats
from getpage.forecast.points.runs import LABEL, REPEAT, Case
from getpage.forecast.points.system import PointFigures, figure_of
from getpage.forecast.scalability import fit
from getpage.result.forecast import Figure, FigureName
from getpage.runs import Points, RunColumn

LAW: Final = "scalability law"
#: What heads a column of how many share the work.
_SERVERS = re.compile(r"(?i)\b(servers?|instances?|nodes?|members?|guests?|workers?|clones?)$")
#: What heads a column of what all of them do together in a time.
_RATES = re.compile(r"(?i)^(ratio of |total |relative )?(trans(actions?)?|throughput|queries)\b")
#: Of simulated systems its interval held 95 of 100 at one server more than was measured, 80 at twice as many
#: and 67 at four times (docs/models/forecast.md).
_FAR: Final = 2.0
#: One in twenty of what fits the rows.
_SELDOM: Final = 0.05


def counts_servers(points: Points, by: str) -> bool:
    """Whether what is gone by is a number of servers."""
    column = points.column(by)
    heading = points.label_heading if by == LABEL else "" if column is None else column.heading
    return _SERVERS.search(heading.strip()) is not None


def figures(case: Case) -> PointFigures:
    """Throughput by the law that fits the rows; nothing where they do not differ by servers."""
    if not counts_servers(case.points, case.target.by):
        return PointFigures()
    servers = [float(place[0]) for place in case.places]
    wanted = float(case.target.at[0])
    rates = [column for column in case.points.columns if _is_rate(column)]
    question = f"What do {wanted:g} servers do together?"
    if not rates or len(servers) < 2 or min(servers) < 1 or wanted < 1:
        supply = "two rows or more with how many servers (1 or more), and a column `throughput`"
        return PointFigures(missing=((question, supply),))
    if wanted > _FAR * max(servers):
        fewest = ceil(wanted / _FAR)
        supply = f"a run with {fewest} servers or more: the law is not taken beyond twice what was run"
        return PointFigures(missing=((question, supply),))
    of_columns = [_of(case, column, servers, wanted) for column in rates]
    return PointFigures(
        tuple(figure for column in of_columns for figure in column.figures),
        (
            "throughput follows the universal scalability law: equal servers share the work evenly; "
            "contention is work that only one of them can do at a time, coherency what each pair exchanges",
            *(word for column in of_columns for word in column.assumptions),
        ),
        missing=tuple(lack for column in of_columns for lack in column.missing),
    )


def claimed(case: Case) -> set[str]:
    """The figures that only the law may forecast: a straight line over servers knows no contention."""
    if not counts_servers(case.points, case.target.by):
        return set()
    return {_name(column) for column in case.points.columns if _is_rate(column)}


def _name(column: RunColumn) -> str:
    return FigureName.ETR if column.name == "etr" else column.name


def _is_rate(column: RunColumn) -> bool:
    return column.name == "etr" or (column.unit in {"", "/s"} and _RATES.search(column.heading) is not None)


def _of(case: Case, column: RunColumn, servers: list[float], wanted: float) -> PointFigures:
    """The figures of one column of throughput."""
    rates = [row.value(column.name) for row in case.rows]
    if any(rate is None or rate <= 0 for rate in rates):
        supply = f"figures above 0 in column {column.heading!r} of all rows that are calibrated on"
        return PointFigures(missing=((f"How does {column.heading} change?", supply),))
    each = [rate for rate in rates if rate is not None]
    draws, level = case.settings.draws, case.settings.level
    law = fit(servers, each, REPEAT, draws)
    fewest = int(np.argmin(servers))
    alone = each[fewest] / servers[fewest]  # a server's share where there are fewest
    row = case.target.point
    measured = None if row is None else row.value(column.name)
    at = case.nearest
    after = law.run(wanted)
    scale = 100 / (wanted * alone)
    last = 100 * (law.relative(wanted) - law.relative(max(wanted - 1, 0)))

    name = _name(column)

    def figure(of: str, unit: str, after: Floats, before: float | None, measured: float | None) -> Figure:
        known = None if before is None else draws.constant(before)
        return figure_of(case, of, unit, after, known, measured, LAW, level, repeats=False)

    most = float(np.quantile(law.most()[1:], _SELDOM))
    words = [
        f"{column.heading}: contention {100 * law.contention[0]:.3g} %, coherency {law.coherency[0]:.2g}"
    ]
    if most < 2 * _FAR * max(servers):
        words.append(
            f"{column.heading} may fall beyond {most:.0f} servers, as it does in 5 % of the curves that fit"
        )
    if len(servers) == 2:
        words.append("two rows do not tell contention from coherency: a third would narrow the intervals")
    return PointFigures(
        (
            figure(name, column.unit, after, each[at], measured),
            figure(
                f"{name} scale efficiency",
                "%",
                scale * after,
                100 * each[at] / (servers[at] * alone),
                None if measured is None else scale * measured,
            ),
            figure(f"{name} of the last server", "%", last, None, None),
        ),
        tuple(words),
    )
