"""The rules of z/OS one by one, and on systems with nothing wrong."""

from __future__ import annotations

import pytest

from getpage.contract.checks import checks_of
from getpage.result import Kind, Severity
from test_rmf_xml import REPORT
from zos_evidence import DA, OVERVIEW, check, class_page

HEADINGS = (
    "What it does:",
    "Why it matters:",
    "Evidence:",
    "What to do:",
    "How to verify:",
    "References:",
)
GIB = 1 << 30


def paging(tmp_path, *rows: str, least: int = 1_000_000, hour: int = 10):
    cells = "".join(
        "<row>" + "".join(f"<col>{cell}</col>" for cell in row.split("|")) + "</row>" for row in rows
    )
    text = REPORT.format(hour=hour, least=least).replace("</table>", cells + "</table>")
    (tmp_path / f"paging-{hour}.xml").write_text(text)
    return check(tmp_path)


def by_check(result):
    return {f.check: f for f in result.findings}


@pytest.mark.parametrize("rule", checks_of("getpage.products.zos"), ids=lambda rule: rule.id)
def test_every_rule_explains_itself_under_the_same_headings(rule):
    places = [rule.explanation.index(heading) for heading in HEADINGS]
    assert places == sorted(places)


def test_the_minimum_counts_where_it_is_known_and_the_average_stands_beside_it(tmp_path):
    [finding] = paging(tmp_path, least=100_000).findings
    facts = {fact.label: fact.value for fact in finding.evidence}
    assert facts["free at the minimum"] == 100_000 * 4096
    assert facts["free on average"] == 800_000 * 4096
    assert "not in the evidence" not in finding.claim


def test_a_healthy_system_has_a_note_of_what_is_free_and_no_finding(tmp_path):
    result = paging(tmp_path, "UIC|65535|65535|65535", "TOTAL FIXED|100|200|150")
    assert [(f.check, f.severity) for f in result.findings] == [("zos-free-storage", Severity.INFO)]
    assert "only 1 note" in result.verdict[0]
    panel = "\n".join(line for line in DA.split("\n") if "IYCUA00" not in line or "0.71" in line)
    (tmp_path / "quiet").mkdir()
    assert not check(tmp_path / "quiet", panel, class_page("SERVICE CLASS=ONLINE", 9, 0.0)).findings


def test_demand_paging_is_reported_at_its_worst_interval(tmp_path):
    result = check(tmp_path, OVERVIEW.replace("0.000    0.000  1322386", "140.2    0.000  1322386"))
    finding = by_check(result)["zos-demand-paging"]
    assert finding.severity is Severity.CRITICAL
    assert finding.headline.startswith("Out of real storage at 07:00: 140.2 page-ins/s")
    assert [str(thing.finding) for thing in result.first] == [str(finding.id)]


def test_little_free_with_paging_is_a_shortage(tmp_path):
    rows = OVERVIEW.replace("  6769689", "    32817").replace(
        "0.000    0.000  2038195", "3.500    0.000  2038195"
    )
    finding = by_check(check(tmp_path, rows))["zos-free-storage"]
    assert (finding.kind, finding.severity) == (Kind.SHORTAGE, Severity.CRITICAL)  # no room for any dump


def test_little_free_that_still_holds_a_dump_is_a_warning(tmp_path):
    rows = OVERVIEW.replace("  6769689", "   232817").replace(
        "0.000    0.000  2038195", "3.500    0.000  2038195"
    )
    [finding] = check(tmp_path, rows).findings
    assert (finding.kind, finding.severity) == (Kind.SHORTAGE, Severity.WARNING)
    assert finding.headline == "3.5 page-ins/s at 06:45, 909 MiB left"


def test_a_low_unreferenced_interval_count_is_reported(tmp_path):
    finding = by_check(paging(tmp_path, "UIC|12|65535|3000"))["zos-uic-low"]
    assert finding.headline == "Unreferenced interval count fell to 12"


def test_storage_that_is_mostly_fixed_is_critical(tmp_path):
    finding = by_check(paging(tmp_path, "TOTAL FIXED|1|3600000|3000000"))["zos-fixed-storage"]
    assert finding.severity is Severity.CRITICAL
    assert finding.headline == "85.8 % of real storage fixed at the peak"


def test_page_data_sets_that_are_70_percent_full_are_critical(tmp_path):
    text = REPORT.format(hour=10, least=9).replace("Frame Counts", "Local Page Data Set Slots")
    text = text.replace("AVAILABLE", "AVAILABLE SLOTS").replace("TOTAL FRAMES", "TOTAL SLOTS")
    (tmp_path / "slots.xml").write_text(text)
    assert by_check(check(tmp_path))["zos-auxiliary-storage"].severity is Severity.CRITICAL


def test_minima_of_several_intervals_give_the_lowest_of_them(tmp_path):
    paging(tmp_path, least=500_000, hour=9)
    [finding] = paging(tmp_path, least=300_000, hour=10).findings
    assert finding.evidence[0].value == 300_000
    assert f"{finding.evidence[0].interval_start:%H:%M}" == "10:00"
