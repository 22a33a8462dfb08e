"""Records and messages of DFSORT: what they say is in the table, what is damaged is counted and named."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import getpage
from getpage import _native
from getpage.contract.facts import value_of
from in_process import run
from sort_evidence import GIB, START, TRACK, later, messages, smf16, sort, step
from test_layout_import_printed import section
from zos_records import encode, write

SAMPLE = Path(__file__).parents[2] / "shared" / "samples" / "text" / "ibm_zos_cics_icetool_stdout.txt"


def loaded(tmp_path, specs=(), *texts):
    place = tmp_path / "evidence"
    place.mkdir()
    if specs:
        write(place / "dump.smf", list(specs))
    for number, text in enumerate(texts):
        (place / f"log-{number}.txt").write_text(text)
    return getpage.load(place, into=tmp_path / "store")


def test_a_record_of_a_sort_comes_back_field_by_field(tmp_path):
    store = loaded(tmp_path, [smf16("PAYSORT", 3.0, 2.0, end=20, in_storage=False, memory_object_work=True)])
    [row] = store.table("sort_run").collect().to_dicts()
    assert (row["system"], row["job"], row["step"], row["user"]) == ("AL18", "PAYSORT", "SORT1", "BATCH")
    assert row["bytes_32"] == row["records_32"] * 1000
    assert row["work_tracks"] == round(2 * GIB / TRACK)
    assert (row["is_sort"], row["is_copy"], row["memory_object_work"]) == (True, False, True)
    assert row["record"] == 0


def test_its_subtype_is_not_read_where_its_job_stands():
    [record] = encode([smf16("PAYSORT", 3.0, 2.0, end=20)])
    assert record[22:24] == "OR".encode("cp037")  # of PAYSORT, where others have their subtype
    assert int.from_bytes(record[50:52]) == 2


def test_counts_that_did_not_fit_are_none_and_not_their_largest_value(tmp_path):
    spec = smf16("PAYSORT", 3.0, 2.0, end=20, records_32=0xFFFFFFFF, bytes_32=0xFFFFFFFF)
    [row] = loaded(tmp_path, [spec]).table("sort_run").collect().to_dicts()
    assert row["records_32"] is None
    assert row["bytes_32"] is None


def test_blocks_of_work_data_sets_come_from_the_step(tmp_path):
    store = loaded(tmp_path, [step("PAYSORT", begin=1, end=20, ios=5000, others=300)])
    rows = store.table("smf30_excp").collect()
    assert dict(rows.select("dd_name", "blocks").iter_rows()) == {
        "SORTWK01": 5000,
        "SORTIN": 150,
        "SORTOUT": 150,
    }


@pytest.mark.parametrize("cut", [17, 52, 60, 90])
def test_a_record_that_is_cut_is_damage_and_no_row(tmp_path, cut):
    [record] = encode([smf16("PAYSORT", 3.0, 2.0, end=20)])
    short = cut.to_bytes(2) + record[2:cut]
    place = tmp_path / "cut.smf"
    place.write_bytes(short + encode([step("OTHER", begin=1, end=2)])[0])
    store = getpage.load(place, into=tmp_path / "store")
    assert store.table("sort_run").collect().height == 0


def test_messages_of_a_sort_become_a_row_with_its_options_and_its_storage(tmp_path):
    text = messages("PAYSORT", size=3 * GIB, hiperspace=1024, memory_object=2048, inserted=7)
    [row] = loaded(tmp_path, (), text).table("sort_run").collect().to_dicts()
    assert (row["job"], row["step"], row["technique"]) == ("PAYSORT", "SORT1", "BLOCKSET")
    assert (row["bytes"], row["records"], row["inserted"]) == (3 * GIB, 3 * GIB // 1000, 7)
    assert (row["hiperspace_bytes"], row["memory_object_work_bytes"]) == (1 << 20, 2 * GIB)
    assert (row["mosize"], row["tune"], row["expmax"], row["expold"]) == ("MAX", "STOR", "MAX", "50%")
    assert (row["exits"], row["began"]) == ("E15", START)


def test_a_listing_that_was_indented_when_it_was_copied_reads_as_the_listing_itself(tmp_path):
    text = messages("PAYSORT", size=2 * GIB)
    [row] = (
        loaded(tmp_path, (), "".join(f"      {line}\n" for line in text.splitlines()))
        .table("sort_run")
        .collect()
        .to_dicts()
    )
    assert (row["job"], row["technique"], row["bytes"]) == ("PAYSORT", "BLOCKSET", 2 * GIB)


def test_two_sorts_of_one_step_are_two_rows_and_one_that_is_cut_off_is_said(tmp_path):
    text = messages("A", size=1000) + messages("A", size=2000) + messages("A", size=3000)[:300]
    store = loaded(tmp_path, (), text)
    rows = store.table("sort_run").collect()
    assert rows["bytes"].to_list() == [1000, 2000, None]
    [damage] = store.files()[0]["damage"]["listed"]
    assert damage["expected"] == "ICE052I at the end of the messages of a sort"


@pytest.mark.parametrize(
    ("line", "column", "value"),
    [
        ("ICE039A 0 INSUFFICIENT MAIN STORAGE - ADD AT LEAST 512K BYTES", "short_bytes", 512 << 10),
        ("ICE046A 0 SORT CAPACITY EXCEEDED - RECORD COUNT: 1234567", "full_at_records", 1_234_567),
        (
            "ICE046A 0 PAYROLL .SORT1    SORT CAPACITY EXCEEDED - RECORD COUNT: 99",
            "full_at_records",
            99,
        ),
    ],
)
def test_what_ran_out_is_read_where_it_stands_alone_in_a_log(tmp_path, line, column, value):
    log = f"M 0000000 SY1 2012206 07:01:00.12 JOB00242 00000090  {line}\n"
    [row] = loaded(tmp_path, (), log).table("sort_run").collect().to_dicts()
    assert row[column] == value
    assert row["system"] == "SY1"


@pytest.mark.skipif(not SAMPLE.exists(), reason="the listing is not here")
def test_a_real_listing_of_icetool_is_one_copy_with_its_exit(tmp_path):
    text = SAMPLE.read_text().partition("def ICETOOL_stdout(count):")[2]
    lines = [re.sub(r"^[0-9]+[-:] {8}", "", line) for line in text.splitlines()[2:]]
    [row] = loaded(tmp_path, (), "\n".join(lines)).table("sort_run").collect().to_dicts()
    assert (row["job"], row["step"], row["exits"]) == ("HUGHEA8", "STEP1", "E35")
    assert (row["is_copy"], row["records"], row["deleted"]) == (True, 52, 52)
    assert (row["expmax"], row["expold"], row["expres"], row["tune"]) == ("MAX", "50%", "10%", "STOR")
    assert f"{row['began']:%Y-%m-%d %H:%M}" == "2024-01-29 18:44"


@pytest.mark.parametrize(
    "text",
    [
        " ICE134I 0 NUMBER OF BYTES SORTED: 99999999999999999999999",
        " ICE180I 0 HIPERSPACE STORAGE USED = 999999999999999T BYTES",
        " ICE093I 0 MAIN STORAGE = (MAX,x,y)",
        " ICE000I 0 - CONTROL STATEMENTS FOR X - 99:99 ON MON FEB 31, 2024 -",
        " ICE143I 0 " + "A" * 300,
        " ICE236I 0 OPTIONS: " + "EXPMAX=" * 40,
        " ICE055I 0 INSERT -1, DELETE ",
        " " * 4000 + "MODS " + "E15=" * 1000,
    ],
)
def test_hostile_messages_give_no_number_and_no_traceback(tmp_path, text):
    sound = messages("A", size=5000).splitlines()
    log = "\n".join([sound[0], text, *sound[1:3], text, sound[-1]]) + "\n"
    rows = loaded(tmp_path, (), log).table("sort_run").collect()
    assert rows["job"].is_null().all()
    for column in ("bytes", "hiperspace_bytes", "main_storage_bytes", "inserted"):
        assert rows[column].is_null().all()


HEADS = (
    "Day\tTimestamp\tPgm\tElapse Secs\tCPU Secs\tGB Sorted\tHiperspace GB Used\tWork Dataset Tracks Used\t"
    "Work Dataset I/Os\n"
)


def test_a_report_of_sorts_is_read_and_its_damaged_rows_are_named(tmp_path):
    text = HEADS + (
        "5\t01:00:32.95\tSORT\t7,917.56\t1,458.31\t804.00\t0.00\t16,607,700\t3,335,113\n"
        "5\t25:00:32.95\tSORT\t1.0\t1.0\t1.0\t0.0\t1\t1\n"
        "5\t01:00:32.95\tSORT\t1.0\t1.0\n"
    )
    store = loaded(tmp_path, (), text)
    [row] = store.table("sort_run").collect().to_dicts()
    assert (row["program"], row["bytes"], row["work_ios"]) == ("SORT", 804 * GIB, 3_335_113)
    assert (row["day_of_month"], row["clock_us"], row["written"]) == (5, 3_632.95e6, None)


def test_heads_without_rows_are_nothing(tmp_path):
    store = loaded(tmp_path, (), HEADS + "nothing of it\n" * 30)
    assert store.table("sort_run").collect().height == 0
    [damage] = store.files()[0]["damage"]["listed"]
    assert damage["expected"] == "rows of sorts after the heads of the report"


def test_records_of_every_length_are_encoded_and_read_without_a_panic(tmp_path):
    [record] = _native.encode_records([smf16("PAYSORT", 3.0, 2.0, end=20)])
    rows = [
        bytes(byte ^ (0xFF if n == position else 0) for n, byte in enumerate(record))
        for position in range(18, len(record), 3)
    ]
    place = tmp_path / "odd.smf"
    place.write_bytes(b"".join(rows) + record)
    store = getpage.load(place, into=tmp_path / "store")
    assert store.table("sort_run").collect().height >= 1


def test_a_sort_and_its_step_are_put_together_by_the_identity_of_the_job(tmp_path):
    specs = [*sort("PAYSORT", 12.0, 10.0, begin=0, end=20), step("PAYSORT", begin=0, end=5)]
    specs[-1]["common"]["read_time"] = specs[0]["common"]["read_time"] + 60_000_000  # another job of the name
    result = getpage.check(write(tmp_path / "dump.smf", specs))
    [table] = [table for table in result.tables if table.title == "The sorts with most work on disk"]
    [row] = table.rows
    assert row[4] == 1200.0
    assert row[6] == pytest.approx(12.0, abs=0.01)  # beyond 32 bits, from records of one length


#: A made-up DSECT: offsets up to 36 and the two names behind it are public, the last two are invented.
DSECT = (
    *((0, "ICERES2  DS    XL2"), (2, "ICESTPNM DS    CL8"), (10, "ICERCDS  DS    XL4")),
    *((14, "ICEBYTES DS    XL4"), (18, "ICECPUT  DS    XL4"), (22, "ICELEN   DS    XL2")),
    *((24, "ICEIBLK  DS    XL2"), (26, "ICEOBLK  DS    XL2"), (28, "ICEKEYLN DS    XL2")),
    *((30, "ICEWBLK  DS    XL4"), (34, "ICEFLBYT DS    B"), (35, "ICENDYNA DS    XL1")),
    *((36, "ICEFLBY2 DS    B"), (37, "ICERES3  DS    XL3"), (40, "ICEEXRCS DS    XL8")),
    *((48, "ICEEXBYS DS    XL8"), (56, "MADEHSP  DS    F"), (60, "MADEMOW  DS    F")),
)
MADE = 'hiperspace_bytes = "MADEHSP*4096"\nmemory_object_work_bytes = "MADEMOW*1048576"\n'


def of_site(tmp_path, columns: str) -> Path:
    path = tmp_path / "sort.toml"
    path.write_text(f'table = "sort_run"\n[columns]\n{columns}')
    return path


def longer(tmp_path, size: int, hiperspace: int, memory_object: int) -> Path:
    """A sort of so many GiB whose record goes on behind the public part."""
    [record] = encode([smf16("PAYSORT", 12.0, 10.0, end=20)])
    at = int.from_bytes(record[60:64])
    assert at + 37 == len(record)
    end = (7_000_000_000).to_bytes(8) + (size * GIB).to_bytes(8)
    end += (hiperspace * GIB // 4096).to_bytes(4) + (memory_object * 1024).to_bytes(4)
    whole = record + bytes(3) + end
    path = tmp_path / "dump.smf"
    path.write_bytes(len(whole).to_bytes(2) + whole[2:64] + (64).to_bytes(2) + whole[66:])
    return path


def test_the_macro_of_the_site_adds_the_end_of_the_record(tmp_path):
    listing, layouts = tmp_path / "icesmf.txt", tmp_path / "layouts"
    listing.write_text(section("ANYNAME", 64, [(at, text) for at, text in DSECT]))
    columns = of_site(tmp_path, MADE)
    assert run("layout", "import", listing, "--columns", columns, "--out", layouts).returncode == 0
    dump = longer(tmp_path, 12, 2, 3)
    [row] = (
        getpage.load(dump, into=tmp_path / "store", layouts=[layouts]).table("sort_run").collect().to_dicts()
    )
    assert (row["records"], row["bytes"]) == (7_000_000_000, 12 * GIB)
    assert (row["hiperspace_bytes"], row["memory_object_work_bytes"]) == (2 * GIB, 3 * GIB)
    assert (row["is_sort"], row["is_merge"], row["technique_code"]) == (True, False, 0)
    result = getpage.check(dump, layouts=[layouts])
    [table] = [table for table in result.tables if table.title == "What limits each sort"]
    [cells] = table.rows
    assert dict(zip(table.columns, cells, strict=True))["in storage GiB"] == 5.0
    short = write(tmp_path / "short.smf", [smf16("PAYSORT", 12.0, 10.0, end=20)])
    assert getpage.check(short, layouts=[layouts]).tables  # an older release writes less


@pytest.mark.parametrize(
    ("column", "problem"),
    [
        ("nope = 'MADEHSP'", "expected a column of sort_run instead of nope"),
        ("hiperspace_bytes = 'NONE'", "NONE in ANYNAME, which the table sort_run needs"),
        ("hiperspace_bytes = 'ICESTPNM'", "ICESTPNM as UInt64, which the column hiperspace_bytes is"),
        ("hiperspace_bytes = 'MADEHSP*0'", "MADEHSP*0 in ANYNAME, which the table sort_run needs"),
    ],
)
def test_a_column_that_no_field_is_is_refused(tmp_path, column, problem):
    listing = tmp_path / "icesmf.txt"
    listing.write_text(section("ANYNAME", 64, [(at, text) for at, text in DSECT]))
    columns = of_site(tmp_path, column)
    done = run("layout", "import", listing, "--columns", columns, "--out", tmp_path / "layouts")
    assert done.returncode == 2
    assert problem in done.stderr


def test_times_that_no_sort_takes_are_no_hours(tmp_path):
    specs = [*sort("PAYSORT", 12.0, 10.0, begin=-60 * 24 * 4000, end=20)]  # eleven years
    result = getpage.check(write(tmp_path / "dump.smf", specs))
    assert not [change for change in result.changes if change.setting == "EXPMAX"]
    [finding] = [finding for finding in result.findings if finding.check == "sort-work-on-disk"]
    assert finding.delay_seconds == 0


def test_a_sort_that_is_told_of_by_its_record_and_by_its_messages_is_counted_once(tmp_path):
    specs = sort("PAYSORT", 12.0, 10.0, begin=0, end=20)
    (tmp_path / "out.txt").write_text(messages("PAYSORT", size=12 * GIB, hiperspace=2 << 20))
    result = getpage.check(write(tmp_path / "dump.smf", specs).parent)
    [row] = next(table for table in result.tables if table.title == "The sorts with most work on disk").rows
    assert row[6:9] == (pytest.approx(12.0, abs=0.01), 2.0, pytest.approx(10.0, abs=0.01))


def several(tmp_path, *text):
    """Three sorts in one step of 60 minutes, which end after 20, 50 and 55, in the order of their ends."""
    ends = {20: 8.0, 50: 16.0, 55: 2.0}
    specs = [smf16("PAYSORT", size, size, end=end) for end, size in ends.items()]
    specs.append(step("PAYSORT", begin=5, end=60, ios=26_000, others=26_000))
    for n, item in enumerate(text):
        (tmp_path / f"out-{n}.txt").write_text(item)
    result = getpage.check(write(tmp_path / "dump.smf", specs).parent)
    [table] = [table for table in result.tables if table.title == "The sorts with most work on disk"]
    return sorted(table.rows, key=lambda row: row[3]), result


def test_several_sorts_in_one_step_each_have_the_time_since_the_one_before_and_their_part_of_its_requests(
    tmp_path,
):
    rows, result = several(tmp_path)
    assert [row[4] for row in rows] == [900.0, 1800.0, 300.0]
    assert [row[9] for row in rows] == [pytest.approx(n, rel=0.01) for n in (8_000, 16_000, 2_000)]
    assert {row[10] is None for row in rows} == {False}  # and what storage brings each
    [finding] = [finding for finding in result.findings if finding.check == "sort-work-on-disk"]
    assert value_of(finding, "I/O requests to work data sets") == 26_000


def test_a_sort_that_its_messages_have_begin_later_is_not_charged_with_what_the_program_did_before(tmp_path):
    starts = [later(n) for n in (10, 40, 50)]
    text = [
        messages("PAYSORT", size=n * GIB, began=began) for n, began in zip((8, 16, 2), starts, strict=True)
    ]
    rows, _ = several(tmp_path, *text)
    assert [row[4] for row in rows] == [600.0, 600.0, 300.0]


def test_a_listing_of_r14_is_read_with_its_installation_module(tmp_path):
    """Lines of a public job log of 2002 (Centers for Disease Control)."""
    text = """\
1ICE143I 0 BLOCKSET     SORT  TECHNIQUE SELECTED
 ICE000I 1 - CONTROL STATEMENTS FOR 5740-SM1, DFSORT REL 14.0 - 16:43 ON FRI MAY 24, 2002 -
0            SORT FIELDS=(1,75,CH,A)
 ICE193I 0 ICEAM1 ENVIRONMENT IN EFFECT - ICEAM1 INSTALLATION MODULE SELECTED
 ICE088I 1 BQH0SORT.STEP1   .        , INPUT LRECL = 80, BLKSIZE = 80, TYPE = FB
 ICE093I 0 MAIN STORAGE = (MAX,4194304,4181086)
 ICE133I 0 OPTIONS: HIPRMAX=OPTIMAL,DSPSIZE=MAX ,ODMAXBF=0,SOLRF=Y,VLLONG=N,VSAMIO=N
 ICE080I 0 IN MAIN STORAGE SORT
 ICE054I 0 RECORDS - IN: 5, OUT: 5
 ICE134I 0 NUMBER OF BYTES SORTED: 400
 ICE180I 0 HIPERSPACE STORAGE USED = 0K BYTES
 ICE026I 1 SMF RECORD NOT WRITTEN TO THE SMF DATA SET(RC=20)
 ICE052I 0 END OF DFSORT
"""
    [row] = loaded(tmp_path, (), text).table("sort_run").collect().to_dicts()
    assert (row["environment"], row["main_storage_bytes"], row["in_storage"]) == ("ICEAM1", 4_181_086, True)
    assert (row["job"], row["hiprmax"], row["mosize"], row["bytes"]) == ("BQH0SORT", "OPTIMAL", None, 400)


def test_a_size_that_dfsort_says_not_to_know_limits_a_sort_and_filsz_is_asked_for(tmp_path):
    unknown = " ICE118I 0 DYNAMIC ALLOCATION USED AN ASSUMED FILE SIZE"  # of the text only the number is read
    (tmp_path / "out.txt").write_text(messages("PAYSORT", size=12 * GIB, more=(unknown,)))
    result = getpage.check(write(tmp_path / "dump.smf", sort("PAYSORT", 12.0, 10.0, begin=0, end=20)).parent)
    [finding] = [finding for finding in result.findings if finding.check == "sort-unknown-size"]
    assert finding.headline == "12 GiB: size not known at the start (ICE118I)"
    [change] = [change for change in result.changes if "FILSZ" in change.command]
    assert "FILSZ=E" in change.command
    [table] = [table for table in result.tables if table.title == "What limits each sort"]
    assert "size not known (ICE118I)" in str(table.rows)
