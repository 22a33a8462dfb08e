"""Parts computed apart and merged are the whole."""

from __future__ import annotations

import random

import pytest

import curve_traces as traces
import getpage

TRACE = traces.references(4000, pools=("BP1", "BP2"), seed=11)


def files(tmp_path, cuts):
    lines = traces.as_csv(TRACE).splitlines(keepends=True)
    paths = []
    for i, (start, stop) in enumerate(zip([1, *cuts], [*cuts, None], strict=True)):
        path = tmp_path / f"{i}.csv"
        path.write_bytes(b"".join([lines[0], *lines[start:stop]]))
        paths.append(path)
    return paths


@pytest.mark.parametrize("seed", range(6))
def test_any_split_merged_equals_the_whole(seed, tmp_path):
    chance = random.Random(seed)
    paths = files(tmp_path, sorted(chance.sample(range(2, 3999), 1 + seed)))
    whole = getpage.curve(paths, current=100)
    merged = getpage.merge_curve_parts([getpage.curve_part(p) for p in paths], current=100)
    assert merged.pools == whole.pools


def test_parts_of_u64_merge_too(tmp_path):
    data = traces.as_u64(TRACE)
    halves = [tmp_path / "1.u64", tmp_path / "2.u64"]
    halves[0].write_bytes(data[:8000])
    halves[1].write_bytes(data[8000:])
    whole = getpage.curve(halves).rows
    assert getpage.merge_curve_parts([getpage.curve_part(h) for h in halves]).rows.equals(whole)


def test_parts_out_of_order_damaged_or_of_another_kind_are_refused(tmp_path):
    paths = files(tmp_path, [2000])
    first, second = (getpage.curve_part(path) for path in paths)
    with pytest.raises(getpage.GetpageError, match="in the order of the trace"):
        getpage.merge_curve_parts([second, first])
    for at in (3, 20, len(first) // 2, len(first) - 1):
        broken = bytearray(first)
        broken[at] ^= 1
        with pytest.raises(getpage.GetpageError, match="part 1"):
            getpage.merge_curve_parts([bytes(broken), second])
    with pytest.raises(getpage.GetpageError, match="part 1"):
        getpage.merge_curve_parts([first[:-9]])
    part = tmp_path / "a.part"
    part.write_bytes(first)
    with pytest.raises(getpage.GetpageError, match="--merge"):
        getpage.curve(part)
    with pytest.raises(getpage.GetpageError, match="no parts"):
        getpage.merge_curve_parts([])
