"""Questions that this evidence cannot answer, and what would supply the answers: see `needs`.

Only of systems of which there is z/OS evidence: a site that looks at MQ alone is not asked for RMF.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from getpage.result import Missing

from . import needs

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from getpage.contract.evidence import Need

    from .system import ZosSystem


def missing(systems: Iterable[ZosSystem]) -> tuple[Missing, ...]:
    """What is not there; systems that miss the same are named together."""
    names: dict[Need, list[str]] = {need: [] for need in needs.NEEDS}
    for system in systems:
        for need in _unmet(system):
            names[need].append(system.label)
    return tuple(
        Missing(subsystem=", ".join(who), question=need.question, supply=need.supply)
        for need, who in names.items()
        if who
    )


def _unmet(system: ZosSystem) -> Iterator[Need]:
    if not system.free or system.free.is_average or system.online is None:
        yield needs.FREE
    if not system.classes:
        yield needs.CLASSES
    if system.spaces is None:
        yield needs.SPACES
    if system.large is None:
        yield needs.LARGE
    if system.dump is None:
        yield needs.DUMP
