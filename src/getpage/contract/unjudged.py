"""What could not be judged: one object's failure is that object's alone, and is reported.

The layouts refuse values that no system can have, so a value on which an answer fails is one that they let
through: a defect, which must not take the answers of other objects. What failed is asked again without the
object that it failed on, which the variables of the failing code show.
"""

from __future__ import annotations

import copy
import traceback
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, is_dataclass
from pathlib import PurePath
from typing import Any, Final, TypeVar, cast

from getpage.contract.measures import Measure
from getpage.core.built import rebuild
from getpage.core.errors import GetpageError
from getpage.core.names import Object

S = TypeVar("S")
T = TypeVar("T")

#: What is an answer of its own and no failure: a refusal in words, the operating system's, too little memory,
#: and the end of the program. A panic of a library is none of them, and no `Exception` either.
ANSWERS: Final = (GetpageError, OSError, MemoryError, KeyboardInterrupt, SystemExit, GeneratorExit)
_REPORT: Final = "Please report it: it is a defect of getpage, not of your system."


def report_it() -> str:
    """What to do about a failure."""
    return rebuild() or _REPORT


@dataclass(frozen=True, slots=True)
class Failure:
    """An answer that failed on a subject, or on one of its objects. `others_stand` says whether the answer
    was then given without that.
    """

    error: BaseException
    subject: Any
    others_stand: bool

    @property
    def object(self) -> Object | None:
        """The object that was looked at; None where none shows."""
        return object_of(self.error)

    @property
    def what(self) -> str:
        """Which exception it is, where in getpage it was raised, and at which record, as far as known."""
        return f"{failure(self.error)}{self._record()}"

    def _record(self) -> str:
        row, evidence = _row_of(self.error), getattr(self.subject, "evidence", None)
        if row is None or evidence is None:
            return ""
        return f", on the record at byte {row['record']:,} of {evidence.file_name(row['file'])}"


def answer_without_failing(
    ask: Callable[[Sequence[S]], T], subjects: Iterable[S], lost: Callable[[Failure], None]
) -> T | None:
    """The answer of `ask` to all subjects. Where it fails, it is asked again without the object that it
    failed on, or without the subject; `lost` is given each failure. None where nothing is left to ask.
    """
    left = list(subjects)
    while True:
        try:
            return ask(left)
        except ANSWERS:
            raise
        except BaseException as error:
            at = next(
                (at for value in _variables(error) for at, each in enumerate(left) if each is value), None
            )
            subject = None if at is None else left[at]
            if at is not None:
                less = _without(subject, error)
                left[at : at + 1] = [] if less is None else [less]
            others_stand = at is not None and bool(left)
            lost(Failure(error, subject, others_stand))
            if not others_stand:
                return None


def _without(subject: S, error: BaseException) -> S | None:
    """The subject without the innermost object that was looked at and that it holds in a sequence; None where
    it holds none of them.
    """
    for value in _variables(error):
        if value is subject or not (isinstance(value, dict | Measure) or is_dataclass(value)):
            continue
        held = {name: each for name, each in getattr(subject, "__dict__", {}).items() if _holds(each, value)}
        if held:
            less = copy.copy(subject)
            for name, each in held.items():
                vars(less)[name] = type(each)(other for other in each if other is not value)
            return less
    return None


def _holds(held: object, value: object) -> bool:
    return type(held) in (tuple, list) and any(each is value for each in cast("Sequence[object]", held))


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
    """The innermost object that was looked at when it failed; None where none shows."""
    for value in _variables(error):
        with suppress(Exception):  # a property may fail as the answer did
            of = getattr(value, "object", None)
            if isinstance(of, Object):
                return of
    return None


def _row_of(error: BaseException) -> dict[str, Any] | None:
    """The row of the evidence that was looked at; None where none shows."""
    for value in _variables(error):
        if (
            isinstance(value, dict)
            and isinstance(value.get("file"), int)
            and isinstance(value.get("record"), int)
        ):
            return value
    return None


def _variables(error: BaseException) -> Iterator[Any]:
    """The variables of all frames, the innermost first."""
    for frame, _ in reversed(list(traceback.walk_tb(error.__traceback__))):
        yield from reversed(list(frame.f_locals.values()))  # what was assigned last is what was looked at
