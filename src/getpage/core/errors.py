"""What goes wrong for a user's reasons: bad input, a wrong path, a store that is not one.

Every such error is a `GetpageError` whose message says what, where and what to do next. The CLI prints it
and exits with its code; anything else that escapes is a defect.
"""

from __future__ import annotations


class GetpageError(Exception):
    """Input that cannot be used; the message is one clear sentence or a few."""

    #: What the command line exits with.
    exit_code = 2


class NotEnoughEvidenceError(GetpageError):
    """Evidence that is whole but cannot carry an answer; the message says what would."""

    exit_code = 3


class DamagedStoreError(GetpageError):
    """A part or manifest of a store that is not what was written; the message names it. Everything else of
    the store can be used.
    """
