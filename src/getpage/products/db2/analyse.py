"""Everything that Db2's rules say of the evidence, in one deterministic order."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

import polars as pl

from getpage.contract.checks import measures_of
from getpage.contract.evidence import Evidence
from getpage.contract.lazy import LazySequence, Restartable
from getpage.contract.namesakes import Namesakes
from getpage.contract.observation import Observation
from getpage.contract.order import is_short
from getpage.products.common.analysis import Parts, RuleResults, apply_rules
from getpage.products.common.namesakes import (
    OfOneName,
    SinceStart,
    alternating,
    apart,
    counted_at_once,
    of_kind,
)
from getpage.result import Table

from . import scopes
from .checks import RULES
from .evidence import unmet
from .knobs import knobs
from .member import Member, members
from .placement.shown import tables as page_set_tables
from .pools.large_memory import steps
from .shown import account, demands, pictures
from .storage.real_storage import real_by_interval, real_storage, real_times
from .storage.shown import tables as storage_tables
from .work import class_times, work

#: Counters of pools in SMF 100, since Db2 started.
_OF_ONE_NAME: Final = OfOneName(
    table="db2_buffer_pool",
    name="member",
    by=("buffer_pool",),
    what="Db2 subsystems",
    where=pl.col("statistics") == "CUMULATIVE",
)
_SINCE_START: Final = SinceStart(
    moment="event_time", counter="getpages", number="ifcid_sequence", names=("location", "release")
)
#: Of a display: cumulative since the pool was activated, incremental since the last one.
_DISPLAYS: Final = tuple(
    replace(_OF_ONE_NAME, where=pl.col("interval_start").is_not_null() & (pl.col("statistics") == which))
    for which in ("CUMULATIVE", "INCREMENTAL")
)


def namesakes(evidence: Evidence) -> tuple[Namesakes]:
    """Members that are two of one name."""
    twins = dict(alternating(evidence, _OF_ONE_NAME, _SINCE_START))
    for kind in _DISPLAYS:
        twins |= counted_at_once(evidence, kind, "written", "interval_start")
    return (of_kind(_OF_ONE_NAME, twins),)


def analyse(evidence: Evidence) -> Observation:
    """What the evidence says of every member in it."""
    evidence, unjudged = apart(evidence, "db2", namesakes(evidence))
    every = members(
        evidence, {table: measures_of(RULES, scope) for table, scope in scopes.OF_COUNTERS.items()}
    )
    results = apply_rules(every, RULES)
    parts = Parts("db2", every, unjudged)
    offered, room = parts.pair("Sizes", knobs)
    return Observation(
        findings=results.findings,
        accounts=parts.each("The account", account),
        pictures=parts.later("Pictures", pictures),
        tables=LazySequence(lambda: _tables(results)),
        missing=parts.missing(unmet),
        unjudged=parts.unjudged,
        looked=parts.looked(RULES),
        real_storage=parts.every("Real storage", real_storage),
        real_by_interval=Restartable(
            lambda: (entry for member in every for entry in real_by_interval(member))
        ),
        real_times=parts.later("Times of real storage", real_times),
        work=parts.work(work),
        class_times=parts.later("Times of plans", class_times),
        knobs=offered,
        limits=room,
        demands=parts.every("Demands", demands),
    )


def _tables(results: RuleResults[Member]) -> Iterator[Table]:
    """The page sets of each pool, limits of storage, and the steps of large memory where any is offered."""
    for member, findings in results.of:
        yield from page_set_tables(member)
        yield from storage_tables(member)
        table = steps(member, {finding.object for finding in findings if is_short(finding)})
        if table is not None:
            yield table
