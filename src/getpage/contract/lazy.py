"""Sequences that are worked out when somebody looks: what a check does not show, a check does not make.

What they are worked out from lives as long as they may still be looked at: evidence of files is loaded into a
store that goes when nothing refers to it any more.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from typing import TypeVar, overload

T = TypeVar("T")


class Later(Sequence[T]):
    """What `make` yields, from the first look on; it is called once."""

    def __init__(self, make: Callable[[], Iterable[T]]) -> None:
        """Nothing is made yet."""
        self._make: Callable[[], Iterable[T]] | None = make

    @cached_property
    def _made(self) -> tuple[T, ...]:
        items = tuple(self._make()) if self._make else ()
        self._make = None  # and with it what was read
        return items

    def __len__(self) -> int:
        """How many there are."""
        return len(self._made)

    def __eq__(self, other: object) -> bool:
        """Equal to any sequence of the same."""
        return self._made == tuple(other) if isinstance(other, Sequence) else NotImplemented

    __hash__ = None  # type: ignore[assignment]

    @overload
    def __getitem__(self, index: int) -> T: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[T]: ...

    def __getitem__(self, index: int | slice) -> T | Sequence[T]:
        """One, or some of them."""
        return self._made[index]


class Anew(Iterable[T]):
    """What `make` yields, made anew for each who goes through it: for what is too much to be held at once."""

    def __init__(self, make: Callable[[], Iterable[T]]) -> None:
        """Nothing is made yet."""
        self._make = make

    def __iter__(self) -> Iterator[T]:
        """One after the other."""
        return iter(self._make())
