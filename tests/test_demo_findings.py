"""Every planted truth is found by the check that tells it, and nothing healthy raises an alarm."""

import pytest

import sample_site
from getpage.result import Cause, Kind, Severity
from getpage.result.model import HEADLINE
from tools.demo import PLANTED


@pytest.fixture(scope="module")
def findings():
    return sample_site.checked().findings


def tells(truth, finding):
    """Whether a finding is one of those that tell a truth: `SYSA.DBP1 BP2`, `SYSA.CICSPAY3`, `SYSB`."""
    for item in truth.findings:
        check, _, of = item.partition(" ")
        ends = {f"{truth.subsystem} {of}", f"{truth.subsystem}.{of}"} if of else {truth.subsystem}
        spelled = str(finding.object)
        whole = (spelled, spelled.partition(".")[2])
        if finding.check == check and ends.intersection(whole):
            return True
    return False


def names_with_its_cause(truth, finding):
    """Whether a finding of the cause of a truth names its object among what shows it."""
    of = truth.object if truth.subsystem.startswith("SYS") else f"{truth.subsystem} {truth.object}"
    return any(of in symptom for symptom in finding.symptoms)


@pytest.mark.parametrize(
    "truth", [item for item in PLANTED if item.findings], ids=lambda fault: fault.description[:40]
)
def test_a_planted_truth_is_found(truth, findings):
    check = truth.findings[0].partition(" ")[0]
    assert [f for f in findings if (f.check == check and tells(truth, f)) or names_with_its_cause(truth, f)]


def test_a_shortage_that_shows_in_several_ways_is_one_finding(findings):
    short = [str(f.object) for f in findings if f.kind is Kind.SHORTAGE and f.severity is not Severity.INFO]
    assert len(short) == len(set(short))
    assert [name for name in short if name.startswith("SYSA") and "." not in name] == ["SYSA"]
    assert "SYSA.DBP1 BP3" not in short
    assert [name for name in short if "CICSPAY3" in name] == []
    paging = next(f for f in findings if str(f.object) == "SYSA")
    for shows in (
        "23.4 MiB free at the minimum",
        "CICSPAY3 (170/s)",
        "CICSPROD",
        "SYSA.DBP1 BP3",
        "STMTSORT",
        "SYSA.CICSPAY3 QR",
    ):
        assert any(shows in symptom for symptom in paging.symptoms)
    assert {"available_minimum", "uic_current_lowest", "page_ins"} <= {
        fact.column for fact in paging.evidence
    }


def test_nothing_healthy_is_called_short_or_wasted(findings):
    alarms = [f for f in findings if f.severity is not Severity.INFO]
    assert [f"{f.check} {f.object}" for f in alarms if not any(tells(truth, f) for truth in PLANTED)] == []


def test_regions_in_which_nothing_is_planted_stay_quiet(findings):
    shown = {str(finding.object.subsystem) for finding in findings if finding.product == "cics"}
    planted = {item.subsystem for item in PLANTED if item.subsystem.startswith("CICS") and item.findings}
    assert shown == {
        *("SYSA.CICSPAY2", "SYSA.CICSPAY4", "SYSB.CICSORD3", "SYSB.CICSORD4", "SYSC.CICSINQ1"),
    }
    assert {name.partition(".")[2] for name in shown} | {"CICSPAY3"} == planted


def test_a_heap_that_leaks_gets_no_size_and_a_limit_before_a_service_waits_for_a_look(findings):
    by_object = {str(finding.object): finding for finding in findings}
    leak, limit = by_object["SYSC.SHOP1 heap"], by_object["SYSA.CICSPAY4 MXT"]
    assert (leak.cause, leak.severity) == (Cause.LEAK, Severity.CRITICAL)
    assert leak.headline == "Heap leaks 60 MiB/h: full in 1 h 53 min"
    assert not leak.changes
    assert leak.no_command
    assert not [
        change for finding in findings for change in finding.changes if "SHOP1" in str(change.subsystem)
    ]
    # They wait for an address service, which may answer more of them at a time or not.
    assert (limit.check, limit.cause) == ("cics-max-tasks", None)
    assert limit.headline == "MXT 20 reached: 616 tasks waited 41 min 39 s in all"
    [change] = limit.changes
    assert change.only_after == "you know that the service that tasks call can handle more requests at a time"


def test_headlines_of_cics_and_java_fit_and_leave_the_name_to_their_object(findings):
    mine = [finding for finding in findings if finding.product in ("cics", "java") and finding.headline]
    assert len(mine) > 8
    assert [item.headline for item in mine if len(item.headline) > HEADLINE] == []
    assert [item.headline for item in mine if str(item.object.subsystem.name) in item.headline] == []
