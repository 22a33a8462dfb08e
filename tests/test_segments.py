"""A later segment of a record whose start is missing: told where it is, and the records around it stay."""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING

import pytest

import getpage
from store_records import pool_record

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize("length", [20, 60, 200, 324])
@pytest.mark.parametrize("code", [2, 3], ids=["last", "middle"])
def test_a_segment_without_its_start_takes_no_record_with_it(tmp_path: Path, length: int, code: int) -> None:
    before, lost, *after = (pool_record(minute) for minute in range(4))
    orphan = struct.pack(">HBB", length + 4, code, 0) + lost[-length:]
    path = tmp_path / "dump"
    path.write_bytes(b"".join([before, orphan, *after]))
    inspection = getpage.inspect(path)
    assert [(item.type, item.records) for item in inspection.record_types] == [(115, 3)]
    [damage] = inspection.damage
    assert (damage.offset, damage.length) == (len(before), length + 4)
    assert "a later segment of a record whose start" in damage.found
