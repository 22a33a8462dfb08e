"""What goes wrong for a user's reasons: bad input, a wrong path, a store that is not one.

Every such error is a `GetpageError`: the problem, and what to do next. The CLI prints both and exits with the
error's code; anything else that escapes is a defect.
"""

from __future__ import annotations

import errno
import re
from pathlib import Path
from typing import TYPE_CHECKING, Final

from getpage.core.nearest import near
from getpage.core.text import QUOTED, clean

if TYPE_CHECKING:
    from collections.abc import Iterable

#: Characters of a message: a terminal's height, whatever it quotes.
LONGEST: Final = 500
_LONG_WORD: Final = re.compile(rf"[^\s/]{{{QUOTED + 1},}}")

#: Names that a message lists.
_MOST_NAMES: Final = 12


class GetpageError(Exception):
    """Input that cannot be used: the problem in a sentence, and what to do next.

    What it quotes is somebody else's text: characters that act on a terminal are replaced, and beyond
    `LONGEST` characters it is cut.
    """

    #: What the command line exits with.
    exit_code = 2

    def __init__(self, problem: str, next_step: str) -> None:
        """`next_step` is a command, or the options with values that would work, or what to do in words."""
        self.next_step = safe_message(next_step)[: LONGEST // 2]
        self.problem = safe_message(problem, LONGEST - len(self.next_step) - len("\nNext: "))
        super().__init__(f"{self.problem}\nNext: {self.next_step}")


def safe_message(message: str, longest: int = LONGEST) -> str:
    """A message as it is shown: safe for a terminal, and no longer than a reader takes; a word that no prose
    has, other than a path, is somebody else's and cut.
    """
    message = _LONG_WORD.sub(lambda word: f"{word[0][: QUOTED - 1]}\u2026", clean(message))
    return message if len(message) <= longest else f"{message[: longest - 1].rstrip()}\u2026"


class UnknownNameError(GetpageError):
    """A name that is none of the `known` ones: the nearest of them, or else all."""

    def __init__(self, problem: str, name: str, known: Iterable[str], otherwise: str = "") -> None:
        """`otherwise` is what to do where no known name is near; without it they are listed."""
        known = tuple(dict.fromkeys(known))
        nearest = near(name, known)
        self.name, self.meant = name, nearest[0] if nearest else ""
        shown = nearest or known[:_MOST_NAMES]
        listed = f"write {' or '.join(nearest)}" if nearest else f"use one of: {', '.join(shown) or 'none'}"
        super().__init__(problem, listed if nearest or not otherwise else otherwise)


def no_such_file(given: str) -> UnknownNameError:
    """The error for a path where nothing is: the nearest name in its directory."""
    path = Path(given)
    there = [str(path.with_name(each.name)) for each in path.parent.iterdir()] if path.parent.is_dir() else []
    problem = f"{given}: no such file or directory, and no file matches it as a pattern"
    return UnknownNameError(problem, given, there, "getpage inspect . shows what is here")


class NotEnoughEvidenceError(GetpageError):
    """Evidence that is whole but cannot carry an answer; the next step is what would."""

    exit_code = 3


class DamagedStoreError(GetpageError):
    """A part or manifest of a store that is not what was written; the message names it. Everything else of
    the store can be used.
    """


_STEPS: Final = {
    errno.ENOSPC: "free space there, or name another place",
    errno.EACCES: "ask for access to it, or name another place",
    errno.EPERM: "ask for access to it, or name another place",
    errno.EROFS: "name a place that can be written",
    errno.EISDIR: "name a file",
    errno.ENOTDIR: "name a directory",
}


def file_error(path: object, error: Exception) -> GetpageError:
    """The error for a file that the system refuses to read or write."""
    why = getattr(error, "strerror", None) or error
    step = _STEPS.get(getattr(error, "errno", None) or 0, "check the path")
    return GetpageError(f"{path}: {why}", step)
