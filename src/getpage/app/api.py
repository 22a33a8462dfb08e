"""The Python API: the verbs as functions of the fields of their requests."""

from __future__ import annotations

from getpage.app import changes as _changes
from getpage.app import check as _check
from getpage.app import collect as _collect
from getpage.app import consolidate as _consolidate
from getpage.app import curve as _curve
from getpage.app import drop as _drop
from getpage.app import export as _export
from getpage.app import fields as _fields
from getpage.app import forecast as _forecast
from getpage.app import inspect as _inspect
from getpage.app import load as _load
from getpage.app import outage as _outage
from getpage.app import plan as _plan
from getpage.app import prove as _prove
from getpage.app import trend as _trend
from getpage.app import unpack as _unpack
from getpage.app import verify as _verify
from getpage.core.option import by_keyword

__all__ = [
    "changes",
    "check",
    "collect",
    "consolidate",
    "curve",
    "curve_part",
    "drop",
    "export",
    "fields",
    "forecast",
    "inspect",
    "load",
    "merge_curve_parts",
    "outage",
    "plan",
    "prove",
    "trend",
    "unpack",
    "verify",
]

load = by_keyword(_load.LoadRequest, _load.load)
drop = by_keyword(_drop.DropRequest, _drop.drop)
verify = by_keyword(_verify.VerifyRequest, _verify.verify)
inspect = by_keyword(_inspect.InspectRequest, _inspect.inspect)
changes = by_keyword(_changes.ChangesRequest, _changes.changes)
check = by_keyword(_check.CheckRequest, _check.check)
collect = by_keyword(_collect.CollectRequest, _collect.collect)
consolidate = by_keyword(_consolidate.ConsolidateRequest, _consolidate.consolidate)
curve = by_keyword(_curve.CurveRequest, _curve.curve)
curve_part = by_keyword(_curve.CurveRequest, _curve.curve_part)
merge_curve_parts = by_keyword(_curve.CurveRequest, _curve.merge_curve_parts)
forecast = by_keyword(_forecast.ForecastRequest, _forecast.forecast)
outage = by_keyword(_outage.OutageRequest, _outage.outage)
plan = by_keyword(_plan.PlanRequest, _plan.plan)
prove = by_keyword(_prove.ProveRequest, _prove.prove)
trend = by_keyword(_trend.TrendRequest, _trend.trends)
unpack = by_keyword(_unpack.UnpackRequest, _unpack.unpack)
export = by_keyword(_export.ExportRequest, _export.export)
fields = by_keyword(_fields.FieldsRequest, _fields.fields)
