"""The templates of all pages, and what they call: escaped everywhere, and no name that is not given."""

from __future__ import annotations

from functools import cache

from jinja2 import Environment, PackageLoader, StrictUndefined

from getpage.report import pictures, text, units


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
        "count": units.number,
        "storage": units.storage,
        "storage_change": units.storage_change,
        "seconds": units.seconds,
        "moment": units.moment,
        "scalar": units.scalar,
        "counted": units.counted,
        "shorten": text.shorten,
    }
    env.globals |= {
        "span": units.span,
        "value_with_unit": units.value_with_unit,
        "picture_anchor": pictures.anchor,
    }
    return env
