"""A Grafana dashboard of what an export to OpenMetrics has: only of gauges that the days of the store have.

Reference: Grafana, "Dashboard JSON model". The data source is a variable of the dashboard, so that it is
imported as it is; SYSTEM and SUBSYSTEM are variables too.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any, Final

from getpage.export.metrics import Family

_SOURCE: Final = {"type": "prometheus", "uid": "${source}"}
_WIDTH, _HEIGHT = 12, 9
#: The units of Grafana for those of the gauges; others are numbers.
_UNITS: Final = {"bytes": "bytes", "seconds": "s", "ratio": "percentunit"}
#: A share has a line where the limit is.
_CUSTOM: Final = {"ratio": {"thresholdsStyle": {"mode": "line"}}}
_STEPS: Final = ({"color": "green", "value": None}, {"color": "red", "value": 1})
#: Gauges that are drawn, in this order: the beginnings of their names, the title, and of which labels a line
#: is named.
_PANELS: Final = (
    ("getpage_demand_of_limit", "Peak of the day as a share of its limit", "measure"),
    ("getpage_left", "Left at the minimum of the day", "measure"),
    ("getpage_demand", "Peak of the day", "measure"),
    ("getpage_limit", "Limits", "measure"),
    ("getpage_left_needed", "What has to be left", "measure"),
    ("getpage_setting", "Settings", "knob"),
    ("getpage_finding_delay", "Waited because of a finding", "check"),
    ("getpage_finding_storage", "Storage short or wasted", "check"),
)
_COLORS: Final = {"critical": "dark-red", "warning": "orange", "info": "gray"}


def dashboard(gauges: Iterable[Family]) -> str:
    """The dashboard as JSON."""
    by_name = {family.full_name: family for family in gauges}
    panels = [*_findings(by_name), *_lines(by_name.values())]
    for number, panel in enumerate(panels):
        row, column = divmod(number, 2)
        place = {"x": column * _WIDTH, "y": row * _HEIGHT, "w": _WIDTH, "h": _HEIGHT}
        panel |= {"id": number + 1, "gridPos": place, "datasource": _SOURCE}
    days = sorted(day for family in by_name.values() for values in family.samples.values() for day in values)
    document = {
        "title": "getpage",
        "uid": "getpage-days",
        "tags": ["getpage", "z/OS"],
        "editable": True,
        "schemaVersion": 39,
        "version": 1,
        "timezone": "utc",
        "time": {"from": f"{days[0]}T00:00:00.000Z", "to": f"{days[-1]}T23:59:59.000Z"} if days else {},
        "templating": {"list": [*_variables()]},
        "panels": panels,
    }
    return json.dumps(document, indent=2) + "\n"


def _variables() -> Iterator[dict[str, Any]]:
    yield {"name": "source", "label": "Data source", "type": "datasource", "query": "prometheus"}
    for label, within in (("system", ""), ("subsystem", ', system=~"$system"')):
        yield {
            "name": label,
            "label": label.capitalize(),
            "type": "query",
            "datasource": _SOURCE,
            "query": f'label_values({{__name__=~"getpage_.+"{within}}}, {label})',
            "refresh": 2,
            "multi": True,
            "includeAll": True,
            "allValue": ".*",
            "current": {"text": "All", "value": "$__all"},
        }


def _query(name: str) -> str:
    """The last sample of a day."""
    return f'last_over_time({name}{{system=~"$system", subsystem=~"$subsystem"}}[1d])'


def _findings(by_name: dict[str, Family]) -> Iterator[dict[str, Any]]:
    if "getpage_finding" not in by_name:
        return
    yield {
        "type": "timeseries",
        "title": "Findings by severity",
        "targets": [
            {
                "refId": "A",
                "expr": f"sum by (severity) ({_query('getpage_finding')})",
                "legendFormat": "{{severity}}",
            }
        ],
        "fieldConfig": {
            "defaults": {"unit": "none", "min": 0, "decimals": 0, "custom": {"fillOpacity": 20}},
            "overrides": [
                {
                    "matcher": {"id": "byName", "options": name},
                    "properties": [{"id": "color", "value": {"mode": "fixed", "fixedColor": color}}],
                }
                for name, color in _COLORS.items()
            ],
        },
    }


def _lines(gauges: Iterable[Family]) -> Iterator[dict[str, Any]]:
    gauges = [*gauges]
    for name, title, label in _PANELS:
        for family in (family for family in gauges if family.name == name):
            unit = _UNITS.get(family.unit)
            custom = {"showPoints": "never", **_CUSTOM.get(family.unit, {})}
            yield {
                "type": "timeseries",
                "title": title if unit else f"{title}, {family.unit.replace('_', ' ')}",
                "targets": [
                    {
                        "refId": "A",
                        "expr": _query(family.full_name),
                        "legendFormat": f"{{{{system}}}} {{{{subsystem}}}} {{{{object}}}} {{{{{label}}}}}",
                    }
                ],
                "fieldConfig": {
                    "defaults": {
                        "unit": unit or "none",
                        "min": 0,
                        "custom": custom,
                        "thresholds": {"mode": "absolute", "steps": _STEPS},
                    },
                    "overrides": [],
                },
            }
