"""Limits of a CICS region as knobs of the one plan: what they cost, what more takes, where it waits."""

from __future__ import annotations

from typing import Any
from xml.etree import ElementTree

import pytest

import getpage
import zos_records
from cics_evidence import heading
from getpage.cli.app import run_command
from getpage.core.errors import NotEnoughEvidenceError
from getpage.core.names import Image, KnobId, Subsystem
from getpage.result.plan import Reason
from test_cics_smf import ABOVE_THE_BAR, SECOND, manager, monitoring, statistics, task
from test_cics_storage import temporary
from zos_records import paging, smf71

REGION = Subsystem("cics", Image("SYSA"), "IYCUA001")
MXT = KnobId(REGION, "MXT")
RESERVED = 30_248  # 1,576 bytes and 28 KB of 31-bit storage for a task
QUARTERS = 4
WAITED = 0.5  # seconds of each of the tasks that waited for MXT
#: Where they spend what is left of their second: in no one place, so that the load fills MXT.
INSIDE = {"file_wait_us": 0.2, "ts_wait_us": 0.2}


def real(free: int) -> list[dict[str, Any]]:
    """Frames of the image by quarter of an hour."""
    return [smf71("SYSA", n, paging(20_000_000, free, 21_000_000)) for n in range(QUARTERS)]


def areas(n: int, peak: int, limit: int = 300, short: float = 0.0, memlimit: int = 8192) -> dict[str, Any]:
    """Storage of a region, in MiB: EDSALIM and its peak, and MEMLIMIT with 1,042 MB of it active."""
    total = {"dsa_limit": 5 << 20, "edsa_limit": limit << 20, "dsa_total": 1 << 20, "peak_dsa_total": 1 << 20}
    total |= {"edsa_total": peak << 20, "peak_edsa_total": peak << 20, "memlimit_mb": memlimit}
    total |= dict.fromkeys(ABOVE_THE_BAR, 1042)
    area = {
        "dsa": "ECDSA",
        "location": 2,
        "access": 1,
        "dsa_index": 9,
        "size": 40 << 20,
        "peak_size": 40 << 20,
    }
    area |= {
        "free": 1 << 20,
        "lowest_free": 1 << 20,
        "times_short": int(short > 0),
        "short_us": short * SECOND,
    }
    return statistics(n, DFHSMSDS=total, SMSBODY=[area])


def queued(n: int, most: int) -> dict[str, Any]:
    """A region at its MXT of 500, with so many tasks queued at once."""
    row = {"transactions_total": 7000, "mxt": 500, "active": 3, "peak_active": 500, "times_at_mxt": 15}
    row |= {"peak_queued": most, "total_active": 6900, "total_delayed": 150}
    return statistics(n, DFHXMGDS=row)


def waiting(tasks: int = 50) -> list[dict[str, Any]]:
    """Tasks of each quarter of an hour that waited for MXT, and had 200 KB above 16 MB."""
    made = []
    for n in range(QUARTERS):
        for _ in range(tasks):
            spec = task(n, "PAY1", 2, 0.002, 1.0, mxt_delay_us=WAITED, **INSIDE)
            made.append(spec | {"peak_user_31": 200 << 10})
    return monitoring(made)


def site(tmp_path, *specs: dict[str, Any], free: int = 12_000_000):
    zos_records.write(tmp_path / "cics.smf", [*specs, *real(free)])
    return tmp_path


def busy(tmp_path, most: int = 42, peak: int = 89, free: int = 12_000_000):
    """A region whose tasks queue for MXT."""
    regions = [spec for n in range(QUARTERS) for spec in (queued(n, most), areas(n, peak))]
    return site(tmp_path, *waiting(), *regions, free=free)


def test_mxt_is_a_knob_whose_curve_is_the_time_that_tasks_waited_for_it(tmp_path):
    made = getpage.plan(busy(tmp_path))
    [item] = [item for item in made.items if item.knob == MXT]
    assert (item.size_before, item.size_after) == (500, 550)  # 42 queued at once, in whole tens
    assert item.storage_bytes == 50 * RESERVED
    # 200 tasks of half a second in the hour that the tasks tell of: all of it at best.
    hour = 3600 * 200 * WAITED / (QUARTERS * 900)
    assert item.wait_saved.value == pytest.approx(hour, rel=0.01)
    assert 0 < item.wait_saved.low < item.wait_saved.high == pytest.approx(hour, rel=0.01)
    [step] = [step.change for step in made.steps if step.knob == MXT]
    assert (step.command, step.undo) == ("CEMT SET SYSTEM MAXTASKS(550)", "CEMT SET SYSTEM MAXTASKS(500)")
    assert step.lasting == "MXT=550"
    # The elements of the sample that IBM publishes (cicsdev/cics-policy-samples), to its condition.
    [rule] = ElementTree.fromstring(step.watch.encode())
    assert (rule.tag, rule.attrib) == ("rule", {"group": "SYSTEM", "type": "taskThreshold"})
    [above] = rule.find("taskThresholdCondition/taskThresholdFilter")
    assert (above.tag, above.get("filterOperator"), above.get("filterValue")) == (
        "PERCENT_MAXTASKS",
        "GHT",
        "90",
    )
    assert rule.find("action/message") is not None
    worst = 550 * ((200 << 10) + RESERVED) / (1 << 20)
    assert "If all 550 tasks run at once with up to 200 KiB each" in step.caution
    assert f"{worst:.3g} MiB above 16 MB" in step.caution


def test_half_as_many_more_leave_half_of_the_wait_at_the_most_likely(tmp_path):
    made = getpage.forecast(busy(tmp_path), "IYCUA001.MXT=525", processors=4, busy_percent=50)
    waits = made.figure(MXT, "wait")
    assert waits.after.value == pytest.approx(waits.before.value / 2, rel=0.01)
    assert waits.after.low < 0.2 * waits.before.value
    assert 0.9 * waits.before.value < waits.after.high <= waits.before.value


def test_mxt_waits_where_the_image_has_no_storage_for_its_tasks(tmp_path):
    made = getpage.plan(busy(tmp_path, most=600, free=1_000))
    assert [item.knob for item in made.items if item.knob == MXT] == []
    [later] = [item for item in made.later if item.knob == MXT]
    assert later.size_after == 1_100  # 17 MiB
    [step] = [step.change for step in made.steps if step.knob == MXT]
    assert "given back on SYSA" in step.only_after


@pytest.mark.parametrize(("most", "size"), [(42, 550), (90, 590)])
def test_a_little_storage_for_tasks_that_wait_is_not_kept_back_for_a_dump(tmp_path, most, size):
    """Less than 1 % of the reserve: the command is there, with what it leaves the reserve short."""
    made = getpage.plan(busy(tmp_path, most=most, free=1_000))
    [item] = [item for item in made.items if item.knob == MXT]
    assert (item.size_before, item.size_after) == (500, size)
    [step] = [step.change for step in made.steps if step.knob == MXT]
    assert (step.only_after, step.storage_bytes) == ("", (size - 500) * RESERVED)
    assert "leaves the reserve of 10 % of real storage" in step.caution
    assert "short: weigh that against the work that waits" in step.caution


def test_edsalim_is_raised_first_where_it_does_not_hold_the_tasks(tmp_path):
    made = getpage.plan(busy(tmp_path, most=1_400, peak=270))
    changes = {step.change.setting: step.change for step in made.steps}
    needs = 1_400 * RESERVED - (30 << 20)
    whole = (300 << 20) + -(-needs // (1 << 20)) * (1 << 20)
    assert changes["EDSALIM"].command == f"CEMT SET DSAS EDSALIMIT({whole})"
    assert changes["EDSALIM"].storage_bytes == 0  # its tasks count for themselves
    assert changes["MXT"].only_after.startswith("EDSALIM of SYSA.IYCUA001 above its peak is raised")
    [limit] = [limit for limit in made.limits if limit.id.name == "EDSALIM"]
    assert limit.room == 30 << 20


def test_a_rule_that_raises_edsalim_counts_the_tasks_that_another_lets_in(tmp_path):
    """One command for both: what the peak asks for, and the tasks that queued."""
    made = getpage.plan(busy(tmp_path, most=1_400, peak=290))
    [edsa] = [step.change for step in made.steps if step.change.setting == "EDSALIM"]
    asked = ((290 << 20) + 1_400 * RESERVED) / 0.8
    assert edsa.command == f"CEMT SET DSAS EDSALIMIT({-(-int(asked) // (1 << 20)) << 20})"
    order = [step.change.setting for step in made.steps]
    assert order.index("EDSALIM") < order.index("MXT")


def test_a_class_is_a_knob_with_the_time_in_its_queue(tmp_path):
    row = {"transaction_class": "DFHTCL05", "limit": 10, "peak_active": 10, "attaches": 900}
    row |= {"times_at_limit": 40, "peak_queued": 5, "queue_us": 90.0 * SECOND, "queued_total": 60}
    made = getpage.plan(site(tmp_path, *(statistics(n, DFHXMCDS=[row]) for n in range(QUARTERS))))
    [item] = [item for item in made.items if item.knob == KnobId(REGION, "TCLASS-DFHTCL05")]
    assert item.size_after == 15
    assert item.wait_saved.value == pytest.approx(360, rel=0.01)
    [step] = [step.change for step in made.steps if step.knob == item.knob]
    assert step.command == "CEMT SET TCLASS(DFHTCL05) MAXIM(15)"
    assert step.lasting == "CEDA ALTER TRANCLASS(DFHTCL05) GROUP(group) MAXACTIVE(15)"
    assert step.lasting_undo == "CEDA ALTER TRANCLASS(DFHTCL05) GROUP(group) MAXACTIVE(10)"
    assert step.storage_bytes == 5 * RESERVED


def test_areas_that_were_short_bound_what_a_higher_edsalim_saves(tmp_path):
    where = site(tmp_path, *(areas(n, 298, short=9.0) for n in range(QUARTERS)))
    made = getpage.plan(where)
    knob = KnobId(REGION, "EDSALIM")
    [item] = [item for item in made.items if item.knob == knob]
    assert (item.unit, item.size_before, item.size_after) == ("MiB", 300, 373)
    assert item.because.startswith("a check asks for it")
    told = getpage.forecast(where, "IYCUA001.EDSALIM=400", processors=4, busy_percent=50).figure(knob, "wait")
    assert told.before.value == pytest.approx(36 / 3600)
    assert told.after.low < 0.1 * told.before.value
    assert told.after.high == pytest.approx(told.before.value)


def test_z_os_says_whether_the_address_space_holds_a_higher_edsalim(tmp_path):
    space = zos_records.smf30("SYSA", 0, "CICSA001", 0, region_above=400 << 20, user_above=380 << 20)
    made = getpage.plan(site(tmp_path, *(areas(n, 298) for n in range(QUARTERS)), space))
    [step] = [step.change for step in made.steps if step.change.setting == "EDSALIM"]
    assert "380 MiB of 400 MiB were in use above 16 MB" in step.caution
    assert "which lacks 53 MiB for this" in step.caution


def test_memlimit_takes_no_real_storage_by_itself(tmp_path):
    made = getpage.plan(site(tmp_path, *(areas(n, 89, memlimit=1050) for n in range(QUARTERS))))
    [item] = [item for item in made.items if item.knob == KnobId(REGION, "MEMLIMIT")]
    assert (item.size_before, item.size_after, item.counted_bytes) == (1050, 2048, 0)
    [budget] = made.budgets
    assert budget.taken == 0
    [step] = [step.change for step in made.steps if step.knob == item.knob]
    assert step.command == "MEMLIMIT=2G"
    assert "they take 1,006 MiB more than at their peak" in step.caution


def ts(n: int, reads: int) -> dict[str, Any]:
    """Auxiliary temporary storage: three buffers of 4 KB."""
    row = {"buffers": 3, "strings": 3, "ci_size": 4096, "buffer_reads": reads, "gets_auxiliary": 61_000}
    return statistics(n, DFHTSGDS=row)


def main_page(times: int) -> str:
    """The page of temporary storage, which alone has TSMAINLIMIT."""
    return heading("IYCUA001", "CICSA001", "07:45:00") + temporary(main=times)


def test_main_temporary_storage_counts_against_memlimit(tmp_path):
    (tmp_path / "page.txt").write_text(main_page(4))
    made = getpage.plan(site(tmp_path, *(areas(n, 89, memlimit=1050) for n in range(QUARTERS))))
    [item] = [item for item in made.items if item.knob == KnobId(REGION, "TSMAINLIMIT")]
    assert (item.size_before, item.size_after) == (64, 128)
    [limit] = [limit for limit in made.limits if limit.id.name == "MEMLIMIT"]
    assert limit.taken <= limit.room + limit.raised


def test_reads_of_auxiliary_temporary_storage_bound_what_its_buffers_save(tmp_path):
    reads = (ts(n, 9_000) for n in range(QUARTERS))
    made = getpage.plan(site(tmp_path, *(queued(n, 42) for n in range(QUARTERS)), *waiting(), *reads))
    [left] = [item for item in made.not_done if item.knob == KnobId(REGION, "TS-BUFFERS")]
    assert left.reason is Reason.EVIDENCE
    assert "growth saves none to all of 10" in left.why


def test_a_limit_that_nothing_came_to_is_no_knob(tmp_path):
    site(tmp_path, *(areas(n, 89) for n in range(QUARTERS)), *waiting(1), manager(0, 0))
    with pytest.raises(NotEnoughEvidenceError, match="nothing in it whose size is known"):
        getpage.plan(tmp_path)


@pytest.mark.parametrize("form", ["table", "json", "csv", "md"])
def test_every_rendering_shows_the_limit_as_a_knob(tmp_path, capsys, form):
    where = busy(tmp_path)
    assert run_command(["plan", str(where), "--format", form]) == 0
    assert "MAXTASKS(550)" in capsys.readouterr().out
    assert run_command(["report", str(where), "--output", str(tmp_path / "r.html")]) == 0
    assert "IYCUA001.MXT" in (tmp_path / "r.html").read_text()


def test_the_account_of_a_region_has_what_mxt_and_tsmainlimit_may_take(tmp_path):
    (tmp_path / "page.txt").write_text(main_page(0))
    result = getpage.check(site(tmp_path, *(queued(n, 0) for n in range(QUARTERS))))
    [account] = [
        account
        for account in result.accounts
        if account.of.name == "IYCUA001" and account.of.image == REGION.image
    ]
    limits = {line.holder: line.bytes for line in account.lines if line.place == "limit"}
    assert (limits["MXT"], limits["TSMAINLIMIT"]) == (500 * RESERVED, 64 << 20)
