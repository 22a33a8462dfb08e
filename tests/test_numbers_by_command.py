"""Numbers that independent checks found wrong, asked as a user does: files, a command, and what it prints."""

from __future__ import annotations

import json
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from benches.laboratory import evidence
from benches.laboratory.hours import habits
from benches.laboratory.site import Pages, Site
from benches.laboratory.study import LIKE, SAME, Case
from benches.laboratory.study import run as simulate
from benches.laboratory.system import Interval

from getpage.result.forecast import FigureName
from in_process import run


def answer(*words: object) -> dict[str, dict[str, dict[str, float]]]:
    """The figures of a forecast by name."""
    done = run("forecast", *words, "--format", "json")
    assert done.returncode == 0, done.stderr
    return {figure["name"]: figure for figure in json.loads(done.stdout)["figures"]}


def table(path, heading: str, rows: dict[float, float]):
    path.write_text("\n".join([heading, *(f"{place:g},{value:g}" for place, value in rows.items())]))
    return path


def test_two_rows_say_nothing_of_a_size_many_ranges_beyond_them(tmp_path):
    runs = table(tmp_path / "runs.csv", "heap_mb,pause ms", {310: 0.072, 318: 0.069, 900: 41.0})
    done = run("forecast", runs, "--calibrate", "310,318", "--predict", "900", "--by", "label")
    assert (done.returncode, done.stdout) == (3, "")
    assert "7,275 % of the range" in done.stderr
    assert "0.0" not in done.stderr  # no figure stands beside the refusal
    near = table(tmp_path / "near.csv", "heap_mb,pause ms", {310: 72, 400: 69, 500: 65.5})
    pause = answer(near, "--calibrate", "310,400", "--predict", "500", "--by", "label")["pause"]
    assert pause["after"]["low"] <= 65.5 <= pause["after"]["high"]


def test_rows_of_a_steep_curve_cannot_tell_what_lies_between_them(tmp_path):
    rows = {1: 700.0, 3: 260.0, 6: 17.0, 9: 0.6, 5: 44.0}
    done = run("forecast", table(tmp_path / "runs.csv", "servers,queue ms", rows),
               "--calibrate", "1,3,6,9", "--predict", "5", "--by", "label")  # fmt: skip
    assert (done.returncode, done.stdout) == (3, "")
    assert "cannot tell" in done.stderr


#: Few users at one processor, which other jobs hold longer than bursts of theirs.
FEW = Site(
    pools=(
        Pages(size=600, pages=2_400, skew=(0.9, 0.6), asked=(5, 12), drift=0.0),
        Pages(size=500, pages=900, skew=(1.0, 0.8), asked=(4, 9), drift=0.0),
    ),
    cpu=(2.5e-3, 6e-3), price=40e-6, rate=110.0, users=5, think=0.02, come_and_go=False, heavy=0.25,
    delay=6e-3, processors=1, others=0.25, other_job=3e-3, disks=4, disk_seconds=2e-3, cached=0.5,
    cache_seconds=3e-4, scans=0.0, scan_pages=32,
)  # fmt: skip


def made(seed: int, days: int = 1, **site: object) -> Case:
    random = np.random.default_rng([seed, 28])
    of = replace(habits(random), days=days, intervals=12)
    case = simulate(3 + 4 * seed, replace(FEW, **site), of, random)  # whose pool is simulated by Db2
    assert case is not None
    return case


@pytest.mark.parametrize(
    ("seed", "site"),
    [(1, {}), (2, {"think": 0.3, "users": 30}), (3, {"others": 0.45, "other_job": 12e-3, "users": 3})],
)
def test_response_of_the_same_hours_holds_where_reads_queue_for_a_processor(tmp_path, seed, site):
    case = made(seed, **site)
    store = evidence.store(case.dump, tmp_path)
    told = ("--load", "closed", "--think", (FEW if "think" not in site else replace(FEW, **site)).think)
    figures = answer(store, "--change", f"BP1={case.asked}", *told)
    for name in (FigureName.RESPONSE, FigureName.ETR, FigureName.CPU_BUSY):
        interval, truth = figures[name]["same_hours"], case.truth[SAME][name]
        assert interval["low"] <= truth <= interval["high"], (name, interval, truth)
        assert interval["high"] - interval["low"] < 0.25 * truth


def test_days_that_are_there_make_hours_like_these_surer_than_the_default_of_one_day(tmp_path):
    """And the interval still holds as many other days."""
    widths = []
    for days in (1, 4):
        (tmp_path / str(days)).mkdir()
        case = made(4, days)
        store = evidence.store(case.dump, tmp_path / str(days))
        figures = answer(store, "--change", f"BP1={case.asked}", "--load", "closed", "--think", FEW.think)
        etr, truth = figures[FigureName.ETR]["after"], case.truth[LIKE][FigureName.ETR]
        assert etr["low"] <= truth <= etr["high"]
        widths.append((etr["high"] - etr["low"]) / etr["value"])
    assert widths[1] < 0.7 * widths[0]


def two_days(path, *, faster: float, mix: float, seed: int):
    """A day and the next one: CPU of both plans wanders for hours (autocorrelation 0.9) and is `faster` by
    that share on the second day; `mix` is how much more of the heavy plan there is then.
    """
    random = np.random.default_rng(seed)
    cost = [np.zeros(192), np.zeros(192)]
    for each in cost:
        for n in range(1, 192):
            each[n] = 0.9 * each[n - 1] + 0.03 * random.standard_normal()
    intervals = []
    for n in range(192):
        second = n >= 96
        units = [4_000, round(800 * (1 + mix * second))]
        level = [
            of * np.exp(each[n]) * (1 - faster * second) for of, each in zip((2e-3, 9e-3), cost, strict=True)
        ]
        cpu = [many * of_unit for many, of_unit in zip(units, level, strict=True)]
        more = {"elapsed": [3 * seconds for seconds in cpu], "read_wait": [0.0, 0.0]}
        intervals.append(
            Interval(units=units, cpu=cpu, busy=sum(cpu), reads=[900, 100], getpages=[9_000, 900], **more)
        )
    ran = SimpleNamespace(intervals=intervals, asked=SimpleNamespace(part=900.0), simulated=None)
    of = replace(habits(random), days=2, intervals=96)
    (path / "dump.smf").write_bytes(evidence.dump(FEW, replace(of, seconds=900.0), ran, (600, 500)))
    return path


def proof(place) -> dict[str, Any]:
    windows = ("--before", "2026-03-02..2026-03-02T24:00", "--after", "2026-03-03..2026-03-03T24:00")
    done = run("prove", place, *windows, "--format", "json")
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.mark.parametrize("seed", [1])
def test_a_mix_that_moved_is_no_improvement_of_the_first_line(tmp_path, seed):
    """Reads per commit did not change by plan, nor by more than the volume did: that end is no rounding."""
    result = proof(two_days(tmp_path, faster=0.0, mix=0.3, seed=seed))
    assert result["answer"]["outcome"] == "cannot tell"
    [reads] = [each for each in result["differences"] if each["measure"] == "reads per unit"]
    assert reads["verdict"] == "not shown"


def test_a_tenth_less_at_autocorrelation_of_nine_tenths_is_held(tmp_path):
    told = []
    for seed in range(4, 7):
        (tmp_path / str(seed)).mkdir()
        result = proof(two_days(tmp_path / str(seed), faster=0.1, mix=0.0, seed=seed))
        [cpu] = [each for each in result["differences"] if each["measure"] == "CPU per unit"]
        change = cpu["change_percent"]
        told += [change["low"] <= -10 <= change["high"]] if change["level"] else []
        assert not result["answer"]["worse"]
    assert len(told) >= 1
    assert all(told)
