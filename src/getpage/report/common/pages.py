"""The templates of all pages, and what they call: escaped everywhere, and no name that is not given."""

from __future__ import annotations

import hashlib
import sys
from base64 import b64encode
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from importlib.util import cache_from_source
from pathlib import Path
from typing import TYPE_CHECKING

from jinja2 import Environment, FileSystemBytecodeCache, PackageLoader, StrictUndefined

from getpage.core import numbers, text
from getpage.core.own_output import PAGE_MARK
from getpage.report.common import ways
from getpage.report.common.prose import prose

if TYPE_CHECKING:
    from jinja2.bccache import Bucket

_TEMPLATES = Path(__file__).parents[1] / "templates"


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


class _Compiled(FileSystemBytecodeCache):
    """Compiled templates, kept where Python keeps compiled modules and only where it may: compiling them
    takes as long as writing a page. What does not belong to the template as it is now is not used.
    """

    def __init__(self) -> None:
        super().__init__(str(Path(cache_from_source(str(_TEMPLATES / "all.py"))).parent))

    def load_bytecode(self, bucket: Bucket) -> None:
        """Find one, if there is one that can be read."""
        with suppress(OSError):
            super().load_bytecode(bucket)

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep one, unless that is not wanted or not possible."""
        if not sys.dont_write_bytecode:
            with suppress(OSError):
                Path(self.directory).mkdir(parents=True, exist_ok=True)
                super().dump_bytecode(bucket)


@cache
def templates() -> Environment:
    """The templates of all pages, with what they call."""
    env = Environment(
        loader=PackageLoader("getpage.report"),
        bytecode_cache=_Compiled(),
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
        "prose": prose,
    }
    env.globals |= {
        "page_mark": PAGE_MARK,
        "span": numbers.span,
        "value_with_unit": numbers.value_with_unit,
    }
    return env
