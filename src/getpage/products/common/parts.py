"""The parts of an observation: each is asked of all subsystems of a product, and a value on which one part
fails takes neither the answers of other subsystems nor other parts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Generic, TypeVar

from getpage.contract.lazy import LazySequence
from getpage.contract.unjudged import REPORT, Failure, answer_without_failing
from getpage.result import Missing

S = TypeVar("S")
T = TypeVar("T")
U = TypeVar("U")


class Parts(Generic[S]):
    """What is asked of the subsystems of a product. `unjudged` is what failed so far: parts that are made on
    first look fail later.
    """

    def __init__(self, product: str, subsystems: Iterable[S]) -> None:
        """`product` is its name."""
        self._product, self._subsystems = product, tuple(subsystems)
        self.unjudged: list[Missing] = []

    def of(self, what: str, ask: Callable[[Sequence[S]], Iterable[T]]) -> tuple[T, ...]:
        """What `ask` yields of all subsystems; `what` names the part."""
        return self._answer(what, lambda some: tuple(ask(some))) or ()

    def each(self, what: str, ask: Callable[[S], T | None]) -> tuple[T, ...]:
        """One of each subsystem, as far as it has one."""
        return self.of(what, lambda some: (answer for answer in map(ask, some) if answer is not None))

    def every(self, what: str, ask: Callable[[S], Iterable[T]]) -> tuple[T, ...]:
        """All of each subsystem."""
        return self.of(what, lambda some: (answer for subsystem in some for answer in ask(subsystem)))

    def pair(
        self, what: str, ask: Callable[[Sequence[S]], tuple[tuple[T, ...], tuple[U, ...]]]
    ) -> tuple[tuple[T, ...], tuple[U, ...]]:
        """Two parts that are made together."""
        return self._answer(what, ask) or ((), ())

    def later(self, what: str, ask: Callable[[Sequence[S]], Iterable[T]]) -> LazySequence[T]:
        """What `ask` yields, made on first look."""
        return LazySequence(lambda: self.of(what, ask))

    def _answer(self, what: str, ask: Callable[[Sequence[S]], T]) -> T | None:
        return answer_without_failing(ask, self._subsystems, lambda failure: self._lost(what, failure))

    def _lost(self, what: str, failure: Failure) -> None:
        of = failure.object or getattr(failure.subject, "id", None)
        named = "" if of is None else f" of {of}"
        rest = "" if failure.others_stand else " Nothing of this part is shown."
        self.unjudged.append(
            Missing(
                subsystem=self._product,
                question=f"{what}{named} could not be judged",
                supply=f"{failure.what}.{rest} {REPORT}",
                failed=True,
            )
        )
