"""What could not be judged: one object's failure is that object's alone, and is said.

The layouts refuse values that no system can have, so a value on which a rule fails is one that they let
through: a defect, which must not take the answers of other rules, subsystems and products.
"""

from __future__ import annotations

import traceback
from contextlib import suppress
from pathlib import PurePath
from typing import Final

from getpage.core.errors import GetpageError
from getpage.core.names import Object

#: Exceptions that are answers of their own: a refusal in words, the operating system's, too little memory.
ANSWERS: Final = (GetpageError, OSError, MemoryError)
REPORT: Final = "Please report it: it is a defect of getpage, not of your system."


def failure(error: BaseException) -> str:
    """Which exception it is and where in getpage it was raised, without its message, which may hold
    evidence.
    """
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if "getpage" in frame.filename]
    if not frames:
        return type(error).__name__
    *_, package, module = PurePath(frames[-1].filename).parts
    return f"{type(error).__name__} in {package}/{module}, line {frames[-1].lineno}"


def object_of(error: BaseException) -> Object | None:
    """The object that was looked at when it failed, from the variables of the innermost frame that had one;
    None where none had.
    """
    of: Object | None = None
    for frame, _ in traceback.walk_tb(error.__traceback__):
        for value in frame.f_locals.values():
            with suppress(Exception):  # a property may fail as the answer did
                of = value.object if isinstance(value.object, Object) else of
    return of
