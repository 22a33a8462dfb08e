"""The templates of all pages, and what they call: escaped everywhere, and no name that is not given."""

from __future__ import annotations

import hashlib
import re
import sys
from base64 import b64encode
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from importlib.util import cache_from_source
from pathlib import Path
from typing import TYPE_CHECKING, Final

from jinja2 import ChoiceLoader, Environment, FileSystemBytecodeCache, PackageLoader, StrictUndefined
from markupsafe import Markup, escape

from getpage.core import numbers, text
from getpage.core.own_output import PAGE_MARK
from getpage.report.common import ways
from getpage.report.common.blocks import Command, Heading, Lines, Sheet, Words

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from jinja2.bccache import Bucket

    from getpage.report.common.blocks import Block


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
def templates(*more: str) -> Environment:
    """The templates of all pages, those of `more` packages before them, with what they call."""
    env = Environment(
        loader=ChoiceLoader([PackageLoader(package) for package in (*more, "getpage.report")]),
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
        "storage_sign": ways.with_sign,
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
        "record_link": lambda _: "",  # a page that stands alone has nowhere to lead to
    }
    return env


@dataclass(frozen=True, slots=True)
class Section:
    """A heading, "" for none, and what is below it: each block with the name of its kind."""

    heading: str
    blocks: list[tuple[str, Block]]


_KINDS = {Words: "words", Sheet: "sheet", Lines: "lines", Command: "command"}


def sections(blocks: Iterable[Block]) -> list[Section]:
    """Blocks as sections of a page, without what `in_full` has."""
    parts = [Section("", [])]
    for block in blocks:
        if isinstance(block, Heading):
            parts.append(Section(block.words, []))
        elif not _is_folded(block):
            parts[-1].blocks.append((_KINDS[type(block)], block))
    return [part for part in parts if part.blocks]


def _is_folded(block: Block) -> bool:
    return (isinstance(block, Sheet) and block.evidence) or (isinstance(block, Words) and block.foot)


@dataclass(frozen=True, slots=True)
class InFull:
    """Tables of evidence, as title, columns and rows of text, and what it all was made from."""

    tables: list[tuple[str, Sequence[str], list[list[str]]]]
    foot: list[str]


def in_full(blocks: Iterable[Block]) -> InFull:
    """The evidence among some blocks."""
    tables: list[tuple[str, Sequence[str], list[list[str]]]] = []
    foot: list[str] = []
    for block in blocks:
        if isinstance(block, Sheet) and block.evidence:
            rows = [
                [cell if isinstance(cell, str) else numbers.scalar(cell) for cell in row]
                for row in block.rows
            ]
            tables.append((block.title, block.columns, rows))
        elif isinstance(block, Words) and block.foot:
            foot += block.lines
    return InFull(tables, foot)


_UNITS: Final = r"%|[KMGT]i?B|B|h|min|s|ms|µs"
_FIGURE: Final = re.compile(rf"(?<=\d) (?=(?:{_UNITS})(?![\w%]))")


def prose(sentence: str) -> Markup:
    """The sentence, escaped, with spaces between figures and units that do not break."""
    return Markup(_FIGURE.sub("&nbsp;", str(escape(sentence))))
