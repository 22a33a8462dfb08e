"""The templates of all pages, and what they call: escaped everywhere, and no name that is not given."""

from __future__ import annotations

import hashlib
from base64 import b64encode
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from jinja2 import Environment, PackageLoader, StrictUndefined

from getpage.core import numbers, text
from getpage.report.common import ways


@dataclass(frozen=True, slots=True)
class Script:
    """A script of ours, and the digest by which the policy of a page lets it run."""

    text: str
    hash: str


@cache
def script(name: str) -> Script:
    """The script of that name beside the templates."""
    text = files("getpage.report").joinpath("templates", name).read_text(encoding="utf-8")
    digest = b64encode(hashlib.sha256(text.encode()).digest()).decode()
    return Script(text, f"sha256-{digest}")


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
        "takes_storage": ways.storage,
        "lasting": ways.lasting,
        "shorten": text.shorten,
    }
    env.globals |= {
        "span": numbers.span,
        "value_with_unit": numbers.value_with_unit,
    }
    return env
