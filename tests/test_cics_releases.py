"""Two releases of a transaction at the same time: what is shown of them, and nothing of chance."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

import polars as pl
import pytest

import getpage
import zos_records
from cics_evidence import number, of
from getpage.products.cics.responses.hours import ALL_PARTS, RELEASE, RESPONSE
from getpage.products.cics.responses.releases import OF, P50, P95, REGIONS
from getpage.products.cics.responses.side_by_side import SideBySide, side_by_side
from test_cics_smf import micros
from zos_records import spec

BEGAN = datetime(2026, 9, 21, 10, tzinfo=UTC)
QUARTER = timedelta(minutes=15)


def compared(ratio: Callable[[int], float], chance: int = 0, quarters: int = 16) -> SideBySide:
    """Quarters of an hour of two releases whose percentiles vary by 5 % each, and by half with the time."""
    random = Random(chance)
    rows = []
    for nth in range(quarters):
        for release, level in (("SHOP 1.9.0", 1.0), ("SHOP 1.10.0", ratio(nth))):
            p95 = 100 * (1.5 if nth % 4 else 1) * level * math.exp(random.gauss(0, 0.05))
            row = {"transaction": "SLOW", OF: "SHOP", RELEASE: release, P50: p95 / 2, P95: p95, "tasks": 200}
            row |= {"start": (BEGAN + nth * QUARTER).replace(tzinfo=None), RESPONSE: p95 / 10}
            row |= dict.fromkeys(ALL_PARTS, 0.0) | {"system": "SYSA", "region": "A", REGIONS: ["SYSA.A"]}
            rows.append(row)
    [pair] = side_by_side(pl.DataFrame(rows))
    return pair


def test_intervals_hold_the_difference_in_nine_of_ten_and_equal_releases_are_not_reported() -> None:
    pairs = [compared(lambda _: 1.2, chance) for chance in range(200)]
    held = sum(pair.times.low <= math.log(1.2) <= pair.times.high for pair in pairs)
    assert 168 <= held <= 195
    assert pairs[0].releases == ("SHOP 1.9.0", "SHOP 1.10.0")
    assert all(pair.is_worse(0.05) for pair in pairs)
    assert not any(compared(lambda _: 1.0, chance).is_worse(0.05) for chance in range(20))


def test_what_is_slower_in_some_hours_alone_is_not_reported() -> None:
    pair = compared(lambda nth: 2.0 if nth >= 4 else 0.8)
    assert (pair.hours, pair.worse_hours) == (4, 3)
    assert not pair.is_worse(0.0)


def tasks(region: str, name: str, minor: int | None, wait: float, *, mro: float = 0.0) -> Any:
    """The records of a region whose tasks wait for files, in four quarters of an hour; 25 in each."""
    common = {"system": "SYSA", "region": region, "generic_applid": region, "job": region}
    common |= {"cics_level": "0740" if minor != 0 else "0730"}
    release = {"application": "SHOP", "major_version": 2, "minor_version": minor, "micro_version": 0}
    yield spec((110, 1), common | {"written": micros(BEGAN)}, **{"CICS dictionary": []})
    for quarter in range(4):
        began = BEGAN + quarter * QUARTER + timedelta(minutes=1)
        rows = [
            {
                "transaction": name,
                "program": "SHOP0001",
                "task_number": nth + 1,
                "started": micros(began),
                "ended": micros(began) + 100_000 + 1_000 * nth + round(wait + mro),
                "record_type_code": "   T",
                "dispatch_us": 50_000.0,
                "cpu_us": 40_000.0 + (5_000.0 if wait else 0.0),
                "file_wait_us": wait,
                "mro_wait_us": mro,
            }
            | (release if mro == 0 and minor is not None else {})
            for nth in range(25)
        ]
        written = micros(began + timedelta(minutes=5))
        yield spec((110, 1), common | {"written": written}, **{"CICS tasks": rows})


def check(path: Any, *records: Any) -> Any:
    zos_records.write(path / "cics.smf", [one for several in records for one in several])
    return getpage.check(path)


def test_a_newer_release_that_is_slower_is_named_with_the_part_that_is_longer(tmp_path) -> None:
    result = check(
        tmp_path,
        tasks("CICSA", "ORDR", 3, 0.0),
        tasks("CICSB", "ORDR", 4, 60_000.0),
        tasks("CICSB", "BSKT", 4, 9.0),
    )
    [found] = of(result, "cics-release-worse")
    assert str(found.object) == "SYSA.CICSB ORDR"
    # of 25 tasks the 24th, which takes 23 ms beyond the first
    assert re.fullmatch(r"95 % of tasks within 18\d ms in 2.4.0, 12\d ms in 2.3.0", found.headline)
    assert number(found, "95th percentile of the newer") == pytest.approx(183, rel=0.01)
    assert number(found, "95th percentile of the older") == pytest.approx(123, rel=0.01)
    assert found.claim.startswith(
        "Beside 2.3.0 in other regions, waits for file I/O took 60 ms more per task"
    )
    assert "100 % of the difference. See the file's" in found.claim
    assert number(found, "difference of the 95th percentile") == pytest.approx(100 * 60 / 123, rel=0.03)
    assert number(found, "CPU per task, more by at least (90 % interval)") == pytest.approx(5.0)
    assert found.delay_seconds == pytest.approx(100 * 0.06)
    [shown] = [each for each in result.tables if each.title == "Releases side by side"]
    assert [row[1:4] for row in shown.rows] == [
        ("SHOP 2.3.0", "SYSA.CICSA", 100),
        ("SHOP 2.4.0", "SYSA.CICSB", 100),
    ]
    [scope] = [scope for scope in result.looked if "beside" in repr(scope)]
    assert "1" in repr(scope)


def test_without_an_application_the_release_of_cics_is_compared_and_not_that_of_a_router(tmp_path) -> None:
    own = tasks("CICSA", "ORDR", None, 0.0)
    router = tasks("CICSR", "ORDR", 0, 0.0, mro=200_000.0)
    assert not of(check(tmp_path, own, router), "cics-release-worse")
    (tmp_path / "other").mkdir()
    older = (
        record | {"common": record["common"] | {"cics_level": "0730"}}
        for record in tasks("CICSO", "ORDR", None, 0.0)
    )
    [found] = of(
        check(tmp_path / "other", tasks("CICSA", "ORDR", None, 50_000.0), older), "cics-release-worse"
    )
    assert re.fullmatch(r"95 % of tasks within 17\d ms in 6.1, 12\d ms in 5.6", found.headline)
