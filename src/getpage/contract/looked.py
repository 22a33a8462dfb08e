"""What rules looked at: nothing is said to be well that no rule has seen.

A product says of each of its rules what it looks at and how many of that a subsystem has evidence of. A rule
looks at what the evidence says enough of to find something, or to be satisfied.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, TypeVar

from getpage.result import Kind, Looked

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from getpage.contract.checks import Rule

S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class Looks(Generic[S]):
    """Rules that look at the same: `what` in the singular, and how many there are in a subsystem."""

    what: str
    count: Callable[[S], int]
    rules: tuple[Rule[S], ...]


def looked(product: str, looks: Iterable[Looks[S]], subsystems: Iterable[S]) -> Iterator[Looked]:
    """What was looked at in all subsystems; nothing of what there is no evidence of."""
    subsystems = tuple(subsystems)
    for one in looks:
        objects = sum(map(one.count, subsystems))
        if objects:
            finds = dict.fromkeys(kind for rule in one.rules for kind in rule.FINDS)
            ordered = tuple(kind for kind in Kind if kind in finds)
            yield Looked(product=product, rules=len(one.rules), objects=objects, what=one.what, finds=ordered)
