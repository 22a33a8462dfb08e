"""Names that are written into jobs: nothing else than a name may get in."""

from __future__ import annotations

import re

from getpage.core.errors import GetpageError

_SYSTEM = re.compile(r"[A-Z0-9@#$]{1,4}")
_QUALIFIER = r"[A-Z@#$][A-Z0-9@#$-]{0,7}"
_DATA_SET = re.compile(rf"{_QUALIFIER}(?:\.{_QUALIFIER})*(?:\((?:0|[+-]?[0-9]{{1,3}})\))?")
_PREFIX = re.compile(rf"{_QUALIFIER}(?:\.{_QUALIFIER})*")
#: Of a data set name, and of a prefix that .GETPAGE.ssss.TRS follows.
_LONGEST, _LONGEST_PREFIX = 44, 26


def systems(text: str) -> tuple[str, ...]:
    """SMF identifiers of systems, separated by commas. GetpageError for what is none, with what one is."""
    names = tuple(dict.fromkeys(part.strip().upper() for part in text.split(",")))
    for name in names:
        if not _SYSTEM.fullmatch(name):
            message = f"--systems: {name[:60]!r} is not an SMF identifier of a system"
            raise GetpageError(message, "--systems SYSA,SYSB")
    return names


def data_set(text: str) -> str:
    """The name of a data set or of a generation, as SMF.DAILY(0)."""
    name = text.strip().upper()
    if not _DATA_SET.fullmatch(name) or len(name.partition("(")[0]) > _LONGEST:
        message = f"--smf: {name[:60]!r} is not the name of a data set"
        raise GetpageError(message, "--smf SMF.DAILY.SYSA")
    return name


def log_stream(text: str) -> str:
    """The name of a log stream, at most 26 characters."""
    name = text.strip().upper()
    if not _PREFIX.fullmatch(name) or len(name) > _LONGEST_PREFIX:
        message = f"--logstream: {name[:60]!r} is not the name of a log stream"
        raise GetpageError(message, "--logstream IFASMF.DEFAULT")
    return name


def prefix(text: str) -> str:
    """High-level qualifiers of new data sets, at most 26 characters."""
    name = text.strip().upper()
    if not _PREFIX.fullmatch(name) or len(name) > _LONGEST_PREFIX:
        message = f"--prefix: {name[:60]!r} is not the start of a data set name, of at most 26 characters"
        raise GetpageError(message, "--prefix IBMUSER")
    return name
