"""A command in this process, and what is wrong with how it ended."""

from __future__ import annotations

import io
import itertools
import json
import re
import resource
import time
import traceback
import warnings
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING
from unittest.mock import patch

import getpage
from getpage.cli import boundary
from getpage.cli.app import run_command

if TYPE_CHECKING:
    from collections.abc import Sequence

PACKAGE = str(Path(getpage.__file__).parent)
#: Processor seconds and, beyond what was used before, bytes of memory that a small input may take.
SECONDS, MEMORY = 20.0, 1 << 30
#: Characters that do something to a terminal.
ACTS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
#: A message of GetpageError has at most 500; the note of a refused file has its name before that.
_LONGEST = 1200


@dataclass(frozen=True)
class Problem:
    """What is wrong, so that the same thing twice is told once, and what it was told by."""

    what: str
    told: str


class _Reached(list[BaseException]):
    """What came to the boundary, instead of a crash file for each."""

    def __call__(self, error: BaseException, *_: object) -> int:
        self.append(error)
        return boundary.DEFECT


def run(words: Sequence[str]) -> Problem | None:
    """Run a command; what is wrong with how it ended, or None."""
    reached, out, err = _Reached(), io.StringIO(), io.StringIO()
    started, memory = time.process_time(), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    with (
        patch.object(boundary, "unforeseen", reached),
        redirect_stdout(out),
        redirect_stderr(err),
        warnings.catch_warnings(record=True) as warned,
    ):
        warnings.simplefilter("always")
        code: object
        try:
            code = run_command(list(words))
        except SystemExit as end:
            code = end.code
    spent = time.process_time() - started
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024 - memory
    if reached:
        return Problem(_kind(reached[0]), "".join(traceback.format_exception(reached[0]))[-3000:])
    getvalue = err.getvalue()
    problem = _wrong(code, out.getvalue(), getvalue, words) or _warned(warned)
    if problem is None and spent > SECONDS:
        problem = f"{words[0]}: more than {SECONDS:.0f} seconds"
    if problem is None and grown > MEMORY:
        problem = f"{words[0]}: more than {MEMORY >> 20} MiB"
    return None if problem is None else Problem(problem, getvalue[-2000:])


def _wrong(code: object, out: str, said: str, words: Sequence[str]) -> str | None:
    if code not in {0, 2, 3}:
        return f"{words[0]}: ends with {code}"
    if code and not (said.strip() or out.strip()):
        return f"{words[0]}: ends with {code} and says nothing"
    if "Traceback" in said or "Error(" in said:
        return f"{words[0]}: a traceback among its notes: {said.strip().splitlines()[-1][:80]}"
    if (search := ACTS.search(said)) is not None:
        return f"{words[0]}: {search[0]!r} reaches the terminal"
    if (long := max(map(len, said.splitlines()), default=0)) > _LONGEST:
        return f"{words[0]}: a message of more than {_LONGEST if long else 0} characters"
    if code == 0 and _asks_json(words):
        try:
            json.loads(out, parse_constant=_refuse)
        except ValueError as error:
            return f"{words[0]}: no JSON: {str(error)[:40]}"
    elif (search := ACTS.search(out)) is not None and "csv" not in words:
        return f"{words[0]}: {search[0]!r} in what it prints"
    return None


def _asks_json(words: Sequence[str]) -> bool:
    return any(a == "--format" and b == "json" for a, b in itertools.pairwise(words))


def _refuse(constant: str) -> object:
    message = f"{constant} is none"
    raise ValueError(message)


def _kind(error: BaseException) -> str:
    """The exception, and the innermost place of getpage that it came through."""
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if frame.filename.startswith(PACKAGE)]
    place = f"{Path(own[-1].filename).relative_to(PACKAGE)}:{own[-1].lineno}" if own else "outside"
    return f"{type(error).__name__} at {place}"


def _warned(warned: Sequence[warnings.WarningMessage]) -> str | None:
    """A number that numpy or polars had to warn of, which a user would see."""
    for item in warned:
        if issubclass(item.category, RuntimeWarning | UserWarning):
            return f"{item.category.__name__} at {item.filename.removeprefix(PACKAGE)}:{item.lineno}"
    return None
