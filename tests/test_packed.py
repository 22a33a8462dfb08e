"""Evidence as it arrives: tersed, transmitted, in archives, through pipes, in EBCDIC and UTF-16."""

from __future__ import annotations

import gzip
import io
import os
import random
import re
import subprocess
import sys
import tarfile
import threading
import zipfile
from pathlib import Path

import polars as pl
import pytest

import getpage
from getpage import _native
from getpage.cli.app import run_command
from getpage.core.errors import GetpageError
from getpage.evidence.coding import code_page, coding_of
from getpage.evidence.unpack import unpack_to
from test_rmf_xml import PAGING
from test_store import LOG, pool_records

GETPAGE = Path(sys.executable).with_name("getpage")
SAMPLES = Path(__file__).parents[2] / "shared" / "samples" / "terse"

RECORDS = pool_records(range(10))
#: Without their descriptor words, as a data set has them.
BARE = [record[4:] for record in RECORDS]
#: 037 with the six bytes of 1047 that differ.
TO_1047 = bytes.maketrans(b"\xba\xbb\xb0\x5f\xad\xbd", b"\xad\xbd\x5f\xb0\xba\xbb")


def listing(*, page: str = "cp037", width: int = 133) -> list[bytes]:
    return [line.ljust(width).encode(page) for line in LOG.splitlines()]


def zipped(**members: bytes) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    return out.getvalue()


def tarred(**members: bytes) -> bytes:
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w") as archive:
        for name, data in members.items():
            tar_info = tarfile.TarInfo(name)
            tar_info.size = len(data)
            archive.addfile(tar_info, io.BytesIO(data))
    return out.getvalue()


PACK, SPACK = (_native.tersed(BARE, spack, None) for spack in (False, True))
SENT = _native.transmitted(BARE, None)
PACKED = {
    "PACK": (PACK, "AMATERSE PACK"),
    "SPACK": (SPACK, "AMATERSE SPACK"),
    "XMIT": (SENT, "TSO TRANSMIT"),
    "SPACK in gzip": (gzip.compress(SPACK), "AMATERSE SPACK in gzip"),
    "PACK in XMIT": (
        _native.transmitted([PACK[at : at + 1024] for at in range(0, len(PACK), 1024)], 1024),
        "AMATERSE PACK in TSO TRANSMIT",
    ),
}


def write(path: Path, data: bytes) -> Path:
    path.write_bytes(data)
    return path


def loaded(tmp_path: Path, *data: bytes, **options: str) -> pl.DataFrame:
    paths = [write(tmp_path / f"evidence-{number}", item) for number, item in enumerate(data)]
    store = getpage.load([str(path) for path in paths], into=tmp_path / "store", **options)
    return store.table("mq_buffer_pool").drop("file", "record").collect()


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> pl.DataFrame:
    return loaded(tmp_path_factory.mktemp("plain"), b"".join(RECORDS))


@pytest.mark.parametrize("how", PACKED)
def test_a_packed_dump_gives_the_rows_of_the_plain_one_and_says_how_it_was_packed(how, plain, tmp_path):
    data, text = PACKED[how]
    assert loaded(tmp_path, data).equals(plain)
    [source] = getpage.inspect(tmp_path / "evidence-0").sources
    assert (source.records, source.damaged, source.framing) == (10, 0, "RDW")
    assert f"packed: {text}" in source.notes


def test_a_spanned_data_set_that_was_tersed_by_segments_is_found_out_by_its_framing(plain, tmp_path):
    """As long as nobody knows how AMATERSE keeps segments, both ways are read."""
    segments = _native.reframe(RECORDS, "spanned", 200)
    tersed = _native.tersed([segments[at : at + 4096] for at in range(0, len(segments), 4096)], True, 4096)
    assert loaded(tmp_path, tersed).equals(plain)


@pytest.mark.parametrize("pack", [zipped, tarred, lambda **members: gzip.compress(tarred(**members))])
def test_every_member_of_an_archive_is_loaded_or_named_with_why_it_is_not(pack, plain, tmp_path):
    archive = pack(
        day1=SPACK,
        log=LOG.encode(),
        readme=b"nothing that is known",
        report=PAGING.encode(),
        copy=b"".join(RECORDS),
    )
    store = getpage.load(str(write(tmp_path / "all", archive)), into=tmp_path / "store")
    files = {Path(file["path"]).name: file for file in store.files()}
    assert sorted(files) == ["all!copy", "all!day1", "all!log", "all!report"]
    assert (files["all!copy"]["duplicates"], files["all!day1"]["duplicates"]) in ((10, 0), (0, 10))
    smf = store.table("mq_buffer_pool").filter(pl.col("interval_start").is_not_null())
    assert smf.select(pl.len()).collect().item() == plain.height
    assert store.table("zos_storage").collect().height == 1
    [refused] = getpage.inspect(str(tmp_path / "all")).refused
    assert refused.name.endswith("all!readme")
    assert "no message" in refused.why


def test_a_damaged_member_is_counted_and_the_others_are_read(tmp_path):
    archive = bytearray(zipped(bad=b"".join(RECORDS), good=LOG.encode()))
    archive[archive.index(b"bad") + 200] ^= 0xFF
    path = write(tmp_path / "some.zip", bytes(archive))
    inspection = getpage.inspect(path)
    shown = {*(item.file for item in inspection.damage), *(item.name for item in inspection.refused)}
    assert f"{path}!bad" in shown
    assert f"{path}!good" in {source.name for source in inspection.sources}


def test_a_tersed_dump_that_was_cut_off_keeps_what_came_before_and_says_where_it_ends(tmp_path):
    many = [record[4:] for record in pool_records(range(600))]
    packed = _native.tersed(many, True, None)
    path = write(tmp_path / "cut.trs", packed[: len(packed) * 9 // 10])
    inspection = getpage.inspect(path)
    assert 300 < inspection.sources[0].records < 600
    ends = [path.stat().st_size - half for half in (0, 1)]  # half a byte may be left
    assert any(
        f"AMATERSE data, byte {end}: expected more codes" in inspection.damage[0].found for end in ends
    )


ways = {
    "1047 in lines": b"\x15".join(line.strip().translate(TO_1047) for line in listing()),
    "037 in lines": b"\x25".join(listing()),
    "records of 133 bytes": b"".join(listing() * 3),
    "records behind RDW": b"".join(
        (len(line) + 4).to_bytes(2) + b"\0\0" + line for line in (item.rstrip(b"\x40") for item in listing())
    ),
    "tersed records": _native.tersed(listing(), False, 133),
    "transmitted records": _native.transmitted([line.rstrip(b"\x40") for line in listing()], None),
    "UTF-16": LOG.encode("utf-16"),
    "UTF-16 without a mark": LOG.encode("utf-16-be"),
    "ASCII in tersed records": _native.tersed(
        [line.ljust(100).encode() for line in LOG.splitlines()], True, 100
    ),
}


@pytest.mark.parametrize("way", ways)
def test_a_log_is_read_however_its_characters_and_lines_are_written(way, tmp_path):
    frame = loaded(tmp_path, ways[way])
    assert (frame["queue_manager"][0], frame["buffers"][0], frame["stealable"][0]) == ("MQ9A", 1000, 12)


@pytest.mark.parametrize("records", [False, True])
def test_a_report_in_xml_is_read_from_ebcdic(records, tmp_path):
    lines = [line.encode("cp037") for line in PAGING.splitlines()]
    data = _native.tersed(lines, True, None) if records else b"\x25".join(lines)
    store = getpage.load(str(write(tmp_path / "report", data)), into=tmp_path / "store")
    assert store.table("zos_storage").collect().height == 1


def test_a_row_of_a_text_in_records_tells_the_byte_of_its_record(tmp_path):
    path = write(tmp_path / "log", b"".join(listing()))
    store = getpage.load(str(path), into=tmp_path / "store")
    assert store.table("mq_buffer_pool").collect()["record"].to_list() == [133]


def test_the_code_page_is_found_by_its_brackets_and_can_be_said():
    text = "REPORT OF STORAGE [A] AND [B], AND MORE OF IT\n" * 20
    ours = text.encode("cp037").translate(TO_1047)
    assert coding_of(ours, size=None).text(ours[:25]) == text[:25]
    assert coding_of(text.encode("cp037"), size=None).codec == "cp037"
    german = text.encode("cp273")
    assert coding_of(german, size=None, page=code_page("IBM-273")).text(german[:25]) == text[:25]
    with pytest.raises(GetpageError, match="--codepage 9999: not a known EBCDIC code page"):
        code_page("9999")


def test_a_damaged_packed_log_keeps_what_came_before(tmp_path):
    data = gzip.compress(LOG.encode() + os.urandom(1 << 19).hex().encode())
    path = write(tmp_path / "log.gz", data[: len(data) // 2])
    inspection = getpage.inspect(path)
    assert [item.expected for item in inspection.damage] == ["the file to go on"]
    assert inspection.sources[0].decoded


#: Nothing that is known, and does not become short.
NOTES = "\n".join(f"item {draw:x}" for draw in random.Random(3).sample(range(1 << 60), 400)).encode()
ARRIVALS = {
    "gzip": gzip.compress,
    "tersed": lambda data: _native.tersed(data.splitlines(), False, None),
    "zip": lambda data: zipped(log=data),
    "tar": lambda data: tarred(log=data, more=NOTES),
    "tar in gzip": lambda data: gzip.compress(tarred(log=data)),
}


def said_of(path: Path) -> str:
    try:
        inspection = getpage.inspect(path)
    except GetpageError as error:
        return str(error)
    refused = (item.why for item in inspection.refused)
    return "; ".join((*(f"{item.expected}, {item.found}" for item in inspection.damage), *refused))


@pytest.mark.parametrize("inside", [LOG.encode() + NOTES, NOTES], ids=["a log", "nothing that is known"])
@pytest.mark.parametrize("how", ARRIVALS)
def test_damage_that_unpack_finds_is_said_by_inspect(how, inside, tmp_path):
    data = ARRIVALS[how](inside)
    damaged = [data[: len(data) * tenths // 10] for tenths in (3, 7, 9)]
    half = len(data) // 2
    damaged += [data[:at] + bytes([data[at] ^ 0x10]) + data[at + 1 :] for at in (half, half + 9)]
    refused = 0
    for number, some in enumerate(damaged):
        path = write(tmp_path / f"some-{number}", some)
        try:
            unpack_to(str(path), tmp_path / "inside", "log" if "tar" in how else None)
        except GetpageError:
            refused += 1
            assert re.search("to go on|damage|cut off|expected", said_of(path)), (number, said_of(path))
    assert refused


def test_a_load_says_where_damage_begins_and_reads_what_comes_before(tmp_path, capsys):
    lines = os.urandom(1 << 16).hex(" ", 40)
    packed = gzip.compress(f"{PAGING}\n{lines}".encode())
    path = write(tmp_path / "it is.xml.gz", packed[:-9000])
    assert run_command(["load", str(path), "--into", str(tmp_path / "store")]) == 0
    out, err = capsys.readouterr()
    assert "zos_storage" in out
    assert re.search(
        r"1 damaged record refused, the first at byte [0-9,]+: expected the file to go on, found incomplete "
        r"deflate stream; transfer it again; see: getpage inspect '.*it is\.xml\.gz'",
        err,
    )


ENVIRONMENT = os.environ | {"PATH": f"{GETPAGE.parent}{os.pathsep}{os.environ['PATH']}"}


def run(command: str, *arguments: str | Path) -> subprocess.CompletedProcess[str]:
    line = ["bash", "-c", command, "bash", *map(str, arguments)]
    return subprocess.run(line, capture_output=True, text=True, check=False, env=ENVIRONMENT)


def test_a_pipe_given_as_a_file_is_read_from_its_first_byte(tmp_path):
    """More than is looked at to find out what a file is: that much was lost once."""
    dump = write(tmp_path / "dump", b"".join(pool_records(range(1500))))
    assert dump.stat().st_size > 1 << 18
    done = run('getpage inspect --format json <(cat "$1")', dump)
    assert done.returncode == 0, done.stderr
    assert '"records": 1500' in done.stdout
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)
    writer = threading.Thread(target=lambda: fifo.write_bytes(dump.read_bytes()))
    writer.start()
    store = getpage.load(str(fifo), into=tmp_path / "store")
    writer.join()
    assert store.table("mq_buffer_pool").select(pl.len()).collect().item() == 4500


@pytest.mark.parametrize("verb", ["check", "plan", "report", "ledger"])
def test_a_verb_says_of_a_pipe_what_it_says_of_the_file(verb, tmp_path, capsys):
    dump = write(tmp_path / "regular", b"".join(pool_records(range(30))))
    fifo = tmp_path / "thepipe"
    os.mkfifo(fifo)
    writer = threading.Thread(target=lambda: fifo.write_bytes(dump.read_bytes()))
    writer.start()
    result = tmp_path / "made.md"
    form = ["-o", str(result)] if verb == "report" else ["--format", "md"]
    collected = []
    for path in (dump, fifo):
        code = run_command([verb, str(path), *form])
        printed = capsys.readouterr()
        collected.append((code, printed.err, result.read_text() if verb == "report" else printed.out))
    writer.join()
    assert len("".join(collected[0][1:])) > 100
    assert [str(item).replace("regular", "thepipe") for item in collected[0]] == [
        str(item) for item in collected[1]
    ]


def test_a_pipe_in_a_directory_is_passed_over_with_a_word_and_not_waited_for(tmp_path):
    write(tmp_path / "dump", b"".join(RECORDS))
    os.mkfifo(tmp_path / "fifo")
    [refused] = getpage.inspect(tmp_path).refused
    assert "a named pipe; name it itself" in refused.why


def test_a_device_is_refused_with_a_sentence():
    with pytest.raises(GetpageError, match="a device or a socket, not a file"):
        getpage.inspect("/dev/zero")


@pytest.mark.parametrize("how", PACKED)
def test_unpack_writes_the_records_with_their_descriptor_words(how, tmp_path):
    path = write(tmp_path / "packed", PACKED[how][0])
    done = run('getpage unpack - -o "$2" < "$1"', path, tmp_path / "out")
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "out").read_bytes() == b"".join(RECORDS)
    assert f"packed: {PACKED[how][1]}" in done.stderr


def test_unpack_takes_the_member_that_is_named_and_names_them_where_none_is(tmp_path):
    path = write(tmp_path / "some.zip", zipped(one=PACK, two=tarred(three=LOG.encode())))
    with pytest.raises(GetpageError, match="has 2 members: one, two!three\nNext: --member one"):
        getpage.unpack(path, output=tmp_path / "out")
    getpage.unpack(path, output=tmp_path / "out", member="two!three")
    assert (tmp_path / "out").read_text() == LOG
    with pytest.raises(GetpageError, match="no member four"):
        getpage.unpack(path, output=tmp_path / "out", member="four")


def test_unpack_of_a_damaged_file_writes_nothing_and_says_where(tmp_path):
    path = write(tmp_path / "cut", SPACK[:200])
    write(tmp_path / "out", b"before")
    with pytest.raises(GetpageError, match="byte 200: expected more codes, up to code 0, found the end"):
        getpage.unpack(path, output=tmp_path / "out")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["cut", "out"]
    assert (tmp_path / "out").read_bytes() == b"before"


@pytest.mark.parametrize("output", ["-", "/dev/stdout", "<pipe>"])
def test_unpack_writes_into_a_pipeline(output, tmp_path):
    path = write(tmp_path / "packed", SPACK)
    line = (
        'getpage unpack "$1" -o "$2" | cat' if output != "<pipe>" else 'getpage unpack "$1" -o >(cat) | cat'
    )
    command = ["bash", "-c", f"set -o pipefail; {line}", "bash", path, output]
    done = subprocess.run(command, capture_output=True, check=False, env=ENVIRONMENT)
    assert (done.returncode, done.stdout) == (0, b"".join(RECORDS))
    assert f"written to {'standard output' if output == '-' else '/dev/'}".encode() in done.stderr


def test_unpack_into_a_pipeline_says_of_damage_what_it_says_of_a_file_and_passes_nothing_on(tmp_path):
    done = run('getpage unpack "$1" -o -', write(tmp_path / "cut", SPACK[:200]))
    assert (done.returncode, done.stdout) == (2, "")
    assert "byte 200: expected more codes" in done.stderr


def test_a_reader_of_what_is_unpacked_may_have_had_enough(tmp_path):
    path = write(tmp_path / "many", gzip.compress(b"x" * (8 << 20)))
    done = run('getpage unpack "$1" -o - | head -c 1; echo "${PIPESTATUS[0]}"', path)
    assert (done.stdout, done.stderr) == ("x0\n", "")


def test_what_is_unpacked_is_not_poured_over_a_terminal(tmp_path):
    path = write(tmp_path / "packed", SPACK)
    own, terminal = os.openpty()
    command = [GETPAGE, "unpack", path, "-o", "-"]
    done = subprocess.run(command, stdout=terminal, stderr=subprocess.PIPE, check=False)
    os.set_blocking(own, False)
    os.close(terminal)
    with pytest.raises(OSError, match=r"Input/output|temporarily"):
        os.read(own, 1)
    assert (done.returncode, b"standard output is a terminal" in done.stderr) == (2, True)


def test_unpack_to_a_link_writes_what_it_leads_to(tmp_path):
    (tmp_path / "link").symlink_to(tmp_path / "real")
    getpage.unpack(write(tmp_path / "packed", SPACK), output=tmp_path / "link")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "real").read_bytes() == b"".join(RECORDS)


def test_unpack_that_cannot_write_names_where_it_cannot(tmp_path):
    path = write(tmp_path / "packed", SPACK)
    with pytest.raises(GetpageError, match=r"cannot be written to .*no-such.*: No such file or directory"):
        getpage.unpack(path, output=tmp_path / "no-such" / "out")


@pytest.mark.skipif(not SAMPLES.exists(), reason="the tersed samples are not beside the project")
def test_data_sets_packed_on_zos_come_out_byte_for_byte_and_broken_ones_with_a_sentence(tmp_path):
    right = 0
    for path in sorted(SAMPLES.glob("*ACK")):
        if path.name in ("FB.A.TXT.SPACK", "VB.A.TXT.SPACK"):  # AMATERSE cannot unpack them either
            with pytest.raises(GetpageError, match="byte 1024: expected the end of the file"):
                getpage.unpack(path, output=tmp_path / "out")
            continue
        getpage.unpack(path, output=tmp_path / "out")
        assert (tmp_path / "out").read_bytes() == path.with_suffix(".binary").read_bytes(), path.name
        right += 1
    assert right == 18
