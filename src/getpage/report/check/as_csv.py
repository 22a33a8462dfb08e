"""The result as CSV, findings and changes in the order of the report."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from getpage.report.check import links
from getpage.report.common.as_csv import csv as of_model

if TYPE_CHECKING:
    from getpage.result import Result


def csv(result: Result) -> str:
    """All of the result; the number of a finding or change is that of the other renderings."""
    ordered = replace(result, findings=tuple(links.ranked(result)))
    return of_model(ordered, "report", prefix="")
