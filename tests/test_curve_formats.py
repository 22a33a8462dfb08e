"""Traces in every format give the curve that a plain simulation gives, and damaged ones give none."""

from __future__ import annotations

import bz2
import gzip
import lzma
import os
import random
import re
import threading

import polars as pl
import pytest

import curve_traces as traces
import getpage
from getpage.curve.files import TraceFormat
from test_packed import tarred, zipped

SIZES = [1, 7, 40, 150, 300, 600]
TRACE = traces.references()

#: Nothing but numbers: only their name says what they are.
PLAIN = {"t.u64", "t.u32", "t.oracleGeneral"}
FORMATS = {
    "t.csv": traces.as_csv,
    "t.u64": traces.as_u64,
    "t.u32": traces.as_u32,
    "t.oracleGeneral": traces.as_oracle_general,
    "t.lis": traces.as_arc,
    "DUMP": traces.smf_of,
    "GTF": traces.gtf_of,
}


def write(path, data):
    path.write_bytes(data)
    return path


def reads(curves):
    return dict(zip(curves.rows["size"], curves.rows["reads"], strict=True))


def expected(trace=TRACE):
    return {size: traces.lru_reads(trace, size) for size in SIZES}


@pytest.mark.parametrize("name", FORMATS)
def test_a_file_of_each_format_gives_what_a_plain_simulation_gives(name, tmp_path):
    path = write(tmp_path / name, FORMATS[name](TRACE))
    assert reads(getpage.curve(path, sizes=SIZES)) == expected()


@pytest.mark.parametrize("name", FORMATS)
def test_the_format_is_found_out_inside_gzip_and_without_the_name_where_it_is_not_plain_numbers(
    name, tmp_path
):
    path = write(tmp_path / "evidence", gzip.compress(FORMATS[name](TRACE)))
    if name in PLAIN:
        with pytest.raises(getpage.GetpageError, match="--trace-format"):
            getpage.curve(path, sizes=SIZES)
        path = path.rename(tmp_path / f"evidence.{name.partition('.')[2]}.gz")
    curves = getpage.curve(path, sizes=SIZES)
    assert reads(curves) == expected()
    assert curves.trace[0]["detected"]


@pytest.mark.parametrize(("name", "save"), [("t.parquet", "write_parquet"), ("t.arrow", "write_ipc")])
def test_parquet_and_arrow_files_give_the_same(name, save, tmp_path):
    getattr(pl.DataFrame(traces.as_columns(TRACE)), save)(tmp_path / name)
    assert reads(getpage.curve(tmp_path / name, sizes=SIZES)) == expected()


def test_an_arrow_stream_in_a_file_gives_the_same(tmp_path):
    pl.DataFrame(traces.as_columns(TRACE)).write_ipc_stream(tmp_path / "stream")
    assert reads(getpage.curve(tmp_path / "stream", sizes=SIZES)) == expected()


@pytest.mark.parametrize("name", FORMATS)
def test_several_files_are_one_trace(name, tmp_path):
    encode = FORMATS[name]
    whole = encode(TRACE)
    if name in {"DUMP", "GTF"}:
        specs = [traces.smf_specification(r, i) for i, r in enumerate(TRACE)]
        write_as = traces.as_smf if name == "DUMP" else traces.as_gtf
        halves = [write_as(specs[:1000]), write_as(specs[1000:])]
    elif name == "t.csv":
        lines = whole.splitlines(keepends=True)
        halves = [b"".join(lines[:1001]), b"".join([lines[0], *lines[1001:]])]
    elif name == "t.lis":
        lines = whole.splitlines(keepends=True)
        halves = [b"".join(lines[:1000]), b"".join(lines[1000:])]
    else:
        cut = len(whole) // len(TRACE) * 1000
        halves = [whole[:cut], whole[cut:]]
    paths = [write(tmp_path / f"{i}{name}", half) for i, half in enumerate(halves)]
    assert reads(getpage.curve(paths, sizes=SIZES)) == expected()


def test_pools_of_one_trace_are_kept_apart_and_in_order(tmp_path):
    trace = traces.references(pools=("BP10", "BP2", "BP8K0"))
    curves = getpage.curve(write(tmp_path / "t.csv", traces.as_csv(trace)), sizes=SIZES)
    assert [pool.pool for pool in curves.pools] == ["BP2", "BP8K0", "BP10"] or [
        pool.pool for pool in curves.pools
    ] == ["BP2", "BP10", "BP8K0"]
    for pool in curves.pools:
        own = [r for r in trace if r.pool == pool.pool]
        assert [row.reads for row in pool.rows] == [traces.lru_reads(own, size) for size in SIZES]
        assert pool.page_bytes == (8192 if pool.pool == "BP8K0" else 4096)
    first = getpage.curve(tmp_path / "t.csv", pool="BP2", sizes=SIZES)
    assert [pool.pool for pool in first.pools] == ["BP2"]


def test_a_pool_that_the_trace_does_not_have_is_said_with_those_it_has(tmp_path):
    path = write(tmp_path / "t.csv", traces.as_csv(TRACE))
    with pytest.raises(getpage.GetpageError, match=r"no references of pool BP7 .* BP1"):
        getpage.curve(path, pool="BP7")


HOSTILE = {
    "empty": ("t.csv", b"", "empty"),
    "only a heading": ("t.csv", b"pool,object,page,access\n", "no references"),
    "no pool column": ("t.csv", b"object,page,access\n1,2,R\n", "heading"),
    "impossible pool": ("t.csv", b"pool,object,page,access\nBP1,1,2,R\nBP77,1,2,R\n", r"offset 34.*pool"),
    "negative page": ("t.csv", b"pool,object,page,access\nBP1,1,-2,R\n", r"offset 24.*page number"),
    "unknown access": ("t.csv", b"pool,object,page,access\nBP1,1,2,Q\n", r"offset 24.*random"),
    "unsorted time": (
        "t.csv",
        b"pool,object,page,access,time\nBP1,1,2,R,9\nBP1,1,2,R,8\n",
        r"offset 41.*sort",
    ),
    "cut off u64": ("t.u64", traces.as_u64(TRACE)[:-3], r"offset 23992.*8 bytes"),
    "cut off oracleGeneral": (
        "t.oracleGeneral",
        traces.as_oracle_general(TRACE)[:-3],
        r"offset 71976.*24 bytes",
    ),
    "unsorted oracleGeneral": (
        "t.oracleGeneral",
        traces.as_oracle_general(TRACE)[-48:] + traces.as_oracle_general(TRACE)[:48],
        r"offset 48.*sort",
    ),
    "damaged lis": ("t.lis", traces.as_arc(TRACE[:50]) + b"12 x 0 51\n", r"offset \d+.*four decimal"),
    "cut off gzip": ("t.u64", gzip.compress(traces.as_u64(TRACE))[:-200], "t.u64"),
    "cut off xz": ("t.lis", lzma.compress(traces.as_arc(TRACE))[:-200], "t.lis"),
    "damaged bzip2": ("t.u64", bz2.compress(traces.as_u64(TRACE))[:-9] + bytes(9), "t.u64"),
    "words": (
        "letter.txt",
        b"Dear colleague,\nplease find the trace attached.\n" * 40,
        "no trace format fits",
    ),
    "a program": ("a.out", b"\x7fELF" + bytes(100), "a program"),
    "GTF": (
        "GTF",
        b"\0\x60\0\0\xff\0\xe0" + bytes(7) + b"\xef\xb9" + bytes(12) + b"\0\x44" + bytes(66),
        "GTF trace.*DEST.SMF",
    ),
    "parquet that is none": ("t.parquet", b"PAR1" + bytes(50), "cannot be read"),
    "SMF of other types": ("DUMP", traces.as_smf([]) or b"\0", "t"),
}


@pytest.mark.parametrize("how", ["zip", "tar.gz"])
def test_the_members_of_an_archive_are_one_trace_in_their_order(how, tmp_path):
    whole = write(tmp_path / "t.u64", traces.as_u64(TRACE))
    half = len(TRACE) // 2
    parts = {"b.u64": traces.as_u64(TRACE[:half]), "a.u64": traces.as_u64(TRACE[half:])}
    data = zipped(**parts) if how == "zip" else gzip.compress(tarred(**parts))
    archive = write(tmp_path / f"day.{how}", data)
    assert reads(getpage.curve(archive, sizes=SIZES)) == reads(getpage.curve(whole, sizes=SIZES))
    cut = write(tmp_path / f"cut.{how}", data[: len(data) * 3 // 4])
    with pytest.raises(getpage.GetpageError, match=re.escape(cut.name)):
        getpage.curve(cut, sizes=SIZES)


def test_a_pipe_is_a_trace(tmp_path):
    whole = write(tmp_path / "t.csv", traces.as_csv(TRACE))
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)
    writer = threading.Thread(target=lambda: fifo.write_bytes(whole.read_bytes()))
    writer.start()
    curves = getpage.curve(fifo, sizes=SIZES)
    writer.join()
    assert reads(curves) == reads(getpage.curve(whole, sizes=SIZES))


@pytest.mark.parametrize("what", HOSTILE)
def test_a_damaged_or_lying_trace_gives_an_error_with_its_file_and_no_curve(what, tmp_path):
    name, data, says = HOSTILE[what]
    path = write(tmp_path / name, data)
    with pytest.raises(getpage.GetpageError, match=f"(?s){says}") as caught:
        getpage.curve(path, sizes=SIZES)
    assert name in str(caught.value) or "no references" in str(caught.value)


def test_files_in_the_wrong_order_are_refused(tmp_path):
    early, late = (
        traces.as_csv(TRACE).splitlines(keepends=True)[:500],
        traces.as_csv(TRACE).splitlines(keepends=True),
    )
    first = write(tmp_path / "1.csv", b"".join(early))
    second = write(tmp_path / "2.csv", b"".join([late[0], *late[500:]]))
    getpage.curve([first, second])
    with pytest.raises(getpage.GetpageError, match=r"1\.csv.*time"):
        getpage.curve([second, first])


def test_files_of_two_formats_are_not_one_trace(tmp_path):
    paths = [write(tmp_path / name, FORMATS[name](TRACE)) for name in ("t.csv", "t.u64")]
    with pytest.raises(getpage.GetpageError, match="only in one format"):
        getpage.curve(paths)


def test_a_format_that_is_given_is_believed(tmp_path):
    path = write(tmp_path / "t.csv", traces.as_u64(TRACE))
    assert reads(getpage.curve(path, sizes=SIZES, trace_format="u64")) == expected()
    with pytest.raises(getpage.GetpageError, match="expected one of smf, gtf, csv"):
        getpage.curve(path, trace_format="tape")
    assert str(TraceFormat.U64) == "u64"


def test_damaged_parquet_gives_one_error_or_a_curve_and_nothing_on_standard_error(tmp_path, capfd):
    path = tmp_path / "t.parquet"
    pl.DataFrame(traces.as_columns(TRACE)).write_parquet(path)
    whole = path.read_bytes()
    chance, refused = random.Random(7), 0
    for _ in range(120):
        data = bytearray(whole)
        data[chance.randrange(max(4, len(data) - 1200), len(data))] ^= chance.randrange(1, 256)
        path.write_bytes(data)
        try:
            getpage.curve(path, sizes=SIZES)
        except getpage.GetpageError as error:
            refused += 1
            assert "t.parquet" in str(error) or "no references" in str(error)  # noqa: PT017 - either is right
    assert refused > 40
    assert capfd.readouterr().err == ""


def test_a_name_that_is_a_pattern_is_a_name(tmp_path):
    path = tmp_path / "it's [1].parquet"
    pl.DataFrame(traces.as_columns(TRACE)).write_parquet(path)
    assert reads(getpage.curve(path, sizes=SIZES)) == expected()
