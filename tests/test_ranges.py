"""A file that several read at once, in ranges or beside other files, gives what one reading gives."""

from __future__ import annotations

import gzip
from typing import TYPE_CHECKING, Any

import polars as pl
import pytest

import sample_site
from getpage import _native
from store_records import pool_records
from tools.demo.site import DUMP

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

MB = 1_000_000


def records_of(dump: bytes) -> Iterable[bytes]:
    """Whole records, their segments put together."""
    at, data = 0, b""
    while at < len(dump):
        length, code = int.from_bytes(dump[at : at + 2]), dump[at + 2]
        data += dump[at + 4 : at + length]
        at += length
        if code in (0, 2):
            yield (len(data) + 4).to_bytes(2) + b"\0\0" + data
            data = b""


def tables(directory: Path, parts: Sequence[Any]) -> dict[str, pl.DataFrame]:
    """The rows of each table in the order of their records."""
    frames: dict[str, list[pl.DataFrame]] = {}
    for part in parts:
        frames.setdefault(part["table"], []).append(pl.read_parquet(directory / part["path"]))
    whole = {table: pl.concat(some, how="diagonal_relaxed") for table, some in frames.items()}
    return {
        table: rows.select(sorted(rows.columns)).sort("file", "record", maintain_order=True)
        if table != "cics_transaction"
        else rows.select(sorted(rows.columns)).sort(sorted(rows.columns))
        for table, rows in whole.items()
    }


def loaded(paths: Sequence[Path], directory: Path, threads: int) -> tuple[Any, dict[str, pl.DataFrame]]:
    directory.mkdir()
    scratch = directory / "scratch"
    scratch.mkdir()
    numbered = [(path, number) for number, path in enumerate(paths)]
    keys = _native.Keys(scratch, lambda _: [])
    summaries, parts = _native.load_days(numbered, directory, "0", keys, threads, [], False)
    written = {path.relative_to(directory).as_posix() for path in directory.glob("*/*.parquet")}
    assert written == {part["path"] for part in parts}
    return summaries, tables(directory, parts)


def assert_same(actual: dict[str, pl.DataFrame], expected: dict[str, pl.DataFrame]) -> None:
    assert actual.keys() == expected.keys()
    for table, rows in expected.items():
        assert actual[table].equals(rows), table


def test_a_dump_that_three_read_gives_what_one_reads(tmp_path: Path) -> None:
    dump = sample_site.site() / DUMP
    one, three = (loaded([dump], tmp_path / str(n), n) for n in (1, 3))
    assert one[0] == three[0]
    assert_same(three[1], one[1])


def test_damage_is_the_same_whoever_reads_it(tmp_path: Path) -> None:
    dump = bytearray((sample_site.site() / DUMP).read_bytes()[: 6 * MB])
    for at in range(MB - 70_000, 5 * MB, 1_048_576 // 3):
        dump[at : at + 9_000] = b"\xe7" * 9_000
    path = tmp_path / "damaged"
    path.write_bytes(dump)
    one, three = (loaded([path], tmp_path / str(n), n) for n in (1, 3))
    assert one[0] == three[0]
    assert one[0][0]["damage"]["count"] > 5
    assert_same(three[1], one[1])


def test_packed_files_side_by_side_keep_the_first_of_equal_records(tmp_path: Path) -> None:
    """The second file has records of the first one's end, and is read long before that."""
    first = pool_records(range(60_000))
    second = [*pool_records(range(70_000, 72_000)), *first[-50:], *first[:50]]
    third = [*pool_records(range(80_000, 82_000)), second[0], first[-1], second[0]]
    paths = []
    for name, records in (("a", first), ("b", second), ("c", third)):
        paths.append(tmp_path / f"{name}.gz")
        paths[-1].write_bytes(gzip.compress(b"".join(records), 1))
    one, four = (loaded(paths, tmp_path / str(n), n) for n in (1, 4))
    assert [summary["duplicates"][0] for summary in four[0]] == [0, 100, 3]
    assert one[0] == four[0]
    assert_same(four[1], one[1])


def test_packed_files_with_monitoring_side_by_side_have_the_dictionaries_before_them(tmp_path: Path) -> None:
    records = [r for r in records_of((sample_site.site() / DUMP).read_bytes()) if r[5] == 110]
    paths = []
    for name, part in zip("abc", (records[::3], records[1::3], records[2::3]), strict=True):
        paths.append(tmp_path / f"{name}.gz")
        paths[-1].write_bytes(gzip.compress(b"".join(part), 1))
    one, four = (loaded(paths, tmp_path / str(n), n) for n in (1, 4))
    assert one[0] == four[0]
    assert "cics_transaction" in one[1]
    assert_same(four[1], one[1])


def framed(records: Sequence[bytes], framing: str) -> bytes:
    match framing:
        case "rdw":
            return b"".join(records)
        case "no rdw":
            return _native.reframe([record for record in records if record[5] in (115, 116)], framing, 0)
        case "GTF" | "GTF, blocked":
            trace = _native.gtf_records(
                [record for record in records if record[5] in (100, 101, 102)], 0, 250, 0
            )
            return b"".join(trace) if framing == "GTF" else _native.reframe(trace, "blocked", 0)
    return _native.reframe(records, framing, 2_000)


@pytest.mark.parametrize("framing", ["GTF", "GTF, blocked"])
def test_a_trace_that_three_read_gives_what_one_reads(framing: str, tmp_path: Path) -> None:
    path = tmp_path / "trace"
    path.write_bytes(framed(list(records_of((sample_site.site() / DUMP).read_bytes())), framing))
    assert path.stat().st_size > 2 * MB
    one, three = (loaded([path], tmp_path / str(n), n) for n in (1, 3))
    assert one[0][0]["framing"].startswith("GTF")
    assert one[0][0]["damage"]["count"] == 0
    assert one[0] == three[0]
    assert_same(three[1], one[1])


def test_a_wrong_cut_is_seen_at_its_joint(tmp_path: Path) -> None:
    records = pool_records(range(2_000))
    path = tmp_path / "dump"
    path.write_bytes(b"".join(records))
    start = len(records[0])

    def joint(start: int, end: int | None) -> Any:
        files = [(path, 0, start, end)]
        return _native.load_apart(files, tmp_path, str(start), tmp_path / "state", tmp_path, 1, [])["joint"]

    for cut in (start * 7 + 1, start * 7 + 30, start * 8 - 1):
        assert not _native.holds(joint(0, cut), joint(cut, None))
    assert _native.holds(joint(0, start * 7), joint(start * 7, None))


def test_a_packed_file_is_one_range(tmp_path: Path) -> None:
    path = tmp_path / "dump.gz"
    path.write_bytes(gzip.compress(b"".join(pool_records(range(3_000)))))
    assert _native.cuts(path, 1_000, []) == [0]
    with pytest.raises(_native.ReadError, match="a packed file has no ranges"):
        _native.load_apart([(path, 0, 4, None)], tmp_path, "0", tmp_path / "state", tmp_path, 1, [])
