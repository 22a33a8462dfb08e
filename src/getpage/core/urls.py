"""Paths that are URLs: which these are, and how messages name what was fetched from one.

What a URL names is worked on in a directory of this run. No message names that: what stands for a URL is
written as the URL, wherever its path is part of a message.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

#: Object stores and HDFS. A URL that went through `Path` has one slash.
_URL: Final = re.compile(r"(s3a?|gs|abfss?|az|hdfs):/{0,2}((?<=/).*|)", re.DOTALL)
_WILD: Final = re.compile(r"[*?\[]")

_shown: dict[str, str] = {}


def url_of(given: object) -> str | None:
    """The URL that a path is, without a slash at its end; None for any other path."""
    if not isinstance(given, (str, Path)) or (match := _URL.fullmatch(str(given))) is None:
        return None
    return f"{match[1]}://{match[2].rstrip('/')}"


def place(given: str | Path) -> str | Path:
    """A path or URL as a user gave it, where a command line made a path of both."""
    return url_of(given) or given


def has_pattern(url: str) -> bool:
    """Whether a URL is a pattern, as of a shell."""
    return _WILD.search(url) is not None


def show_as(path: Path, url: str) -> None:
    """Have messages name `url` where they would name `path`, or what is in it."""
    _shown[str(path)] = url


def shown_as(path: Path) -> str | None:
    """The URL that a path stands for; None for any other path."""
    return _shown.get(str(path))


def shown(text: str) -> str:
    """A message as it is shown: with URLs in place of the paths that stand for them."""
    for path, url in _shown.items():
        text = text.replace(path, url)
    return text
