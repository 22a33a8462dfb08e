"""What a plan says of the highest rolling four-hour averages."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from getpage.core import numbers
from getpage.report.plan.reallocation import estimate
from getpage.result import Estimate
from getpage.result.plan import CapacityPeak, Plan

CAPACITY = ("system", "peak", "at", "CPU s/h", "CPU s/h saved", "MSU saved", "saved per month")

#: Licenses are charged by whole MSU: less is only in the table.
_LEAST = 1.0

Row = tuple[str | int | float | None, ...]


def capacity_sentences(plan: Plan) -> Iterator[str]:
    """What the plan takes off the highest average of each system, or adds to it."""
    for peak in plan.capacity:
        if peak.msu_saved is None or abs(peak.msu_saved.value) < _LEAST:
            continue
        prices = f", {_change(peak.price_saved)} per month" if peak.price_saved else ""
        yield f"{_average(peak)}: {_change(peak.msu_saved)}{prices}."


def capacity_notes(plan: Plan) -> Iterator[str]:
    """Of which systems that is not known, and why."""
    for peak in plan.capacity:
        if peak.lacks:
            yield f"{_average(peak)}: what the plan changes is not known. {peak.lacks}."


def capacity_rows(plan: Plan) -> list[Row]:
    """One row a system."""
    return [
        (
            str(peak.image),
            f"{numbers.number(peak.msu)} MSU",
            numbers.moment(peak.end),
            "not known" if peak.cpu_seconds is None else numbers.estimated(peak.cpu_seconds),
            *(
                "not known" if saved is None else estimate(saved)
                for saved in (peak.cpu_saved, peak.msu_saved)
            ),
            "" if peak.price_saved is None else f"{estimate(peak.price_saved)} {peak.price_saved.unit}",
        )
        for peak in plan.capacity
    ]


def _average(peak: CapacityPeak) -> str:
    of = f" of {peak.image}" if peak.image else ""
    average = f"{numbers.number(peak.msu)} MSU at {numbers.moment(peak.end)}"
    return f"Peak rolling four-hour average{of}, {average}"


def _change(saved: Estimate) -> str:
    """What growth costs is not called a saving."""
    if saved.value >= 0:
        return estimate(saved, f"{saved.unit} less")
    more = replace(saved, value=-saved.value, low=-saved.high, high=-saved.low)
    return estimate(more, f"{saved.unit} more")
