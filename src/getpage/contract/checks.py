"""Rules as modules: what a module of a product's `checks` offers, and the checks that such modules make."""

from __future__ import annotations

import inspect
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, TypeVar

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from getpage.result import Finding

Subsystem = TypeVar("Subsystem", contravariant=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """One rule. Its module's docstring is what `getpage explain` prints and what the docs show.

    The docstring has these headings: What it does, Why it matters, Evidence, What to do, How to verify,
    References.
    """

    id: str
    title: str
    product: str
    explanation: str


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


def checks_of(rules: Sequence[Rule[Subsystem]], product: str) -> tuple[Check, ...]:
    """The checks of a product, in the order of its rules."""
    return tuple(
        Check(id=rule.ID, title=rule.TITLE, product=product, explanation=inspect.cleandoc(rule.__doc__ or ""))
        for rule in rules
    )
