"""Rules as modules: what a module of a system's `checks` offers, and the checks that such modules make."""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING, Protocol, TypeVar

from getpage.systems.interface import Check

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from getpage.result import Finding

Subsystem = TypeVar("Subsystem", contravariant=True)


class Rule(Protocol[Subsystem]):
    """A module with an identifier, a title, a docstring that `getpage explain` prints, and `find`."""

    @property
    def ID(self) -> str:
        """Identifier, as findings carry it."""

    @property
    def TITLE(self) -> str:
        """A few words."""

    @property
    def __doc__(self) -> str | None:  # type: ignore[override]
        """What `getpage explain` prints."""

    def find(self, subsystem: Subsystem, /) -> Iterator[Finding]:
        """What the rule says of one subsystem."""


def checks_of(rules: Sequence[Rule[Subsystem]], system: str) -> tuple[Check, ...]:
    """The checks of a system, in the order of its rules."""
    return tuple(
        Check(id=rule.ID, title=rule.TITLE, system=system, explanation=inspect.cleandoc(rule.__doc__ or ""))
        for rule in rules
    )
