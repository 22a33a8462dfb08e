"""Findings, changes and pictures find each other by name, and never wrongly."""

from __future__ import annotations

from dataclasses import replace

import pytest

import test_report_data as data
from getpage.report.check import links
from getpage.result import Finding, Kind, Severity


def finding(name, check="mq.pool-short", changes=()):
    return Finding(
        check=check,
        system="mq",
        object=name,
        severity=Severity.WARNING,
        kind=Kind.SHORTAGE,
        claim=name,
        changes=changes,
    )


def linked(findings, changes):
    return links.link(replace(data.empty(), findings=tuple(findings), changes=tuple(changes)))


@pytest.mark.parametrize(
    "reason",
    [
        "mq.pool-short MQ1A buffer pool 1",
        "mq.pool-short:MQ1A/buffer pool 1",
        "mq.pool-short:mq:MQ1A buffer pool 1",
        "mq:mq.pool-short:MQ1A buffer pool 1",
    ],
)
def test_a_reason_may_be_spelled_with_any_separators(reason):
    made = linked(
        [finding("MQ1A buffer pool 1"), finding("MQ1A buffer pool 11")],
        [data.change("MQ1A", 1, 1, 10, 20, because=reason)],
    )
    assert made.changes[0].findings == (1,)
    assert [f.changes for f in made.findings] == [(1,), ()]


def test_the_name_of_a_check_alone_stays_within_the_subsystem_of_the_change():
    made = linked(
        [finding("MQ1A buffer pool 1"), finding("MQ1B buffer pool 1")],
        [data.change("MQ1B", 1, 1, 10, 20, because="mq.pool-short")],
    )
    assert made.changes[0].findings == (2,)


def test_a_reason_that_names_nothing_is_shown_as_it_is():
    made = linked(
        [finding("MQ1A buffer pool 1")], [data.change("MQ1A", 1, 1, 10, 20, because="the 2 o'clock call")]
    )
    assert made.changes[0].findings == ()
    assert made.changes[0].other_reasons == ("the 2 o'clock call",)


def test_a_finding_is_answered_by_the_reconciled_change_of_its_knob():
    own = data.change("MQ1A", 1, 1, 1_000, 2_000, because="x")
    reconciled = data.change("MQ1A", 1, 1, 1_000, 4_000, because="x")
    made = linked([finding("MQ1A buffer pool 1", changes=(own,))], [reconciled])
    assert made.findings[0].changes == (1,)
    assert made.findings[0].other_changes == ()


def test_a_change_that_was_not_taken_up_stays_with_its_finding():
    own = data.change("MQ1A", 1, 1, 1_000, 2_000, because="x")
    made = linked([finding("MQ1A buffer pool 1", changes=(own,))], [])
    assert made.findings[0].other_changes == (own,)


def test_pictures_belong_to_the_findings_of_their_object():
    made = links.link(data.site())
    shown = data.site().pictures
    assert {shown[i].object for i in made.findings[0].pictures} == {"MQ1A buffer pool 1"}
