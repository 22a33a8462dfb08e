"""How severe a finding is follows from what work waits for, the same over all products."""

import pytest

import sample_site
from getpage.contract.observation import Observation
from getpage.contract.order import gravity, in_order
from getpage.contract.severity import by_waiting, grade
from getpage.core.names import Image, Object, Subsystem
from getpage.result import Finding, Kind, Severity

DAY = 86_400.0
HOUR = 3600.0


def finding(delay: float, severity: Severity, kind: Kind = Kind.SHORTAGE) -> Finding:
    return Finding(
        check="c",
        object=Object(Subsystem("mq", Image("SYSA"), "MQ1A"), f"pool {delay:g}"),
        severity=severity,
        kind=kind,
        claim="It waits.",
        delay_seconds=delay,
    )


def judged(delay: float, severity: Severity, seconds: float = DAY, kind: Kind = Kind.SHORTAGE) -> Severity:
    [first] = grade(Observation(findings=(finding(delay, severity, kind),)), seconds).findings
    return first.severity


def test_12_8_hours_in_a_day_are_critical_and_5_9_minutes_a_warning_whatever_the_rules_say():
    assert judged(12.8 * HOUR, Severity.WARNING) is Severity.CRITICAL
    assert judged(5.9 * 60, Severity.CRITICAL) is Severity.WARNING


def test_0_6_seconds_of_waiting_in_an_hour_are_no_warning():
    assert judged(0.6, Severity.WARNING, HOUR) is Severity.INFO


def test_a_limit_that_was_reached_stays_a_warning_however_short_the_wait():
    assert judged(0.6, Severity.CRITICAL, HOUR) is Severity.WARNING


@pytest.mark.parametrize("kind", [Kind.RISK, Kind.WASTE, Kind.NOTE])
def test_only_shortages_are_judged_by_waiting(kind):
    assert judged(20 * HOUR, Severity.WARNING, kind=kind) is Severity.WARNING


def test_a_note_stays_one_and_what_delays_nothing_stays_what_its_rule_says():
    assert judged(20 * HOUR, Severity.INFO) is Severity.INFO
    assert judged(0.0, Severity.CRITICAL) is Severity.CRITICAL


def test_without_a_window_the_rules_stand():
    assert judged(0.6, Severity.CRITICAL, 0.0) is Severity.CRITICAL


def test_the_same_wait_in_a_busy_hour_is_graver_than_in_a_day():
    assert by_waiting(6 * 60 / HOUR, finding(1.0, Severity.INFO).object) is Severity.CRITICAL
    assert by_waiting(6 * 60 / DAY, finding(1.0, Severity.INFO).object) is Severity.WARNING


@pytest.fixture(scope="module")
def demo():
    return sample_site.checked()


def test_the_first_screen_and_the_findings_have_one_order(demo):
    assert list(demo.findings) == sorted(demo.findings, key=gravity) == list(in_order(demo.findings))
    place = {finding.id: number for number, finding in enumerate(demo.findings)}
    shown = [place[thing.finding] for thing in demo.first]
    assert shown == sorted(shown)
    assert len(shown) == 3


def test_of_the_demo_the_image_without_storage_and_the_12_8_hours_stand_above_the_5_9_minutes(demo):
    grave = [str(f.object) for f in demo.findings if f.severity is Severity.CRITICAL]
    assert grave[0] == "SYSA"
    assert "SYSA.DBP1 BP2" in grave
    assert "SYSB.MQB1 pool 3" not in grave
    assert "23.4 MiB" in demo.findings[0].headline


def test_what_is_critical_has_a_number_beyond_the_threshold_that_makes_it_so(demo):
    grave = [finding for finding in demo.findings if finding.severity is Severity.CRITICAL]
    assert len({finding.check for finding in grave}) > 5
    assert not [finding.id for finding in grave if not (finding.criterion and finding.criterion.is_critical)]
