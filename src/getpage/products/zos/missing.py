"""Questions that this evidence cannot answer, and what would supply the answers: see `needs`.

Only of systems of which there is z/OS evidence: a site that looks at MQ alone is not asked for RMF.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from getpage.products.common.owners import SYSTEM
from getpage.result import Missing

from . import needs, rows

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from getpage.contract.evidence import Need

    from .system import ZosSystem


#: What replies and reports are called whose rows may name no system.
_REPLIES = {"zos_dump_option": "D DUMP,OPTIONS", "zos_large_frames": "D VIRTSTOR,LFAREA"}


def missing(systems: Iterable[ZosSystem]) -> tuple[Missing, ...]:
    """What is not there; systems that miss the same are named together. Of what names no system where others
    are named, it is asked only which one that is.
    """
    every = tuple(systems)
    named = [system for system in every if system.name]
    nameless = [system for system in every if not system.name] if named else []
    return (*(_whose(system, named) for system in nameless), *_unanswered(named or every))


def _whose(system: ZosSystem, named: Sequence[ZosSystem]) -> Missing:
    """Which system it is that rows are of; until that is told they count for none."""
    told = {table: files for table in rows.TABLES if (files := _nameless(system, table))}
    files = {name for names in told.values() for name in names}
    what = ", ".join(dict.fromkeys(_REPLIES.get(table, "a report") for table in told))
    there = ", ".join(str(one.name) for one in named)
    return Missing(
        subsystem=", ".join(sorted(files)),
        question=f"Which z/OS system is {what} of? It names none, and counts for none until that is told.",
        supply=f"--system with one of {there}, or the reply with its log's prefix",
    )


def _nameless(system: ZosSystem, table: str) -> set[str]:
    """The files in which rows of a table name no system."""
    of_none = system.evidence.scan(table).filter(pl.col(SYSTEM).is_null())
    return {system.evidence.file_name(file) for (file,) in of_none.select("file").unique().collect().rows()}


def _unanswered(systems: Iterable[ZosSystem]) -> tuple[Missing, ...]:
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
