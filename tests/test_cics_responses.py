"""Transactions whose response rose: what is shown of it, and that nothing is shown of chance."""

from __future__ import annotations

import math
from datetime import UTC, date, datetime, timedelta
from random import Random

import polars as pl
import pytest

import getpage
import zos_records
from cics_evidence import number, of
from getpage.products.cics.responses.hours import ALL_PARTS, P95, PROGRAM, RELEASE, RESPONSE
from getpage.products.cics.responses.rise import rise
from getpage.result import Severity
from test_cics_smf import micros
from zos_records import spec

FIRST = date(2026, 9, 21)
DAYS = 42


def hours(level, chance=0, days=DAYS, tasks=200):
    """Hours of some weeks; `level` says how long tasks take on a day, of what is usual."""
    random = Random(chance)
    rows = []
    for day in range(days):
        noise = random.gauss(0, 0.05)
        for hour in range(9, 13):
            p95 = 400 * (1 + hour / 50) * level(day) * math.exp(noise + random.gauss(0, 0.03))
            moment = datetime.combine(FIRST, datetime.min.time()) + timedelta(days=day, hours=hour)
            rows.append({"hour": moment, "tasks": tasks, P95: p95, RESPONSE: tasks * p95 / 2000})
    nothing = (pl.lit(0.0).alias(name) for name in ALL_PARTS)
    names = (pl.lit(None, pl.String).alias(name) for name in (PROGRAM, RELEASE))
    return pl.DataFrame(rows).with_columns(*nothing, *names)


def test_a_rise_is_shown_with_its_day_and_an_interval_that_holds_it():
    for chance in range(20):
        rose = rise(hours(lambda day: 1.5 if day >= 30 else 1.0, chance), 0.1)
        assert rose is not None
        assert abs((rose.since - FIRST).days - 30) <= 1
        assert rose.low < 1.5 < rose.high


@pytest.mark.parametrize(
    "level",
    [
        lambda _: 1.0,
        lambda day: 2.0 if day % 7 == 0 else 1.0,  # every Monday
        lambda day: 3.0 if day == 20 else 1.0,
        lambda day: 1.6 if 25 <= day < 35 else 1.0,  # ended
        lambda day: 1.05 if day >= 30 else 1.0,  # less than the threshold
        lambda day: 0.6 if day >= 30 else 1.0,
    ],
)
def test_nothing_is_shown_where_nothing_lasts(level):
    assert not any(rise(hours(level, chance), 0.1) for chance in range(20))


@pytest.mark.parametrize("days", [1, 8, 13])
def test_too_few_days_show_nothing(days):
    assert rise(hours(lambda day: 9.0 if day >= days - 2 else 1.0, days=days), 0.1) is None


def test_hours_with_few_tasks_show_nothing():
    assert rise(hours(lambda day: 9.0 if day >= 30 else 1.0, tasks=19), 0.1) is None


def records(days, **tasks_of):
    """A record of twenty tasks a transaction and day at 10:00, with a dictionary before the first."""
    common = {"system": "SYSA", "region": "CICSA", "generic_applid": "CICSA", "job": "CICSA"}
    yield spec(
        (110, 1),
        common | {"written": micros(datetime(2026, 9, 21, 9, tzinfo=UTC))},
        **{"CICS dictionary": []},
    )
    for day in range(days):
        began = datetime(2026, 9, 21, 10, tzinfo=UTC) + timedelta(days=day)
        rows = [
            {
                "transaction": name,
                "task_number": nth + 1,
                "started": micros(began),
                "ended": micros(began) + 300_000 + 10_000 * nth + waits(day),
                "record_type_code": "   T",
                "dispatch_us": 2_000.0,
                "cpu_us": 2_000.0,
                "enqueue_wait_us": float(waits(day)),
                "application": "SHOP",
                "major_version": 1 + (day >= 21),
                "minor_version": 0,
                "micro_version": 7,
                "program": "SHOP0001" if day < 21 else "SHOP0002",
            }
            for name, waits in tasks_of.items()
            for nth in range(20)
        ]
        yield spec(
            (110, 1), common | {"written": micros(began + timedelta(minutes=1))}, **{"CICS tasks": rows}
        )


def test_records_show_what_rose_since_when_by_which_part_and_with_which_release(tmp_path):
    specs = records(24, SLOW=lambda day: 400_000 if day >= 21 else 0, SAME=lambda _: 0)
    zos_records.write(tmp_path / "cics.smf", [*specs])
    result = getpage.check(tmp_path)
    [found] = of(result, "cics-response-rose")
    assert str(found.object) == "SYSA.CICSA SLOW"
    assert found.headline == "95 % of tasks within 886 ms, not 480 ms, since 2026-10-12"
    assert number(found, "95th percentile since") == pytest.approx(300 + 10 * 18 + 400, rel=0.01)
    assert found.claim.startswith(
        "Waits for enqueue grew by 400 ms per task, 100 % of the rise, with SHOP 2.0.7."
    )
    assert number(found, "release before") == "SHOP 1.0.7"
    assert number(found, "first program now") == "SHOP0002"
    assert found.delay_seconds == pytest.approx(3 * 20 * 0.4, rel=0.01)
    [drawn] = [picture for picture in result.pictures if picture.id == "cics-sysa.cicsa-slow-parts"]
    assert [curve.label for curve in drawn.curves[:2]] == ["enqueue", "+ CPU"]
    mean = 300 + 10 * 9.5  # without the waits, which only the last days have
    assert [curve.values[0] for curve in drawn.curves] == pytest.approx([0, 2, 2, mean], abs=0.01)
    assert [curve.values[-1] for curve in drawn.curves] == pytest.approx(
        [400, 402, 402, mean + 400], abs=0.01
    )


GOAL = """[[threshold]]
check = "cics-response-goal"
name = "p95"
object = "{}"
value = "{}"
reason = "agreed"
"""


def test_a_goal_that_a_site_sets_is_held_against_every_hour_and_a_site_without_goals_has_none(tmp_path):
    evidence, store = tmp_path / "evidence", tmp_path / "store"
    evidence.mkdir()
    specs = records(6, SLOW=lambda day: 400_000 if day >= 3 else 0, SAME=lambda _: 0)
    zos_records.write(evidence / "cics.smf", [*specs])
    getpage.load(evidence, into=store)
    assert not of(getpage.check(store), "cics-response-goal")
    (store / "getpage.toml").write_text(GOAL.format("SYSA.CICSA SLOW", "0.5 s"))
    [missed] = of(getpage.check(store), "cics-response-goal")
    assert missed.headline == "Goal of 500 ms missed in 3 of 6 hours"
    assert missed.severity is Severity.CRITICAL  # so that `getpage alerts` tells of it
    # 300 ms, 180 for the nineteenth of twenty tasks, and 400 of waiting
    assert missed.claim.startswith("95 % of tasks end within 886 ms in the worst hour.")
    assert "waits for enqueue, 50.3 %. Find the task" in missed.claim
    assert number(missed, "tasks in the hours that miss the goal") == 60
    (store / "getpage.toml").write_text(GOAL.format("SYSA.CICSA SLOW", "0.9 s"))
    assert not of(getpage.check(store), "cics-response-goal")
    (store / "getpage.toml").write_text(GOAL.format("SYSA.CICSA SLOW", "fast"))
    with pytest.raises(getpage.GetpageError, match="fast cannot be the threshold p95"):
        getpage.check(store)
