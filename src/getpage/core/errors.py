"""What goes wrong for a user's reasons: bad input, a wrong path, a store that is not one.

Every such error is a `GetpageError` whose message says what, where and what to do next. The CLI prints it
and exits with its code; anything else that escapes is a defect.
"""

from __future__ import annotations

from getpage.core.text import clean

#: Characters of a message: a terminal's height, whatever it quotes.
LONGEST = 500


class GetpageError(Exception):
    """Input that cannot be used; the message is one clear sentence or a few.

    What it quotes is somebody else's text: characters that act on a terminal are replaced, and beyond
    `LONGEST` characters it is cut.
    """

    #: What the command line exits with.
    exit_code = 2

    def __init__(self, message: str) -> None:
        """The message as it is shown."""
        super().__init__(said(message))


def said(message: str) -> str:
    """A message as it is shown: safe for a terminal, and no longer than a reader takes."""
    message = clean(message)
    return message if len(message) <= LONGEST else f"{message[: LONGEST - 1].rstrip()}\u2026"


class NotEnoughEvidenceError(GetpageError):
    """Evidence that is whole but cannot carry an answer; the message says what would."""

    exit_code = 3
