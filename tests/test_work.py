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
    rows = [{name: getattr(one, name) for name in names} for one in entries(of)]
    return WorkColumns(of, pl.DataFrame(rows, infer_schema_length=None), lambda _: ())


def test_columns_give_the_same_entries_and_the_same_price():
    made = columns(MINE)
    assert list(made) == entries(MINE)
    assert (made[3], made[-1], list(made[2:4])) == (entries(MINE)[3], entries(MINE)[-1], entries(MINE)[2:4])
    assert price_of(made) == price_of(entries(MINE))


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
