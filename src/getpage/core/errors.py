"""What goes wrong for a user's reasons: bad input, a wrong path, a store that is not one.

Every such error is a `GetpageError` whose message says what, where and what to do next. The CLI prints it
and exits with its code; anything else that escapes is a defect.
"""

from __future__ import annotations

import re
from typing import Final

from getpage.core.text import QUOTED, clean

#: Characters of a message: a terminal's height, whatever it quotes.
LONGEST: Final = 500
_LONG_WORD: Final = re.compile(rf"[^\s/]{{{QUOTED + 1},}}")


class GetpageError(Exception):
    """Input that cannot be used; the message is one clear sentence or a few.

    What it quotes is somebody else's text: characters that act on a terminal are replaced, and beyond
    `LONGEST` characters it is cut.
    """

    #: What the command line exits with.
    exit_code = 2

    def __init__(self, message: str) -> None:
        """The message as it is shown."""
        super().__init__(safe_message(message))


def safe_message(message: str) -> str:
    """A message as it is shown: safe for a terminal, and no longer than a reader takes; a word that no prose
    has, other than a path, is somebody else's and cut.
    """
    message = _LONG_WORD.sub(lambda word: f"{word[0][: QUOTED - 1]}\u2026", clean(message))
    return message if len(message) <= LONGEST else f"{message[: LONGEST - 1].rstrip()}\u2026"


class NotEnoughEvidenceError(GetpageError):
    """Evidence that is whole but cannot carry an answer; the message says what would."""

    exit_code = 3


class DamagedStoreError(GetpageError):
    """A part or manifest of a store that is not what was written; the message names it. Everything else of
    the store can be used.
    """
