"""The one boundary: what was foreseen nowhere ends in a sentence, a file for its makers, and an
exit code of its own.

The file says where in the code it happened, with which versions and which verb. It quotes no message of the
exception and none of the command's words but the verb and names of options: both may hold evidence.
"""

from __future__ import annotations

import os
import platform
import sys
import tempfile
import traceback
from collections.abc import Container, Iterator, Sequence
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Final

from getpage._native import VERSION
from getpage.cli.output import note
from getpage.core.built import rebuild

#: An internal software error (sysexits.h, 4.3BSD).
DEFECT: Final = 70
_LIBRARIES: Final = ("polars", "duckdb", "numpy", "highspy", "cyclopts", "rich", "jinja2")


def unforeseen(error: BaseException, words: Sequence[str], verbs: Container[str]) -> int:
    """Report an exception that nothing foresaw, and return the exit code. `verbs` are those of the program.

    A refusal of the operating system (a full disk, a file that may not be read) and too little memory are not
    defects, wherever they happen.
    """
    if isinstance(error, OSError) and (error.strerror or error.filename):
        named = f"{error.filename}: " if error.filename else ""
        note(f"getpage: {named}{error.strerror or error}")
        return 2
    if isinstance(error, MemoryError):
        note(
            "getpage: there is not enough memory for this; ask for fewer sizes, or for less evidence at once"
        )
        return 2
    if again := rebuild():
        note(f"getpage: nothing of this answer is to be used ({type(error).__name__}). {again}")
        return DEFECT
    kept = _keep_report("\n".join(_crash_report(error, words, verbs)))
    note(
        f"getpage: a defect of getpage {VERSION} ({type(error).__name__}), not of your evidence; nothing of "
        f"this answer is to be used. {kept}"
    )
    return DEFECT


def _keep_report(text: str) -> str:
    """Keep what is to be reported, and say where."""
    try:
        number, name = tempfile.mkstemp(prefix="getpage-crash-", suffix=".txt")
        with os.fdopen(number, "w", encoding="utf-8", errors="backslashreplace") as file:
            file.write(text + "\n")
    except OSError as error:
        return f"What happened could not be written to a file: {error.strerror}"
    return f"Please report it with {Path(name)}, which holds no evidence"


def _crash_report(error: BaseException, words: Sequence[str], verbs: Container[str]) -> Iterator[str]:
    yield f"getpage {VERSION}, {datetime.now(UTC):%Y-%m-%d %H:%M:%S} UTC"
    yield f"Python {platform.python_version()}, {platform.platform()}"
    yield ", ".join(f"{name} {_version(name)}" for name in _LIBRARIES)
    yield f"verb and options: {' '.join(_verb_and_options(words, verbs)) or 'none'}"
    seen: BaseException | None = error
    while seen is not None:
        yield f"{type(seen).__module__}.{type(seen).__qualname__}"
        for frame in traceback.extract_tb(seen.__traceback__):
            yield f"  {_place(frame.filename)}:{frame.lineno} in {frame.name}"
        place = str(getattr(seen, "place", ""))  # of a panic in the native code
        if place:
            yield f"  {place}"
        seen = seen.__cause__ or seen.__context__


def _verb_and_options(words: Sequence[str], verbs: Container[str]) -> Iterator[str]:
    """The verb, and the options by name."""
    if words and words[0] in verbs:
        yield words[0]
    for word in words:
        name = word.partition("=")[0]
        if name.startswith("--") and name[2:].replace("-", "").isalpha() and len(name) < 30:
            yield name


def _place(file: str) -> str:
    """A module within its package: where it is installed is private."""
    for root in sys.path:
        if root and file.startswith(root + os.sep):
            return file[len(root) + 1 :]
    return Path(file).name


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return "not installed"
