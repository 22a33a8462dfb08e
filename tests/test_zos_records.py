"""The published cases of real storage from z/OS's records: the findings are those of printed evidence."""

from __future__ import annotations

import pytest

from getpage.core.names import Image
from getpage.evidence.opened import open_evidence
from getpage.products.zos import PRODUCT
from getpage.result import Kind, Severity
from zos_evidence import CAPTURED
from zos_records import (
    FRAME,
    GIB,
    ONLINE,
    OVERVIEW,
    check,
    large,
    paging,
    smf30,
    smf70,
    smf71,
    smf72,
    write,
)


def overview(system="AL18", lowest=None):
    rows = [
        paging(
            average,
            low_impact_minimum=float(low),
            low_impact_average=float(low),
            low_impact_maximum=float(low),
        )
        for average, low, _, _ in OVERVIEW
    ]
    if lowest is not None:
        rows[0] |= {"available_minimum": lowest}
    return [smf71(system, number, row) for number, row in enumerate(rows)]


def of(result, check_id):
    return [finding for finding in result.findings if finding.check == check_id]


def test_zs_1_paging_records_show_room_to_give_away_at_the_minimum(tmp_path):
    result = check(tmp_path, overview())
    [finding] = of(result, "zos-free-storage")
    assert (finding.kind, finding.severity) == (Kind.WASTE, Severity.INFO)
    facts = {fact.label: fact.value for fact in finding.evidence}
    assert facts["free at the minimum"] == 6_769_689 * FRAME
    assert "not in the evidence" not in finding.claim
    assert finding.headline == "25.8 GiB free at its minimum"
    assert not result.first
    assert result.findings == (finding,)


def test_zs_1_facts_are_followed_to_the_record_and_its_field(tmp_path):
    [finding] = check(tmp_path, overview()).findings
    fact = finding.evidence[0]
    assert (fact.table, fact.column, fact.ibm_name) == ("rmf_paging", "available_minimum", "SMF71MNF")
    assert (fact.value, fact.trust, fact.record) == (6_769_689, "derived", 0)
    assert fact.interval_seconds == 900
    assert fact.file.endswith("dump.smf")


def test_zs_1_a_minimum_that_the_average_hides_is_what_counts(tmp_path):
    result = check(tmp_path, overview(lowest=25_000))
    facts = {fact.label: fact.value for f in of(result, "zos-free-storage") for fact in f.evidence}
    assert not [f for f in of(result, "zos-free-storage") if f.kind is Kind.WASTE]
    assert facts.get("free at the minimum", 25_000 * FRAME) == 25_000 * FRAME


@pytest.mark.parametrize(("frames", "words"), CAPTURED)
def test_zs_2_a_dump_that_does_not_fit_is_bracketed_by_what_ibm_measured(tmp_path, frames, words):
    specs = overview(lowest=frames)
    result = check(tmp_path, specs, "10.00.00 STC00001  CHNGDUMP SET,SDUMP,MAXSPACE=20480M\n")
    [finding] = of(result, "zos-dump-reserve")
    assert finding.storage_bytes == 20 * GIB - frames * FRAME
    assert words in finding.claim


def test_zs_2_the_ledger_keeps_the_reserve_and_names_who_holds_the_rest(tmp_path):
    spaces = [smf30("AL18", number, "CICSA001", 0.0) for number in range(5)]
    result = check(tmp_path, [*overview(), *spaces], "10.00.00 STC00001  CHNGDUMP SET,SDUMP,MAXSPACE=8192M\n")
    [account] = [a for a in result.accounts if isinstance(a.of, Image)]
    free = {line.holder: line.bytes for line in account.free_at_minimum}
    assert free == {"dump reserve": 8 * GIB, "free beyond the reserve": 6_769_689 * FRAME - 8 * GIB}
    real = {line.holder: line.bytes for line in account.lines if line.place == "real storage"}
    assert abs(real["CICSA001"] - 100_000 * FRAME) <= FRAME
    assert sum(real.values()) + sum(free.values()) == ONLINE * FRAME
    [space] = [line for line in account.lines if line.holder == "CICSA001"]
    assert space.note == "address space, average of the interval", "SMF 30 has no frames held at one time"
    assert space.fact.label == "average frames, weighted by processor time"


def test_zs_4_a_used_up_area_and_unused_2_gb_frames_are_reported(tmp_path):
    specs = overview()
    specs.append(smf71("AL18", 5, paging(6_769_689, **large(4096, 4096, 2, 0))))
    full, unused = sorted(of(check(tmp_path, specs), "zos-large-frames"), key=lambda f: f.kind is Kind.WASTE)
    assert full.headline == "LFAREA full: all 4,096 frames of 1 MB have been in use"
    assert (6_769_689 - 2_359_296) * 4096 >> 20 in [fact.value for fact in full.evidence]
    assert unused.storage_bytes == 4 * GIB


def test_zs_4_an_area_with_room_is_not_reported(tmp_path):
    row = paging(6_769_689, **large(4096, 100, 2, 1))
    assert not of(check(tmp_path, [smf71("AL18", 0, row)]), "zos-large-frames")


def test_ci_2_a_class_of_17_regions_at_92_8_hides_one_and_the_records_name_it(tmp_path):
    specs = [
        smf72("AL18", 0, "CICSPROD", regions=17, rate=92.8),
        smf72("AL18", 0, "RCICSFOR", regions=1, rate=1240.5, report="CICSPROD"),
    ]
    findings = check(tmp_path, specs).findings
    hidden = next(f for f in findings if str(f.object) == "AL18.CICSPROD")
    assert hidden.severity is Severity.WARNING
    assert hidden.headline == "92.8 page-ins/s on average of 17 address spaces"
    assert "the one region of report class RCICSFOR (1,240.5/s)" in hidden.claim
    assert next(f for f in findings if str(f.object) == "AL18.RCICSFOR").kind is Kind.SHORTAGE
    fact = next(f for f in hidden.evidence if f.column == "page_ins")
    assert fact.ibm_name == "R723CPIR / (R723CTRR - R723CIEA)"


def test_ci_2_the_class_with_more_storage_is_not_reported(tmp_path):
    assert not check(tmp_path, [smf72("AL18", 0, "CICSPROD", regions=17, rate=1.9)]).findings


def test_ci_2_accounting_records_name_the_region_that_pages(tmp_path):
    jobs = {"CICSA001": 154.42, "CICSA003": 0.71, "CICSA004": 234.49}
    specs = [smf30("MV2A", 0, job, rate) for job, rate in jobs.items()]
    specs.append(smf72("MV2A", 0, "CICSPROD", regions=17, rate=92.8))
    findings = check(tmp_path, specs).findings
    assert sorted(str(f.object) for f in findings) == ["MV2A.CICSA001", "MV2A.CICSA004"]
    [symptoms] = [f.symptoms for f in findings if f.symptoms]
    assert symptoms[-1] == "page-ins of service class CICSPROD (92.8/s on average of 17 address spaces)"


def test_ci_4_a_report_class_of_one_region_says_which_storage_it_waits_for(tmp_path):
    samples = {"cross_memory_paging_samples": 180, "private_paging_samples": 20, "execution_samples": 1000.0}
    specs = [
        smf30("MV2A", 0, "CICS001", 698.0, report_class="RCICS001"),
        smf72("MV2A", 0, "RCICS001", regions=1, rate=698.0, report="CICSPROD", **samples),
    ]
    findings = check(tmp_path, specs).findings
    finding = next(f for f in findings if str(f.object) == "MV2A.CICS001")
    assert finding.severity is Severity.CRITICAL
    assert finding.headline == "Waited for storage in 20 % of its samples"
    assert "paging of cross-memory storage" in finding.claim


def test_an_address_space_that_has_ended_holds_nothing_and_its_step_is_not_added_to_its_intervals(tmp_path):
    specs = [smf71("AL18", 2), smf30("AL18", 0, "BATCH1", 500.0), smf30("AL18", 2, "CICSA001", 0.0)]
    specs += [smf30("AL18", 1, "BATCH1", 100.0, subtype=3), smf30("AL18", 1, "BATCH1", 600.0, subtype=4)]
    result = check(tmp_path, specs)
    [finding] = of(result, "zos-page-in-address-space")
    assert finding.headline == "500 page-ins/s"
    [account] = [a for a in result.accounts if isinstance(a.of, Image)]
    assert not [line for line in account.lines if line.holder == "BATCH1"]


def test_a_step_without_intervals_is_taken_as_a_whole(tmp_path):
    [finding] = check(tmp_path, [smf30("AL18", 0, "BATCH1", 500.0, subtype=4)]).findings
    assert finding.headline == "500 page-ins/s"


def test_partitions_say_what_is_online_where_no_paging_record_does(tmp_path):
    parts = {"LP1": ("AL18", 98_304), "LP2": ("AL19", 65_536), "PHYSICAL": ("", 0)}
    specs = [smf70("AL18", 0, parts), smf30("AL18", 0, "CICSA001", 0.0)]
    [account] = [a for a in check(tmp_path, specs).accounts if isinstance(a.of, Image)]
    installed = next(line for line in account.lines if line.holder == "installed")
    assert installed.bytes == 96 * GIB
    assert installed.fact.ibm_name == "SMF70CSF"


def test_paging_uic_and_free_storage_of_a_short_system_are_one_finding_and_slots_another(tmp_path):
    row = paging(
        30_000,
        minimum=2_000,
        page_ins=180_000,
        uic_minimum_lowest=0,
        uic_current_lowest=3,
        slots_free_minimum=250_000,
        slots_free_average=300_000,
        slots_free_maximum=300_000,
    )
    result = check(tmp_path, [smf71("AL18", 0, row)])
    assert [finding.check for finding in result.findings] == ["zos-auxiliary-storage", "zos-demand-paging"]
    free, count = result.findings[1].symptoms
    assert free == "7.81 MiB free at the minimum"
    assert count.startswith("an unreferenced interval count")
    assert result.first
    rate = next(f for f in of(result, "zos-demand-paging")[0].evidence if f.column == "page_ins")
    assert (rate.value, rate.ibm_name) == (200.0, "(SMF71PIN + SMF71BLP) / SMF71INT")


def test_unused_2_gb_frames_get_the_statement_that_gives_them_back_and_its_undo(tmp_path):
    result = check(tmp_path, [smf71("AL18", 0, paging(6_769_689, **large(4096, 100, 2, 0)))])
    [finding] = of(result, "zos-large-frames")
    [change] = finding.changes
    assert result.changes == (change,)
    # 1M= and 2G= count pages: a suffix M or G belongs to the other form of the parameter.
    assert change.command == "LFAREA=(1M=(4096),2G=(0))"
    assert change.undo == "LFAREA=(1M=(4096),2G=(2))"
    assert change.place == "IEASYSxx, for the next IPL"
    assert change.verify.startswith("D VIRTSTOR,LFAREA")
    assert change.storage_bytes == -4 * GIB


def test_a_dump_that_does_not_fit_never_gets_a_smaller_maxspace_but_says_why_not(tmp_path):
    result = check(
        tmp_path, overview(lowest=1_000_000), "10.00.00 STC00001  CHNGDUMP SET,SDUMP,MAXSPACE=20480M\n"
    )
    [finding] = of(result, "zos-dump-reserve")
    assert finding.changes == ()
    assert finding.no_command.startswith("A smaller MAXSPACE makes dumps partial")


def test_work_of_service_classes_has_transactions_processor_seconds_and_page_reads(tmp_path):
    # The report of z/OS V2R2: 356,803 K service units at 57,986 a second are 6,153 s.
    figures = {"transactions": 28, "cpu_service": 356_803_000.0, "elapsed_time": 28 * 1.311e6 / 1024}
    first = smf72("CB88", 0, "SYSSTC", regions=253.29, rate=0.0, **figures)
    first["common"] |= {"service_adjustment": 276, "srb_coefficient": 10_000}
    path = write(
        tmp_path / "dump.smf", [first, smf72("CB88", 0, "RSYSSTC", regions=1, rate=0, report="SYSSTC")]
    )
    with open_evidence([str(path)]) as (evidence, _):
        [work] = PRODUCT.analyse(evidence).work
    assert (str(work.subsystem), work.unit, work.units) == ("CB88.SYSSTC", "transaction", 28)
    assert work.cpu_seconds == pytest.approx(6153.3, rel=0.001)
    assert work.elapsed_seconds / work.units == pytest.approx(1.311, rel=0.001)
    assert (work.seconds, work.reads) == (900, 0)


def test_cpu_of_a_service_class_holds_its_ziips_as_time_of_general_processors(tmp_path):
    # B. Merrill, IBM-MAIN: 3,932,091 units are 392.9 s; 96.1 s on zIIPs count 569 / 256 times, 213 s.
    units = 3_932_091 / 392.9
    first = smf72("CB88", 0, "DDF", regions=1, rate=0, transactions=51, cpu_service=3_932_091.0)
    first["sections"]["R723SCS"][0] |= {"ziip_service": 96.1 * units}
    first["common"] |= {"service_adjustment": round(16e6 / units), "ziip_factor": 569}
    path = write(tmp_path / "dump.smf", [first])
    with open_evidence([str(path)]) as (evidence, _):
        [work] = PRODUCT.analyse(evidence).work
    assert work.cpu_seconds == pytest.approx(392.9, rel=0.001)
    assert work.ziip_seconds == pytest.approx(213.16, rel=0.005)
