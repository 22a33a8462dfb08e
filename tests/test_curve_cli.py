"""getpage curve as a user meets it."""

from __future__ import annotations

import csv
import json
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

import curve_traces as traces
import getpage
from getpage.curve import marks
from in_process import run_bytes

GETPAGE = Path(sys.executable).with_name("getpage")
OLTP = Path(__file__).parents[2] / "shared" / "samples" / "traces" / "OLTP.lis.xz"
TRACE = traces.references(5000, seed=5)


def run(*arguments):
    return run_bytes("curve", *arguments)


def process(*arguments, stdin=b""):
    """The command in a process of its own."""
    command = [str(GETPAGE), "curve", *map(str, arguments)]
    return subprocess.run(command, input=stdin, capture_output=True, check=False)


def read(*arguments, through=run, **keywords):
    done = through(*arguments, "--format", "json", **keywords)
    assert done.returncode == 0, done.stderr.decode()
    return json.loads(done.stdout)


@pytest.fixture(scope="module")
def trace(tmp_path_factory):
    path = tmp_path_factory.mktemp("trace") / "t.csv"
    path.write_bytes(traces.as_csv(TRACE))
    return path


@pytest.mark.skipif(not OLTP.exists(), reason="the ARC traces are not beside the project")
def test_the_hit_ratios_that_the_arc_paper_prints_for_oltp_come_out():
    result = read(OLTP, "--sizes", "1000,2000,5000,10000,15000")
    assert (result["pools"][0]["getpages"], result["pools"][0]["pages"]) == (914_145, 186_880)
    hits = [round(100 * (1 - row["reads"] / row["getpages"]), 2) for row in result["curve"]]
    assert hits == [32.83, 42.47, 53.65, 60.70, 64.63]


def test_json_has_a_row_for_each_size_with_the_keys_that_are_promised(trace):
    result = read(trace, "--sizes", "10,100,300", "--current", "100")
    assert [row["size"] for row in result["curve"]] == [10, 100, 300]
    for row in result["curve"]:
        assert row["reads"] == traces.lru_reads(TRACE, row["size"])
        assert row["getpages"] == len(TRACE)
        assert (row["pool"], row["vpseqt"]) == ("BP1", 100)
        assert row["bytes"] == 4096 * row["size"]
        assert row["factor"] == row["size"] / 100
    assert result["trace"][0]["format"] == "csv"


def test_standard_input_factors_and_thresholds(trace):
    result = read(
        *("-", "--current", "100", "--sizes", "0.5x,1x,3x", "--vpseqt", "80,20"),
        through=process,
        stdin=trace.read_bytes(),
    )
    rows = {(row["size"], row["vpseqt"]): row["reads"] for row in result["curve"]}
    assert rows == {
        (size, vpseqt): sum(traces.db2_reads(TRACE, size, vpseqt))
        for size in (50, 100, 300)
        for vpseqt in (80, 20)
    }


def test_the_clairvoyant_bound_is_never_above_any_policy(trace):
    for steal in ("lru", "fifo", "none"):
        for row in read(trace, "--opt", "--current", "100", "--pgsteal", steal)["curve"]:
            assert row["opt_reads"] <= row["reads"]
            assert row["pgsteal"] == steal


def test_knee_and_saturation_are_those_of_their_definitions(trace):
    result = read(trace)
    pool = result["pools"][0]
    by_name = {mark["name"]: mark for mark in pool["marks"]}
    again = pool["getpages"] - pool["first_touches"]
    full = by_name["saturation"]["size"]
    assert pool["getpages"] - traces.lru_reads(TRACE, full) >= 0.99 * again
    assert pool["getpages"] - traces.lru_reads(TRACE, full - 1) < 0.99 * again
    points = [(size, traces.lru_reads(TRACE, size)) for size in marks.candidates(full)]
    assert by_name["knee"]["size"] == marks.knee(points, pool["getpages"])
    assert {"knee", "saturation"} <= {name for row in result["curve"] for name in row["marks"]}


def test_pages_in_a_loop_have_no_knee(tmp_path):
    loop = [traces.Reference("BP1", "0", i % 200, "random") for i in range(4000)]
    (tmp_path / "t.csv").write_bytes(traces.as_csv(loop))
    by_name = {mark["name"]: mark["size"] for mark in read(tmp_path / "t.csv")["pools"][0]["marks"]}
    assert by_name == {"saturation": 200}


def test_a_sample_has_a_band_and_one_that_is_too_small_is_refused(tmp_path):
    wide = traces.references(60_000, objects=1, pages=60_000, sequential=0, seed=2)
    (tmp_path / "t.csv").write_bytes(traces.as_csv(wide, time=False))
    rows = read(tmp_path / "t.csv", "--sample", "0.5", "--sizes", "5000,20000")["curve"]
    for row in rows:
        assert row["band_low"] <= row["share"] <= row["band_high"]
        assert abs(row["reads"] - traces.lru_reads(wide, row["size"])) < 0.03 * len(wide)
    done = run(tmp_path / "t.csv", "--sample", "0.01")
    assert done.returncode == 2
    assert b"sample of at least 8192 pages" in done.stderr


def test_beyond_the_limit_of_references_the_curve_is_sampled_or_refused(trace):
    with pytest.raises(getpage.GetpageError, match="more than 1000 references"):
        getpage.curve(trace, exact_limit=1000)


def test_the_table_says_what_it_stands_on_and_keeps_notes_on_the_files_out_of_the_result(trace):
    done = run(trace, "--current", "100")
    text = done.stdout.decode()
    assert "sync random" in text
    assert "Saturated at" in text
    assert b"read as csv" in done.stderr
    assert "assumed" in text
    assert "read as" not in text


def test_csv_and_markdown_have_the_same_rows(trace, tmp_path):
    lines = run(trace, "--sizes", "10,20", "--format", "csv").stdout.decode().splitlines()
    rows = [row for row in csv.DictReader(lines) if row["section"] == "curve.pools.rows"]
    assert [row["size"] for row in rows] == ["10", "20"]
    assert run(trace, "--sizes", "10,20", "-o", tmp_path / "c.csv").returncode == 0
    assert (tmp_path / "c.csv").read_text().splitlines() == lines
    marked = run(trace, "--sizes", "10,20", "--format", "md").stdout.decode()
    assert all(f"| {int(row['reads']):,} |" in marked for row in rows)


def test_svg_and_html_are_whole_and_need_nothing_else(trace, tmp_path):
    assert run(trace, "--current", "100", "--opt", "-o", tmp_path / "c.svg").returncode == 0
    drawing = (tmp_path / "c.svg").read_text()
    root = ElementTree.fromstring(drawing)
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    names = [title.text for title in root.iter("{http://www.w3.org/2000/svg}title")]
    assert {"all reads", "synchronous random", "asynchronous", "clairvoyant bound (OPT)"} <= set(names)
    for mark in ("current", "knee", "saturation"):
        assert any(name.startswith(f"{mark}:") for name in names)
    assert run(trace, "--current", "100", "--spsize", "50", "-o", tmp_path / "c.html").returncode == 0
    page = (tmp_path / "c.html").read_text()
    assert "<script" not in page
    assert "DSNB432I" in page
    assert "http" not in page.replace("http-equiv", "")
    again = tmp_path / "again.html"
    run(trace, "--current", "100", "--spsize", "50", "-o", again)
    assert again.read_text() == page


def test_what_would_fail_after_the_work_fails_before_it(trace, tmp_path):
    assert b"the file has to end in" in run(trace, "-o", tmp_path / "c.pdf").stderr
    assert b"Next: mkdir -p " in run(trace, "-o", tmp_path / "none" / "c.svg").stderr


def test_parts_are_written_and_merged(trace, tmp_path):
    lines = trace.read_bytes().splitlines(keepends=True)
    for name, part in (("a", lines[:2000]), ("b", [lines[0], *lines[2000:]])):
        (tmp_path / f"{name}.csv").write_bytes(b"".join(part))
        assert run("--partial", tmp_path / f"{name}.part", tmp_path / f"{name}.csv").returncode == 0
    merged = read("--merge", tmp_path / "a.part", tmp_path / "b.part", "--current", "50")
    assert merged["curve"] == read(trace, "--current", "50")["curve"]
    assert (
        run("--merge", tmp_path / "a.part", tmp_path / "b.part", "--partial", tmp_path / "ab.part").returncode
        == 0
    )
    assert read("--merge", tmp_path / "ab.part", "--current", "50")["curve"] == merged["curve"]
    assert run("--merge", tmp_path / "a.part", "--vpseqt", "80").returncode == 2


def test_errors_are_one_sentence_and_exit_code_2(trace, tmp_path):
    for arguments in (
        [tmp_path / "none.csv"],
        [tmp_path],
        [trace, "--sizes", "x"],
        ["--partial", tmp_path / "p"],
    ):
        done = run(*arguments)
        assert done.returncode == 2
        assert b"Traceback" not in done.stderr
    negative = run(trace, "--current", "100", "--spsize", "-50")
    assert negative.returncode == 0, negative.stderr
    assert b"SIZE = -50 BUFFERS" in negative.stdout


def test_the_help_teaches_by_example():
    text = run("--help").stdout.decode()
    for words in ("--spsize", "IFCID 198", "getpage curve", "--merge a.part b.part"):
        assert words in text


def test_a_trace_in_large_files_goes_on_as_a_sample_beyond_the_limit(tmp_path, monkeypatch):
    monkeypatch.setattr(sys.modules["getpage.curve.run"], "_LARGE", 0)
    pages = range(1_000_000)
    (tmp_path / "t.u64").write_bytes(b"".join(page.to_bytes(8, "little") for page in (*pages, *pages)))
    exact = getpage.curve(tmp_path / "t.u64", sizes=[500_000, 1_000_000, 1_200_000]).pools[0]
    sampled = getpage.curve(tmp_path / "t.u64", sizes=[500_000, 1_200_000], exact_limit=1_500_000).pools[0]
    assert [row.reads for row in exact.rows] == [2_000_000, 1_000_000, 1_000_000]
    assert (exact.sample, sampled.sample) == (None, 0.01)
    assert abs(sampled.pages - 1_000_000) < 40_000
    assert sampled.rows[0].share == pytest.approx(1, abs=0.04)
    assert sampled.rows[1].share == pytest.approx(0.5, abs=0.02)


def test_the_result_does_not_depend_on_the_number_of_threads(tmp_path):
    pages = [page * page % 999_983 for page in range(1_600_000)]
    (tmp_path / "t.u64").write_bytes(b"".join(page.to_bytes(8, "little") for page in pages))
    first, two = (run(tmp_path / "t.u64", "--threads", threads, "--format", "json") for threads in "12")
    assert first.returncode == 0
    assert first.stdout == two.stdout
    for threads in "12":
        run("--partial", tmp_path / f"{threads}.part", "--threads", threads, tmp_path / "t.u64")
    assert (tmp_path / "1.part").read_bytes() == (tmp_path / "2.part").read_bytes()
    refused = run(tmp_path / "t.u64", "--threads", "0")
    assert refused.returncode == 2
    assert b"expected 1 to 256" in refused.stderr
