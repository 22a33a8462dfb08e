"""Arrow files and streams, whole, cut off, damaged and lying: a curve or one error, and nothing else."""

import io
import random

import polars as pl
import pytest

import curve_traces as traces
import getpage
from test_cli import run

SIZES = [5, 50, 200]
TRACE = traces.references(seed=3)
FRAME = pl.DataFrame(traces.as_columns(TRACE))
EXPECTED = [traces.lru_reads(TRACE, size) for size in SIZES]


def saved(how: str, frame: pl.DataFrame = FRAME) -> bytes:
    out = io.BytesIO()
    kind, _, compression = how.partition(" ")
    save = frame.write_ipc if kind == "file" else frame.write_ipc_stream
    save(out, compression=compression or "uncompressed")
    return out.getvalue()


KINDS = ["file", "file lz4", "file zstd", "stream", "stream lz4", "stream zstd"]
SMALL = {kind: saved(kind, FRAME[:20]) for kind in KINDS}


def curve(path, data: bytes):
    path.write_bytes(data)
    return getpage.curve(path, sizes=SIZES, trace_format="arrow").rows["reads"].to_list()


@pytest.mark.parametrize("kind", KINDS)
def test_files_and_streams_with_and_without_compression_give_the_same(kind, tmp_path):
    assert curve(tmp_path / "t.arrow", saved(kind)) == EXPECTED


def test_batches_of_any_number_and_dictionaries_give_the_same(tmp_path):
    parts = [FRAME[n : n + 97] for n in range(0, FRAME.height, 97)]
    assert curve(tmp_path / "t.arrow", saved("file", pl.concat(parts, rechunk=False))) == EXPECTED
    named = FRAME.with_columns(pl.col("pool", "access").cast(pl.Categorical))
    for kind in KINDS:
        assert curve(tmp_path / "t.arrow", saved(kind, named)) == EXPECTED


@pytest.mark.parametrize("kind", KINDS)
def test_a_trace_that_is_cut_off_anywhere_is_refused(kind, tmp_path, capfd):
    whole = SMALL[kind]
    path = tmp_path / "t.arrow"
    assert curve(path, whole)
    for length in [*range(1, len(whole), 29), len(whole) - 1]:
        with pytest.raises(getpage.GetpageError, match=r"t\.arrow"):
            curve(path, whole[:length])
    assert capfd.readouterr().err == ""


@pytest.mark.parametrize("kind", KINDS)
def test_damage_gives_one_error_or_a_curve_and_nothing_on_standard_error(kind, tmp_path, capfd):
    whole, chance, refused = SMALL[kind], random.Random(3), 0
    path = tmp_path / "t.arrow"
    for _ in range(60):
        data = bytearray(whole)
        for _ in range(chance.randint(1, 3)):
            data[chance.randrange(len(data))] ^= chance.randrange(1, 256)
        try:
            curve(path, bytes(data))
        except getpage.GetpageError:
            refused += 1
    assert refused > 15
    assert capfd.readouterr().err == ""


@pytest.mark.parametrize("kind", ["file lz4", "stream zstd"])
@pytest.mark.parametrize("stated", [1 << 40, (1 << 63) - 1])
def test_a_buffer_that_says_it_stands_for_more_than_there_can_be_takes_no_memory(kind, stated, tmp_path):
    frame = pl.DataFrame({"page": pl.Series([7] * 5_000, dtype=pl.UInt64)})
    whole = saved(kind, frame)
    length = (8 * frame.height).to_bytes(8, "little")
    assert whole.count(length) == 1, "what the one buffer says"
    lying = whole.replace(length, stated.to_bytes(8, "little"))
    with pytest.raises(getpage.GetpageError, match="batches of fewer rows"):
        curve(tmp_path / "t.arrow", lying)


def test_what_stands_behind_a_stream_or_between_its_messages_is_refused(tmp_path):
    for data in (SMALL["stream"] + b"more", SMALL["stream"] * 2, b"\xff\xff\xff\xff" * 3):
        with pytest.raises(getpage.GetpageError, match=r"at offset \d+"):
            curve(tmp_path / "t.arrow", data)


def test_the_command_says_it_in_a_line_and_ends_with_2(tmp_path):

    path = tmp_path / "t.arrow"
    path.write_bytes(SMALL["file"][:700])
    done = run("curve", path)
    assert done.returncode == 2
    assert b"cut off" in done.stderr
    assert b"Traceback" not in done.stderr
