"""What check and report say: the findings of all products and the changes that answer them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from getpage.result.model import SCHEMA_VERSION

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from getpage.result.day import Calendar
    from getpage.result.forecast import Forecast
    from getpage.result.model import Change, Finding, Priority
    from getpage.result.plan import Plan
    from getpage.result.shown import (
        Account,
        CostBySize,
        Coverage,
        Damage,
        Incident,
        Looked,
        Missing,
        Picture,
        Source,
        Table,
        Total,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """Everything that one run says."""

    window_first: datetime | None
    window_last: datetime | None
    #: What was checked, where no finding above a note says it, and what no rule looked for.
    verdict: tuple[str, ...] = ()
    #: What to act on first, three things at most.
    first: tuple[Priority, ...] = ()
    totals: tuple[Total, ...] = ()
    sources: tuple[Source, ...] = ()
    coverage: tuple[Coverage, ...] = ()
    missing: tuple[Missing, ...] = ()
    looked: tuple[Looked, ...] = ()
    damage: tuple[Damage, ...] = ()
    findings: tuple[Finding, ...] = ()
    changes: tuple[Change, ...] = ()
    #: In a window longer than a day: the days of each object that was short or at risk on one of them.
    calendars: tuple[Calendar, ...] = ()
    #: How images became short of real storage, step by step.
    incidents: Sequence[Incident] = ()
    accounts: tuple[Account, ...] = ()
    pictures: Sequence[Picture] = ()
    cost_by_size: tuple[CostBySize, ...] = ()
    tables: Sequence[Table] = ()
    plan: Plan | None = None
    #: What the plan is forecast to bring.
    forecast: Forecast | None = None
    version: int = SCHEMA_VERSION
    tool: str = ""
