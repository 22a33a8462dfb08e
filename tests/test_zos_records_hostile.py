"""z/OS's own records of other releases, of layouts that do not fit, broken into pieces, and damaged."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import getpage
from examples import examples
from zos_records import check, encode, large, micros, paging, smf30, smf70, smf71, smf72, write

#: Where a paging data section starts in its record: behind the header of 44 bytes, triplets included.
SECTION = 44
WORD = 4


def realistic():
    """A paging data section with no long run of zeros at either side of its middle."""
    row = paging(5_000_000, minimum=4_000_000, maximum=6_000_000, **large(4096, 1000, 4, 2))
    row |= {"page_ins": 1234, "page_outs": 99, "csa_average": 30_000, "csa_maximum": 31_000, "csa_minimum": 1}
    for name in ("private", "private_fixed", "slots_vio", "slots_other", "slots_bad"):
        low = 1000 + 100 * len(name)
        row |= {f"{name}_minimum": low, f"{name}_average": low + 10, f"{name}_maximum": low + 20}
        row[f"{name}_average_long"] = float(low + 10)
    return row


def shifted(at):
    """The record with a word put into its section: what a layout that misses a field would see."""
    [record] = encode([smf71("SYSA", 0, realistic())])
    length = int.from_bytes(record[SECTION - 4 : SECTION - 2], "big")
    bytes_ = record[: SECTION + at] + bytes(WORD) + record[SECTION + at : SECTION + length - WORD]
    return bytes_ + record[SECTION + length :]


def damage_of(tmp_path, data):
    (tmp_path / "dump.smf").write_bytes(data)
    return getpage.check(tmp_path)


def test_the_section_stands_where_these_tests_take_it_to(tmp_path):
    [record] = encode([smf71("SYSA", 0, realistic())])
    assert int.from_bytes(record[36:40], "big") == SECTION
    assert not damage_of(tmp_path, record).damage


@settings(max_examples=examples(60))
@given(at=st.integers(0, 1484 // WORD - 1).map(lambda word: word * WORD))
def test_a_layout_that_is_a_word_off_anywhere_is_found_out_by_the_record_itself(tmp_path_factory, at):
    result = damage_of(tmp_path_factory.mktemp("shifted"), shifted(at))
    [refused] = result.damage
    assert refused.offset == 0
    assert "getpage layout import" in refused.expected
    assert not result.findings


def test_older_and_newer_releases_stand_in_one_dump(tmp_path):
    row = paging(5_000_000, **large(4096, 100, 2, 0))
    result = check(tmp_path, [smf71("OLD1", 0, row, length=1484), smf71("NEW1", 0, row)])
    assert not result.damage
    installed = {str(a.of): a.lines[-1].bytes for a in result.accounts}
    assert installed["OLD1"] == installed["NEW1"]
    assert [str(f.object) for f in result.findings if f.check == "zos-large-frames"] == ["NEW1"]


def test_a_section_too_short_to_say_whether_it_fits_is_refused(tmp_path):
    result = check(tmp_path, [smf71("OLD1", 0, paging(), length=1480)])
    [refused] = result.damage
    assert "1484 bytes or more" in refused.expected
    assert refused.found == "1480 bytes"


def test_a_newer_release_with_more_fields_reads(tmp_path):
    assert not check(tmp_path, [smf71("NEW1", 0, paging(), length=2600)]).damage


def test_one_bad_record_costs_nothing_but_itself(tmp_path):
    bad = paging(5_000_000) | {"available_minimum": 6_000_000}
    result = check(tmp_path, [smf71("SYSA", 0), smf71("SYSA", 1, bad), smf71("SYSA", 2)])
    [refused] = result.damage
    assert "available_minimum <= available_average <= available_maximum" in refused.expected
    assert refused.found.startswith("available_minimum = 6000000")
    table = next(t for t in result.tables if t.title.startswith("Real storage of SYSA"))
    assert len(table.rows) == 2


#: Counts of pages, by the record and section that have them.
PAGES = {
    "SMF71PDS": "page_ins page_outs swap_in_pages swap_out_pages vio_page_ins vio_page_outs common_page_ins "
    "common_page_outs lpa_page_ins hiperspace_page_outs hiperspace_page_ins block_page_ins blocks_read "
    "common_block_page_ins lpa_block_page_ins shared_page_ins shared_page_outs",
    "SMF30SAP": "page_ins page_outs vio_page_ins vio_page_outs common_page_ins hiperspace_page_ins "
    "lpa_page_ins block_page_ins block_page_outs shared_page_ins",
    "R723SCS": "page_ins hiperspace_page_ins block_page_ins blocks_read shared_page_ins",
}
#: More than this a second no image reads from page data sets.
MOST_PAGES = 100_000


def counted(section, seconds, subtype, **counts):
    record = {
        "SMF71PDS": lambda: smf71("SYSA", 0, paging()),
        "SMF30SAP": lambda: smf30("SYSA", 0, "CICSA001", 1.0, subtype),
        "R723SCS": lambda: smf72("SYSA", 0, "CICS", regions=2, rate=1.0),
    }[section]()
    end = record["common"]["written"]
    clocks = {"interval_us": 1e6 * seconds, "interval_end": end, "started": end - 10**6 * seconds}
    clocks["interval_start"] = (
        record["common"]["interval_start"] if section != "SMF30SAP" else clocks["started"]
    )
    record["common"] |= {name: value for name, value in clocks.items() if name in record["common"]}
    [row] = record["sections"][section]
    row |= counts
    return record


@pytest.mark.parametrize(
    ("section", "subtype"), [("SMF71PDS", 1), ("SMF30SAP", 2), ("SMF30SAP", 4), ("R723SCS", 3)]
)
def test_a_flipped_bit_that_makes_more_pages_than_any_image_reads_is_damage(tmp_path, section, subtype):
    flips = [
        (name, 701 ^ 1 << bit, seconds)
        for name in PAGES[section].split()
        for seconds in (60, 900, 3600)
        for bit in range(20, 32)
    ]
    specs = [counted(section, seconds, subtype, **{name: count}) for name, count, seconds in flips]
    write(tmp_path / "dump.smf", specs)
    refused = [damage.found for damage in getpage.inspect(tmp_path / "dump.smf").damage]
    wrong = [f"{name} = {count} in {s} s" for name, count, s in flips if count > MOST_PAGES * (s + 1)]
    assert refused == wrong
    assert len(wrong) >= len(flips) / 3


def test_a_flipped_high_bit_of_a_count_of_pages_invents_no_paging(tmp_path):
    counts = [700, 701 ^ 1 << 29, 702]
    hours = [counted("SMF71PDS", 3600, 1, page_ins=count) for count in counts]
    for n, record in enumerate(hours):
        record["common"] |= {"interval_start": micros(4 * n), "written": micros(4 * n + 4)}
    result = check(tmp_path, hours)
    [refused] = result.damage
    assert "at most 100000 page_ins per second of interval_us" in refused.expected
    assert not [finding for finding in result.findings if finding.severity == "critical"]
    busy = [counted("SMF71PDS", 900, 1, block_page_ins=90_000_000)]
    found = {finding.check for finding in check(tmp_path, busy).findings}  # 100,000 a second is believed
    assert "zos-demand-paging" in found


def test_storage_class_memory_is_read_faster_and_says_so(tmp_path):
    most = 200_000 * 900
    rows = [paging(page_ins=most), paging(page_ins=most, scm_page_ins=float(most)), paging(scm_page_ins=2e9)]
    write(tmp_path / "dump.smf", [smf71("SYSA", n, row) for n, row in enumerate(rows)])
    refused = [damage.found for damage in getpage.inspect(tmp_path / "dump.smf").damage]
    assert refused == [f"page_ins = {most} in 900 s", "scm_page_ins = 2000000000 in 900 s"]


def test_records_that_rmf_broke_into_pieces_are_read_where_they_stand(tmp_path):
    pieces = [smf70("SYSA", 0, {f"LP{n}": (f"SYS{n}", 4096)}) for n in range(3)]
    for piece in pieces:
        piece["common"]["reassembly_areas"] = 1
    (tmp_path / "dump.smf").write_bytes(b"".join(encode(pieces)))
    store = getpage.load(tmp_path / "dump.smf", into=tmp_path / "store")
    rows = store.table("rmf_partition").collect()
    assert rows["partition"].to_list() == ["LP0", "LP1", "LP2"]
    assert rows["reassembly_areas"].to_list() == [1, 1, 1]


DUMP = [
    smf71("SYSA", 0, realistic()),
    smf72("SYSA", 0, "CICSPROD", regions=17, rate=92.8),
    smf30("SYSA", 0, "CICSA001", 154.0),
    smf70("SYSA", 0, {"LP1": ("SYSA", 98_304)}),
]


@pytest.mark.parametrize("seed", range(20))
def test_damage_anywhere_never_stops_a_report(tmp_path, seed):
    chance = random.Random(seed)
    records = encode(DUMP)
    data = bytearray(b"".join(records))
    for _ in range(chance.randint(1, 12)):
        data[chance.randrange(4, len(data))] = chance.randrange(256)
    if seed % 4 == 0:
        del data[chance.randrange(len(data)) :]
    (tmp_path / "dump.smf").write_bytes(bytes(records[2]) + bytes(data))
    getpage.check(tmp_path)
