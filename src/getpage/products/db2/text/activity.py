"""Plans by commits and packages by allocations, as tables made from accounting records.

    PLANNAME  TOT CL2CPU  COMMITS/sec
    XKB1BR1       433.93        37.16

    PACKAGE  ALLOC/sec  TOT CL7CPU%  CL7CPU Avg
    KSBUARG     108.77  273.93 6.52%   0.000504

How sure: as printed in IBM REDP-5238, table 2-1 (its headings read PLANANME and COMMT s/sec) and figure 2-8.
CPU times are seconds over a time that the tables do not give.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from . import fragment

if TYPE_CHECKING:
    from getpage.contract.printed import Line, Row, Sink

MARKS: Final = ("CL2", "ALLOC/SEC")
_PLANS = re.compile(r"PLAN[A-Z]{0,6} TOT CL2 ?CPU COMM[A-Z]{0,4} ?S?/SEC", re.IGNORECASE)
_PACKAGES = re.compile(r"PACKAGE ALLOC/SEC TOT CL7 ?CPU ?%? (?:% )?CL7 ?CPU AVG(?: CL7 ?CPU)?", re.IGNORECASE)
_NAME = re.compile(r"[A-Z@#$][A-Z0-9@#$_]{0,127}", re.IGNORECASE)


def _figures(text: str, count: int) -> tuple[str, list[float]] | None:
    name, *rest = text.split() or [""]
    figures = [fragment.figure(part) for part in rest]
    if not _NAME.fullmatch(name) or len(figures) != count:
        return None
    known = [figure for figure in figures if figure is not None]
    return (name, known) if len(known) == count else None


def read_plan(text: str) -> Row | None:
    """Read one plan."""
    found = _figures(text, 2)
    if found is None:
        return None
    name, (cpu, commits) = found
    return {"plan": name, "class2_cpu": cpu, "commits_per_second": commits}


def read_package(text: str) -> Row | None:
    """Read one package."""
    found = _figures(text, 4)
    if found is None:
        return None
    name, (allocations, cpu, share, average) = found
    return {
        "package": name,
        "allocations_per_second": allocations,
        "class7_cpu": cpu,
        "class7_cpu_share": share,
        "class7_cpu_average": average,
    }


def begin(line: Line, sink: Sink) -> fragment.Fragment | bool:
    """Open one of the tables at its headings."""
    text = " ".join(line.text.split())
    if _PLANS.fullmatch(text):
        return fragment.opened("db2_plan_activity", line, sink, read_plan)
    if _PACKAGES.fullmatch(text):
        return fragment.opened("db2_package_activity", line, sink, read_package)
    return False
