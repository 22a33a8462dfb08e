"""Sequences that are computed at the first access: a check does not compute what it does not show.

They keep their evidence alive until then: files are loaded into a store that is removed when nothing refers
to it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from typing import TypeVar, overload

T = TypeVar("T")


class LazySequence(Sequence[T]):
    """The items that `make` yields. `make` runs once, at the first access."""

    def __init__(self, make: Callable[[], Iterable[T]]) -> None:
        """`make` does not run yet."""
        self._make: Callable[[], Iterable[T]] | None = make

    @cached_property
    def _items(self) -> tuple[T, ...]:
        items = tuple(self._make()) if self._make else ()
        self._make = None  # and with it what was read
        return items

    def __len__(self) -> int:
        """Number of items."""
        return len(self._items)

    def __eq__(self, other: object) -> bool:
        """Equal to any sequence of equal items."""
        return self._items == tuple(other) if isinstance(other, Sequence) else NotImplemented

    __hash__ = None  # type: ignore[assignment]

    @overload
    def __getitem__(self, index: int) -> T: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[T]: ...

    def __getitem__(self, index: int | slice) -> T | Sequence[T]:
        """An item, or a slice of the items."""
        return self._items[index]


class Restartable(Iterable[T]):
    """The items that `make` yields. `make` runs at each iteration: the items are never all in memory."""

    def __init__(self, make: Callable[[], Iterable[T]]) -> None:
        """`make` does not run yet."""
        self._make = make

    def __iter__(self) -> Iterator[T]:
        """Run `make`, and iterate over its items."""
        return iter(self._make())
