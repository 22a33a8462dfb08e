"""What is measured of z/OS does not depend on how its tables are cut into pieces."""

from __future__ import annotations

import pytest

import getpage
from coupling_records import cache, request, smf74_4, storage
from getpage.evidence.opened import open_evidence
from getpage.products.common.stretches import stretches
from getpage.products.zos import work as zos_work
from getpage.products.zos.work import work
from zos_records import GIB, check, large, paging, smf30, smf71, smf72, write

INTERVALS = 24


def specs():
    for number in range(INTERVALS):
        for system in ("SYSA", "SYSB"):
            free = 1_000_000 - 7_919 * (number * 5 % INTERVALS)
            yield smf71(system, number, paging(free, free // 2, page_ins=900 * number) | large(900, 10, 4, 0))
            yield smf72(system, number, "ONLINE", regions=4, rate=30.0 + number)
            yield smf72(system, number, "RONLINE", regions=1, rate=150.0 - number, report="ONLINE")
            yield smf30(system, number, "CICS1", 100.0 + number * 5 % INTERVALS)
            yield smf30(system, number, "BATCH", 1.0, subtype=4)
            requests = [request("LIST1", GIB, "list", list_entries=4_000 + number, list_entries_limit=5_000)]
            requests.append(request("DSG_GBP1", GIB))
            shared = {"R744GSRG": storage(GIB + 4096 * number)} if system == "SYSA" else {}
            counted = cache(1, directory_reclaims=float(number), castouts=3.0)
            yield smf74_4(system, number, "CF01", requests, R744CACH=[counted], **shared)


def said(path):
    """All that is said, with everything that is made on demand."""
    result = getpage.check(path)
    return result.findings, result.accounts, tuple(result.tables), tuple(result.pictures), result.missing


@pytest.mark.parametrize("rows", [5, 50])
def test_small_pieces_say_what_one_piece_says(tmp_path, monkeypatch, rows):
    write(tmp_path / "dump.smf", list(specs()))
    whole = said(tmp_path)
    assert {finding.check for finding in whole[0]} >= {
        "zos-demand-paging",
        "zos-structure-full",
    }
    monkeypatch.setitem(stretches.__kwdefaults__, "rows", rows)
    monkeypatch.setattr("getpage.products.zos.records.ROWS", rows)
    monkeypatch.setattr("getpage.products.zos.real._ROWS", rows)
    assert said(tmp_path) == whole


def test_a_structure_that_is_nearly_full_says_in_which_interval(tmp_path):
    result = check(tmp_path, list(specs()))
    [finding] = [finding for finding in result.findings if finding.check == "zos-structure-full"]
    assert {4_000 + INTERVALS - 1, 5_000} <= {fact.value for fact in finding.evidence}
    assert f"{finding.evidence[0].interval_start:%Y-%m-%d %H:%M}" == "2012-07-24 12:30"


def test_work_of_a_long_window_has_neighbours_added_up_and_nothing_is_lost(tmp_path, monkeypatch):
    write(tmp_path / "dump.smf", list(specs()))
    with open_evidence([str(tmp_path)]) as (evidence, _):
        every = [item for line in work(evidence) for item in line]
        monkeypatch.setattr(zos_work, "MOST", 5)
        added = [item for line in work(evidence) for item in line]
    assert len(every) == 2 * INTERVALS
    assert len(added) == 2 * 5
    for what in ("seconds", "units", "reads", "cpu_seconds"):
        assert sum(getattr(item, what) for item in added) == pytest.approx(
            sum(getattr(item, what) for item in every)
        )
