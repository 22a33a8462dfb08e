"""Fewer regions for the same work: the forecast from intervals, held against what IBM measured."""

from __future__ import annotations

import csv
import json
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

import getpage
from getpage.cli.app import run_command
from getpage.core.errors import NotEnoughEvidenceError
from zos_records import spec, write

SEEDS = Path(__file__).parent / "data" / "seeds"
START = datetime(2014, 4, 28, 6, tzinfo=UTC)
LENGTH = 900
DSA = 40 << 20


def micros(moment):
    return round(moment.timestamp() * 1e6)


def records(name, nth, *, tasks, cpu, frames, qr=None, areas=DSA, peak=40):
    """What a region and z/OS write of an interval: tasks, CPU seconds and frames."""
    begin = START + timedelta(seconds=nth * LENGTH)
    end = begin + timedelta(seconds=LENGTH)
    hundredths = round(cpu * 100)
    who = {"system": "MV2A", "written": micros(end)}
    space = who | {"work_type": "STC", "subtype": 2, "job": name, "asid": 0x40, "started": micros(START)}
    space |= {"interval_start": micros(begin), "interval_end": micros(end)}
    storage = {"page_time": round(frames * hundredths / 100 / 1.024e-3)}
    region = who | {"region": name, "generic_applid": name, "job": name, "statistics_type": "INT"}
    region |= {"interval_end": micros(end), "interval_us": LENGTH * 1e6, "interval_number": nth + 1}
    mode = {"mode": 1, "state": 1, "tcbs": 1, "peak_tcbs": 1, "cpu_us": (cpu if qr is None else qr) * 1e6}
    mode |= {"dispatched_us": mode["cpu_us"], "wait_us": LENGTH * 1e6 - mode["cpu_us"]}
    area = {"dsa": "EUDSA", "location": 2, "access": 2, "dsa_index": 10, "size": areas, "peak_size": areas}
    manager = {"mxt": 500, "active": 1, "peak_active": peak, "total_active": round(tasks)}
    yield spec((30, 2), space, SMF30SAP=storage, SMF30CAS={"tcb_hundredths": hundredths})
    yield spec(
        (110, 2), region, DFHDSGDS={}, DSGTCBM=mode, DFHXMGDS=manager, DFHSMSDS={"edsa_limit": 500 << 20},
        SMSBODY=area,
    )  # fmt: skip


def seed(name):
    """Transactions a second, CPU of CICS in processors, and frames, by interval."""
    rows = csv.DictReader((SEEDS / f"{name}.csv").read_text().splitlines()[1:])
    return [
        (float(row["ETR"]), float(row["CICS %"].rstrip("%")) / 100, int(row["Real frames"].replace(",", "")))
        for row in rows
    ]


def table(path, **asked):
    consolidate = getpage.consolidate(path, **asked)
    return {
        row[0]: dict(zip(consolidate.columns, row, strict=True)) for row in consolidate.rows
    }, consolidate.note


@pytest.mark.parametrize(("workload", "routing"), [("dsw", 4), ("genapp", 0)])
def test_what_ibm_measured_of_10_regions_lies_within_the_bounds_of_the_forecast_of_30(
    tmp_path, workload, routing
):
    before, after = seed(f"{workload}-30-aors"), seed(f"{workload}-10-aors")
    every = 30 + routing
    specs = [
        record
        for nth, (rate, processors, frames) in enumerate(before)
        for number in range(30)
        for record in records(
            f"AOR{number:02d}",
            nth,
            tasks=rate * LENGTH / 30,
            cpu=processors * LENGTH / every,
            frames=frames / every,
        )
    ]
    write(tmp_path / "day.smf", specs)
    actual, note = table(tmp_path, regions=["AOR*"], into=10)
    assert actual["regions"]["change (%)"] == -66.7

    frames, others = actual["real frames"], routing * before[0][2] / every
    measured = sum(item[2] for item in after) / len(after) - others
    assert frames["at least"] <= measured <= frames["at most"]
    assert frames["then"] < 0.45 * frames["now"]

    each, total = actual["CPU per task (ms)"], sum(item[0] for item in before)
    share = sum(item[1] for item in after) / sum(item[0] for item in after) * 1000 * 30 / every
    assert each["now"] == pytest.approx(sum(item[1] for item in before) / total * 1000 * 30 / every, rel=1e-3)
    assert each["at least"] <= share <= each["at most"] == each["now"]
    assert "getpage prove" in note


LOADS = (300, 900, 1800, 2700)


@pytest.fixture
def known(tmp_path):
    """Four regions that have 20,000 frames and 3 s of CPU whatever they do, and more with their tasks."""
    specs = [
        record
        for nth, tasks in enumerate(LOADS)
        for number in range(4)
        for record in records(
            f"AOR{number}",
            nth,
            tasks=tasks,
            cpu=3 + 0.1 * tasks,
            frames=20_000 + tasks,
            qr=0.08 * tasks,
            areas=8192 * 4096,
        )
    ]
    write(tmp_path / "day.smf", specs)
    return tmp_path


def test_what_a_region_has_whatever_it_does_is_saved_and_what_its_tasks_take_is_not(known):
    actual, note = table(known, regions=["MV2A.AOR*"], into=1)
    mean, least = sum(20_000 + n for n in LOADS), 20_000 + min(LOADS)
    now = 4 * mean / len(LOADS)
    frames = actual["real frames"]
    assert frames["now"] == pytest.approx(now, abs=2)
    assert frames["then"] == pytest.approx(now - 3 * least, abs=2)
    assert frames["at least"] == pytest.approx(now / 4, abs=2)
    assert frames["at most"] == pytest.approx(now - 3 * (least - 8192), abs=2)
    cpu = actual["CPU per task (ms)"]
    tasks = sum(LOADS)
    assert cpu["now"] == pytest.approx(1000 * (4 * 3 + 0.1 * tasks) / tasks, rel=1e-3)
    assert cpu["then"] == pytest.approx(1000 * (3 + 0.1 * tasks) / tasks, rel=1e-3)
    assert cpu["at least"] is None  # a quarter of the regions: nothing was published
    assert actual["QR TCB of a region (%)"]["then"] == pytest.approx(100 * 4 * 0.08 * 2700 / 900)
    assert actual["QR TCB of a region (%)"]["change (%)"] is None  # now is the busiest, then all alike
    assert "At least 2 regions" in note
    assert (actual["regions"]["then"], actual["regions"]["at least"]) == (1, 2)
    assert "1 is too few" in note
    assert actual["tasks at a time in a region"]["then"] == 160


def test_two_thirds_have_the_published_bound_and_one_load_alone_tells_no_saving(known, tmp_path_factory):
    actual, note = table(known, regions=["AOR0", "AOR1", "AOR2"], into=2)
    cpu = actual["CPU per task (ms)"]
    assert cpu["at least"] == pytest.approx(0.89 * cpu["now"], rel=1e-3)
    assert "too few" not in note
    alone = tmp_path_factory.mktemp("alone")
    names = ("AOR0", "AOR1")
    write(alone / "day.smf", [
        record
        for name in names for n in range(4) for record in records(name, n, tasks=900, cpu=90, frames=20_000)
    ])  # fmt: skip
    actual, _ = table(alone, regions=["AOR*"], into=1)
    assert actual["CPU per task (ms)"]["then"] == actual["CPU per task (ms)"]["now"]
    assert "one load alone" in actual["CPU per task (ms)"]["how it is known"]


def test_the_command_line_answers_in_every_form_and_refuses_in_a_sentence(known, capsys):
    for form in ("table", "csv", "md", "json"):
        line = ["consolidate", str(known), "--regions", "AOR*", "--into", "2", "--format", form]
        assert run_command(line) == 0
        out = capsys.readouterr()
        assert "real frames" in out.out
        item, others = (out.out, out.err) if form in ("table", "md") else (out.err, out.out)
        assert "getpage prove" in item
        assert "getpage prove" not in others
    assert json.loads(out.out)[1]["measure"] == "real frames"
    for regions, into, item in (
        ("NONE*", "1", "no such region in the evidence; known: MV2A.AOR0"),
        ("AOR*", "4", "4 regions cannot become that many"),
        ("AOR*", "0", "at least one region"),
        (",", "1", "--regions: no names"),
    ):
        assert run_command(["consolidate", str(known), "--regions", regions, "--into", into]) == 2
        assert item in " ".join(capsys.readouterr().err.split())


def test_without_smf_30_of_a_region_it_is_said_what_is_missing(tmp_path):
    half = tmp_path
    write(half / "day.smf", [
        record for name in ("AOR0", "AOR1") for record in records(name, 0, tasks=900, cpu=90, frames=20_000)
        if name == "AOR0" or record["record_type"] == 110
    ])  # fmt: skip
    for regions in (["AOR*"], "AOR*"):  # text is read as on the command line
        with pytest.raises(NotEnoughEvidenceError, match=r"MV2A\.AOR1 takes.*SMF 30"):
            getpage.consolidate(half, regions=regions, into=1)


def test_address_spaces_of_the_names_without_statistics_are_named_as_left_out(tmp_path):
    specs = [
        record
        for nth, tasks in enumerate(LOADS)
        for number in range(5)
        for kind, record in enumerate(
            records(f"AOR{number}", nth, tasks=tasks, cpu=3 + tasks / 500, frames=20_000 + 10 * tasks)
        )
        if number < 3 or kind == 0
    ]
    write(tmp_path / "day.smf", specs)
    actual, note = table(tmp_path, regions=["MV2A.AOR*"], into=2)
    assert actual["regions"]["now"] == 3
    assert note.startswith("Left out: MV2A.AOR3 and MV2A.AOR4. SMF 30 has 2 address spaces")
    _, note = table(tmp_path, regions=["AOR0", "AOR1"], into=1)
    assert "Left out" not in note


def test_evidence_without_a_region_is_not_enough(tmp_path):
    space, _ = records("BATCH1", 0, tasks=1, cpu=1, frames=1)
    write(tmp_path / "day.smf", [space])
    with pytest.raises(NotEnoughEvidenceError, match="no CICS region in the evidence"):
        getpage.consolidate(tmp_path, regions=["AOR*"], into=2)
