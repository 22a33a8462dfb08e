"""Answers that are kept with what they are about, and go with it."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from functools import wraps
from typing import Concatenate, ParamSpec, TypeVar

Of = TypeVar("Of")
Rest = ParamSpec("Rest")
Answer = TypeVar("Answer")

_PLACE = "_memoized"


def memoized(
    most: int | None = None,
) -> Callable[[Callable[Concatenate[Of, Rest], Answer]], Callable[Concatenate[Of, Rest], Answer]]:
    """A function whose answers are worked out once as long as its first argument lives, which never changes.

    The other arguments are hashable and given by position. `most` is how many answers are kept, the last
    ones; None keeps all.
    """

    def of_function(
        function: Callable[Concatenate[Of, Rest], Answer],
    ) -> Callable[Concatenate[Of, Rest], Answer]:
        @wraps(function)
        def answer(of: Of, /, *rest: Rest.args, **named: Rest.kwargs) -> Answer:
            assert not named
            every: dict[object, OrderedDict[Hashable, Answer]] = vars(of).setdefault(_PLACE, {})
            answers = every.setdefault(function, OrderedDict())
            if rest not in answers:
                answers[rest] = function(of, *rest, **named)
                while most is not None and len(answers) > most:
                    answers.popitem(last=False)
            else:
                answers.move_to_end(rest)
            return answers[rest]

        return answer

    return of_function
