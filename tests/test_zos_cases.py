"""The published cases of real storage, through the ordinary path: printed evidence in, findings out."""

from __future__ import annotations

import pytest

import getpage
from getpage.app.observe import observe
from getpage.contract.knob import fixed_frames, frames_1m, frames_2g
from getpage.contract.order import is_short
from getpage.core.names import Image
from getpage.evidence.opened import open_evidence
from getpage.products.common import capture as dump
from getpage.products.zos import large_frames
from getpage.result import Kind, Severity
from test_rmf_xml import REPORT
from zos_evidence import CAPTURED, DA, OVERVIEW, STORJ, check, class_page

GIB = 1 << 30


def test_zs_1_the_overview_shows_room_to_give_away_and_says_that_it_is_an_average(tmp_path):
    result = check(tmp_path, OVERVIEW)
    [finding] = [f for f in result.findings if f.check == "zos-free-storage"]
    assert finding.kind is Kind.WASTE
    assert finding.severity is Severity.INFO
    facts = {fact.label: fact.value for fact in finding.evidence}
    assert facts["free at the minimum"] == 6_769_689 * 4096
    assert 25 <= facts["free at the minimum"] / GIB < 26
    assert "The minimum is not in the evidence" in finding.claim
    assert not result.first
    assert result.findings == (finding,)


def test_zs_1_facts_are_followed_to_the_line_of_the_report(tmp_path):
    [finding] = check(tmp_path, OVERVIEW).findings
    fact = finding.evidence[0]
    assert (fact.table, fact.column, fact.value) == ("zos_storage", "available_average", 6_769_689)
    assert OVERVIEW[fact.record :].lstrip().startswith("07/24 06.45.00")


def test_zs_2_the_published_captures_are_58_and_73_percent_longer():
    stretched = [round(100 * dump.stretch(item)) for item in dump.MEASURED]
    assert stretched[2:] == [58, 73]


@pytest.mark.parametrize(("frames", "words"), CAPTURED)
def test_zs_2_a_dump_that_does_not_fit_is_bracketed_by_what_ibm_measured(tmp_path, frames, words):
    rows = OVERVIEW.replace(" 6769689", f"{frames:8}").replace("23592960", "10485760")
    result = check(tmp_path, rows, "10.00.00 STC00001  CHNGDUMP SET,SDUMP,MAXSPACE=20480M\n")
    [finding] = [f for f in result.findings if f.check == "zos-dump-reserve"]
    assert finding.storage_bytes == 20 * GIB - frames * 4096
    assert words in finding.claim


def no_command_about_dumps(result) -> bool:
    return not any("MAXSPACE" in change.command for change in result.changes)


def test_a_dump_of_20_000m_with_78_mib_free_is_a_critical_shortage_and_maxspace_is_left_alone(tmp_path):
    rows = OVERVIEW.replace(" 6769689", f"{78 * 256:8}")
    result = check(tmp_path, rows, "10.00.00 STC00001  CHNGDUMP SET,SDUMP,MAXSPACE=20000M\n")
    [finding] = [f for f in result.findings if f.check == "zos-dump-reserve"]
    assert (finding.severity, finding.kind) == (Severity.CRITICAL, Kind.SHORTAGE)
    assert "A smaller MAXSPACE makes dumps partial" in finding.no_command
    assert "19.5 GiB missing for a dump of MAXSPACE" in result.first[0].headline
    assert no_command_about_dumps(result)


def test_a_dump_that_ibm_measured_to_take_no_longer_is_no_warning(tmp_path):
    result = check(tmp_path, OVERVIEW, "10.00.00 STC00001  CHNGDUMP SET,SDUMP,MAXSPACE=30000M\n")
    [finding] = [f for f in result.findings if f.check == "zos-dump-reserve"]
    assert (finding.severity, finding.kind) == (Severity.INFO, Kind.NOTE)
    assert " 0 % longer" not in finding.claim
    assert no_command_about_dumps(result)


def test_zs_2_a_dump_that_fits_is_kept_in_the_ledger_and_not_reported(tmp_path):
    result = check(tmp_path, OVERVIEW, "10.00.00 STC00001  CHNGDUMP SET,SDUMP,MAXSPACE=8192M\n")
    assert not [f for f in result.findings if f.check == "zos-dump-reserve"]
    free = {line.holder: line.bytes for line in result.accounts[0].free_at_minimum}
    assert free == {"dump reserve": 8 * GIB, "free beyond the reserve": 6_769_689 * 4096 - 8 * GIB}


LFAREA = """\
12.00.00 STC00001  IAR019I  12.00.00 DISPLAY VIRTSTOR 123
   123             SOURCE = 00
   123             TOTAL LFAREA = 4096M , 4G
   123             LFAREA AVAILABLE = 0M , 4G
   123             LFAREA ALLOCATED (1M) = 4096M
   123             MAX LFAREA ALLOCATED (1M) = 4096M
   123             LFAREA ALLOCATED NUMBER OF 2G PAGES = 0
   123             MAX LFAREA ALLOCATED NUMBER OF 2G PAGES = 0
"""


def test_zs_4_a_used_up_area_and_unused_2_gb_frames_are_reported_with_what_real_storage_carries(tmp_path):
    findings = [f for f in check(tmp_path, OVERVIEW, LFAREA).findings if f.check == "zos-large-frames"]
    full, unused = sorted(findings, key=lambda f: f.kind is Kind.WASTE)
    assert full.headline == "LFAREA full: all 4,096 frames of 1 MB have been in use"
    assert (6_769_689 - 2_359_296) * 4096 >> 20 in [fact.value for fact in full.evidence]
    assert unused.storage_bytes == 4 * GIB


def test_a_full_large_frame_area_is_no_shortage_of_real_storage_and_1m_gets_what_2g_gives_back(tmp_path):
    result = check(tmp_path, OVERVIEW, LFAREA)
    assert not [finding for finding in result.findings if is_short(finding)]
    full = next(f for f in result.findings if f.check == "zos-large-frames" and f.kind is Kind.RISK)
    assert full.headline.startswith("LFAREA full")
    assert "Real storage is not short" in full.claim
    [change] = full.changes
    assert change.command == "LFAREA=(1M=(8192),2G=(0))"
    assert change.undo == "LFAREA=(1M=(4096),2G=(2))"
    assert change.storage_bytes == 0  # 4 KB frames lose nothing
    assert "Needs an IPL" in change.effect
    assert "IPL" in change.place


def test_unused_2_gb_frames_beside_1_mb_frames_with_room_become_frames_for_everybody(tmp_path):
    text = LFAREA.replace("(1M) = 4096M", "(1M) = 100M")
    [change] = check(tmp_path, OVERVIEW, text).changes
    assert (change.command, change.storage_bytes) == ("LFAREA=(1M=(4096),2G=(0))", -4 * GIB)


def test_zs_4_an_area_with_room_is_not_reported(tmp_path):
    text = LFAREA.replace("(1M) = 4096M", "(1M) = 100M").replace("2G PAGES = 0", "2G PAGES = 1")
    assert not [f for f in check(tmp_path, OVERVIEW, text).findings if f.check == "zos-large-frames"]


@pytest.mark.parametrize(
    ("needed", "pages"),
    [
        ((11, 9), (24576, 11)),
        ((12, 10), (24576, 12)),
        ((13, 11), (22118, 13)),
        ((14, 12), (20275, 14)),
        ((15, 13), (18432, 15)),
        ((16, 14), (15974, 16)),
        ((17, 15), (14131, 17)),
        ((18, 16), (12288, 18)),
        ((19, 17), (12288, 18)),
        ((20, 18), (12288, 18)),
        ((21, 19), None),
    ],
)
def test_zs_4_lfarea_gives_what_ibm_s_example_says(needed, pages):
    granted = large_frames.grant(64 * GIB, (40, 20), needed)
    assert (granted and (granted.pages_1m, granted.pages_2g)) == pages


def test_zs_4_a_percentage_that_is_less_than_one_page_gives_none():
    assert [large_frames.whole_pages(13 * GIB, percent, 2 * GIB) for percent in (10, 23)] == [0, 1]


def test_ci_2_a_class_of_17_regions_at_92_8_hides_one_and_the_report_names_it(tmp_path):
    pages = class_page("SERVICE CLASS=CICSPROD", 17, 92.8) + class_page("REPORT CLASS=RCICSFOR", 1, 1240.5)
    findings = check(tmp_path, pages).findings
    hidden = next(f for f in findings if str(f.object) == "PLEX1.CICSPROD")
    assert hidden.severity is Severity.WARNING
    assert hidden.headline == "92.8 page-ins/s on average of 17 address spaces"
    assert "the one region of report class RCICSFOR (1,240.5/s)" in hidden.claim
    alone = next(f for f in findings if str(f.object) == "PLEX1.RCICSFOR")
    assert alone.kind is Kind.SHORTAGE


def test_ci_2_without_evidence_of_the_regions_it_says_what_would_tell(tmp_path):
    [finding] = check(tmp_path, class_page("SERVICE CLASS=CICSPROD", 17, 92.8)).findings
    assert (finding.severity, finding.kind) == (Severity.WARNING, Kind.SHORTAGE)
    assert "SDSF DA, RMF Monitor III STORF or a report class for each shows which" in finding.claim
    assert finding.no_command.startswith("Find the region first: SDSF DA (column Paging)")


def test_ci_2_the_class_with_more_storage_is_not_reported(tmp_path):
    assert not check(tmp_path, class_page("SERVICE CLASS=CICSPROD", 17, 1.9)).findings


def test_ci_3_the_panel_flags_the_three_regions_over_100_a_second_and_mentions_those_from_10(tmp_path):
    by_name = {str(f.object).removeprefix("MV2A.CICSA"): f for f in check(tmp_path, DA).findings}
    assert set(by_name) == {"001", "002", "004", "005", "006", "008"}
    flagged = {name for name, f in by_name.items() if f.severity is Severity.WARNING}
    assert flagged == {"001", "002", "004"}
    assert by_name["008"].headline == "91.5 page-ins/s"
    assert by_name["005"].severity is Severity.INFO


@pytest.mark.parametrize(
    ("rate", "expected"), [(9.9, []), (10.0, ["info"]), (99.9, ["info"]), (101, ["warning"])]
)
def test_a_region_is_worth_saying_from_10_page_ins_a_second_and_a_warning_over_100(tmp_path, rate, expected):
    panel = class_page("REPORT CLASS=RCICSFOR", 1, rate)
    assert [f.severity for f in check(tmp_path, panel).findings] == expected


@pytest.mark.parametrize(
    ("percent", "samples", "severity"),
    [(20, 1, Severity.WARNING), (4, 1, Severity.WARNING), (40, 2, Severity.CRITICAL)],
)
def test_any_storage_delay_of_a_job_is_a_finding_and_critical_takes_more_than_one_sample(
    tmp_path, percent, samples, severity
):
    panel = STORJ.replace("Page In Rate:   698", "Page In Rate:     3").replace(
        "0   0  20   0   0   0 XMEM", f"0   0  {percent:2}   0   0   0 XMEM"
    )
    [finding] = check(tmp_path, panel).findings
    assert (finding.severity, finding.kind) == (severity, Kind.SHORTAGE)
    assert finding.headline == f"Waited for storage in {samples} of 5 samples"
    assert "paging of cross-memory storage" in finding.claim
    assert "RMF Monitor III STORF" in finding.no_command


def test_a_job_that_waits_for_nothing_and_pages_little_is_not_a_finding(tmp_path):
    panel = STORJ.replace("Page In Rate:   698", "Page In Rate:     3").replace(
        "  20   0   0   0 XMEM", "   0   0   0   0 XMEM"
    )
    panel = panel.replace("Paging of cross-memory storage", "Waiting for a processor")
    assert not check(tmp_path, panel).findings


def test_ci_4_the_panel_gives_the_rate_and_the_delay_in_cross_memory_storage(tmp_path):
    [finding] = check(tmp_path, STORJ).findings
    assert str(finding.object) == "MV2A.CICS001"
    assert finding.severity is Severity.WARNING  # one of five samples of ten seconds
    assert "698" in [f"{fact.value:.0f}" for fact in finding.evidence if fact.column == "page_in_rate"]
    assert "paging of cross-memory storage" in finding.claim


def test_mq_alone_hears_nothing_of_z_os(tmp_path):
    log = tmp_path / "joblog"
    log.write_text("12.00.00 STC00042  CSQP001I !MQ9A Buffer pool 3 has 1000 buffers, 12 (1%) stealable\n")
    result = getpage.check(log)
    assert not [a for a in result.accounts if isinstance(a.of, Image)]
    assert not [m for m in result.missing if "RMF" in m.supply]
    assert not [f for f in result.findings if f.product == "zos"]


def limits_of(tmp_path, *texts):
    for number, text in enumerate(texts):
        (tmp_path / f"evidence-{number}").write_text(text)
    with open_evidence([str(tmp_path)]) as (evidence, _):
        return {limit.id: limit for limit in observe(evidence).limits}


def test_zs_4_what_is_left_of_large_frames_is_judged_by_the_most_ever_in_use(tmp_path):
    text = LFAREA.replace("ALLOCATED (1M) = 4096M", "ALLOCATED (1M) = 100M", 1)
    actual = limits_of(tmp_path, OVERVIEW, text)
    assert actual[frames_1m(Image("AL18"))].room == 0  # 100 MB now, 4096 MB at the most
    assert actual[frames_2g(Image("AL18"))].room == 2 * 2 * GIB


def test_what_may_still_be_fixed_is_80_percent_of_what_is_online_at_the_peak(tmp_path):
    row = '<row refno="3"><col>TOTAL FIXED</col><col>1</col><col>3000000</col><col>2000000</col></row>'
    report = REPORT.format(hour=10, least=1_000_000).replace("</table>", row + "</table>")
    limit = limits_of(tmp_path, report)[fixed_frames(Image("SYSA"))]
    assert limit.room == (4_194_304 * 8 // 10 - 3_000_000) * 4096
    assert {fact.column for fact in limit.facts} >= {"fixed_frames_maximum", "online_frames"}
