"""What a change of TCB costs in CPU: measured from tasks of the region that carry it, else published."""

from __future__ import annotations

import random
from datetime import timedelta
from typing import Any

import polars as pl
import pytest

import getpage
import zos_records
from cics_evidence import number, of
from getpage.contract.measures import Aggregate, Count, Sum
from getpage.products.cics.switch_cost import ASKS, switch_cost
from test_cics_smf import START, micros

QUARTER = timedelta(minutes=15)
TASKS = 10


def tasks(
    n: int, cost_us: float, noise: float, spread: int, seed: int = 1, command_us: float = 9.0
) -> list[dict[str, Any]]:
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
    ("DFHCICS", "A", 402, 4, "EICTOTCT"), ("DFHDATA", "A", 180, 4, "DB2REQCT"),
    ("DFHCICS", "C", 112, 4, "RTYPE"),
)  # fmt: skip


def monitored(tmp_path, *, quarters: int = 48, dictionary=FIELDS, **how: Any):
    entries = [
        {"group": group, "type": kind, "id": number, "length": length, "name": name}
        for group, kind, number, length, name in dictionary
    ]
    names = {"system": "SYSA", "region": "IYCUA001", "generic_applid": "IYCUA001", "cics_level": "0750"}
    specs = []
    shown = {name for *_, name in dictionary}
    for n in range(quarters):
        common = names | {"written": micros(START + (n + 1) * QUARTER), "job": "CICSA001"}
        rows = tasks(n, **how)
        if "EICTOTCT" not in shown:
            rows = [{name: value for name, value in row.items() if name != "commands"} for row in rows]
        sections = {"CICS tasks": rows, "CICS dictionary": entries}
        specs.append({"record_type": 110, "subtype": 1, "common": common, "sections": sections})
        if n == 0:
            specs.insert(0, specs[0] | {"sections": {"CICS dictionary": entries}})
    zos_records.write(tmp_path / "cics.smf", specs)
    return getpage.check(tmp_path)


def cost(result) -> tuple[float, float, float] | None:
    """The figure of the finding with its interval, where it is measured."""
    [finding] = of(result, "cics-tcb-switches")
    figures = {fact.label: fact.value for fact in finding.evidence}
    measured = [
        figures.get(f"CPU of a TCB switch, {what}") for what in ("measured here", "at least", "at most")
    ]
    return None if None in measured else tuple(measured)


def test_the_cost_is_found_beside_that_of_commands_and_calls_and_the_table_says_what_each_definition_saves(
    tmp_path,
):
    result = monitored(tmp_path, cost_us=4, noise=20, spread=30)
    value, low, high = cost(result)
    assert low <= 4 <= high
    assert value == pytest.approx(4, rel=0.2)
    [table] = [table for table in result.tables if table.title.startswith("Definitions of programs")]
    rows = [dict(zip(table.columns, row, strict=True)) for row in table.rows]
    best = next(row for row in rows if row["definition"].startswith("REQUIRED OPENAPI, CICS key"))
    spared = best["TCB switches now"] - best["then at best"]
    assert best["CPU saved (ms)"] == pytest.approx(spared * value / 1000, rel=0.01)
    assert best["CPU at least (ms)"] <= best["CPU saved (ms)"] <= best["CPU at most (ms)"]
    assert "measured in 48 quarters of an hour of 1 transaction" in table.note


def test_where_changes_hardly_vary_the_published_figure_stands_and_is_marked(tmp_path):
    result = monitored(tmp_path, cost_us=2, noise=400, spread=0)
    assert cost(result) is None
    [finding] = of(result, "cics-tcb-switches")
    assert number(finding, "CPU of a TCB switch, published for a z196") == pytest.approx(2.28, abs=0.005)


def test_few_quarters_carry_nothing(tmp_path):
    assert cost(monitored(tmp_path, quarters=12, cost_us=3, noise=10, spread=30)) is None


def test_without_commands_in_the_dictionary_nothing_is_measured(tmp_path):
    without = tuple(field for field in FIELDS if field[4] != "EICTOTCT")
    assert cost(monitored(tmp_path, dictionary=without, cost_us=3, noise=10, spread=30)) is None


def moments(seed: int, *, quarters: int = 40, true: float = 3.0, noise: float = 10.0, spread: int = 20):
    """Of one transaction what the passes measure, from quarters of an hour that are drawn."""
    draw = random.Random(seed)
    rows = []
    for _ in range(quarters):
        switches, commands, calls = (
            40 + draw.randrange(spread + 1),
            100 + draw.randrange(60),
            draw.randrange(10),
        )
        cpu = 500 + true * switches + 9 * commands + 15 * calls + draw.gauss(0, noise)
        counts = {
            "change_mode_delay_count": switches,
            "commands": commands,
            "db2_requests": calls,
            "cpu_us": cpu,
        }
        rows.append(
            {"tasks": 25, "mq_requests": 0, "ims_requests": 0} | {n: 25 * v for n, v in counts.items()}
        )
    frame = pl.DataFrame(rows)
    return {ask: answered(ask, frame) for ask in ASKS}


def answered(ask: Aggregate, frame: pl.DataFrame) -> float:
    if isinstance(ask, Count):
        return frame.filter(ask.where).height
    assert isinstance(ask, Sum)
    return frame.select(pl.col(ask.of).sum() if isinstance(ask.of, str) else ask.of.sum()).item()


def test_the_interval_holds_the_truth_about_as_often_as_it_says():
    actual = [switch_cost([moments(seed)]) for seed in range(60)]
    assert all(item.measured for item in actual)
    assert sum(item.low <= 3e-6 <= item.high for item in actual) >= 54


def test_where_noise_covers_it_the_published_figure_stands():
    assert not switch_cost([moments(1, true=0.05, noise=300)]).measured


def test_transactions_with_levels_of_their_own_tell_of_one_cost():
    alone, both = switch_cost([moments(1)]), switch_cost([moments(1), moments(2)])
    assert both.high - both.low < alone.high - alone.low
    assert both.low <= 3e-6 <= both.high
