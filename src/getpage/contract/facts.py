"""Facts that are worked out from others, as every product makes them, and the facts of a finding by label."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from getpage.result import Criterion, Fact, Finding, Scalar


def computed(label: str, value: Scalar, unit: str, row: Mapping[str, Any] | None = None) -> Fact:
    """A number worked out from others; `row` gives the interval (`start`, `seconds`) that it is of."""
    return Fact(
        label=label,
        value=value,
        unit=unit,
        interval_start=row.get("start") if row else None,
        interval_seconds=row.get("seconds") if row else None,
    )


def counted(label: str, count: float, unit: str = "times") -> Criterion:
    """What is critical however often it happened."""
    return Criterion(label, unit, count, 1.0)


def value_of(finding: Finding, label: str) -> Any:
    """The number of a finding that has this label; None where none has."""
    return next((fact.value for fact in finding.evidence if fact.label == label), None)
