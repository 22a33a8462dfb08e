"""Everything that the rules of CICS say of the evidence, in one deterministic order."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import polars as pl

from getpage.contract.evidence import Evidence, Need
from getpage.contract.namesakes import Namesakes
from getpage.contract.observation import Observation
from getpage.products.common.analysis import Parts, apply_rules
from getpage.products.common.namesakes import OfOneName, apart, of_kind, overlapping

from . import evidence as needs
from . import transactions
from .checks import RULES
from .knobs import knobs
from .region import Region, regions
from .shown import account, demands, pictures, tables
from .work import class_times, work

#: A row for each interval of a region. Other statistics (EOD, REQ, RRT, USS) say no length of their own.
_OF_ONE_NAME: Final = tuple(
    OfOneName(
        table=table,
        name="region",
        what="CICS regions",
        end="interval_end",
        number="interval_number",
        where=pl.col("statistics_type") == "INT",
    )
    for table in ("cics_transaction_manager", "cics_dispatcher", "cics_storage")
)


def namesakes(evidence: Evidence) -> tuple[Namesakes]:
    """Regions that are two of one name."""
    return (of_kind(_OF_ONE_NAME[0], overlapping(evidence, _OF_ONE_NAME)),)


def analyse(evidence: Evidence) -> Observation:
    """What the evidence says of every region in it."""
    evidence, unjudged = apart(evidence, "cics", namesakes(evidence))
    every = regions(evidence)
    results = apply_rules(every, RULES)
    parts = Parts("cics", every, unjudged)
    turned, rooms = parts.pair("Sizes", lambda some: knobs(some, results.findings))
    return Observation(
        findings=results.findings,
        offers=results.offers,
        accounts=parts.each("The account", account),
        missing=parts.missing(_unmet),
        unjudged=parts.unjudged,
        looked=parts.looked(RULES),
        pictures=parts.later("Pictures", pictures),
        tables=parts.later("Tables", tables),
        class_times=parts.later("Times of transactions", class_times),
        demands=parts.of("Demands", demands),
        knobs=turned,
        limits=rooms,
        work=parts.work(work),
    )


def _unmet(region: Region) -> Iterator[tuple[bool, Need]]:
    """Whether each need is unmet, in the order of its worth."""
    every = region.transactions
    calls_ims = any(measure[transactions.IMS] for measure in every)
    yield region.qr is None, needs.DISPATCHER
    yield _is_unexplained(region), needs.SUSPECTS
    yield region.tasks is None, needs.TASKS
    yield region.storage is None, needs.STORAGE
    yield not region.lsr_buffers, needs.LSR
    yield not every, needs.TRANSACTIONS
    yield any(measure[transactions.SHARED_WAIT] for measure in every), needs.SHARED
    no_record = all(measure[transactions.MOST_POOL] is None for measure in every)
    yield calls_ims and no_record, needs.DBCTL


def _is_unexplained(region: Region) -> bool:
    """Whether its QR TCB is held up and the evidence does not show why."""
    row = region.lowest_qr_ratio
    if row is None:
        return False
    seen = region.zos.of(region.system, region.jobs(row), row)
    return seen.paging is None or seen.processor is None
