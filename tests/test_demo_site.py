"""The sample site that is shipped: what the generator writes, and records that a real dump would hold."""

import lzma
import os
import tarfile
from datetime import datetime

import sample_site
from getpage import demo
from getpage.evidence.text import read_text
from test_demo_tables import dump, inspected, loaded
from tools.demo import write_site
from tools.demo.archive import tar, write_archive
from tools.demo.dump import SEGMENT
from tools.demo.mq.joblog import AFTERNOON, BUFFERS, LOCAL_MB, PAGES, TOO_SMALL, local_used
from tools.demo.site import JOB_LOG

HOUR = 3_600_000_000


def test_the_package_ships_what_the_generator_writes(tmp_path):
    generated = tar(write_site(tmp_path))
    same = lzma.decompress(demo.ARCHIVE.read_bytes()) == generated
    assert same, "make sample writes the archive again"


def test_an_archive_of_the_same_files_has_the_same_bytes(tmp_path):
    (tmp_path / "a.log").write_text("first")
    (tmp_path / "b.log").write_text("second")
    collected = []
    for name, moment in (("one", 0), ("two", 1_000_000_000)):
        os.utime(tmp_path / "a.log", (moment, moment))
        write_archive([tmp_path / "b.log", tmp_path / "a.log"], tmp_path / name)
        collected.append((tmp_path / name).read_bytes())
    assert collected[0] == collected[1]
    with tarfile.open(tmp_path / "one") as archive:
        assert archive.getnames() == ["b.log", "a.log"]


def test_the_site_takes_the_place_of_one_that_is_there_and_leaves_other_files(tmp_path):
    (tmp_path / JOB_LOG).write_text("an older one")
    (tmp_path / "mine.txt").write_text("kept")
    written = demo.write_site(tmp_path)
    assert {path.name for path in written} | {"mine.txt"} == {path.name for path in tmp_path.iterdir()}
    assert (tmp_path / JOB_LOG).read_bytes() == (sample_site.site() / JOB_LOG).read_bytes()
    assert (tmp_path / "mine.txt").read_text() == "kept"


def test_no_member_of_an_archive_is_written_outside_the_directory(tmp_path, monkeypatch):
    archive = tmp_path / "other.tar.xz"
    with tarfile.open(archive, "w:xz") as result:
        for name in ("../up.log", str(tmp_path / "absolute.log"), "deep/down.log"):
            result.addfile(tarfile.TarInfo(name))
        link = tarfile.TarInfo("link.log")
        link.type, link.linkname = tarfile.SYMTYPE, "/etc/passwd"
        result.addfile(link)
    monkeypatch.setattr(demo, "ARCHIVE", archive)
    written = demo.write_site(tmp_path / "site")
    assert written == [tmp_path / "site" / name for name in ("up.log", "absolute.log", "down.log")]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["other.tar.xz", "site"]


def test_a_day_of_records_stays_handy():
    assert 10e6 < dump().stat().st_size < 62e6


def test_every_record_holds_together():
    for summary in (inspected(), loaded()[0]):
        assert summary["framing"] == "RDW"
        assert summary["damage"]["count"] == 0
        assert summary["bytes"] == dump().stat().st_size


def test_it_holds_the_records_that_a_real_dump_holds():
    counts = {(count["record_type"], count["subtype"]): count["state"] for count in inspected()["counts"]}
    decoded = {kind for kind, state in counts.items() if state == "decoded"}
    assert decoded == {
        *((115, subtype) for subtype in (1, 2, 5, 7, 201, 215, 216, 231)),
        *((116, subtype) for subtype in (0, 1, 2, 10)),
        *((100, ifcid) for ifcid in (1, 2, 225)),
        *((101, ifcid) for ifcid in (3, 239)),
        *((110, subtype) for subtype in (1, 2)),
        *((30, 2), (70, 1), (71, 1), (72, 3), (74, 4), (75, 1), (78, 2), (113, 1)),
    }
    assert {kind for kind, state in counts.items() if state == "unknown"} == {(n, None) for n in (2, 3, 73)}
    assert {kind for kind, state in counts.items() if state == "ignored"} == {(30, 1)}


def segments(data):
    at = 0
    while at < len(data):
        length, code = int.from_bytes(data[at : at + 2], "big"), data[at + 2]
        yield at, length, code
        at += length


def test_long_records_are_spanned_and_header_and_trailer_enclose_them():
    data = dump().read_bytes()
    actual = list(segments(data))
    assert {code for _, _, code in actual} == {0, 1, 2, 3}
    assert max(length for _, length, _ in actual) == SEGMENT
    types = [data[at + 5] for at, _, code in actual if code in (0, 1)]
    assert types[0] == 2
    assert types[-1] == 3
    assert 2 not in types[1:]


def coverage(queue_manager, subtype):
    rows = inspected()["coverage"]
    return next(r for r in rows if (r["subsystem"], r["subtype"]) == (queue_manager, subtype))


def test_inspect_shows_the_gap_and_the_start_up_of_one_queue_manager():
    midnight = int((datetime(2026, 11, 18) - datetime(1970, 1, 1)).total_seconds()) * 1_000_000
    for subtype in (1, 2, 201, 215, 231):
        first = coverage("MQB2", subtype)
        assert first["zero_length"] == 1
        ranges = [tuple(round((t - midnight) / HOUR, 3) for t in r) for r in first["ranges"]]
        assert ranges == [(5.667, 10.5), (10.75, 24.0)]


def test_inspect_shows_a_whole_day_of_the_others():
    for queue_manager in ("MQA1", "MQA2", "MQB1"):
        first = coverage(queue_manager, 215)
        assert first["zero_length"] == 0
        assert len(first["ranges"]) == 1
        start, end = first["ranges"][0]
        assert abs(end - start - 24 * HOUR) < 1_000_000


def test_one_record_stands_in_the_dump_twice():
    assert inspected()["duplicates"][0] == 1
    assert coverage("MQA2", 215)["records"] == coverage("MQA2", 201)["records"] + 1


def test_two_releases_on_two_systems():
    levels = {(r["system"], r["subsystem"]): r["levels"] for r in inspected()["coverage"] if r["levels"]}
    assert levels == {
        ("SYSA", "MQA1"): ["946"],
        ("SYSA", "MQA2"): ["930"],
        ("SYSB", "MQB1"): ["946"],
        ("SYSB", "MQB2"): ["930"],
        ("SYSB", "MQB3"): ["946"],
    }


def job_log():
    return read_text(enumerate((sample_site.site() / JOB_LOG).read_text().splitlines()))


def test_the_job_log_is_read_without_damage():
    actual = job_log()
    assert actual.damage == []
    assert {row["queue_manager"] for rows in actual.rows.values() for row in rows} == {"MQC1"}
    assert {row["system"] for rows in actual.rows.values() for row in rows} == {"SYSC"}
    days = {row["written"].date().isoformat() for rows in actual.rows.values() for row in rows}
    assert days == {"2026-11-18"}


def test_the_job_log_tells_of_an_oversized_and_an_undersized_pool():
    rows = job_log().rows
    pools = {row["buffer_pool"]: row for row in rows["mq_buffer_pool"]}
    sets = {row["page_set"]: row for row in rows["mq_page_set"]}
    assert {n: row["buffers"] for n, row in pools.items()} == BUFFERS
    assert {n: row["total_pages"] for n, row in sets.items()} == PAGES
    assert BUFFERS[2] > 1.2 * PAGES[2]
    assert all(BUFFERS[n] <= 1.2 * PAGES[n] for n in (0, 1, 3))
    assert {n for n, free in AFTERNOON.stealable.items() if free < 0.05 * BUFFERS[n]} == {3}
    warnings = [row for row in rows["mq_message"] if row["message"] == "CSQP020E"]
    assert {row["buffer_pool"] for row in warnings} == {3}
    assert len(warnings) == len(TOO_SMALL)


def test_the_storage_of_the_job_log_holds_its_pools():
    for row in job_log().rows["mq_storage_usage"]:
        assert row["local_used"] > 4096 * sum(BUFFERS.values())
        assert row["local_used"] == local_used() << 20
        assert row["local_used"] + row["local_free"] == LOCAL_MB << 20
