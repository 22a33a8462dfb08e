"""Questions that the evidence of a product cannot answer: those that miss the same are named together."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Protocol, TypeVar

from getpage.contract.evidence import Need
from getpage.result import Missing


class HasLabel(Protocol):
    """Whatever sentences can name."""

    @property
    def label(self) -> str:
        """How they do."""


S = TypeVar("S", bound=HasLabel)


def missing(
    subsystems: Iterable[S], needs: Callable[[S], Iterable[tuple[bool, Need]]]
) -> tuple[Missing, ...]:
    """What is not there, in the order of its worth, which is that of `needs`: whether each is unmet."""
    names: dict[tuple[int, Need], list[str]] = {}
    for subsystem in subsystems:
        for worth, (absent, need) in enumerate(needs(subsystem)):
            if absent:
                names.setdefault((worth, need), []).append(subsystem.label)
    return tuple(
        Missing(subsystem=", ".join(who), question=need.question, supply=need.supply)
        for (_, need), who in sorted(names.items(), key=lambda item: item[0][0])
    )
