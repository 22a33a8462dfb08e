"""The templates of all pages, and what they call: escaped everywhere, and no name that is not given."""

from __future__ import annotations

from functools import cache

from jinja2 import Environment, PackageLoader, StrictUndefined

from getpage.core import numbers, text
from getpage.report.common import ways


@cache
def templates() -> Environment:
    """The templates of all pages, with what they call."""
    env = Environment(
        loader=PackageLoader("getpage.report"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    env.filters |= {
        "count": numbers.number,
        "storage": numbers.storage,
        "storage_change": numbers.storage_change,
        "seconds": numbers.seconds,
        "moment": numbers.moment,
        "scalar": numbers.scalar,
        "counted": numbers.counted,
        "size_steps": ways.sizes,
        "lasting": ways.lasting,
        "shorten": text.shorten,
    }
    env.globals |= {
        "span": numbers.span,
        "value_with_unit": numbers.value_with_unit,
    }
    return env
