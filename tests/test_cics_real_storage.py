"""Real storage behind what CICS has above the bar: paged out, and what is offered where some is free."""

from __future__ import annotations

from typing import Any

import pytest

from cics_evidence import of
from test_cics_smf import REGION, check, monitoring, statistics, storage, task
from zos_records import paging, smf71


def paged(n: int, slots: int, peak: int) -> dict[str, Any]:
    result = storage(n)
    result["sections"]["DFHSMSDS"][0] |= {"auxiliary_slots": slots, "peak_auxiliary_slots": peak}
    return result


def test_storage_above_the_bar_on_auxiliary_storage_is_told_with_its_most(tmp_path):
    result = check(tmp_path, [paged(0, 0, 0), paged(1, 51_200, 60_000), paged(2, 25_600, 60_000)])
    [finding] = of(result, "cics-storage-paged-out")
    assert finding.object.name == "storage above the bar"
    assert finding.headline == "200 MiB on auxiliary storage: real storage was short"
    assert str(finding.evidence[0].interval_start) == "2012-07-24 07:00:00"
    assert finding.storage_bytes == 51_200 * 4096


def test_what_came_back_before_a_collection_ended_is_not_told(tmp_path):
    assert of(check(tmp_path, [paged(0, 0, 60_000)]), "cics-storage-paged-out") == []


def test_it_joins_the_shortage_of_its_image(tmp_path):
    short = [smf71("SYSA", n, paging(2_000, 500, 3_000, page_ins=900_000)) for n in range(3)]
    result = check(tmp_path, [paged(n, 51_200, 60_000) for n in range(3)] + short)
    [finding] = [
        finding
        for finding in result.findings
        if "SYSA.IYCUA001 on auxiliary storage" in str(finding.symptoms)
    ]
    assert finding.check == "zos-demand-paging"
    assert of(result, "cics-storage-paged-out") == []


@pytest.mark.parametrize(("free", "offered"), [(12_000_000, True), (100_000, False)])
def test_waits_for_record_level_sharing_are_told_as_locks_before_storage_is_offered(tmp_path, free, offered):
    tasks = [task(0, "PAY1", 2, 0.002, 0.05, rls_wait_us=0.02) for _ in range(100)]
    tasks += [task(0, "PAY2", 2, 0.002, 0.05) for _ in range(100)]
    space = [smf71("SYSA", n, paging(20_000_000, free, 21_000_000)) for n in range(4)]
    actual = of(check(tmp_path, [*monitoring(tasks), *space]), "cics-held-back")
    assert bool(actual) == offered
    for item in actual:
        assert item.headline == "2 s of RLS waits: SMF 42 tells locks from reads"
        assert item.claim.startswith("They are mostly for locks: larger buffer pools of SMSVSAM save reads")
        assert any(fact.ibm_name == "RLSWAIT" for fact in item.evidence)


def test_memlimit_without_a_limit_is_said_to_be_none(tmp_path):
    actual = storage(0)
    actual["sections"]["DFHSMSDS"][0] |= {"memlimit_mb": 17_592_186_040_320, "memlimit_source": 3}
    result = check(tmp_path, [actual])
    [account] = [account for account in result.accounts if account.of == REGION]
    [line] = [line for line in account.lines if line.holder == "MEMLIMIT"]
    assert (line.bytes, line.note) == (None, "NOLIMIT")
    assert {item.place for item in account.free_at_minimum} == {"below 16 MB", "below the bar"}


@pytest.mark.parametrize(
    ("section", "values"),
    [
        ("DFHSMSDS", {"auxiliary_slots": 40_000 | 1 << 24, "peak_auxiliary_slots": 40_000}),
        ("DFHSMSDS", {"real_frames": 1 << 30, "peak_real_frames": 250_000}),
        ("DFHSMSDS", {"gdsa_active_mb": 1 << 22, "peak_gdsa_active_mb": 900}),
        # Peaks above what the address space may have: MEMLIMIT of 8 GiB, and what lies below each line.
        ("DFHSMSDS", {"peak_auxiliary_slots": 1 << 24}),
        ("DFHSMSDS", {"peak_real_frames": 250_000 | 1 << 21}),
        ("DFHSMSDS", {"gdsa_allocated_mb": 1042 | 1 << 13, "peak_gdsa_allocated_mb": 1042 | 1 << 13}),
        ("DFHSMSDS", {"dsa_limit": 5 << 20 | 1 << 24}),
        ("DFHSMSDS", {"peak_edsa_total": 89 << 20 | 1 << 31}),
        ("DFHSMSDS", {"hidden_bytes": 1 << 40, "private_object_bytes": 1 << 32}),
        ("SMSBODY", {"free": 1 << 30}),
        ("SMSBODY", {"largest_free": 2 << 20}),
        ("SMSBODY", {"lowest_free": 3 << 20}),
        ("SMSBODY", {"waiting": 1 << 16}),
    ],
)
def test_a_flipped_bit_that_no_storage_can_have_is_damage_and_invents_none(tmp_path, section, values):
    actual = storage(0)
    actual["sections"][section][0] |= values
    result = check(tmp_path, [actual, storage(1)])
    assert of(result, "cics-storage-paged-out") == []
    [source] = result.sources
    assert source.damaged == 1


def test_a_region_at_all_of_its_limits_is_no_damage(tmp_path):
    full = {"peak_real_frames": 8192 * 256, "peak_auxiliary_slots": 8192 * 256, "dsa_limit": 16 << 20}
    full |= dict.fromkeys(("gdsa_allocated_mb", "peak_gdsa_allocated_mb"), 8192)
    actual = storage(0, peak=2 << 30)
    actual["sections"]["DFHSMSDS"][0] |= full
    actual["sections"]["SMSBODY"][0] |= {"free": 40 << 20, "largest_free": 40 << 20, "lowest_free": 40 << 20}
    [source] = check(tmp_path, [actual]).sources
    assert (source.decoded, source.damaged) == (1, 0)


@pytest.mark.parametrize("attaches", [99, 100, 5_000])
def test_tasks_of_a_class_are_no_more_than_were_attached(tmp_path, attaches):
    tasks = {"purged_at_once": 10, "queued_total": 20, "accepted_at_once": 70, "attaches": attaches}
    row = {"transaction_class": "DFHTCL01", "limit": 5, "peak_active": 5} | tasks
    [source] = check(tmp_path, [statistics(0, DFHXMCDS=row)]).sources
    assert source.damaged == (attaches < 100)
