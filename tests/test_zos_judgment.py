"""What a specialist would sign of z/OS: samples, sysplexes, little free storage, panels without a time."""

from __future__ import annotations

import pytest

import getpage
import sample_site
from getpage.core.names import Image
from getpage.result import Kind, Severity
from getpage.result.model import HEADLINE
from test_zos_sorts import limits, short, sort
from zos_evidence import DA, OVERVIEW, STORJ, class_page
from zos_evidence import check as printed
from zos_records import FRAME, GIB, ONLINE, check, large, paging, smf30, smf71, smf72


def panel(samples: int, percent: int, seconds: int = 10, rate: int = 3) -> str:
    """A panel of RMF Monitor III of a job that waited for storage in some of its samples."""
    text = STORJ.replace("Samples: 5 ", f"Samples: {samples} ").replace("Range: 10 ", f"Range: {seconds} ")
    text = text.replace("Page In Rate:   698", f"Page In Rate:   {rate:3}")
    return text.replace("0   0  20   0   0   0 XMEM", f"0   0  {percent:2}   0   0   0 XMEM")


@pytest.mark.parametrize(
    ("samples", "percent", "severity", "headline"),
    [
        (10, 10, Severity.WARNING, "Waited for storage in 1 of 10 samples"),
        (10, 30, Severity.CRITICAL, "Waited for storage in 3 of 10 samples"),
        (100, 12, Severity.CRITICAL, "Waited for storage in 12 of 100 samples"),
    ],
)
def test_a_single_sample_is_a_warning_and_says_how_many_there_were(
    tmp_path, samples, percent, severity, headline
):
    [finding] = printed(tmp_path, panel(samples, percent)).findings
    assert (finding.severity, finding.headline) == (severity, headline)


def test_the_same_wait_in_two_panels_is_more_than_one_sample(tmp_path):
    later = panel(5, 20).replace("13.24.30", "13.34.30")
    [finding] = printed(tmp_path, panel(5, 20), later).findings
    assert finding.severity is Severity.CRITICAL


def test_more_than_100_page_ins_are_critical_when_they_last_and_a_warning_in_one_short_sample(tmp_path):
    def severity(name: str, *intervals: tuple[str, str]) -> Severity:
        rows = OVERVIEW.replace("0.000    0.000  2038195", "130.5    0.000  2038195")
        for length in intervals:
            rows = rows.replace(*length)
        (tmp_path / name).mkdir()
        [finding] = [
            finding
            for finding in printed(tmp_path / name, rows).findings
            if finding.check == "zos-demand-paging"
        ]
        return finding.severity

    assert severity("lasts") is Severity.CRITICAL
    assert severity("sample", ("06.45.00 00.15.00", "06.45.00 00.00.10")) is Severity.WARNING


def test_a_sysplex_in_the_heading_of_a_report_is_no_system(tmp_path):
    result = printed(tmp_path, class_page("SERVICE CLASS=ONLPROD", 12, 61.5))
    [finding] = result.findings
    assert finding.object.image == Image()
    assert str(finding.object) == "PLEX1.ONLPROD"
    assert not [account for account in result.accounts if str(account.of) == "PLEX1"]
    assert "shows which" in finding.claim
    [need] = [need for need in result.missing if need.subsystem == "sysplex PLEX1"]
    assert "address spaces" in need.question


def test_a_class_of_a_sysplex_names_the_address_spaces_of_its_systems_that_page(tmp_path):
    specs = [smf30("SYSX", 0, "CICSFOR1", 812.0, service_class="ONLPROD"), smf30("SYSY", 0, "CICSAOR1", 0.2)]
    result = check(tmp_path, specs, class_page("SERVICE CLASS=ONLPROD", 12, 61.5))
    of_class = next(finding for finding in result.findings if str(finding.object) == "PLEX1.ONLPROD")
    assert of_class.claim == "Over 100/s: CICSFOR1 (812/s)."
    assert {str(account.of) for account in result.accounts if isinstance(account.of, Image)} <= {
        "SYSX",
        "SYSY",
    }


def test_a_system_of_the_name_of_a_sysplex_stays_apart_from_it(tmp_path):
    specs = [smf71("PLEX", 0, paging(2_000_000))]
    result = check(tmp_path, specs, class_page("SERVICE CLASS=ONLPROD", 12, 61.5).replace("PLEX1 ", "PLEX "))
    [finding] = [finding for finding in result.findings if finding.check == "zos-page-in-service-class"]
    assert finding.object.image == Image()
    [free] = [finding for finding in result.findings if finding.check == "zos-free-storage"]
    assert free.object.image == Image("PLEX")


def test_140_mib_free_of_64_gib_is_a_risk_on_the_first_screen_and_no_all_clear(tmp_path):
    rows = OVERVIEW.replace(" 6769689", f"{140 * 256:8}").replace("23592960", "16777216")
    result = printed(tmp_path, rows)
    [finding] = result.findings
    assert (finding.severity, finding.kind) == (Severity.WARNING, Kind.RISK)
    assert finding.headline == "140 MiB free on average in its tightest interval"
    assert "D DUMP,OPTIONS" in finding.claim
    assert [item.finding for item in result.first] == [finding.id]


@pytest.mark.parametrize("free", [600, 5_000])
def test_enough_for_a_constrained_dump_is_no_risk_by_itself(tmp_path, free):
    rows = OVERVIEW.replace(" 6769689", f"{free * 256:8}").replace("23592960", "10485760")
    [finding] = printed(tmp_path, rows).findings
    assert finding.severity is Severity.INFO


def held_by(result) -> set[str]:
    return {
        line.holder
        for account in result.accounts
        for line in account.lines
        if line.note.startswith("address space")
    }


def test_a_panel_without_a_time_holds_nothing_in_an_interval_that_has_one(tmp_path):
    result = check(tmp_path, [smf71("MV2A", 0, paging(900_000))], DA)
    assert not held_by(result)
    assert {finding.object.subsystem.name for finding in result.findings} >= {"CICSA001", "CICSA004"}


def test_a_panel_without_a_time_is_in_the_ledger_where_no_interval_is_known(tmp_path):
    assert "CICSA001" in held_by(printed(tmp_path, DA))


SHOWN = " ICE236I 0 OPTIONS: DYNAPCT=10 ,MOWRK=Y,TUNE=STOR,EXPMAX={expmax:<7},EXPOLD=30%    ,EXPRES=5%\n"
BEGUN = " ICE000I 0 - CONTROL STATEMENTS FOR 5650-ZOS, Z/OS DFSORT V2R4  - 06:50 ON TUE JUL 24, 2012 -\n"


def test_a_limit_of_sorts_goes_back_to_what_ice236i_shows(tmp_path):
    [change] = limits(check(tmp_path, [short(), sort()], BEGUN + SHOWN.format(expmax="MAX")))
    assert change.undo == "EXPMAX=MAX,EXPOLD=30%,EXPRES=5%"
    assert "Note first" not in change.caution


@pytest.mark.parametrize("free", [0.21, 0.3, 0.9])
@pytest.mark.parametrize("dump_gib", [None, 2, 12])
def test_room_to_give_away_leaves_a_tenth_and_what_a_dump_needs(tmp_path, free, dump_gib):
    frames = round(free * ONLINE)
    texts = [] if dump_gib is None else [f"CHNGDUMP SET,SDUMP,MAXSPACE={dump_gib * 1024}M\n"]
    texts = [f"10.00.00 STC00001  {text}" for text in texts]
    result = check(tmp_path, [smf71("SYSA", n, paging(frames)) for n in range(4)], *texts)
    [finding] = [finding for finding in result.findings if finding.check == "zos-free-storage"]
    left = frames * FRAME - max((dump_gib or 0) * GIB, round(0.1 * ONLINE * FRAME))
    assert finding.storage_bytes in (0, left)
    assert finding.storage_bytes == left or frames * FRAME - (dump_gib or 0) * GIB <= 0.2 * ONLINE * FRAME


def test_sorts_that_a_smaller_expmax_bounds_already_get_no_limit(tmp_path):
    assert not limits(check(tmp_path, [short(), sort()], BEGUN + SHOWN.format(expmax="100")))


def test_without_ice236i_it_is_not_known_what_a_limit_would_replace_and_none_is_printed(tmp_path):
    assert not limits(check(tmp_path, [short(), sort()]))


def test_every_headline_is_short_and_does_not_repeat_its_object_on_the_largest_numbers(tmp_path):
    most = 2**40
    spaces = [smf30("SYSTEM01", 0, f"REGION{n:02}", 98_765.4, service_class="LONGNAME") for n in range(12)]
    specs = [
        smf71(
            "SYSTEM01",
            0,
            paging(6_000, minimum=5_999, maximum=ONLINE, page_ins=87_654_321, uic_current_lowest=1)
            | large(most >> 12, most >> 12, most >> 14, 0)
            | {f"fixed_{which}": ONLINE for which in ("minimum", "average", "maximum")}
            | {f"slots_free_{which}": 1 for which in ("minimum", "average", "maximum")}
            | {"slots_free_end": 1, "slots_other_end": 999_999},
        ),
        smf72("SYSTEM01", 0, "LONGNAME", regions=1, rate=98_765.4),
        *spaces,
    ]
    result = check(tmp_path, specs, "10.00.00 STC00001  CHNGDUMP SET,SDUMP,MAXSPACE=99999M\n")
    assert len(result.findings) >= 4
    for finding in (*result.findings, *getpage.check(tmp_path).findings):
        assert 0 < len(finding.headline) <= HEADLINE
        names = {finding.object.subsystem.name, str(finding.object)} - {""}
        assert not [name for name in names if name in finding.headline]
        assert finding.claim.count(". ") <= 1 or "The same" in finding.claim


def test_a_healthy_image_with_its_address_spaces_and_classes_gets_nothing_above_info(tmp_path):
    specs = [smf71("SYSX", number, paging(4_000_000)) for number in range(4)]
    specs += [smf30("SYSX", number, "CICSAOR1", 0.4) for number in range(4)]
    specs += [smf72("SYSX", number, "ONLPROD", regions=9, rate=0.2) for number in range(4)]
    result = check(tmp_path, specs, "10.00.00 STC00001  CHNGDUMP SET,SDUMP,MAXSPACE=4000M\n")
    assert {finding.severity for finding in result.findings} <= {Severity.INFO}
    assert not result.changes


def test_storage_that_is_added_to_one_system_changes_nothing_on_the_others():
    def steps(**more):
        plan = getpage.plan(sample_site.store(), within_ledger=not more, **more)
        return {
            (str(step.change.subsystem), step.change.setting): (step.change.command, step.change.only_after)
            for step in plan.steps
            if step.change.subsystem.image == Image("SYSB")
        }

    assert steps(add="SYSA=48G") == steps()
