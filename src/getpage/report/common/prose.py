"""Sentences of a page: no line ends between a figure and its unit."""

from __future__ import annotations

import re
from typing import Final

from markupsafe import Markup, escape

_UNITS: Final = r"%|[KMGT]i?B|B|h|min|s|ms|µs"
_FIGURE: Final = re.compile(rf"(?<=\d) (?=(?:{_UNITS})(?![\w%]))")


def prose(sentence: str) -> Markup:
    """The sentence, escaped, with spaces between figures and units that do not break."""
    return Markup(_FIGURE.sub("&nbsp;", str(escape(sentence))))
