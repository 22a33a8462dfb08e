"""Storage areas, temporary storage, LSR pools and files of CICS regions, from pages to commands and plan."""

from __future__ import annotations

import pytest

import getpage
from cics_evidence import check, heading, number, of
from getpage.cli.app import run_command
from getpage.contract.facts import value_of
from getpage.core.names import Image, KnobId, Subsystem
from getpage.result import Kind, Severity
from zos_records import paging, smf71, write

REGION = Subsystem("cics", Image(), "IYCYZC2G")


def limits(dsa: str = "1792K", edsa: str = "89M", gdsa: str = "1,042M") -> str:
    """The storage page of the CICS PA screen of the V5 deck; peaks as given."""
    return f"""\
  Transaction isolation. . . . . : INACTIVE
  Current DSA limit. . . . . : 4096K
  Current DSA total. . . . . : 1792K
  Peak DSA total . . . . . . : {dsa}
  Current EDSA limit . . . . : 300M
  Current EDSA total . . . . : 89M
  Peak EDSA total. . . . . . : {edsa}
  MEMLIMIT size. . . . . . . : 8,192MB
  MEMLIMIT set by. . . . . . : JCL
  Current GDSA active. . . . : 1,042M
  Peak GDSA active . . . . . : {gdsa}
"""


def areas(short: int = 0, suspended: int = 0) -> str:
    """The areas below 16 MB."""
    return f"""\
                                       CDSA      UDSA      SDSA      RDSA    Totals
    Current DSA Size. . . . . . :      512K      512K      512K      256K    1,792K
    Peak DSA Size . . . . . . . :      512K      512K      512K      256K    1,792K
    Cushion Size. . . . . . . . :       64K       64K       64K       64K
    Free Storage (inc. Cushion) :      244K      252K      196K       88K      780K
  * Lowest Free Storage . . . . :       80K       12K      196K       88K
    Times request suspended . . :         0      {suspended}         0         0
    Times Cushion released. . . :         0      {short}         0         0
    Times went Short-On-Storage :         0      {short}         0         0
    Total time Short-On-Storage :  00:00:00.00000 00:00:0{short}.50000 00:00:00.00000 00:00:00.00000
"""


def temporary(buffers: int = 0, main: int = 0) -> str:
    """The page of temporary storage."""
    return f"""\
   Put/Putq auxiliary storage requests . . . . :  90,210
   Get/Getq auxiliary storage requests . . . . :  61,000
   Current TSMAINLIMIT setting . . . . . . . . :  64M
   Times at TSMAINLIMIT. . . . . . . . . . . . :  {main}
   Peak storage used for TSMAINLIMIT . . . . . :  {"63M" if main else "10M"}
   Number of temp storage buffers. . . . . . . :  3
   Buffer waits. . . . . . . . . . . . . . . . :  {buffers}
   Peak users waiting on buffer. . . . . . . . :  9
   Number of strings . . . . . . . . . . . . . :  3
"""


def pool(lookasides: int, reads: int, waits: int = 0) -> str:
    """A page of an LSR pool."""
    return f"""\
   Pool Number . . . . : 3     Time Created . . : 06:00:01
   Total number of strings . . . . . . . . : 10
   Total requests waited for strings . . . : {waits}
   Peak requests waited for strings. . . . : 6
    Data Buffer Statistics
    Buffer    No. of   Hiperspace     Look      Buffer     User    Non-User   Look-Aside
      Size   Buffers      Buffers   Asides       Reads   Writes      Writes        Ratio
     4,096     1,000            0  {lookasides:,}  {reads:,}    4,120           0        66.6%

    Index Buffer Statistics
    Buffer Size   Number   Lookasides   Reads   User writes   Non-user writes
           2048      200        55120     310             0                 0
"""


def page(*texts: str, at: str = "16:35:00") -> str:
    return heading("IYCYZC2G", "CICSC2G", at) + "".join(texts)


def commands(findings) -> list[tuple[str, str]]:
    return [(change.command, change.undo) for finding in findings for change in finding.changes]


def test_the_alerts_of_cics_pa_are_raised_at_its_thresholds(tmp_path):
    text = page(
        limits(dsa="4096K"),
        temporary(buffers=717),
        "FILES - PERFORMANCE INFORMATION STATISTICS\nPARTS 5 2 0 32 4 10 10\nSTOCK 5 2 0 10 1 10 10\n",
    )
    result = check(tmp_path, text)
    [near] = of(result, "cics-storage-limit")
    assert (near.object.name, near.headline) == ("DSALIM", "Storage below 16 MB peaked at 100 % of its limit")
    [waits] = of(result, "cics-temporary-storage-waits")
    assert waits.headline == "Waited 717 times for one of its 3 buffers"
    [file] = of(result, "cics-file-strings")
    assert file.object.name == "file PARTS"
    assert commands([near, waits, file]) == [
        ("CEMT SET DSAS DSALIMIT(5242880)", "CEMT SET DSAS DSALIMIT(4194304)"),
        ("TS=(,12,3)", "TS=(,3,3)"),
        tuple(f"CEDA ALTER FILE(PARTS) GROUP(group) STRINGS({strings})" for strings in (9, 5)),
    ]


def test_an_alert_is_one_of_a_collection_and_not_of_the_length_of_the_window(tmp_path):
    """As CICS PA raises it: of two collections with six waits each none is above ten."""
    files = "FILES - PERFORMANCE INFORMATION STATISTICS\nPARTS 5 2 0 {} 4 10 10\n"
    for place, (waits, item) in enumerate(((6, 0), (11, 2))):
        (tmp_path / str(place)).mkdir()
        pages = [page(temporary(buffers=waits), files.format(waits), at=f"16:{30 + n}:00") for n in range(2)]
        result = check(tmp_path / str(place), *pages)
        assert len(of(result, "cics-temporary-storage-waits") + of(result, "cics-file-strings")) == item


@pytest.mark.parametrize(
    ("changed", "name", "expected"),
    [
        (
            {"edsa": "285M"},
            "EDSALIM",
            ("CEMT SET DSAS EDSALIMIT(374341632)", "CEMT SET DSAS EDSALIMIT(314572800)"),
        ),
        ({"gdsa": "7,800M"}, "MEMLIMIT", ("MEMLIMIT=10G", "MEMLIMIT=8192M")),
    ],
)
def test_each_limit_is_raised_so_that_its_peak_is_four_fifths_of_it(tmp_path, changed, name, expected):
    [finding] = of(check(tmp_path, page(limits(**changed))), "cics-storage-limit")
    assert finding.object.name == name
    assert commands([finding]) == [expected]


def test_the_figures_of_the_published_screen_itself_are_far_from_every_limit(tmp_path):
    result = check(tmp_path, page(limits(), areas(), temporary(buffers=10)))
    assert [finding for finding in result.findings if finding.product == "cics"] == []
    [account] = [account for account in result.accounts if account.of == REGION]
    held = {line.holder: line.bytes for line in account.lines}
    assert held["UDSA"] == 512 << 10
    assert held["EDSALIM"] == 300 << 20
    assert {line.bytes for line in account.free_at_minimum} == {
        (4096 - 1792) << 10,
        211 << 20,
        (8192 - 1042) << 20,
    }


def test_an_area_that_was_short_is_critical_and_raises_the_limit_that_holds_it(tmp_path):
    [finding] = of(check(tmp_path, page(limits(), areas(short=2, suspended=7))), "cics-short-on-storage")
    assert finding.object.name == "UDSA"
    assert finding.headline == "Short on storage for 2.5 s, twice"
    assert number(finding, "requests suspended for storage") == 7
    assert (finding.severity, finding.kind) == (Severity.CRITICAL, Kind.SHORTAGE)
    assert finding.delay_seconds == 2.5
    assert commands([finding]) == [("CEMT SET DSAS DSALIMIT(4456448)", "CEMT SET DSAS DSALIMIT(4194304)")]


def test_an_area_that_was_short_is_said_once_with_the_limit_that_it_came_to(tmp_path):
    result = check(tmp_path, page(limits(dsa="4096K"), areas(short=2, suspended=7)))
    [finding] = [finding for finding in result.findings if finding.product == "cics"]
    assert finding.check == "cics-short-on-storage"
    assert finding.severity is Severity.CRITICAL
    assert finding.object.name == "UDSA"
    assert finding.symptoms == ("the peak of DSALIM",)
    assert {fact.table for fact in finding.evidence} >= {"cics_dsa", "cics_storage"}
    assert commands([finding]) == [("CEMT SET DSAS DSALIMIT(5242880)", "CEMT SET DSAS DSALIMIT(4194304)")]


PREFIX = "M 0000000 MV2A     2012206 16:31:0{n}.00 JOB19423 00000090  "


def test_a_task_that_hangs_is_told_with_the_place_of_mxt_that_it_keeps(tmp_path):
    words = "A severe error (code X'0203') has occurred while initializing task number 00417 with transaction"
    log = "".join(
        f"{PREFIX.format(n=n)}{message} IYCYZC2G {words} identifier PAY1.\n"
        for n, message in enumerate(("DFHXM0304", "DFHXM0308", "DFHXM0304"), 1)
    )
    [finding] = of(check(tmp_path, log), "cics-hanging-tasks")
    assert finding.headline == "3 tasks hang until the region ends: each keeps its place"
    assert {fact.label for fact in finding.evidence} >= {"first DFHXM0304", "first DFHXM0308"}
    assert finding.evidence[0].value == 3
    assert finding.no_command


@pytest.mark.parametrize(
    ("message", "words", "where"),
    [
        ("DFHSM0131", "CICS is under stress (short on storage below 16MB).", "below 16 MB"),
        ("DFHSM0133", "CICS is under stress (short on storage above 16MB).", "above 16 MB"),
        (
            "DFHSM0606",
            "The amount of MVS above the bar storage available to CICS is critically low.",
            "above the bar",
        ),
    ],
)
def test_a_message_tells_of_it_where_no_statistics_do(tmp_path, message, words, where):
    log = "".join(f"{PREFIX.format(n=n)}{message} IYCYZC2G {words}\n" for n in (1, 2))
    [finding] = of(check(tmp_path, log), "cics-short-on-storage")
    assert finding.object.name == f"storage {where}"
    assert finding.headline == f"Short on storage: {message} twice"
    (tmp_path / "both").mkdir()
    both = check(tmp_path / "both", log, page(limits(), areas(short=2)))
    names = [item.object.name for item in of(both, "cics-short-on-storage")]
    assert names == (["UDSA"] if where == "below 16 MB" else ["UDSA", f"storage {where}"])


def test_main_temporary_storage_at_its_limit_gets_twice_as_much_up_to_a_quarter_of_memlimit(tmp_path):
    [finding] = of(check(tmp_path, page(limits(), temporary(main=4))), "cics-main-temporary-storage")
    assert finding.headline == "Tried to exceed TSMAINLIMIT 4 times"
    assert number(finding, "peak of TSMAINLIMIT") == pytest.approx(98.4, abs=0.05)
    [change] = finding.changes
    assert change.command == "CEMT SET TEMPSTORAGE TSMAINLIMIT(134217728)"
    assert (change.storage_bytes, change.lasting) == (64 << 20, "TSMAINLIMIT=128M")
    (tmp_path / "full").mkdir()
    small = limits().replace("8,192MB", "256MB").replace("1,042M", "10M")
    [full] = of(check(tmp_path / "full", page(small, temporary(main=4))), "cics-main-temporary-storage")
    assert full.changes == ()
    assert "a quarter of MEMLIMIT" in full.no_command


def test_messages_about_tsmainlimit_are_enough(tmp_path):
    log = (
        f"{PREFIX.format(n=1)}DFHTS1601 IYCYZC2G Main temporary storage usage has reached 95% of "
        "TSMAINLIMIT storage.\n"
        f"{PREFIX.format(n=2)}DFHTS1602 IYCYZC2G Main temporary storage has attempted to exceed the limit.\n"
    )
    [finding] = of(check(tmp_path, log), "cics-main-temporary-storage")
    assert finding.severity is Severity.CRITICAL
    (tmp_path / "near").mkdir()
    [near] = of(check(tmp_path / "near", log.splitlines()[0]), "cics-main-temporary-storage")
    assert near.severity is Severity.WARNING


def test_of_two_pages_of_an_lsr_pool_what_came_between_them_counts(tmp_path):
    pages = page(pool(400_000, 200_000)), page(pool(800_000, 420_000), at="17:35:00")
    [finding] = of(check(tmp_path, "".join(pages)), "cics-lsr-pool")
    assert finding.object.name == "LSR3-DATA4K"
    assert value_of(finding, "look-aside ratio") == pytest.approx(100 * 400_000 / 620_000)
    (tmp_path / "one").mkdir()
    [alone] = of(check(tmp_path / "one", pages[0]), "cics-lsr-pool")
    assert value_of(alone, "look-aside ratio") == pytest.approx(100 * 400_000 / 600_000)


def test_requests_that_waited_for_strings_of_a_pool_get_them(tmp_path):
    actual = of(check(tmp_path, page(pool(900_000, 1_000, waits=55))), "cics-lsr-pool")
    assert [(item.object.name, item.headline) for item in actual] == [
        ("LSR pool 3 strings", "Requests waited 55 times for a string")
    ]
    alter = "CEDA ALTER LSRPOOL(name) GROUP(group) STRINGS({})"
    assert commands(actual) == [(alter.format(16), alter.format(10))]


@pytest.fixture
def two_pages(tmp_path):
    site = tmp_path / "site"
    site.mkdir()
    for at, counts in (("16:35:00", (400_000, 200_000)), ("17:35:00", (800_000, 420_000))):
        (site / f"{at[:2]}.txt").write_text(page(limits(), areas(), temporary(), pool(*counts), at=at))
    return site


def test_lsr_buffers_are_knobs_of_the_plan_bounded_by_their_counters(two_pages):
    forecast = getpage.forecast(two_pages, "LSR3-DATA4K=2000", processors=4, busy_percent=50)
    reads = forecast.figure(KnobId(REGION, "LSR3-DATA4K"), "reads")
    assert reads.before.value == pytest.approx(220_000 / 3600)
    assert reads.after.low < 0.1 * reads.before.value
    assert reads.after.high <= reads.before.value


@pytest.mark.parametrize("verb", ["plan", "check"])
def test_every_verb_shows_the_region(two_pages, capsys, verb):
    for form in ("table", "json", "csv", "md"):
        assert run_command([verb, str(two_pages), "--format", form]) in (0, 3)
        shown = capsys.readouterr()
        assert "defect" not in shown.err
        assert "IYCYZC2G" in shown.out or verb == "plan"


@pytest.mark.parametrize(("free", "offered"), [(12_000_000, True), (100_000, False)])
def test_what_is_held_back_is_offered_only_where_storage_is_free_at_its_minimum(two_pages, free, offered):
    write(two_pages / "zos.smf", [smf71("SYSA", n, paging(20_000_000, free, 21_000_000)) for n in range(4)])
    actual = of(getpage.check(two_pages), "cics-held-back")
    assert bool(actual) == offered
    for item in actual:
        assert "151,210 requests to auxiliary TS" in item.claim
        assert "220,000 reads from disk of LSR pools" in item.claim
        assert "are free for it at the minimum" in item.claim


def test_nothing_is_offered_where_nothing_tells_what_is_free(two_pages):
    assert of(getpage.check(two_pages), "cics-held-back") == []
