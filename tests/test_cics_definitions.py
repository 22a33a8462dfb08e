"""What a definition of a program saves on QR, and a QR TCB at its limit, from SMF 110."""

from __future__ import annotations

import re
import statistics as statistics_module

import pytest

from test_cics_smf import check, dispatcher, monitoring, statistics, task


def test_each_definition_of_a_program_says_what_it_saves_and_the_command_waits_for_a_look(tmp_path):
    """150 calls of Db2 and 150 of transient data: 302 changes as QUASIRENT, two where all is threadsafe."""
    tasks = []
    for n, each in ((0, 14e-6), (1, 16e-6)):
        clock = {"change_mode_delay_us": 302 * each}
        first = task(n, "TDQ1", 302, 0.006967, 0.011942, **clock)
        tasks += [first | {"db2_requests": 150, "td_requests": 150, "commands": 152} for _ in range(50)]
    counts = [{"transaction": "TDQ1", "program": "TDQPROG1", "attaches": 50}]
    result = check(tmp_path, [*monitoring(tasks), statistics(1, DFHXMRDS=counts)])
    [table] = [table for table in result.tables if table.title == "Definitions of programs of SYSA.IYCUA001"]
    rows = {row[1]: dict(zip(table.columns, row, strict=True)) for row in table.rows}
    required = rows["REQUIRED"]
    assert (required["TCB switches now"], required["then at best"]) == (302, 2)
    assert (required["least (µs)"], required["a switch (µs)"], required["most (µs)"]) == pytest.approx(
        (14, 15, 16)
    )
    assert required["wait saved (ms)"] == pytest.approx(300 * 15e-3)
    assert required["at most (ms)"] == pytest.approx(300 * 16e-3)
    assert required["then at worst"] == 2 + 2 * 152
    assert required["at least (ms)"] == pytest.approx(-4 * 16e-3)
    user = rows["REQUIRED OPENAPI, user key with storage protection"]
    assert user["then at best"] == 303  # to L9, to L8 and back for each call, to L8 to commit, and to QR
    assert required["what may stay on QR"] == ""
    [change] = [change for change in result.changes if change.setting == "PROGRAM TDQPROG1 CONCURRENCY"]
    assert change.command == "CEDA ALTER PROGRAM(TDQPROG1) GROUP(group) CONCURRENCY(THREADSAFE)"
    assert change.undo == "CEDA ALTER PROGRAM(TDQPROG1) GROUP(group) CONCURRENCY(QUASIRENT)"
    assert "from 302 TCB switches to 2" in change.effect
    saved = 200 * 300 * (0.006875 - 0.006195) / 298  # tasks of an hour, switches, seconds of each (published)
    assert f"{1000 * saved:.0f} ms of CPU." in change.effect.split("Per hour with its tasks: ")[1]
    assert change.only_after.startswith("DFHEISUP has listed")


@pytest.mark.parametrize(("level", "on_qr"), [("0680", 0.0), ("0740", 0.0), ("0670", 80 * 0.21 / 152)])
def test_definitions_say_what_becomes_of_qr_open_tcbs_and_response(tmp_path, level, on_qr):
    """80 calls of Db2 and 80 of transient data, which is threadsafe from CICS TS 5.1 (level 0680) on."""
    clock = {"qr_cpu_us": 0.004, "key8_cpu_us": 0.003, "change_mode_delay_us": 162 * 20e-6}
    calls = {"db2_requests": 80, "td_requests": 80, "commands": 81}
    tasks = [task(0, "TDQ2", 162, 0.0072, 0.0150, **clock) | calls for _ in range(50)]
    result = check(tmp_path, [*monitoring(tasks, level=level), dispatcher(0, 870, 837)])
    [table] = [table for table in result.tables if table.title.startswith("CPU of QR by definition")]
    rows = [dict(zip(table.columns, row, strict=True)) for row in table.rows]
    then = [row["QR CPU then (ms)"] for row in rows]
    assert then == sorted(then)
    required = next(row for row in rows if row["definition"] == "REQUIRED")
    assert required["QR CPU now (ms)"] == required["QR CPU at most (ms)"] == pytest.approx(4)
    assert required["QR CPU then (ms)"] == pytest.approx(on_qr, abs=1e-3)
    assert required["open TCB CPU then (ms)"] == pytest.approx(3 + 4 - on_qr, abs=1e-3)
    saved = 160 * (20e-3 + 2.28e-3)
    assert required["response then (ms)"] == pytest.approx(15 - saved, abs=0.01)
    assert (required["QR busy now (%)"], required["QR busy then (%)"]) == (
        93,
        pytest.approx(93 * on_qr / 4, abs=0.1),
    )
    stays = "80 transient data (before CICS TS 5.1)" if level == "0670" else ""
    [saving] = [table for table in result.tables if table.title.startswith("Definitions of programs")]
    assert {row[-1] for row in saving.rows} == {stays}


@pytest.mark.parametrize(("level", "on_l8"), [("0660", False), ("0670", True)])
def test_calls_of_dbctl_have_no_open_tcb_before_cics_ts_4_2(tmp_path, level, on_l8):
    """60 calls of IMS among 90 commands, of which REQUIRED gains from level 0670 on only."""
    calls = {"ims_requests": 60, "commands": 30}
    tasks = [task(0, "IMS1", 40, 0.0050, 0.0220, qr_cpu_us=0.0045) | calls for _ in range(50)]
    result = check(tmp_path, [*monitoring(tasks, level=level), dispatcher(0, 870, 700)])
    [table] = [table for table in result.tables if table.title.startswith("Definitions of programs")]
    rows = [dict(zip(table.columns, row, strict=True)) for row in table.rows]
    staying = {row["definition"]: str(row["what may stay on QR"]) for row in rows}
    assert ("IMS calls (before CICS TS 4.2)" in str(staying)) is not on_l8


def test_seconds_of_qr_that_are_freed_have_the_interval_that_quarters_of_an_hour_give(tmp_path):
    tasks = []
    for n, on_qr in enumerate((0.004, 0.005, 0.006, 0.005)):
        clock = {"qr_cpu_us": on_qr, "key8_cpu_us": 0.003, "change_mode_delay_us": 80 * 20e-6}
        first = task(n, "PAY7", 80, on_qr + 0.003, 0.02, **clock)
        tasks += [first | {"db2_requests": 40, "commands": 40} for _ in range(50)]
    counts = [{"transaction": "PAY7", "program": "PAYP7", "attaches": 50}]
    result = check(tmp_path, [*monitoring(tasks), statistics(3, DFHXMRDS=counts)])
    [change] = [change for change in result.changes if change.setting == "PROGRAM PAYP7 CONCURRENCY"]
    [text] = re.findall(r"up to (\S+ m?s) of CPU off QR \((\S+ m?s) to (\S+ m?s)\)", change.effect)
    freed, least, most = (float(part.split()[0]) * (0.001 if part.endswith("ms") else 1) for part in text)
    # four means of 50 tasks, 4 to 6 ms: standard error 0.408 ms of 5 ms, and Student's t of three
    share = statistics_module.stdev([4, 5, 6, 5]) / 2 / 5 * 2.353
    assert least == pytest.approx(freed * (1 - share), rel=0.01)
    assert most == pytest.approx(freed * (1 + share), rel=0.01)


def test_a_qr_tcb_at_its_limit_is_a_risk_of_the_first_screen_with_a_next_step(tmp_path):
    clock = {"qr_cpu_us": 0.004, "key8_cpu_us": 0.003}
    tasks = [task(0, "PAY7", 12, 0.0072, 0.02, **clock) | {"db2_requests": 5} for _ in range(50)]
    counts = [{"transaction": "PAY7", "program": "PAYP7", "attaches": 50}]
    result = check(tmp_path, [*monitoring(tasks), dispatcher(0, 870, 837), statistics(0, DFHXMRDS=counts)])
    [first] = result.first
    assert (first.object.name, first.headline) == ("QR TCB", "93 % of the one processor that it can use")
    assert first.do.startswith("after DFHEISUP has listed the commands of PAYP7")
    assert first.do.endswith("CEDA ALTER PROGRAM(PAYP7) GROUP(group) CONCURRENCY(REQUIRED)")
