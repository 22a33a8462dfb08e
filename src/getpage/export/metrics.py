"""The daily measures of a store as OpenMetrics text, which Prometheus takes as history.

    promtool tsdb create-blocks-from openmetrics prod.om /var/lib/prometheus/data

Reference: OpenMetrics 1.0, https://prometheus.io/docs/specs/om/open_metrics_spec/. A sample is of a day, and
its time stamp is noon UTC, at which the date is the same from UTC-12 to UTC+11. As all gauges with a sample
a day, they are queried as `last_over_time(NAME[1d])`.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time
from typing import Any, Final

from getpage.core.names import KnobId, Object
from getpage.export import library
from getpage.export.tables import of_limit
from getpage.result.day import Demand, StoredDay

_LABELS: Final = ("product", "system", "subsystem", "object")
#: Units that have another name in OpenMetrics, and what a value of it is multiplied by.
_BASE_UNITS: Final = {"s": ("seconds", 1.0), "percent": ("ratio", 0.01), "%": ("ratio", 0.01)}
_NO_LETTERS: Final = re.compile("[^a-z0-9]+")


@dataclass(frozen=True)
class Family:
    """A gauge: all samples of one name, by their labels and then by day. `name` is without its unit."""

    name: str
    unit: str
    help: str
    labels: tuple[str, ...]
    samples: dict[tuple[str, ...], dict[date, float]] = field(default_factory=lambda: defaultdict(dict))

    @property
    def full_name(self) -> str:
        """The name of its samples: with the unit as a suffix, as OpenMetrics wants it."""
        return f"{self.name}_{self.unit}" if self.unit else self.name


def families(days: Iterable[StoredDay]) -> tuple[Family, ...]:
    """The gauges of all days, by name."""
    seen: dict[str, Family] = {}
    for day in days:
        for family, labels, value in _samples(day):
            known = seen.setdefault(family.full_name, family)
            known.samples[labels][day.date] = value
    return tuple(seen[name] for name in sorted(seen))


def openmetrics(days: Iterable[StoredDay]) -> bytes:
    """The text; GetpageError where the library that writes it is not installed."""
    gauges = families(days)
    core = library("prometheus_client.core", "prometheus-client")
    writer = library("prometheus_client.openmetrics.exposition", "prometheus-client")
    text: bytes = writer.generate_latest(_Collector([_gauge(core, family) for family in gauges]))
    return text


@dataclass(frozen=True)
class _Collector:
    """What the library asks for its metrics."""

    metrics: Sequence[Any]

    def collect(self) -> Sequence[Any]:
        return self.metrics


def _gauge(core: Any, family: Family) -> Any:
    metric = core.GaugeMetricFamily(family.name, family.help, labels=family.labels, unit=family.unit)
    for labels, values in sorted(family.samples.items()):
        for day, value in sorted(values.items()):
            metric.add_metric(labels, value, timestamp=_noon(day))
    return metric


def _noon(day: date) -> float:
    return datetime.combine(day, time(12), tzinfo=UTC).timestamp()


def _samples(day: StoredDay) -> Iterator[tuple[Family, tuple[str, ...], float]]:
    for demand in day.demands:
        yield from _of_demand(demand)
    for setting in day.settings:
        unit, factor = _unit(setting.unit)
        family = _family(
            "getpage_setting", unit, "Size that a command can change, at the end of the day.", "knob"
        )
        yield family, _labels(setting.object, setting.knob.name), setting.size * factor
    for finding in day.findings:
        labels = _labels(finding.object, finding.id.check, str(finding.kind), str(finding.severity))
        names = ("check", "kind", "severity")
        yield _family("getpage_finding", "", "1 for each finding of the day.", *names), labels, 1.0
        if finding.delay_seconds:
            text = "Seconds that work waited on the day."
            yield _family("getpage_finding_delay", "seconds", text, *names), labels, finding.delay_seconds
        if finding.storage_bytes:
            text = "Storage that is short or wasted, as the kind of the finding says."
            yield _family("getpage_finding_storage", "bytes", text, *names), labels, finding.storage_bytes


def _of_demand(demand: Demand) -> Iterator[tuple[Family, tuple[str, ...], float]]:
    unit, factor = _unit(demand.unit)
    labels = _labels(demand.object, demand.measure)
    value, limit = demand.value * factor, demand.limit * factor
    if demand.falls:
        yield (
            _family("getpage_left", unit, "What was left at the minimum of the day.", "measure"),
            labels,
            value,
        )
        yield _family("getpage_left_needed", unit, "What has to be left.", "measure"), labels, limit
        return
    yield _family("getpage_demand", unit, "Peak of the day.", "measure"), labels, value
    yield _family("getpage_limit", unit, "What the demand must not reach.", "measure"), labels, limit
    share = of_limit(demand)
    if share is not None:
        text = "Peak of the day as a share of its limit."
        yield _family("getpage_demand_of_limit", "ratio", text, "measure"), labels, share


def _family(name: str, unit: str, help: str, *labels: str) -> Family:
    return Family(name, unit, help, (*_LABELS, *labels))


def _unit(unit: str) -> tuple[str, float]:
    """A unit as the suffix of a name, and what its values are multiplied by."""
    base, factor = _BASE_UNITS.get(unit, (unit, 1.0))
    return _NO_LETTERS.sub("_", base.lower()).strip("_") or "units", factor


def _labels(named: Object | KnobId, *others: str) -> tuple[str, ...]:
    parts = (named.product, named.image.name, named.subsystem.name, named.name, *others)
    return tuple(_printable(part) for part in parts)


def _printable(text: str) -> str:
    """Text without control characters, which some readers refuse: each as its escape."""
    if text.isprintable():
        return text
    return "".join(char if char.isprintable() else ascii(char)[1:-1] for char in text)
