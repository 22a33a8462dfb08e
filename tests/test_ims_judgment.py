"""What the rules of IMS conclude: healthy IMSs are left alone, growth stops, and sentences are short."""

import re
from datetime import timedelta

import pytest

import getpage
from getpage.result import Severity
from ims_evidence import (
    DFSPB,
    DFSVSM,
    FAILURES,
    LOGGER,
    START,
    STAT_ENHANCED,
    heading,
    osam,
    traced,
    traces,
    write,
)

#: Each as wrong as its report can say it, of an IMS and a subpool with the longest names.
WORST = {
    "monitor": heading(START, START + timedelta(minutes=15))
    + FAILURES.replace("8888", "1999999999").replace("OCCURRENCES", "OCCURRENCES ")
    + traced(
        requests=999_999_999,
        found=400_000_000,
        reads=599_999_999,
        steals=299_999_999,
        waits=99_999_999,
        busy=99_999_999,
        buffers=32_000,
        size=32768,
    )
    + traced(requests=999_999_999, found=999_999_999, reads=0, waits=99_999_999, buffers=32_000, name="WAIT")
    + traced(requests=999_999_999, found=999_999_999, reads=0, steals=299_999_999, name="LATE"),
    "dfsstat": osam(requests=999_999_999, found=400_000_000, reads=599_999_999, name="ZZZZ", locked=31_999),
    "stat": STAT_ENHANCED.replace("0000095000", "0000000000").replace("0000005000", "0000000000"),
    "irur": LOGGER.replace("non-chkpt invokers              1", "non-chkpt invokers    999,999,999"),
    "DFSVSM00": DFSVSM,
    "DFSPB00": DFSPB,
}


def test_headlines_are_short_and_sentences_too(tmp_path):
    findings = getpage.check(write(tmp_path, "IMSPROD1@SYSPROD1", **WORST)).findings
    assert {finding.check for finding in findings} >= {
        *("ims-log-buffers", "ims-pool-space", "ims-subpool-busy", "ims-subpool-errors"),
        *("ims-subpool-not-fixed", "ims-subpool-unused", "ims-subpool-waits", "ims-subpool-reads"),
        "ims-subpool-steals",
    }
    for finding in findings:
        assert 0 < len(finding.headline) <= 72, finding.headline
        assert finding.object.name not in finding.headline
        sentences = re.split(r"(?<=[.!?]) ", finding.claim)
        assert len(sentences) <= 2, finding.claim
        assert all(len(sentence.split()) <= 20 for sentence in sentences), finding.claim


@pytest.mark.parametrize("buffers", [40, 1_000, 20_000])
def test_a_healthy_ims_has_no_finding_above_info(tmp_path, buffers):
    text = traces(3, requests=2_000_000, found=1_990_000, reads=9_000, buffers=buffers, fix="N/N")
    result = getpage.check(write(tmp_path, monitor=text, DFSVSM00=DFSVSM, irur=LOGGER, DFSPB00=DFSPB))
    assert [finding for finding in result.findings if finding.severity is not Severity.INFO] == []
    assert [change.command for change in result.changes if change.total_bytes] == []


def test_carrying_out_the_growth_of_a_subpool_that_was_waited_for_ends_it(tmp_path):
    before = traces(2, found=890_000, reads=9_000, waits=70, fix="Y/Y")
    [change] = getpage.check(write(tmp_path / "before", monitor=before)).changes
    assert change.command == "IOBF=(4096,1500,Y,Y,O04K)"
    later = START + timedelta(days=1)
    after = before + traces(2, start=later, found=895_000, reads=4_000, fix="Y/Y", buffers=1_500)
    assert getpage.check(write(tmp_path / "after", monitor=after)).changes == ()


def test_log_buffers_whose_size_no_member_gives_are_asked_for_all_the_same(tmp_path):
    """BLKSIZE is then that of the data sets: nothing tells what they take, and the command stands."""
    waits = LOGGER.replace("non-chkpt invokers              1", "non-chkpt invokers          4,000")
    member = DFSVSM.replace(",BLKSIZE=22528", "")
    result = getpage.check(write(tmp_path, irur=waits, DFSVSM00=member))
    [change] = result.changes
    assert (change.command, change.undo, change.storage_bytes) == ("BUFNO=10", "BUFNO=5", 0)
    assert change.because == tuple(finding.id for finding in result.findings)
