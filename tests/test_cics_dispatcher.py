"""The published QR ratios, which suspect it is, and the other rules of the dispatcher, from printed pages."""

from __future__ import annotations

import json

import pytest

from cics_evidence import BETTER, PAGED, WELL, check, heading, modes, number, of, panel
from getpage.cli.app import run_command
from getpage.contract.facts import value_of
from getpage.result import Kind, Severity
from test_prove_itr import smf70
from zos_records import smf30, smf72

QR = "cics-qr-ratio"


@pytest.mark.parametrize(("row", "percent", "seconds"), [(PAGED, 17.8, 131.876838), (BETTER, 52.1, 9.904419)])
def test_the_published_pages_have_the_published_ratios(tmp_path, row, percent, seconds):
    [finding] = of(check(tmp_path, heading() + modes(row)), QR)
    assert round(value_of(finding, "CPU of the time dispatched"), 1) == percent
    assert finding.headline == f"CPU in {percent} % of the time dispatched: QR is held up"
    assert finding.delay_seconds == pytest.approx(seconds)
    assert (finding.severity, finding.kind) == (Severity.WARNING, Kind.SHORTAGE)
    assert finding.object.subsystem.name == "IYCUA001"
    dispatched = next(fact for fact in finding.evidence if fact.label == "time dispatched")
    assert (dispatched.table, dispatched.ibm_name) == ("cics_tcb_mode", "DSGTDT")
    assert dispatched.record is not None


def test_other_figures_have_another_ratio_and_a_healthy_region_has_no_finding(tmp_path):
    changed = ("1", "00:10:00.000000", "00:01:40.000000", "00:00:40.000000")
    [finding] = of(check(tmp_path, heading() + modes(changed)), QR)
    assert finding.headline.startswith("CPU in 40 % of")
    (tmp_path / "well").mkdir()
    result = check(tmp_path / "well", heading() + modes(WELL))
    assert [finding for finding in result.findings if finding.product == "cics"] == []
    assert any(
        scope.product == "cics" and scope.what == "QR TCB that was dispatched" for scope in result.looked
    )


def test_an_idle_region_s_ratio_is_one_of_chance(tmp_path):
    idle = ("4463", "01:53:49.866100", "00:00:04.924240", "00:00:02.283460")
    result = check(tmp_path, heading() + modes(idle))
    assert of(result, QR) == []
    assert all(scope.what != "QR TCB that was dispatched" for scope in result.looked)


def test_the_page_of_dfh0stat_gives_the_ratio_that_it_prints(tmp_path):
    page = """\
   TCB   TCBs Attached  Op. System   Op. System       Total TCB       Total TCB        DS TCB    TCB CPU/Disp
  Mode  Current   Peak    Waits       Wait Time     Dispatch Time     CPU Time       CPU Time       Ratio
  ___________________________________________________________________________________________________________
    QR        1      1    4,463  00:03:49.86610  00:00:04.92424  00:00:02.28346  00:00:00.34112      46.3%
    RO        1      1      214  00:03:16.47126  00:00:14.06893  00:00:01.10855  00:00:00.00475
"""
    [finding] = of(check(tmp_path, heading() + page), QR)
    assert value_of(finding, "CPU of the time dispatched") == pytest.approx(46.37, abs=0.005)


def test_a_panel_with_page_ins_of_its_job_makes_paging_the_suspect(tmp_path):
    nine = {"CICSA001": 154.42, "CICSA002": 168.0, "CICSA003": 0.71, "CICSA004": 234.49, "CICSA005": 15.01}
    [finding] = of(check(tmp_path, heading() + modes(), panel(nine)), QR)
    assert "Suspected: paging (154.4 page-ins/s)." in finding.claim
    assert any(fact.table == "zos_address_space" for fact in finding.evidence)


def test_each_region_is_looked_at_on_its_own(tmp_path):
    pages = "".join(
        heading(f"IYCUA00{n}", f"CICSA00{n}") + modes(row) for n, row in enumerate((PAGED, WELL, BETTER), 1)
    )
    result = check(tmp_path, pages, panel({"CICSA001": 154.42, "CICSA002": 168.0, "CICSA003": 0.71}))
    by_name = {item.object.subsystem.name: item.claim for item in of(result, QR)}
    assert by_name.keys() == {"IYCUA001", "IYCUA003"}
    assert "Suspected: paging" in by_name["IYCUA001"]
    assert "Not paging. Cause unknown: collect LPAR busy" in by_name["IYCUA003"]


def records(rate: float, busy: float, delay: int = 0) -> list:
    """An hour and a quarter of z/OS: the region's page-ins, its processors and its class."""
    classes = {"cpu_delay_samples": delay, "execution_samples": 1000}
    return [
        item
        for n in range(3)
        for item in (
            smf30("SYSA", n, "CICSA001", rate),
            smf70(n, busy),
            smf72("SYSA", n, "CICSPROD", regions=1, rate=0, **classes),
        )
    ]


@pytest.mark.parametrize(
    ("rate", "busy", "delay", "text"),
    [
        (92.8, 0.40, 10, "Suspected: paging (92.8 page-ins/s)."),
        (1.9, 0.97, 10, "Suspected: processors (LPAR 97 % busy)."),
        (1.9, 0.50, 350, "Suspected: processors (CPU delay in 35 % of samples)."),
        (92.8, 0.97, 10, "Suspected: paging (92.8 page-ins/s) and processors (LPAR 97 % busy)."),
        (
            *(1.9, 0.50, 10),
            "It is neither paging nor processors: look for a call that blocks in an exit or vendor code, or "
            "a program in key 9.",
        ),
    ],
)
def test_records_of_the_same_time_tell_the_suspects_apart(tmp_path, rate, busy, delay, text):
    [finding] = of(check(tmp_path, heading() + modes(), specs=records(rate, busy, delay)), QR)
    assert text in finding.claim


def test_records_of_another_time_tell_nothing(tmp_path):
    page = heading(at="19:00:00") + modes()
    [finding] = of(check(tmp_path, page, specs=records(92.8, 0.97)), QR)
    assert "Cause unknown" in finding.claim


def test_a_qr_tcb_near_a_processor_is_told_of(tmp_path):
    busy = ("1", "00:01:00.000000", "00:14:00.000000", "00:13:30.000000")
    result = check(tmp_path, heading() + modes(busy))
    [finding] = of(result, "cics-qr-busy")
    assert finding.headline == "90 % of the one processor that it can use"
    assert finding.severity is Severity.WARNING
    assert of(result, QR) == []


POOL = """\
   TCB Pool. . . . . . . . . . . . . . . . : OPEN
   Current TCBs attached in pool . . . . . : 40
   Max TCB Pool Limit. . . . . . . . . . . : 40
   Times at Max TCB Pool Limit . . . . . . : {times}
   Total Requests delayed by Max TCB Pool Limit . : {waits}
   Total Max TCB Pool Limit delay time . . : 00:00:12.500000
   Peak Requests delayed by Max TCB Pool Limit . : 11
"""


def test_a_tcb_pool_at_its_limit_gets_as_many_tcbs_more_as_waited_at_once(tmp_path):
    [finding] = of(check(tmp_path, heading() + POOL.format(times=12, waits=83)), "cics-tcb-pool-limit")
    assert finding.headline == "83 requests waited for a TCB at the limit of 40 TCBs"
    assert (number(finding, "times at the limit"), finding.delay_seconds) == (12, 12.5)
    [change] = finding.changes
    assert (change.command, change.undo) == (
        "CEMT SET DISPATCHER MAXOPENTCBS(51)",
        "CEMT SET DISPATCHER MAXOPENTCBS(40)",
    )
    (tmp_path / "well").mkdir()
    well = check(tmp_path / "well", heading() + POOL.format(times=0, waits=0))
    assert of(well, "cics-tcb-pool-limit") == []


def tasks(times: int, queued: int, isolation: str = "INACTIVE", edsa: str = "89M") -> str:
    """Pages of tasks and of storage limits."""
    return f"""\
   Maximum transactions allowed (MXT) . . . . . : 500
   Times at MXT . . . . . . . . . . . . . . . . : {times}
   Peak Active User transactions . . . . . . . .: 500
   Peak Queued User transactions . . . . . . . .: {queued}
   Total Queued User transactions. . . . . . . .: {7 * queued}
   Transaction isolation. . . . . : {isolation}
   Current EDSA limit . . . . . . : 300M
   Peak EDSA total. . . . . . . . : {edsa}
"""


@pytest.mark.parametrize(
    ("isolation", "edsa", "each", "text"),
    [
        ("INACTIVE", "89M", 30_248, "EDSALIM leaves 211 MiB above its peak"),
        ("ACTIVE", "89M", 39_464, "EDSALIM leaves 211 MiB above its peak"),
        ("INACTIVE", "300M", 30_248, "EDSALIM leaves 0 B"),
    ],
)
def test_a_higher_mxt_comes_with_the_storage_that_it_takes(tmp_path, isolation, edsa, each, text):
    result = check(tmp_path, heading() + tasks(15, 42, isolation, edsa))
    [finding] = of(result, "cics-max-tasks")
    assert finding.headline == "MXT 500 reached: 294 tasks waited"
    assert (number(finding, "times at MXT"), number(finding, "most tasks queued")) == (15, 42)
    [change] = finding.changes
    assert (change.command, change.undo) == ("CEMT SET SYSTEM MAXTASKS(550)", "CEMT SET SYSTEM MAXTASKS(500)")
    assert change.storage_bytes == 50 * each
    assert text in change.caution
    # Tasks without storage would put the region short on it.
    assert ("raise it first" in change.caution) == (edsa == "300M")
    order = ["EDSALIM", "MXT"] if edsa == "300M" else ["MXT"]
    assert [change.setting for change in result.changes] == order
    assert (change.lasting, change.lasting_undo) == ("MXT=550", "MXT=500")


def test_a_region_that_never_reached_mxt_is_left_alone(tmp_path):
    assert of(check(tmp_path, heading() + tasks(0, 0)), "cics-max-tasks") == []


CLASSES = """\
  Tclass    Trans in   Attach in   Class   At Class   Current   Peak     Current   Peak
  Name      Tclass     Tclass      Limit   Limit      Active    Active   Queued    Queued
  DSWTCLA         4       20,811      40        658         3       40         0       61
  QUIET           2          100      40          0         0        1         0        0
"""


def test_a_class_at_its_limit_is_told_of_as_the_alert_counts_it(tmp_path):
    [finding] = of(check(tmp_path, heading() + CLASSES), "cics-class-limit")
    assert finding.headline == "61 tasks queued at a time for MAXACTIVE of 40"
    assert number(finding, "times at the limit") == 658
    assert [change.command for change in finding.changes] == ["CEMT SET TCLASS(DSWTCLA) MAXIM(101)"]


def test_several_pages_of_one_region_do_not_count_twice_what_is_not_reset(tmp_path):
    first, second = (heading(at=at) + tasks(times, 42) for at, times in (("07:00:00", 15), ("08:00:00", 20)))
    [finding] = of(check(tmp_path, first + second), "cics-max-tasks")
    assert number(finding, "times at MXT") == 20
    (tmp_path / "intervals").mkdir()
    pages = (
        f"Interval Report  Collection Date-Time 07/24/2012-{at}  Applid IYCUA001  Jobname CICSA001\n"
        + tasks(times, 42)
        for at, times in (("07:00:00", 15), ("08:00:00", 20))
    )
    [added] = of(check(tmp_path / "intervals", "".join(pages)), "cics-max-tasks")
    assert number(added, "times at MXT") == 35


def test_the_command_line_shows_it_in_every_form(tmp_path, capsys):
    path = tmp_path / "page.txt"
    path.write_text(heading() + modes() + tasks(15, 42))
    for form in ("table", "md", "csv", "json"):
        assert run_command(["check", str(path), "--format", form]) == 0
        out = capsys.readouterr().out.replace("\\_", "_")
        assert "17.8 % of the" in " ".join(out.split()), form
        assert "CEMT SET SYSTEM MAXTASKS(550)" in out
    findings = json.loads(out)["findings"]
    assert {item["check"] for item in findings} >= {QR, "cics-max-tasks"}
    assert run_command(["report", str(path), "--output", str(tmp_path / "page.html")]) == 0
    assert "17.8 %" in (tmp_path / "page.html").read_text().replace("&nbsp;", " ")


HOSTILE = [
    modes(("x", "00:10:24.771944", "00:02:40.437340", "00:00:28.560502")),
    modes(("1", "00:10:24.771944", "00:02:99.437340", "00:00:28.560502")),
    modes(("9" * 30, "00:10:24.771944", "00:02:40.437340", "00:00:28.560502")),
    modes(("1", "99999-00:10:24.771944", "00:00:00.000000", "00:00:00.000000")),
    modes(("1", "00:10:24.771944", "00:00:28.560502", "00:02:40.437340")),
    "TCB Mode < TCBs Attached >\n" * 50,
    POOL.format(times="many", waits="-3"),
    tasks(0, 0).replace("500", "9" * 400),
    CLASSES.replace("       40         0       61", "        1         9        2"),
    "CDSA UDSA SDSA RDSA\n Current DSA Size. . : 512K\n",
    "Pool Number . . . : 300\n Data Buffer Statistics\n 4,096 1\n",
]


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_pages_give_no_number_that_is_none_and_never_a_traceback(tmp_path, text, capsys):
    assert of(check(tmp_path, heading() + text), QR) == []
    assert run_command(["check", str(tmp_path)]) in (0, 3)
    assert "defect" not in capsys.readouterr().err


@pytest.mark.parametrize(
    ("pool", "keyword", "most"), [("XP", "MAXXPTCBS", 2000), ("SSL", "MAXSSLTCBS", 1024), ("THRD", "", 0)]
)
def test_other_pools_have_their_own_parameter_and_threads_of_java_have_none(tmp_path, pool, keyword, most):
    text = POOL.format(times=12, waits=83).replace(": OPEN", f": {pool}")
    [finding] = of(check(tmp_path, heading() + text), "cics-tcb-pool-limit")
    if keyword:
        assert [change.command for change in finding.changes] == [f"CEMT SET DISPATCHER {keyword}(51)"]
        (tmp_path / "full").mkdir()
        full = text.replace("Limit. . . . . . . . . . . : 40", f"Limit. . . . . . . . . . . : {most}")
        [at_most] = of(check(tmp_path / "full", heading() + full), "cics-tcb-pool-limit")
        assert at_most.changes == ()
    else:
        assert finding.changes == ()
        assert "thread limits of JVM servers" in finding.no_command
