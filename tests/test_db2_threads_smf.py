"""Thread reuse, plans, packages and work from SMF 100 and 101: cases DB-5 and DB-6, and the cost of reads."""

from datetime import timedelta

import pytest

from db2_records import (
    START,
    findings,
    from_records,
    only,
    pools,
    record,
    said,
    statistics,
    thread,
    when,
)
from decided import listed
from getpage.products.db2.member import members

#: DB-5: the terminations of figure 2-7 as the statistics count them, in one interval.
REUSED, ENDED = 539_864, 270_518
SIGNONS = statistics("Q3ST", [{"signons": REUSED + ENDED, "threads_created": ENDED}], ifcid=1)


def facts(finding):
    return {fact.label: fact.value for fact in finding.evidence}


def test_db_5_two_thirds_of_the_threads_are_reused_as_the_statistics_count_them():
    finding = only("db2-threads-not-reused", *SIGNONS)
    assert facts(finding)["threads reused"] == 66.6
    assert finding.headline == "At least 67 % of 810,382 threads reused"


def test_db_5_accounting_shows_the_codes_that_it_recorded_and_does_not_guess_their_meaning():
    codes = [thread(n, reason_code=12 if n % 3 else 4) for n in range(30)]
    assert findings("db2-threads-not-reused", *codes) == []
    shown = facts(only("db2-threads-not-reused", *SIGNONS, *codes))
    assert shown["accounting ended with reason 12"] == 20
    assert shown["accounting ended with reason 4"] == 10


def test_db_5_pooled_dbats_count_as_reused():
    pooled = statistics("QDST", [{"dbats_reused": 8_000, "dbats_created": 2_000}], ifcid=1)
    assert facts(only("db2-threads-not-reused", *pooled))["threads reused"] == 80.0


def test_threads_that_are_nearly_all_reused_need_no_word():
    reused = statistics("Q3ST", [{"signons": 100_000, "threads_created": 2_000}], ifcid=1)
    assert findings(None, *reused, *plans()) == []


def test_threads_of_batch_and_tso_and_a_few_that_end_need_no_word():
    batch = statistics("Q3ST", [{"signons": 0, "threads_created": 50_000}], ifcid=1)
    few = statistics("Q3ST", [{"signons": 800, "threads_created": 700}], ifcid=1)
    assert findings(None, *batch) == findings(None, *few) == findings(None, *plans()) == []


#: DB-6: plans of table 2-1 with their commits a second, as accounting of a minute.
PLANS = {
    "XKB1BR1": (37.16, 433.93),
    "XKS1BR1": (10.49, 276.06),
    "HCIH007": (5.82, 25.89),
    "HCIH002": (5.82, 50.53),
}
PLANS |= {
    "XKB1ER1": (5.16, 89.63),
    "XKB10R1": (5.03, 80.53),
    "XKB1DR1": (4.74, 45.63),
    "XKB02R1": (3.81, 63.61),
}
PLANS |= {"XB06R1": (3.78, 37.52), "XKP1BR1": (3.71, 39.76), "XKB1LR1": (3.47, 54.85)}


def plans(seconds: int = 100) -> list[dict]:
    """Each plan in two records, at the start and at the end, with half of its commits and CPU each."""
    return [
        thread(at, plan=plan, commits=round(rate * seconds / 2), class2_cpu=cpu * 1e6 / 2)
        for plan, (rate, cpu) in PLANS.items()
        for at in (0, seconds)
    ]


def test_db_6_the_two_plans_that_commit_most_are_named_from_accounting_records():
    finding = only("db2-threads-not-reused", *SIGNONS, *plans())
    assert "XKB1BR1 and XKS1BR1 commit most" in finding.claim
    assert facts(finding)["class 2 CPU, XKB1BR1, of 2 accounting records"] == 433.93


PACKAGES = {
    "KSBUARG": (1088, 27.393),
    "KSBU16D": (818, 41.322),
    "KSBU16C": (306, 10.148),
    "HCIU3DA": (232, 2.487),
}


def packages(seconds: int = 10) -> list[dict]:
    """Package accounting of ten seconds: an execution of each package a row, in two records."""
    out = []
    for at in (0, seconds):
        rows = [
            {"package": name, "collection": "PROD", "class7_cpu": cpu * 1e6 / count}
            for name, (count, cpu) in PACKAGES.items()
            for _ in range(count // 2)
        ]
        parts = [rows[n : n + 300] for n in range(0, len(rows), 300)]
        out += [record(239, START + timedelta(seconds=at), {"QPAC": part}, type=101) for part in parts]
    return out


def test_db_6_the_top_packages_are_named_from_accounting_records_with_their_class_7_cpu():
    finding = only("db2-packages-release", *SIGNONS, *packages())
    assert finding.headline == "KSBUARG is allocated 109 times/s"
    assert "keeps KSBUARG, KSBU16D and KSBU16C allocated" in finding.claim
    total = sum(cpu for _, cpu in PACKAGES.values())
    assert facts(finding)["class 7 CPU, KSBUARG, of 1,088 accounting records"] == pytest.approx(
        27.393, abs=0.01
    )
    assert facts(finding)["share of class 7 CPU"] == pytest.approx(
        100 * (27.393 + 41.322 + 10.148) / total, abs=2.7
    )


def test_each_package_that_gains_is_bound_again_with_its_collection_and_the_way_back():
    bound = [item for item in listed(said(*SIGNONS, *packages())) if item.command.startswith("REBIND")]
    assert [item.command for item in bound] == [
        f"REBIND PACKAGE(PROD.{name}.(*)) RELEASE(DEALLOCATE) APREUSE(ERROR)"
        for name in ("KSBU16C", "KSBU16D", "KSBUARG")
    ]
    assert bound[0].undo == "REBIND PACKAGE(PROD.KSBU16C.(*)) RELEASE(COMMIT) APREUSE(ERROR)"
    assert "DSN" in bound[0].place
    assert "REORG" in bound[0].caution
    assert [str(item) for item in bound[0].because] == [
        str(only("db2-packages-release", *SIGNONS, *packages()).id)
    ]


def cics(seconds: int = 1800) -> list[dict]:
    """Half an hour of XKB1BR1 from CICS: 2,700 s in Db2 in the second quarter, 900 s in the first."""
    return [
        thread(
            0,
            at=START + timedelta(seconds=at),
            plan="XKB1BR1",
            connection_type=4,
            commits=round(20 * seconds / 2),
            class2_elapsed=elapsed * 1e6,
        )
        for at, elapsed in ((0, 900), (seconds, 2_650))
    ]


def test_a_plan_of_cics_gets_as_many_protected_threads_as_it_has_in_db2_at_one_time():
    [change] = [item for item in listed(said(*SIGNONS, *cics())) if "PROTECTNUM" in item.command]
    assert change.command == "CEMT SET DB2ENTRY(entry) PROTECTNUM(3)"  # 2,650 s in 900 s
    assert change.undo == "CEMT SET DB2ENTRY(entry) PROTECTNUM(0)"
    assert change.lasting == "CEDA ALTER DB2ENTRY(entry) GROUP(group) PROTECTNUM(3)"
    assert "PLAN(XKB1BR1)" in change.place
    assert "Q3STCTHD" in change.verify
    assert "THREADLIMIT" in change.caution
    assert change.because == (only("db2-threads-not-reused", *SIGNONS, *cics()).id,)
    assert change.evidence[0].value == 2_650


def test_a_plan_that_does_not_come_from_cics_or_is_known_by_a_report_only_gets_no_number():
    others = [item for item in listed(said(*SIGNONS, *plans())) if "PROTECTNUM" in item.command]
    assert others == []


def test_db_6_packages_and_plans_that_run_less_than_once_a_second_need_no_word():
    hours = 3 * 3600
    assert findings("db2-packages-release", *SIGNONS, *packages(hours)) == []
    rare = [thread(at, plan="XKB1BR1", commits=1_000) for at in (0, hours)]
    assert "commit most" not in only("db2-threads-not-reused", *SIGNONS, *rare).claim


def test_db_6_packages_of_records_that_hold_many_commits_are_counted_as_the_least():
    several = only(
        "db2-packages-release", *SIGNONS, *packages(), thread(0, commits=10), thread(1, commits=30)
    )
    assert several.headline == "KSBUARG is allocated at least 109 times/s"
    assert facts(several)["commits of an accounting record"] == 20
    each = only("db2-packages-release", *SIGNONS, *packages(), thread(0), thread(1))
    assert "at least" not in each.headline
    assert "commits of an accounting record" not in facts(each)


def test_db_5_records_that_were_rolled_up_say_that_transactions_are_counted():
    rolled = thread(2, parent_agent="01020304", parallel_records=10, commits=10)
    rolled["common"]["agent"] = "01020304"
    shown = facts(only("db2-threads-not-reused", *SIGNONS, rolled, thread(3, reason_code=12)))
    assert shown["accounting ended with reason 4, transactions in 1 record"] == 10
    assert shown["accounting ended with reason 12"] == 1


def test_db_6_no_package_is_named_where_threads_are_not_reused_or_nobody_knows():
    ended = statistics("Q3ST", [{"signons": 10_000, "threads_created": 9_900}], ifcid=1)
    assert findings("db2-packages-release", *ended, *packages()) == []
    assert findings("db2-packages-release", *packages()) == []


def spaces(intervals: int) -> list[dict]:
    """CPU of two address spaces: 20 s and 5 s a quarter of an hour, in microseconds."""
    cpu = {
        "MSTR": {"tcb_time": 5e6},
        "DBM1": {"tcb_time": 2e6, "srb_time": 3e6, "preemptible_srb_time": 15e6},
    }
    return statistics("QWSA", *([{"space": name} | item] * intervals for name, item in cpu.items()), ifcid=1)


def test_work_has_reads_commits_and_cpu_of_each_interval():
    commits = statistics("Q3ST", [{"commits": 900, "signons": 9, "threads_created": 0}] * 3, ifcid=1)
    works = said(*pools({}, {"buffer_pool": 2}, intervals=3), *commits, *spaces(3)).work
    assert [work.start for work in works] == [when(0), when(1), when(2)]
    for work in works:
        assert (str(work.subsystem), work.unit, work.units) == (
            "SYS1.DB1A",
            "commit in two phases",
            900,
        )
        assert (work.reads, work.getpages, work.seconds) == (18_050, 19_800_000, 900)
        assert work.cpu_seconds == pytest.approx(25.0)
        assert work.elapsed_seconds is None
        assert any(fact.interval_start == work.start for fact in work.facts)


def test_accounting_gives_work_its_commits_its_class_2_cpu_and_its_waits():
    threads = [
        thread(
            n,
            at=when(n // 10) + timedelta(seconds=30),
            commits=2,
            class2_cpu=1e6,
            class2_elapsed=4e6,
            sync_io_wait=5e5,
        )
        for n in range(20)
    ]
    remote = thread(0, at=when(1.5), connection_type="DRDA", class2_cpu=7e6, class2_elapsed=9e6)
    first, second = said(*pools({}, intervals=2), *spaces(2), *threads, remote).work
    assert (first.unit, first.units, second.units) == ("commit", 20, 21)
    assert first.cpu_seconds == pytest.approx(25 + 10)
    assert second.cpu_seconds == pytest.approx(25 + 10), "distributed threads run in DIST"
    assert (first.elapsed_seconds, second.elapsed_seconds) == (pytest.approx(40), pytest.approx(49))
    assert first.read_seconds == pytest.approx(5.0)


def test_tasks_of_parallelism_add_cpu_only_and_rolled_up_records_count_as_many_as_they_hold():
    child = thread(1, parent_agent="0A0B0C0D", commits=5, class2_elapsed=9e6)
    rolled = thread(2, parent_agent="00000000", parallel_records=10, commits=10)
    rolled["common"]["agent"] = rolled["sections"]["QWAC"][0]["parent_agent"] = "01020304"
    parent = thread(3)
    (member,) = members(from_records(child, rolled, parent))
    (row,) = member.threads.tables["plans"].iter_rows(named=True)
    assert (row["transactions"], row["commits"], row["records"]) == (11, 11, 3)
    assert row["cpu"] == pytest.approx(0.003)
    assert row["elapsed"] == pytest.approx(0.006)


def test_the_average_wait_of_accounting_says_how_long_reads_delayed_work():
    waits = [thread(n, sync_io_wait=2_000_000, sync_io_waits=1_000) for n in range(3)]
    finding = only("db2-pool-reads", *pools({"sync_reads": 1_000_000}), *waits)
    assert finding.delay_seconds == pytest.approx(0.002 * 5 * 999_975)
