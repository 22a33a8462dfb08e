"""Where ranges of a file by URL may begin: as of a file on disk, by few requests."""

from __future__ import annotations

import random
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest

import sample_site
from getpage import _native
from getpage.evidence import by_url
from getpage.evidence.by_url import Remote, cuts
from store_records import pool_records
from tools.demo.site import DUMP

if TYPE_CHECKING:
    from pathlib import Path

EVERY = 1 << 20


class Bytes:
    """An object store that holds one object."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.asked: list[int] = []

    def range(self, key: str, start: int, end: int) -> bytes:
        assert key == "dump"
        assert end <= len(self.data)
        self.asked.append(end - start)
        return self.data[start:end]


@pytest.fixture
def planned(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> object:
    """The cuts of an object, and the bytes of each request for them."""

    def plan(data: bytes) -> tuple[list[int], list[int]]:
        objects = Bytes(data)
        monkeypatch.setattr(by_url, "remote", lambda _: Remote(objects, "dump", len(data), True))
        (tmp_path / "head").write_bytes(data[: 320 << 10])
        return cuts("s3://bucket/dump", tmp_path / "head", len(data), EVERY, [], tmp_path), objects.asked

    return plan


@pytest.mark.parametrize("batch", [3, 128])
def test_cuts_of_an_object_are_those_of_the_file(
    batch: int, planned: object, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(by_url, "_BATCH", batch)
    for data in (b"".join(pool_records(range(20_000))), (sample_site.site() / DUMP).read_bytes()):
        (tmp_path / "dump").write_bytes(data)
        expected = _native.cuts(tmp_path / "dump", EVERY, [])
        assert len(expected) > 8
        found, asked = planned(data)  # type: ignore[operator]
        assert found == expected
        assert all(right > left for left, right in pairwise(found))
        assert sum(asked) < len(data) / 2
        assert len(asked) < 2 * len(expected)


def test_where_no_record_begins_there_is_no_cut(planned: object) -> None:
    records = b"".join(pool_records(range(9_000)))
    noise = random.Random(1).randbytes(3 * EVERY)
    found, asked = planned(records[: EVERY + 5_000] + noise)  # type: ignore[operator]
    assert found[0] == 0
    assert all(cut < EVERY + 5_000 for cut in found)
    assert max(asked) == 960 << 10
