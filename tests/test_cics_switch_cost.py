"""What a change of TCB costs in CPU: measured from the tasks of a region where they carry it, else published."""

from __future__ import annotations

import random
import re
from datetime import timedelta
from typing import Any

import pytest

import getpage
import zos_records
from cics_evidence import of
from test_cics_smf import START, micros

QUARTER = timedelta(minutes=15)
TASKS = 40


def tasks(n: int, cost_us: float, noise: float, spread: int, seed: int = 1, command_us: float = 9.0) -> list[dict[str, Any]]:
    """Tasks of one quarter of an hour, whose changes of TCB vary beside their commands."""
    draw = random.Random(1000 * seed + n)
    switches = 40 + draw.randrange(spread + 1)
    commands = 100 + draw.randrange(60)
    calls = 20 + draw.randrange(10)
    rows = []
    for k in range(TASKS):
        cpu = 500 + cost_us * switches + command_us * commands + 15 * calls + draw.gauss(0, noise)
        start = micros(START + n * QUARTER) + 20_000_000 * k
        rows.append(
            {
                "transaction": "TDQ1", "task_number": TASKS * n + k + 1, "started": start,
                "ended": start + 20_000, "cpu_us": cpu, "cpu_count": 4, "dispatch_us": cpu + 10.0,
                "dispatch_count": 4, "suspend_us": 20_000 - cpu - 10.0, "suspend_count": 3,
                "change_mode_delay_us": 5.0 * switches, "change_mode_delay_count": switches,
                "qr_cpu_us": 100.0, "commands": commands, "db2_requests": calls, "record_type_code": "   T",
            }
        )  # fmt: skip
    return rows


FIELDS = (
    ("DFHTASK", "C", 1, 4, "TRAN"), ("DFHTASK", "P", 31, 4, "TRANNUM"), ("DFHCICS", "T", 5, 8, "START"),
    ("DFHCICS", "T", 6, 8, "STOP"), ("DFHTASK", "S", 8, 12, "USRCPUT"), ("DFHTASK", "S", 7, 12, "USRDISPT"),
    ("DFHTASK", "S", 14, 12, "SUSPTIME"), ("DFHTASK", "S", 247, 12, "DSCHMDLY"),
    ("DFHTASK", "S", 255, 12, "QRDISPT"), ("DFHTASK", "S", 256, 12, "QRCPUT"),
    ("DFHCICS", "A", 402, 4, "EICTOTCT"), ("DFHDATA", "A", 180, 4, "DB2REQCT"), ("DFHCICS", "C", 112, 4, "RTYPE"),
)  # fmt: skip


def monitored(tmp_path, *, quarters: int = 48, dictionary=FIELDS, **how: Any):
    entries = [
        {"group": group, "type": kind, "id": number, "length": length, "name": name}
        for group, kind, number, length, name in dictionary
    ]
    names = {"system": "SYSA", "region": "IYCUA001", "generic_applid": "IYCUA001", "cics_level": "0750"}
    specs = []
    for n in range(quarters):
        common = names | {"written": micros(START + (n + 1) * QUARTER), "job": "CICSA001"}
        sections = {"CICS tasks": tasks(n, **how), "CICS dictionary": entries}
        specs.append({"record_type": 110, "subtype": 1, "common": common, "sections": sections})
        if n == 0:
            specs.insert(0, specs[0] | {"sections": {"CICS dictionary": entries}})
    zos_records.write(tmp_path / "cics.smf", specs)
    return getpage.check(tmp_path)


def cost(result) -> tuple[float, float, float] | None:
    """The figure of the finding with its interval, where it is measured."""
    [finding] = of(result, "cics-tcb-switches")
    found = re.search(r"at ([\d.]+) \(([\d.]+) to ([\d.]+)\) µs of CPU, measured", finding.claim)
    return None if found is None else tuple(map(float, found.groups()))


@pytest.mark.parametrize("true", [1.5, 4.0])
def test_the_cost_is_found_beside_that_of_commands_and_calls(tmp_path, true):
    value, low, high = cost(monitored(tmp_path, cost_us=true, noise=20, spread=30))
    assert low <= true <= high
    assert value == pytest.approx(true, rel=0.2)
    assert high - low < true


def test_where_changes_hardly_vary_the_published_figure_stands_and_is_marked(tmp_path):
    result = monitored(tmp_path, cost_us=2, noise=400, spread=0)
    assert cost(result) is None
    [finding] = of(result, "cics-tcb-switches")
    assert "2.28 µs of CPU, published (z196)" in finding.claim


def test_where_noise_covers_it_the_published_figure_stands(tmp_path):
    assert cost(monitored(tmp_path, cost_us=0.2, noise=3000, spread=6)) is None


def test_few_quarters_carry_nothing(tmp_path):
    assert cost(monitored(tmp_path, quarters=12, cost_us=3, noise=10, spread=30)) is None


def test_without_commands_in_the_dictionary_nothing_is_measured(tmp_path):
    without = tuple(one for one in FIELDS if one[4] != "EICTOTCT")
    assert cost(monitored(tmp_path, dictionary=without, cost_us=3, noise=10, spread=30)) is None


def test_the_interval_holds_the_truth_about_as_often_as_it_says(tmp_path):
    held = 0
    for seed in range(8):
        (tmp_path / str(seed)).mkdir()
        found = cost(
            monitored(tmp_path / str(seed), cost_us=3, noise=60, spread=20, seed=seed + 1, quarters=40)
        )
        held += found is not None and found[1] <= 3 <= found[2]
    assert held >= 6


def test_the_table_of_definitions_says_what_each_saves_in_cpu(tmp_path):
    result = monitored(tmp_path, cost_us=3, noise=20, spread=30)
    [table] = [one for one in result.tables if one.title.startswith("Definitions of programs")]
    rows = [dict(zip(table.columns, row, strict=True)) for row in table.rows]
    best = next(row for row in rows if row["definition"].startswith("REQUIRED OPENAPI, CICS key"))
    spared = best["TCB switches now"] - best["then at best"]
    assert best["CPU saved (ms)"] == pytest.approx(spared * 3e-3, rel=0.2)
    assert best["CPU at least (ms)"] <= best["CPU saved (ms)"] <= best["CPU at most (ms)"]
    assert "measured: 48 quarters of an hour of 1 transaction" in table.note
