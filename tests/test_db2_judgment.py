"""What Db2's rules conclude: the cause before a size, a size where there is one, and no false comfort."""

import pytest

from db2_evidence import findings, hours, said
from db2_records import pools, thread
from db2_records import said as said_of_records
from decided import checked, listed
from getpage.core.errors import GetpageError
from getpage.forecast.change import size_requests
from getpage.plan.pipeline import decide
from getpage.report.members import members
from getpage.result import Cause, Severity
from test_db2_cases import PACKAGES, SIMULATED, TERMINATION
from test_text_db2 import GROUP

#: A structure of 60 MB whose directory is too small, with changed pages that found no room.
FILLED = GROUP + hours({"size": 40_000, "in_use": 0, "slru": 0})


def within_policy(kilobytes: int) -> str:
    return FILLED.replace("IN POLICY             = 61440 KB", f"IN POLICY             = {kilobytes} KB")


def test_a_structure_is_altered_within_the_size_of_its_policy_and_every_finding_says_the_same_size():
    text = within_policy(80_000)  # too small for entries and data pages that grow together
    group = [item for item in listed(said(text)) if "GBP1" in item.command]
    assert {item.command for item in group} == {
        "SETXCF START,ALTER,STRNAME=DSNDB1A_GBP1,SIZE=71595",
        "-ALTER GROUPBUFFERPOOL(GBP1) RATIO(9)",
    }
    failed, directory = (
        findings(text, check)[0] for check in ("db2-group-pool-writes-failed", "db2-group-pool-directory")
    )
    assert [ask.size for ask in failed.asks] == [ask.size for ask in directory.asks] == [71_595]
    assert "not in this evidence" not in failed.no_command


def test_changed_pages_that_found_no_room_get_a_step_where_the_directory_is_large_enough():
    enough = within_policy(80_000).replace("size = 40000", "")
    text = enough[: enough.index("DSNB401I")] + hours({"size": 2_000, "in_use": 0, "slru": 0})
    [finding] = findings(text, "db2-group-pool-writes-failed")
    [ask] = finding.asks
    assert (ask.size, ask.at_least) == (61_440 * 125 // 100, True)


def test_threads_of_which_hardly_any_is_reused_are_a_warning_and_nothing_is_called_satisfied():
    few = TERMINATION.replace("539864", "16000")
    [finding] = findings(few, "db2-threads-not-reused")
    assert (finding.severity, finding.headline) == (Severity.WARNING, "6 % of 286,518 threads reused")
    assert "PROTECTNUM" in finding.no_command
    assert "nothing to report" not in checked(said(few))


def test_packages_are_named_only_where_threads_are_reused():
    assert findings(TERMINATION + PACKAGES, "db2-packages-release")
    assert findings(TERMINATION.replace("539864", "16000") + PACKAGES, "db2-packages-release") == []


def test_a_simulation_without_the_name_of_its_pool_says_which_command_names_it():
    [finding] = findings(SIMULATED, "db2-pool-simulation")
    assert "-DISPLAY BUFFERPOOL(*) DETAIL" in finding.no_command


def locked(*, locks: int, reads: int = 100_000) -> list[dict]:
    """Commits of two plans, each a second in Db2, with class 3 waits in microseconds."""
    waits = {"class2_elapsed": 1_000_000, "class2_cpu": 50_000, "sync_io_wait": reads, "sync_io_waits": 90}
    return [thread(number, plan=f"PLAN{number % 2}", lock_wait=locks, **waits) for number in range(40)]


READING = {"sync_reads": 1_200_000, "buffers": 50_000, "highest_sequential_buffers": 0}


def test_waits_for_locks_are_the_cause_and_pools_are_not_made_larger_for_them():
    observed = said_of_records(*pools(READING), *locked(locks=700_000))
    [finding] = [finding for finding in observed.findings if finding.check == "db2-lock-waits"]
    assert (finding.cause, finding.headline) == (
        Cause.LOCK,
        "70 % of class 2 elapsed time is waits for locks",
    )
    assert [str(knob) for knob in finding.rules_out] == ["SYS1.DB1A.BP1"]
    assert not any("VPSIZE" in change.command for change in listed(observed))


def test_work_that_waits_for_reads_is_no_matter_of_locks():
    for records in (locked(locks=100_000), locked(locks=510_000, reads=520_000)):
        assert not any(
            finding.check == "db2-lock-waits" for finding in said_of_records(*pools({}), *records).findings
        )


def test_page_fixing_and_growth_are_one_command_so_that_the_pool_is_allocated_once():
    simulated = """\
DSNB431I  -DB1A SIMULATED BUFFER POOL SIZE = 90000 BUFFERS -
             ALLOCATED = 90000
             IN-USE = 90000 HIGH IN-USE = 90000
DSNB432I  -DB1A SIMULATED BUFFER POOL ACTIVITY -
             SYNC READ I/O (R) = 900000
             SYNC READ I/O (S) = 0
             TOTAL AVOIDABLE SYNC I/O DELAY = 900000 MILLISECONDS
"""
    busy = {"pgfix": "NO", "frame": "4K", "sync_random": 1_800_000, "prefetch_pages": 2_000_000}
    commands = [item.command for item in listed(said(hours(busy | {"simulated": simulated})))]
    assert "-ALTER BUFFERPOOL(BP1) VPSIZE(590000) PGFIX(YES)" in commands
    assert not any(command.endswith(") PGFIX(YES)") and "VPSIZE" not in command for command in commands)


def test_carrying_out_the_growth_of_a_pool_that_ran_out_of_buffers_ends_it():
    before = {"size": 6_000, "in_use": 5_700, "slru": 0, "dmth": 3_000}
    [command] = [item.command for item in listed(said(hours(before)))]
    assert command == "-ALTER BUFFERPOOL(BP1) VPSIZE(12000)"
    after = before | {"size": 12_000, "dmth": 0}
    assert not any("VPSIZE" in item.command for item in listed(said(hours(after))))


def test_headlines_are_short_and_do_not_repeat_their_object():
    busy = {"pgfix": "NO", "frame": "4K", "sync_random": 99_000_000, "random": 4_000_000_000, "size": 900_000}
    worst = busy | {"dmth": 999_999_999, "no_buffer": 999_999_999, "dwt": 999_999, "slru": 890_000}
    observed = [
        *said(FILLED).findings,
        *said(hours(worst)).findings,
        *said(hours(busy)).findings,
        *said(TERMINATION + PACKAGES).findings,
        *said(SIMULATED).findings,
        *said_of_records(*pools(READING), *locked(locks=999_999)).findings,
    ]
    assert len({item.check for item in observed}) > 8
    for finding in observed:
        assert 0 < len(finding.headline) <= 72, finding.headline
        assert not finding.object.name or finding.object.name not in finding.headline, finding.headline
        assert finding.claim.count(". ") <= 2


def test_a_member_whose_name_cannot_be_right_gets_no_command_that_would_reach_another():
    records = pools(READING)
    for record in records:
        record["common"]["member"] = "DB.2"
    observed = said_of_records(*records)
    plan = decide(observed).plan
    [step] = plan.steps
    assert "no name of z/OS" in step.change.only_after
    assert members(plan) == {}
    with pytest.raises(GetpageError, match=r"DB\.2 is: that is no name of z/OS"):
        size_requests(["BP1=x2"], observed.knobs)
