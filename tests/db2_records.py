"""SMF 100 and 101 records of Db2 for the tests: encoded from the layouts, read through the ordinary decoder.

Counters are given as their rise in an interval and written as Db2 writes them, cumulative since its start.
"""

from datetime import datetime, timedelta

import polars as pl

from decided import listed
from getpage.contract.evidence import Evidence
from getpage.contract.observation import Observation
from getpage.products.common.fold import Objects
from getpage.products.db2 import PRODUCT
from getpage.products.db2.intervals.counters import KINDS
from getpage.products.db2.intervals.differences import intervals
from getpage.products.db2.intervals.pieces import pieces
from getpage.products.db2.intervals.readings import filled, in_time, readings
from getpage.products.db2.measured import Db2Measures
from getpage.products.db2.pools.pool_rows import worked_out
from getpage.products.db2.rows import owned
from getpage.result import Change, Finding
from mq_evidence import Frames, from_records, micros

START = datetime(2026, 3, 12, 9)
QUARTER = timedelta(minutes=15)
GAUGES = {"buffers", "highest_sequential_buffers", "lowest_sequential_buffers", "in_use", "highest_in_use"}
GAUGES |= {"space", "buffer_pool", "sequential_in_use", "highest_sequential_in_use"}
GAUGES |= {f"{pool}_{what}" for pool in ("dbd", "statement", "skeleton") for what in ("pages", "free")}
GAUGES |= {"dbd_stealable", "skeleton_stealable", "plan_bytes_below", "package_bytes_below"}

GIB = 1 << 30

#: A quarter of an hour of a pool with nothing to say of.
POOL = {
    "buffer_pool": 1,
    "buffers": 500_000,
    "getpages": 9_900_000,
    "sync_reads": 9_025,
    "getpages_sequential": 900_000,
    "sync_reads_sequential": 25,
    "sequential_prefetch_reads": 2_500,
    "sequential_prefetch_pages": 75_000,
    "pages_written": 5_000,
    "async_writes": 1_250,
    "highest_sequential_buffers": 50_000,
}


def when(interval: float) -> datetime:
    """The end of an interval; that of 0 is when the counting of the first begins."""
    return START + interval * QUARTER


def record(ifcid: int, at: datetime, sections: dict[str, list[dict]], *, type: int = 100, **common) -> dict:
    header = {"system": "SYS1", "member": "DB1A", "written": micros(at)}
    return {"record_type": type, "subtype": ifcid, "common": header | common, "sections": sections}


def cumulative(rows: list[dict], *, base: int = 1_000_000) -> list[dict]:
    """Readings of one object: one at the start, and one at the end of each interval."""
    counters = {name for row in rows for name in row} - GAUGES
    readings = [{name: value if name in GAUGES else base for name, value in rows[0].items()}]
    for row in rows:
        risen = {name: readings[-1].get(name, base) + row.get(name, 0) for name in counters}
        readings.append({name: row[name] for name in row if name in GAUGES} | risen)
    return readings


def statistics(section: str, *objects: list[dict], ifcid: int = 2, step: float = 1) -> list[dict]:
    """Records of an IFCID, one a reading; each object has a row in each."""
    series = [cumulative(rows) for rows in objects]
    return [
        record(ifcid, when(n * step), {section: [readings[n] for readings in series]})
        for n in range(len(series[0]))
    ]


def pools(*specifications: dict, intervals: int = 5) -> list[dict]:
    """IFCID 2 records of pools that do the same in every interval."""
    return statistics("QBST", *([POOL | specification] * intervals for specification in specifications))


def thread(number: int, *, at: datetime | None = None, **columns) -> dict:
    """One accounting record of a thread, IFCID 3."""
    context = {"plan", "connection_type", "correlation"}
    common = {name: columns.pop(name) for name in context & set(columns)}
    row = {"commits": 1, "class2_cpu": 1000, "class2_elapsed": 3000, "reason_code": 4} | columns
    return record(3, at or START + timedelta(seconds=number), {"QWAC": [row]}, type=101, **common)


def said(*records: dict) -> Observation:
    return PRODUCT.analyse(from_records(*records))


def findings(check: str | None, *records: dict) -> list[Finding]:
    return [finding for finding in said(*records).findings if check in (None, finding.check)]


def only(check: str, *records: dict) -> Finding:
    (finding,) = findings(check, *records)
    return finding


def commands(*records: dict) -> list[str]:
    return [change.command for change in listed(said(*records))]


def facts(finding: Finding) -> dict:
    """The numbers of a finding by column, or by label."""
    return {fact.column or fact.label: fact for fact in finding.evidence}


def storage(at: float, **columns) -> dict:
    """IFCID 225: DBM1 of 10 GiB, of which 8 GiB back pools, DIST of 1 GiB, common storage of 0.5 GiB."""
    dbm1 = {"space": "DBM1", "real": 10 * GIB, "real_above": 9 * GIB, "real_above_without_pools": GIB}
    sections = {
        "QW0225-1": [dbm1 | {"auxiliary": 0} | columns, {"space": "DIST", "real": GIB}],
        "QW0225-2": [{"allied_threads": 40, "dbats": 7}],
        "QW0225-COMMON": [{"real": GIB // 2}],
        "QW0225-3": [{"available": 3 * GIB, "log_write_real": 64 << 20}],
    }
    return record(225, when(at), sections)


def intervals_of(evidence: Evidence, table: str = "db2_buffer_pool", *, rows: int = 1000) -> pl.DataFrame:
    """The intervals of a table of counters, as what is measured of them is made of, in order of time."""
    columns = evidence.scan(table).collect_schema().names()
    owners, objects = Db2Measures(evidence).owners, Objects(("system", "member", *KINDS[table].key))
    cut = pieces(evidence, table, columns, owners, objects, rows=rows)
    actual = pl.concat([piece.intervals for piece in cut], how="diagonal_relaxed").filter(pl.col("rank") == 0)
    return worked_out(actual) if table == "db2_buffer_pool" else actual


def intervals_of_whole_objects(evidence: Evidence, table: str = "db2_buffer_pool") -> pl.DataFrame:
    """The same worked out at once, from all rows."""
    kind, owners = KINDS[table], Db2Measures(evidence).owners
    rows = in_time(owned(evidence.frame(table), owners), Objects(("system", "member", *kind.key)))
    actual = intervals(readings(filled(rows, kind), kind), kind).filter(pl.col("rank") == 0)
    return worked_out(actual) if table == "db2_buffer_pool" else actual


__all__ = ["Change", "Finding", "Frames", "commands", "cumulative", "findings", "from_records", "only"]
__all__ += [
    "facts",
    "intervals_of",
    "intervals_of_whole_objects",
    "pools",
    "record",
    "said",
    "statistics",
    "storage",
    "thread",
    "when",
]
