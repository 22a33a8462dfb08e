"""What a plan says of the highest rolling four-hour averages."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from getpage.core import numbers
from getpage.core.wording import listed
from getpage.report.plan.reallocation import estimate
from getpage.result import Estimate
from getpage.result.plan import CapacityPeak, Plan

CAPACITY = ("systems", "peak", "at", "CPU s/h", "CPU s/h saved", "MSU saved", "saved per month")

#: Licenses are charged by whole MSU: less is only in the table.
_LEAST = 1.0

Row = tuple[str | int | float | None, ...]


def charged(plan: Plan) -> Iterator[CapacityPeak]:
    """Those that a product is charged by that runs in all systems: not those of one of several."""
    summed = {image for peak in plan.capacity if peak.beside for image in peak.images}
    yield from (peak for peak in plan.capacity if peak.beside or peak.image not in summed)


def capacity_sentences(plan: Plan) -> Iterator[str]:
    """What the plan takes off the highest average of each machine, or adds to it: of a system where it is the
    only one whose average is known.
    """
    for peak in charged(plan):
        if peak.msu_saved is None or abs(peak.msu_saved.value) < _LEAST:
            continue
        prices = f", {_change(peak.price_saved)} per month" if peak.price_saved else ""
        yield f"{_average(peak)}: {_change(peak.msu_saved)}{prices}."


def capacity_notes(plan: Plan) -> Iterator[str]:
    """Of which systems that is not known or not certain, and why."""
    for peak in plan.capacity:
        if peak.capped:
            yield f"{_average(peak)}: {peak.capped}. Work that WLM held back may use the CPU that is saved."
        if peak.lacks:
            yield f"{_average(peak)}: what the plan changes is not known. {peak.lacks}."


def capacity_rows(plan: Plan) -> list[Row]:
    """One row a system, and one a machine."""
    return [
        (
            named_systems(peak),
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


def named_systems(peak: CapacityPeak) -> str:
    """Its systems, in words."""
    return listed([str(image) for image in peak.images if image])


def _average(peak: CapacityPeak) -> str:
    of = f" of {named_systems(peak)}" if peak.image else ""
    average = f"{numbers.number(peak.msu)} MSU at {numbers.moment(peak.end)}"
    return f"Peak rolling four-hour average{of}, {average}"


def _change(saved: Estimate) -> str:
    """What growth costs is not called a saving."""
    if saved.value >= 0:
        return estimate(saved, f"{saved.unit} less")
    more = replace(saved, value=-saved.value, low=-saved.high, high=-saved.low)
    return estimate(more, f"{saved.unit} more")
