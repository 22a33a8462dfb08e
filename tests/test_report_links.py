"""Findings, changes and pictures find each other by their identities."""

from __future__ import annotations

from dataclasses import replace

import test_report_data as data
import test_report_extremes as extremes
from getpage.core.names import Image, Object, Subsystem
from getpage.report.check import links
from getpage.result import Finding, Kind, Severity


def finding(name, pool, check="mq.pool-short", changes=()):
    return Finding(
        check=check,
        object=data.pool_of(name, pool),
        severity=Severity.WARNING,
        kind=Kind.SHORTAGE,
        claim=f"Pool {pool} of {name} is short.",
        changes=changes,
    )


def linked(findings, changes):
    return links.link(replace(extremes.empty(), findings=tuple(findings), changes=tuple(changes)))


def test_a_change_links_the_very_findings_that_it_names():
    result = linked(
        [finding("MQ1A", 1), finding("MQ1A", 11), finding("MQ1A", 1, check="mq.pool-reads")],
        [data.change("MQ1A", 1, 1, 10, 20, because="mq.pool-short")],
    )
    assert result.changes[0].findings == (1,)
    assert [f.changes for f in result.findings] == [(1,), (), ()]


def test_a_pool_of_the_same_number_elsewhere_is_another_pool():
    there = Subsystem("mq", Image("SYSB"), "MQ1A")
    elsewhere = replace(finding("MQ1A", 1), object=Object(there, "buffer pool 1"))
    result = linked(
        [finding("MQ1A", 1), finding("MQ1B", 1), elsewhere],
        [data.change("MQ1B", 1, 1, 10, 20, because="mq.pool-short")],
    )
    assert result.changes[0].findings == (2,)


def test_a_reason_that_is_not_among_the_findings_is_shown_as_it_is():
    change = data.change("MQ1A", 1, 1, 10, 20, because="mq.pool-reads")
    result = linked([finding("MQ1A", 1)], [change])
    assert result.changes[0].findings == ()
    assert list(map(str, result.changes[0].other_reasons)) == ["mq.pool-reads MQ1A buffer pool 1"]


def test_a_finding_is_answered_by_the_reconciled_change_of_its_knob():
    own = data.change("MQ1A", 1, 1, 1_000, 2_000)
    reconciled = data.change("MQ1A", 1, 1, 1_000, 4_000)
    result = linked([finding("MQ1A", 1, changes=(own,))], [reconciled])
    assert result.findings[0].changes == (1,)
    assert result.findings[0].other_changes == ()


def test_a_change_that_was_not_taken_up_stays_with_its_finding():
    own = data.change("MQ1A", 1, 1, 1_000, 2_000)
    result = linked([finding("MQ1A", 1, changes=(own,))], [])
    assert result.findings[0].other_changes == (own,)


def test_pictures_belong_to_the_findings_of_their_object():
    link = links.link(data.site())
    shown = data.site().pictures
    assert {shown[i].object for i in link.findings[0].pictures} == {data.pool_of("MQ1A", 1)}
