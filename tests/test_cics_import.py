"""What records of CICS say by a site's own DSECT is what its pages said, to the finding and the forecast."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import polars as pl
import pytest

import getpage
from getpage import _native
from in_process import run
from test_cics_smf import check, statistics
from test_layout_import_printed import line, section

if TYPE_CHECKING:
    from pathlib import Path

#: Names by what IBM documents; where they stand is this test's own, twice.
POOL = ("A08BKSTN", "A08BKHSW", "A08BKTSW", "A08BKHAS")
BUFFERS = ("A08BKBSZ", "A08BKBFN", "A08BKHBN", "A08BKBFF", "A08BKFRD", "A08BKUIW", "A08BKNUW")
SIZES = (512, *(1024 * n for n in (1, 2, 4, 8, 12, 16, 20, 24, 28, 32)))


def pool_listing(path: Path, *, before: int, gap: int = 0) -> Path:
    """DFHA08DS with `before` reserved bytes in front of its fields, and an entry with `gap` bytes behind."""
    at = 8 + before
    rows = [
        (0, "A08LEN   DS    H"),
        (2, "A08ID    DS    AL2"),
        (4, "A08DVERS DS    CL1"),
        (5, "         DS    CL3"),
    ]
    if before:
        rows.append((8, f"         DS    XL{before}                RESERVED"))
    rows.append((at, "A08SRPID DS    F                  POOL NUMBER"))
    rows += [(at + 4 * n, f"{name} DS    F") for n, name in enumerate(POOL, 1)]
    stride = 4 * len(BUFFERS) + gap
    first = at + 4 * (len(POOL) + 1)
    rows += [(first, f"A08DATA  DS    11XL{stride}"), (first + 11 * stride, f"A08INDX  DS    11XL{stride}")]
    entry = [(4 * n, f"{name} DS    F") for n, name in enumerate(BUFFERS)]
    if gap:
        entry.append((4 * len(BUFFERS), f"         DS    XL{gap}"))
    text = section("DFHA08DS", first + 22 * stride, rows, title="LSR POOLS", end=False)
    below = [line(100, "A08BSSDS DSECT ENTRY", 0, (0, stride))]
    below += [line(100 + n, source, loc) for n, (loc, source) in enumerate(entry, 1)]
    below.append(line(200, "         END", mark=" "))
    path.write_text(text + "\n".join(" " + item for item in below).replace("\n ", "\n") + "\n")
    return path


def file_listing(path: Path) -> Path:
    """DFHA17DS with the fields that are read, in no order of IBM's."""
    rows = [
        (0, "A17LEN   DS    H"),
        (2, "A17ID    DS    AL2"),
        (4, "         DS    CL4"),
        (8, "A17FNAM  DS    CL8"),
    ]
    words = ("A17STRNO", "A17DSASC", "A17DSASW", "A17DSTSW", "A17DSHSW", "A17DSDNB", "A17DSINB")
    rows += [(16 + 4 * n, f"{name} DS    F") for n, name in enumerate(words)]
    path.write_text(section("DFHA17DS", 44, rows, title="FILES"))
    return path


def imported(tmp_path: Path, listing: Path) -> Path:
    layouts = tmp_path / "layouts"
    done = run("layout", "import", listing, "--out", layouts)
    assert done.returncode == 0, done.stderr
    assert "its names are known" in done.stderr
    return layouts


def entry(size: int, buffers: int, lookasides: int, reads: int, owner: int = 0) -> dict[str, Any]:
    """An entry of an array of buffers, of the LSR pool of this place in the record."""
    row = {
        "buffer_bytes": size,
        "buffers": buffers,
        "lookasides": lookasides,
        "reads": reads,
        "parent": owner,
    }
    return row | {"hiperspace_buffers": 0, "user_writes": 7, "other_writes": 0}


def pools(n: int, factor: int) -> dict[str, Any]:
    """Statistics of two pools; what VSAM counts grows by `factor`."""
    four = [entry(size, 0, 0, 0) for size in SIZES]
    four[3] = entry(4096, 1000, 9000 * factor, 1000 * factor)
    second = [entry(size, 0, 0, 0, 1) for size in SIZES]
    second[2] = entry(2048, 200, 5500 * factor, 31 * factor, 1)
    row = {
        "lsr_pool": 1,
        "strings": 20,
        "peak_strings": 20,
        "string_waits": 34 * factor,
        "peak_string_waits": 3,
    }
    other = {"lsr_pool": 2, "strings": 9, "peak_strings": 2, "string_waits": 0, "peak_string_waits": 0}
    index = [entry(size, 0, 0, 0) for size in SIZES]
    index[2] = entry(2048, 90, 70 * factor, 2 * factor)
    return statistics(
        n, DFHA08DS=[row, other], **{"DFHA08DS/data": [*four, *second], "DFHA08DS/index": index}
    )


def loaded(tmp_path: Path, layouts: Path, specs: list[dict[str, Any]]) -> Path:
    (tmp_path / "cics.smf").write_bytes(b"".join(_native.encode_records(specs, [layouts])))
    done = run("load", tmp_path / "cics.smf", "--into", tmp_path / "store", "--layouts", layouts)
    assert done.returncode == 0, done.stderr
    return tmp_path / "store"


def rows(store: Path, query: str) -> pl.DataFrame:
    return pl.DataFrame(json.loads(run("sql", store, query, "--format", "json").stdout))


@pytest.mark.parametrize(("before", "gap"), [(0, 16), (24, 0)])
def test_lsr_pools_of_records_answer_what_their_pages_answer(tmp_path, before, gap):
    layouts = imported(tmp_path, pool_listing(tmp_path / "a08.txt", before=before, gap=gap))
    store = loaded(tmp_path, layouts, [pools(0, 1), pools(4, 3)])
    actual = rows(
        store,
        "select * from cics_lsr_buffer where interval_end = (select max(interval_end) from cics_lsr_buffer)",
    )
    named = (
        actual.select("lsr_pool", "kind", "buffer_bytes", "buffers", "reads").sort("lsr_pool", "kind").rows()
    )
    assert named == [(1, "data", 4096, 1000, 3000), (1, "index", 2048, 90, 6), (2, "data", 2048, 200, 93)]
    result = json.loads(run("check", store, "--format", "json").stdout)
    pools_of = [finding for finding in result["findings"] if finding["check"] == "cics-lsr-pool"]
    [waited] = [item for item in pools_of if item["object"].endswith("LSR pool 1 strings")]
    assert waited["headline"] == "Requests waited 68 times for a string"
    [change] = [change for change in result["changes"] if change["setting"] == "LSR pool 1 STRINGS"]
    assert change["command"] == "CEDA ALTER LSRPOOL(name) GROUP(group) STRINGS(23)"
    forecast = run("forecast", store, "--change", "IYCUA001.LSR1-DATA4K=2000", "--format", "json")
    assert forecast.returncode == 0, forecast.stderr
    facts = json.dumps(result["findings"])
    assert "A08BKTSW" in facts


def test_string_waits_that_cics_reset_add_up_over_the_intervals(tmp_path):
    layouts = imported(tmp_path, pool_listing(tmp_path / "a08.txt", before=0))
    row = {"lsr_pool": 1, "strings": 20, "peak_strings": 20}
    counts = ((34, 3), (10, 5), (0, 0))
    specs = [
        statistics(n, DFHA08DS=[row | {"string_waits": waits, "peak_string_waits": peak}])
        for n, (waits, peak) in enumerate(counts)
    ]
    result = json.loads(run("check", loaded(tmp_path, layouts, specs), "--format", "json").stdout)
    [finding] = [finding for finding in result["findings"] if finding["check"] == "cics-lsr-pool"]
    assert finding["headline"] == "Requests waited 44 times for a string"
    assert [change["command"] for change in result["changes"]] == [
        "CEDA ALTER LSRPOOL(name) GROUP(group) STRINGS(25)"
    ]


def test_files_of_records_answer_what_their_pages_answer(tmp_path):
    layouts = imported(tmp_path, file_listing(tmp_path / "a17.txt"))
    row = {"name": "PARTS", "strings": 5, "active_strings": 2, "waiting": 0, "string_waits": 32}
    store = loaded(tmp_path, layouts, [statistics(0, DFHA17DS=[row | {"peak_waiting": 4}])])
    result = json.loads(run("check", store, "--format", "json").stdout)
    [finding] = [finding for finding in result["findings"] if finding["check"] == "cics-file-strings"]
    assert finding["headline"] == "Requests waited 32 times for a string"
    [change] = [change for change in result["changes"] if change["setting"] == "FILE PARTS STRINGS"]
    alter = "CEDA ALTER FILE(PARTS) GROUP(group) STRINGS({})"
    assert (change["command"], change["undo"]) == (alter.format(9), alter.format(5))


def test_a_listing_that_lacks_a_name_or_the_arrays_is_refused_and_says_what_is_missing(tmp_path):
    path = file_listing(tmp_path / "a17.txt")
    path.write_text(path.read_text().replace("A17DSTSW", "A17OTHER"))
    done = run("layout", "import", path, "--out", tmp_path / "layouts")
    assert done.returncode == 2
    assert "A17DSTSW in DFHA17DS, which the table cics_file needs" in done.stderr
    path = pool_listing(tmp_path / "a08.txt", before=0)
    path.write_text(path.read_text().replace("DS    11XL28", "DS    XL308", 1))
    assert run("layout", "import", path, "--out", tmp_path / "layouts").returncode == 0
    path.write_text(path.read_text().replace("DS    11XL28", "DS    11XL24"))
    done = run("layout", "import", path, "--out", tmp_path / "layouts")
    assert done.returncode == 2
    assert "2 fields of 11 times 28 bytes (A08BSSDS) in DFHA08DS, for data and index; found: 1" in done.stderr


def test_without_a_dsect_the_sections_are_counted_by_name(tmp_path):
    layouts = imported(tmp_path, file_listing(tmp_path / "a17.txt"))
    specs = [statistics(0, DFHA17DS=[{"name": "PARTS", "strings": 5}])]
    (tmp_path / "cics.smf").write_bytes(b"".join(_native.encode_records(specs, [layouts])))
    done = run("inspect", tmp_path / "cics.smf")
    assert "files (DFHA17DS)" in done.stdout + done.stderr


def jvm(n: int, waits: int, seconds: float) -> dict[str, Any]:
    row = {"name": "WLPSRV1", "profile": "DFHWLP", "uses": 9000, "thread_limit": 15, "threads": 12}
    row |= {"peak_threads": 15, "thread_waits": waits, "thread_wait_us": 1e6 * seconds, "peak_waiting": 6}
    return statistics(n, DFHSJSDS=[row | {"heap": 1 << 30, "largest_heap": 2 << 30}])


def test_tasks_that_waited_for_threads_of_a_jvm_server_raise_its_limit_by_as_many_as_waited(tmp_path):
    result = check(tmp_path, [jvm(0, 40, 2.5), jvm(1, 20, 1.5)])
    [finding] = [finding for finding in result.findings if finding.check == "cics-jvm-threads"]
    assert finding.object.name == "JVM server WLPSRV1"
    assert finding.headline == "Tasks waited 60 times for a thread, 4 s in all"
    assert finding.delay_seconds == pytest.approx(4)
    [change] = result.changes
    assert change.command == "CEMT SET JVMSERVER(WLPSRV1) THREADLIMIT(21)"
    assert change.undo == "CEMT SET JVMSERVER(WLPSRV1) THREADLIMIT(15)"
    assert change.lasting == "CEDA ALTER JVMSERVER(WLPSRV1) GROUP(group) THREADLIMIT(21)"
    assert change.lasting_undo == "CEDA ALTER JVMSERVER(WLPSRV1) GROUP(group) THREADLIMIT(15)"


def test_a_db2_connection_at_its_limit_is_found_only_while_tasks_waited(tmp_path):
    row = {
        "db2_connection": "DB2A",
        "db2": "DB1A",
        "tcb_limit": 40,
        "tcbs": 40,
        "peak_tcbs": 40,
        "waiting": 0,
    }
    full = statistics(0, DFHD2GDS=[row | {"peak_waiting": 12}])
    result = check(tmp_path, [full])
    [finding] = [finding for finding in result.findings if finding.check == "cics-db2-connection"]
    assert finding.headline == "All 40 TCBs of TCBLIMIT in use, 12 tasks waited"
    assert [change.command for change in result.changes] == ["CEMT SET DB2CONN TCBLIMIT(52)"]
    assert result.changes[0].lasting == "CEDA ALTER DB2CONN(DB2A) GROUP(group) TCBLIMIT(52)"
    (tmp_path / "well").mkdir()
    well = check(tmp_path / "well", [statistics(0, DFHD2GDS=[row | {"peak_waiting": 0}])])
    assert [finding for finding in well.findings if finding.product == "cics"] == []


def test_the_entries_and_the_mq_connection_have_rows(tmp_path):
    entry_row = {"name": "DBE1", "plan": "PLAN1", "calls": 900, "thread_waits": 3}
    mq = {"queue_manager": "MQ1A", "connection": 1, "calls": 500, "calls_ok": 499, "tasks": 2}
    (tmp_path / "c.smf").write_bytes(
        b"".join(_native.encode_records([statistics(0, DFHD2RDS=[entry_row], DFHMQGDS=[mq])]))
    )
    store = getpage.load(tmp_path / "c.smf", into=tmp_path / "store")
    assert store.table("cics_db2_entry").collect()["thread_waits"].to_list() == [3]
    row = store.table("cics_mq_connection").collect().row(0, named=True)
    assert (row["queue_manager"], row["connection"], row["calls"]) == ("MQ1A", "connected", 500)
