"""A trace of GTF that many load, range by range, makes the store that a load by one makes."""

from __future__ import annotations

import random
from itertools import accumulate
from typing import TYPE_CHECKING, Any

import pytest

from getpage import _native
from getpage.evidence import by_url
from getpage.evidence.by_url import fetch_range
from getpage.scale import pieces
from getpage.scale.source import RecordTable
from in_pieces import Workers, assert_same, in_pieces, plain

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from getpage.evidence.store import Store

START = 1_780_000_000_000_000
#: Bytes of a segment: each record has several.
SEGMENT = 60


def records(subsystem: str, numbers: Iterable[int]) -> list[bytes]:
    """Getpages of a Db2, with these numbers in its trace."""
    specs: list[dict[str, Any]] = [
        {
            "record_type": 102,
            "subtype": 198,
            "common": {
                "subsystem": subsystem,
                "written": START,
                "event_time": START + number,
                "ifcid_sequence": number,
                "destination_sequence": number,
            },
            "sections": {"QW0198": [{"database_id": 260, "object_id": 2, "page": number}]},
        }
        for number in numbers
    ]
    return _native.encode_records(specs)


def segmented(some: Sequence[bytes]) -> list[list[bytes]]:
    """Each record as the segments that it has in GTF."""
    return [_native.gtf_records([record], 0, SEGMENT, 0)[1:] for record in some]


def between(every: Sequence[Sequence[bytes]], agents: int, chance: random.Random) -> list[bytes]:
    """Segments as several agents write them, each one record at a time."""
    waiting, at_work, trace = [*every][::-1], [], []
    while waiting or at_work:
        while waiting and len(at_work) < agents:
            at_work.append([*waiting.pop()])
        mine = chance.choice(at_work)
        trace.append(mine.pop(0))
        if not mine:
            at_work.remove(mine)
    return trace


def control(zone: int) -> bytes:
    """A control record, of a clock so many seconds ahead of UTC."""
    return _native.gtf_records(records("DB1A", [1]), 0, SEGMENT, zone)[0]


def trace_of(chance: random.Random, count: int, agents: int = 6) -> list[bytes]:
    """A trace of two Db2, one of which writes seldom and is started again. Some numbers are late, some
    missing; the clock is set back on its way.
    """
    often = sorted(chance.sample(range(1_000, 1_010 + count * 11 // 10), count))
    for nth in chance.sample(range(count - 4), count // 9):
        often.insert(nth + 3, often.pop(nth))
    some = segmented(records("DB1A", often))
    seldom = [*range(50, 60), *range(1, 5)]
    for nth, each in enumerate(segmented(records("DB2A", seldom))):
        some.insert(nth * count // len(seldom) + 7, each)
    trace = between(some, agents, chance)
    trace.insert(len(trace) * 2 // 3, control(0))
    return [control(3600), *trace]


def same_with(cuts: list[int], path: Path, into: Path, expected: Store) -> list[int]:
    """Load with ranges that begin at these places, as one load does; how many were loaded, by round."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pieces, "_cuts", lambda *_: cuts)
        store, _ = in_pieces([path], into, 1, workers := Workers())
    assert_same(store, expected)
    return workers.rounds


@pytest.mark.parametrize("is_blocked", [False, True])
def test_ranges_of_a_trace_are_proved_and_make_the_same_store(is_blocked: bool, tmp_path: Path) -> None:
    """The trace is longer than what is read before each range, so that few are read from its start."""
    trace, path = trace_of(random.Random(1), 20_000), tmp_path / "trace"
    path.write_bytes(_native.reframe(trace, "blocked", 0) if is_blocked else b"".join(trace))
    size = path.stat().st_size // 7
    expected = plain([path], tmp_path / "plain")
    [file] = expected.files()
    assert file["damage"]["count"] == 0
    often, seldom = file["gtf"]["subsystems"]
    assert (often["records"], seldom["records"], seldom["missing"]) == (20_000, 14, 0)
    assert often["missing"] > 1_000
    store, _ = in_pieces([path], tmp_path / "pieces", size, workers := Workers())
    assert workers.rounds == [7]
    assert_same(store, expected)
    table = RecordTable.of({"table": "db2_getpage", "path": str(path), "rangeSize": "1M"})
    assert [(each.start, each.end) for each in table.ranges()] == [(0, None)]


def test_damage_across_the_cuts_of_a_trace_is_told_as_one_load_tells_it(tmp_path: Path) -> None:
    """Some segments are gone or overwritten; and a record that never ends holds back a megabyte."""
    chance = random.Random(2)
    trace, path = trace_of(chance, 16_000), tmp_path / "trace"
    for nth in chance.sample(range(100, len(trace)), 40):
        trace[nth] = chance.choice((b"", trace[nth][:30], b"\xe7" * 300))
    path.write_bytes(b"".join(trace))
    cuts = _native.cuts(path, path.stat().st_size // 9, [])
    dump = bytearray(path.read_bytes())
    for cut in cuts[2::3]:
        dump[cut - 2_000 : cut + 2_000] = b"\xe7" * 4_000
    path.write_bytes(dump)
    expected = plain([path], tmp_path / "plain")
    damage = expected.files()[0]["damage"]
    assert damage["count"] > 50
    assert any("none in the next" in each["found"] for each in damage["listed"])
    assert len(same_with(cuts, path, tmp_path / "pieces", expected)) > 1


def test_a_range_that_goes_on_with_records_from_long_before_it_is_read_anew(tmp_path: Path) -> None:
    """Megabytes of other events lie between the segments of some records."""
    trace, path = trace_of(random.Random(6), 400), tmp_path / "trace"
    stamp = trace[0][10:18]
    other = [b"\0\xdc\0\0\xff\0" + stamp + b"\x12\x34" + bytes(204) for _ in range(20_000)]
    path.write_bytes(b"".join([*trace[:500], *other, *trace[500:]]))
    expected = plain([path], tmp_path / "plain")
    [file] = expected.files()
    assert (file["damage"]["count"], file["gtf"]["others"][0]["records"]) == (0, len(other))
    cuts = _native.cuts(path, path.stat().st_size // 16, [])
    assert same_with(cuts, path, tmp_path / "pieces", expected) == [16, 1, 1, 1, 1]


def test_wrong_cuts_of_a_trace_change_nothing(tmp_path: Path) -> None:
    """At any byte, and where segments begin while other records are under way."""
    chance = random.Random(3)
    trace, path = trace_of(chance, 3_000), tmp_path / "trace"
    path.write_bytes(b"".join(trace))
    size, starts = path.stat().st_size, [0, *accumulate(map(len, trace))]
    expected = plain([path], tmp_path / "plain")
    for nth in range(8):
        cuts = chance.sample(range(1, size) if nth % 2 else starts[1:-1], 4)
        same_with([0, *sorted(cuts)], path, tmp_path / str(nth), expected)


def test_records_of_a_trace_that_stand_in_two_ranges_are_loaded_once(tmp_path: Path) -> None:
    some = segmented(records("DB1A", range(9_000)))
    path = tmp_path / "trace"
    trace = between([*some, *some[300:400]], 4, random.Random(4))
    path.write_bytes(b"".join([control(0), *trace]))
    expected = plain([path], tmp_path / "plain")
    assert expected.files()[0]["duplicates"] == 100
    cuts = _native.cuts(path, path.stat().st_size // 4, [])
    assert same_with(cuts, path, tmp_path / "pieces", expected) == [len(cuts), 1]


class Objects:
    """An object store with one file in it."""

    def __init__(self, data: bytes) -> None:
        self.data = data

    def fetch(self, key: str, path: Path, start: int = 0, end: int | None = None) -> None:
        assert key == "trace"
        with path.open("r+b" if path.exists() else "wb") as file:
            file.seek(start)
            file.write(self.data[start:end])


def test_a_range_of_a_trace_by_url_is_fetched_with_what_its_reading_needs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = b"".join(trace_of(random.Random(5), 20_000))
    path, hole = tmp_path / "trace", tmp_path / "hole"
    path.write_bytes(data)
    remote: Any = by_url.Remote(Objects(data), "trace", len(data), True)  # type: ignore[arg-type]
    monkeypatch.setattr(by_url, "remote", lambda _: remote)
    [_, start] = _native.cuts(path, len(data) * 3 // 5, [])
    fetch_range("s3://bucket/trace", hole, start, None, is_trace=True)

    def joint(of: Path) -> Any:
        (place := tmp_path / f"parts-{of.name}").mkdir()
        return _native.load_apart([(of, 0, start, None)], place, "0", place / "state", place, 1, [])["joint"]

    assert joint(hole) == joint(path)
    assert hole.read_bytes()[400_000 : start - (1 << 20)].strip(b"\0") == b""
