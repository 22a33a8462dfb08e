"""Counters of Db2 by day: what is kept of days and joined is what all readings of the window say."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from itertools import repeat
from typing import TYPE_CHECKING

import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from db2_displays import shown_at, together
from db2_records import POOL, START, pools, record, statistics, thread
from examples import examples
from getpage.products.db2 import PRODUCT
from getpage.products.db2.intervals.joined import gathered
from getpage.products.db2.measured import Db2Measures
from getpage.products.db2.member import members
from getpage.products.db2.rows import OWNER, naive
from getpage.products.db2.threads.accounting import accounting
from getpage.products.db2.work import work
from mq_evidence import Frames, from_records

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from getpage.contract.evidence import Evidence
    from getpage.products.db2.intervals.pieces import Piece

TABLE = "db2_buffer_pool"
HOUR = 3_600_000_000
#: Intervals of two days and some hours.
LONG = 200
KEY = (*OWNER, "buffer_pool")
MOST = "highest_sequential_buffers"
SHOWN = [
    *(*KEY, "start", "end", "seconds", "rate_seconds", "difference", "getpages", "sync_reads"),
    *(MOST, f"{MOST}_file", f"{MOST}_record", "file", "record", "less_file", "less_record"),
]


class ByDay(Frames):
    """Evidence whose days are kept: every answer goes through what was held, of so many days together as a
    month has; of days alone where it has none.
    """

    def __init__(self, frames: dict[str, pl.DataFrame], days_of_month: int = 0) -> None:
        super().__init__(frames)
        self.days_of_month = days_of_month
        self.answers: dict[tuple[object, str], Mapping[str, pl.DataFrame]] = {}

    def days(self, _: object) -> Sequence[Day]:
        rows = pl.concat(
            [rows.select("written") for rows in self.frames.values() if "written" in rows.columns]
        )
        days = sorted(rows.select(naive("written").dt.date()).to_series().drop_nulls().unique())
        length = self.days_of_month
        months = [Month(self, n // length) if length else None for n in range(len(days))]
        return [Day(self, None), *map(Day, repeat(self), days, months)]


@dataclass(frozen=True)
class Day:
    whole: ByDay
    day: date | None
    month: Month | None = None

    @property
    def evidence(self) -> Frames:
        day = naive("written").dt.date()
        mine = day.is_null() if self.day is None else day == self.day
        timed = {table: rows for table, rows in self.whole.frames.items() if "written" in rows.columns}
        return Frames({table: rows.filter(mine) for table, rows in timed.items()})

    def kept(
        self, name: str, work_out: Callable[[Evidence], Mapping[str, pl.DataFrame]]
    ) -> Mapping[str, pl.DataFrame]:
        key = (self.day, name)
        if key not in self.whole.answers:
            self.whole.answers[key] = work_out(self.evidence)
        return self.whole.answers[key]


@dataclass(frozen=True)
class Month:
    whole: ByDay
    number: int

    def kept(
        self, name: str, work_out: Callable[[], Mapping[str, pl.DataFrame]]
    ) -> Mapping[str, pl.DataFrame]:
        key = (self.number, name)
        if key not in self.whole.answers:
            self.whole.answers[key] = work_out()
        return self.whole.answers[key]


class Intervals:
    """All intervals and restarts, as they come."""

    def __init__(self) -> None:
        self.rows: list[pl.DataFrame] = []
        self.restarts: list[pl.DataFrame] = []

    def add(self, piece: Piece) -> None:
        own = (pl.coalesce(f"{MOST}_{part}", part).alias(f"{MOST}_{part}") for part in ("file", "record"))
        self.rows.append(piece.intervals.with_columns(own).select(SHOWN))
        self.restarts.append(piece.dropped.select(*KEY, "start", "end"))

    def held(self) -> dict[str, pl.DataFrame]:
        return {"rows": pl.concat(self.rows), "restarts": pl.concat(self.restarts)}

    def take(self, every: Sequence[Mapping[str, pl.DataFrame]]) -> None:
        for held in filter(None, every):
            self.rows.append(held["rows"])
            self.restarts.append(held["restarts"])

    def done(self) -> tuple[list[tuple], list[tuple]]:
        rows, restarts = pl.concat(self.rows, how="vertical_relaxed"), pl.concat(self.restarts)
        return sorted(rows.rows(), key=str), sorted(set(restarts.rows()), key=str)


def intervals_of(evidence: Frames, name: str) -> tuple[list[tuple], list[tuple]]:
    columns = evidence.scan(TABLE).collect_schema().names()
    owners = Db2Measures(evidence).owners
    return gathered(evidence, TABLE, columns, owners, lambda *_: Intervals(), name=name).done()


def risen(rises: list[int]) -> list[int]:
    """Counters after each rise; of every other list they begin anew at the ninth."""
    anew = 0 if sum(rises) % 2 else 9
    return [sum(rises[anew if n >= anew else 0 : n + 1]) for n in range(len(rises))]


counts = st.lists(st.integers(0, 50), min_size=12, max_size=40).map(risen)
#: Minutes between readings: of close ones and of far ones, with days without any between.
minutes = st.sampled_from([[1], [1, 2], [5], [15], [60, 600], [30, 4000], [1, 1, 1, 700], [2, 15, 1500, 1]])
#: From when on: around midnight, where records of the old day are written in the new one.
begins = st.sampled_from([0, 13 * 60 + 20, 14 * 60 + 59])


@st.composite
def sites(draw: st.DrawFn) -> Frames:
    """Pools of two members, all of a member read together."""
    records = []
    for member in draw(st.sampled_from([["DB1A"], ["DB1A", "DB1B"]])):
        readings, steps = draw(counts), draw(minutes)
        at = START + timedelta(minutes=draw(begins), seconds=draw(st.sampled_from([0, 2, 30])))
        of_pools = draw(st.integers(1, 3))
        alone = draw(st.integers(0, len(readings)))
        for n, count in enumerate(readings):
            rows = [
                {
                    "buffer_pool": number,
                    "buffers": 1000,
                    "getpages": 2 * count + number,
                    "sync_reads": count,
                    "highest_sequential_buffers": (count + number) % 7,
                }
                for number in range(of_pools)
            ]
            if n == alone:  # a pool that was read once
                rows.append({"buffer_pool": 40, "getpages": 9, "sync_reads": 3, "buffers": 10})
            records.append(record(2, at, {"QBST": rows}, member=member))
            at += timedelta(minutes=steps[n % len(steps)])
    return from_records(*records)


@settings(max_examples=examples(25))
@given(sites(), st.integers(0, 4))
def test_intervals_of_days_are_those_of_the_window(site, days_of_month):
    assert intervals_of(ByDay(site.frames, days_of_month), "intervals") == intervals_of(site, "")


def observed(evidence: Frames) -> tuple:
    """All that is said of the members, and what they did; of days the second time, when all is kept."""
    PRODUCT.analyse(evidence)
    observation, measured = PRODUCT.analyse(evidence), Db2Measures(evidence)
    return (
        [
            (finding.check, finding.headline, finding.claim, finding.evidence)
            for finding in observation.findings
        ],
        observation.unjudged,
        measured.pools.sizes,
        measured.pools.gaps,
        measured.pools.meanwhile,
        [(columns.subsystem, columns.rows.rows()) for columns in work(members(evidence))],
    )


def of_days() -> list[dict]:
    """Two days of a pool that is simulated and made larger, and of another, with CPU and latches."""
    pool = POOL | {"sync_reads": 900_000}
    simulated = {
        "buffer_pool": 1,
        "avoidable_sync_random": 1000,
        "avoidable_sync_sequential": 0,
        "pages_moved_in": 90_000,
        "in_use": 40_000,
        "highest_in_use": 40_000,
    }
    of_pools = statistics(
        "QBST",
        [pool | {"buffers": 500_000 if n < 130 else 600_000} for n in range(LONG)],
        [POOL | {"buffer_pool": 2, "sync_reads": n} for n in range(LONG)],
    )
    return [
        *of_pools,
        *statistics("QBSP", [simulated] * LONG),
        *statistics("QVLS", [{"class_14": 90_000 + n} for n in range(LONG)], ifcid=1),
        *statistics(
            "QWSA", *([{"space": s, "tcb_time": 9_000_000}] * LONG for s in ("DBM1", "MSTR")), ifcid=1
        ),
        *statistics("Q3ST", [{"commits": 900}] * LONG, ifcid=1),
    ]


def with_clocks_back(records: list[dict], back_from: int) -> list[dict]:
    """Local time is two hours ahead, and an hour less from some record on."""
    for number, item in enumerate(records):
        item["common"]["event_time"] = item["common"]["written"] - 2 * HOUR
        if number >= back_from:
            item["common"]["written"] -= HOUR
    return records


def enlarged(records: list[dict], after: int) -> list[dict]:
    """The records, the pool with more buffers in those after the first so many."""
    for item in records[after:]:
        item["sections"] = {
            name: [section | {"buffers": 700_000} for section in sections]
            for name, sections in item["sections"].items()
        }
    return records


BUSY = {"sync_reads": 900_000}


@pytest.mark.parametrize(
    "records",
    [
        of_days(),
        with_clocks_back(pools(BUSY, intervals=LONG), back_from=120),
        statistics("QBST", [POOL | BUSY] * 2000, step=1 / 15),
        [*pools(BUSY, intervals=LONG)[:150], *pools(BUSY, intervals=LONG)[170:]],
        pools(BUSY, intervals=LONG)[:1],
        enlarged(pools(BUSY, intervals=LONG), after=120),
    ],
    ids=["several tables", "clocks go back", "every minute", "a gap", "one reading", "enlarged"],
)
def test_what_is_said_of_days_is_what_is_said_of_the_window(records):
    site = from_records(*records)
    whole = observed(site)
    for days_of_month in (0, 2):
        assert observed(ByDay(site.frames, days_of_month)) == whole


def test_accounting_of_days_is_that_of_the_window():
    threads = [
        thread(
            n, at=START + timedelta(minutes=37 * n), plan=f"P{n % 3}", class2_cpu=n, connection_type="CICS"
        )
        for n in range(90)
    ]
    for item in threads[::2]:
        item["common"]["connection_type"] = "CICS"
    site = from_records(*threads)
    for what in ("plans", "ends", "packages", "seconds", "classes", "in CICS"):
        whole = accounting(site, what)
        for days_of_month in (0, 2):
            assert accounting(ByDay(site.frames, days_of_month), what).equals(whole)
        assert whole.height or what == "packages"


@pytest.mark.parametrize("others", [[], ["DB1B"]])
def test_a_member_with_displays_is_read_as_a_whole(others):
    records = pools(BUSY, intervals=LONG)
    for member in others:  # these have records alone, and none of the days without any
        records += [item | {"common": item["common"] | {"member": member}} for item in records]
    site = together(from_records(*records), shown_at(START + timedelta(hours=20)))
    whole = observed(site)
    assert observed(ByDay(site.frames)) == whole
    assert observed(ByDay(site.frames, 2)) == whole
