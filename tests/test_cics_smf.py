"""CICS regions from their records: statistics (SMF 110.2) and monitoring (110.1) that the encoder wrote."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

import getpage
import zos_records
from cics_evidence import heading, modes, number, of
from getpage.cli.app import run_command
from getpage.core.names import Image, Subsystem
from getpage.result import Severity
from getpage.result.forecast import FigureName
from zos_records import smf71, spec

START = datetime(2012, 7, 24, 6, 45, tzinfo=UTC)
QUARTER = timedelta(minutes=15)
REGION = Subsystem("cics", Image("SYSA"), "IYCUA001")
SECOND = 1_000_000
#: Numbers of a TCB mode, of statistics of an interval and of their other kinds, as records have them.
QR, L8 = 1, 14
KINDS = {"INT": 0xC9D5E3, "EOD": 0xC5D6C4, "REQ": 0xD9C5D8}


def micros(moment: datetime) -> int:
    return round(moment.timestamp() * 1e6)


def statistics(n: int, kind: str = "INT", region: str = "IYCUA001", **sections: Any) -> dict[str, Any]:
    """A statistics record of the quarter of an hour with this number."""
    end = START + (n + 1) * QUARTER
    common = {
        "system": "SYSA",
        "written": micros(end),
        "region": region,
        "generic_applid": region,
        "statistics_type": kind,
        "interval_end": micros(end),
        "interval_us": 900.0 * SECOND,
        "interval_number": n + 1,
        "job": "CICSA001",
    }
    return spec((110, 2), common, **sections)


def mode(number: int, dispatched: float, cpu: float, **more: Any) -> dict[str, Any]:
    """A TCB mode over a quarter of an hour."""
    waited = max(900 - dispatched, 0)
    times = {"wait_us": waited * SECOND, "dispatched_us": dispatched * SECOND, "cpu_us": cpu * SECOND}
    return {"mode": number, "state": 1, "tcbs": 1, "peak_tcbs": 1} | times | more


def dispatcher(n: int, dispatched: float, cpu: float, **more: Any) -> dict[str, Any]:
    """Dispatcher statistics: the QR TCB, and an L8 mode."""
    return statistics(n, DSGTCBM=[mode(QR, dispatched, cpu), mode(L8, 100, 80)], DFHDSGDS={}, **more)


def check(tmp_path, specs, *texts):
    zos_records.write(tmp_path / "cics.smf", specs)
    for place, text in enumerate(texts):
        (tmp_path / f"page-{place}.txt").write_text(text)
    return getpage.check(tmp_path)


def test_records_and_pages_fill_the_same_table_and_say_the_same(tmp_path):
    zos_records.write(tmp_path / "cics.smf", [dispatcher(0, 160.437340, 28.560502)])
    (tmp_path / "page.txt").write_text(heading() + modes())
    store = getpage.load(tmp_path, into=tmp_path / "store")
    rows = store.table("cics_tcb_mode").collect()
    qr = rows.filter(rows["mode"] == "QR").sort("file")
    assert qr.height == 2
    assert qr["region"].unique().to_list() == ["IYCUA001"]
    for column in ("dispatched_us", "cpu_us"):
        assert qr[column][0] == pytest.approx(qr[column][1], rel=1e-6)


def test_a_low_ratio_over_intervals_is_judged_by_what_it_held_up(tmp_path):
    result = check(tmp_path, [dispatcher(n, 160, 28 if n in (2, 3) else 140) for n in range(8)])
    [finding] = of(result, "cics-qr-ratio")
    assert finding.headline.startswith("CPU in 17.5 % of the time dispatched")
    assert number(finding, "statistics intervals with a low ratio") == 2
    assert number(finding, "statistics intervals judged") == 8
    assert finding.delay_seconds == pytest.approx(2 * 132)
    assert finding.severity is Severity.WARNING  # 264 s in two hours: 0.04 tasks at any time
    assert finding.object.subsystem == REGION


def test_healthy_intervals_have_no_finding(tmp_path):
    result = check(tmp_path, [dispatcher(n, 160, 140) for n in range(4)])
    assert [finding for finding in result.findings if finding.product == "cics"] == []


def manager(n: int, times: int, kind: str = "INT") -> dict[str, Any]:
    row = {"transactions_total": 7000, "mxt": 500, "active": 3, "peak_active": 500, "times_at_mxt": times}
    row |= {"peak_queued": 42, "total_active": 6900, "total_delayed": 10 * times}
    return statistics(n, kind, DFHXMGDS=row)


def test_requested_statistics_do_not_count_what_the_interval_counts_again(tmp_path):
    result = check(tmp_path, [manager(0, 15), manager(1, 3, "REQ"), manager(1, 5)])
    [finding] = of(result, "cics-max-tasks")
    assert number(finding, "times at MXT") == 20
    assert finding.headline == "MXT 500 reached: 200 tasks waited"
    (tmp_path / "alone").mkdir()
    [alone] = of(check(tmp_path / "alone", [manager(0, 3, "REQ"), manager(1, 4, "REQ")]), "cics-max-tasks")
    assert number(alone, "times at MXT") == 4


#: Dynamic storage areas above the bar: what is in use, what is allocated, and the most of both.
ABOVE_THE_BAR = ("gdsa_active_mb", "gdsa_allocated_mb", "peak_gdsa_active_mb", "peak_gdsa_allocated_mb")


def storage(n: int, peak: int = 89 << 20, short: int = 0) -> dict[str, Any]:
    total = {"dsa_limit": 5 << 20, "edsa_limit": 300 << 20, "dsa_total": 1 << 20, "peak_dsa_total": 1 << 20}
    total |= {"edsa_total": 89 << 20, "peak_edsa_total": peak, "memlimit_mb": 8192}
    total |= dict.fromkeys(ABOVE_THE_BAR, 1042) | {"real_frames": 200_000, "peak_real_frames": 250_000}
    area = {
        "dsa": "ECDSA",
        "location": 2,
        "access": 1,
        "dsa_index": 9,
        "size": 40 << 20,
        "peak_size": 40 << 20,
    }
    area |= {
        "free": 1 << 20,
        "lowest_free": 1 << 20,
        "times_short": short,
        "short_us": short * 2.5 * SECOND,
        "suspended": short,
    }
    return statistics(n, DFHSMSDS=total, SMSBODY=[area])


def test_storage_statistics_give_findings_commands_and_a_line_in_the_ledger(tmp_path):
    specs = [storage(0), storage(1, peak=298 << 20, short=2), smf71("SYSA", 0), smf71("SYSA", 1)]
    result = check(tmp_path, specs)
    by_check = {finding.check: finding for finding in result.findings if finding.product == "cics"}
    limit = by_check["cics-storage-limit"]
    assert limit.headline == "Storage above 16 MB peaked at 99.3 % of its limit"
    assert "ECDSA short on storage twice (5 s)" in limit.symptoms
    assert limit.delay_seconds == pytest.approx(5)
    [change] = limit.changes
    assert change.command == f"CEMT SET DSAS EDSALIMIT({373 << 20})"
    [account] = [account for account in result.accounts if account.of == REGION]
    real = next(line for line in account.lines if line.place == "real storage")
    assert real.bytes == 250_000 * 4096


def task(n: int, name: str, switches: int, cpu: float, response: float, **more: Any) -> dict[str, Any]:
    """A task of the quarter of an hour with this number, in seconds."""
    end = START + n * QUARTER + timedelta(minutes=5)
    clock = {
        "cpu_us": cpu,
        "dispatch_us": cpu * 1.1,
        "suspend_us": response - cpu * 1.1,
        "qr_cpu_us": cpu / 2,
    }
    clock |= {"change_mode_delay_us": 15e-6 * switches, "key8_cpu_us": cpu / 2} | more
    return {
        "transaction": name,
        "started": micros(end) - round(response * 1e6),
        "ended": micros(end),
        "record_type_code": "   T",
        "change_mode_delay_count": switches,
        "cpu_count": 1,
        "dispatch_count": 1,
        **{column: seconds * SECOND for column, seconds in clock.items()},
    }


def monitoring(
    tasks: list[dict[str, Any]], region: str = "IYCUA001", level: str = "0680"
) -> list[dict[str, Any]]:
    """A dictionary, and the records of tasks."""
    common = {"system": "SYSA", "written": micros(START), "region": region, "generic_applid": region}
    common |= {"job": "CICSA001", "cics_level": level}
    tasks = [task | {"task_number": number} for number, task in enumerate(tasks, 1)]
    records = [spec((110, 1), common, **{"CICS dictionary": []})]
    return records + [
        spec((110, 1), common, **{"CICS tasks": tasks[i : i + 10]}) for i in range(0, len(tasks), 10)
    ]


def test_transactions_that_switch_often_are_named_with_what_two_switches_would_save(tmp_path):
    tasks = [task(0, "TDQ1", 302, 0.006967, 0.011942) for _ in range(50)]
    tasks += [task(0, "QUIK", 2, 0.001, 0.002) for _ in range(50)]
    result = check(tmp_path, monitoring(tasks))
    [finding] = of(result, "cics-tcb-switches")
    assert finding.headline == "1 transaction, up to 302 TCB switches per task"
    assert number(finding, "TCB switches per task of TDQ1") == 302
    assert not any("QUIK" in fact.label for fact in finding.evidence)
    on_qr = number(finding, "CPU on QR that open TCBs can take at most")
    assert on_qr == pytest.approx(50 * 0.006967 / 2)
    waited = 50 * 302 * 15e-6
    assert finding.delay_seconds == pytest.approx(waited, rel=1e-3)
    [table] = [table for table in result.tables if table.title == "Transactions of SYSA.IYCUA001"]
    rows = {row[0]: dict(zip(table.columns, row, strict=True)) for row in table.rows}
    assert rows["TDQ1"]["tasks"] == 50
    assert rows["TDQ1"]["response (ms)"] == pytest.approx(11.942, rel=1e-3)
    assert rows["TDQ1"]["95 % (ms)"] == pytest.approx(11.942, rel=0.02)
    assert rows["TDQ1"]["TCB switches"] == 302
    (tmp_path / "well").mkdir()
    assert of(check(tmp_path / "well", monitoring(tasks[50:])), "cics-tcb-switches") == []


def test_where_the_time_of_a_transaction_went_is_told_by_wait(tmp_path):
    waits = {"first_dispatch_us": 4e-3, "mxt_delay_us": 3e-3, "tclass_delay_us": 5e-4, "qr_delay_us": 2e-4}
    waits |= {"file_wait_us": 8e-3, "rls_wait_us": 1e-3, "mq_get_wait_us": 6e-3, "lock_manager_wait_us": 7e-4}
    waits |= {"ts_wait_us": 3e-4, "ts_shared_wait_us": 2e-4, "db2_thread_wait_us": 9e-4}
    waits |= {"external_wait_us": 4e-3, "interval_delay_us": 1e-3, "program_load_us": 2e-3}
    result = check(tmp_path, monitoring([task(0, "PAY1", 10, 0.002, 0.05, **waits) for _ in range(20)]))
    [table] = [
        table
        for table in result.tables
        if table.title == "Where the time of transactions of SYSA.IYCUA001 went"
    ]
    row = dict(zip(table.columns, table.rows[0], strict=True))
    shown = {
        "first dispatch": 4, "of it MXT": 3, "of it TCLASS": 0.5, "redispatch on QR": 0.2, "file I/O": 8,
        "record-level sharing": 1, "MQ": 6, "lock manager": 0.7, "temporary storage": 0.5, "Db2 thread": 0.9,
        "TCB switches": 0.15, "CPU": 2, "dispatched without CPU": 0.2, "events": 4, "interval control": 1,
        "other waits": 50 - 2.2 - 26.25,
    }  # fmt: skip
    for name, milliseconds in shown.items():
        assert row[f"{name} (ms)"] == pytest.approx(milliseconds, rel=1e-2), name
    assert "journal (ms)" not in row


def test_a_proof_compares_cpu_and_response_of_a_transaction_before_and_after(tmp_path):
    sides = []
    for side, cpu, response in (("before", 0.0070, 0.0120), ("after", 0.0062, 0.0095)):
        (tmp_path / side).mkdir()
        tasks = [
            task(
                n,
                "TDQ1",
                302,
                cpu * (1 + 0.01 * ((7 * n + i) % 5 - 2)),
                response * (1 + 0.01 * ((3 * n + i) % 5 - 2)),
            )
            for n in range(12)
            for i in range(20)
        ]
        zos_records.write(tmp_path / side / "cics.smf", monitoring(tasks))
        sides.append(tmp_path / side)
    proof = getpage.prove(*sides)
    measured = proof.difference(REGION, FigureName.CPU_PER_UNIT)
    assert measured.before.value == pytest.approx(0.0070, rel=0.01)
    assert measured.after.value == pytest.approx(0.0062, rel=0.01)
    assert measured.verdict == "better"


def test_a_proof_says_what_cpu_a_program_took_off_qr_which_is_no_worse_on_an_open_tcb(tmp_path):
    """TDQ1 of the deck in V4.1 and V4.2: CPU on QR, CPU in key 8, response, switches."""
    deck = {"before": (0.004597, 0.002370, 0.011942, 302), "after": (0.000212, 0.006663, 0.011393, 306)}
    sides = []
    for side, (qr, opened, response, switches) in deck.items():
        (tmp_path / side).mkdir()
        tasks = []
        for n in range(12):
            for i in range(20):
                f = 1 + 0.01 * ((7 * n + i) % 5 - 2)
                clocks = {"qr_cpu_us": qr * f, "key8_cpu_us": opened * f}
                tasks.append(task(n, "TDQ1", switches, (qr + opened) * f, response * f, **clocks))
        zos_records.write(tmp_path / side / "cics.smf", monitoring(tasks))
        sides.append(tmp_path / side)
    proof = getpage.prove(*sides)
    by_title = {difference.title: difference for difference in proof.differences}
    for title, at in (("transaction: CPU on QR", 0), ("transaction: CPU on open TCBs", 1)):
        values = by_title[title].before.value, by_title[title].after.value
        assert values == pytest.approx((deck["before"][at], deck["after"][at]), rel=0.01)
        assert by_title[title].verdict == "changed"
    assert by_title["transaction: elapsed"].verdict == "better"
    assert {part.part for part in proof.parts}.isdisjoint({"CPU on QR", "CPU on open TCBs"})


def loader(n: int, waits: int, removed: int = 0) -> dict[str, Any]:
    programs = [
        {"program": name, "uses": 900, "fetches": removed + 1, "size": 40_960, "compressed": removed * share}
        for name, share in (("PAYSTMT1", 1), ("PAYADDR1", 2), ("QUIET", 0))
    ]
    row = {"loads": 3 * removed + 1, "uses": 2_700, "waits": waits, "peak_waiting": min(waits, 3)}
    return statistics(n, DFHLDGDS=row, DFHLDRDS=programs)


def test_programs_that_are_taken_out_and_loaded_again_are_named(tmp_path):
    [finding] = of(check(tmp_path, [loader(0, 0), loader(1, 24, removed=9)]), "cics-program-loads")
    assert finding.headline == "Programs removed 27 times to make room"
    assert (number(finding, "loads"), number(finding, "requests that waited for a load")) == (29, 24)
    assert [number(finding, f"times {name} was removed") for name in ("PAYADDR1", "PAYSTMT1")] == [18, 9]
    assert not any("QUIET" in fact.label for fact in finding.evidence)
    assert {fact.table for fact in finding.evidence} >= {"cics_loader", "cics_program"}
    (tmp_path / "well").mkdir()
    assert (
        of(check(tmp_path / "well", [loader(n, 2, removed=1) for n in range(3)]), "cics-program-loads") == []
    )


def test_the_page_of_the_loader_is_enough(tmp_path):
    page = "  Library Load requests. . . . . . . . : 1,204\n  Total Program Uses . . . . . . : 90,000\n"
    page += "  Library Load requests that waited. . : 61\n"
    [finding] = of(check(tmp_path, [], heading() + page), "cics-program-loads")
    assert finding.headline == "61 requests waited for a program load"
    assert number(finding, "loads") == 1204


def test_limits_are_raised_by_the_highest_peak_not_by_the_last_one(tmp_path):
    result = check(tmp_path, [storage(0), storage(1, peak=298 << 20), storage(2)])
    [limit] = of(result, "cics-storage-limit")
    assert [change.command for change in limit.changes] == [f"CEMT SET DSAS EDSALIMIT({373 << 20})"]


def test_the_ledger_has_a_line_for_each_area_of_a_region(tmp_path, capsys):
    zos_records.write(tmp_path / "cics.smf", [storage(0), smf71("SYSA", 0)])
    assert run_command(["ledger", str(tmp_path), "--format", "json"]) == 0
    document = json.loads(capsys.readouterr().out)
    [account] = [account for account in document["accounts"] if account["of"] == "SYSA"]
    held = {line["holder"]: (line["place"], line["bytes"]) for line in account["lines"]}
    assert held["IYCUA001 ECDSA"] == ("virtual", 40 << 20)
    assert held["IYCUA001 frames behind storage above the bar"] == ("real storage", 250_000 * 4096)
    assert run_command(["ledger", str(tmp_path)]) == 0
    assert "ECDSA" in capsys.readouterr().out


def transient(n: int, buffers: int, strings: int, nospace: int = 0) -> dict[str, Any]:
    row = {"buffers": 3, "strings": 4, "ci_size": 4096, "cis": 100, "peak_cis": 100, "nospace": nospace}
    row |= {"buffer_waits": buffers, "peak_buffer_waits": 5, "string_waits": strings, "peak_string_waits": 2}
    return statistics(n, DFHTQGDS=row)


def test_transient_data_gets_the_buffers_and_strings_that_were_waited_for(tmp_path):
    waited = [task(0, "TDQ1", 2, 0.001, 0.5, td_wait_us=0.2) for _ in range(10)]
    result = check(tmp_path, [transient(0, 9, 0), transient(1, 40, 30), *monitoring(waited)])
    buffers, strings = sorted(of(result, "cics-transient-data"), key=lambda finding: finding.object.name)
    assert buffers.headline == "Waited 49 times for one of its 3 buffers"
    assert number(buffers, "most that waited at once") == 5
    assert number(buffers, "waited for transient data, all tasks") == pytest.approx(2)
    assert strings.headline == "Waited 30 times for one of its 4 strings"
    [change] = buffers.changes
    assert (change.command, change.undo, change.storage_bytes) == ("TD=(8,6)", "TD=(3,4)", 5 * 4096)
    (tmp_path / "well").mkdir()
    assert of(check(tmp_path / "well", [transient(0, 5, 5)]), "cics-transient-data") == []
    (tmp_path / "full").mkdir()
    [full] = of(check(tmp_path / "full", [transient(0, 0, 0, nospace=3)]), "cics-transient-data")
    assert full.severity is Severity.CRITICAL
    assert full.headline == "No space 3 times in 100 control intervals"


def test_waits_for_shared_temporary_storage_ask_for_the_records_of_its_servers(tmp_path):
    waited = check(tmp_path, monitoring([task(0, "PAY1", 2, 0.002, 0.1, ts_shared_wait_us=0.03)]))
    assert any("SMF 110 subtype 3" in need.supply for need in waited.missing)
    (tmp_path / "none").mkdir()
    none = check(tmp_path / "none", monitoring([task(0, "PAY1", 2, 0.002, 0.1)]))
    assert not any("SMF 110 subtype 3" in need.supply for need in none.missing)
