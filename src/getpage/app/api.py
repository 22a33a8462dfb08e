"""The Python API: the verbs as functions of the fields of their requests."""

from __future__ import annotations

from inspect import Parameter, signature
from typing import TYPE_CHECKING, ParamSpec, TypeVar

from getpage.app import check as _check
from getpage.app import collect as _collect
from getpage.app import curve as _curve
from getpage.app import drop as _drop
from getpage.app import fields as _fields
from getpage.app import forecast as _forecast
from getpage.app import inspect as _inspect
from getpage.app import load as _load
from getpage.app import outage as _outage
from getpage.app import plan as _plan
from getpage.app import prove as _prove
from getpage.app import unpack as _unpack
from getpage.app import verify as _verify
from getpage.core.option import options_of

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = [
    "check",
    "collect",
    "curve",
    "curve_part",
    "drop",
    "fields",
    "forecast",
    "inspect",
    "load",
    "merge_curve_parts",
    "outage",
    "plan",
    "prove",
    "unpack",
    "verify",
]

P = ParamSpec("P")
Request = TypeVar("Request")
Answer = TypeVar("Answer")


def _by_keyword(request: Callable[P, Request], answer: Callable[[Request], Answer]) -> Callable[P, Answer]:
    """A use case as a function of the fields of its request, documented by what is said of them."""

    def verb(*arguments: P.args, **named: P.kwargs) -> Answer:
        return answer(request(*arguments, **named))

    form = signature(request)
    told = {name: told.help for name, (_, told) in options_of(request).items()}  # type: ignore[arg-type]
    known = [f"    {name}: {told[name]}" for name in form.parameters if name in told]
    said = [text for text in (answer.__doc__, request.__doc__) if text]
    verb.__doc__ = "\n\n".join([*said, "\n".join(["Options:", *known])])
    verb.__name__ = verb.__qualname__ = answer.__name__
    verb.__signature__ = form.replace(return_annotation=Parameter.empty)  # type: ignore[attr-defined]
    return verb


load = _by_keyword(_load.LoadRequest, _load.load)
drop = _by_keyword(_drop.DropRequest, _drop.drop)
verify = _by_keyword(_verify.VerifyRequest, _verify.verify)
inspect = _by_keyword(_inspect.InspectRequest, _inspect.inspect)
check = _by_keyword(_check.CheckRequest, _check.check)
collect = _by_keyword(_collect.CollectRequest, _collect.collect)
curve = _by_keyword(_curve.CurveRequest, _curve.curve)
curve_part = _by_keyword(_curve.CurveRequest, _curve.curve_part)
merge_curve_parts = _by_keyword(_curve.CurveRequest, _curve.merge_curve_parts)
forecast = _by_keyword(_forecast.ForecastRequest, _forecast.forecast)
outage = _by_keyword(_outage.OutageRequest, _outage.outage)
plan = _by_keyword(_plan.PlanRequest, _plan.plan)
prove = _by_keyword(_prove.ProveRequest, _prove.prove)
unpack = _by_keyword(_unpack.UnpackRequest, _unpack.unpack)
fields = _by_keyword(_fields.FieldsRequest, _fields.fields)
