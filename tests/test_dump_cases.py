"""SVC dumps that were cut off, waited, were slow or filled auxiliary storage: what is found and asked for."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest

import getpage
from dump_evidence import BEGUN, FRAME, GIB, aux, dump, line, site, slots
from getpage.cli.app import run_command
from getpage.core.names import Image, KnobId, Subsystem
from getpage.result import Cause, Kind, Severity
from getpage.result.forecast import FigureName
from mq_evidence import START, pools, record
from zos_records import paging, smf30, smf71, write

MIB = 1 << 20
SDUMP = Subsystem("dumps", Image("AL18"), "SDUMP")
KNOB = KnobId(SDUMP, "MAXSPACE")
#: Large enough for auxiliary storage to be no matter.
PLENTY = slots(30_000_000, 29_900_000)


def finding(result, check):
    return next((finding for finding in result.findings if finding.check == check), None)


def table(result, begin):
    return next(table for table in result.tables if table.title.startswith(begin))


def column(table, name):
    return [row[table.columns.index(name)] for row in table.rows]


def test_what_the_system_paged_in_the_interval_of_a_dump_stands_beside_it(tmp_path):
    log = dump(20.0, used=10_240, at=BEGUN - timedelta(minutes=4))
    paged = {"page_ins": 90_000, "page_outs": 45_000}
    result = getpage.check(site(tmp_path / "site", 4_000_000, log, **(PLENTY | paged)))
    first = table(result, "SVC dumps")
    assert (column(first, "pages in /s"), column(first, "pages out /s")) == ([100], [50])  # of 900 s
    after = dump(20.0, used=10_240, at=BEGUN + timedelta(hours=3))
    later = getpage.check(site(tmp_path / "later", 4_000_000, after, **(PLENTY | paged)))
    assert column(table(later, "SVC dumps"), "pages in /s") == [None]


@pytest.mark.parametrize(("seconds", "text"), [(60, True), (15, False)])
def test_a_dump_that_may_stop_the_whole_system_for_long_is_a_note_without_a_command(tmp_path, seconds, text):
    options = "".join(line(BEGUN, f"CHNGDUMP SET,SDUMP,MAXSPACE=800M,MAXSNDSP={seconds},BUFFERS=64M"))
    result = getpage.check(site(tmp_path / "site", 8_000_000, options, **PLENTY))
    first = finding(result, "dumps-standstill")
    assert (first is not None) is text
    if text:
        assert (first.severity, first.kind) == (Severity.INFO, Kind.RISK)
        assert first.headline == "A dump may stop all work for 1 min (default 15 s)"
        assert "BUFFERS reserves 64 MiB" in first.claim
    held = {
        line.holder: line.bytes
        for account in result.accounts
        if account.of == SDUMP
        for line in account.lines
    }
    assert held["BUFFERS"] == 64 * MIB


def test_what_was_free_is_of_the_interval_before_the_dump_and_not_of_what_it_left(tmp_path):
    path = site(
        tmp_path / "site", 4_000_000, dump(20.0, used=10_240, at=BEGUN + timedelta(minutes=4)), **PLENTY
    )
    result = getpage.check(path)
    assert column(table(result, "SVC dumps"), "free before GiB") == [pytest.approx(15.26, abs=0.01)]


def partial(path, frames=8_000_000, most=21, **more):
    """A dump that MAXSPACE cut off, of an address space that holds more."""
    held = aux("DB1AMSTR", most * GIB // FRAME, 0)
    log = dump(9.0, used=8000, partial="MAXSPACE LIMIT REACHED", asids=(271,))
    return site(path, frames, log, held, online=20_000_000, **(PLENTY | more))


def of_maxspace(result):
    return next((change for change in result.changes if change.setting == "MAXSPACE"), None)


def test_a_dump_that_maxspace_cut_off_asks_for_one_that_holds_all_with_undo_and_what_makes_it_last(tmp_path):
    result = getpage.check(partial(tmp_path / "site"))
    text = finding(result, "dumps-partial")
    assert (text.severity, text.kind) == (Severity.CRITICAL, Kind.RISK)
    assert "MAXSPACE LIMIT REACHED" in {item.value for item in text.evidence}
    change = of_maxspace(result)
    assert change.command == "CHNGDUMP SET,SDUMP,MAXSPACE=21504M"
    assert change.undo == "CHNGDUMP SET,SDUMP,MAXSPACE=8000M"
    assert change.lasting.startswith("COM='CHNGDUMP SET,SDUMP,MAXSPACE=")
    assert "D D,O" in change.verify
    assert change.because == (text.id,)


def test_the_reserve_of_the_ledger_is_maxspace_and_the_plan_takes_the_rest_of_what_is_free(tmp_path):
    path = partial(tmp_path / "site")
    result = getpage.check(path)
    kept = [
        entry.bytes for a in result.accounts for entry in a.free_at_minimum if entry.holder == "dump reserve"
    ]
    assert kept == [8000 * MIB]
    plan = getpage.plan(path)
    [budget] = plan.budgets
    assert budget.reserve == 8000 * MIB
    [item] = [item for item in plan.items if item.knob == KNOB]
    assert item.size_before == 8000
    assert budget.taken >= item.storage_bytes == (item.size_after - 8000) * MIB


def test_no_maxspace_is_asked_for_that_would_fill_auxiliary_storage(tmp_path):
    """1 GiB free and a page data set of 4 GiB, half full: nothing more can be captured."""
    few = slots(1_048_576, 524_288)
    result = getpage.check(partial(tmp_path / "site", frames=262_144, **few))
    assert of_maxspace(result) is None
    assert "would fill auxiliary storage" in finding(result, "dumps-partial").no_command
    more = getpage.check(partial(tmp_path / "more", frames=262_144, **slots(10_485_760, 10_000_000)))
    wanted = int(of_maxspace(more).command.partition("MAXSPACE=")[2].removesuffix("M"))
    assert 8000 < wanted < 21_500  # what is free and half of auxiliary storage
    assert "the rest of a dump pages others out" in of_maxspace(more).caution


def test_a_maxspace_beyond_what_is_there_with_auxmgmt_off_is_critical_and_switched_on(tmp_path):
    options = "".join(line(BEGUN, "CHNGDUMP SET,SDUMP,MAXSPACE=20000M,AUXMGMT=OFF"))
    result = getpage.check(site(tmp_path / "site", 262_144, options, **slots(1_048_576, 1_000_000)))
    text = finding(result, "dumps-fill-auxiliary")
    assert text.severity is Severity.CRITICAL
    assert text.headline == "A dump of MAXSPACE (19.5 GiB) fills auxiliary storage and stops z/OS"
    change = next(change for change in result.changes if change.setting == "AUXMGMT")
    assert (change.command, change.undo) == (
        "CHNGDUMP SET,SDUMP,AUXMGMT=ON",
        "CHNGDUMP SET,SDUMP,AUXMGMT=OFF",
    )
    on = getpage.check(
        site(tmp_path / "on", 262_144, options.replace("OFF", "ON"), **slots(1_048_576, 1_000_000))
    )
    assert finding(on, "dumps-fill-auxiliary").severity is Severity.WARNING
    assert "ends at 68 %" in finding(on, "dumps-fill-auxiliary").claim
    # 4 GiB of slots, 189 MiB in use; 20,000 MB less 1 GiB are paged out, and are 68 % of what there is then
    needed = ((1_048_576 - 1_000_000) * FRAME + 20_000 * MIB - GIB) / 0.68 - 4 * GIB
    [added] = [
        item for item in finding(on, "dumps-fill-auxiliary").evidence if item.label.endswith("add for it")
    ]
    assert added.value == pytest.approx(needed, abs=1)
    assert "of page data sets or of storage-class memory" in finding(on, "dumps-fill-auxiliary").claim


def test_storage_class_memory_is_auxiliary_storage_too(tmp_path):
    options = "".join(line(BEGUN, "CHNGDUMP SET,SDUMP,MAXSPACE=20000M,AUXMGMT=ON"))
    scm = {
        f"scm_{what}_{which}": 8e6
        for what in ("total", "free")
        for which in ("minimum", "average", "maximum")
    }
    more = slots(1_048_576, 1_000_000) | scm
    result = getpage.check(site(tmp_path / "site", 262_144, options, **more))
    assert finding(result, "dumps-fill-auxiliary") is None


def test_half_of_auxiliary_storage_in_use_refuses_new_dumps(tmp_path):
    options = "".join(line(BEGUN, "CHNGDUMP SET,SDUMP,MAXSPACE=500M,AUXMGMT=ON"))
    result = getpage.check(site(tmp_path / "site", 4_000_000, options, **slots(1_000_000, 480_000)))
    assert "no new dump is taken" in finding(result, "dumps-fill-auxiliary").claim


def test_a_dump_that_waits_for_a_data_set_is_told_with_how_long(tmp_path):
    log = dump(9.0, used=8000, waits=True, writes=600.0)
    text = finding(getpage.check(site(tmp_path / "site", 8_000_000, log, **PLENTY)), "dumps-no-data-set")
    assert [item.value for item in text.evidence if item.label == "it waited for a data set"] == [597.0]
    assert text.storage_bytes == 8000 * MIB


def test_a_reply_tells_when_a_dump_was_asked_for_where_no_error_does(tmp_path):
    log = dump(12.5, used=8000, error=False)
    result = getpage.check(site(tmp_path / "site", 8_000_000, log, **PLENTY))
    assert column(table(result, "SVC dumps"), "capture s") == [12.5]


def test_complete_dumps_with_all_of_it_free_are_no_shortage(tmp_path):
    result = getpage.check(site(tmp_path / "site", 8_000_000, dump(3.0, used=4000, free=4000), **PLENTY))
    assert [finding.check for finding in result.findings if finding.product == "dumps"] == []
    assert any(scope.product == "dumps" for scope in result.looked)


def test_a_forecast_says_what_more_free_storage_brings_the_next_dump(tmp_path):
    path = site(tmp_path / "site", 133_349, dump(27.837104, used=20_480), **PLENTY)
    forecast = getpage.forecast(path, "SDUMP.MAXSPACE=40000", processors=10, busy_percent=20)
    wait = forecast.figure(KNOB, FigureName.WAIT)
    assert wait.after.value / wait.before.value == pytest.approx(17.56 / 27.84, abs=0.02)
    assert wait.after.low <= wait.after.value <= wait.after.high


def test_a_plan_makes_up_the_reserve_first_and_gives_a_dump_more_where_its_seconds_count_for_enough(tmp_path):
    """Ten seconds a day are not worth 16 GiB, unless somebody says that they are."""
    path = site(tmp_path / "site", 133_349, dump(27.837104, used=20_480), **PLENTY)
    plan = getpage.plan(path, add="60G")
    assert plan.items == ()
    [budget] = plan.budgets
    assert budget.available == 60 * GIB + 133_349 * FRAME - 20 * GIB
    [item] = getpage.plan(path, add="60G", weights={"wait": 10_000.0}).items
    assert (item.knob, item.size_before) == (KNOB, 20_480)
    assert pytest.approx(item.wait_saved.value, rel=0.01) == 3600 * (27.84 - 17.56) / 86_400


def test_a_dump_before_and_one_after_are_compared(tmp_path):
    before = site(tmp_path / "before", 133_349, dump(27.837104, used=20_480), **PLENTY)
    later = BEGUN + timedelta(days=1)
    after = site(tmp_path / "after", 4_083_614, dump(17.564853, used=20_480, at=later), **PLENTY)
    proof = getpage.prove(before, after)
    [whole, per_gib] = [difference for difference in proof.differences if difference.subject == SDUMP]
    assert whole.measure == "capture"
    assert whole.difference.value == pytest.approx(-10.27, abs=0.02)
    assert per_gib.after.value == pytest.approx(17.56 / 20, abs=0.001)


def test_messages_and_replies_without_a_system_are_of_the_only_one_that_is_named(tmp_path):
    log = dump(9.0, partial="MAXSPACE LIMIT REACHED").split("\n")
    bare = "\n".join(re.sub(r" 59[0-9]$", "", item.partition("00000090  ")[2]) for item in log)
    result = getpage.check(site(tmp_path / "site", 8_000_000, bare, **PLENTY))
    assert finding(result, "dumps-partial").object.image == Image("AL18")


def test_a_dump_of_the_largest_subsystem_is_held_against_maxspace(tmp_path):
    """What others know of it: the address space of a queue manager that its own records name, by SMF 30."""
    specs = [smf71("AL18", 0, paging(8_000_000)), smf30("AL18", 0, "MQA1MSTR", 0.0)]
    specs += [{"lengths": {}} | pools({"buffer_pool": 3}, system="AL18", queue_manager="MQA1")]
    write(tmp_path / "dump.smf", specs)
    (tmp_path / "log.txt").write_text("\n".join(line(BEGUN, "CHNGDUMP SET,SDUMP,MAXSPACE=300M")) + "\n")
    text = finding(getpage.check(tmp_path), "dumps-maxspace")
    assert "A dump of MQA1MSTR takes 391 MiB" in text.claim


def test_what_users_waited_is_worked_out_from_the_work_of_the_subsystem_that_was_dumped(tmp_path):
    """With 9,000 messages in 900 s, 20 s of a capture hold 200 of them up for 10 s each."""
    at = START + timedelta(minutes=5)
    spec = {"lengths": {}} | record(2, "QMST", [{"put_count": 9_000}], system="AL18", queue_manager="MQA1")
    write(
        tmp_path / "dump.smf",
        [spec, {"lengths": {}} | pools({"buffer_pool": 3}, system="AL18", queue_manager="MQA1")],
    )
    (tmp_path / "log.txt").write_text(dump(20.0, used=1000, job="MQA1MSTR", at=at))
    first = table(getpage.check(tmp_path), "What users waited")
    assert column(first, "came meanwhile") == [200]
    assert column(first, "seconds waited")[0] >= 2000


def test_where_nothing_tells_what_there_is_for_dumps_the_size_is_asked_for_and_said_to_be_a_risk(tmp_path):
    (tmp_path / "log.txt").write_text(dump(9.0, used=500, partial="MAXSPACE LIMIT REACHED", asids=(271,)))
    (tmp_path / "storj.txt").write_text(aux("DB1AMSTR", 21 * GIB // FRAME, 0))
    change = of_maxspace(getpage.check(tmp_path))
    assert change.command == "CHNGDUMP SET,SDUMP,MAXSPACE=21504M"
    assert "can fill auxiliary storage" in change.caution


def test_captures_of_a_window_are_drawn_beside_what_they_had_taken_with_all_of_it_free(tmp_path):
    logs = [
        dump(27.837104, used=20_480, number=1),
        dump(13.0, used=10_240, number=2, at=BEGUN + timedelta(minutes=8)),
    ]
    result = getpage.check(site(tmp_path / "site", 133_349, *logs, **PLENTY))
    [picture] = [picture for picture in result.pictures if picture.id.startswith("dumps-")]
    taken, free = picture.curves
    assert taken.values == (pytest.approx(27.83), pytest.approx(13.0))
    assert free.values[0] == pytest.approx(17.56, abs=0.02)
    assert free.values[1] < 13.0
    path = tmp_path / "report.md"
    assert run_command(["report", str(tmp_path / "site"), "-o", str(path)]) == 0
    assert "Captures of SVC dumps, AL18.SDUMP" in path.read_text()
    assert "CHNGDUMP" not in path.read_text()  # nothing was partial


def test_dumps_one_after_the_other_are_told_apart_by_order_where_an_identifier_comes_again(tmp_path):
    logs = dump(9.0, used=8000, partial="") + dump(4.0, at=BEGUN + timedelta(minutes=20))
    result = getpage.check(site(tmp_path / "site", 8_000_000, logs, **PLENTY))
    first = table(result, "SVC dumps")
    assert column(first, "written") == ["partial", "complete"]
    assert column(first, "capture s") == [9.0, 4.0]


def test_a_dump_that_a_smaller_maxspace_cut_off_is_not_told_of_the_present_one(tmp_path):
    path = partial(tmp_path / "site")
    later = "\n".join(line(BEGUN + timedelta(hours=1), "CHNGDUMP SET,SDUMP,MAXSPACE=21504M")) + "\n"
    (path / "later.txt").write_text(later)
    result = getpage.check(path)
    assert finding(result, "dumps-partial") is None
    assert of_maxspace(result) is None
    again = dump(20.0, used=21_504, partial="MAXSPACE LIMIT REACHED", at=BEGUN + timedelta(hours=2))
    (path / "again.txt").write_text(again)
    assert "1 dump cut off at 21 GiB" in finding(getpage.check(path), "dumps-partial").headline


def test_a_capture_that_is_slow_with_storage_free_is_not_copying_and_says_how_many_times_ibms_rate(tmp_path):
    """6 GB take 5.3 s at IBM's rate; with 17 GB free before it, 90 s are not of storage."""
    result = getpage.check(site(tmp_path / "site", 4_400_000, dump(90.0, used=6_144), **PLENTY))
    actual = finding(result, "dumps-slow-capture")
    assert (actual.severity, actual.kind, actual.cause) == (Severity.WARNING, Kind.RISK, Cause.ELSEWHERE)
    assert actual.headline == "Capture took 1 min 30 s, 17 times what IBM's rate gives"
    assert "service class of DUMPSRV" in actual.claim
    assert actual.changes == ()
    healthy = getpage.check(site(tmp_path / "well", 4_400_000, dump(6.0, used=6_144), **PLENTY))
    assert finding(healthy, "dumps-slow-capture").severity is Severity.INFO


def test_headlines_are_short_and_sentences_too(tmp_path):
    options = "".join(
        line(BEGUN, "CHNGDUMP SET,SDUMP,MAXSPACE=99999000M,AUXMGMT=OFF,MAXSNDSP=9999,BUFFERS=999M")
    )
    few = slots(1_048_576, 1_000_000)
    cut = [
        dump(
            9_999.0, used=1_023, partial="MAXSPACE LIMIT REACHED", number=n, at=BEGUN + timedelta(hours=3 * n)
        )
        for n in range(3)
    ]
    other = dump(999.0, used=99_999, partial="SYSTEM ABENDED", waits=True, writes=99_999.0)
    places = [
        site(tmp_path / "options", 26_214, options, **few),
        site(tmp_path / "cut", 26_214, *cut, aux("DB1AMSTR", 900_000_000, 900_000_000), **few),
        site(tmp_path / "other", 20_000_000, other, online=22_000_000, **PLENTY),
        site(tmp_path / "slow", 4_000_000, dump(9_999.0, used=15_000), **PLENTY),
        site(tmp_path / "paged", 26_214, dump(9_999.0, used=15_000), **PLENTY),
        site(tmp_path / "full", 26_214, options.replace("OFF", "ON"), **slots(1_000_000, 400_000)),
    ]
    findings = [
        finding for place in places for finding in getpage.check(place).findings if finding.product == "dumps"
    ]
    assert {finding.check for finding in findings} == {
        *("dumps-fill-auxiliary", "dumps-no-data-set", "dumps-partial"),
        *("dumps-slow-capture", "dumps-standstill"),
    }
    for finding in findings:
        assert 0 < len(finding.headline) <= 72, finding.headline
        assert not finding.object.name or finding.object.name not in finding.headline.replace(
            "of MAXSPACE", ""
        ), finding
        sentences = re.split(r"(?<=[.!?]) ", finding.claim)
        assert len(sentences) <= 2, finding.claim
        assert all(len(sentence.split()) <= 24 for sentence in sentences), finding.claim


def test_a_partial_dump_is_on_the_first_screen_with_its_command_before_what_is_only_short(tmp_path):
    result = getpage.check(partial(tmp_path / "site"))
    assert result.findings[0].check == "dumps-partial"
    assert result.changes[0].setting == "MAXSPACE"
