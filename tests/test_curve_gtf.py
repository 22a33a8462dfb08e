"""A trace of Db2 through GTF gives the curve of the same events through SMF, and says what is wrong."""

from __future__ import annotations

import gzip
import json
import random

import pytest

import curve_traces as traces
import getpage
import in_process
from getpage import _native

TRACE = traces.references(3000, pools=("BP1", "BP32K"), seed=11)
SPECIFICATIONS = [traces.smf_specification(r, i) for i, r in enumerate(TRACE)]
SETTINGS = {"sizes": "50,200,600", "current": "100", "opt": True}


def records(specifications):
    return _native.encode_records(specifications)


def as_gtf(specifications, *, base=0, segment=256):
    return _native.gtf_records(records(specifications), base, segment, -8 * 3600)


@pytest.fixture
def smf(tmp_path):
    path = tmp_path / "SMF"
    path.write_bytes(b"".join(records(SPECIFICATIONS)))
    return path


@pytest.fixture
def gtf(tmp_path):
    path = tmp_path / "GTF"
    path.write_bytes(b"".join(as_gtf(SPECIFICATIONS)))
    return path


@pytest.mark.parametrize("base", range(7))
def test_the_curve_is_that_of_the_same_events_in_smf_whatever_offsets_count_from(base, smf, tmp_path):
    path = tmp_path / "GTF"
    path.write_bytes(
        b"".join(as_gtf(SPECIFICATIONS, base=base, segment=random.Random(base).choice([60, 256])))
    )
    wanted, curves = getpage.curve(smf, **SETTINGS), getpage.curve(path, **SETTINGS)
    assert curves.rows.equals(wanted.rows)
    assert [pool.rows for pool in curves.pools] == [pool.rows for pool in wanted.pools]
    assert curves.trace[0]["format"] == "gtf"


@pytest.mark.parametrize("framing", ["blocked", "spanned"])
def test_blocks_and_spans_give_the_same(framing, smf, tmp_path):
    path = tmp_path / "GTF"
    path.write_bytes(_native.reframe(as_gtf(SPECIFICATIONS), framing, 50))
    assert getpage.curve(path, **SETTINGS).rows.equals(getpage.curve(smf, **SETTINGS).rows)


def as_zstd(data):
    """One frame of raw blocks (RFC 8878, 3.1.1)."""
    frame = b"\x28\xb5\x2f\xfd\xa0" + len(data).to_bytes(4, "little")
    for start in range(0, len(data), 1 << 16):
        block = data[start : start + (1 << 16)]
        last = start + len(block) == len(data)
        frame += (len(block) << 3 | last).to_bytes(3, "little") + block
    return frame


def test_a_trace_packed_with_gzip_or_zstd_reads_like_the_plain_one(smf, gtf, tmp_path):
    for path in (smf, gtf):
        wanted = getpage.curve(path, **SETTINGS)
        for name, pack in (("packed.gz", gzip.compress), ("packed.zst", as_zstd)):
            packed = tmp_path / name
            packed.write_bytes(pack(path.read_bytes()))
            curves = getpage.curve(packed, **SETTINGS)
            assert curves.rows.equals(wanted.rows)
            assert curves.trace[0]["format"] == wanted.trace[0]["format"]


def test_what_offsets_count_from_and_that_it_is_derived_is_said(gtf):
    curves = getpage.curve(gtf, sizes=[50])
    assert any(
        "counting from the start of the GTF record" in note and "derived" in note for note in curves.notes
    )
    assert any("derived layout" in note for note in curves.notes)


def test_lost_records_are_counted_and_refused_beyond_the_limit_as_in_smf(tmp_path):
    path = tmp_path / "GTF"
    path.write_bytes(b"".join(as_gtf(SPECIFICATIONS[:1000] + SPECIFICATIONS[1030:])))
    curves = getpage.curve(path)
    assert any("30 of 3000 records" in note and "1.00 %" in note for note in curves.notes)
    path.write_bytes(b"".join(as_gtf(SPECIFICATIONS[:1000] + SPECIFICATIONS[1150:])))
    with pytest.raises(getpage.GetpageError, match=r"150 of 3000 records .*5.00 %.*offset \d+.*--lost-limit"):
        getpage.curve(path)


def test_records_that_another_processor_wrote_late_are_not_lost(tmp_path):
    turned = list(SPECIFICATIONS)
    for i in range(0, len(turned) - 3, 4):
        turned[i], turned[i + 2] = turned[i + 2], turned[i]
    path = tmp_path / "GTF"
    path.write_bytes(b"".join(as_gtf(turned)))
    assert not any("missing" in note for note in getpage.curve(path, sizes=[50]).notes)


def test_segments_without_an_end_count_as_missing_records(tmp_path):
    segments = as_gtf(SPECIFICATIONS, segment=60)
    each = (len(segments) - 1) // len(SPECIFICATIONS)
    kept = [s for i, s in enumerate(segments) if (i - 1) % (10 * each) != each - 1]
    (tmp_path / "GTF").write_bytes(b"".join(kept))
    with pytest.raises(getpage.GetpageError, match="300 damaged"):
        getpage.curve(tmp_path / "GTF")


def test_a_trace_whose_sections_are_not_found_is_refused_with_what_to_do(tmp_path):
    broken = [
        bytes([*r[:43], r[43] ^ 6, *r[44:]]) if len(r) > 60 else r for r in as_gtf(SPECIFICATIONS[:100])
    ]
    path = tmp_path / "GTF"
    path.write_bytes(b"".join(broken))
    says = r"GTF: offset 26: a GTF trace of Db2 .*QWHS.*IFCID\(198\) DEST\(SMF\)"
    with pytest.raises(getpage.GetpageError, match=says):
        getpage.curve(path)
    with pytest.raises(getpage.GetpageError, match=says):
        getpage.inspect([str(path)])


def run(*words):
    done = in_process.run(*words)
    return done.returncode, done.stdout, done.stderr


def test_inspect_says_what_a_gtf_trace_holds(tmp_path):
    trace = as_gtf(SPECIFICATIONS[:50] + SPECIFICATIONS[60:80], segment=60)
    other = bytearray(trace[1])
    other[14:16] = b"\xef\xe1"
    path = tmp_path / "GTF"
    path.write_bytes(_native.reframe([*trace[:30], bytes(other), *trace[30:]], "blocked", 0))
    code, out, _ = run("inspect", str(path))
    text = " ".join(out.split())
    assert code == 0
    for part in (
        "GTF, BDW+RDW",
        "70 records of Db2 through GTF, 70 of several segments",
        "counting from the start of the GTF record (derived",
        "EFE1' (VTAM internal or I/O trace)",
        "1 control record",
        "102.198",
        "DB1A",
        "no damage",
        "numbers of records (QWGTWSEQ) missing",
    ):
        assert part in text, (part, text)


def test_load_takes_a_gtf_trace_like_smf_and_says_so(gtf, tmp_path):
    code, out, err = run("load", str(gtf), "--into", str(tmp_path / "store"), "--format", "json")
    assert code == 0
    assert {
        k: v
        for k, v in next(r for r in json.loads(out) if r["table"] == "db2_getpage").items()
        if k != "what"
    } == {"table": "db2_getpage", "rows": 3000}
    assert "getpage curve" in err
    assert "derived" in err


def test_every_rendering_of_the_curve_says_that_it_is_derived(gtf, tmp_path):
    for form in ("table", "json", "md"):
        code, out, err = run("curve", str(gtf), "--sizes", "50", "--format", form)
        assert code == 0
        assert "derived" in out + err, form
    page = tmp_path / "curve.html"
    run("curve", str(gtf), "--sizes", "50", "-o", str(page))
    assert "derived" in page.read_text()


def test_a_trace_cut_anywhere_gives_its_curve_or_one_error(tmp_path):
    whole = b"".join(as_gtf(SPECIFICATIONS[:4]))
    path = tmp_path / "GTF"
    for cut in range(1, len(whole)):
        path.write_bytes(whole[:cut])
        try:
            assert getpage.curve(path, sizes=[5], lost_limit=0.9).pools
        except getpage.GetpageError as error:
            assert "GTF" in str(error)  # noqa: PT017 - either is right


@pytest.mark.parametrize("seed", range(40))
def test_random_damage_gives_a_curve_or_one_error(seed, tmp_path):
    chance = random.Random(seed)
    data = bytearray(b"".join(as_gtf(SPECIFICATIONS[:60], segment=chance.choice([60, 256]))))
    for _ in range(chance.randrange(1, 30)):
        data[chance.randrange(len(data))] ^= chance.randrange(1, 256)
    path = tmp_path / "GTF"
    path.write_bytes(data)
    try:
        getpage.curve(path, sizes=[5])
    except getpage.GetpageError as error:
        assert str(error)  # noqa: PT017 - either is right
