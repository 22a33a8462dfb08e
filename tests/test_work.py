"""Work in columns: the same entries, made when somebody looks at them."""

from __future__ import annotations

from datetime import datetime, timedelta

import polars as pl
import pytest

from getpage.contract.observation import Observation, together
from getpage.contract.work import AllWork, Work, WorkColumns
from getpage.core.names import Image, Subsystem
from getpage.forecast.intervals import Intervals
from getpage.forecast.price import price_of
from getpage.products.common.entries import MOST, Entries, alike

START = datetime(2026, 3, 12, 10)
MINE, OTHER = (Subsystem("db2", Image("SYSA"), name) for name in ("DB1A", "DB2A"))


def entries(of: Subsystem, count: int = 20) -> list[Work]:
    return [
        Work(
            subsystem=of,
            start=START + n * timedelta(minutes=15),
            seconds=900.0,
            unit="commit",
            units=1_000.0 + n,
            reads=None if n == 3 else 5_000.0 + 70 * (n * n % 13),
            read_seconds=4.0 + n % 5,
            getpages=90_000.0 + 900 * (n % 7),
            cpu_seconds=None if n == 4 else 30.0 + 0.002 * (n * n % 13) + n % 3,
        )
        for n in range(count)
    ]


def columns(of: Subsystem) -> WorkColumns:
    names = [name for name in Work.__dataclass_fields__ if name not in ("subsystem", "facts")]
    rows = [{name: getattr(entry, name) for name in names} for entry in entries(of)]
    return WorkColumns(of, pl.DataFrame(rows, infer_schema_length=None), lambda _: ())


def test_columns_give_the_same_entries_and_the_same_price():
    result = columns(MINE)
    assert list(result) == entries(MINE)
    assert (result[3], result[-1], list(result[2:4])) == (
        entries(MINE)[3],
        entries(MINE)[-1],
        entries(MINE)[2:4],
    )
    assert price_of(result) == price_of(entries(MINE))


def test_intervals_of_which_the_evidence_does_not_tell_something_are_not_zero():
    intervals = Intervals.of(columns(MINE))
    assert len(intervals.where(intervals["reads"] > 0)) == len(entries(MINE)) - 1


def test_what_is_asked_of_one_subsystem_makes_nothing_of_other_products():
    def never():
        pytest.fail("the work of z/OS is made though nobody asked for it")
        yield

    db2 = Observation(work=AllWork.later("db2", lambda: [columns(MINE), columns(OTHER)]))
    zos = Observation(work=AllWork.later("zos", never))
    work = together([zos, db2]).work
    assert isinstance(work, AllWork)
    assert list(work.of(OTHER)) == entries(OTHER)
    assert list(work.of(Subsystem("mq", Image("SYSA"), "MQ1A"))) == []


def test_work_that_is_there_already_is_found_by_its_subsystem():
    given = [*entries(MINE), *entries(OTHER)]
    work = AllWork.together([given])
    assert list(work) == given
    assert (list(work.of(OTHER)), work.first) == (entries(OTHER), START)


def intervals_of(name: str, count: int, *, late: float = 0.0, missing: int | None = None) -> pl.DataFrame:
    starts = [
        START + n * timedelta(minutes=1) + timedelta(seconds=late) for n in range(count) if n != missing
    ]
    rows = {"name": name, "start": starts, "end": [start + timedelta(minutes=1) for start in starts]}
    return pl.DataFrame({**rows, "reads": range(1, len(starts) + 1)})


def entries_of(*pieces: pl.DataFrame) -> Entries:
    entries = Entries(("name",), ("reads",))
    for piece in pieces:
        entries.add(piece)
    return entries


def test_a_week_of_minutes_stays_as_it_was_recorded():
    week = intervals_of("DB1A", MOST)
    assert entries_of(week[:99], week[99:]).rows().drop("intervals").equals(week)


def test_of_more_intervals_quarters_of_an_hour_are_added_up_and_nothing_is_lost():
    longer = intervals_of("DB1A", MOST + 1, late=-2.0)
    rows = entries_of(longer, intervals_of("DB2A", 20)).rows()
    assert rows["start"].dt.minute().unique().sort().to_list() == [0, 15, 30, 45]
    assert ((rows["end"] - rows["start"]) == timedelta(minutes=15)).all()
    assert rows["intervals"].to_list() == [15] * (MOST // 15) + [1, 15, 5]
    assert rows.filter(name="DB1A")["reads"].sum() == longer["reads"].sum()


def test_entries_are_the_same_however_their_intervals_came(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("getpage.products.common.entries._FEW", 100)
    rows = intervals_of("DB1A", 3 * MOST)
    pieces = [rows[first : first + 700] for first in range(0, rows.height, 700)]
    result, other, all_at_once = (entries_of(*some).rows() for some in (pieces, pieces[::-1], [rows]))
    assert result.equals(all_at_once)
    assert other.sort("start").equals(all_at_once)


def test_what_was_counted_beside_it_is_added_up_by_the_same_quarters():
    long, short = alike(entries_of(intervals_of("A", MOST + 1)), entries_of(intervals_of("A", 30, missing=3)))
    assert short["intervals"].to_list() == [14, 15]
    assert long["start"].to_list()[:2] == short["start"].to_list()
