"""getpage trend: what grows, and when it is too small."""

from __future__ import annotations

from datetime import timedelta
from typing import Annotated

from cyclopts import Parameter

from getpage.app.trend import TrendRequest, trends
from getpage.cli.app import FIRST_ROWS, Everything, Form, Top
from getpage.cli.output import Format, show
from getpage.cli.progress import looking
from getpage.cli.request_command import request_command
from getpage.core.errors import NotEnoughEvidenceError
from getpage.report.common.screen import Extent
from getpage.result.trend import Known, Trends


@request_command(TrendRequest)
def trend_command(
    request: TrendRequest,
    *,
    format: Form = Format.TABLE,
    everything: Everything = False,
    top: Top = FIRST_ROWS,
    fail_within: Annotated[
        int | None, Parameter(help="Exit with 1 when a limit may be reached within this many days.")
    ] = None,
) -> int:
    """Say what grows, and on which day it reaches its limit.

    Pools, limits, heaps, page slots and free storage, each by its daily peak. Weekdays are distinguished,
    exceptional days are named and left out, and a level shift is not taken for growth. It takes 14 days;
    dates get narrow from eight weeks on.

        getpage trend prod

        getpage trend prod --object SYSA.MQA1

        getpage trend prod --fail-within 30

    Exit codes: 0 success, 1 what --fail-within names, 2 input that cannot be used, 3 too few days for any
    trend.
    """
    with looking("working out") as seen:
        result = trends(request, seen.watch)
    show(result, format, Extent(top=0 if everything else top))
    if all(entry.trend.known is Known.TOO_FEW for entry in result.trends):
        return seen.code or NotEnoughEvidenceError.exit_code
    return seen.code or int(fail_within is not None and _is_due(result, fail_within))


def _is_due(trends: Trends, days: int) -> bool:
    """Whether the early end of some limit lies within so many days of the last one."""
    until = trends.last + timedelta(days=days)
    reaches = (reach for entry in trends.trends for reach in entry.trend.reaches if reach.share == 1.0)
    return any(reach.earliest is not None and reach.earliest <= until for reach in reaches)
