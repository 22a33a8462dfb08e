"""Everything that the rules of z/OS say of the evidence, in one deterministic order.

Names of systems are unique within a sysplex only, and a load may hold dumps of several. RMF names the sysplex
in every record (SMF70XNM): a system that reports two sysplexes in the same hours is two systems.
So is one that reports two names of systems (SMF70SNM), or two intervals at a time. A system that moved to
another sysplex is one system: its hours in the two do not overlap.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Final

import polars as pl

from getpage.contract.checks import checked, measures_of
from getpage.contract.evidence import Evidence, Need
from getpage.contract.lazy import LazySequence, Restartable
from getpage.contract.namesakes import Namesakes
from getpage.contract.observation import Observation
from getpage.contract.order import in_order
from getpage.products.common import coupling
from getpage.products.common.analysis import Parts, apply_rules, missing
from getpage.products.common.namesakes import (
    OfOneName,
    of_kind,
    overlapping,
    refuse,
    two_identities,
)
from getpage.products.common.owners import SYSTEM
from getpage.products.common.processors import processors
from getpage.result import Missing

from . import areas, rows, scopes, shown
from . import evidence as needs
from .checks import RULES
from .limits import limits, limits_of_facilities
from .measured import ZosMeasures
from .real import real_by_interval, real_storage, real_times
from .shown import demands
from .storage import SLOTS_KNOWN
from .system import Sysplex, ZosSystem, sysplexes, systems
from .work import work

#: A row for each system and interval; another monitor than RMF may write the same.
_OF_ONE_NAME: Final = OfOneName(
    table="rmf_paging", name="system", by=("product",), what="systems", utc="interval_end_utc"
)
_IDENTITY: Final = {"sysplex": "sysplex", "system_name": "SYSNAME"}

_OF_FACILITIES = tuple(rule for rule in RULES if rule.LOOKS_AT in scopes.OF_FACILITIES)
_OF_CLASSES = tuple(rule for rule in RULES if rule.LOOKS_AT is scopes.CLASSES)
_OF_SYSTEMS = tuple(rule for rule in RULES if rule not in (*_OF_FACILITIES, *_OF_CLASSES))


def namesakes(evidence: Evidence) -> Iterator[Namesakes]:
    """Systems that are two of one name."""
    yield two_identities(evidence, _OF_ONE_NAME.table, _OF_ONE_NAME.what, _IDENTITY)
    yield of_kind(_OF_ONE_NAME, overlapping(evidence, [_OF_ONE_NAME]))


def analyse(evidence: Evidence) -> Observation:
    """What the evidence says of every z/OS system in it."""
    refuse(namesakes(evidence))
    measured = ZosMeasures(evidence, measures_of(RULES, *scopes.OF_STORAGE))
    images, plexes = systems(measured), sysplexes(measured)
    facilities = coupling.facilities(evidence)
    parts, of_facilities = Parts("zos", images), Parts("zos", [facilities])
    subjects = ((images, _OF_SYSTEMS), ((*images, *plexes), _OF_CLASSES), ((facilities,), _OF_FACILITIES))
    return Observation(
        findings=in_order(
            finding for subject, rules in subjects for finding in apply_rules(subject, rules).findings
        ),
        pictures=parts.later("Pictures", lambda some: chain(shown.pictures(some), areas.pictures(some))),
        missing=parts.of("What is missing", lambda some: _missing(some, plexes)),
        unjudged=Restartable(lambda: (*parts.unjudged, *of_facilities.unjudged)),
        looked=tuple(looked for subject, rules in subjects for looked in checked("zos", rules, subject)),
        real_storage=parts.of("Real storage", real_storage),
        real_by_interval=Restartable(lambda: real_by_interval(images)),
        real_times=parts.later("Times of real storage", real_times),
        tables=LazySequence(
            lambda: (
                *of_facilities.every("Tables", shown.structures),
                *parts.of("Page data sets and common storage", areas.tables),
                *parts.of("Counters of processors", lambda _: shown.counters(evidence)),
                *parts.of("Disks", lambda _: shown.disks(evidence)),
            )
        ),
        limits=(
            *parts.every("Limits", limits),
            *of_facilities.every("Limits", limits_of_facilities),
        ),
        work=parts.work(lambda _: work(evidence)),
        processors=parts.later("Processors", lambda _: processors(evidence)),
        demands=parts.of("Demands", demands),
    )


def _missing(images: Sequence[ZosSystem], plexes: Sequence[Sysplex]) -> tuple[Missing, ...]:
    """What is not there. Of what names no system where others are named, only which system that is."""
    named = [system for system in images if system.system]
    nameless = [system for system in images if not system.system] if named else []
    unnamed = (of_which_system(system, named) for system in nameless)
    return (*unnamed, *missing((*(named or images), *plexes), _needs))


def _needs(system: ZosSystem) -> Iterator[tuple[bool, Need]]:
    """Whether each need is unmet: a table alone does not tell, as printed rows lack figures."""
    image = not isinstance(system, Sysplex)
    free = system.free
    yield image and (not free or free.is_average or system.online is None), needs.FREE
    yield not system.classes, needs.CLASSES
    yield (system.spaces is None if image else not system.paging_by_class), needs.SPACES
    yield image and system.large is None, needs.LARGE
    yield image and system.dump is None, needs.DUMP
    yield image and system.paging_space.fullest is None and not system.has(SLOTS_KNOWN), needs.PAGE_SETS
    yield image and all(area.is_high for area in system.common_storage.areas), needs.COMMON


#: What replies and reports are called whose rows may name no system.
_REPLIES: Final = {"zos_dump_option": "D DUMP,OPTIONS", "zos_large_frames": "D VIRTSTOR,LFAREA"}


def of_which_system(nameless: ZosSystem, named: Sequence[ZosSystem]) -> Missing:
    """Asks which system the rows without a name are of; until that is known they count for none."""
    by_table = {table: files for table in rows.TABLES if (files := _files(nameless, table))}
    files = {name for names in by_table.values() for name in names}
    what = ", ".join(dict.fromkeys(_REPLIES.get(table, "a report") for table in by_table))
    there = ", ".join(str(system.system) for system in named)
    return Missing(
        subsystem=", ".join(sorted(files)),
        question=f"Which z/OS system does {what} belong to? It names none, and is not used until that "
        "is known.",
        supply=f"--system with one of {there}, or the reply with its log's prefix",
    )


def _files(nameless: ZosSystem, table: str) -> set[str]:
    """The files in which rows of a table name no system."""
    evidence = nameless.evidence
    of_none = evidence.scan(table).filter(pl.col(SYSTEM).is_null())
    if table == rows.CLASSES:  # a report on a sysplex names that
        of_none = of_none.filter(pl.col("sysplex").is_null())
    return {evidence.file_name(file) for (file,) in of_none.select("file").unique().collect().rows()}
