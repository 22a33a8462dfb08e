"""What goes wrong for a user's reasons: bad input, a wrong path, a store that is not one.

Every such error is a `GetpageError`: the problem, and what to do next. The CLI prints both and exits with the
error's code; anything else that escapes is a defect.
"""

from __future__ import annotations

import errno
import re
import shlex
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from getpage.core.text import QUOTED, clean, near
from getpage.core.urls import shown

if TYPE_CHECKING:
    from collections.abc import Iterable

#: Characters of a message: a terminal's height, whatever it quotes.
LONGEST: Final = 500
_LONG_WORD: Final = re.compile(rf"[^\s/]{{{QUOTED + 1},}}")

#: Names that a message lists.
_MOST_NAMES: Final = 12

#: The next step that is help; on the command line that of the user's verb.
MANUAL: Final = "getpage --help"


@dataclass(frozen=True, slots=True)
class Without:
    """The user's command works without these options; `flags` are those without a value. Of none of both: as
    it is, later.
    """

    options: tuple[str, ...] = ()
    flags: tuple[str, ...] = ()

    def __str__(self) -> str:
        """What to do, in words."""
        if not (self.options or self.flags):
            return "enter the same again"
        *others, last = (*self.options, *self.flags)
        return f"leave out {' and '.join(filter(None, (', '.join(others), last)))}"


@dataclass(frozen=True, slots=True)
class Instead:
    """The user's command works with another word."""

    word: str
    right: str

    def __str__(self) -> str:
        """What to do, in words."""
        return f"write {self.right}"


class GetpageError(Exception):
    """Input that cannot be used: the problem in a sentence, and what to do next.

    What it quotes is somebody else's text: characters that act on a terminal are replaced, and beyond
    `LONGEST` characters it is cut.
    """

    #: What the command line exits with.
    exit_code = 2

    def __init__(self, problem: str, next_step: str | Without | Instead) -> None:
        """`next_step` is a command, or what corrects the user's own: options with values that would work,
        options to leave out, or another word.
        """
        self.correction = next_step
        self.next_step = safe_message(str(next_step))[: LONGEST // 2]
        self.problem = safe_message(problem, LONGEST - len(self.next_step) - len("\nNext: "))
        super().__init__(f"{self.problem}\nNext: {self.next_step}")


def safe_message(message: str, longest: int = LONGEST) -> str:
    """A message as it is shown: safe for a terminal, and no longer than a reader takes; a word that no prose
    has, other than a path, is somebody else's and cut.
    """
    message = _LONG_WORD.sub(lambda word: f"{word[0][: QUOTED - 1]}\u2026", clean(shown(message)))
    return message if len(message) <= longest else f"{message[: longest - 1].rstrip()}\u2026"


class UnknownNameError(GetpageError):
    """A name that is none of the `known` ones: the nearest of them; where none is near, a list of all."""

    def __init__(
        self, problem: str, name: str, known: Iterable[str], otherwise: str | Without | Instead = MANUAL
    ) -> None:
        """`otherwise` is the next step where no known name is near; a verb of its own lists the names."""
        known = tuple(dict.fromkeys(known))
        nearest = near(name, known)
        if nearest[1:]:
            problem = f"{problem.rstrip('.')}; nearest: {', '.join(nearest)}"
        elif known and not nearest and (otherwise == MANUAL or not str(otherwise).startswith("getpage")):
            more = f" and {len(known) - _MOST_NAMES} more" if len(known) > _MOST_NAMES else ""
            problem = f"{problem.rstrip('.')}; known: {', '.join(known[:_MOST_NAMES])}{more}"
        super().__init__(problem, Instead(name, nearest[0]) if nearest else otherwise)


def no_such_file(given: str) -> UnknownNameError:
    """The error for a path where nothing is: the nearest name in its directory."""
    path = Path(given)
    names = [each.name for each in path.parent.iterdir()] if path.parent.is_dir() else []
    there = [str(path.with_name(name)) for name in near(path.name, names)]  # long paths are all alike
    problem = f"{given}: no such file or directory, and no file matches it as a pattern"
    return UnknownNameError(problem, given, there, "getpage inspect .")


class NotEnoughEvidenceError(GetpageError):
    """Evidence that is whole but cannot carry an answer; the next step is what would."""

    exit_code = 3


class DamagedStoreError(GetpageError):
    """A part or manifest of a store that is not what was written; the message names it. Everything else of
    the store can be used.
    """


#: What shows why; for all other errors, whose file it is shows it.
_SHOWS: Final[dict[int, tuple[str, ...]]] = {
    errno.ENOSPC: ("df -h",),
    errno.EROFS: ("df -h",),
}


def file_error(path: object, error: Exception) -> GetpageError:
    """The error for a file that the system refuses to read or write."""
    why = getattr(error, "strerror", None) or error
    shows: tuple[object, ...] = _SHOWS.get(getattr(error, "errno", None) or 0, ("ls -ld", path))
    return GetpageError(f"{path}: {why}", command(str(shows[0]), *shows[1:]))


def command(start: str, *names: object) -> str:
    """A command line for a shell: its start as it is, and names that the user gave."""
    return " ".join((start, *(shlex.quote(str(name)) for name in names)))


def wrong_line(file: object, line: int, problem: str) -> GetpageError:
    """The error for a line of a file that the user wrote."""
    return GetpageError(f"{file}, line {line}: {problem}", command(f"vi +{line}", file))
