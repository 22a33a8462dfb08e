"""The log of IMS, by a site's own map of its records: what columns of text said of them, to the command."""

from __future__ import annotations

import json
import random
import struct
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

import polars as pl
import pytest

import getpage
from getpage import _native
from getpage.evidence.opened import open_evidence
from getpage.evidence.text import read_text
from getpage.evidence.window import Window
from getpage.products.common.ims_messages import regions_of_messages, transactions_of
from getpage.result import Cause
from ims_evidence import write
from in_process import run
from test_cics_dbctl import session
from test_ims_regions import HEADS, STARTED, records
from test_layout_import_printed import section

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

EPOCH = datetime(1900, 1, 1)
#: Where this test's IMS has its fields; IBM's does elsewhere.
MAP = (
    (0, "TPCPLL   DS    H"),
    (2, "TPCPZZ   DS    XL2"),
    (4, "TPCPCODE DS    X"),
    (5, "TPCPSUBC DS    X"),
    (6, "TPCPSTN  DS    H                  REGION"),
    (8, "TPTRAN   DS    CL8                TRANSACTION"),
    (16, "TPCLASS  DS    H                  ITS CLASS"),
    (18, "TPTYPE   DS    X                  WHERE IT RAN"),
    (None, "TPMPP    EQU   X'80'              MESSAGE REGION"),
    (None, "TPDBT    EQU   X'08'              THREAD OF DBCTL"),
    (19, "         DS    X"),
    (20, "TPTDBIO  DS    F                  DATABASE I/O"),
    (24, "TPTDBPL  DS    F                  LOCKS"),
    (28, "TPINUTC  DS    XL12               ARRIVAL"),
    (40, "TPSTARTU DS    XL12               START"),
    (52, "TPENDU   DS    XL12               END"),
)


def stamp(at: datetime, hours: int = -5) -> bytes:
    """A local time as IMS has it, on a system so many hours from UTC."""
    at -= timedelta(hours=hours)
    digits = f"{at:%Y%j}F{at:%H%M%S%f}{abs(hours) * 4:03}{'D' if hours < 0 else 'C'}"
    return bytes.fromhex(digits)


def logged(code: int, subcode: int, data: bytes, number: int, at: datetime) -> bytes:
    """A record of the log."""
    micros = (at - EPOCH) // timedelta(microseconds=1)
    body = bytes([code, subcode]) + data + struct.pack(">QQ", micros << 12, 0xF1 << 56 | number)
    return struct.pack(">HH", len(body) + 4, 0) + body


def binary(lines: Iterable[str], kind: int = 0x80) -> bytes:
    """The records of columns of text as they are in a log, with others between them."""
    log, number = [], 0
    for line in lines:
        name, of, region, _, *times, io, locks = line.split(";")
        moments = [datetime.strptime(time, "%Y-%m-%d %H:%M:%S.%f") for time in times]
        head = struct.pack(
            ">H8sHBxII", int(region), name.ljust(8).encode("cp037"), int(of), kind, int(io), int(locks)
        )
        data = head + b"".join(map(stamp, moments))
        at = moments[-1] + timedelta(hours=5)
        for code, subcode, own in (
            (0x08, 0x40, bytes(20)),
            (0x56, 0xFA, data),
            (0x56, 0x12, data),
            (0x07, number & 255, data),
        ):
            number += 1
            log.append(logged(code, subcode, own, number, at))
    return b"".join(log)


@pytest.fixture(scope="module")
def layouts(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return imported(tmp_path_factory.mktemp("layouts"), MAP)


def imported(place: Path, rows: Iterable[tuple[int | None, str]], *options: str) -> Path:
    listing = place / "listing.txt"
    listing.write_text(section("TPCPREC", 64, list(rows), title="LOG RECORD"))
    done = run("layout", "import", listing, *options, "--out", place / "own")
    assert done.returncode == 0, done.stderr
    return place / "own"


def loaded(place: Path, log: bytes, layouts: Path, joblog: str = STARTED) -> Path:
    """A store of a log and the job log of its IMS."""
    evidence = write(place / "evidence", joblog=joblog)
    (evidence / "log.bin").write_bytes(log)
    done = run("load", evidence, "--into", place / "store", "--layouts", layouts)
    assert done.returncode == 0, done.stderr
    return place / "store"


def sql(store: Path, query: str) -> list[dict[str, Any]]:
    done = run("sql", store, query, "--format", "json")
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_a_log_says_what_its_columns_in_text_said_and_gets_the_same_command(tmp_path, layouts):
    lines, _ = records(every=1.95, seconds=4.0)
    lines += records(every=60, seconds=1.0, regions=(3,), of=2)[0]
    text = write(tmp_path / "text", log="\n".join([HEADS, *lines]) + "\n", joblog=STARTED)
    store = loaded(tmp_path, binary(lines), layouts)
    by_text, by_log = getpage.check(text), getpage.check(store)
    assert by_log.findings
    for one, other in zip(by_text.findings, by_log.findings, strict=True):
        assert (one.check, one.headline, one.delay_seconds) == (
            other.check,
            other.headline,
            other.delay_seconds,
        )
    assert [(c.command, c.undo) for c in by_text.changes] == [(c.command, c.undo) for c in by_log.changes]
    assert "/ASSIGN CLASS 2 1 TO REGION 3" in [change.command for change in by_log.changes]


def test_a_log_also_tells_cics_what_threads_of_dbctl_wait_for(tmp_path, layouts):
    lines = []
    for nth in range(100):
        start = datetime(2012, 7, 24, 7) + timedelta(seconds=30 * nth)
        times = (f"{at:%Y-%m-%d %H:%M:%S.%f}" for at in (start, start, start + timedelta(seconds=20)))
        lines.append(";".join(("PAYPSB1", "0", "20", "N", *times, "2000000", "16000000")))
    evidence = tmp_path / "evidence"
    evidence.mkdir()
    (evidence / "IMSP@SYSA.log.bin").write_bytes(binary(lines, kind=0x08))
    records = _native.encode_records([session(full=1440, dbctl="IMSP")])
    (evidence / "cics.smf").write_bytes(b"".join(records))
    getpage.load(evidence, into=tmp_path / "store", layouts=[layouts])
    result = getpage.check(tmp_path / "store")
    [finding] = [finding for finding in result.findings if finding.check == "cics-dbctl-threads"]
    assert (finding.cause, result.changes) == (Cause.LOCK, ())
    assert "80 % of the time of its threads is locks" in finding.claim


def test_a_window_has_the_records_of_its_local_time_whatever_day_it_is_in_utc(tmp_path, layouts):
    """A system nine hours ahead of UTC, whose evening is still the day before there."""
    ends = [datetime(2026, 3, 12, 22, 50) + timedelta(minutes=n) for n in range(120)]
    log = []
    for number, end in enumerate(ends, 1):
        head = struct.pack(">H8sHBxII", 1, "PAYT1".ljust(8).encode("cp037"), 1, 0x80, 0, 0)
        data = head + b"".join(stamp(end - timedelta(seconds=s), hours=9) for s in (2, 1, 0))
        log.append(logged(0x56, 0xFA, data, number, end - timedelta(hours=9)))
    store = loaded(tmp_path, b"".join(log), layouts)
    assert getpage.inspect(tmp_path / "evidence" / "log.bin", layouts=[layouts]).coverage[0].last == ends[-1]
    for first, last in ((ends[5], ends[40]), (ends[60], ends[100]), (datetime(2026, 3, 13), ends[90])):
        with open_evidence([str(store)], window=Window(first, last)) as (evidence, _):
            units = transactions_of(evidence)["units"].sum()
        assert abs(units - sum(first <= end <= last for end in ends)) <= 1


def test_sums_of_the_log_are_those_of_its_columns_in_text_whatever_they_are(tmp_path, layouts):
    chance = random.Random(3)
    lines = []
    for _ in range(400):
        came = datetime(2026, 3, 12, 9) + timedelta(seconds=chance.random() * 7200)
        start = came + timedelta(seconds=chance.choice([0, 1, 1200]) * chance.random())
        end = start + timedelta(seconds=chance.choice([0.2, 30, 4000]) * chance.random())
        length = (end - start) / timedelta(microseconds=1)
        parts = [round(length * chance.random() / 2) for _ in range(2)]
        times = (f"{time:%Y-%m-%d %H:%M:%S.%f}" for time in (came, start, end))
        name, region = chance.choice(["PAYT1", "ORD$2"]), chance.randint(1, 4)
        lines.append(";".join(map(str, (name, chance.randint(1, 3), region, "Y", *times, *parts))))
    read = read_text((nth, line) for nth, line in enumerate([HEADS, *lines]))
    with open_evidence([str(loaded(tmp_path, binary(lines), layouts))]) as (evidence, _):
        of_log = {"ims_transaction": transactions_of(evidence), "ims_region": regions_of_messages(evidence)}
    for table, frame in of_log.items():
        rows = pl.DataFrame([dict(row) for row in read.rows[table]], infer_schema_length=None)
        columns = [name for name in rows.columns if name not in ("record", "file", "system")]
        keys = [name for name in ("interval_start", "transaction", "class", "region") if name in columns]
        one, other = (each.select(columns).sort(keys) for each in (rows, frame))
        assert one.height == other.height > 10
        for name in columns:
            pairs = zip(one[name].to_list(), other[name].to_list(), strict=True)
            assert all(a == b or (isinstance(a, float) and a == pytest.approx(b)) for a, b in pairs), name


def test_records_are_apart_by_code_and_subcode_and_their_time_is_utc(tmp_path):
    own = imported(tmp_path, MAP, "--log", "07", "--table", "my_ends")
    store = loaded(tmp_path, binary(records(every=60, seconds=1.0)[0]), own)
    (row,) = sql(store, "select count(*) as n, min(logged) as first, max(log_sequence) as last from my_ends")
    assert (row["n"], row["last"]) == (60, 240)  # whatever stands where others have a subcode
    assert row["first"].startswith("2026-03-12 14:00:01")
    inspected = run("inspect", tmp_path / "evidence" / "log.bin", "--layouts", own).stdout
    inspected = " ".join(inspected.split())
    refused = run("check", tmp_path / "evidence" / "log.bin")
    assert refused.returncode == 3
    assert "no layout: assemble ILOGREC" in refused.stderr
    assert all(words in inspected for words in ("IMS log, RDW", "IMS log X'5612'", "no damage"))


def test_without_what_a_table_needs_nothing_is_written_and_what_it_can_do_without_is_said(tmp_path):
    times = [row for row in MAP if not row[1].startswith("TPENDU")]
    listing = tmp_path / "listing.txt"
    listing.write_text(section("TPCPREC", 64, times, title="LOG RECORD"))
    assert (
        "ims_message" not in run("layout", "import", listing).stderr
    )  # another DSECT, as far as can be told
    listing.write_text(
        section("TPCPREC", 64, [(a, s.replace("XL12", "CL12") if "TPENDU" in s else s) for a, s in MAP])
    )
    assert "ims_message" in run("layout", "import", listing).stderr
    short = [(a, s.replace("XL12", "XL8") if "TPENDU" in s else s) for a, s in MAP]
    listing.write_text(section("TPCPREC", 60, short))
    refused = run("layout", "import", listing, "--out", tmp_path / "own")
    assert refused.returncode == 2
    assert "TPENDU" in refused.stderr
    assert not (tmp_path / "own").exists()
    listing.write_text(
        section("TPCPREC", 64, [(a, s.replace("F   ", "CL4 ") if "TPTDBIO" in s else s) for a, s in MAP])
    )
    assert "no column db_io_us" in run("layout", "import", listing).stderr
    for wrong in ("7", "5", "45", "0733", "GG"):
        assert "--log" in run("layout", "import", listing, "--log", wrong, "--table", "t").stderr


def test_a_damaged_log_loses_what_is_damaged_and_says_so(tmp_path, layouts):
    lines = records(every=30, seconds=1.0)[0]
    whole = binary(lines)
    chance = random.Random(7)
    for case in range(12):
        damaged = bytearray(whole)
        for _ in range(chance.choice([1, 3])):
            damaged[chance.randrange(len(damaged))] ^= chance.randrange(1, 256)
        cut = damaged if case % 3 else damaged[: chance.randrange(300, len(damaged))]
        place = tmp_path / str(case)
        store = loaded(place, bytes(cut), layouts)
        getpage.check(store)
        inspected = getpage.inspect(place / "evidence" / "log.bin", layouts=[layouts])
        (source,) = inspected.sources
        assert source.records <= 4 * len(lines) + 6
        if len(cut) == len(whole):
            assert source.records - source.damaged >= 4 * len(lines) - 9
