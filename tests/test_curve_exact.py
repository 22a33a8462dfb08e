"""Every size asked for is answered exactly, at any number of pages, whole or in parts; no panic is shown."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import polars as pl
import pytest

import getpage
from getpage import _native
from getpage.app.curve import CurveRequest, curve, curve_part, merge_curve_parts

#: More pages than a structure of the kernel has in one portion: 65,536 counters, 262,144 slots.
PAGES = 300_001
BINDING = Path(__file__).parent.parent / "crates" / "python" / "src"


def there_and_back():
    """Pages up and then down: of the second half, a pool of so many buffers finds the first so many."""
    up = np.arange(PAGES, dtype=np.uint64)
    return pl.DataFrame({"page": up}), pl.DataFrame({"page": up[::-1]})


def expected(size):
    return 2 * PAGES - min(size, PAGES)


SIZES = [131_071, 131_072, 131_073, 145_507, 262_143, 262_145, 299_999, 300_001, 1_234_567]


def test_sizes_asked_for_are_answered_and_none_is_rounded():
    [pool] = curve(CurveRequest(pl.concat(there_and_back()), sizes=SIZES)).pools
    assert [(row.size, row.reads) for row in pool.rows] == [(size, expected(size)) for size in SIZES]


def test_the_present_size_and_its_factors_keep_their_mark_and_their_counts():
    curve_request = CurveRequest(pl.concat(there_and_back()), current=145_507, sizes="0.9x,1x,1.5x")
    [pool] = curve(curve_request).pools
    assert [(row.size, row.factor) for row in pool.rows] == [
        (130_956, pytest.approx(0.9, abs=1e-5)),
        (145_507, 1.0),
        (218_260, pytest.approx(1.5, abs=1e-5)),
    ]
    assert [row.reads for row in pool.rows] == [expected(row.size) for row in pool.rows]
    assert pool.rows[1].marks == ("current",)
    assert pool.mark("current").reads == expected(145_507)
    auto = curve(CurveRequest(pl.concat(there_and_back()), current=145_507)).pools[0]
    assert [row.size for row in auto.rows if "current" in row.marks] == [145_507]


def test_parts_of_so_many_pages_merge_into_the_whole():
    parts = [curve_part(CurveRequest(half)) for half in there_and_back()]
    [pool] = merge_curve_parts(CurveRequest(parts, sizes=SIZES)).pools
    assert [(row.size, row.reads) for row in pool.rows] == [(size, expected(size)) for size in SIZES]


def test_a_panic_is_an_exception_with_a_name_and_a_place():
    with pytest.raises(
        _native.DefectError, match=r"a defect of getpage .*: lost it, at .*guard\.rs:\d+"
    ) as caught:
        _native.panic_for_trial("lost it")
    assert isinstance(caught.value, Exception)
    assert not isinstance(caught.value, _native.EvidenceError)  # which readers of evidence catch
    assert "guard.rs" in caught.value.place


def test_a_panic_behind_the_command_line_is_a_sentence_and_no_traceback(tmp_path):
    (tmp_path / "t.u64").write_bytes(bytes(64))
    broken = (
        "import sys; sys.argv = ['getpage', 'curve', sys.argv[1]]\n"
        "from getpage import _native\n"
        "from getpage.curve import pool\n"
        "pool.PoolRun.lru = lambda *_: _native.panic_for_trial('lost it')\n"
        "from getpage.cli import main\n"
        "main()\n"
    )
    ended = subprocess.run(
        [sys.executable, "-c", broken, str(tmp_path / "t.u64")], capture_output=True, text=True, check=False
    )
    assert ended.returncode == 70
    assert "a defect of getpage" in ended.stderr
    assert not re.search(r"Traceback|panicked|stack backtrace", ended.stderr)


def test_every_function_that_python_calls_is_guarded():
    exported = []
    for file in BINDING.rglob("*.rs"):
        source = file.read_text()
        exported += re.findall(r"#\[pyfunction[^\n]*\n(?:#\[[^\n]*\n)*(fn [^{]*\{[^{]*\{)", source)
        for block in re.findall(r"#\[pymethods\]\nimpl \w+ \{\n(.*?)\n\}\n", source, re.DOTALL):
            exported += re.findall(r"\n    (fn [^{]*\{[^{]*\{)", "\n" + block)
    names = {re.match(r"fn (\w+)", item)[1] for item in exported}
    declared = ast.parse((Path(getpage.__file__).parent / "_native.pyi").read_text())
    stubs = {node.name for node in declared.body if isinstance(node, ast.FunctionDef)}
    assert len(names) >= len(stubs)
    open_ones = [item.partition("(")[0] for item in exported if "guarded(" not in item]
    assert not open_ones


RAW = {
    "32-bit block numbers": np.arange(5000, dtype=np.uint32).tobytes(),
    "64-bit page numbers": np.arange(5000, dtype=np.uint64).tobytes(),
    "UTF-16 text": ("page numbers, or so it seems " * 40).encode("utf-16"),
    "noise": np.random.default_rng(3).bytes(4096),
}


@pytest.mark.parametrize("what", RAW)
def test_a_file_of_plain_bytes_is_no_trace_until_somebody_says_so(what, tmp_path):
    (tmp_path / "file").write_bytes(RAW[what])
    with pytest.raises(getpage.GetpageError, match=r"no trace format fits.*--trace-format") as refused:
        getpage.curve(tmp_path / "file")
    assert refused.value.exit_code == 2


def test_32_bit_page_numbers_are_read_by_name_or_when_they_are_said_to_be_that(tmp_path):
    pages = np.tile(np.arange(5000, dtype=np.uint32), 2)
    (tmp_path / "t.u32").write_bytes(pages.tobytes())
    (tmp_path / "file").write_bytes(pages.tobytes())
    for item in (
        getpage.curve(tmp_path / "t.u32", sizes=[4999, 5000]),
        getpage.curve(tmp_path / "file", trace_format="u32", sizes=[4999, 5000]),
    ):
        assert [row.reads for row in item.pools[0].rows] == [10_000, 5000]
    (tmp_path / "t.u32").write_bytes(pages.tobytes()[:-1])
    with pytest.raises(getpage.GetpageError, match="expected a record of 4 bytes"):
        getpage.curve(tmp_path / "t.u32")


def test_a_sample_says_what_its_band_holds_and_gives_one_for_the_whole_curve():
    rng = np.random.default_rng(7)
    pages = (rng.random(300_000) ** 2 * 60_000).astype(np.uint64)
    request = {"sample": 0.3, "sizes": [1000, 20_000, 40_000]}
    at_each = getpage.curve(pl.DataFrame({"page": pages}), **request)
    whole = getpage.curve(pl.DataFrame({"page": pages}), band="simultaneous", **request)
    assert (at_each.pools[0].band, whole.pools[0].band) == ("pointwise", "simultaneous")
    for narrow, wide in zip(at_each.pools[0].rows, whole.pools[0].rows, strict=True):
        assert wide.band_low < narrow.band_low <= narrow.share <= narrow.band_high < wide.band_high
        assert wide.reads == narrow.reads
    assert "95 % band at each size" in getpage.report.render(at_each, "md")
    assert "holds the truth at any one size" in getpage.report.render(at_each, "table")
    assert "95 % band of the whole curve" in getpage.report.render(whole, "md")
    with pytest.raises(getpage.GetpageError, match="pointwise or simultaneous"):
        getpage.curve(pl.DataFrame({"page": pages}), band="wide", **request)
