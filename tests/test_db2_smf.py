"""What Db2's rules say of SMF 100 as a whole: nothing of a healthy member, and where each number stands."""

import csv
import io

import pytest

from db2_records import facts, only, pools, said, statistics, storage, thread
from decided import checked
from getpage import _native, report
from getpage.products.db2.member import members
from mq_evidence import from_records
from zos_evidence import check

HEALTHY = (
    *pools({}, {"buffer_pool": 2}),
    *statistics("QVLS", [{"class_14": 9_000, "class_24": 900}] * 5, ifcid=1),
    *statistics("Q3ST", [{"signons": 90_000, "threads_created": 900, "commits": 90_000}] * 5, ifcid=1),
    *statistics("QDST", [{"dbats_reused": 90_000, "dbats_created": 90}] * 5, ifcid=1),
    *statistics("QJST-Db2", [{"writes_waited": 90_000}] * 5, ifcid=1),
    *statistics("QSST-Db2", [{}] * 5, ifcid=1),
    *statistics("QBGL", [{"buffer_pool": 1, "invalidated_returned": 9_000}] * 5),
    *statistics("QXST", [{"selects": 1_000}] * 5),
)


def test_healthy_records_get_no_finding_and_no_change():
    result = said(*HEALTHY)
    assert result.findings == ()
    assert checked(result).startswith("14 rules looked at 2 buffer pools, ")
    assert checked(result).endswith(": nothing to report.")


def test_random_is_what_is_not_sequential_and_hit_ratios_are_as_ibm_defines_them():
    (member,) = members(from_records(*pools({})))
    row = member.pools[0].last
    assert (row["getpages_random"], row["sync_reads_random"], row["seconds"]) == (9_000_000, 9_000, 900)
    assert row["random_hit_ratio"] == pytest.approx((9_000_000 - 9_000) / 9_000_000)
    assert row["sequential_hit_ratio"] == pytest.approx((900_000 - 25 - 75_000) / 900_000)
    assert row["residency"] == pytest.approx(500_000 * 900 / (9_025 + 75_000))


def test_a_number_of_an_interval_stands_in_both_records_that_it_is_the_difference_of():
    finding = only("db2-pool-reads", *pools({"sync_reads": 1_000_000}))
    reads = facts(finding)["sync_reads_random"]
    assert (reads.value, reads.unit, reads.trust) == (999_975, "count", "computed")
    assert reads.less_record == 0
    assert reads.record > 0
    assert reads.interval_seconds == 900
    assert facts(finding)["buffers"].ibm_name == "QBSTVPL"


def test_a_dump_of_all_records_makes_a_report_with_both_ends_of_its_differences(tmp_path):
    threads = [thread(n, plan="PAYROLL", sync_io_wait=1_000_000, sync_io_waits=900) for n in range(20)]
    records = [*HEALTHY, *pools({"sync_reads": 1_000_000, "buffer_pool": 3}), storage(5), *threads]
    (tmp_path / "smf").write_bytes(b"".join(_native.encode_records(records)))
    result = check(tmp_path)
    (finding,) = [f for f in result.findings if f.check == "db2-pool-reads"]
    (reads,) = [f for f in finding.evidence if f.column == "sync_reads_random"]
    assert (reads.file.endswith("smf"), reads.less_file, reads.ibm_name) == (
        True,
        reads.file,
        "QBSTRIO - QBSTSIO",
    )
    place = f"offset {reads.record} less offset {reads.less_record}"
    assert place in report.render(result, "md")
    assert f'less <span class="nowrap"> offset {reads.less_record}' in report.render(
        result, "html", title="t", generated_by="g"
    )
    rows = csv.DictReader(io.StringIO(report.render(result, "csv")))
    places = [(row["record"], row["less_file"], row["less_record"]) for row in rows]
    assert (str(reads.record), reads.file, str(reads.less_record)) in places
